"""What a random playout step costs, beside the same step of RLCard's environments, in one run.

    python benchmarks/playouts.py [--games maha-yodha thay-phap] [--peer .venv-bench/bin/python] [--rounds 30]
    python benchmarks/playouts.py --games muhq --beside machai --most 4 [--rounds 4]

A step is the list of what whoever decides may do, a random choice from it, and doing it. Every game
and every environment is a process of its own; they take turns, chunk by chunk, so that whatever else
the machine does falls on all. Counted is processor time. Every round plays the same chunks again:
of each the least time counts, being that of the round that disturbed it least, and the figure is the
mean over the chunks. Starting matches is part of the chunks on both sides. In the games nobody
concedes or offers a draw, so that matches are played out.

With `--beside` the step of each game is told as a multiple of that game's in the same run; with `--most` the program
fails where one is more. A game with maps plays on each that ships, in turn, from the draft on.

The checksum shows what was computed: of ours the lengths of all lists and the digests of the last
states, of RLCard's the lengths of all lists and the payoffs. RLCard is no dependency of this
project; `--peer` names the interpreter that has it (see CONTRIBUTING.md). Without one only our own
games are measured.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENTS = ("leduc-holdem", "uno", "gin-rummy")
STEPS = 150
SKIPPED = ("concede", "offer_draw")
COPIES = 5

EVERY = 10
CHUNK = 1000
CHUNKS = 6

Played = tuple[list[int], Any, list[Any]]
"""How many actions each list of a match held, how it ended, and every tenth state of it."""


# -- the players: one match each -------------------------------------------------------------------


def our_matches(key: str) -> tuple[Callable[[int], Played], Callable[[Any], Any], Callable[[Any], str]]:
    """How to play a match of ours, to copy a state of it, and to write down how it ended."""
    sys.path.insert(0, str(ROOT))
    import oracle  # noqa: PLC0415 - a peer's interpreter does not have it

    game = oracle.game(key)
    skipped = frozenset(game.action_types[name].record for name in SKIPPED if name in game.action_types)
    decks = [deck for card_set in game.builtin_sets for deck in card_set.decks.values()]
    boards = [{"map": name} for name in game.shipped_maps()] or [{}]
    documents = [
        {
            "sections": {s: [{"card": c, "count": n} for c, n in cards.items()] for s, cards in deck.sections.items()},
            "options": deck.options,
            "format": deck.format,
        }
        for deck in decks
    ]

    def play(number: int) -> Played:
        choose = random.Random(number).choice
        seats = [{"deck": documents[(number + seat) % len(documents)]} for seat in range(2)]
        board = boards[(number // CHUNK + number) % len(boards)]
        state = game.start({"players": seats, "chance": {"mode": "seeded", "seed": str(number)}, **board}).state
        lengths: list[int] = []
        met = []
        while state.result is None:
            if len(lengths) % EVERY == 0:
                met.append(state)
            actions = game.deciding_actions(state)
            lengths.append(len(actions))
            state = game.apply(state, choose([action for action in actions if type(action) not in skipped])).state
        return lengths, state, met

    return play, game.copy, game.digest


def peer_matches(name: str) -> tuple[Callable[[int], Played], None, Callable[[Any], str]]:
    """How to play a match in an environment of RLCard, and to write down how it ended."""
    import rlcard  # type: ignore[import-not-found]  # noqa: PLC0415 - only a peer's interpreter has it

    environment = rlcard.make(name, config={"seed": 1})

    def play(number: int) -> Played:
        if number % CHUNK == 0:
            environment.seed(number)
        choose = random.Random(number).choice
        state, _ = environment.reset()
        lengths = []
        while not environment.is_over():
            actions = list(state["legal_actions"])
            lengths.append(len(actions))
            state, _ = environment.step(choose(actions))
        return lengths, environment.get_payoffs(), []

    return play, None, lambda payoffs: str([float(payoff) for payoff in payoffs])


# -- a worker: one process that plays chunks when it is told to ------------------------------------


def work(name: str) -> None:
    """Play a chunk a line of input; answer each with its figures."""
    play, copy, written = peer_matches(name) if name in ENVIRONMENTS else our_matches(name)
    play(0)
    for line in sys.stdin:
        print(json.dumps(chunk(play, copy, written, int(line))), flush=True)


def chunk(play: Callable[[int], Played], copy: Callable[[Any], Any] | None, written: Any, first: int) -> dict[str, Any]:
    """Play matches until enough steps were taken: time, steps, checksum, the time of a copy."""
    played: list[Played] = []
    steps = 0
    began = time.process_time()
    while steps < STEPS:
        played.append(play(first + len(played)))
        steps += len(played[-1][0])
    seconds = time.process_time() - began
    checksum = 0
    for lengths, end, _ in played:
        checksum = zlib.crc32(bytes(json.dumps([lengths, written(end)]), "ascii"), checksum)
    states = [state for _, _, met in played for state in met]
    return {"seconds": seconds, "steps": steps, "checksum": checksum, "copying": copying(copy, states)}


def copying(copy: Callable[[Any], Any] | None, states: list[Any]) -> float:
    """How long one copy of these states takes, in seconds."""
    if copy is None:
        return 0.0
    began = time.process_time()
    for _ in range(COPIES):
        for state in states:
            copy(state)
    return (time.process_time() - began) / (COPIES * len(states))


# -- the comparison --------------------------------------------------------------------------------


class Runner:
    """A worker process, and the least that each of its chunks has cost, in microseconds a step."""

    def __init__(self, python: str, name: str) -> None:
        self.name = name
        self.least: dict[int, float] = {}
        self.checksums: dict[int, int] = {}
        self.copying = float("inf")
        self.steps = 0
        command = [python, str(Path(__file__).resolve()), "--worker", name]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def run(self, number: int) -> None:
        """Let the worker play one chunk."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{number}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.name}: the worker has ended; does its interpreter have what it needs?")
        figures = json.loads(line)
        self.least[number] = min(self.least.get(number, float("inf")), figures["seconds"] / figures["steps"] * 1e6)
        self.copying = min(self.copying, figures["copying"] * 1e6)
        self.steps += figures["steps"]
        if self.checksums.setdefault(number, figures["checksum"]) != figures["checksum"]:
            raise SystemExit(f"{self.name}: the same chunk was played in another way")

    @property
    def step(self) -> float:
        """What a step costs, in microseconds."""
        return sum(self.least.values()) / len(self.least)

    @property
    def checksum(self) -> int:
        """What all chunks together have computed."""
        return zlib.crc32(json.dumps(sorted(self.checksums.items())).encode())


@contextmanager
def runners(ours: list[str], peer: str | None) -> Iterator[tuple[list[Runner], list[Runner]]]:
    """A worker for every game and every environment."""
    games = [Runner(sys.executable, key) for key in ours]
    peers = [Runner(peer, name) for name in ENVIRONMENTS] if peer is not None else []
    try:
        yield games, peers
    finally:
        for runner in [*games, *peers]:
            runner.process.kill()
            runner.process.wait()


def table(games: list[Runner], peers: list[Runner]) -> Iterator[str]:
    """The figures: a row a game or environment, with each game's share of each environment's step."""
    yield f"{'':<14}{'µs a step':>10}{'steps':>9}{'checksum':>10}{'copy':>7}" + "".join(f"{p.name:>15}" for p in peers)
    for runner in peers:
        yield f"{runner.name:<14}{runner.step:>10.1f}{runner.steps:>9}{runner.checksum:>10x}"
    for runner in games:
        share = f"{runner.copying / runner.step:>7.0%}"
        ratios = "".join(f"{runner.step / peer.step:>14.2f}x" for peer in peers)
        yield f"{runner.name:<14}{runner.step:>10.1f}{runner.steps:>9}{runner.checksum:>10x}{share}{ratios}"


def beside(games: list[Runner], key: str, most: float | None) -> Iterator[str]:
    """Each game's step as a multiple of one game's; ends the program where one is more than allowed."""
    measure = next(runner for runner in games if runner.name == key)
    for runner in games:
        if runner is not measure:
            ratio = runner.step / measure.step
            yield f"a step of {runner.name} is {ratio:.2f} × one of {key}" + (f", allowed {most:g} ×" if most else "")
            if most is not None and ratio > most:
                raise SystemExit(1)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=["maha-yodha", "thay-phap"])
    parser.add_argument("--beside", help="a game whose step is the measure of the others'")
    parser.add_argument("--most", type=float, help="how many of its steps one may cost")
    parser.add_argument("--peer", help="an interpreter that has RLCard")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        work(asked.worker)
        return
    measured = asked.games if asked.beside in (None, *asked.games) else [*asked.games, asked.beside]
    with runners(measured, asked.peer) as (games, peers):
        for number in range(asked.rounds * CHUNKS):
            for runner in [*games, *peers]:
                runner.run(CHUNK * (number % CHUNKS))
        print("\n".join(table(games, peers)))
        for line in beside(games, asked.beside, asked.most) if asked.beside else ():
            print(line)


if __name__ == "__main__":
    main()
