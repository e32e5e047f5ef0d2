"""Positions written by hand, plays named by card, and random walks of Kindling."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import oracle
from tests.laws.matches import Moment, setup, walk
from tests.stack.game import KINDLING, VARIANTS

FLOWS = ("whole", "single", "round")
NAMES = (
    "as it is",
    "confirming",
    "by age",
    "at once",
    "at once, nested",
    "never fizzles",
    "on the ground",
    "passes idle seats",
)


def named(game: Any) -> str:
    """The variant's name, for a test's id."""
    return NAMES[[id(variant) for variant in VARIANTS].index(id(game))]


def moments(game: Any, seeds: Iterable[int], mode: str = "seeded", most: int = 250) -> Iterable[Moment]:
    """Every step of random matches, with each flow and each number of seats in turn."""
    for seed in seeds:
        document = setup(game, seed, mode, {"flow": FLOWS[seed % 3]}, 2 + seed % 3)
        yield from walk(game, document, seed, most)


class Match:
    """A match being played in a test: actions by the names of their cards, checks in words."""

    def __init__(self, state: Any, game: Any = KINDLING) -> None:
        self.game = game
        self.state = state
        self.events: list[dict[str, Any]] = []

    def play(self, seat: int, card: str, **parameters: Any) -> Match:
        """Play the first card of that name in the seat's hand."""
        return self.act("play", seat, card=self.hand(seat, card), **parameters)

    def use(self, seat: int, card: str, **parameters: Any) -> Match:
        """Use the seat's first imp of that name."""
        return self.act("activate", seat, imp=self.imp(seat, card), **parameters)

    def pass_by(self, *seats: int) -> Match:
        """Let these seats pass one after another."""
        for seat in seats:
            self.act("pass", seat)
        return self

    def choose(self, seat: int, pick: Any) -> Match:
        """Make a pick."""
        return self.act("choose", seat, pick=pick)

    def act(self, kind: str, seat: Any, script: Any = None, **parameters: Any) -> Match:
        """Do an action, which must be legal."""
        document = {"type": kind, "player": seat, **parameters}
        outcome = self.game.apply(self.state, self.game.action(document), script)
        assert self.game.encode(self.game.decode(self.game.encode(outcome.state))) == self.game.encode(outcome.state)
        self.state, self.events = outcome.state, outcome.events
        return self

    def refused(self, kind: str, seat: Any, **parameters: Any) -> list[str]:
        """The codes under which an action is refused."""
        action = self.game.action({"type": kind, "player": seat, **parameters})
        try:
            self.game.apply(self.state, action)
        except oracle.IllegalAction as error:
            return [violation.code for violation in error.violations]
        return []

    # -- looking -----------------------------------------------------------------------------------

    def hand(self, seat: int, card: str) -> int:
        """The id of a card in the seat's hand (an unknown one where it has none)."""
        found = [thing.id for thing in self.state.players[seat].hand if thing.card == card]
        return found[0] if found else 999

    def imp(self, seat: int, card: str = "imp", number: int = 0) -> int:
        """The id of an imp that is out."""
        found: list[int] = [thing.id for thing in self.state.players[seat].field if thing.card == card]
        return found[number]

    def field(self, seat: int) -> list[str]:
        """The imps of a seat."""
        return [thing.card for thing in self.state.players[seat].field]

    def discard(self, seat: int) -> list[str]:
        """The pile of a seat."""
        return [thing.card for thing in self.state.players[seat].discard]

    @property
    def stack(self) -> list[str]:
        """The cards of the entries, bottom first."""
        return [entry.card for entry in self.state.stack]

    @property
    def lives(self) -> list[int]:
        """The life of each seat."""
        return [player.life for player in self.state.players]

    @property
    def word(self) -> Any:
        """Who decides, and what kind of decision it is."""
        decision = self.game.decision(self.state)
        return decision.player, decision.type

    @property
    def told(self) -> list[tuple[str, str]]:
        """What of the last events tells of the stack: resolved and fizzled entries, in order."""
        return [
            (str(event["type"]), str(event.get("card") or event.get("reason")))
            for event in self.events
            if event["type"] in ("resolve", "fizzle")
        ]


def position(*players: dict[str, Any], game: Any = KINDLING, flow: str = "whole", **fields: Any) -> Match:
    """A match from a hand-written position; seats have what is said and nothing else."""
    document = {
        "game": "kindling", "options": {"flow": flow}, "turn": 3, "active": 0, "phase": "main",
        "priority": {"holder": None if flow == "round" else 0},
        "players": [{"deck": ["imp"] * 9, **player} for player in players],
        "chance": {"mode": "seeded", "seed": "position"}, **fields,
    }  # fmt: skip
    return Match(game.load(document), game)
