"""The oracle calls answer in the shapes of the contract."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import orjson
import pytest

from tests.http.talking import GAME, Api

State = dict[str, Any]

ABOUT = {"decision", "result", "digest", "rules"}
KODANDA_ON_RAMA = {"type": "play", "player": 0, "card": 82, "assign_to": 86}
RIVER_WARDEN = {"type": "play", "player": 0, "card": 83}


def digest_of(state: State) -> str:
    """SHA-256 of the canonical form, as the documentation tells it."""
    canonical = orjson.dumps(state, option=orjson.OPT_SORT_KEYS)
    return base64.urlsafe_b64encode(hashlib.sha256(canonical).digest()).rstrip(b"=").decode()


def test_a_start_gives_the_first_state(api: Api, setup: dict[str, Any]) -> None:
    told = api.asked("start", **setup)

    assert set(told) == ABOUT | {"state", "events"}
    assert told["state"]["chance"]["seed"] == "a seed"
    assert told["digest"] == digest_of(told["state"])
    assert told["rules"] == told["state"]["rules"] == "1.0"
    assert told["result"] is None
    assert told["decision"]["player"] in (0, 1)
    assert [player["name"] for player in told["state"]["players"]] == ["Ana", "Ben"]


def test_a_start_with_the_same_seed_is_the_same(api: Api, setup: dict[str, Any]) -> None:
    assert api.post(f"{GAME}/start", setup).raw == api.post(f"{GAME}/start", setup).raw


def test_a_start_without_a_seed_draws_128_bits(api: Api, setup: dict[str, Any]) -> None:
    del setup["chance"]

    seeds = {api.asked("start", **setup)["state"]["chance"]["seed"] for _ in range(3)}

    assert len(seeds) == 3
    assert all(len(bytes.fromhex(seed)) == 16 for seed in seeds)


def test_a_start_in_manual_mode_asks_for_what_happens(api: Api, setup: dict[str, Any]) -> None:
    told = api.asked("start", **setup | {"chance": {"mode": "manual"}})

    assert told["decision"]["player"] == "chance"
    assert told["decision"]["of"] == "first_player"


def test_a_setup_that_cannot_be_is_told_with_pointers(api: Api, setup: dict[str, Any]) -> None:
    setup["players"][1]["deck"]["sections"]["deck"].append({"card": "nobody", "count": 1})
    answer = api.post(f"{GAME}/start", setup | {"options": {"fun": True}, "first_player": 4})

    assert (answer.status, answer.json["code"]) == (422, "invalid-setup")
    assert answer.pointers
    assert all(pointer.startswith(("/options", "/first_player", "/players/1")) for pointer in answer.pointers)


def test_a_deck_may_be_named_by_its_id(api: Api, setup: dict[str, Any], deck: dict[str, Any]) -> None:
    registered = api.post("/v1/decks", {"deck": deck}).json
    named = [setup["players"][0] | {"deck": {"id": registered["id"]}}, setup["players"][1]]

    assert api.asked("start", **setup | {"players": named}) == api.asked("start", **setup)


def test_the_legal_actions_come_with_labels_and_clauses(api: Api, state: State) -> None:
    told = api.asked("legal-actions", state=state)

    assert set(told) == ABOUT | {"actions", "total", "next"}
    assert told["total"] == len(told["actions"])
    assert told["next"] is None
    assert told["decision"]["player"] == 0
    assert KODANDA_ON_RAMA in [each["action"] for each in told["actions"]]
    assert all(set(each) == {"action", "label", "rules"} for each in told["actions"])


def test_the_list_comes_in_pages(api: Api, state: State) -> None:
    whole = api.asked("legal-actions", state=state)
    pages: list[Any] = []
    cursor: dict[str, str] = {}
    while True:
        page = api.asked("legal-actions", state=state, limit=3, **cursor)
        pages += page["actions"]
        assert page["total"] == whole["total"]
        if page["next"] is None:
            break
        cursor = {"cursor": page["next"]}

    assert pages == whole["actions"]


def test_the_list_may_be_of_one_type_one_object_and_one_seat(api: Api, state: State) -> None:
    plays = api.asked("legal-actions", state=state, type="play")["actions"]
    rama = api.asked("legal-actions", state=state, object=86)["actions"]
    ben = api.asked("legal-actions", state=state, player=1)["actions"]

    assert {each["action"]["type"] for each in plays} == {"play"}
    assert [each["action"] for each in rama] == [KODANDA_ON_RAMA]
    assert {each["action"]["player"] for each in ben} == {1}


def test_what_include_does_not_name_is_not_sent(api: Api, state: State) -> None:
    bare = api.asked("legal-actions", state=state, include=[])["actions"]
    resolved = api.asked("resolve", state=state, action=KODANDA_ON_RAMA, include=["legal_actions", "labels"])

    assert all(set(each) == {"action"} for each in bare)
    assert set(resolved) == ABOUT | {"verdict", "legal_actions"}
    assert all(set(each) == {"action", "label"} for each in resolved["legal_actions"])


def test_each_action_is_judged_on_its_own(api: Api, state: State) -> None:
    told = api.asked("check", state=state, actions=[KODANDA_ON_RAMA, RIVER_WARDEN])

    assert set(told) == ABOUT | {"verdicts"}
    assert [verdict["verdict"] for verdict in told["verdicts"]] == ["legal", "illegal"]
    assert told["verdicts"][0]["violations"] == []
    (violation,) = told["verdicts"][1]["violations"]
    assert violation["rule"] == "MY-11.6"
    assert violation["data"] == {"card": "river-warden", "cost": 2, "left": 1}


def test_a_verdict_alone_gives_no_answer_away(api: Api, state: State) -> None:
    told = api.asked("check", state=state, action=RIVER_WARDEN, detail="verdict")

    assert told["verdicts"] == [{"verdict": "illegal"}]


def test_a_legal_verdict_can_say_why(api: Api, state: State) -> None:
    told = api.post(f"{GAME}/check?explain=true", {"state": state, "action": KODANDA_ON_RAMA}).json

    (verdict,) = told["verdicts"]
    assert verdict["verdict"] == "legal"
    assert verdict["met"]


def test_explain_says_what_stands_in_the_way(api: Api, state: State) -> None:
    told = api.asked("explain", state=state, player=0, object=83)

    (play,) = [each for each in told["explanations"] if each["type"] == "play"]
    assert play["legal"] == []
    assert [violation["rule"] for violation in play["nearest"]["violations"]] == ["MY-11.6"]


def test_a_legal_action_is_carried_out(api: Api, state: State) -> None:
    told = api.asked("resolve", state=state, action=KODANDA_ON_RAMA)

    assert set(told) == ABOUT | {"verdict", "state", "events"}
    assert told["verdict"] == "legal"
    assert told["digest"] == digest_of(told["state"])
    assert [event["type"] for event in told["events"]][:2] == ["pay", "play"]
    assert [card["card"] for card in told["state"]["players"][0]["battlefield"]] == ["rama", "aindrastra", "kodanda"]


def test_an_illegal_action_changes_nothing_and_says_why(api: Api, state: State) -> None:
    told = api.asked("resolve", state=state, actions=[KODANDA_ON_RAMA, KODANDA_ON_RAMA])

    assert set(told) == ABOUT | {"verdict", "index", "violations"}
    assert (told["verdict"], told["index"]) == ("illegal", 1)
    assert told["digest"] == digest_of(state)
    assert told["decision"] == api.asked("legal-actions", state=state)["decision"]


def test_a_view_hides_what_its_seat_may_not_know(api: Api, state: State) -> None:
    told = api.asked("view", state=state, player=1)

    assert set(told) == ABOUT | {"state"}
    assert told["state"]["players"][0]["hand"] == [{"card": None}] * 3
    assert told["state"]["chance"]["seed"] is None
    assert told["digest"] == digest_of(told["state"])
    assert api.asked("view", state=told["state"], player=1) == told


def test_a_spectator_sees_no_hand(api: Api, state: State) -> None:
    told = api.asked("view", state=state, player="spectator")["state"]

    assert all(card == {"card": None} for player in told["players"] for card in player["hand"])


def test_views_give_each_seat_its_own_side(api: Api, state: State) -> None:
    told = api.asked(
        "resolve",
        state=state,
        action=KODANDA_ON_RAMA,
        views=[0, 1, "spectator"],
        include=["state", "events", "legal_actions", "labels", "rules"],
    )

    views = told["views"]
    assert set(views) == {"0", "1", "spectator"}
    assert all(set(view) == ABOUT | {"state", "events", "legal_actions"} for view in views.values())
    assert views["1"]["state"] == api.asked("view", state=told["state"], player=1)["state"]
    assert views["1"]["digest"] == digest_of(views["1"]["state"]) != told["digest"]
    assert views["0"]["legal_actions"] == api.asked("legal-actions", state=told["state"], player=0)["actions"]
    assert {each["action"]["player"] for each in views["1"]["legal_actions"]} == {1}
    assert views["spectator"]["legal_actions"] == []


def test_a_hand_written_state_comes_back_in_full(api: Api) -> None:
    written = {
        "game": "maha-yodha",
        "active": 0,
        "phase": "placement",
        "players": [{"valor": 3, "hand": ["rama", "kodanda"]}, {}],
    }

    told = api.asked("validate", state=written)

    assert (told["valid"], told["faults"]) == (True, [])
    assert told["state"]["players"][0]["hand"] == [{"id": 1, "card": "rama"}, {"id": 2, "card": "kodanda"}]
    assert told["digest"] == digest_of(told["state"])
    assert api.asked("validate", state=told["state"]) == told
    assert api.asked("legal-actions", state=written) == api.asked("legal-actions", state=told["state"])


def test_a_match_stands_for_the_state_it_leads_to(api: Api, setup: dict[str, Any]) -> None:
    first = api.asked("start", **setup)
    action = api.asked("legal-actions", state=first["state"])["actions"][0]["action"]
    second = api.asked("resolve", state=first["state"], action=action)

    match = {"start": setup, "actions": [action]}

    assert api.asked("legal-actions", match=match) == api.asked("legal-actions", state=second["state"])
    assert api.asked("legal-actions", match=match, expect=second["digest"])["digest"] == second["digest"]


def test_a_match_that_breaks_the_rules_is_no_state(api: Api, setup: dict[str, Any]) -> None:
    first = api.asked("start", **setup)["decision"]["player"]
    match = {"start": setup, "actions": [{"type": "attack", "player": first}]}

    answer = api.post(f"{GAME}/legal-actions", {"match": match})

    assert (answer.status, answer.json["code"]) == (422, "match-not-legal")
    assert answer.json["index"] == 0
    assert set(answer.pointers) == {"/match/actions/0"}


@pytest.mark.parametrize("spoil", [{"chance": {"mode": "seeded"}}, {"chance": {}}])
def test_a_match_without_its_seed_cannot_be_followed(api: Api, setup: dict[str, Any], spoil: dict[str, Any]) -> None:
    answer = api.post(f"{GAME}/legal-actions", {"match": {"start": setup | spoil}})

    assert (answer.status, answer.json["code"]) == (422, "seed-missing")
    assert answer.pointers == ["/match/start/chance/seed"]


def test_a_replay_judges_a_whole_match(api: Api, setup: dict[str, Any]) -> None:
    told = api.asked("start", **setup)
    state, actions = told["state"], []
    for _ in range(8):
        actions.append(api.asked("legal-actions", state=state, limit=1)["actions"][0]["action"])
        told = api.asked("resolve", state=state, action=actions[-1])
        state = told["state"]

    replay = api.asked("replay", start=setup, actions=actions, expect=told["digest"])

    assert (replay["verdict"], replay["steps"]) == ("legal", 8)
    assert (replay["state"], replay["digest"]) == (state, told["digest"])


def test_a_replay_names_the_first_illegal_step(api: Api, state: State) -> None:
    told = api.asked("replay", state=state, actions=[KODANDA_ON_RAMA, RIVER_WARDEN, KODANDA_ON_RAMA])

    assert (told["verdict"], told["index"], told["steps"]) == ("illegal", 1, 1)
    assert [violation["rule"] for violation in told["violations"]] == ["MY-11.6"]


def test_a_replay_with_an_action_that_is_none_points_to_it(api: Api, state: State) -> None:
    answer = api.post(f"{GAME}/replay", {"state": state, "actions": [KODANDA_ON_RAMA, {"type": "play", "player": 0}]})

    assert (answer.status, answer.json["code"]) == (422, "malformed-action")
    assert answer.pointers == ["/actions/1/card"]


def test_another_digest_than_expected_is_told(api: Api, state: State) -> None:
    digest = api.asked("legal-actions", state=state)["digest"]

    assert api.post(f"{GAME}/legal-actions", {"state": state, "expect": digest}).status == 200
    assert api.post(f"{GAME}/replay", {"state": state, "actions": [], "expect": digest[::-1]}).status == 422


def test_forced_outcomes_stand_for_drawn_ones(api: Api, setup: dict[str, Any]) -> None:
    deck = [line["card"] for line in setup["players"][0]["deck"]["sections"]["deck"] for _ in range(line["count"])]
    other = [line["card"] for line in setup["players"][1]["deck"]["sections"]["deck"] for _ in range(line["count"])]

    told = api.asked("start", **setup | {"script": [deck, other], "first_player": 0})

    assert [card["card"] for card in told["state"]["players"][0]["hand"]] == deck[:6]
    assert told["state"]["players"][0]["deck"] == deck[6:]


def test_a_legal_deck_is_legal(api: Api, deck: dict[str, Any]) -> None:
    told = api.asked("decks/check", deck=deck)

    assert told == {
        "verdict": "legal",
        "violations": [],
        "warnings": [],
        "format": "preconstructed",
        "rules": "1.0",
    }


def test_an_illegal_deck_is_a_verdict(api: Api, deck: dict[str, Any]) -> None:
    deck["sections"]["deck"][0]["count"] = 40

    told = api.asked("decks/check", deck=deck)

    assert told["verdict"] == "illegal"
    assert told["violations"]


def test_a_registered_deck_can_be_checked_by_its_id(api: Api, deck: dict[str, Any]) -> None:
    registered = api.post("/v1/decks", {"deck": deck}).json

    assert api.asked("decks/check", deck={"id": registered["id"]}) == api.asked("decks/check", deck=deck)


def test_a_deck_that_is_none_is_told_with_pointers(api: Api, deck: dict[str, Any]) -> None:
    deck["sections"]["deck"][2] = {"card": 7}

    answer = api.post(f"{GAME}/decks/check", {"deck": deck})

    assert (answer.status, answer.json["code"]) == (422, "invalid-deck")
    assert answer.pointers == ["/deck/sections/deck/2/card"]
