from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from oracle.kernel.cards import CardSet, make_set, read_set
from oracle.kernel.compile import read_record
from oracle.kernel.effects.parse import Parser
from oracle.kernel.errors import Fault, Violation

from .effects import VOCABULARY
from .state import KindlingCard, Record


def compile_card(
    document: Any, at: str, known: Callable[[str], bool] | None = None
) -> tuple[KindlingCard | None, list[Fault]]:
    record, faults = read_record(document, Record, at)
    if record is None:
        return None, faults
    parser = Parser(VOCABULARY, known)
    abilities = parser.abilities(record.abilities, f"{at}/abilities")
    return (None, parser.faults) if parser.faults else (KindlingCard(record, tuple(abilities)), [])


def check_deck(deck: Any, cards: Any, _form: str, _language: str) -> tuple[list[Violation], list[Violation]]:
    unknown = [key for key in deck.cards() if key not in cards]
    return [Violation(code="unknown_card", rule=None, message=key, data={"card": key}) for key in unknown], []


def check_decks(decks: list[Any], cards: Any, _options: Any) -> list[tuple[int | None, list[Violation]]]:
    return [(seat, check_deck(deck, cards, "", "")[0]) for seat, deck in enumerate(decks) if deck is not None]


BASE: CardSet[KindlingCard] = make_set(read_set(files(__package__) / "cards.yaml"), compile_card)
