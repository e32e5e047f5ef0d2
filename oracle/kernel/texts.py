"""Words for people: prompts, labels, messages and card texts, from templates in every language.

A template is text with `{name}` for a fact. `{amount:card|cards}` writes the number with the word
that fits it, `{amount:+}` the number with its sign. A fact that is a `CardName` is shown as the
card's name in that language; one that is a function is asked for its words in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any

from .yaml import read

Sections = dict[str, dict[str, str]]


class Template(Formatter):
    """`str.format` with plurals and signs, that never fails for a missing fact."""

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        """The fact, or its name where it is missing."""
        return kwargs.get(str(key), f"{{{key}}}")

    def format_field(self, value: Any, format_spec: str) -> str:
        """A number with its word or sign; anything else as it is."""
        if "|" in format_spec:
            one, many = format_spec.split("|", 1)
            return f"{value} {one if value == 1 else many}"
        if format_spec == "+":
            return f"{value:+d}" if isinstance(value, int) else f"+{value}"
        return str(value)


TEMPLATE = Template()


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
        return TEMPLATE.vformat(template, (), shown)


def show(fact: Any, language: str, named: Callable[[str], str]) -> Any:
    """A fact for a template: a card by its name, words in their language, anything else as it is."""
    if callable(fact):
        return fact(language)
    return named(fact) if type(fact) is not str and isinstance(fact, str) else fact
