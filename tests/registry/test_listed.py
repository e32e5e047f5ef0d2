"""Nothing is listed that is private, hidden, gone or of another game, whoever was faster at the index."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from registry import Asked, Created, PreconditionFailed, Registry, open_registry, stop_store, write_line
from registry.client import Client
from registry.index import PLACE, Index
from registry.set_keys import LEAVE
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge
from tests.registry.patience import PATIENT

pytestmark = pytest.mark.server

GAME, OTHER = "maha-yodha", "machai"


class TwoGames(SmallJudge):
    """Knows a second game with the same cards."""

    def games(self) -> list[str]:
        return [GAME, OTHER]


@pytest.fixture
def judge() -> SmallJudge:
    return TwoGames()


@pytest.fixture
def tag() -> str:
    """A tag of this test's own."""
    return uuid4().hex[:12]


def names(registry: Registry, tag: str) -> list[str]:
    return [entry.name for entry in registry.listing(Asked(tag=tag)).entries]


def public(registry: Registry, tag: str) -> Created:
    return registry.create(small_deck(tags=[tag]), visibility="public")


def private(registry: Registry, made: Created) -> object:
    return registry.patch(made.deck.id, {"visibility": "private"}, token=made.token, etag="*")


WITHDRAWALS: dict[str, Callable[[Registry, Created], object]] = {
    "made private": private,
    "deleted": lambda registry, made: registry.delete(made.deck.id, token=made.token, etag="*"),
    "hidden": lambda registry, made: registry.moderation.hide(made.deck.id, "spam"),
    "taken away": lambda registry, made: registry.moderation.delete(made.deck.id),
}


@pytest.mark.parametrize("withdrawal", WITHDRAWALS)
def test_what_is_withdrawn_while_another_is_telling_the_index_is_not_listed(
    registry: Registry, tag: str, withdrawal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = public(registry, tag)
    show, waiting = Index.show, [True]

    def late(index: Index, *words: Any) -> None:
        if waiting:
            waiting.clear()
            WITHDRAWALS[withdrawal](registry, made)
        show(index, *words)

    monkeypatch.setattr(Index, "show", late)
    registry.patch(made.deck.id, {"name": "Renamed"}, token=made.token, etag="*")

    assert waiting == []
    assert names(registry, tag) == []


LATE: dict[str, Callable[[Registry, Created], object]] = {
    "made private": lambda registry, made: registry.patch(
        made.deck.id, {"visibility": "private"}, token=made.token, etag="v1"
    ),
    "deleted": lambda registry, made: registry.delete(made.deck.id, token=made.token, etag="v1"),
}


@pytest.mark.parametrize("withdrawal", LATE)
def test_a_withdrawal_that_comes_too_late_leaves_the_deck_listed(
    registry: Registry, tag: str, withdrawal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = public(registry, tag)
    remove = Index.remove

    def late(index: Index, *words: Any) -> None:
        monkeypatch.undo()
        registry.patch(made.deck.id, {"name": "Faster"}, token=made.token, etag="v1")
        remove(index, *words)

    monkeypatch.setattr(Index, "remove", late)
    with pytest.raises(PreconditionFailed):
        LATE[withdrawal](registry, made)

    assert names(registry, tag) == ["Faster"]


def test_a_deck_that_moves_to_another_game_is_listed_there_only(registry: Registry, tag: str) -> None:
    made = public(registry, tag)

    registry.update(made.deck.id, small_deck(tags=[tag], game=OTHER, name="Moved"), token=made.token, etag="*")

    assert names(registry, tag) == ["Moved"]
    registry.moderation.delete(made.deck.id)
    assert names(registry, tag) == []


def test_a_key_that_is_used_again_lists_what_was_not_listed_then(
    registry: Registry, tag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {"visibility": "public", "idempotency_key": f"a key of this test {tag}"}
    with monkeypatch.context() as broken:
        broken.setattr(Index, "show", lambda *_: None)
        registry.create(small_deck(tags=[tag]), **asked)

    registry.create(small_deck(tags=[tag]), **asked)

    assert names(registry, tag) == ["Small"]


@pytest.fixture
def source(tmp_path: Path, judge: SmallJudge) -> Iterator[Registry]:
    """Another registry, whose decks are moved."""
    opened = open_registry(data_dir=tmp_path, judge=judge, settings=PATIENT)
    yield opened
    opened.close()
    stop_store(tmp_path)


@pytest.mark.parametrize("withdrawal", WITHDRAWALS)
def test_what_was_withdrawn_between_two_imports_is_not_listed(
    source: Registry, registry: Registry, tag: str, withdrawal: str
) -> None:
    made = public(source, tag)
    list(registry.backup.restore(map(write_line, source.backup.lines())))
    assert names(registry, tag) == ["Small"]
    WITHDRAWALS[withdrawal](source, made)

    list(registry.backup.restore(map(write_line, source.backup.lines())))

    assert names(registry, tag) == []


@pytest.mark.parametrize("withdrawal", WITHDRAWALS)
def test_what_is_withdrawn_while_the_index_is_made_anew_is_not_listed(
    source: Registry, tag: str, withdrawal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = public(source, tag)
    show_many = Index.show_many

    def late(index: Index, *words: Any) -> None:
        monkeypatch.undo()
        WITHDRAWALS[withdrawal](source, made)
        show_many(index, *words)

    monkeypatch.setattr(Index, "show_many", late)
    list(source.backup.reindex())

    assert names(source, tag) == []


def test_decks_that_an_operator_takes_away_are_off_the_count(source: Registry, tag: str) -> None:
    made = [public(source, tag) for _ in range(3)]

    source.moderation.delete(made[0].deck.id)
    source.delete(made[1].deck.id, token=made[1].token, etag="*")

    assert source.ceilings.usage().decks == 1


def test_what_was_counted_last_is_told_before_the_connections_go(source: Registry, tmp_path: Path) -> None:
    first = open_registry(data_dir=tmp_path, judge=SmallJudge(), settings=PATIENT)
    first.create(small_deck())

    first.close()

    assert source.ceilings.usage().decks == 1


# -- card sets and maps ----------------------------------------------------------------------------


def brought(registry: Registry) -> tuple[str, str]:
    """The hash of a card set that nobody else has, and its token."""
    cards = [{"key": f"k-{secrets.token_hex(4)}", "name": "MINE"}]
    made, token, _ = registry.sets.add("cards", {"game": GAME, "name": "Mine", "cards": cards})
    return made.hash, token


def sets_listed(registry: Registry) -> dict[str, int]:
    page = registry.listing(Asked(game=GAME, kind="cards", limit=100))
    return {entry.id: entry.expires for entry in page.entries}


def test_a_hidden_set_is_listed_again_when_it_is_shown(source: Registry) -> None:
    name, _ = brought(source)

    source.sets.hide(name, "spam")
    assert name not in sets_listed(source)
    list(source.backup.reindex())
    assert name not in sets_listed(source)
    source.sets.show(name)
    assert name in sets_listed(source)


def test_a_set_whose_acknowledgement_got_lost_is_listed(source: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "run", twice(Client.run, but=(PLACE,)))

    name, token = brought(source)
    assert name in sets_listed(source)
    source.sets.remove("cards", name, token)
    assert name not in sets_listed(source)


def test_a_set_that_somebody_else_keeps_is_taken_back_once_though_it_is_asked_twice(
    source: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = {"game": GAME, "name": "Mine", "cards": [{"key": "k", "name": "MINE"}]}
    (made, mine, _), (_, other, _) = (source.sets.add("cards", document) for _ in range(2))
    monkeypatch.setattr(Client, "run", twice(Client.run, only=(LEAVE,)))

    source.sets.remove("cards", made.hash, mine)

    assert made.hash in sets_listed(source)
    source.sets.remove("cards", made.hash, other)
    assert made.hash not in sets_listed(source)


def test_a_decks_removal_by_an_operator_may_be_asked_twice(
    registry: Registry, tag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = public(registry, tag)
    monkeypatch.setattr(Client, "run", twice(Client.run))

    registry.moderation.delete(made.deck.id)

    assert names(registry, tag) == []


def test_a_set_that_is_read_stays_listed_as_long_as_it_stays(source: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    name, _ = brought(source)
    before = sets_listed(source)[name]
    monkeypatch.setattr(source._cupboard, "_clock", lambda: before - 86_400)

    source.sets.get("cards", name)

    assert sets_listed(source)[name] > before + 300 * 86_400


def twice(
    run: Callable[..., Any], *, only: tuple[object, ...] = (), but: tuple[object, ...] = ()
) -> Callable[..., Any]:
    """Ask everything twice, as when the first answer got lost."""

    def asked(client: Client, script: Any, *words: Any) -> Any:
        if script not in but and (not only or script in only):
            run(client, script, *words)
        return run(client, script, *words)

    return asked
