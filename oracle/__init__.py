"""The rules of tabletop card games, as a library: legal actions, resolved states, cited verdicts.

Pure Python: no clock, no input or output, no state of its own. `games()` lists the games,
`game(key)` is one of them; everything that the HTTP API answers is asked of a `Game`.
"""

from __future__ import annotations

from typing import Any

from .games import GAMES
from .kernel.answers import Decision, DeckVerdict, Explanation, Listed, Verdict
from .kernel.chance_actions import Chance, Reveal
from .kernel.decisions import Action, UnknownAction
from .kernel.errors import (
    BudgetExceeded,
    EditionNotServed,
    Fault,
    HiddenStateNeeded,
    IllegalAction,
    InvalidCards,
    InvalidSetup,
    InvalidState,
    MalformedAction,
    OracleError,
    ScriptError,
    Undetermined,
    UnknownSet,
    Violation,
)
from .kernel.game import Game
from .kernel.lint import CardsReport, Finding, given_reading
from .kernel.maps import MapReport, foreign_maps, know_maps
from .kernel.meter import Meter
from .kernel.perft import divide, perft
from .kernel.play import Outcome, Refusal
from .kernel.reading import is_heaped
from .kernel.replay import Replay
from .kernel.sets import foreign_sets, know_sets

_BY_KEY = {made.key: made for made in GAMES}


def games() -> tuple[Game[Any, Any], ...]:
    """All games, in a stable order."""
    return GAMES


def game(key: str) -> Game[Any, Any]:
    """The game of that key; raises `KeyError`."""
    return _BY_KEY[key]


__all__ = [
    "Action",
    "BudgetExceeded",
    "CardsReport",
    "Chance",
    "Decision",
    "DeckVerdict",
    "EditionNotServed",
    "Explanation",
    "Fault",
    "Finding",
    "Game",
    "HiddenStateNeeded",
    "IllegalAction",
    "InvalidCards",
    "InvalidSetup",
    "InvalidState",
    "Listed",
    "MalformedAction",
    "MapReport",
    "Meter",
    "OracleError",
    "Outcome",
    "Refusal",
    "Replay",
    "Reveal",
    "ScriptError",
    "Undetermined",
    "UnknownAction",
    "UnknownSet",
    "Verdict",
    "Violation",
    "divide",
    "foreign_maps",
    "foreign_sets",
    "game",
    "games",
    "given_reading",
    "is_heaped",
    "know_maps",
    "know_sets",
    "perft",
]
