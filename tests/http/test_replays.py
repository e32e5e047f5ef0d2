"""Matches told again: to a point on the way, and line by line."""

from __future__ import annotations

import gzip
from typing import Any

import orjson
import pytest

from app.calls import replaying
from tests.http.talking import GAME, Api

NDJSON = "application/x-ndjson"


def played(api: Api, setup: dict[str, Any], count: int) -> tuple[list[Any], list[Any]]:
    """A match of so many actions, and its states."""
    states, actions = [api.asked("start", **setup)["state"]], []
    for _ in range(count):
        actions.append(api.asked("legal-actions", state=states[-1], limit=1)["actions"][0]["action"])
        states.append(api.asked("resolve", state=states[-1], action=actions[-1])["state"])
    return actions, states


def lines(raw: bytes) -> list[Any]:
    return [orjson.loads(line) for line in raw.splitlines()]


def streamed(api: Api, document: Any, **headers: str) -> Any:
    return api.post(f"{GAME}/replay", document, accept=NDJSON, **headers)


def test_a_replay_gives_the_state_on_the_way(api: Api, setup: dict[str, Any]) -> None:
    actions, states = played(api, setup, 5)

    for at in (0, 3, 5):
        told = api.asked("replay", start=setup, actions=actions, at=at)
        assert (told["verdict"], told["steps"], told["state"]) == ("legal", 5, states[at])


def test_a_replay_comes_line_by_line(api: Api, setup: dict[str, Any]) -> None:
    actions, states = played(api, setup, 5)

    answer = streamed(api, {"start": setup, "actions": actions, "include": ["state", "events", "text"]})
    *steps, verdict = lines(answer.raw)

    assert (answer.status, answer.headers["Content-Type"]) == (200, NDJSON)
    assert [step["steps"] for step in steps] == [0, 1, 2, 3, 4, 5]
    assert [step["action"] for step in steps[1:]] == actions
    assert all("text" in event for step in steps for event in step["events"])
    assert all("state" not in step for step in steps)
    assert (verdict["verdict"], verdict["steps"], verdict["state"]) == ("legal", 5, states[5])
    assert steps[-1]["digest"] == verdict["digest"]


def test_the_last_line_names_the_first_illegal_step(api: Api, setup: dict[str, Any]) -> None:
    actions, _ = played(api, setup, 2)
    wrong = {**actions[0], "player": 1 - actions[0]["player"]}

    *steps, verdict = lines(streamed(api, {"start": setup, "actions": [*actions, wrong, *actions]}).raw)

    assert [step["verdict"] for step in steps] == ["legal", "legal", "legal", "illegal"]
    assert (verdict["verdict"], verdict["index"]) == ("illegal", 2)
    assert verdict["violations"] == steps[-1]["violations"]


def test_lines_can_be_compressed(api: Api, setup: dict[str, Any]) -> None:
    document = {"start": setup, "actions": []}

    packed = streamed(api, document, accept_encoding="gzip")

    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.raw) == streamed(api, document).raw


def test_what_goes_wrong_at_once_is_a_problem(api: Api, setup: dict[str, Any]) -> None:
    answer = streamed(api, {"start": setup, "actions": [{"type": "play", "player": 0}]})

    assert (answer.status, answer.headers["Content-Type"]) == (422, "application/problem+json")
    assert answer.pointers == ["/actions/0/card"]


def test_what_goes_wrong_on_the_way_is_told_on_the_last_line(api: Api, setup: dict[str, Any]) -> None:
    last = lines(streamed(api, {"start": setup, "actions": [], "expect": "another"}).raw)[-1]

    assert (last["status"], last["problem"]["code"]) == (422, "digest-mismatch")


@pytest.mark.parametrize(("at", "status"), [(-1, 422), (1, 422), ("0", 422), (0, 200)])
def test_the_point_must_be_in_the_match(api: Api, setup: dict[str, Any], at: Any, status: int) -> None:
    answer = api.post(f"{GAME}/replay", {"start": setup, "actions": [], "at": at})

    assert answer.status == status
    assert status == 200 or answer.pointers == ["/at"]


def test_a_match_that_takes_too_much_work_is_cut(
    client: Api, setup: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    actions, _ = played(client, setup, 3)
    monkeypatch.setattr("oracle.kernel.replay.WORK", -1)

    alone = client.post(f"{GAME}/replay", {"start": setup, "actions": actions})
    last = lines(streamed(client, {"start": setup, "actions": actions}).raw)[-1]

    assert (alone.status, alone.json["code"]) == (422, "request-budget-exceeded")
    assert last["problem"]["code"] == "request-budget-exceeded"


def test_a_setup_that_cannot_be_is_pointed_to_in_a_stream_too(api: Api, setup: dict[str, Any]) -> None:
    setup["options"] = {"fun": True}

    answer = streamed(api, {"start": setup, "actions": []})

    assert (answer.status, answer.json["code"]) == (422, "invalid-setup")
    assert answer.pointers[0].startswith("/start/options")


def test_a_step_on_which_the_service_fails_is_told_on_the_last_line(
    client: Api, setup: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    actions, _ = played(client, setup, 3)
    sound = replaying.step
    monkeypatch.setattr(
        replaying, "step", lambda game, done, *more: {"no": object()} if done.steps == 2 else sound(game, done, *more)
    )

    *steps, last = lines(streamed(client, {"start": setup, "actions": actions}).raw)

    assert [step["steps"] for step in steps] == [0, 1]
    assert (last["status"], last["problem"]["code"]) == (500, "internal-error")
