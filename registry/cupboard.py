"""Where decks lie: reading one, opening it with a token, and writing its next revision."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from registry import keys, stored
from registry.access import changeable, readable
from registry.ceilings import Ceilings
from registry.changes import Changes
from registry.client import Client, Word
from registry.deck import Deck, assembled, mark_of
from registry.errors import DeckNotFound, IllegalDeck, RegistryError, RegistryUnavailable, RevisionNotFound
from registry.ids import parse_id
from registry.index import Index
from registry.legality import Judge, Legality, judged
from registry.lists import Record, list_hash, named
from registry.outcomes import moves_of
from registry.set_keys import HASH
from registry.stored import Found, Head, Revision

LOOKS = 10
"""How often a deck that others change all the time is told to the index."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A deck that a token may change: its id, what was found of it, and the token's fingerprint."""

    id: str
    found: Found
    known: str


class Cupboard:
    """Reads and writes decks for those who give them out."""

    def __init__(
        self, client: Client, judge: Judge, index: Index, ceilings: Ceilings, clock: Callable[[], float] = time.time
    ) -> None:
        self.client = client
        self.judge = judge
        self.index = index
        self.ceilings = ceilings
        self._clock = clock
        self.revisions_kept = keys.REVISIONS_KEPT

    def now(self) -> int:
        """Give the time in Unix seconds."""
        return int(self._clock())

    def run(self, script: keys.Script, deck_id: str, words: Sequence[Word] = ()) -> Any:
        """Run a script on the keys of one deck."""
        return self.client.run(script, [keys.head(deck_id), keys.tokens(deck_id)], words)

    def find(self, deck_id: str, token: str | None, revision: int | None = None) -> Found | None:
        """Look for a deck, whoever asks."""
        words: list[Word] = ["" if revision is None else revision, "1" if token else "0"]
        asked = words if token or revision is not None else ()
        # The key of the tokens is named so that a cluster which has moved one key of the two says so.
        return stored.found(self.client.run(keys.READ, [keys.head(deck_id), keys.tokens(deck_id)], asked))

    def read(self, deck_id: str, token: str | None, revision: int | None = None) -> tuple[str, Found]:
        """Give a deck that this token may see, with its canonical id; raises DeckNotFound, DeckGone, DeckHidden."""
        canonical = canonical_id(deck_id)
        return canonical, readable(self.find(canonical, token, revision), token, self.now())

    def open(self, deck_id: str, token: str | None, etag: str | None) -> Opened:
        """Give a deck that this token may change and that still is at this etag."""
        canonical = canonical_id(deck_id)
        found, known = changeable(self.find(canonical, token), token, etag, self.now())
        return Opened(canonical, found, known)

    def revised(self, record: Record, *, require_legal: bool = False) -> Revision:
        """Complete a record with names, hash and verdict; IllegalDeck if it had to be legal and is not."""
        complete = named(record, lambda card: self.judge.card_name(record.game, card, record.sets))
        legality = judged(self.judge, complete)
        if require_legal and legality.verdict != "legal":
            raise IllegalDeck(legality.document())
        return Revision(complete, list_hash(complete), self.now(), legality, self.judge.basis(record.game))

    def change(self, opened: Opened, record: Record, changes: Changes, *, require_legal: bool = False) -> Deck:
        """Write what differs, if anything does, in one script that compares the version."""
        head = opened.found.head
        present = decoded(opened.found)
        revision = self.revised(record, require_legal=require_legal)
        appended = revision if revision.record != present.record else None
        ttl, visibility = changes.ttl(head.ttl), changes.visibility or head.visibility
        if appended is None and (ttl, visibility) == (head.ttl, head.visibility):
            return self.assembled(opened.id, opened.found)
        if appended is not None:
            self.ceilings.admit_more()
        if head.visibility == "public" != visibility:
            self.index.remove(opened.id, present.record.game)
        blob = stored.encode(appended) if appended else b""
        now = self.now()
        words: list[Word] = [nonce(), now, head.version, opened.known, ttl, visibility, blob]
        with self.settled(opened.id, present.record.game if "public" in (head.visibility, visibility) else None):
            moves = moves_of(self.run(keys.UPDATE, opened.id, [*words, self.revisions_kept, head.patience]))
        moved = replace(head, updated=now, ttl=ttl, visibility=visibility)
        moved = replace(moved, version=moves["version"], revision=moves["revision"], touched=moves["touched"])
        return assembled(opened.id, moved.revision, moved, appended or present, revision.legality)

    def assembled(self, deck_id: str, found: Found, number: int | None = None, edition: str | None = None) -> Deck:
        """Put a deck together as it was found; a locked revision keeps its verdict unless an edition is asked for."""
        shown = number or found.head.revision
        revision = decoded(found, number)
        if edition is None and (found.lock is not None or self._is_kept(revision)):
            return remembered(deck_id, shown, found.fields, found.revision or b"", found.lock)
        deck = assembled(deck_id, shown, found.head, revision, self.legality(revision, edition))
        return with_lock(deck, stored.decode_lock(found.lock))

    def legality(self, revision: Revision, edition: str | None = None) -> Legality:
        """Give the verdict that was kept, or a new one if rules or card sets have moved on or an edition is named."""
        if edition is None and self._is_kept(revision):
            return revision.legality
        return judged(self.judge, revision.record, edition)

    def _is_kept(self, revision: Revision) -> bool:
        """Whether the verdict that was kept still holds: a user's card set may have come or gone since."""
        game = revision.record.game
        if game not in self.judge.games():
            return True
        return revision.basis == self.judge.basis(game) and not any(map(HASH.fullmatch, revision.record.sets))

    def touch(self, deck_id: str, found: Found) -> None:
        """Move the expiry, at most once a day, and never at the price of the read."""
        head, now = found.head, self.now()
        if now - head.touched <= head.patience:
            return
        with contextlib.suppress(RegistryUnavailable):
            self.run(keys.TOUCH, deck_id, [now])
            if found.revision is not None and head.visibility == "public":
                self.settle(deck_id, stored.decode_revision(found.revision).record.game)

    @contextlib.contextmanager
    def settled(self, deck_id: str, game: str | None) -> Iterator[None]:
        """Tell the index after a change of a deck listed under this game, also a refused one; not a silent store."""
        try:
            yield
        except RegistryUnavailable:
            raise
        except RegistryError:
            if game is not None:
                self.settle(deck_id, game)
            raise
        if game is not None:
            self.settle(deck_id, game)

    def settle(self, deck_id: str, game: str | None) -> None:
        """Let the public index say what a deck is, that it had under this game or, with None, under whichever.

        The deck is looked at again until it is as it was told: whoever changed it meanwhile may have been faster here,
        and what is private, hidden or gone by now must not stay listed. What the store cannot do is left to `reindex`.
        """
        told: object = self
        with contextlib.suppress(RegistryUnavailable):
            for _ in range(LOOKS):
                found = self.find(deck_id, None)
                standing = None if found is None else found.head.standing
                if standing == told:
                    return
                game, told = self._told(deck_id, found, game), standing

    def _told(self, deck_id: str, found: Found | None, game: str | None) -> str | None:
        """Tell the index once; give the game under which the deck is now."""
        revision = None if found is None or found.revision is None else stored.decode_revision(found.revision)
        now_of = game if revision is None else revision.record.game
        for other in {*self.judge.games()} if game is None else {game}:
            if revision is None or other != now_of:
                self.index.remove(deck_id, other)
        if found is not None and revision is not None:
            self.index.show(deck_id, found.head, revision, self.now())
        return now_of

    def first_head(self, changes: Changes, now: int, origin: str = "") -> Head:
        """Give the head of a deck that is made now."""
        ttl, visibility = changes.ttl(keys.DECK_DAYS * keys.DAY), changes.visibility or "unlisted"
        return Head(1, 1, 1, now, now, now, ttl, 0, visibility=visibility, origin=origin)


@lru_cache(maxsize=2048)
def remembered(deck_id: str, number: int, fields: bytes, blob: bytes, lock: bytes | None) -> Deck:
    """Put together what these bytes of the store say, once for the same bytes."""
    revision, locked = stored.decode_revision(blob), stored.decode_lock(lock)
    legality = locked.legality if locked else revision.legality
    return with_lock(assembled(deck_id, number, stored.head_of(fields), revision, legality), locked)


def with_lock(deck: Deck, lock: stored.Lock | None) -> Deck:
    """Say of a deck that it is locked, if it is."""
    if lock is None:
        return deck
    return replace(deck, locked=lock.locked, locked_until=lock.until, etag=deck.etag + mark_of(lock))


def decoded(found: Found, number: int | None = None) -> Revision:
    """Give the revision that was found; RevisionNotFound when the deck has no such one.

    One that it must have is on its way from node to node of a cluster together with the rest: RegistryUnavailable.
    """
    head = found.head
    wanted = head.revision if number is None else number
    if found.revision is not None:
        return stored.decode_revision(found.revision)
    if head.first <= wanted <= head.revision:
        raise RegistryUnavailable("The deck store does not have the whole deck at the moment; try again soon.")
    raise RevisionNotFound(wanted, head.revision)


def canonical_id(deck_id: str) -> str:
    """Give the canonical spelling of an id; what cannot be one is a deck that is not there."""
    canonical = parse_id(deck_id)
    if canonical is None:
        raise DeckNotFound
    return canonical


def nonce() -> str:
    """Draw what a write is known by when it is run twice."""
    return secrets.token_hex(8)
