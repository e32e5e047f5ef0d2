"""What every answer carries, and how bodies travel."""

from __future__ import annotations

import gzip
from typing import Any

import orjson
import pytest

from tests.http.talking import GAME, JSON, Api

State = dict[str, Any]

EVERYWHERE = ["/livez", "/v1/games", "/nothing", "/problems/not-found", "/"]


@pytest.mark.parametrize("path", EVERYWHERE)
def test_every_answer_is_open_to_every_origin_and_bears_a_request_id(api: Api, path: str) -> None:
    answer = api.get(path)

    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "X-Request-Id" in answer.headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Set-Cookie" not in answer.headers
    assert len(answer.headers["X-Request-Id"]) == 24


@pytest.mark.parametrize("path", [f"{GAME}/check", "/v1/decks", "/nothing"])
def test_a_preflight_is_answered_everywhere(api: Api, path: str) -> None:
    answer = api.send(
        "OPTIONS",
        path,
        origin="https://example.org",
        access_control_request_method="POST",
        access_control_request_headers="content-type",
    )

    assert answer.status == 204
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in answer.headers["Access-Control-Allow-Headers"]
    assert answer.headers["Access-Control-Max-Age"] == "7200"


def test_a_request_id_of_the_client_is_kept(api: Api) -> None:
    assert api.get("/livez", x_request_id="phone-7.42").headers["X-Request-Id"] == "phone-7.42"


@pytest.mark.parametrize("given", ["x" * 65, "a b", "<script>"])
def test_a_request_id_that_could_do_harm_is_replaced(api: Api, given: str) -> None:
    assert api.get("/livez", x_request_id=given).headers["X-Request-Id"] != given


def test_long_answers_are_compressed_for_clients_that_accept_it(api: Api) -> None:
    plain = api.get(f"{GAME}/rules")
    packed = api.get(f"{GAME}/rules", accept_encoding="gzip")

    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.raw) == plain.raw
    assert len(packed.raw) < len(plain.raw) / 2
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert "Accept-Language" in packed.headers["Vary"]


def test_short_answers_are_not_compressed(api: Api) -> None:
    assert "Content-Encoding" not in api.get("/livez", accept_encoding="gzip").headers


def test_a_refused_coding_is_not_used(api: Api) -> None:
    assert "Content-Encoding" not in api.get(f"{GAME}/rules", accept_encoding="gzip;q=0, br").headers


def test_a_compressed_request_reads_like_a_plain_one(api: Api, state: State) -> None:
    body = orjson.dumps({"state": state})

    plain = api.raw(f"{GAME}/legal-actions", body, content_type=JSON)
    packed = api.raw(f"{GAME}/legal-actions", gzip.compress(body), content_type=JSON, content_encoding="gzip")

    assert plain.status == packed.status == 200
    assert plain.raw == packed.raw


def test_a_charset_does_not_hinder_json(api: Api, state: State) -> None:
    body = orjson.dumps({"state": state})

    assert api.raw(f"{GAME}/legal-actions", body, content_type="application/json; charset=utf-8").status == 200


def test_the_same_request_gets_the_same_bytes(api: Api, state: State) -> None:
    asked = {"state": state, "views": [0, 1, "spectator"], "include": ["state", "legal_actions", "labels", "rules"]}

    answers = [api.post(f"{GAME}/legal-actions", asked, accept_encoding="gzip") for _ in range(3)]

    assert len({answer.raw for answer in answers}) == 1


def test_an_unchanged_document_is_not_sent_twice(api: Api) -> None:
    first = api.get(GAME)
    again = api.get(GAME, if_none_match=first.headers["ETag"])

    assert first.headers["Cache-Control"] == "public, max-age=300"
    assert (again.status, again.raw) == (304, b"")
    assert again.headers["Access-Control-Allow-Origin"] == "*"


def test_head_answers_without_a_body(api: Api) -> None:
    answer = api.send("HEAD", GAME)

    assert (answer.status, answer.raw) == (200, b"")


def test_the_service_says_how_it_is(api: Api) -> None:
    assert api.get("/livez").json == {"status": "ok"}
    assert api.get("/readyz").json["oracle"] == "ok"
    assert api.get("/version").json["games"]["maha-yodha"] == ["1.0"]


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/v1/games", "GET, HEAD, OPTIONS"),
        (f"{GAME}/check", "OPTIONS, POST"),
        ("/static/style.css", "GET, HEAD, OPTIONS"),
    ],
)
def test_an_address_says_what_may_be_asked_of_it(api: Api, path: str, allowed: str) -> None:
    answer = api.send("OPTIONS", path)

    assert (answer.status, answer.raw, answer.headers["Allow"]) == (204, b"", allowed)
    assert "Content-Type" not in answer.headers
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", ["/v1/games", f"{GAME}/cards/rama.svg", "/static/style.css", "/docs"])
def test_what_if_match_does_not_name_is_a_problem_too(api: Api, path: str) -> None:
    answer = api.get(path, if_match='"another"')

    assert (answer.status, answer.headers["Content-Type"]) == (412, "application/problem+json")
    assert answer.json["code"] == "precondition-failed"


def test_a_gzip_stream_may_have_several_members(api: Api, state: dict[str, Any]) -> None:
    body = orjson.dumps({"state": state})
    packed = gzip.compress(body[:500]) + gzip.compress(b"") + gzip.compress(body[500:])

    answer = api.raw(f"{GAME}/legal-actions", packed, content_type=JSON, content_encoding="gzip")

    assert answer.raw == api.raw(f"{GAME}/legal-actions", body, content_type=JSON).raw


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"', "utf8"])
def test_utf_8_may_be_said(api: Api, state: dict[str, Any], charset: str) -> None:
    body = orjson.dumps({"state": state})

    assert api.raw(f"{GAME}/legal-actions", body, content_type=f"{JSON}; charset={charset}").status == 200


@pytest.mark.parametrize("path", ["/livez", "/v1/games", f"{GAME}/cards"])
def test_a_wish_for_another_protocol_is_passed_over(api: Api, path: str) -> None:
    answer = api.get(path, connection="Upgrade", upgrade="websocket", sec_websocket_version="13")

    assert (answer.status, answer.raw) == (200, api.get(path).raw)


def test_a_call_is_answered_although_another_protocol_is_wished_for(api: Api, state: dict[str, Any]) -> None:
    wish = {"connection": "Upgrade", "upgrade": "websocket"}

    assert api.post(f"{GAME}/legal-actions", {"state": state}, **wish).status == 200
