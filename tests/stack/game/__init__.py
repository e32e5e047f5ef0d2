"""Kindling: a small whole game for two to four seats, made to lean on stack and priority."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from typing import Any

from oracle.kernel.effects import run
from oracle.kernel.game import Conventions, Game
from oracle.kernel.rulebook import load_rulebook
from oracle.kernel.stack import declaring, priority, resolving, triggers
from oracle.kernel.stack.faults import stack_is_sound
from oracle.kernel.stack.policy import Stack, Triggers
from oracle.kernel.texts import Texts

from . import actions, cards, checks, effects, setup, turn
from .cards import BASE, compile_card
from .stack import STACK
from .state import EVENTS, PHASES, ZONES, Check, KindlingCard, KindlingState, Options, Player, Record

HERE = files(__package__)

KINDLING: Game[KindlingState, KindlingCard] = Game(
    key="kindling",
    rulebook=load_rulebook(HERE / "rulebook.yaml"),
    texts=Texts([files("oracle.kernel") / "texts.yaml", HERE / "texts.yaml"]),
    seats=(2, 4),
    state_type=KindlingState,
    player_type=Player,
    state_start={"turn": 0, "active": 0},
    option_type=Options,
    zones=ZONES,
    phases=PHASES,
    begins=setup.begin,
    steps={
        step.frame: step
        for step in (
            *run.STEPS,
            *priority.STEPS,
            *resolving.STEPS,
            *declaring.STEPS,
            *triggers.STEPS,
            *checks.STEPS,
            *turn.STEPS,
        )
    },
    settles=Check,
    stack=STACK,
    actions=actions.ACTIONS,
    decides=actions.decide,
    defaults=actions.default,
    events=EVENTS,
    vocabulary=effects.VOCABULARY,
    card_record=Record,
    card_types=("imp", "spell"),
    compile_card=compile_card,
    builtin_sets=(BASE,),
    invariants=(stack_is_sound,),
    checks_deck=cards.check_deck,
    checks_decks=cards.check_decks,
    conventions=Conventions(unknown_object="KD-1.5", chance="KD-1.4", target="KD-3.5"),
)


def with_stack(**changes: Any) -> Game[KindlingState, KindlingCard]:
    """The same game with other policies for its stack."""
    return replace(KINDLING, stack=replace(STACK, **changes))


CONFIRMING = with_stack(
    declarations={kind: replace(found, confirms=kind != "trigger") for kind, found in STACK.declarations.items()}
)
BY_AGE = with_stack(triggers=Triggers(order="age", rule="KD-4.5"))
AT_ONCE = with_stack(triggers=Triggers(order="age", on_stack=False, rule="KD-4.5"))
AT_ONCE_NEXT = with_stack(triggers=Triggers(order="age", on_stack=False, caused="next", rule="KD-4.5"))
NEVER_FIZZLES = with_stack(fizzles=False)
ON_THE_GROUND = with_stack(
    on_entry=None,
    ground=lambda table: (
        ("answers" if table.state.stack else None) if table.state.options.flow == "round" else str(table.state.phase)
    ),
)
PASSING = with_stack(passes_idle=lambda _table: True)
VARIANTS = (KINDLING, CONFIRMING, BY_AGE, AT_ONCE, AT_ONCE_NEXT, NEVER_FIZZLES, ON_THE_GROUND, PASSING)

__all__ = [
    "AT_ONCE",
    "AT_ONCE_NEXT",
    "BY_AGE",
    "CONFIRMING",
    "KINDLING",
    "NEVER_FIZZLES",
    "ON_THE_GROUND",
    "PASSING",
    "STACK",
    "VARIANTS",
    "Stack",
]
