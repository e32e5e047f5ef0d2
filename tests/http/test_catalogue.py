"""What can be read about the games."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import jsonschema_rs
import pytest

import oracle
from tests.http.talking import GAME, Api


def test_the_games_are_listed(api: Api) -> None:
    games = api.get("/v1/games").json["games"]

    assert {"game": "maha-yodha", "name": "Maha Yodha", "rules": "1.0", "languages": ["en"], "url": GAME} in games
    assert [api.get(game["url"]).status for game in games] == [200] * len(games)


def test_a_game_describes_itself(api: Api) -> None:
    told = api.get(GAME).json

    assert told["game"] == "maha-yodha"
    assert "placement" in told["phases"]
    assert "play" in [each["type"] for each in told["action_types"]]
    assert told["options"]["max_turns"]["default"] == 200
    assert [deck["key"] for deck in told["sets"][0]["decks"]] == ["aditya", "asura"]


def test_the_rulebook_holds_clauses_rulings_and_options(api: Api) -> None:
    told = api.get(f"{GAME}/rules").json

    assert len(told["clauses"]) >= 93
    assert len(told["rulings"]) >= 71
    assert "max_turns" in told["options"]
    assert all(clause["text"] for clause in told["clauses"])


def test_the_rulebook_can_be_searched(api: Api) -> None:
    told = api.get(f"{GAME}/rules?q=valor+supply").json

    assert "MY-11.2" in [clause["id"] for clause in told["clauses"]]
    assert "MY-14.1" not in [clause["id"] for clause in told["clauses"]]


def test_a_clause_says_which_actions_it_judges(api: Api) -> None:
    told = api.get(f"{GAME}/rules/MY-11.6").json

    assert told["id"] == "MY-11.6"
    assert told["kind"] == "action-legality"
    assert told["action_types"] == ["play"]


def test_a_ruling_has_an_address_too(api: Api) -> None:
    told = api.get(f"{GAME}/rules/MY-R06").json

    assert told["kind"] == "ruling"
    assert told["question"]
    assert told["option"]


def test_the_cards_come_in_pages(api: Api) -> None:
    whole = api.get(f"{GAME}/cards").json
    first = api.get(f"{GAME}/cards?limit=10").json
    second = api.get(f"{GAME}/cards?limit=10&cursor={first['next']}").json

    assert whole["total"] == len(whole["cards"]) == 33
    assert first["cards"] + second["cards"] == whole["cards"][:20]


def test_cards_are_found_by_words(api: Api) -> None:
    assert [card["card"] for card in api.get(f"{GAME}/cards?q=kodanda").json["cards"]] == ["kodanda"]
    assert api.get(f"{GAME}/cards?q=no+such+words").json == {"cards": [], "total": 0, "next": None}


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("type:warrior cost<=1", lambda card: card["type"] == "warrior" and card["cost"] <= 1),
        ("cost>2", lambda card: card["cost"] > 2),
        ("cost=2 -type:warrior", lambda card: card["cost"] == 2 and card["type"] != "warrior"),
        ("army:ADITYA cost!=1", lambda card: card.get("army") == "aditya" and card["cost"] != 1),
        ('name:"sky archer"', lambda card: card["key"] == "sky-archer"),
    ],
)
def test_cards_are_found_by_what_they_are(api: Api, asked: str, wanted: Any) -> None:
    whole = api.get(f"{GAME}/cards").json["cards"]
    found = api.get(f"{GAME}/cards?q={quote(asked)}").json["cards"]

    assert found
    assert found == [card for card in whole if wanted(card["definition"])]


MANTLE = "/v1/games/mantle-magika"


def total(card: dict[str, Any]) -> int:
    """How much Energy the cost of a card is in all."""
    letters = card["cost"].rstrip("0123456789")
    return len(letters) + int(card["cost"][len(letters) :] or 0)


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        (
            "type:summon color:red cost<=3",
            lambda card: card["type"] == "summon" and "red" in card["colors"] and total(card) <= 3,
        ),
        ("color:red", lambda card: "red" in card["colors"]),
        ("color=RED", lambda card: "red" in card["colors"]),
        ("colors:red -color:blue", lambda card: "red" in card["colors"] and "blue" not in card["colors"]),
        ("ability:gain", lambda card: "'gain'" in repr(card["abilities"])),
        ("cost<=3", lambda card: total(card) <= 3),
        ("cost>=0", lambda _: True),
        ("cost:3", lambda card: total(card) == 3),
        ("cost!=3", lambda card: total(card) != 3),
        ("cost=R1", lambda card: card["cost"] == "R1"),
        ("cost:R1", lambda card: card["cost"] == "R1"),
        ("cost:r1", lambda card: card["cost"] == "R1"),
        ("cost<R1", lambda card: total(card) < 2),
    ],
)
def test_costs_that_are_texts_compare_by_their_total_and_the_singular_of_a_list_means_membership(
    api: Api, asked: str, wanted: Any
) -> None:
    whole = api.get(f"{MANTLE}/cards").json["cards"]
    found = api.get(f"{MANTLE}/cards?q={quote(asked)}").json["cards"]

    assert found
    assert found == [card for card in whole if wanted(card["definition"])]


def test_a_number_after_a_colon_is_that_number(api: Api) -> None:
    found = api.get(f"{GAME}/cards?q=attack:1").json["cards"]

    assert {card["definition"]["attack"] for card in found} == {1}


def test_tone_marks_do_not_matter(api: Api) -> None:
    path = "/v1/games/thay-phap/cards?lang=vi&q="

    assert api.get(path + quote("bùa lửa")).json["cards"] == api.get(path + "bua+lua").json["cards"] != []


@pytest.mark.parametrize(
    ("asked", "code"), [("colour:red", "unknown_field"), ("tipe:warrior", "unknown_field"), ("a " * 21, "too_long")]
)
def test_a_search_that_means_nothing_is_told(api: Api, asked: str, code: str) -> None:
    answer = api.get(f"{GAME}/cards?q={quote(asked)}")

    assert (answer.status, answer.json["code"], answer.pointers) == (422, "invalid-request", ["/q"])
    assert [(error["code"], error["in"]) for error in answer.json["errors"]] == [(code, "query")]


def test_a_set_never_changes(api: Api) -> None:
    told = api.get(GAME).json["sets"][0]
    path = f"{GAME}/sets/{told['set'].partition('/')[2]}"

    answer = api.get(path)
    again = api.get(path, if_none_match=answer.headers["ETag"])

    assert answer.json["set"] == told["set"]
    assert len(answer.json["cards"]) == 33
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert (again.status, again.raw) == (304, b"")


def test_a_game_tells_the_maps_that_ship_with_it(api: Api) -> None:
    told = api.get("/v1/games/muhq?lang=de").json["maps"]

    assert {each["map"].partition("@")[0] for each in told} == {"muhq/fordwatch", "muhq/ember-causeway"}
    assert [each["name"] for each in told if "ford" in each["map"]] == ["Furtwacht"]
    assert all(each["seats"] >= 2 for each in told)
    assert api.get(GAME).json["maps"] == []


def test_a_map_that_ships_is_read_whole_checked_and_played_on_as_it_stands(api: Api) -> None:
    game = oracle.game("muhq")
    for told in api.get("/v1/games/muhq").json["maps"]:
        path = f"/v1/games/muhq/maps/{told['map'].partition('/')[2]}"
        answer = api.get(path)
        again = api.get(path, if_none_match=answer.headers["ETag"])
        jsonschema_rs.validate(api.get("/v1/games/muhq/schemas/map").json, answer.json["definition"])
        seats = [{"name": f"Seat {seat}"} for seat in range(told["seats"])]
        inline = api.post("/v1/games/muhq/start", {"players": seats, "map": answer.json["definition"]})

        assert answer.json["map"] == told["map"]
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert (again.status, again.raw) == (304, b"")
        assert game.check_map({"map": answer.json["definition"]}).faults == []
        assert inline.status == 200


@pytest.mark.parametrize("name", ["fordwatch@000000000000", "nowhere@000000000000", "@", "fordwatch@"])
@pytest.mark.parametrize("game", ["muhq", "maha-yodha"])
def test_a_map_that_is_not_served_is_not_found(api: Api, game: str, name: str) -> None:
    answer = api.get(f"/v1/games/{game}/maps/{name}")

    assert answer.status == 404
    assert answer.json["code"] in {"set-not-found", "not-found"}


def test_only_a_game_with_maps_has_their_schema(api: Api) -> None:
    answer = api.get(f"{GAME}/schemas/map")

    assert (answer.status, answer.json["code"]) == (404, "unknown-schema")
    assert "map" not in answer.json["detail"].partition(": ")[2]


@pytest.mark.parametrize("name", ["demo@000000000000", "other@000000000000", "@", "demo@"])
def test_a_set_that_is_not_served_is_not_found(api: Api, name: str) -> None:
    answer = api.get(f"{GAME}/sets/{name}")

    assert answer.status == 404
    assert answer.json["code"] in {"set-not-found", "not-found"}


def test_the_templates_of_all_words_are_told(api: Api) -> None:
    texts = api.get("/v1/games/thay-phap/texts").json["texts"]

    assert set(texts) == {"en", "vi"}
    assert {"labels", "prompts", "violations", "events"} <= set(texts["en"])
    assert texts["vi"]["events"]["draw"] == "{player} rút {card}."


def test_cards_are_found_by_their_set(api: Api) -> None:
    pinned = api.get(GAME).json["sets"][0]["set"]

    assert api.get(f"{GAME}/cards?set={pinned}").json["total"] == 33


def test_a_card_comes_as_data_and_as_text(api: Api) -> None:
    told = api.get(f"{GAME}/cards/forge").json

    assert told["card"] == "forge"
    assert told["name"] == "VISHWAKARMA'S FORGE"
    assert told["definition"]["cost"] == 1
    assert "2" in told["text"]


@pytest.mark.parametrize("kind", ["state", "action", "event", "card", "deck"])
def test_each_kind_of_document_has_a_schema(api: Api, kind: str) -> None:
    assert api.get(f"{GAME}/schemas/{kind}").json["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_texts_come_in_the_language_that_the_client_prefers(api: Api) -> None:
    path = "/v1/games/thay-phap/rules"

    english = api.get(path).json["clauses"][0]["text"]
    preferred = api.get(path, accept_language="fr, vi;q=0.8, en;q=0.5").json["clauses"][0]["text"]
    asked = api.get(f"{path}?lang=vi", accept_language="en").json["clauses"][0]["text"]
    unknown = api.get(path, accept_language="fr").json["clauses"][0]["text"]

    assert preferred == asked != english
    assert unknown == english
