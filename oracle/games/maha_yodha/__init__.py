"""Maha Yodha: two armies, one sum a side, and a formation that stands through the enemy's turn."""

from __future__ import annotations

from importlib.resources import files
from typing import get_args

from oracle.kernel.effects import run
from oracle.kernel.game import Conventions, Game
from oracle.kernel.rulebook import load_rulebook
from oracle.kernel.texts import Texts

from . import deck, effects, setup, turn
from .actions import ACTIONS, decide, default
from .cards import DEMO, compile_card
from .events import EVENTS
from .invariants import INVARIANTS
from .state import PHASES, ZONES, MahaCard, MahaState, Options, Player, Record

HERE = files(__package__)
TEXTS = Texts([files("oracle.kernel") / "texts.yaml", HERE / "texts.yaml"])

GAME: Game[MahaState, MahaCard] = Game(
    key="maha-yodha",
    rulebook=load_rulebook(HERE / "rulebook.yaml"),
    texts=TEXTS,
    seats=(2, 2),
    state_type=MahaState,
    player_type=Player,
    player_start={"valor": None, "turns_begun": 0, "warriors_played": 0, "attacked": False},
    state_start={"turn": 0, "active": None, "first_player": None},
    option_type=Options,
    zones=ZONES,
    phases=PHASES,
    begins=setup.begin,
    completes=setup.complete,
    steps={step.frame: step for step in (*setup.STEPS, *turn.STEPS, *effects.STEPS, *run.STEPS)},
    actions=ACTIONS,
    decides=decide,
    defaults=default,
    events=EVENTS,
    vocabulary=effects.VOCABULARY,
    card_record=Record,
    card_types=get_args(Record.__annotations__["type"]) or ("warrior", "weapon", "scroll"),
    compile_card=compile_card,
    builtin_sets=(DEMO,),
    invariants=INVARIANTS,
    formats=deck.FORMATS,
    lists=deck.brought,
    checks_deck=deck.checker(TEXTS),
    checks_decks=deck.match_checker(TEXTS),
    conventions=Conventions(unknown_action="MY-E2", unknown_object="MY-E3", chance="MY-E4"),
)
