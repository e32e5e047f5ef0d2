"""Machai: duels over a stack of three speeds, prepared cards, four level decks and exhaustion."""

from __future__ import annotations

from importlib.resources import files

from oracle.kernel.effects import run
from oracle.kernel.effects.settle import Settle
from oracle.kernel.game import Conventions, Game
from oracle.kernel.portrait import SECTION, Portrait
from oracle.kernel.rulebook import load_rulebook
from oracle.kernel.stack import declaring, priority, resolving, triggers
from oracle.kernel.stack.records import Priority
from oracle.kernel.texts import Texts

from . import damage, deck, digging, drawing, ending, moments, setup, turn
from .actions import ACTIONS, decide, default
from .cards import DEMO, compile_card
from .events import EVENTS
from .invariants import INVARIANTS, could_hold
from .options import Options
from .stack import STACK
from .state import PHASES, ZONES, MachaiCard, MachaiState, Player, Record
from .views import derive, hide
from .vocabulary import VOCABULARY

HERE = files(__package__)
TEXTS = Texts([files("oracle.kernel") / "texts.yaml", HERE / "texts.yaml"])
CHAPTERS = (setup, turn, moments, digging, drawing, damage, ending, priority, declaring, resolving, triggers, run)
PORTRAIT = Portrait(
    curve=(SECTION, "cost"),
    makeup=("type", "arch"),
    titles={SECTION: "Level", "arch": "Archetype", "dur": "Durability", "xp": "XP", "prep": "Prepared"},
)

GAME: Game[MachaiState, MachaiCard] = Game(
    key="machai",
    rulebook=load_rulebook(HERE / "rulebook.yaml"),
    texts=TEXTS,
    seats=(2, 2),
    state_type=MachaiState,
    player_type=Player,
    player_start={"life": 0, "level_decks": {}, "zones": []},
    state_start={"turn": 0, "active": None, "priority": Priority()},
    option_type=Options,
    zones=ZONES,
    phases=PHASES,
    begins=setup.begin,
    completes=setup.complete,
    steps={step.frame: step for chapter in CHAPTERS for step in chapter.STEPS},
    settles=Settle,
    settles_now=ending.settle_now,
    stack=STACK,
    actions=ACTIONS,
    decides=decide,
    defaults=default,
    derives=derive,
    hides=hide,
    events=EVENTS,
    vocabulary=VOCABULARY,
    card_record=Record,
    card_types=("attack", "skill", "equipment", "token"),
    compile_card=compile_card,
    builtin_sets=(DEMO,),
    invariants=INVARIANTS,
    sections=deck.SECTIONS,
    portrait=PORTRAIT,
    formats=deck.FORMATS,
    checks_deck=deck.checker(TEXTS),
    checks_decks=deck.match_checker(TEXTS),
    could_hold=could_hold,
    conventions=Conventions(chance="MC-R87", target="MC-R34"),
)
