"""What may be done: reading actions, the pending decision, the legal list, explanations."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from . import shapes
from .answers import Decision, Listed
from .apart import tell_apart
from .candidates import MANY
from .chance import Question
from .decisions import (
    Action,
    Pending,
    Requirement,
    UnknownAction,
    met,
)
from .errors import Fault, MalformedAction
from .table import Table

if TYPE_CHECKING:
    from .game import Game

MAX_LISTED = 200_000


def named(table: Table[Any, Any], language: str) -> Callable[[str], str]:
    """How a card's key is shown: by its name in that language."""
    cards = table.cards

    def name(key: str) -> str:
        card = cards.get(str(key))
        return card.name(language) if card is not None else str(key)

    return name


# -- reading ---------------------------------------------------------------------------------------


def read_action(game: Game[Any, Any], document: Any) -> Action | UnknownAction:
    """An action from plain data; raises `MalformedAction` with every fault."""
    if isinstance(document, (Action, UnknownAction)):
        return document
    word = document.get("type") if type(document) is dict else None
    kind = game.action_types.get(word) if type(word) is str else None
    if kind is not None:
        try:
            return msgspec.convert(document, kind.record)
        except msgspec.ValidationError:
            pass
    return read_slowly(game, document)


@lru_cache(maxsize=16)
def union_of(records: tuple[type[Action], ...]) -> Any:
    """The tagged union of a game's actions."""
    union: Any = records[0]
    for record in records[1:]:
        union = union | record
    return union


def read_slowly(game: Game[Any, Any], document: Any) -> UnknownAction:
    """Why a document is no action of this game, or that its type is unknown."""
    if not isinstance(document, dict):
        raise MalformedAction([Fault(code="wrong_type", at="", message="Expected an object.")])
    kind, player = document.get("type"), document.get("player")
    if isinstance(kind, str) and kind not in game.action_types and (player == "chance" or type(player) is int):
        if type(player) is int and not 0 <= player < 16:
            raise MalformedAction([Fault(code="no_such_seat", at="/player", message=f"There is no seat {player}.")])
        return UnknownAction(type=kind, player=player)
    union = union_of(tuple(kind.record for kind in game.actions))
    raise MalformedAction(
        shapes.faults(document, union) or [Fault(code="wrong_type", at="", message="This is not an action.")]
    )


# -- the decision ----------------------------------------------------------------------------------


def decision(table: Table[Any, Any], language: str) -> Decision | None:
    """The pending decision in words; `None` when the match is over."""
    waits = table.waits
    if waits is None:
        return None
    say = table.game.texts.say
    if isinstance(waits, Question):
        prompt = say("prompts", f"chance_{waits.of}", language, {})
        seat = UNSET if waits.player is None else waits.player
        return Decision(
            player="chance",
            type="chance",
            prompt=prompt,
            source=None,
            rule=waits.rule,
            default=None,
            of=waits.of,
            seat=seat,
        )
    made = Decision(
        player=waits.player,
        type=waits.type,
        prompt=say("prompts", waits.prompt or waits.type, language, waits.facts, named(table, language)),
        source=waits.source,
        rule=waits.rule,
        default=default_of(table, waits),
    )
    if waits.also:
        made.also = list(waits.also)
    if waits.max is not None:
        made.min, made.max, made.chosen = waits.min or 0, waits.max, list(waits.chosen or ())
    return made


def default_of(table: Table[Any, Any], waits: Pending) -> dict[str, Any] | None:
    """The action that changes least, as a document."""
    action = table.game.defaults(table, waits)
    return None if action is None else msgspec.to_builtins(action)


# -- the list --------------------------------------------------------------------------------------


def legal(table: Table[Any, Any], player: int | str | None) -> list[Action]:
    """The legal actions of one actor, or of all, in the documented order."""
    if table.state.result is not None:
        return []
    found: list[Action] = []
    for actor in actors(table) if player is None else (player,):
        moment = "chance" if actor == "chance" else table.moment if table.decides(actor) else "aside"
        found += table.game.acts.listers[moment](table, actor)
        if len(found) > table.steps:
            table.spend(len(found))
    return found


def actors(table: Table[Any, Any]) -> list[int | str]:
    """Everybody who may act: the deciding one first, then the seats in order."""
    first = table.decider
    return [first, *(seat for seat in table.game.seats_in(table.state) if seat != first)]


def listed(
    table: Table[Any, Any], player: int | str | None, language: str, actions: list[Action] | None = None
) -> list[Listed]:
    """The legal actions as documents (or those given, which are legal)."""
    table.steps = table.limit = MAX_LISTED
    found = legal(table, player) if actions is None else actions
    if len(found) > MANY:
        table.tried(len(found))
    documents = [document_of(table, action, language) for action in found]
    tell_apart(table, documents)
    return documents


def document_of(table: Table[Any, Any], action: Action, language: str) -> Listed:
    """One legal action as a client gets it."""
    kind = table.game.type_of[type(action)]
    rules = cited(table, met(table.game.acts.cited[type(action)], table, action), kind.rules)
    return Listed(action=msgspec.to_builtins(action), label=label(table, action, language), rules=rules)


def cited(table: Table[Any, Any], requirements: list[Requirement], besides: tuple[str, ...] = ()) -> list[str]:
    """The clauses of requirements and those besides them, in the rulebook's order."""
    known = table.game.acts.citations
    key = (*requirements, besides)
    rules = known.get(key)
    if rules is None:
        named = {*besides, *(rule for requirement in requirements for rule in requirement.rules)}
        rules = known[key] = sorted(named, key=table.game.rulebook.order)
    return rules


def label(table: Table[Any, Any], action: Action, language: str) -> str:
    """One short line for a button."""
    kind = table.game.type_of[type(action)]
    key, facts = kind.label(table, action) if kind.label is not None else (kind.name, {})
    return table.game.texts.say("labels", key, language, facts, named(table, language))
