"""The history of a deck: listed, compared, restored, locked, forked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from registry import (
    Created,
    DeckNotFound,
    EditionUnknown,
    IdempotencyKeyReused,
    InvalidDeck,
    Policy,
    PreconditionFailed,
    Registry,
    RevisionNotFound,
    TokenRefused,
    TokenRequired,
    open_registry,
)
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge
from tests.registry.patience import PATIENT

pytestmark = pytest.mark.server


@pytest.fixture
def made(registry: Registry) -> Created:
    """A deck with three revisions."""
    created = registry.create(small_deck())
    other = small_deck(sections={"deck": [{"card": "rama", "count": 3}, {"card": "vanaras", "count": 1}]})
    registry.update(created.deck.id, other, token=created.token, etag="*")
    registry.patch(created.deck.id, {"name": "Third"}, token=created.token, etag="*")
    return created


def test_revisions_are_listed_newest_first_page_by_page(registry: Registry, made: Created) -> None:
    first = registry.history.revisions(made.deck.id, None, limit=2)
    rest = registry.history.revisions(made.deck.id, None, begin=first.next, limit=2)

    assert [each["revision"] for each in first.revisions] == [3, 2]
    assert ([each["revision"] for each in rest.revisions], rest.next) == ([1], None)
    assert first.revisions[0]["name"] == "Third"


def test_two_revisions_are_compared(registry: Registry, made: Created) -> None:
    last = registry.history.difference(made.deck.id, None)
    whole = registry.history.difference(made.deck.id, None, old=1, new=3)

    assert (last["from"], last["to"], last["sections"]) == (2, 3, {})
    assert last["words"] == {"name": {"from": "Small", "to": "Third"}}
    assert whole["sections"]["deck"] == [
        {"card": "rama", "name": "RAMA", "from": 2, "to": 3},
        {"card": "forge", "name": "VISHWAKARMA'S FORGE", "from": 1, "to": 0},
        {"card": "vanaras", "name": "VANARAS", "from": 0, "to": 1},
    ]
    with pytest.raises(RevisionNotFound):
        registry.history.difference(made.deck.id, None, old=1, new=9)


def test_a_restored_revision_is_a_new_one(registry: Registry, made: Created) -> None:
    restored = registry.history.restore(made.deck.id, 1, token=made.token, etag="v3")

    assert (restored.revision, restored.list_hash, restored.record.name) == (4, made.deck.list_hash, "Small")
    with pytest.raises(PreconditionFailed):
        registry.history.restore(made.deck.id, 2, token=made.token, etag="v3")
    with pytest.raises(RevisionNotFound):
        registry.history.restore(made.deck.id, 9, token=made.token, etag="*")


def test_a_locked_revision_keeps_the_verdict_of_its_day(registry: Registry, judge: SmallJudge, made: Created) -> None:
    locked = registry.history.lock(made.deck.id, 1, token=made.token)
    del judge.names["rama"]
    judge.edition = "2.0"

    now = registry.get(made.deck.id, revision=3)
    then = registry.get(made.deck.id, revision=1)
    again = registry.get(made.deck.id, revision=1, edition="2.0")

    assert (then.locked, then.legality.verdict, then.legality.rules) == (locked.locked, "legal", "1.0")
    assert (now.legality.verdict, again.legality.verdict, again.legality.rules) == ("illegal", "illegal", "2.0")
    with pytest.raises(EditionUnknown):
        registry.get(made.deck.id, edition="9.9")


def test_locking_needs_a_token_that_may_edit(registry: Registry, made: Created) -> None:
    read = registry.keyring.add(made.deck.id, made.token, {"scope": "read"}).token

    with pytest.raises(TokenRequired):
        registry.history.lock(made.deck.id, 1, token=None)
    with pytest.raises(TokenRefused):
        registry.history.lock(made.deck.id, 1, token=read)
    for date in ("2020-01-01", "soon", "9999-01-01", "2031-1-1", "٢٠٣١-٠١-٠١", "2031-02-30", ""):
        with pytest.raises(InvalidDeck):
            registry.history.lock(made.deck.id, 1, token=made.token, until=date)


@pytest.fixture
def few(embedded: Path) -> Iterator[Registry]:
    """A registry that keeps three revisions a deck."""
    opened = open_registry(data_dir=embedded, judge=SmallJudge(), policy=Policy(revisions=3), settings=PATIENT)
    yield opened
    opened.close()


def test_the_oldest_revision_goes_first_but_never_a_locked_one(few: Registry) -> None:
    made = few.create(small_deck())
    few.history.lock(made.deck.id, 1, token=made.token)
    for number in range(2, 7):
        few.patch(made.deck.id, {"name": f"N{number}"}, token=made.token, etag="*")

    kept = [each["revision"] for each in few.history.revisions(made.deck.id, None).revisions]

    assert kept == [6, 5, 4, 1]
    assert few.get(made.deck.id, revision=1).record.name == "Small"
    with pytest.raises(RevisionNotFound):
        few.get(made.deck.id, revision=2)


def test_a_revision_locked_until_a_date_outlasts_the_decks_expiry(few: Registry) -> None:
    made = few.create(small_deck(), expiry=1)
    day = (datetime.now(UTC) + timedelta(days=30)).strftime("%Y-%m-%d")

    locked = few.history.lock(made.deck.id, 1, token=made.token, until=day)

    left = few._client._ask(lambda store: store.ttl(f"{{d:{made.deck.id}}}:rev:1"))
    assert left > 28 * 86_400
    assert locked.expires == locked.locked_until


def test_a_fork_says_what_it_was_made_from(registry: Registry, made: Created) -> None:
    fork = registry.fork(made.deck.id, revision=1, changes={"name": "Mine", "visibility": "private"})

    assert fork.deck.forked_from == {"id": made.deck.shown_id, "revision": 1}
    assert (fork.deck.record.name, fork.deck.list_hash) == ("Mine", made.deck.list_hash)
    assert registry.get(fork.deck.id, fork.token).forked_from == fork.deck.forked_from
    with pytest.raises(DeckNotFound):
        registry.fork(fork.deck.id)


def test_a_fork_is_made_once_for_a_key(registry: Registry, made: Created) -> None:
    key = f"a key of this very fork {made.deck.id}"

    first, again = (registry.fork(made.deck.id, idempotency_key=key) for _ in range(2))

    assert (first.deck.id, first.token) == (again.deck.id, again.token)


def test_a_fork_that_is_asked_for_again_is_the_first_though_the_deck_moved_on(
    registry: Registry, made: Created
) -> None:
    key = f"a key of this very fork {made.deck.id}"
    first = registry.fork(made.deck.id, changes={"name": "Mine"}, idempotency_key=key)
    registry.patch(made.deck.id, {"name": "Fourth"}, token=made.token, etag="*")

    again = registry.fork(made.deck.id, changes={"name": "Mine"}, idempotency_key=key)

    assert (again.deck.id, again.token, again.replayed) == (first.deck.id, first.token, True)
    for other in ({"changes": {"name": "Other"}}, {"revision": 1, "changes": {"name": "Mine"}}):
        with pytest.raises(IdempotencyKeyReused):
            registry.fork(made.deck.id, idempotency_key=key, **other)


@pytest.mark.parametrize("number", [0, 7])
def test_a_revision_that_is_not_there_is_told_by_its_number(registry: Registry, number: int) -> None:
    made = registry.create(small_deck()).deck

    with pytest.raises(RevisionNotFound, match=f"no revision {number}"):
        registry.get(made.id, revision=number)
