"""Thầy Pháp: mages, monsters and defence cards; two mana a turn, one-way attacks, a card for every death."""

from __future__ import annotations

from importlib.resources import files

from oracle.kernel.effects import run
from oracle.kernel.game import Conventions, Game
from oracle.kernel.rulebook import load_rulebook
from oracle.kernel.texts import Texts

from . import attacking, bringing, costs, damage, deck, effects, mages, piles, settle, setup, turn
from .actions import ACTIONS, decide, default
from .cards import DEMO, compile_card
from .events import EVENTS
from .invariants import INVARIANTS
from .records import PhapCard, Record
from .state import PHASES, ZONES, Mage, Options, PhapState, Player, Settle
from .stats import derive

HERE = files(__package__)
TEXTS = Texts([files("oracle.kernel") / "texts.yaml", HERE / "texts.yaml"])
CHAPTERS = (setup, turn, piles, bringing, costs, attacking, mages, damage, settle, run)

GAME: Game[PhapState, PhapCard] = Game(
    key="thay-phap",
    rulebook=load_rulebook(HERE / "rulebook.yaml"),
    texts=TEXTS,
    seats=(2, 4),
    state_type=PhapState,
    player_type=Player,
    player_start={"mage": Mage(card=None), "life": 0},
    state_start={"turn": 0, "active": None},
    option_type=Options,
    zones=ZONES,
    phases=PHASES,
    begins=setup.begin,
    completes=setup.complete,
    steps={step.frame: step for chapter in CHAPTERS for step in chapter.STEPS},
    settles=Settle,
    settles_now=settle.settle,
    actions=ACTIONS,
    decides=decide,
    defaults=default,
    derives=derive,
    events=EVENTS,
    vocabulary=effects.VOCABULARY,
    card_record=Record,
    card_types=("mage", "monster", "spell", "block"),
    compile_card=compile_card,
    builtin_sets=(DEMO,),
    invariants=INVARIANTS,
    sections=("mage", "deck"),
    formats=deck.FORMATS,
    fills=costs.fill,
    checks_deck=deck.checker(TEXTS),
    checks_decks=deck.match_checker(TEXTS),
    could_hold=lambda table, _seat, _zone, card: table.cards[card].type != "mage",
    conventions=Conventions(chance="TP-R66", target="TP-R46"),
)
