"""`rules-oracle registry` as an operator types it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import oracle
from app import samples
from app.cli import main
from registry import Asked, DeckGone, DeckHidden, Policy, Registry, SetGone, open_registry, stop_store
from tests.registry.patience import PATIENT

pytestmark = pytest.mark.server

Run = Callable[..., Result]


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """A data directory whose store is ended after the test."""
    directory = tmp_path / "data"
    yield directory
    stop_store(directory)


@pytest.fixture
def registry(data: Path) -> Iterator[Registry]:
    """The registry that the commands look after."""
    opened = open_registry(data_dir=data, settings=PATIENT)
    yield opened
    opened.close()


@pytest.fixture
def run(data: Path) -> Run:
    """Runs a command on that registry."""

    def run(*words: str, status: int = 0, **settings: str) -> Result:
        environment = {"REGISTRY_URL": None, "RULES_ORACLE_DATA": str(data), **settings}
        result = CliRunner().invoke(main, ["registry", *words], env=environment)
        assert result.exit_code == status, result.output
        return result

    return run


def deck() -> dict[str, object]:
    return samples.registrable(oracle.games()[0])


def test_a_deck_is_hidden_shown_and_deleted(registry: Registry, run: Run) -> None:
    made = registry.create(deck()).deck

    run("hide", made.shown_id, "--reason", "spam")
    with pytest.raises(DeckHidden, match="spam"):
        registry.get(made.id)
    run("show", made.shown_id.lower())
    assert registry.get(made.id) == made
    run("delete", made.shown_id, "--reason", "asked to", "--yes")
    with pytest.raises(DeckGone):
        registry.get(made.id)
    assert "deleted" in run("show", made.shown_id, status=1).output
    assert "No deck" in run("hide", "0000-0000-0000-0000", "--reason", "x", status=1).output


def test_a_card_set_is_hidden_shown_and_deleted_by_its_hash(registry: Registry, run: Run) -> None:
    game = oracle.games()[0]
    card = game.cards()[0].document
    made, *_ = registry.sets.add("cards", {"game": game.key, "name": "Mine", "cards": [card]})

    run("hide", made.hash, "--reason", "spam")
    with pytest.raises(DeckHidden):
        registry.sets.get("cards", made.hash)
    run("show", made.hash)
    assert registry.sets.get("cards", made.hash) == made
    run("delete", made.hash, "--reason", "spam", "--yes")
    with pytest.raises(SetGone):
        registry.sets.get("cards", made.hash)


def test_decks_wait_for_approval_in_a_reviewed_index(data: Path, run: Run) -> None:
    run("stats", PUBLIC_INDEX="reviewed")
    with_review = open_registry(data_dir=data, policy=None, settings=PATIENT)
    with_review._cupboard.index.mode = "reviewed"
    made = with_review.create(deck(), visibility="public").deck

    waiting = run("approve", PUBLIC_INDEX="reviewed")
    run("approve", made.shown_id, PUBLIC_INDEX="reviewed")

    assert made.shown_id in waiting.output
    assert run("approve", PUBLIC_INDEX="reviewed").output == "Nothing waits for approval.\n"
    assert with_review.listed(made.record.game) == 1
    with_review.close()


def test_card_sets_wait_for_approval_too(registry: Registry, data: Path, run: Run, tmp_path: Path) -> None:
    game, reviewed = oracle.games()[0], {"PUBLIC_INDEX": "reviewed"}
    careful = open_registry(data_dir=data, policy=Policy(public_index="reviewed"), settings=PATIENT)
    card = game.cards()[0].document
    made, *_ = careful.sets.add("cards", {"game": game.key, "name": "Mine", "cards": [card]})
    before = careful.listing(Asked(kind="cards")).entries

    waiting = run("approve", **reviewed)
    approved = run("approve", made.hash, **reviewed)
    run("export", str(tmp_path / "all.ndjson"))
    run("reindex", **reviewed)
    run("import", str(tmp_path / "all.ndjson"), **reviewed)

    assert before == []
    assert made.hash in waiting.output
    assert approved.output == f"Approved: {made.hash}\n"
    assert run("approve", **reviewed).output == "Nothing waits for approval.\n"
    assert [entry.id for entry in careful.listing(Asked(kind="cards")).entries] == [made.hash]
    assert "No card set" in run("approve", "0" * 64, status=1).output
    careful.close()


def test_everything_is_exported_imported_indexed_verified_and_counted(
    registry: Registry, run: Run, tmp_path: Path
) -> None:
    for _ in range(3):
        registry.create(deck(), visibility="public")
    registry.ceilings.usage()
    path = str(tmp_path / "backup.ndjson")

    assert "3 records" in run("export", path).output
    assert "3 kept" in run("import", path).output
    assert "3 decks, 3 of them listed" in run("reindex").output
    assert "3 records looked at, 0 complaints" in run("verify").output
    stats = run("stats").output
    assert "decks                3" in stats
    registry._client._ask(lambda store: store.set("stray", "1"))
    assert "none of the registry's keys" in run("verify", status=1).output
    Path(path).write_bytes(b"nonsense\n")
    assert "line 1" in run("import", path, status=1).output
    Path(f"{path}.partial").write_bytes(b"nonsense\n")
    assert "no backup" in run("export", path, status=1).output


def test_settings_that_cannot_be_are_named(run: Run) -> None:
    assert "PUBLIC_INDEX" in run("stats", status=1, PUBLIC_INDEX="maybe").output
    assert "REGISTRY_MAX_DECKS" in run("stats", status=1, REGISTRY_MAX_DECKS="-3").output
