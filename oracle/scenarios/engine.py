"""The game as the runner asks it: what breaks inside the engine is never told as a fault of the scenario."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, cast

from oracle.kernel.errors import OracleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from oracle import Game


class Broken(Exception):
    """The engine broke while a scenario was played; `error` is what it raised."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class Engine:
    """A game whose own answers and refusals pass, and whose other errors are marked as its own."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        """What the game has under this name; calls of it are watched."""
        part = getattr(self.game, name)
        return watched(part) if callable(part) else part


def watched(call: Callable[..., Any]) -> Callable[..., Any]:
    """A function of the engine whose unexpected errors are marked."""

    @wraps(call)
    def watch(*given: Any, **named: Any) -> Any:
        try:
            return call(*given, **named)
        except OracleError:
            raise
        except Exception as error:
            raise Broken(error) from error

    return watch


def engine(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game, watched."""
    return cast("Game[Any, Any]", Engine(game))
