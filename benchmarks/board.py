"""What it costs to find where a unit can go and whom it can attack, on a large board with many permanents.

    python benchmarks/board.py [rounds] [limit in ms]

The map is 32 by 32 tiles with 200 permanents (seeded), the unit stands in its middle. Each round asks anew; only what
is known of the map alone is kept. First the whole legal list of the selected unit, then the walk by itself. Told is
the median of processor time, with how many tiles were in range; the growth is what a tile in range costs at the
longest range, measured against the shortest. The checksum is of everything that was found.
"""

from __future__ import annotations

import hashlib
import random
import statistics
import sys
from collections.abc import Callable
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


def median(work: Callable[[], Any], rounds: int) -> tuple[float, Any]:
    """The median of several rounds in milliseconds, and what the last one answered."""
    taken, found = [], None
    for _ in range(rounds):
        begin = process_time()
        found = work()
        taken.append((process_time() - begin) * 1000)
    return statistics.median(taken), found


def bare(move: int) -> Any:
    """The range and the walk within it, nothing remembered of either."""
    area = Ranges(GRID, FROM_SECOND).around(MIDDLE, move)
    return area, walks(GRID, MIDDLE, move, EVERY_SECOND, area.__contains__)


def measure(move: int, rounds: int) -> tuple[float, float, int, Any]:
    """The whole list and the walk alone, how many tiles are in range, and what was found."""
    state = GAME.load(position(move))
    GAME.legal_actions(state, 0)
    whole, found = median(lambda: GAME.legal_actions(state, 0), rounds)
    walk, (area, _) = median(lambda: bare(move), rounds)
    table = GAME.table(state)
    steps = boards.destinations(table, boards.by_id(table)[1])
    return whole, walk, len(area), [sorted(steps.items()), [repr(action) for action in found]]


def main(rounds: int, limit: float) -> int:
    """Measure every movement; 1 when the whole list takes longer than the limit."""
    answers, costs, slowest = [], [], 0.0
    print(f"{'move':>5}{'tiles':>7}{'whole list':>13}{'walk alone':>13}{'a tile':>10}")
    for move in MOVES:
        whole, walk, tiles, found = measure(move, rounds)
        answers.append(found)
        costs.append(walk / tiles)
        slowest = max(slowest, whole)
        print(f"{move:>5}{tiles:>7}{whole:>10.2f} ms{walk:>10.2f} ms{walk / tiles * 1000:>7.2f} us")
    print(f"growth of the cost a tile, longest range to shortest: {costs[-1] / costs[0]:.2f}")
    print(f"slowest list: {slowest:.2f} ms, allowed {limit:.1f}")
    print("checksum", hashlib.sha256(orjson.dumps(answers)).hexdigest()[:16])
    return int(slowest > limit)


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(int(given[0]) if given else 30, float(given[1]) if len(given) > 1 else 5.0))
