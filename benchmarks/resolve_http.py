"""What `resolve` costs over HTTP, beside a view that only reads the same body and sends it back.

    python benchmarks/resolve_http.py [game] [rounds] [limit]

The position is the middle of a seeded random match, the action the first of its list that is no concession or offer.
Measured as in `legal_actions_http.py`: two servers in turn, round by round, the best rounds compared.
"""

from __future__ import annotations

import os
import random
import sys
from importlib import import_module
from typing import Any

import orjson

import oracle
from app import samples

STEPS = 60
SKIPPED = ("concede", "offer_draw")


def position(game: Any) -> tuple[Any, dict[str, Any]]:
    """A state in the middle of a match, and an action that is legal there."""
    chance = random.Random(7)
    state = game.start({**samples.setup(game), "chance": {"mode": "seeded", "seed": "benchmark"}}).state
    for _ in range(STEPS):
        state = game.apply(state, chance.choice(played(game, state))).state
    return state, game.listed(state, actions=played(game, state)[:1])[0].action


def played(game: Any, state: Any) -> list[Any]:
    """The legal actions that go on with the match."""
    return [a for a in game.deciding_actions(state) if a.__struct_config__.tag not in SKIPPED]


def main(key: str, rounds: int, limit: float) -> int:
    """Measure one game."""
    os.environ["BENCHMARK_PATH"] = f"/v1/games/{key}/resolve"
    servers = import_module("legal_actions_http")  # It reads the path when it is imported.
    state, action = position(oracle.game(key))
    body = orjson.dumps({"state": oracle.game(key).document(state), "action": action})
    return int(servers.compare(body, rounds, limit))


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(
        main(
            given[0] if given else oracle.games()[0].key,
            int(given[1]) if len(given) > 1 else 8,
            float(given[2]) if len(given) > 2 else 2.5,
        )
    )
