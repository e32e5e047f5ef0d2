"""The catalogue as addresses: parse, ask, answer."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

import oracle
from app.wire.bodies import Written
from app.wire.languages import language
from app.wire.operations import operation
from app.wire.problems import Problem
from app.wire.queries import Language
from app.wire.replies import for_ever, kept, reply

from . import entries, schemas, shapes

catalogue = Blueprint("catalogue", __name__, url_prefix="/v1/games")


@catalogue.get("")
@operation("listGames", tagged=True, tag="catalogue", query=Language, answer=shapes.Games)
def games(query: dict[str, Any]) -> Response:
    """The games that this oracle judges."""
    told = [entries.summary(game, language(request, game.languages)) for game in oracle.games()]
    return kept({"games": told})


@catalogue.get("/<game>")
@operation("getGame", tagged=True, tag="catalogue", query=Language, answer=shapes.GameDescribed)
def game(game: Any, query: dict[str, Any]) -> Response:
    """A game: editions, options, phases, zones, action types, event types, languages, sets, maps."""
    return kept(game.describe(language(request, game.languages)))


@catalogue.get("/<game>/rules")
@operation("searchRules", tagged=True, tag="catalogue", query=schemas.RuleSearch, answer=shapes.Rules)
def rules(game: Any, query: dict[str, Any]) -> Response:
    """The rulebook, or the clauses, rulings and options that hold all the words of `q`."""
    return kept(entries.rulebook(game, query["q"], language(request, game.languages)))


@catalogue.get("/<game>/rules/<clause>")
@operation(
    "getRule",
    tagged=True,
    tag="catalogue",
    query=Language,
    answer="Rule",
    problems=("unknown-clause",),
)
def rule(game: Any, clause: str, query: dict[str, Any]) -> Response:
    """One clause or ruling."""
    return kept(entries.rule(game, clause, language(request, game.languages)))


@catalogue.get("/<game>/cards")
@operation(
    "searchCards",
    tagged=True,
    tag="catalogue",
    query=schemas.CardSearch,
    answer=shapes.Cards,
    problems=("unknown-set",),
)
def cards(game: Any, query: dict[str, Any]) -> Response:
    """The cards that hold all the words of `q`, page by page: `type:summon color:red cost<=3`.

    Every word of `q` must hold; one with a `-` before it must not. Case, accents and tone marks do not matter.

    - `flame`, `"end of turn"`: these letters stand somewhere in the card.
    - `type:summon`: the field holds this text (`name`, `text`, `set`, `card`, or a field of the card's definition); a
      list of words has it as an entry, and a list may be called by its singular: `color:red` asks for `colors`.
    - `cost=2`, `!=`, `<`, `<=`, `>`, `>=`: the field compares so; `cost:2` means `cost=2`. A cost that is printed as
      a text counts as much as it costs in all: with `R1` on a card `cost:2` and `cost:R1` hold.

    A field that no card has is an `unknown_field`, with those that there are.
    """
    return kept(entries.cards(game, query, language(request, game.languages)))


@catalogue.get("/<game>/cards/<key>")
@operation(
    "getCard",
    tagged=True,
    tag="catalogue",
    query=Language,
    answer=shapes.CardShown,
    problems=("unknown-card",),
)
def card(game: Any, key: str, query: dict[str, Any]) -> Response:
    """One card, as data and as text."""
    return kept(entries.card(game, key, language(request, game.languages)))


@catalogue.get("/<game>/sets/<name>@<pin>")
@operation("getCardSetOfGame", tagged=True, tag="catalogue", answer=shapes.CardSet, problems=("set-not-found",))
def card_set(game: Any, name: str, pin: str) -> Response:
    """A whole set in one answer that never changes."""
    return for_ever(entries.card_set(game, name, pin))


@catalogue.get("/<game>/maps/<name>@<pin>")
@operation("getMapOfGame", tagged=True, tag="catalogue", answer=shapes.MapShown, problems=("set-not-found",))
def chart(game: Any, name: str, pin: str) -> Response:
    """A map that ships, whole, in one answer that never changes: what a board is drawn from."""
    return for_ever(entries.chart(game, name, pin))


@catalogue.get("/<game>/texts")
@operation("getTexts", tagged=True, tag="catalogue", answer=shapes.Texts)
def texts(game: Any) -> Response:
    """Every template from which the words of this game are made, by language."""
    return kept(entries.texts(game))


@catalogue.get("/<game>/schemas/<kind>")
@operation("getSchema", tagged=True, tag="catalogue", answer="JsonSchema", problems=("unknown-schema",))
def schema(game: Any, kind: str) -> Response:
    """The JSON Schema (2020-12) of a kind of document."""
    if kind not in game.described:
        raise Problem("unknown-schema", f"{kind[:40]!r} is none of: {', '.join(game.described)}.")
    return kept(game.schema(kind))


@catalogue.post("/<game>/cards/check")
@operation("checkCards", tag="oracle", written=True, query=Language, limit="state_body", answer=shapes.CardsReport)
def check_cards(game: Any, written: Written, query: dict[str, Any]) -> Response:
    """What is wrong with a set of cards, line by line, and what its cards say (in all languages, or in `lang`)."""
    tongue = language(request, game.languages) if "lang" in query else None
    return reply(game.check_cards(written.raw, tongue, written.syntax))
