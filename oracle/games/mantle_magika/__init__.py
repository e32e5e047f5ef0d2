"""Mantle Magika TCG: eight energies, four stats, Light and Dark Attacks, chains and links, for two to four players."""

from __future__ import annotations

from importlib.resources import files

from oracle.kernel.agenda import Step
from oracle.kernel.effects import run
from oracle.kernel.game import Conventions, Game
from oracle.kernel.portrait import Portrait
from oracle.kernel.rulebook import load_rulebook
from oracle.kernel.stack import declaring, priority, resolving, triggers
from oracle.kernel.texts import Texts

from . import attacking, blocking, checking, damage, deck, drawing, effects, fighting, returning, setup, turn
from .actions import ACTIONS
from .cards import DEMO, compile_card
from .deciding import decide, default
from .energy import total_cost
from .errata import prints
from .events import EVENTS
from .invariants import INVARIANTS
from .options import Options
from .records import MagikaCard, Record
from .stack import STACK
from .state import PHASES, ZONES, Build, Check, MagikaState, Player
from .stats import derive

HERE = files(__package__)
TEXTS = Texts([files("oracle.kernel") / "texts.yaml", HERE / "texts.yaml"])
BUILDING = (Step(Build, run=declaring.run, asks=declaring.ask, takes=declaring.take, ends=declaring.end),)
KERNEL = (run, priority, resolving, declaring, triggers)
CHAPTERS = (setup, turn, drawing, damage, returning, attacking, blocking, fighting, checking, *KERNEL)
PORTRAIT = Portrait(
    makeup=("colors", "type"),
    titles={"colors": "Color", "summon_type": "Summon Type"},
    written={
        "colors": lambda colors: ", ".join(each.capitalize() for each in colors),
        "stats": lambda stats: "/".join(map(str, stats)),
    },
)

GAME: Game[MagikaState, MagikaCard] = Game(
    key="mantle-magika",
    rulebook=load_rulebook(HERE / "rulebook.yaml"),
    texts=TEXTS,
    seats=(2, 4),
    state_type=MagikaState,
    player_type=Player,
    player_start={"health": 0},
    state_start={"turn": 0, "active": None},
    option_type=Options,
    zones=ZONES,
    phases=PHASES,
    begins=setup.begin,
    completes=setup.complete,
    steps={step.frame: step for step in (*(step for chapter in CHAPTERS for step in chapter.STEPS), *BUILDING)},
    settles=Check,
    stack=STACK,
    actions=ACTIONS,
    decides=decide,
    defaults=default,
    derives=derive,
    events=EVENTS,
    vocabulary=effects.VOCABULARY,
    card_record=Record,
    card_types=("artifact", "summon", "rune", "chant"),
    compile_card=compile_card,
    builtin_sets=(DEMO,),
    invariants=INVARIANTS,
    formats=deck.FORMATS,
    checks_deck=deck.checker(TEXTS),
    checks_decks=deck.match_checker(TEXTS),
    has_left=lambda player: player.status == "lost",
    prints=prints,
    measures={"cost": total_cost},
    portrait=PORTRAIT,
    is_card=lambda thing: not getattr(thing, "is_token", False) and getattr(thing, "is_card", True),
    conventions=Conventions(chance="MM-R96", target="MM-R80"),
)
