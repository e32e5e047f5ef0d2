"""The registry: decks under ids that cannot be guessed, changed by whoever holds the token."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from registry import keys, stored, tokens
from registry.access import changeable, readable
from registry.changes import Changes, read_changes
from registry.client import Client, Word
from registry.deck import Created, Deck, assembled
from registry.errors import DeckNotFound, IdempotencyKeyReused, IllegalDeck, RegistryUnavailable, RevisionNotFound
from registry.idempotency import claim
from registry.ids import new_id, parse_id
from registry.legality import Judge, Legality, judged
from registry.lists import Record, list_hash, named
from registry.outcomes import moves_of
from registry.records import read_record
from registry.stored import Found, Head, Revision
from registry.tokens import Grant, new_token


class Registry:
    """Keeps decks in a store. Every call may raise RegistryUnavailable; what else it raises is said with it."""

    def __init__(self, client: Client, judge: Judge, clock: Callable[[], float] = time.time) -> None:
        self._client = client
        self._judge = judge
        self._clock = clock

    def create(
        self,
        deck: object,
        *,
        visibility: str = "unlisted",
        expiry: int | None = None,
        idempotency_key: str | None = None,
        require_legal: bool = False,
    ) -> Created:
        """Register a deck: a document as `Record` has it; description, tags, card names, sets and options may lack.

        An illegal deck is kept too, with its verdict, unless `require_legal`. Raises InvalidDeck, IllegalDeck,
        IdempotencyKeyReused, InvalidIdempotencyKey, and DeckGone if the deck of this key was deleted since.
        """
        changes = read_changes({"visibility": visibility, "expiry": expiry})
        revision = self._revision(read_record(deck, self._judge.games()), require_legal=require_legal)
        head = self._first_head(changes, revision.created)
        deck_id, token = self._name(revision, head, idempotency_key)
        words: list[Word] = [_nonce(), head.created, head.ttl, head.visibility, stored.encode(revision)]
        grant = stored.encode(Grant(scope="admin", created=head.created))
        answer = self._run(keys.CREATE, deck_id, [*words, tokens.fingerprint(token), grant])
        if answer == b"taken":
            raise IdempotencyKeyReused
        if answer == b"again":
            return Created(self.get(deck_id, token), token, replayed=idempotency_key is not None)
        return Created(assembled(deck_id, 1, head, revision, revision.legality), token, replayed=False)

    def get(self, deck_id: str, token: str | None = None, *, revision: int | None = None) -> Deck:
        """Give a deck at its latest revision or another one, and count it as used.

        Raises DeckNotFound (also for a private deck without a token of it), DeckGone, RevisionNotFound.
        """
        canonical = _canonical(deck_id)
        found = readable(self._find(canonical, token, revision), token, self._now())
        self._touch(canonical, found.head)
        return self._assembled(canonical, found, revision)

    def get_revision(self, deck_id: str, revision: int, token: str | None = None) -> Deck:
        """Give a deck as it was at one revision; raises what `get` raises."""
        return self.get(deck_id, token, revision=revision)

    def update(
        self, deck_id: str, deck: object, *, token: str | None, etag: str | None, require_legal: bool = False
    ) -> Deck:
        """Append a revision: the whole deck anew, if it still is at this etag ("*" for any).

        Raises what `get` raises, and TokenRequired, TokenRefused, PreconditionRequired, PreconditionFailed,
        InvalidDeck, IllegalDeck. A deck that is the same as before makes no revision.
        """
        canonical, found, known = self._open(deck_id, token, etag)
        record = read_record(deck, self._judge.games())
        return self._change(canonical, found, known, record, Changes(), require_legal=require_legal)

    def patch(self, deck_id: str, changes: object, *, token: str | None, etag: str | None) -> Deck:
        """Change name, author, description, tags, visibility or expiry by a merge patch; raises what `update` raises.

        Words make a new revision, visibility and expiry do not.
        """
        canonical, found, known = self._open(deck_id, token, etag)
        wanted = read_changes(changes)
        record = wanted.applied(self._decoded(found, None).record)
        return self._change(canonical, found, known, record, wanted, require_legal=False)

    def delete(self, deck_id: str, *, token: str | None, etag: str | None) -> None:
        """Take a deck away; its id answers DeckGone for two years. Raises what `get` and `update` raise."""
        canonical, found, known = self._open(deck_id, token, etag)
        words: list[Word] = [_nonce(), self._now(), found.head.version, known, keys.TOMBSTONE_SECONDS]
        moves_of(self._run(keys.DELETE, canonical, words))

    def ping(self) -> None:
        """Return when the store answers; RegistryUnavailable says why it does not."""
        self._client.ping()

    def close(self) -> None:
        """Let go of the connections to the store; an embedded store runs on."""
        self._client.close()

    def _open(self, deck_id: str, token: str | None, etag: str | None) -> tuple[str, Found, str]:
        canonical = _canonical(deck_id)
        found, known = changeable(self._find(canonical, token, None), token, etag, self._now())
        return canonical, found, known

    def _change(
        self, deck_id: str, found: Found, known: str, record: Record, changes: Changes, *, require_legal: bool
    ) -> Deck:
        """Write what differs, if anything does, in one script that compares the version."""
        present = self._decoded(found, None)
        revision = self._revision(record, require_legal=require_legal)
        appended = revision if revision.record != present.record else None
        ttl, visibility = changes.ttl(found.head.ttl), changes.visibility or found.head.visibility
        if appended is None and (ttl, visibility) == (found.head.ttl, found.head.visibility):
            return self._assembled(deck_id, found, None)
        blob = stored.encode(appended) if appended else b""
        now = self._now()
        words: list[Word] = [_nonce(), now, found.head.version, known, ttl, visibility, blob]
        answer = self._run(keys.UPDATE, deck_id, [*words, keys.REVISIONS_KEPT, found.head.patience])
        head = replace(found.head, **moves_of(answer), updated=now, ttl=ttl, visibility=visibility)
        return assembled(deck_id, head.revision, head, appended or present, revision.legality)

    def _revision(self, record: Record, *, require_legal: bool) -> Revision:
        """Complete a record with names, hash and verdict; IllegalDeck if it had to be legal and is not."""
        complete = named(record, lambda card: self._judge.card_name(record.game, card, record.sets))
        legality = judged(self._judge, complete)
        if require_legal and legality.verdict != "legal":
            raise IllegalDeck(legality.document())
        return Revision(complete, list_hash(complete), self._now(), legality, self._judge.basis(record.game))

    def _first_head(self, changes: Changes, now: int) -> Head:
        visibility = changes.visibility or "unlisted"
        return Head(1, 1, 1, visibility, now, now, now, changes.ttl(keys.DECK_DAYS * keys.DAY), 0)

    def _name(self, revision: Revision, head: Head, idempotency_key: str | None) -> tuple[str, str]:
        """Draw an id and a token, or take those that belong to the idempotency key."""
        if idempotency_key is None:
            return new_id(), new_token()
        content = msgspec.json.encode([revision.record, head.visibility, head.ttl])
        return claim(self._client, idempotency_key, content)

    def _find(self, deck_id: str, token: str | None, revision: int | None) -> Found | None:
        words: list[Word] = ["" if revision is None else revision, "1" if token else "0", *keys.HEAD_FIELDS]
        return stored.found(self._run(keys.READ, deck_id, words))

    def _assembled(self, deck_id: str, found: Found, number: int | None) -> Deck:
        revision = self._decoded(found, number)
        return assembled(deck_id, number or found.head.revision, found.head, revision, self._legality(revision))

    def _decoded(self, found: Found, number: int | None) -> Revision:
        if found.revision is None:
            raise RevisionNotFound(number or found.head.revision, found.head.revision)
        return stored.decode_revision(found.revision)

    def _legality(self, revision: Revision) -> Legality:
        """Give the verdict that was kept, or a new one if rules or card sets have moved on."""
        game = revision.record.game
        if game not in self._judge.games() or revision.basis == self._judge.basis(game):
            return revision.legality
        return judged(self._judge, revision.record)

    def _touch(self, deck_id: str, head: Head) -> None:
        """Move the expiry, at most once a day, and never at the price of the read."""
        if self._now() - head.touched > head.patience:
            with contextlib.suppress(RegistryUnavailable):
                self._run(keys.TOUCH, deck_id, [self._now()])

    def _run(self, script: keys.Script, deck_id: str, words: Sequence[Word]) -> Any:
        return self._client.run(script, [keys.head(deck_id), keys.tokens(deck_id)], words)

    def _now(self) -> int:
        return int(self._clock())


def _canonical(deck_id: str) -> str:
    canonical = parse_id(deck_id)
    if canonical is None:
        raise DeckNotFound
    return canonical


def _nonce() -> str:
    return secrets.token_hex(8)
