"""Maps from users: checked, named by their content, played on, taken back."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

import pytest

from oracle.games.muhq import maps
from tests.http.talking import Api

Document = dict[str, Any]
MUHQ = "/v1/games/muhq"
FORD: Document = dict(maps.shipped()[maps.pinned("muhq/fordwatch")].document)


def own_map(name: str) -> Document:
    """A map of a user: the ford under a name of its own."""
    return {**deepcopy(FORD), "id": name, "name": name.title()}


def registered(api: Api, name: str) -> Document:
    """A map that was just registered: its answer."""
    answer = api.post("/v1/maps", {"game": "muhq", "name": name.title(), "map": own_map(name)})
    assert answer.status == 201, answer.raw
    told: Document = answer.json
    return told


def setup(**said: Any) -> Document:
    """A match without decks: its stores come of a draft."""
    return {"players": [{"name": "Ana"}, {"name": "Ben"}], "chance": {"mode": "seeded", "seed": "maps"}, **said}


def test_a_match_is_played_on_a_map_that_a_user_registered(api: Api) -> None:
    made = registered(api, "my-ford")

    started = api.post(f"{MUHQ}/start", setup(map=made["hash"]))
    asked = api.post(f"{MUHQ}/legal-actions", {"state": started.json["state"]})

    assert (started.status, started.json["state"]["map"]) == (200, made["hash"])
    assert (asked.status, asked.json["decision"]["type"]) == (200, "draft_pick")
    told = api.get(made["url"])
    assert (told.json["map"]["id"], told.json["game"]) == ("my-ford", "muhq")
    assert api.get(made["url"], if_none_match=told.headers["ETag"]).status == 304


def test_a_match_is_played_on_a_map_that_the_request_carries(api: Api) -> None:
    started = api.post(f"{MUHQ}/start", setup(map=own_map("inline")))

    assert (started.status, started.json["state"]["map"]["id"]) == (200, "inline")


def test_a_state_that_names_a_deleted_map_is_told_so(client: Api) -> None:
    made = registered(client, "soon-gone")
    state = client.post(f"{MUHQ}/start", setup(map=made["hash"])).json["state"]

    client.send("DELETE", made["url"], authorization=f"Bearer {made['token']}")

    answer = client.post(f"{MUHQ}/legal-actions", {"state": state})
    assert (answer.status, answer.json["code"]) == (410, "set-gone")


@pytest.mark.parametrize("named", ["muhq/nowhere", "0" * 64, "", 7, [], {}])
def test_a_map_that_there_is_not_is_refused_with_a_pointer(client: Api, named: Any) -> None:
    answer = client.post(f"{MUHQ}/start", setup(map=named))

    assert answer.status == 422
    assert all(pointer.startswith("/map") for pointer in answer.pointers), answer.json


@pytest.mark.parametrize(
    ("part", "value", "pointer"),
    [
        ("rows", [*FORD["rows"][:-1], "...."], "/map/rows/6"),
        ("legend", {".": "plain"}, "/map/rows/2"),
        ("regions", {"one": [[0, 0]], "two": [[0, 0]]}, "/map/regions/two/0"),
        ("win", [{"type": "capture", "min_held": 9}], "/map/win/0/min_held"),
        ("win", [], "/map/win"),
    ],
)
def test_a_map_with_a_mistake_is_neither_kept_nor_played_on(client: Api, part: str, value: Any, pointer: str) -> None:
    faulty = {**own_map("faulty"), part: value}

    kept = client.post("/v1/maps", {"game": "muhq", "name": "Faulty", "map": faulty})
    started = client.post(f"{MUHQ}/start", setup(map=faulty))

    assert (kept.status, started.status) == (422, 422)
    assert pointer in kept.pointers
    assert pointer in started.pointers


def test_a_map_in_yaml_is_faulted_by_line_and_column(client: Api) -> None:
    text = 'game: muhq\nname: Tiny\nmap:\n  id: tiny\n  name: Tiny\n  rows:\n    - "..."\n    - ".."\n    - "..."\n'

    answer = client.raw("/v1/maps", text.encode(), content_type="application/yaml")

    told = next(error for error in answer.json["errors"] if error["code"] == "ragged_rows")
    assert (answer.status, told["pointer"], told["line"], told["column"]) == (422, "/map/rows/1", 8, 7)


ASIDE = ("concede", "offer_draw", "answer_draw")


@pytest.mark.server
@pytest.mark.slow
@pytest.mark.parametrize(("named", "seed"), [("muhq/fordwatch", 6), ("muhq/ember-causeway", 5)])
def test_a_whole_match_from_the_draft_to_its_victory_runs_over_http(over_http: Api, named: str, seed: int) -> None:
    wanted = {"include": ["state", "legal_actions"]}
    started = setup(map=named, chance={"mode": "seeded", "seed": str(seed)})
    answer = over_http.post(f"{MUHQ}/start", {**started, **wanted}).json
    chance, phases = random.Random(seed), set()

    while answer["result"] is None:
        phases.add(answer["state"]["phase"])
        listed = [each["action"] for each in answer["legal_actions"] if each["action"]["type"] not in ASIDE]
        asked = {"state": answer["state"], "action": chance.choice(listed), "expect": answer["digest"], **wanted}
        answer = over_http.post(f"{MUHQ}/resolve", asked).json
        assert answer["verdict"] == "legal"

    assert answer["result"]["outcome"] == "win"
    assert {"draft", "upkeep", "actions", "buy", "discard"} <= phases
