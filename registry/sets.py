"""Card sets and maps from users: named by the SHA-256 of what they hold, never changed, gone when nobody keeps them.

Everybody who registers the same content may take back what he brought; it goes with the last of them.
"""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import orjson

from registry import keys, stored, tokens
from registry.client import Word
from registry.cupboard import LOOKS, Cupboard, nonce
from registry.deck import written
from registry.errors import (
    DeckHidden,
    InvalidWish,
    RegistryUnavailable,
    TokenRefused,
    TokenRequired,
    TooMany,
)
from registry.index import Entry
from registry.keys import DAY, DECK_DAYS, Script
from registry.policy import Policy
from registry.reading import Reader
from registry.records import NAME, refuse
from registry.set_errors import SetGone, SetNotFound, SetUnavailable
from registry.set_keys import HASH, KEEP, LEAVE, MARK, READ, TALLY, TOUCH

KINDS = {"cards": "cards", "maps": "map"}
"""The field of a document that holds the content, by kind."""
LONGEST_EXPIRY = 3660
_CACHED = 64
_FRESH_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class CardSet:
    """A card set or a map as it is kept; times are Unix seconds."""

    hash: str
    kind: str
    game: str
    name: str
    previous: str | None
    created: int
    expires: int
    content: Any

    def document(self) -> dict[str, Any]:
        """Give it as plain data."""
        return {
            "hash": self.hash,
            "game": self.game,
            "name": self.name,
            "previous": self.previous,
            "created": written(self.created),
            "expires": written(self.expires),
            KINDS[self.kind]: self.content,
        }


class Sets:
    """Keeps card sets and maps; every call may raise RegistryUnavailable."""

    def __init__(self, cupboard: Cupboard, policy: Policy) -> None:
        self._cupboard = cupboard
        self._client = cupboard.client
        self._policy = policy
        self._cache: OrderedDict[str, tuple[float, CardSet]] = OrderedDict()

    def add(self, kind: str, document: object, client: str = "") -> tuple[CardSet, str, bool]:
        """Register content; give it, a token that takes it back, and whether it is new.

        Raises InvalidWish, TooMany and RegistryFull.
        """
        made = self._read(kind, document)
        self._cupboard.ceilings.admit_more()
        self._count(client)
        token = tokens.new_token()
        body = orjson.dumps(made.content)
        words: list[Word] = [made.created, made.expires - made.created, tokens.fingerprint(token)]
        words += [kind, made.game, made.name, made.previous or "", body]
        is_new = self._run(KEEP, made.hash, words) == b"made"
        self._settle(made.hash)
        return self.get(kind, made.hash), token, is_new

    def get(self, kind: str, name: str) -> CardSet:
        """Give a set by its hash; raises SetNotFound, SetGone, DeckHidden."""
        found = self._found(name)
        if found.kind != kind:
            raise SetNotFound
        return found

    def remove(self, kind: str, name: str, token: str | None) -> None:
        """Take back what this token brought; raises what `get` raises, TokenRequired and TokenRefused."""
        found = self.get(kind, name)
        if token is None:
            raise TokenRequired
        if self._leave(found, tokens.fingerprint(token)) == b"refused":
            raise TokenRefused

    def brought(self, game: str, name: str) -> dict[str, Any] | None:
        """Give the definitions of a card set by key, None when there is none; raises what `brought_map` raises."""
        cards = self._brought("cards", game, name)
        return None if cards is None else {card["key"]: card for card in cards}

    def brought_map(self, game: str, name: str) -> Any:
        """Give a map, None when there is none; raises SetGone, SetUnavailable, DeckHidden."""
        return self._brought("maps", game, name)

    def _brought(self, kind: str, game: str, name: str) -> Any:
        """Give the content under a hash.

        What is cached is asked for anew after a minute, and used as it is while the store is silent.
        """
        if not HASH.fullmatch(name):
            return None
        known = self._cache.get(name)
        if known is None or time.monotonic() - known[0] > _FRESH_SECONDS:
            try:
                known = self._cached(self._found(name))
            except SetNotFound:
                return None
            except RegistryUnavailable as error:
                if known is None:
                    raise SetUnavailable(name) from error
        found = known[1]
        return found.content if (found.kind, found.game) == (kind, game) else None

    def hide(self, name: str, reason: str) -> None:
        """Let the set answer with the reason only; it stays stored. Raises SetNotFound."""
        self._mark(name, "hidden", stored.hidden(self._now(), reason))

    def show(self, name: str) -> None:
        """Undo `hide`."""
        self._mark(name, "hidden", "")

    def approve(self, name: str) -> None:
        """Let the set into a reviewed index; it never changes. Raises SetNotFound."""
        self._mark(name, "approved", "1")

    def delete(self, name: str) -> None:
        """Take the set away, whoever brought it."""
        self._leave(self._found(name, whatever=True), "")

    def _leave(self, found: CardSet, known: str) -> bytes:
        answer: bytes = self._run(LEAVE, found.hash, [nonce(), known, self._now(), keys.TOMBSTONE_SECONDS])
        if answer == b"gone":
            self._cache.pop(found.hash, None)
            self._settle(found.hash)
        return answer

    def _mark(self, name: str, field: str, value: str) -> None:
        if not HASH.fullmatch(name) or not self._run(MARK, name, [field, value]):
            raise SetNotFound
        self._cache.pop(name, None)
        self._settle(name)

    def _settle(self, name: str) -> None:
        """Let the public index say what a set is, and look at it again: somebody else may have changed it meanwhile."""
        told: object = self
        with contextlib.suppress(RegistryUnavailable):
            for _ in range(LOOKS):
                head = self._head(name)
                standing = tuple(map(head.get, ("deleted", "hidden", "touched", "approved")))
                if not head or standing == told:
                    return
                if is_listed(head):
                    self._cupboard.index.place(entry_of(set_of(name, head)), approved=is_approved(head))
                else:
                    self._cupboard.index.remove(name, head["game"].decode())
                told = standing

    def _head(self, name: str) -> dict[str, bytes]:
        flat = self._run(READ, name)
        return {field.decode(): value for field, value in zip(flat[::2], flat[1::2], strict=True)}

    def _found(self, name: str, *, whatever: bool = False) -> CardSet:
        """Read a set, and move its expiry once a day."""
        if not HASH.fullmatch(name):
            raise SetNotFound
        head = self._head(name)
        if not head:
            raise SetNotFound
        if int(head["deleted"]):
            raise SetGone(name)
        if head["hidden"] and not whatever:
            raise DeckHidden(unquote(head["hidden"].decode().partition(":")[2]))
        if self._now() - int(head["touched"]) > DAY:
            self._run(TOUCH, name, [self._now()])
            self._settle(name)
        return set_of(name, head)

    def _cached(self, found: CardSet) -> tuple[float, CardSet]:
        self._cache[found.hash] = known = (time.monotonic(), found)
        self._cache.move_to_end(found.hash)
        if len(self._cache) > _CACHED:
            self._cache.popitem(last=False)
        return known

    def _read(self, kind: str, document: object) -> CardSet:
        reader, part = Reader(), KINDS[kind]
        fields = reader.members(document, "", ("game", "name", "previous", "expiry", part))
        for name in ("game", "name", part):
            if name not in fields:
                reader.fault("missing_field", f"/{name}", f"The field {name} is needed here.")
        game = reader.choice(fields.get("game", ""), "/game", self._cupboard.judge.games(), "unknown_game")
        name = reader.text(fields.get("name", ""), "/name", NAME)
        previous = fields.get("previous")
        if previous is not None and not (isinstance(previous, str) and HASH.fullmatch(previous)):
            reader.fault("not_a_hash", "/previous", "The hash of the set that this one follows is expected here.")
        days = fields.get("expiry")
        ttl = DAY * (DECK_DAYS if days is None else reader.whole_number(days, "/expiry", 1, LONGEST_EXPIRY))
        refuse(reader.faults, InvalidWish)
        content = fields[part]
        refuse(self._cupboard.judge.content_faults(game, kind, content), InvalidWish)
        now = self._now()
        return CardSet(hash_of(game, kind, content), kind, game, name, previous, now, now + ttl, content)

    def _count(self, client: str) -> None:
        """Count what a client registers in a day; the client's address itself is not kept."""
        if not client or not self._policy.sets_a_day:
            return
        day = self._now() // DAY
        key = "q:" + hashlib.sha256(f"{client}/{day}".encode()).hexdigest()
        if int(self._client.run(TALLY, [key], [DAY])) > self._policy.sets_a_day:
            raise TooMany("card sets and maps a day and client", self._policy.sets_a_day)

    def _run(self, script: Script, name: str, words: Sequence[Word] = ()) -> Any:
        return self._client.run(script, [f"{{s:{name}}}:head", f"{{s:{name}}}:tok"], words)

    def _now(self) -> int:
        return self._cupboard.now()


def hash_of(game: str, kind: str, content: Any) -> str:
    """Give the SHA-256 of content in its canonical form."""
    return hashlib.sha256(orjson.dumps([kind, game, content], option=orjson.OPT_SORT_KEYS)).hexdigest()


def entry_of(found: CardSet) -> Entry:
    """Make the entry of a set in the public index."""
    return Entry(
        id=found.hash,
        game=found.game,
        format=found.kind,
        name=found.name,
        author=None,
        tags=[],
        revision=1,
        list_hash=found.hash,
        verdict="",
        created=found.created,
        updated=found.created,
        expires=found.expires,
        member=f"{found.created:012}{found.hash}",
        lists=[found.kind],
    )


def is_listed(head: dict[str, bytes]) -> bool:
    """Whether a set belongs into the public index."""
    return head["deleted"] == b"0" and not head["hidden"]


def is_approved(head: dict[str, bytes]) -> bool:
    """Whether an operator let a set into a reviewed index."""
    return head.get("approved") == b"1"


def set_of(name: str, head: dict[str, bytes]) -> CardSet:
    """Read a set as the store has it."""
    return CardSet(
        hash=name,
        kind=head["kind"].decode(),
        game=head["game"].decode(),
        name=head["name"].decode(),
        previous=head["previous"].decode() or None,
        created=int(head["created"]),
        expires=int(head["touched"]) + int(head["ttl"]),
        content=orjson.loads(head["body"]),
    )
