"""Sets of cards over HTTP: checked as JSON and as YAML, with the line and column of every fault."""

from __future__ import annotations

import json
from typing import Any

import pytest

import oracle
from tests.http.talking import GAME, Api

ADDRESS = f"{GAME}/cards/check"
REED = {
    "key": "reed",
    "name": "REED",
    "type": "warrior",
    "cost": 1,
    "abilities": [{"when": {"event": "play"}, "do": [{"draw": 1}]}],
}
YAML = """\
cards:
  - key: reed
    name: REED
    type: warrior
    cost: 1
    abilities:
      - when: {event: play}
        do: [{drow: 1}]
"""


def posted(client: Api, body: str | bytes, media: str) -> tuple[int, dict[str, Any]]:
    raw = body.encode() if isinstance(body, str) else body
    answer = client.talk.send("POST", ADDRESS, raw, {"Content-Type": media})
    return answer.status, answer.json


def test_good_cards_say_what_they_do(client: Api) -> None:
    status, told = posted(client, json.dumps({"cards": [REED]}), "application/json")

    assert status == 200
    assert told == {
        "faults": [],
        "warnings": [],
        "cards": [{"key": "reed", "name": {"en": "REED"}, "text": {"en": "When placed: draw 1 card."}}],
    }


@pytest.mark.parametrize("name", ["", " ", {}, {"en": ""}], ids=["nothing", "a blank", "no language", "no word"])
def test_a_card_without_a_name_is_refused_in_a_set_and_in_a_state(client: Api, name: Any) -> None:
    nameless = {**REED, "name": name}
    status, told = posted(client, json.dumps({"cards": [nameless]}), "application/json")
    assert (status, [(f["code"], f["pointer"]) for f in told["faults"]]) == (200, [("too_short", "/cards/0/name")])

    state = {"game": "maha-yodha", "cards": {"reed": nameless}, "players": [{"hand": ["reed"]}, {}]}
    answer = client.post(f"{GAME}/legal-actions", {"state": state})
    assert (answer.status, answer.pointers) == (422, ["/state/cards/reed/name"])


@pytest.mark.parametrize(
    "media", ["application/yaml", "application/yaml; charset=utf-8", "application/x-yaml", "text/yaml"]
)
def test_a_fault_in_yaml_has_its_line_and_column(client: Api, media: str) -> None:
    status, told = posted(client, YAML, media)

    assert status == 200
    assert told["cards"] == []
    assert [(f["pointer"], f["line"], f["column"]) for f in told["faults"]] == [
        ("/cards/0/abilities/0/do/0/drow", 8, 15)
    ]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('{"cards": [{"key": "a", "key": "b"}]}', "duplicate_key"),
        ('{"cards": [{"cost": 1.5}]}', "not_plain"),
        ('{"cards": [{"cost": NaN}]}', "not_plain"),
        ('{"cards": [', "not_json"),
        ("[" * 100, "too_deep"),
        ("", "not_json"),
    ],
)
def test_what_is_wrong_with_json_is_told_as_a_fault(client: Api, body: str, code: str) -> None:
    status, told = posted(client, body, "application/json")

    assert status == 200
    assert code in [fault["code"] for fault in told["faults"]]


@pytest.mark.parametrize(
    "body", ["a: &a [x]\nb: *a\n", "a: !!python/name:os.system x\n", "a: 1\na: 2\n", "\x00", "{a: " * 100]
)
def test_no_trap_of_yaml_gets_through(client: Api, body: str) -> None:
    status, told = posted(client, body, "application/yaml")

    assert status == 200
    assert told["faults"]


def test_another_type_of_body_is_refused(client: Api) -> None:
    status, told = posted(client, "cards: []", "text/plain")

    assert (status, told["code"]) == (415, "unsupported-media-type")
    assert "application/yaml" in str(told["detail"])


def test_too_large_a_body_is_refused(client: Api) -> None:
    status, told = posted(client, b"a: " + b"x" * 10_000_000, "application/yaml")

    assert (status, told["code"]) == (413, "body-too-large")


def test_texts_come_in_one_language_where_it_is_asked_for(client: Api) -> None:
    game = oracle.game("thay-phap")
    raw = json.dumps({"cards": [game.cards()[0].document]}).encode()

    answer = client.talk.send(
        "POST", f"/v1/games/{game.key}/cards/check?lang=vi", raw, {"Content-Type": "application/json"}
    )

    assert [list(card["text"]) for card in answer.json["cards"]] == [["vi"]]


def test_every_shipped_set_passes_its_own_check(client: Api) -> None:
    for game in oracle.games():
        cards = {"cards": [card.document for card in game.cards()]}
        raw = json.dumps(cards).encode()
        answer = client.talk.send(
            "POST", f"/v1/games/{game.key}/cards/check", raw, {"Content-Type": "application/json"}
        )

        assert answer.status == 200
        assert answer.json["faults"] == []
        assert {language for card in answer.json["cards"] for language in card["text"]} == set(game.languages)
