"""What an answer holds besides the state: words, patches, what opens up, what may be."""

from __future__ import annotations

import copy
import random
from functools import cache
from typing import Any

import pytest

import oracle
from app import samples
from app.calls import answers
from app.calls.expansion import BESIDE
from tests.http.talking import GAME, Api

State = dict[str, Any]
KODANDA_ON_RAMA = {"type": "play", "player": 0, "card": 82, "assign_to": 86}
RIVER_WARDEN = {"type": "play", "player": 0, "card": 83}
EVERYTHING = ["state", "events", "legal_actions", "labels", "rules", "text", "patch", "undetermined"]


def patched(document: Any, steps: list[dict[str, Any]]) -> Any:
    """The document after a JSON patch."""
    whole = {"": copy.deepcopy(document)}
    for step in steps:
        *path, last = [part.replace("~1", "/").replace("~0", "~") for part in step["path"].split("/")]
        place: Any = whole
        for part in path:
            place = place[int(part)] if isinstance(place, list) else place[part]
        if isinstance(place, list):
            index = int(last)
            if step["op"] == "add":
                place.insert(index, step["value"])
            elif step["op"] == "remove":
                del place[index]
            else:
                place[index] = step["value"]
        elif step["op"] == "remove":
            del place[last]
        else:
            place[last] = step["value"]
    return whole[""]


def test_events_come_in_words(api: Api, state: State) -> None:
    told = api.asked("resolve", state=state, action=KODANDA_ON_RAMA, include=["events", "text"])

    assert told["events"][0]["text"] == "Ana pays 1 valor, now 0."
    assert told["events"][1]["text"] == "Ana plays KODANDA."
    assert all(event["text"].endswith(".") for event in told["events"])


def test_a_view_is_told_no_more_than_it_holds(api: Api, setup: dict[str, Any]) -> None:
    told = api.asked("start", **setup, views=[0, 1], include=["events", "text"])

    for view in told["views"].values():
        hidden = [event for event in view["events"] if event.get("card", "") is None]
        assert all("a card" in event["text"] for event in hidden)


def test_a_patch_leads_from_the_state_that_was_sent_to_the_one_that_came(api: Api, state: State) -> None:
    told = api.asked("resolve", state=state, action=KODANDA_ON_RAMA, views=[0, 1], include=["state", "patch"])

    assert patched(state, told["patch"]) == told["state"]
    for seat in (0, 1):
        view = told["views"][str(seat)]
        assert patched(api.asked("view", state=state, player=seat)["state"], view["patch"]) == view["state"]


def test_a_patch_alone_is_small(api: Api, state: State) -> None:
    whole = api.post(f"{GAME}/resolve", {"state": state, "action": KODANDA_ON_RAMA, "include": ["state"]})
    patch = api.post(f"{GAME}/resolve", {"state": state, "action": KODANDA_ON_RAMA, "include": ["patch"]})

    assert "state" not in patch.json
    assert len(patch.raw) < len(whole.raw) / 2


@pytest.mark.parametrize("game", oracle.games(), ids=lambda game: game.key)
def test_every_patch_of_a_match_is_exact(client: Api, game: Any) -> None:
    state = client.post(f"/v1/games/{game.key}/start", samples.setup(game)).json["state"]
    for turn in range(12):
        asked = {"state": state, "include": ["legal_actions"]}
        actions = client.post(f"/v1/games/{game.key}/legal-actions", asked).json["actions"]
        action = actions[turn % max(1, len(actions) - 2)]["action"]
        asked = {"state": state, "action": action, "include": ["state", "patch"]}
        told = client.post(f"/v1/games/{game.key}/resolve", asked).json
        assert patched(state, told["patch"]) == told["state"]
        if told["result"] is not None:
            break
        state = told["state"]


def test_a_refusal_can_name_what_would_be_legal(api: Api, state: State) -> None:
    told = api.asked("check", state=state, actions=[RIVER_WARDEN, KODANDA_ON_RAMA], detail="alternatives")

    refused, allowed = told["verdicts"]
    assert "alternatives" not in allowed
    assert 1 <= len(refused["alternatives"]) <= 3
    assert refused["alternatives"][0]["action"]["type"] == "play"
    assert set(refused["alternatives"][0]) == {"action", "label", "rules"}


def test_what_may_be_is_marked(api: Api, state: State) -> None:
    own = api.asked("view", state=state, player=0)["state"]

    told = api.asked("legal-actions", state=own, include=["labels", "undetermined"])
    certain = [each for each in told["actions"] if "verdict" not in each]
    doubtful = [each for each in told["actions"] if "verdict" in each]

    assert [each["action"] for each in certain] == [
        each["action"] for each in api.asked("legal-actions", state=own)["actions"]
    ]
    assert all(each["verdict"] == "undetermined" and each["depends_on"] for each in doubtful)
    assert not [each for each in doubtful if each["action"]["player"] == 0]


def test_passes_are_made_and_told(api: Api) -> None:
    game: Any = oracle.game("machai")
    state, decision = next((state, told) for state in match(game) if (told := game.decision(state)).type == "priority")
    seat = decision.player
    asked = {"state": game.document(state), "actions": [], "passes": {str(seat): "always"}, "include": []}

    told = api.post("/v1/games/machai/resolve", asked).json

    assert told["verdict"] == "legal"
    assert told["applied"]
    assert all(action["auto"] and action["type"] == "pass" for action in told["applied"])


def match(game: Any) -> Any:
    """The states of a match, always by the first legal action."""
    state = game.start(samples.setup(game)).state
    while state.result is None:
        yield state
        state = game.apply(state, game.deciding_actions(state)[0]).state


@pytest.mark.parametrize(
    ("passes", "pointer"),
    [({"x": "idle"}, "/passes/x"), ({"2": "idle"}, "/passes/2"), ({"0": "often"}, "/passes/0"), ([], "/passes")],
)
def test_wrong_passes_are_pointed_to(api: Api, state: State, passes: Any, pointer: str) -> None:
    answer = api.post(f"{GAME}/resolve", {"state": state, "actions": [], "passes": passes})

    assert (answer.status, answer.json["code"], answer.pointers) == (422, "invalid-request", [pointer])


@cache
def opening(game: Any) -> dict[str, Any]:
    """A request for the legal actions of a state in which one of them opens further steps of its seat."""
    for seed in range(30):
        chance = random.Random(seed)
        state = game.start(samples.setup(game)).state
        for _ in range(150):
            decision = game.decision(state)
            if decision is None:
                break
            if isinstance(decision.player, int):
                listed = answers.listed(game, state, decision.player, {"expand": 500, "include": []}, "en")
                if any("next" in each for each in listed):
                    return {"state": game.document(state), "player": decision.player, "expand": 500}
            actions = [each for each in game.deciding_actions(state) if game.type_of[type(each)].name not in BESIDE]
            state = game.apply(state, chance.choice(actions)).state
    raise AssertionError("nothing opens up in these matches")


BRANCHING = oracle.game("thay-phap")


def test_what_opens_up_behind_an_action_is_listed_and_can_be_sent_as_a_whole(api: Api) -> None:
    asked = opening(BRANCHING)

    told = api.post(f"/v1/games/{BRANCHING.key}/legal-actions", asked).json

    for each in (each for each in told["actions"] if "next" in each):
        node, path = each, [each["action"]]
        while "next" in node:
            assert node["next"]["decision"]["player"] == asked["player"]
            node = node["next"]["actions"][-1]
            path.append(node["action"])
        sent = {"state": asked["state"], "actions": path, "include": []}
        assert api.post(f"/v1/games/{BRANCHING.key}/resolve", sent).json["verdict"] == "legal"


@pytest.mark.parametrize("most", [1, 4, 8, 30])
def test_no_more_is_listed_than_was_asked_for(client: Api, most: int) -> None:
    path = f"/v1/games/{BRANCHING.key}/legal-actions"
    asked = opening(BRANCHING)

    def nodes(actions: list[Any]) -> int:
        return sum(1 + nodes(each.get("next", {"actions": []})["actions"]) for each in actions)

    told = client.post(path, asked | {"expand": most})
    whole = client.post(path, asked | {"expand": 2000})
    count = nodes(told.json["actions"])

    assert count <= max(most, told.json["total"])
    assert (count < nodes(whole.json["actions"])) == (b'"more":true' in told.raw)


@pytest.mark.parametrize(("more", "pointer"), [({"expand": 0}, "/expand"), ({"expand": 2001}, "/expand")])
def test_expansion_is_bounded(api: Api, state: State, more: dict[str, Any], pointer: str) -> None:
    answer = api.post(f"{GAME}/legal-actions", {"state": state, **more})

    assert (answer.status, answer.pointers) == (422, [pointer])


def test_a_state_of_an_older_edition_is_carried_forward_with_a_notice(
    client: Api, state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = oracle.game("maha-yodha")
    object.__setattr__(game, "editions", ("1.0", "1.1"))
    try:
        told = client.asked("resolve", state=state, action=KODANDA_ON_RAMA)
    finally:
        object.__setattr__(game, "editions", ("1.0",))

    assert told["rules"] == "1.1"
    assert told["notices"] == [{"code": "edition_moved", "from": "1.0", "to": "1.1"}]
    assert "notices" not in client.asked("resolve", state=state, action=KODANDA_ON_RAMA)
