"""The same questions answered slowly, word by word as a rulebook asks them: walks with their diagonals counted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

Tile = tuple[int, int]
Costs = Callable[[int], int]


def doubled_from_the_second(nth: int) -> int:
    """The first diagonal step counts one, every other two."""
    return 1 if nth == 1 else 2


def doubled_every_second(nth: int) -> int:
    """The first, third, fifth … diagonal step counts one, the others two."""
    return 1 if nth % 2 else 2


def fewest_steps(
    tiles: Iterable[Tile], start: Tile, most: int, costs: Costs, open_tiles: Iterable[Tile], ends: Iterable[Tile] = ()
) -> dict[Tile, int]:
    """Every tile that some walk of at most `most` leads to: all walks are tried, told apart by tile and diagonals."""
    there, free, last = set(tiles), set(open_tiles), set(ends)
    known = {(start, 0): 0}
    waiting = deque([(start, 0)])
    while waiting:
        tile, diagonals = waiting.popleft()
        if tile != start and tile not in free:
            continue
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                other = (tile[0] + dx, tile[1] + dy)
                if (dx, dy) == (0, 0) or other not in there or not (other in free or other in last or other == start):
                    continue
                slanted = diagonals + 1 if dx and dy else diagonals
                steps = known[tile, diagonals] + (costs(slanted) if dx and dy else 1)
                if steps <= most and steps < known.get((other, slanted), most + 1):
                    known[other, slanted] = steps
                    waiting.append((other, slanted))
    found: dict[Tile, int] = {}
    for (tile, _), steps in known.items():
        found[tile] = min(steps, found.get(tile, steps))
    return found
