"""What a scenario expects of the play's end, word by word."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from .agree import Agreement, matched
from .document import known
from .steps import Play, action_document, reasons

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

REFUSALS = ("illegal", "malformed", "hidden_needed")
WORDS = (*REFUSALS, "legal", "is_legal", "not_legal", "decision", "events", "no_events", "objects", "players", "view")


def failures(play: Play, then: Mapping[str, Any]) -> list[str]:
    """Each expectation that is not met, in one line."""
    if play.state is None:
        known("then", then, REFUSALS)
    document = play.document if play.state is not None else {}
    known("then", [word for word in then if word.removesuffix("_count") not in document], (*WORDS, *document))
    if play.stopped and not any(word in then for word in REFUSALS):
        return [f"when: the last action is refused, {reasons(play)}"]
    derived = None if play.state is None else partial(play.game.derived, play.state)
    agreement = Agreement(play.names, document, derived)
    found: list[str] = []
    for word, expected in then.items():
        found += _judge(play, agreement, word, expected)
    return found


def _judge(play: Play, agreement: Agreement, word: str, expected: Any) -> list[str]:
    own: dict[str, Callable[[Play, Agreement, Any], list[str]]] = {
        "illegal": _illegal,
        "malformed": _malformed,
        "hidden_needed": _hidden_needed,
        "legal": _legal,
        "is_legal": _is_legal,
        "not_legal": _not_legal,
        "decision": _decision,
        "events": _events,
        "no_events": _no_events,
        "objects": _objects,
        "players": _players,
        "view": _view,
    }
    if word in own:
        return own[word](play, agreement, expected)
    if word not in agreement.document:
        return _value(agreement, word, expected, len(agreement.document[word.removesuffix("_count")]))
    actual = agreement.document[word]
    if word in {zone.name for zone in play.game.field_zones if zone.shared}:
        return _value(agreement, word, expected, actual) if not agreement.objects(expected, actual, None) else []
    if isinstance(expected, dict) and isinstance(actual, dict):
        return [line for inner, value in expected.items() for line in _field(agreement, word, inner, value, actual)]
    return _value(agreement, word, expected, actual)


def _value(agreement: Agreement, word: str, expected: Any, actual: Any) -> list[str]:
    if agreement.says(expected, actual):
        return []
    return [f"{word}: expected {in_words(expected)}, found {in_words(actual)}"]


def _illegal(play: Play, _: Agreement, expected: Any) -> list[str]:
    if not play.refused:
        return [f"illegal: expected {in_words(expected)}, but the last action is legal"]
    if matched(expected, play.refused):
        return []
    return [f"illegal: expected {in_words(expected)}, found {reasons(play)}"]


def _malformed(play: Play, _: Agreement, expected: Any) -> list[str]:
    if sorted(_list(expected)) == sorted(fault.code for fault in play.malformed):
        return []
    return [f"malformed: expected {in_words(expected)}, found {reasons(play) or 'an action'}"]


def _hidden_needed(play: Play, _: Agreement, expected: Any) -> list[str]:
    if sorted(_list(expected)) == sorted(play.needed):
        return []
    return [f"hidden_needed: expected {in_words(expected)}, found {reasons(play) or 'an action'}"]


def _legal(play: Play, agreement: Agreement, expected: Any) -> list[str]:
    listed, wanted = _listed(play), [action_document(play, step) for step in expected]
    missing = [w for w in wanted if not any(agreement.says(w, a, whole=True) for a in listed)]
    beside = [a for a in listed if not any(agreement.says(w, a, whole=True) for w in wanted)]
    found = [f"legal: {in_words(action)} is not listed" for action in missing]
    return found + [f"legal: {in_words(action)} is listed too" for action in beside]


def _is_legal(play: Play, agreement: Agreement, expected: Any) -> list[str]:
    return [f"is_legal: {in_words(step)} is not" for step in _list(expected) if not _lists(play, agreement, step)]


def _not_legal(play: Play, agreement: Agreement, expected: Any) -> list[str]:
    return [f"not_legal: {in_words(step)} is" for step in _list(expected) if _lists(play, agreement, step)]


def _lists(play: Play, agreement: Agreement, step: Mapping[str, Any]) -> bool:
    """Whether the action is in the list of whoever is to take it."""
    action = action_document(play, step)
    return any(agreement.says(action, listed.action, whole=True) for listed in play.game.listed(play.state))


def _listed(play: Play) -> list[dict[str, Any]]:
    """The legal actions of whoever decides."""
    decision = play.game.decision(play.state)
    decider = None if decision is None else decision.player
    return [listed.action for listed in play.game.listed(play.state) if listed.action["player"] == decider]


def _decision(play: Play, agreement: Agreement, expected: Any) -> list[str]:
    decision = play.game.decision(play.state)
    found = None if decision is None else to_builtins(decision)
    return _value(agreement, "decision", expected, found)


def _events(play: Play, agreement: Agreement, expected: Any) -> list[str]:
    rest = iter(play.events)
    for event in expected:
        if not any(agreement.says(event, happened) for happened in rest):
            return [f"events: no {in_words(event)} (in this order) among {in_words(play.events)}"]
    return []


def _no_events(play: Play, agreement: Agreement, expected: Any) -> list[str]:
    return [
        f"no_events: {in_words(happened)}"
        for happened in play.events
        if any(agreement.says(event, happened) for event in expected)
    ]


def _objects(play: Play, agreement: Agreement, expected: Mapping[str, Any]) -> list[str]:
    """Objects by their labels: the zone that each is in, its fields and present stats; `null` for none."""
    found: list[str] = []
    for label, words in expected.items():
        actual = _object(play, agreement, label)
        if (words is None) != (actual is None) or (words is not None and not agreement.says(words, actual)):
            found.append(f"objects.{label}: expected {in_words(words)}, found {in_words(actual)}")
    return found


def _object(play: Play, agreement: Agreement, label: str) -> dict[str, Any] | None:
    """The object of a label with its zone and what follows for it; `None` where it is nowhere any more."""
    number = play.names.find(label, agreement.document, None)
    place = None if number is None else play.game.places(play.state).get(number)
    if place is None:
        return None
    derived = {} if agreement.derived is None else agreement.derived(object=number)
    return {**derived, **to_builtins(place.object), "zone": place.zone, "player": place.seat}


def _players(_: Play, agreement: Agreement, expected: Any) -> list[str]:
    return _seats(agreement, expected, "players")


def _view(play: Play, agreement: Agreement, expected: Any) -> list[str]:
    seat = play.names.seat(expected["seat"])
    state = play.game.view(play.state, "spectator" if seat is None else seat)
    seen = play.game.document(state)
    inside = Agreement(play.names, seen, partial(play.game.derived, state))
    found = _seats(inside, expected.get("players", {}), "view")
    for word in expected.keys() - {"seat", "players"}:
        found += _value(inside, f"view.{word}", expected[word], seen.get(word))
    return found


def _seats(agreement: Agreement, expected: Mapping[str, Any], where: str) -> list[str]:
    found: list[str] = []
    for name, words in expected.items():
        known(where, [name], agreement.names.seat_names)
        seat = agreement.names.seat(name)
        player = agreement.document["players"][seat]
        if agreement.derived is not None and words.keys() - player.keys():
            player = {**agreement.derived(player=seat), **player}
        for word, value in words.items():
            found += _field(agreement, f"{where}.{name}", word, value, player, seat)
    return found


def _field(
    agreement: Agreement, where: str, word: str, expected: Any, holder: Mapping[str, Any], seat: int | None = None
) -> list[str]:
    """A counter, a zone of objects in any order, a pile in its order, or how many a zone holds."""
    zone = word.removesuffix("_count")
    known(where, [zone], tuple(holder))
    actual = len(holder[zone]) if zone != word else holder[word]
    if isinstance(actual, list) and any(isinstance(item, dict) for item in actual):
        if isinstance(expected, list) and agreement.objects(expected, actual, seat):
            return []
    elif agreement.says(expected, actual):
        return []
    return [f"{where}.{word}: expected {in_words(expected)}, found {in_words(actual)}"]


def _list(expected: Any) -> list[Any]:
    return expected if isinstance(expected, list) else [expected]


def in_words(value: Any) -> str:
    """A value as the scenario would write it, on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{word}: {in_words(item)}" for word, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(in_words, value)) + "]"
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
