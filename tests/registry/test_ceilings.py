"""What strangers can store is bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from registry import Policy, Registry, RegistryFull, open_registry, stop_store
from registry.client import Client
from registry.keys import CREATE, Script
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge
from tests.registry.patience import PATIENT

pytestmark = pytest.mark.server


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """A data directory of this test's own."""
    yield tmp_path
    stop_store(tmp_path)


def opened(data: Path, **ceilings: int) -> Registry:
    return open_registry(data_dir=data, judge=SmallJudge(), policy=Policy(**ceilings), settings=PATIENT)  # type: ignore[arg-type]  # numbers


def test_no_deck_beyond_the_ceiling_is_kept(data: Path) -> None:
    registry = opened(data, decks=3)
    made = [registry.create(small_deck()) for _ in range(3)]

    with pytest.raises(RegistryFull, match="3 decks"):
        registry.create(small_deck())
    with pytest.raises(RegistryFull):
        registry.fork(made[0].deck.id)
    registry.delete(made[0].deck.id, token=made[0].token, etag="*")
    registry.create(small_deck())
    registry.close()


def test_other_processes_count_too(data: Path) -> None:
    first = opened(data, decks=2)
    for _ in range(2):
        first.create(small_deck())
    assert first.ceilings.usage().decks == 2
    second = opened(data, decks=2)

    with pytest.raises(RegistryFull):
        second.create(small_deck())
    first.close()
    second.close()


def test_no_byte_beyond_the_ceiling_is_kept(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = opened(data, bytes=1)

    with pytest.raises(RegistryFull, match="1 bytes"):
        registry.create(small_deck())
    monkeypatch.setattr(Client, "bytes_used", lambda _: 0)
    registry.ceilings._looked = 0.0
    registry.create(small_deck())
    registry.close()


def test_nothing_of_strangers_grows_beyond_the_ceiling_and_everything_else_works(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = opened(data, bytes=2**30)
    made = registry.create(small_deck())
    name = made.deck.id
    owner: dict[str, Any] = {"token": made.token, "etag": "*"}
    other = registry.update(name, small_deck(name="Other"), **owner)
    brought, back, _ = registry.sets.add("cards", {"game": "maha-yodha", "name": "Mine", "cards": []})
    monkeypatch.setattr(Client, "bytes_used", lambda _: 2**30)
    registry.ceilings._looked = 0.0
    growing: list[Callable[[], object]] = [
        lambda: registry.create(small_deck()),
        lambda: registry.fork(name),
        lambda: registry.update(name, small_deck(), **owner),
        lambda: registry.patch(name, {"description": "longer"}, **owner),
        lambda: registry.history.restore(name, 1, **owner),
        lambda: registry.sets.add("cards", {"game": "maha-yodha", "name": "Mine", "cards": [{"key": "x"}]}),
        lambda: registry.sets.add("maps", {"game": "maha-yodha", "name": "Mine", "map": []}),
    ]

    for grow in growing:
        with pytest.raises(RegistryFull, match="bytes"):
            grow()

    assert registry.get(name) == other
    assert registry.patch(name, {"visibility": "private", "expiry": 1}, **owner).revision == 2
    assert registry.keyring.rotate(name, made.token, registry.keyring.listed(name, made.token)[0].grant.id).token
    registry.sets.remove("cards", brought.hash, back)
    registry.moderation.delete(name)
    registry.close()


def test_a_deck_whose_acknowledgement_got_lost_is_counted_once(data: Path) -> None:
    registry = opened(data, decks=3)
    run = registry._cupboard.client.run

    def twice(script: Script, *asked: Any) -> Any:
        if script is CREATE:
            run(script, *asked)
        return run(script, *asked)

    registry._cupboard.client.run = twice  # type: ignore[assignment,method-assign]  # the first answer never came
    made = registry.create(small_deck())
    registry._cupboard.client.run = run  # type: ignore[method-assign]

    assert not made.replayed
    assert registry.ceilings.usage().decks == 1
    registry.close()
