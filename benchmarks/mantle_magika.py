"""What seats and full Mantles cost in Mantle Magika, side by side in one run, in processor time.

    python benchmarks/mantle_magika.py [rounds]

A step of a random playout with four seats beside one with two (bound: 3 times); the legal list of a
battle with 60 Summons a side beside one with 12 a side (bound: 5 times). Rounds are taken in turn, the
best of each are compared. `resolve` over HTTP: `resolve_http.py mantle-magika 8 3`.
"""

from __future__ import annotations

import random
import sys
from time import process_time
from typing import Any

import oracle

GAME = oracle.game("mantle-magika")
MATCHES = 3
LISTS = 20
BOUNDS = {"a step of four seats": 3.0, "a list of 60 Summons a side": 5.0}
SUMMONS = ("gear-warden", "ashen-runner", "glass-sage", "spark-adept", "deathless-knight", "veil-serpent")
HAND = ("kindle", "runic-edge", "null-word", "final-hymn", "gear-paladin")
BY_WORD = ("concede", "offer_draw", "answer_draw")


def step_of(seats: int) -> float:
    """The time of one step, list and action, on average over some whole matches."""
    names = [*next(iter(GAME.builtin_sets)).decks]
    steps, start = 0, process_time()
    for match in range(MATCHES):
        chance = random.Random(match)
        decks = [deck_of(names[(seat + match) % len(names)]) for seat in range(seats)]
        setup = {"players": [{"deck": deck} for deck in decks], "chance": {"mode": "seeded", "seed": f"{match}"}}
        state = GAME.start(setup).state
        while state.result is None:
            legal = [a for a in GAME.legal_actions(state) if a.__struct_config__.tag not in BY_WORD]
            state = GAME.apply(state, chance.choice(legal)).state
            steps += 1
    return (process_time() - start) / steps


def deck_of(name: str) -> dict[str, Any]:
    """A shipped deck as a document."""
    (card_set,) = GAME.builtin_sets
    deck = card_set.decks[name]
    lines = [{"card": card, "count": count} for card, count in deck.sections["deck"].items()]
    return {"game": GAME.key, "format": deck.format, "sections": {"deck": lines}}


def list_of(summons: int) -> float:
    """The time of a legal list with so many Summons on each of two Mantles, all able to act."""
    mantle = [SUMMONS[i % len(SUMMONS)] for i in range(summons)]
    energy = dict.fromkeys("UNRBGYPT", 20)
    players = [
        {"name": name, "health": 30, "energy": energy, "hand": [*HAND], "mantle": mantle, "deck": ["kindle"] * 9}
        for name in ("Ana", "Ben")
    ]
    chance = {"mode": "seeded", "seed": "mantle"}
    states = [
        GAME.load(
            {"game": GAME.key, "turn": 5, "active": 0, "phase": phase, "players": players, "chance": chance}
        )
        for phase in ("main", "battle")
    ]  # fmt: skip
    start = process_time()
    for _ in range(LISTS):
        for state in states:
            GAME.legal_actions(state)
    return (process_time() - start) / LISTS / len(states)


def main(rounds: int) -> int:
    """Measure in turn, say the figures, and fail past a bound."""
    taken = [(step_of(2), step_of(4), list_of(12), list_of(60)) for _ in range(rounds)]
    two, four, few, many = (min(column) for column in zip(*taken, strict=True))
    found = {"a step of four seats": (four, two), "a list of 60 Summons a side": (many, few)}
    for name, (dear, cheap) in found.items():
        ratio = f"{dear / cheap:.2f} times (at most {BOUNDS[name]:g})"
        print(f"{name}: {dear * 1e3:.2f} ms beside {cheap * 1e3:.2f} ms, {ratio}")
    return int(any(dear > BOUNDS[name] * cheap for name, (dear, cheap) in found.items()))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
