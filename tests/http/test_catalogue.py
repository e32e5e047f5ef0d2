"""What can be read about the games."""

from __future__ import annotations

import pytest

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
