"""The game that a request means."""

from __future__ import annotations

from typing import Any

import oracle

from .problems import Problem


def game_of(key: str) -> Any:
    """The game of that key, or the problem that there is none."""
    try:
        return oracle.game(key)
    except KeyError:
        known = [game.key for game in oracle.games()]
        detail = f"{key[:60]!r} is no game of this oracle; known: {', '.join(known)}."
        raise Problem("unknown-game", detail, more={"known": known}) from None
