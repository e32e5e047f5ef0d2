"""Words for people: prompts, labels, messages and card texts, from templates in every language.

A template is text with `{name}` for a fact. `{amount:card|cards}` writes the number with the word
that fits it, `{amount:+}` the number with its sign. A fact that is a `CardName` is shown as the
card's name in that language; one that is a function is asked for its words in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any

from .yaml import read

Sections = dict[str, dict[str, str]]


@lru_cache(maxsize=4096)
def parts(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template taken apart once: text, the fact behind it, how that is written."""
    return tuple((text, name, spec or "") for text, name, spec, _ in Formatter().parse(template))


def fill(template: str, facts: Mapping[str, Any]) -> str:
    """The template with its facts; a missing fact stays as its name in braces."""
    return "".join(
        text if name is None else text + written(facts.get(name, f"{{{name}}}"), spec)
        for text, name, spec in parts(template)
    )


def written(value: Any, spec: str) -> str:
    """A number with its word or sign; anything else as it is."""
    if "|" in spec:
        one, many = spec.split("|", 1)
        return f"{value} {one if value == 1 else many}"
    if spec == "+":
        return f"{value:+d}" if isinstance(value, int) else f"+{value}"
    return str(value)


class Texts:
    """All templates of a game by language and section (`prompts`, `labels`, `violations`, …)."""

    def __init__(self, files: list[Traversable]) -> None:
        self.sections: dict[str, Sections] = {}
        for file in files:
            reading = read(file.read_text("utf-8"))
            if reading.faults:
                raise ValueError(f"{file.name}: {reading.faults[0].message}")
            for language, sections in reading.value.items():
                for section, templates in sections.items():
                    self.sections.setdefault(language, {}).setdefault(section, {}).update(templates)

    def template(self, section: str, key: str, language: str) -> str | None:
        """The template in that language, in English where it lacks it."""
        for tongue in (language, "en"):
            found = self.sections.get(tongue, {}).get(section, {}).get(key)
            if found is not None:
                return found
        return None

    def word(self, key: str, language: str, of: str = "") -> str:
        """A word of documents for people, or itself in plain letters; `of` is its field, where that matters."""
        found = self.template("words", f"{of}_{key}", language) if of else None
        return found or self.template("words", key, language) or key.replace("_", " ")

    def say(
        self, section: str, key: str, language: str, facts: Mapping[str, Any], named: Callable[[str], str] = str
    ) -> str:
        """A filled template; without one, the key in plain words."""
        template = self.template(section, key, language)
        if template is None:
            return key.replace("_", " ").capitalize()
        if not facts:
            return template
        shown = {name: show(fact, language, named) for name, fact in facts.items()}
        return fill(template, shown)


def show(fact: Any, language: str, named: Callable[[str], str]) -> Any:
    """A fact for a template: a card by its name, words in their language, anything else as it is."""
    if callable(fact):
        return fact(language)
    return named(fact) if type(fact) is not str and isinstance(fact, str) else fact


def tile_in_words(tile: Sequence[Any]) -> str:
    """A tile, or another list, as people write it."""
    return f"({', '.join(map(str, tile))})"
