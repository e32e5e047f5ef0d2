"""What may come, with exact probabilities; and what may be, seen from one seat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.http.talking import GAME, Api

State = dict[str, Any]
KODANDA_ON_RAMA = {"type": "play", "player": 0, "card": 82, "assign_to": 86}
RIVER_WARDEN = {"type": "play", "player": 0, "card": 83}


def to_a_draw(api: Api, setup: dict[str, Any]) -> tuple[State, dict[str, Any]]:
    """A view, and an action of its seat after which that seat draws."""
    told = api.asked("start", **setup)
    for _ in range(30):
        seat = told["decision"]["player"]
        own = api.asked("view", state=told["state"], player=seat)["state"]
        actions = api.asked("legal-actions", state=own, player=seat)["actions"]
        for each in actions:
            found = api.asked("outcomes", state=own, action=each["action"], limit=200, include=[])
            if found["kind"] == "exact" and len(found["outcomes"]) > 1:
                return own, each["action"]
        told = api.asked("resolve", state=told["state"], action=actions[0]["action"])
    raise AssertionError("nobody draws in this match")


def test_an_action_without_chance_has_one_outcome(api: Api, state: State) -> None:
    told = api.asked("outcomes", state=state, action=KODANDA_ON_RAMA)
    resolved = api.asked("resolve", state=state, action=KODANDA_ON_RAMA)

    assert (told["verdict"], told["kind"]) == ("legal", "exact")
    (only,) = told["outcomes"]
    assert only["probability"] == {"numerator": 1, "denominator": 1}
    assert (only["digest"], only["events"]) == (resolved["digest"], resolved["events"])


def test_the_outcomes_of_a_draw_have_exact_probabilities(client: Api, setup: dict[str, Any]) -> None:
    own, action = to_a_draw(client, setup)

    told = client.asked("outcomes", state=own, action=action, limit=200, include=["events"])
    few = client.asked("outcomes", state=own, action=action, limit=2, seed="x", include=[])

    shares = [
        Fraction(each["probability"]["numerator"], each["probability"]["denominator"]) for each in told["outcomes"]
    ]
    assert told["kind"] == "exact"
    assert sum(shares) == 1
    assert few["kind"] == "sample"
    assert few["tries"] == 2
    assert few == client.asked("outcomes", state=own, action=action, limit=2, seed="x", include=[])


def test_an_illegal_action_has_no_outcomes(api: Api, state: State) -> None:
    told = api.asked("outcomes", state=state, action=RIVER_WARDEN)

    assert told["verdict"] == "illegal"
    assert [violation["rule"] for violation in told["violations"]] == ["MY-11.6"]
    assert "outcomes" not in told


def test_samples_look_to_their_seat_like_the_real_state(api: Api, setup: dict[str, Any]) -> None:
    real = api.asked("start", **setup)["state"]
    own = api.asked("view", state=real, player=0)
    decks = [None, setup["players"][1]["deck"]]

    told = api.asked("sample", state=own["state"], decks=decks, seed="s", n=3)

    assert told["digest"] == own["digest"]
    assert len({each["digest"] for each in told["samples"]}) == 3
    for each in told["samples"]:
        seen = api.asked("view", state=each["state"], player=0)["state"]
        assert seen | {"chance": 0} == own["state"] | {"chance": 0}


def test_samples_of_a_seat_read_its_view_only(api: Api, setup: dict[str, Any]) -> None:
    real = api.asked("start", **setup)["state"]
    own = api.asked("view", state=real, player=0)["state"]

    assert api.asked("sample", state=real, player=0, n=2) == api.asked("sample", state=own, n=2)


@pytest.mark.parametrize(
    ("call", "more", "pointer"),
    [
        ("outcomes", {}, "/action"),
        ("outcomes", {"action": KODANDA_ON_RAMA, "limit": 0}, "/limit"),
        ("outcomes", {"action": KODANDA_ON_RAMA, "limit": 501}, "/limit"),
        ("outcomes", {"action": {"type": "play", "player": 0}}, "/action/card"),
        ("outcomes", {"action": KODANDA_ON_RAMA | {"player": 7}}, "/action/player"),
        ("sample", {"n": 101}, "/n"),
        ("sample", {"player": 5}, "/player"),
        ("sample", {"decks": [{"sectoins": {}}]}, "/decks/0/sectoins"),
        ("sample", {"seed": 7}, "/seed"),
    ],
)
def test_what_is_wrong_is_pointed_to(api: Api, state: State, call: str, more: dict[str, Any], pointer: str) -> None:
    answer = api.post(f"{GAME}/{call}", {"state": state, **more})

    assert answer.status == 422
    assert answer.pointers == [pointer]
