"""Boards of tiles, for the games that have one: which tiles there are, how far apart, and where one can walk.

Nothing here knows a game: a rulebook says which of the two ways of counting diagonals holds where.
"""

from __future__ import annotations

from .grid import VOID, Grid, Tile
from .measure import EVERY_SECOND, FROM_SECOND, Diagonals
from .ranges import Ranges
from .walks import walks

__all__ = ["EVERY_SECOND", "FROM_SECOND", "VOID", "Diagonals", "Grid", "Ranges", "Tile", "walks"]
