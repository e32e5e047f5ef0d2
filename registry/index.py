"""The public index: which public decks there are, by game, format, tag and word, newest or oldest first.

It is derived: written after a deck, never read to judge one, and made anew by `Backup.reindex`. A game's index lives
in one slot: `{x:<game>}:e` is a hash of entries by deck id, `{x:<game>}:<list>` a sorted set of members without
scores, `<updated in 12 digits><id>`, so that a page is found by its first member in constant time however long the
list is. Lists are `all`, `f:<format>`, `t:<tag>`, `w:<word of the name>`, and `queue` of what waits for approval.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from registry import plain_text
from registry.client import Client, Word
from registry.deck import written
from registry.errors import InvalidCursor, RegistryUnavailable
from registry.ids import show_id
from registry.keys import Script
from registry.plain_text import tidy
from registry.shelf import folded
from registry.stored import Head, Revision

PAGE = 20
QUEUE = "queue"
WORDS = 8
_SCANNED = 2000
_MEMBER = re.compile(r"[0-9]{12}(?:[0-9A-Z]{16}|[0-9a-f]{64})")

# in: id, member ('' to take the deck out), entry, lists
PLACE = Script(
    """
local base = string.sub(KEYS[1], 1, -2)
local old = redis.call('HGET', KEYS[1], ARGV[1])
if old then
  old = cjson.decode(old)
  for _, list in ipairs(old.lists) do redis.call('ZREM', base .. list, old.member) end
  redis.call('HDEL', KEYS[1], ARGV[1])
end
if ARGV[2] == '' then return old and 1 or 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
for n = 4, #ARGV do redis.call('ZADD', base .. ARGV[n], 0, ARGV[2]) end
return 1
"""
)

# in: order, member to go on behind or '', how many, how many to look at, now, lists that an entry must be in
# out: {the member to go on behind or '', entries}
BROWSE = Script(
    """
local base, lists = string.sub(KEYS[1], 1, -2), {}
for n = 6, #ARGV do lists[#lists + 1] = base .. ARGV[n] end
table.sort(lists, function(a, b) return redis.call('ZCARD', a) < redis.call('ZCARD', b) end)
local function batch(after)
  local edge = after ~= '' and '(' .. after
  if ARGV[1] == 'oldest' then
    return redis.call('ZRANGEBYLEX', lists[1], edge or '-', '+', 'LIMIT', 0, 100)
  end
  return redis.call('ZREVRANGEBYLEX', lists[1], edge or '+', '-', 'LIMIT', 0, 100)
end
local function fits(member)
  for n = 2, #lists do if not redis.call('ZSCORE', lists[n], member) then return false end end
  return true
end
local answer, last, looked = {''}, ARGV[2], 0
while true do
  local members = batch(last)
  for _, member in ipairs(members) do
    last, looked = member, looked + 1
    local entry = fits(member) and redis.call('HGET', KEYS[1], string.sub(member, 13))
    if entry and cjson.decode(entry).expires > tonumber(ARGV[5]) then answer[#answer + 1] = entry end
    if #answer > tonumber(ARGV[3]) or looked >= tonumber(ARGV[4]) then
      answer[1] = last
      return answer
    end
  end
  if #members < 100 then return answer end
end
""",
    writes=False,
)

# out: how many members a list has
COUNT = Script("return redis.call('ZCARD', KEYS[1])", writes=False)


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What a listing says of a deck; `member` and `lists` say where it stands."""

    id: str
    game: str
    format: str
    name: str
    author: str | None
    tags: list[str]
    revision: int
    list_hash: str
    verdict: str
    created: int
    updated: int
    expires: int
    member: str
    lists: list[str]

    def document(self) -> dict[str, Any]:
        """Give it as plain data."""
        names = ("game", "format", "name", "author", "tags", "revision", "list_hash", "verdict")
        told: dict[str, Any] = {"id": show_id(self.id), **{name: getattr(self, name) for name in names}}
        return told | {"created": written(self.created), "updated": written(self.updated)}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a listing is asked for."""

    game: str | None = None
    format: str | None = None
    tag: str | None = None
    words: str = ""
    order: str = "newest"
    cursor: str | None = None
    limit: int = PAGE
    kind: str = "all"

    def lists(self) -> list[str]:
        """Give the lists that an entry must stand in."""
        wanted = [f"w:{word}" for word in words_of(self.words)]
        wanted += [f"t:{tidy(plain_text.folded(self.tag))}"] if self.tag else []
        wanted += [f"f:{tidy(self.format)}"] if self.format else []
        return [self.kind] if self.kind != "all" else wanted or ["all"]


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of the index, and the cursor of the next one."""

    entries: list[Entry]
    next: str | None


class Index:
    """Shows, hides and lists public decks; what goes wrong while writing is left to `reindex`."""

    def __init__(self, client: Client, mode: str = "on") -> None:
        self._client = client
        self.mode = mode

    def show(self, deck_id: str, head: Head, revision: Revision, now: int) -> None:
        """Put a deck where it belongs now, which may be nowhere."""
        self._place(revision.record.game, self.words(deck_id, head, revision, now))

    def show_many(self, decks: Sequence[tuple[str, Head, Revision]], now: int) -> None:
        """Put decks where they belong, all in one go where the engine can."""
        calls = [([entries_key(each[2].record.game)], self.words(*each, now)) for each in decks]
        with contextlib.suppress(RegistryUnavailable):
            self._client.run_many(PLACE, calls)

    def words(self, deck_id: str, head: Head, revision: Revision, now: int) -> list[Word]:
        """Give what PLACE is told of a deck."""
        if head.visibility != "public" or head.deleted or head.hidden or self.mode == "off" or head.expires <= now:
            return [deck_id, "", ""]
        entry = entry_of(deck_id, head, revision, self._lists(head, revision))
        return [deck_id, entry.member, msgspec.json.encode(entry), *entry.lists]

    def place(self, entry: Entry, *, approved: bool) -> None:
        """Put in an entry that is no deck's."""
        if self.mode != "off":
            lists = entry.lists if approved or self.mode == "on" else [QUEUE]
            self._place(entry.game, [entry.id, entry.member, msgspec.json.encode(entry), *lists])

    def remove(self, deck_id: str, game: str) -> None:
        """Take a deck out."""
        self._place(game, [deck_id, "", ""])

    def browse(self, asked: Asked, games: Iterable[str], now: int) -> Listing:
        """Give a page of a listing; raises InvalidCursor."""
        if asked.cursor and not _MEMBER.fullmatch(asked.cursor):
            raise InvalidCursor
        if self.mode == "off":
            return Listing([], None)
        wanted = [asked.game] if asked.game else list(games)
        return self._merged(asked, [self._page(game, asked, asked.lists(), now) for game in wanted])

    def waiting(self, game: str, now: int, cursor: str | None = None) -> Listing:
        """Give what waits for an operator's approval, the oldest first."""
        asked = Asked(game=game, order="oldest", cursor=cursor, limit=100)
        return self._merged(asked, [self._page(game, asked, [QUEUE], now)])

    def count(self, game: str) -> int:
        """Give how many decks of a game are listed."""
        return int(self._client.run(COUNT, [f"{{x:{game}}}:all"]))

    def _lists(self, head: Head, revision: Revision) -> list[str]:
        if self.mode == "reviewed" and head.approved != head.revision:
            return [QUEUE]
        record = revision.record
        return [
            "all",
            f"f:{record.format}",
            *(f"t:{tag}" for tag in record.tags),
            *map("w:{}".format, words_of(record.name)),
        ]

    def _place(self, game: str, words: Sequence[Word]) -> None:
        with contextlib.suppress(RegistryUnavailable):
            self._client.run(PLACE, [entries_key(game)], words)

    def _page(self, game: str, asked: Asked, lists: list[str], now: int) -> tuple[str, list[Entry]]:
        words: list[Word] = [asked.order, asked.cursor or "", asked.limit, _SCANNED, now, *lists]
        last, *entries = self._client.run(BROWSE, [entries_key(game)], words)
        return last.decode(), [msgspec.json.decode(entry, type=Entry) for entry in entries]

    def _merged(self, asked: Asked, pages: list[tuple[str, list[Entry]]]) -> Listing:
        """Lay the pages of several games together, no further than all of them were looked through."""
        newest = asked.order == "newest"
        stops = [last for last, _ in pages if last]
        edge = (max if newest else min)(stops) if stops else None
        found = [entry for _, entries in pages for entry in entries if _within(entry.member, edge, newest=newest)]
        found.sort(key=lambda entry: entry.member, reverse=newest)
        if len(found) > asked.limit:
            return Listing(found[: asked.limit], found[asked.limit - 1].member)
        return Listing(found, edge)


def entries_key(game: str) -> str:
    """Give the key of a game's entries."""
    return f"{{x:{game}}}:e"


def entry_of(deck_id: str, head: Head, revision: Revision, lists: list[str]) -> Entry:
    """Make the entry of a deck."""
    record = revision.record
    return Entry(
        id=deck_id,
        game=record.game,
        format=record.format,
        name=record.name,
        author=record.author,
        tags=record.tags,
        revision=head.revision,
        list_hash=revision.list_hash,
        verdict=revision.legality.verdict,
        created=head.created,
        updated=head.updated,
        expires=head.expires,
        member=f"{head.updated:012}{deck_id}",
        lists=list(dict.fromkeys(lists)),
    )


def words_of(text: str) -> list[str]:
    """Give the words by which a name is found."""
    return list(dict.fromkeys(folded(text).split()))[:WORDS]


def _within(member: str, edge: str | None, *, newest: bool) -> bool:
    return edge is None or (member >= edge if newest else member <= edge)
