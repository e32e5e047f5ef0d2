"""muhq's game: a draft, a board of tiles, units in stacks, and win conditions that the map sets."""

from __future__ import annotations

from importlib.resources import files

from oracle.kernel.effects import run
from oracle.kernel.game import Conventions, Game
from oracle.kernel.portrait import Portrait
from oracle.kernel.rulebook import load_rulebook
from oracle.kernel.stack import declaring as plays
from oracle.kernel.stack import priority, resolving
from oracle.kernel.stack.records import Priority
from oracle.kernel.texts import Texts

from . import deck, declaring, draft, drawing, dropping, marks, settling, setup, turn
from .actions import ACTIONS, decide, default
from .cards import SETS, compile_card
from .dealing import deals
from .deriving import derive
from .events import EVENTS
from .invariants import INVARIANTS, could_hold
from .map_records import MapRecord
from .maps import check_map, documents
from .options import Options
from .printing import prints
from .records import MuhqCard, Record
from .seats import has_left
from .sketch import sketch
from .stack import STACK
from .state import PHASES, ZONES, MuhqState, Player
from .views import complete
from .vocabulary import VOCABULARY

HERE = files(__package__)
TEXTS = Texts([files("oracle.kernel") / "texts.yaml", HERE / "texts.yaml"])
CHAPTERS = (setup, draft, drawing, turn, settling, dropping, declaring, marks, priority, plays, resolving, run)
PORTRAIT = Portrait(
    curve=("buy",),
    titles={"buy": "Buy cost", "move": "Movement"},
    written={"attack": lambda entries: ", ".join(f"{each['p']}r{each['r']}" for each in entries) or "none"},
)

GAME: Game[MuhqState, MuhqCard] = Game(
    key="muhq",
    rulebook=load_rulebook(HERE / "rulebook.yaml"),
    texts=TEXTS,
    seats=(2, 4),
    state_type=MuhqState,
    player_type=Player,
    state_start={"turn": 0, "active": None, "map": "", "seq_counter": 1, "priority": Priority()},
    option_type=Options,
    zones=ZONES,
    phases=PHASES,
    begins=setup.begin,
    completes=complete,
    prints=prints,
    steps={step.frame: step for chapter in CHAPTERS for step in chapter.STEPS},
    stack=STACK,
    actions=ACTIONS,
    decides=decide,
    defaults=default,
    derives=derive,
    has_left=has_left,
    events=EVENTS,
    vocabulary=VOCABULARY,
    card_record=Record,
    card_types=("spell", "unit", "artifact", "equipment"),
    compile_card=compile_card,
    builtin_sets=SETS,
    invariants=INVARIANTS,
    sections=deck.SECTIONS,
    formats=deck.FORMATS,
    checks_deck=deck.checker(TEXTS, SETS),
    checks_decks=deck.match_checker(TEXTS, SETS),
    map_record=MapRecord,
    checks_map=check_map,
    shipped_maps=documents,
    sketches=sketch,
    could_hold=could_hold,
    deals=deals,
    portrait=PORTRAIT,
    conventions=Conventions(chance="MQ-R95", target="MQ-R33"),
)
