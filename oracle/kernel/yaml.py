"""YAML without its traps: text keys said once, whole numbers, no tags, anchors or surprises."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any

import yaml

from .reading import MAX_PARTS, Enough, Reading, TooMuch, composed, shortened, step, whole_number

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
RESOLVE: Callable[[Any, str, Any], str] = yaml.SafeLoader("").resolve
SHORT = 80
PREFIX = "tag:yaml.org,2002:"

__all__ = ["Reading", "read"]


def read(text: str, most: int = MAX_PARTS) -> Reading:
    """Read one YAML document of `most` values; everything wrong with it is in `faults`, nothing is raised."""
    reading = Reading(most=most)
    if reading.is_too_long(text):
        return reading
    with suppress(Enough):
        try:
            build_stream(iter(LOADER(text).get_event, None), reading)
        except TooMuch as error:
            reading.refuse(error.code, error.at, error.message)
        except (yaml.YAMLError, ValueError) as error:
            refuse_yaml(error, reading)
    return reading


def refuse_yaml(error: Exception, reading: Reading) -> None:
    """A text that stops being YAML, where it does."""
    reading.value = None
    mark = getattr(error, "problem_mark", None)
    reading.marks[""] = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
    reading.refuse("not_yaml", "", f"This is not YAML: {problem or 'unreadable'}.")


def build_stream(events: Iterator[Any], reading: Reading) -> None:
    """The one document of a stream."""
    documents = 0
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                reading.refuse("second_document", "", "One document is read; here is a second one.")
                return
        elif not isinstance(event, (yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentEndEvent)):
            reading.value = build(event, events, "", reading, 0)
    if reading.value is None and not reading.faults:
        reading.marks[""] = (1, 1)
        reading.refuse("empty", "", "The document is empty.")


def build(event: Any, events: Iterator[Any], at: str, reading: Reading, depth: int) -> Any:
    """The plain value that begins with this event, noting its place and its faults."""
    if at not in reading.marks:
        reading.marks[at] = (event.start_mark.line + 1, event.start_mark.column + 1)
    reading.count(depth, at)
    if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
        reading.refuse("alias", at, "Anchors and aliases are not part of the format.")
        if isinstance(event, yaml.AliasEvent):
            return None
    if event.tag is not None:
        reading.refuse("tag", at, f"Tags such as {shortened(event.tag)} are not part of the format.")
    if isinstance(event, yaml.MappingStartEvent):
        return build_mapping(events, at, reading, depth)
    if isinstance(event, yaml.SequenceStartEvent):
        return build_sequence(events, at, reading, depth)
    return build_scalar(event, at, reading)


def build_sequence(events: Iterator[Any], at: str, reading: Reading, depth: int) -> list[Any]:
    """A list."""
    value: list[Any] = []
    for event in events:
        if isinstance(event, yaml.SequenceEndEvent):
            break
        value.append(build(event, events, step(at, len(value)), reading, depth + 1))
    return value


def build_mapping(events: Iterator[Any], at: str, reading: Reading, depth: int) -> dict[str, Any]:
    """A mapping with text keys, each said once."""
    value: dict[str, Any] = {}
    for event in events:
        if isinstance(event, yaml.MappingEndEvent):
            break
        key = build_key(event, events, at, reading, depth)
        place = step(at, key)
        reading.marks[place] = (event.start_mark.line + 1, event.start_mark.column + 1)
        if key in value:
            reading.refuse("duplicate_key", place, f"The key {shortened(key)} is said twice.")
        value[key] = build(next(events), events, place, reading, depth + 1)
    return value


def build_key(event: Any, events: Iterator[Any], at: str, reading: Reading, depth: int) -> str:
    """The key of a mapping's entry: text."""
    plain = isinstance(event, yaml.ScalarEvent) and event.anchor is None and event.tag is None
    if plain and tag_of(event) == "str":
        return composed(event.value, at, reading)
    shown = event.value if isinstance(event, yaml.ScalarEvent) else "a key"
    reading.marks[step(at, shown)] = (event.start_mark.line + 1, event.start_mark.column + 1)
    reading.refuse("key_not_text", step(at, shown), f"The key {shortened(shown)} is not text; quote it.")
    if not isinstance(event, yaml.ScalarEvent):
        inner = Reading(parts=reading.parts, most=reading.most)
        build(event, events, step(at, shown), inner, depth + 1)
        reading.parts = inner.parts
    return composed(str(shown), at, reading)


def tag_of(event: Any) -> str:
    """What YAML takes a scalar for, in short."""
    if not event.implicit[0]:
        return "str"
    return known_tag(event.value) if len(event.value) <= SHORT else plain_tag(event.value)


def plain_tag(text: str) -> str:
    """What YAML takes a scalar without quotes for."""
    tag: str = RESOLVE(yaml.ScalarNode, text, (True, False))
    return tag.removeprefix(PREFIX)


known_tag = lru_cache(maxsize=4096)(plain_tag)
"""The same, remembered: the words of cards come again and again."""


def build_scalar(event: Any, at: str, reading: Reading) -> Any:
    """Text, a whole number, a truth value or nothing."""
    text: str = event.value
    kind = tag_of(event)
    if kind == "str":
        return composed(text, at, reading)
    if kind == "null":
        return None
    if kind == "int":
        return whole_number(text, at, reading)
    if kind == "bool":
        if text in ("true", "false"):
            return text == "true"
        reading.refuse("truth_word", at, f"Write true or false, or quote {shortened(text)}.")
        return None
    what = "Fractions" if kind == "float" else f"Values such as {shortened(text)}"
    reading.refuse("not_plain", at, f"{what} are not part of the format; quote it if text is meant.")
    return None
