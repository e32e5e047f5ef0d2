"""What an ability listens to: an event and whose it must be, or the event that something else happens instead of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.shapes import pointer

from .ability import Subject
from .seats import compile_seats
from .selectors import compile_selector

if TYPE_CHECKING:
    from .parse import Parser


def compile_when(parser: Parser, value: Any, at: str, words: tuple[str, ...], events: Any) -> dict[str, Any]:
    """The event, and whose it must be."""
    document = parser.parts(value, at, ("event",), [word for word in words if word != "event"], "when")
    try:
        event, subject = parser.every(
            lambda: parser.word(document["event"], pointer(at, "event"), events, "event"),
            lambda: compile_subject(parser, document.get("subject", "self"), pointer(at, "subject")),
        )
    finally:
        parser.bound |= {"subject"} if document.get("subject", "self") != "self" else set()
    if not subject.own and event not in (*parser.vocabulary.watched, *parser.vocabulary.replaces):
        message = f"Only a card's own {event} can be spoken of: subject is self."
        raise parser.refuse("not_watched", pointer(at, "subject"), message)
    return {"event": event, "subject": subject}


def compile_subject(parser: Parser, value: Any, at: str) -> Subject:
    """`self`, a selector of objects, or `{player: you | opponent | any}`."""
    if value == "self":
        return Subject(own=True)
    if isinstance(value, str):
        raise parser.unknown("subject", value, at, ("self",))
    if isinstance(value, dict) and "player" in value:
        return Subject(seats=compile_seats(parser, value, at), wide=value["player"] in ("any", "each"))
    wide = isinstance(value, dict) and set(value) <= {"zone", "owner"} and value.get("owner", "any") in ("any", "each")
    return Subject(objects=compile_selector(parser, value, at), wide=wide)


def compile_instead(parser: Parser, value: Any, at: str) -> dict[str, Any]:
    """The event that something else happens instead of, or how much of it is prevented."""
    words = ("event", "subject", "prevent")
    prevents = isinstance(value, dict) and "prevent" in value
    parts, prevented = parser.every(
        lambda: compile_when(parser, value, at, words, parser.vocabulary.replaces),
        lambda: parser.amount(value["prevent"], pointer(at, "prevent"), 1) if prevents else None,
    )
    return {**parts, "prevent": prevented} if prevents else parts
