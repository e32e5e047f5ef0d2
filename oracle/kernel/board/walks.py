"""Where one can walk with so many steps, and how few it takes."""

from __future__ import annotations

from collections.abc import Callable, Container

from .grid import Grid, Tile
from .measure import Diagonals

May = Callable[[Tile], bool]


def walks(
    grid: Grid, start: Tile, most: int, diagonals: Diagonals, may: May | None = None, ends: Container[Tile] = ()
) -> dict[Tile, int]:
    """The tiles that a walk of at most so many steps leads to, nearest first, each with its fewest steps.

    The start is among them. Each step goes to a tile that one `may` step on, or to one of `ends`, where the walk
    is over. A tile is looked at once: having walked as far with the next diagonal cheap is never worse than with it
    dear, and one step less is never worse than a cheap diagonal, so the first arrival is the best.
    """
    spots, again = grid.spots, diagonals.again
    first = grid.number(start)
    steps: dict[int, int] = {}
    stops: set[int] = set()
    shut: set[int] = set()
    cheap: list[list[int]] = [[first], []]
    dear: list[list[int]] = [[], []]
    taken = 0
    while taken <= most and (cheap[0] or cheap[1] or dear[0] or dear[1]):
        cheap.append([])
        dear.append([])
        for here, is_dear in ((cheap[0], False), (dear[0], True)):
            sides = dear[1] if is_dear else cheap[1]
            corners = (cheap[2] if again else dear[2]) if is_dear else dear[1]
            reach = taken + (2 if is_dear else 1)
            for number in here:
                if number in steps or number in shut:
                    continue
                if may is not None and number != first and not may(spots[number]):
                    if spots[number] not in ends:
                        shut.add(number)
                        continue
                    stops.add(number)
                steps[number] = taken
                if number in stops or taken == most:
                    continue
                sides += grid.sides(number)
                if reach <= most:
                    corners += grid.corners(number)
        del cheap[0], dear[0]
        taken += 1
    return {spots[number]: count for number, count in steps.items()}
