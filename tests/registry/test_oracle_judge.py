"""The registry with the real oracle behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from registry import Registry, open_registry
from registry.deck_text import read_text
from registry.oracle_judge import OracleJudge
from registry.oracle_shelf import shelf_of
from tests.registry.patience import PATIENT

ADITYA = {
    "rama": 2, "vanaras": 2, "stormborn": 2, "dawn-lancer": 2, "river-warden": 2, "sky-archer": 1, "twin-herald": 1,
    "grove-oracle": 2, "kodanda": 2, "aindrastra": 2, "sunspear": 2, "turtle-shield": 2, "oath-disc": 1, "forge": 2,
    "hymn": 2, "swift-letter": 2, "sun-banner": 1,
}  # fmt: skip


def aditya(**changes: Any) -> dict[str, Any]:
    """The published list of the gods' army, with some fields changed."""
    deck = {
        "game": "maha-yodha",
        "format": "preconstructed",
        "name": "Aditya",
        "sections": {"deck": [{"card": card, "count": count} for card, count in ADITYA.items()]},
        "options": {"army": "aditya"},
    }
    return deck | changes


@pytest.fixture
def registry(embedded: Path) -> Registry:
    """A registry as the service opens it."""
    return open_registry(data_dir=embedded, settings=PATIENT)


@pytest.mark.server
def test_a_published_list_is_registered_as_legal_with_its_names(registry: Registry) -> None:
    made = registry.create(aditya(), require_legal=True).deck

    read = registry.get(made.id)

    assert read.legality.document() == {"verdict": "legal", "violations": [], "warnings": [], "rules": "1.0"}
    assert read.record.sections["deck"][0].name == "RAMA"
    assert all(line.name for line in read.record.sections["deck"])


@pytest.mark.server
def test_unknown_cards_sections_sets_and_formats_are_violations_of_a_deck_that_is_kept(registry: Registry) -> None:
    changes: dict[str, dict[str, Any]] = {
        "unknown_section": {"sections": {"attic": []}},
        "unknown_set": {"sets": ["nobody/knows@0123456789ab"]},
        "unknown_format": {"format": "nobody-plays"},
    }
    for code, change in changes.items():
        made = registry.create(aditya(**change)).deck
        assert made.legality.verdict == "illegal"
        assert code in [violation["code"] for violation in made.legality.violations]
        assert registry.get(made.id) == made

    unknown = registry.create(aditya(format="custom", sections={"deck": [{"card": "nobody", "count": 6}]})).deck
    assert "MY-D2" in [violation["rule"] for violation in unknown.legality.violations]


def test_verdicts_rest_on_edition_and_card_sets() -> None:
    judge = OracleJudge()

    assert "maha-yodha" in judge.games()
    assert judge.basis("maha-yodha") == OracleJudge().basis("maha-yodha")
    assert judge.basis("maha-yodha").startswith("1.0/")
    assert judge.card_name("maha-yodha", "rama", ["nobody/knows"]) is None


def test_a_list_is_read_by_the_names_of_the_games_own_cards() -> None:
    shelf = shelf_of("maha-yodha")
    text = "".join(f"{count} {shelf.names[card][0].title()}\n" for card, count in ADITYA.items())

    result = read_text(text, shelf, strict=True)

    assert {line["card"]: line["count"] for line in result.deck["sections"]["deck"]} == ADITYA
    assert shelf_of("maha-yodha") is shelf
