"""What it costs to find where a unit can go and whom it can attack, on a large board with many permanents.

    python benchmarks/board.py [rounds] [limit in ms]

The map is 32 by 32 tiles with 200 permanents (seeded), the unit stands in its middle. Each round asks anew; only what
is known of the map alone is kept. Told is the least processor time of the whole legal list of the selected unit,
with how many tiles were in range and what that is a tile. It fails where a list takes longer than the limit, or where
a tile of a longer range costs more than one of a shorter, for then the list grows faster than the tiles do.

Below it the range and the walk within it alone, on an empty board without an end, from 21 tiles to 8,577: each tile
is looked at once, so what one costs stays what it is. The checksum is of everything that was found.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from time import process_time
from typing import Any

import orjson

from oracle.games.muhq import GAME
from oracle.games.muhq import board as boards
from oracle.kernel.board import EVERY_SECOND, FROM_SECOND, Grid, Ranges, walks

SIDE = 32
PERMANENTS = 200
MIDDLE = (SIDE // 2, SIDE // 2)
MOVES = (2, 4, 8, 12, 16)
GRID = Grid.of(["." * SIDE] * SIDE)
FAR = (2, 4, 8, 16, 32, 64)
PLAIN = Grid.of(["." * 129] * 129)
CENTRE = (64, 64)


def position(move: int) -> dict[str, Any]:
    """A state in which a unit with this movement and range is selected in the middle of the crowd."""
    chance = random.Random(11)
    tiles = [(x, y) for x in range(SIDE) for y in range(SIDE) if (x, y) != MIDDLE]
    crowd = [
        {"id": i + 2, "card": chance.choice(("recruit", "slinger", "bulwark")), "controller": i % 2, "tile": [*tile]}
        for i, tile in enumerate(chance.sample(tiles, PERMANENTS - 1))
    ]
    runner = {"id": 1, "card": "runner", "controller": 0, "tile": [*MIDDLE]}
    card = {"name": "Runner", "type": "unit", "buy": 1, "life": 3, "move": move, "upkeep": 1}
    wide = {"id": "wide", "name": "Wide", "rows": ["." * SIDE] * SIDE, "resource": {"base": 3}}
    return {
        "game": "muhq", "turn": 3, "round": 2, "active": 0, "phase": "actions", "selected": 1, "map": wide,
        "cards": {"runner": {**card, "attack": [{"p": 1, "r": move}]}},
        "permanents": [runner, *crowd], "players": [{"name": "Ana"}, {"name": "Ben"}],
    }  # fmt: skip


def least(works: Sequence[Callable[[], Any]], rounds: int) -> list[float]:
    """The least that each of these took, in milliseconds: they take turns, so that what is loud meets all alike."""
    taken = [float("inf")] * len(works)
    for _ in range(rounds):
        for number, work in enumerate(works):
            begin = process_time()
            work()
            taken[number] = min(taken[number], (process_time() - begin) * 1000)
    return taken


def bare(move: int) -> Any:
    """The range and the walk within it on the plain, nothing remembered of either."""
    area = Ranges(PLAIN, FROM_SECOND).around(CENTRE, move)
    return area, walks(PLAIN, CENTRE, move, EVERY_SECOND, area.__contains__)


def asking(move: int) -> tuple[Callable[[], Any], int, Any]:
    """How to ask for the list of a state, how many tiles are in range, and what is found."""
    state = GAME.load(position(move))
    found = GAME.legal_actions(state, 0)
    table = GAME.table(state)
    steps = boards.destinations(table, boards.by_id(table)[1])
    area = Ranges(GRID, FROM_SECOND).around(MIDDLE, move)
    return lambda: GAME.legal_actions(state, 0), len(area), [sorted(steps.items()), [repr(action) for action in found]]


def lists(rounds: int, limit: float) -> tuple[bool, list[Any]]:
    """Tell what the lists take; whether all is as it should be, and everything that was found."""
    works, sizes, answers = zip(*map(asking, MOVES), strict=True)
    taken = least(works, rounds)
    tell("whole list", MOVES, sizes, taken)
    each = [time / tiles for time, tiles in zip(taken, sizes, strict=True)]
    fine = max(taken) <= limit and each == sorted(each, reverse=True)
    print(f"all below {limit:.1f} ms, growing more slowly than the tiles: {'yes' if fine else 'NO'}")
    return fine, list(answers)


def walking(rounds: int) -> list[Any]:
    """Tell what the walk alone takes on an open plain; what was found."""
    works = [partial(bare, move) for move in FAR]
    answers = [work() for work in works]
    tell("walk alone", FAR, [len(area) for area, _ in answers], least(works, rounds))
    return [[len(area), sorted(steps.items())] for area, steps in answers]


def tell(title: str, moves: Sequence[int], sizes: Sequence[int], taken: Sequence[float]) -> None:
    """A table: what each range took, and what that is a tile."""
    print(f"{'move':>5}{'tiles':>7}{title:>13}{'a tile':>11}")
    for move, tiles, time in zip(moves, sizes, taken, strict=True):
        print(f"{move:>5}{tiles:>7}{time:>10.2f} ms{time / tiles * 1000:>8.2f} us")


def main(rounds: int, limit: float) -> int:
    """Measure both; 1 when a list takes longer than the limit or grows faster than the tiles."""
    fine, answers = lists(rounds, limit)
    answers += walking(rounds)
    print("checksum", hashlib.sha256(orjson.dumps(answers)).hexdigest()[:16])
    return int(not fine)


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(int(given[0]) if given else 30, float(given[1]) if len(given) > 1 else 5.0))
