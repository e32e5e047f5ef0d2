"""The registry: decks under ids that cannot be guessed, changed by whoever holds the token."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec

from registry import keys, stored, tokens
from registry.backup import Backup
from registry.ceilings import Ceilings
from registry.changes import Changes, read_changes
from registry.client import Client, Word
from registry.cupboard import Cupboard, decoded, nonce
from registry.deck import Created, Deck, assembled
from registry.errors import IdempotencyKeyReused
from registry.history import History
from registry.idempotency import claim
from registry.ids import new_id
from registry.index import Asked, Index, Listing
from registry.keyring import Keyring
from registry.legality import Judge
from registry.lists import Record
from registry.moderation import Moderation
from registry.outcomes import moves_of
from registry.policy import Policy
from registry.records import read_record
from registry.sets import Sets
from registry.stored import Head, Revision
from registry.tokens import Grant, new_token
from registry.whichever import at_whichever_version


class Registry:
    """Keeps decks in a store. Every call may raise RegistryUnavailable; what else it raises is said with it.

    `keyring` has the tokens, `history` the revisions, `moderation` what operators do, `sets` card sets
    and maps, `backup` everything at once.
    """

    def __init__(
        self, client: Client, judge: Judge, clock: Callable[[], float] = time.time, policy: Policy | None = None
    ) -> None:
        self.policy = policy or Policy()
        self._client = client
        self._judge = judge
        self.ceilings = Ceilings(client, self.policy)
        self._cupboard = Cupboard(client, judge, Index(client, self.policy.public_index), self.ceilings, clock)
        self._cupboard.revisions_kept = self.policy.revisions
        self.keyring = Keyring(self._cupboard, self.policy.tokens)
        self.history = History(self._cupboard)
        self.moderation = Moderation(self._cupboard, self.ceilings)
        self.sets = Sets(self._cupboard, self.policy)
        self.backup = Backup(self._cupboard, self.ceilings)

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
        IdempotencyKeyReused, InvalidIdempotencyKey, RegistryFull, and DeckGone if the deck of this key was deleted.
        """
        changes = read_changes({"visibility": visibility, "expiry": expiry})
        record = read_record(deck, self._judge.games())
        return self._make(record, changes, idempotency_key, require_legal=require_legal)

    def fork(
        self,
        deck_id: str,
        token: str | None = None,
        *,
        revision: int | None = None,
        changes: object = None,
        idempotency_key: str | None = None,
    ) -> Created:
        """Register a copy that says what it was made from; `changes` as for `patch`.

        Raises what `get` and `create` raise.
        """
        canonical, found = self._cupboard.read(deck_id, token, revision)
        wanted = read_changes(changes or {})
        record = wanted.applied(decoded(found, revision).record)
        origin = f"{canonical}/{revision or found.head.revision}"
        asked = [canonical, revision, wanted]  # not what it comes to: the deck may have moved on as it is asked again
        return self._make(record, wanted, idempotency_key, origin=origin, asked=asked)

    def get(
        self, deck_id: str, token: str | None = None, *, revision: int | None = None, edition: str | None = None
    ) -> Deck:
        """Give a deck at its latest revision or another one, and count it as used.

        The verdict is that of an edition if one is named. Raises DeckNotFound (also for a private deck without a token
        of it), DeckGone, DeckHidden, RevisionNotFound, EditionUnknown.
        """
        canonical, found = self._cupboard.read(deck_id, token, revision)
        self._cupboard.touch(canonical, found)
        return self._cupboard.assembled(canonical, found, revision, edition)

    def get_revision(self, deck_id: str, revision: int, token: str | None = None) -> Deck:
        """Give a deck as it was at one revision; raises what `get` raises."""
        return self.get(deck_id, token, revision=revision)

    def listing(self, asked: Asked) -> Listing:
        """Give a page of the public index; raises InvalidCursor."""
        return self._cupboard.index.browse(asked, self._judge.games(), self._cupboard.now())

    def listed(self, game: str) -> int:
        """Give how many decks of a game the public index has."""
        return self._cupboard.index.count(game)

    def waiting(self, game: str, cursor: str | None = None) -> Listing:
        """Give the public decks that wait for an operator's approval."""
        return self._cupboard.index.waiting(game, self._cupboard.now(), cursor)

    @at_whichever_version
    def update(
        self, deck_id: str, deck: object, *, token: str | None, etag: str | None, require_legal: bool = False
    ) -> Deck:
        """Append a revision: the whole deck anew, if it still is at this etag ("*" for any).

        Raises what `get` raises, and TokenRequired, TokenRefused, PreconditionRequired, PreconditionFailed,
        InvalidDeck, IllegalDeck, RegistryFull. A deck that is the same as before makes no revision.
        """
        opened = self._cupboard.open(deck_id, token, etag)
        record = read_record(deck, self._judge.games())
        return self._cupboard.change(opened, record, Changes(), require_legal=require_legal)

    @at_whichever_version
    def patch(self, deck_id: str, changes: object, *, token: str | None, etag: str | None) -> Deck:
        """Change name, author, description, tags, visibility or expiry by a merge patch; raises what `update` raises.

        Words make a new revision, visibility and expiry do not.
        """
        opened = self._cupboard.open(deck_id, token, etag)
        wanted = read_changes(changes)
        record = wanted.applied(decoded(opened.found).record)
        return self._cupboard.change(opened, record, wanted)

    @at_whichever_version
    def delete(self, deck_id: str, *, token: str | None, etag: str | None) -> None:
        """Take a deck away; its id answers DeckGone for two years. Raises what `get` and `update` raise."""
        opened = self._cupboard.open(deck_id, token, etag)
        head, game = opened.found.head, decoded(opened.found).record.game
        words: list[Word] = [nonce(), self._cupboard.now(), head.version, opened.known, keys.TOMBSTONE_SECONDS]
        if head.visibility == "public":
            self._cupboard.index.remove(opened.id, game)
        with self._cupboard.settled(opened.id, game if head.visibility == "public" else None):
            moves_of(self._cupboard.run(keys.DELETE, opened.id, words))
        self.ceilings.note(-1)

    def ping(self) -> None:
        """Return when the store answers; RegistryUnavailable says why it does not."""
        self._client.ping()

    def close(self) -> None:
        """Let go of the connections to the store, which is told how many decks came; an embedded store runs on."""
        self.ceilings.tell()
        self._client.close()

    def _make(
        self,
        record: Record,
        changes: Changes,
        idempotency_key: str | None,
        *,
        origin: str = "",
        asked: list[Any] | None = None,
        require_legal: bool = False,
    ) -> Created:
        self.ceilings.admit()
        revision = self._cupboard.revised(record, require_legal=require_legal)
        head = self._cupboard.first_head(changes, revision.created, origin)
        deck_id, token = self._name(asked or [revision.record, head.visibility, head.ttl], idempotency_key)
        answer = self._cupboard.run(keys.CREATE, deck_id, _first_words(head, revision, token))
        if answer == b"taken":
            raise IdempotencyKeyReused
        if head.visibility == "public":
            self._cupboard.settle(deck_id, record.game)
        if answer == b"again":
            return Created(self.get(deck_id, token), token, replayed=idempotency_key is not None)
        self.ceilings.note(1)
        return Created(assembled(deck_id, 1, head, revision, revision.legality), token, replayed=False)

    def _name(self, asked: list[Any], idempotency_key: str | None) -> tuple[str, str]:
        """Draw an id and a token, or take those that belong to the idempotency key and what was asked with it."""
        if idempotency_key is None:
            return new_id(), new_token()
        return claim(self._client, idempotency_key, msgspec.json.encode(asked))


def _first_words(head: Head, revision: Revision, token: str) -> list[Word]:
    """Give what CREATE is told."""
    grant = Grant(scope="admin", created=head.created, id=tokens.new_name())
    words: list[Word] = [nonce(), head.created, head.ttl, head.visibility, stored.encode(revision)]
    return [*words, tokens.fingerprint(token), stored.encode(grant), head.origin]
