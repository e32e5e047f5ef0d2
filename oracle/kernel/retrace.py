"""Work of another seat that a view shows only in outline: found again by playing up to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .chance import below
from .errors import IllegalAction
from .state import Chance, Viewer
from .together import Together

if TYPE_CHECKING:
    from .game import Game

WALKS = 40
STEPS = 8


def is_outline(state: Any) -> bool:
    """Whether the innermost work is another seat's, and hides what was chosen in it so far."""
    frame = state.agenda[-1] if state.agenda else None
    return frame is not None and not isinstance(frame, Together) and frame.is_outline


def retrace(game: Game[Any, Any], state: Any, viewer: Viewer, chance: Chance) -> Any:
    """The state with work in it that looks the same from outside, or `None` where none was found."""
    wanted = game.encode(game.view(state, viewer))
    seat = state.agenda[-1].player
    before = game.copy(state)
    before.agenda.pop()
    for _ in range(WALKS):
        found = walk(game, before, seat, (viewer, wanted), chance)
        if found is not None:
            return found
    return None


def walk(game: Game[Any, Any], state: Any, seat: int, wanted: tuple[Viewer, bytes], chance: Chance) -> Any:
    """Random steps of one seat until its work looks as wanted."""
    viewer, view = wanted
    for _ in range(STEPS):
        actions = game.legal_actions(state, seat)
        if not actions:
            return None
        try:
            state = game.apply(state, actions[below(chance, len(actions))]).state
        except IllegalAction:
            return None
        if game.encode(game.view(state, viewer)) == view:
            return state
    return None
