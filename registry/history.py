"""The history of a deck: its revisions, what differs between two, going back, and locking one for good."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from registry import stored
from registry.access import readable
from registry.changes import Changes
from registry.cupboard import Cupboard, canonical_id, decoded
from registry.deck import Deck, written
from registry.differences import differences
from registry.errors import Fault, InvalidWish
from registry.keys import CHANGING, DAY, EVERY_KEY, FIELDS_OF_HEAD, LOCKS_KEPT, Script
from registry.outcomes import moves_of
from registry.stored import Found, Head, Lock, Revision
from registry.whichever import at_whichever_version

PAGE = 50
LONGEST = 3660 * DAY
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

# in: whether tokens are wanted ('1'), the number of the first of them or '' for the latest, how many
# out: nil, or {fields of the head in one text, tokens, then number, revision and lock of each, the newest first}
PAST = Script(
    EVERY_KEY
    + """
if redis.call('EXISTS', head) == 0 then return nil end
local granted = ARGV[1] == '1' and redis.call('HGETALL', tok) or {}
local answer = {"""
    + FIELDS_OF_HEAD
    + """, granted}
local numbers = {}
each_revision(function(n) table.insert(numbers, tonumber(n)) end)
table.sort(numbers, function(a, b) return a > b end)
local begin, left = tonumber(ARGV[2]) or math.huge, tonumber(ARGV[3])
for _, n in ipairs(numbers) do
  if left == 0 then break end
  if n <= begin then
    for _, part in ipairs({n, redis.call('GET', revs .. n), redis.call('HGET', lock, n)}) do
      table.insert(answer, part)
    end
    left = left - 1
  end
end
return answer
""",
    writes=False,
)

# in: token hash, number, lock, date until which it stays, now, ceiling    out: as UPDATE, or 'missing' or 'full'
LOCK = Script(
    CHANGING
    + """
if redis.call('EXISTS', head) == 0 then return {'absent'} end
if get('deleted') ~= '0' then return {'gone', number('deleted')} end
if redis.call('HEXISTS', tok, ARGV[1]) == 0 then return {'refused'} end
if redis.call('EXISTS', revs .. ARGV[2]) == 0 then return {'missing', number('revision')} end
if redis.call('HEXISTS', lock, ARGV[2]) == 0 and redis.call('HLEN', lock) >= tonumber(ARGV[6]) then return {'full'} end
redis.call('HSETNX', lock, ARGV[2], ARGV[3])
if tonumber(ARGV[4]) > number('until') then redis.call('HSET', head, 'until', ARGV[4]) end
redis.call('HSET', head, 'touched', ARGV[5])
redis.call('HINCRBY', head, 'turn', 1)
expire(get('ttl'), ARGV[5])
return {'done', number('version'), number('revision'), number('touched')}
"""
)


@dataclass(frozen=True, slots=True)
class Page:
    """Some revisions of a deck, the newest first, and the number with which to ask for more."""

    revisions: list[dict[str, Any]]
    next: int | None


class History:
    """Every call raises what `Registry.get` raises."""

    def __init__(self, cupboard: Cupboard) -> None:
        self._cupboard = cupboard

    def revisions(self, deck_id: str, token: str | None, *, begin: int | None = None, limit: int = PAGE) -> Page:
        """Give the revisions from a number downwards in short."""
        _, rows = self._past(deck_id, token, begin, limit + 1)
        told = [_line(number, stored.decode_revision(blob), stored.decode_lock(lock)) for number, blob, lock in rows]
        return Page(told[:limit], rows[limit][0] if len(rows) > limit else None)

    def difference(
        self, deck_id: str, token: str | None, *, old: int | None = None, new: int | None = None
    ) -> dict[str, Any]:
        """Tell what differs between two revisions, by default the last two."""
        canonical, found = self._cupboard.read(deck_id, token, new)
        later = decoded(found, new)
        number = new or found.head.revision
        before = old if old is not None else max(number - 1, found.head.first)
        earlier = decoded(self._cupboard.read(canonical, token, before)[1], before)
        return {"from": before, "to": number, **differences(earlier.record, later.record)}

    @at_whichever_version
    def restore(self, deck_id: str, number: int, *, token: str | None, etag: str | None) -> Deck:
        """Append a revision that is as an older one was; raises what `Registry.update` raises."""
        opened = self._cupboard.open(deck_id, token, etag)
        record = decoded(self._cupboard.read(opened.id, token, number)[1], number).record
        return self._cupboard.change(opened, record, Changes())

    def lock(self, deck_id: str, number: int, *, token: str | None, until: str | None = None) -> Deck:
        """Keep a revision with the verdict that it has today; raises TokenRequired, TokenRefused, TooMany."""
        opened = self._cupboard.open(deck_id, token, "*")
        revision = decoded(self._cupboard.read(opened.id, token, number)[1], number)
        now, date = self._cupboard.now(), _date(until, self._cupboard.now())
        lock = stored.encode(Lock(now, self._cupboard.legality(revision), date))
        answer = self._cupboard.run(LOCK, opened.id, [opened.known, number, lock, date, now, LOCKS_KEPT])
        moves_of(answer, number)
        canonical, found = self._cupboard.read(opened.id, token, number)
        return self._cupboard.assembled(canonical, found, number)

    def _past(
        self, deck_id: str, token: str | None, begin: int | None, limit: int
    ) -> tuple[Head, list[tuple[int, bytes, bytes | None]]]:
        words = ["1" if token else "0", "" if begin is None else begin, limit]
        answer = self._cupboard.run(PAST, canonical_id(deck_id), words)
        found = None
        if answer is not None:
            found = Found(stored.head_of(answer[0]), None, stored.grants_of(answer[1]))
        head = readable(found, token, self._cupboard.now()).head
        rows = answer[2:]
        return head, [(rows[n], rows[n + 1], rows[n + 2]) for n in range(0, len(rows), 3) if rows[n + 1]]


def _line(number: int, revision: Revision, lock: Lock | None) -> dict[str, Any]:
    legality = lock.legality if lock else revision.legality
    return {
        "revision": number,
        "created": written(revision.created),
        "name": revision.record.name,
        "list_hash": revision.list_hash,
        "verdict": legality.verdict,
        "rules": legality.rules,
        "locked": written(lock.locked) if lock else None,
        "locked_until": written(lock.until) if lock and lock.until else None,
    }


def _date(text: str | None, now: int) -> int:
    """Read a date that is to come, at most ten years ahead; 0 for none."""
    if text is None:
        return 0
    try:
        day = datetime.strptime(text if _DAY.fullmatch(text) else "", "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        day = datetime.fromtimestamp(0, UTC)
    if not now <= day.timestamp() <= now + LONGEST:
        raise InvalidWish([Fault("bad_date", "/until", "A date YYYY-MM-DD within ten years is expected here.")])
    return int(day.timestamp())
