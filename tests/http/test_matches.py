"""Whole matches over real HTTP, and one that is followed at a table by somebody who sees one hand only."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import oracle
from tests.http.talking import Api, OverHttp
from tests.running import RunningServer

State = dict[str, Any]
Action = dict[str, Any]

GAME = oracle.game("maha-yodha")
ANA, BEN = 0, 1
RARE = frozenset({"concede", "offer_draw"})
LONGEST = 3_000


def picked(chance: random.Random, listed: list[Any], rare: float = 0.002) -> Action:
    """A random legal action; giving up and offering draws are rare."""
    actions: list[Action] = [each["action"] for each in listed]
    usual = [action for action in actions if action["type"] not in RARE]
    return chance.choice(usual if usual and chance.random() >= rare else actions)


def played(api: Api, setup: dict[str, Any], seed: int) -> dict[str, Any]:
    """The last answer of a match between two random seats, each step one round trip."""
    chance = random.Random(seed)
    wanted = {"include": ["state", "legal_actions"]}
    answer: dict[str, Any] = api.asked("start", **setup | {"chance": {"mode": "seeded", "seed": str(seed)}}, **wanted)
    for _ in range(LONGEST):
        if answer["result"] is not None:
            break
        action = picked(chance, answer["legal_actions"])
        answer = api.asked("resolve", state=answer["state"], action=action, expect=answer["digest"], **wanted)
        assert answer["verdict"] == "legal"
    return answer


@pytest.mark.server
@pytest.mark.slow
def test_fifty_random_matches_come_to_their_end(server: RunningServer, setup: dict[str, Any]) -> None:
    def play(seeds: range) -> list[dict[str, Any]]:
        talk = OverHttp(server.url)
        ends = [played(Api(talk), setup, seed) for seed in seeds]
        talk.connection.close()
        return ends

    with ThreadPoolExecutor(4) as players:
        ends = [end for some in players.map(play, [range(start, 50, 4) for start in range(4)]) for end in some]

    assert len(ends) == 50
    assert all(end["result"] and end["decision"] is None and end["legal_actions"] == [] for end in ends)
    assert {"life_zero"} <= {end["result"]["reason"] for end in ends}
    assert {0, 1} <= {winner for end in ends for winner in end["result"]["winners"]}


class Real:
    """The match as it really goes on at the table: nobody there sees all of it."""

    def __init__(self, setup: dict[str, Any], seed: int) -> None:
        self.chance = random.Random(seed)
        outcome = GAME.start(setup | {"chance": {"mode": "seeded", "seed": str(seed)}})
        self.state = outcome.state
        self.outcomes = deque(happened(outcome.events))

    def step(self) -> Iterator[tuple[Action, State]]:
        """Each action that a seat takes, with the state in which it is taken."""
        while self.state.result is None:
            listed = [{"action": each.action} for each in GAME.listed(self.state)]
            action, before = picked(self.chance, listed, rare=0), GAME.document(self.state)
            outcome = GAME.apply(self.state, GAME.action(action))
            self.state = outcome.state
            self.outcomes.extend(happened(outcome.events))
            yield action, before


def happened(events: list[dict[str, Any]]) -> Iterator[tuple[str, int | None, Any]]:
    """What chance brought, in order: of what kind, for whom, and what."""
    for event in events:
        if event["type"] == "chance":
            yield "first_player", None, event["outcome"]
        elif event["type"] == "draw" and event["card"] is not None:
            yield "draw", event["player"], event["card"]
        elif event["type"] == "move" and event["reason"] == "steal" and event["to_player"] in event["seats"]:
            yield "pick", event["to_player"], event["card"]


class Follower:
    """Ana's app: it knows her hand and what lies open, and keeps the state that the service gives back."""

    def __init__(self, api: Api, setup: dict[str, Any]) -> None:
        self.api = api
        first = api.asked("start", **setup | {"chance": {"mode": "manual"}}, views=[ANA])
        self.take(first["views"][str(ANA)])

    def take(self, answer: dict[str, Any]) -> None:
        """Keep what an answer says; it holds no more than what was sent and reported."""
        self.state, self.decision, self.result = answer["state"], answer["decision"], answer["result"]

    def tell(self, action: Action) -> list[dict[str, Any]]:
        """Report what happened."""
        answer = self.api.asked("resolve", state=self.state, action=action)
        assert answer["verdict"] == "legal", (action, answer)
        self.take(answer)
        events: list[dict[str, Any]] = answer["events"]
        return events

    def shown(self, card: str) -> int:
        """The id of a card that comes out of Ben's hand: one that Ana saw going there, or one reported now."""
        for each in self.state["players"][BEN]["hand"]:
            if each["card"] == card:
                return int(each["id"])
        (event,) = self.tell({"type": "reveal", "player": "chance", "hand": BEN, "card": card})
        return int(event["object"])

    def report(self, of: str, seat: int | None, what: Any) -> None:
        """Report what chance brought, as far as Ana saw it."""
        assert self.decision["of"] == of
        if of == "draw" and seat == BEN:
            what = None
        elif of == "pick":
            what = self.shown(what) if seat == ANA else self.own(what)
        self.tell({"type": "chance", "player": "chance", "outcome": what})

    def own(self, card: str) -> int:
        """The id of a card in Ana's hand."""
        return next(int(each["id"]) for each in self.state["players"][ANA]["hand"] if each["card"] == card)

    def translated(self, action: Action, real: State) -> Action:
        """A real action in the words of Ana's state, whose objects have ids of their own."""
        return {
            name: self.object(value, real) if name in ("card", "assign_to") else value for name, value in action.items()
        }

    def object(self, id: int, real: State) -> int:
        """The id that an object of the real match has in Ana's state."""
        for seat, player in enumerate(real["players"]):
            for zone in ("hand", "battlefield"):
                for place, each in enumerate(player[zone]):
                    if each["id"] == id and zone == "battlefield":
                        return int(self.state["players"][seat][zone][place]["id"])
                    if each["id"] == id:
                        return self.own(each["card"]) if seat == ANA else self.shown(each["card"])
        raise AssertionError(f"no object {id}")


@pytest.mark.parametrize("seed", range(3))
def test_a_match_is_followed_at_a_table_knowing_one_hand(api: Api, setup: dict[str, Any], seed: int) -> None:
    real, follower = Real(setup, seed), Follower(api, setup)

    for action, before in real.step():
        while follower.decision is not None and follower.decision["player"] == "chance":
            follower.report(*real.outcomes.popleft())
        follower.tell(follower.translated(action, before))
    while follower.decision is not None:
        follower.report(*real.outcomes.popleft())

    seen = GAME.document(GAME.view(real.state, ANA))
    assert follower.result == seen["result"]
    assert follower.result["reason"] == "life_zero"
    assert not real.outcomes
    for known, true in zip(follower.state["players"], seen["players"], strict=True):
        assert known["life"] == true["life"]
        assert len(known["hand"]) == len(true["hand"])
        assert [each["card"] for each in known["battlefield"]] == [each["card"] for each in true["battlefield"]]
        assert [each["card"] for each in known["discard"]] == [each["card"] for each in true["discard"]]
        assert len(known["deck"]) == len(true["deck"])
