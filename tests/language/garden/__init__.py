"""Garden: a small game whose cards may use every word of the card language."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files
from typing import Any

from oracle.kernel.cards import make_set
from oracle.kernel.compile import read_record
from oracle.kernel.effects import run
from oracle.kernel.effects.costs import compile_costs
from oracle.kernel.effects.limits import Refused
from oracle.kernel.effects.parse import Parser
from oracle.kernel.effects.settle import Settle, settle_step
from oracle.kernel.errors import Fault
from oracle.kernel.game import Conventions, Game
from oracle.kernel.rulebook import load_rulebook
from oracle.kernel.texts import Texts

from . import actions, effects
from .effects import SETTLING, VOCABULARY
from .state import EVENTS, PHASES, ZONES, GardenCard, GardenState, Options, Player, Record

HERE = files(__package__)


def compile_card(
    document: Any, at: str, known: Callable[[str], bool] | None = None
) -> tuple[GardenCard | None, list[Fault]]:
    """A card of the garden."""
    record, faults = read_record(document, Record, at)
    if record is None:
        return None, faults
    parser = Parser(VOCABULARY, known)
    abilities = parser.abilities(record.abilities, f"{at}/abilities")
    with suppress(Refused):
        compile_costs(parser, record.needs, f"{at}/needs")
    return (None, parser.faults) if parser.faults else (GardenCard(record, tuple(abilities)), [])


EMPTY = make_set(
    {"set": "garden/base", "name": "Base", "cards": [{"key": "weed", "name": "Weed", "type": "plant", "height": 1}]},
    compile_card,
)

GARDEN: Game[GardenState, GardenCard] = Game(
    key="garden",
    rulebook=load_rulebook(HERE / "rulebook.yaml"),
    texts=Texts([files("oracle.kernel") / "texts.yaml", HERE / "texts.yaml"]),
    seats=(2, 2),
    state_type=GardenState,
    player_type=Player,
    option_type=Options,
    zones=ZONES,
    phases=PHASES,
    begins=lambda _table, _setup: None,
    steps={step.frame: step for step in (*run.STEPS, *effects.STEPS, settle_step(SETTLING))},
    settles=Settle,
    actions=actions.ACTIONS,
    decides=actions.decide,
    defaults=lambda _table, _pending: None,
    events=EVENTS,
    vocabulary=VOCABULARY,
    card_record=Record,
    card_types=("plant", "act"),
    compile_card=compile_card,
    builtin_sets=(EMPTY,),
    invariants=(),
    checks_deck=lambda _deck, _cards, _form, _language: ([], []),
    checks_decks=lambda _decks, _cards, _options: [],
    conventions=Conventions(chance="GA-4", target="GA-2"),
)
