"""A card's rules text, written from its data: text and behaviour cannot drift apart.

Every word has a template per language in the section `effects` of a game's texts: `when_<event>`,
`if_<condition>`, `<primitive>`, `<stat>_<whose>`, `type_<card type>`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..table import CardName

if TYPE_CHECKING:
    from ..cards import Card
    from ..game import Game


class Writer:
    """Writes the text of one card in one language."""

    def __init__(self, game: Game[Any, Any], language: str, names: Mapping[str, Card]) -> None:
        self.game = game
        self.language = language
        self.names = names

    def say(self, key: str, **facts: Any) -> str:
        """A filled template."""
        return self.game.texts.say("effects", key, self.language, facts, self.named)

    def named(self, key: str) -> str:
        """A card's name."""
        card = self.names.get(str(key))
        return card.name(self.language) if card is not None else str(key)

    def card(self, card: Card) -> str:
        """All abilities of a card, a sentence each."""
        found = [self.ability(document) for document in card.record.abilities]
        found += [
            self.say("slot_combination", partner=CardName(card.record.partner), effect=self.ability(document))
            for document in getattr(card.record, "combination", [])
        ]
        return " ".join(sentence(text) for text in found if text)

    def mode(self, card: Card, mode: str) -> str:
        """What one alternative of a card does."""
        for document in card.record.abilities:
            modes = document.get("choose_one")
            if isinstance(modes, dict) and mode in modes:
                return self.joined([self.ability(inner) for inner in modes[mode]])
        return mode

    def ability(self, document: Mapping[str, Any]) -> str:
        """One ability."""
        if "choose_one" in document and isinstance(document["choose_one"], dict):
            parts = [self.joined([self.ability(inner) for inner in modes]) for modes in document["choose_one"].values()]
            return self.folded("or", parts)
        text = self.static(document) if "select" in document else self.steps(document.get("do", []))
        if "if" in document:
            text = self.condition(document["if"], text)
        if "when" in document:
            text = self.say(f"when_{document['when']['event']}", effect=text)
        return text

    def static(self, document: Mapping[str, Any]) -> str:
        """What a lasting ability changes."""
        select = document["select"]
        whose = select.get("player") or ("other" if select.get("other") else select.get("owner", "any"))
        return self.joined(
            [self.amount(f"{stat}_{whose}", amount) for stat, amount in document.get("modify", {}).items()]
        )

    def steps(self, steps: Any) -> str:
        """The steps of an effect."""
        return self.joined([self.step(step) for step in steps])

    def step(self, step: Mapping[str, Any]) -> str:
        """One step: its word, its main amount, its other parameters as facts."""
        word, arguments = next(iter(step.items()))
        primitive = self.game.vocabulary.primitives.get(word)
        if not isinstance(arguments, dict) or (
            primitive is not None and not set(arguments) & set(primitive.parameters)
        ):
            arguments = {primitive.main if primitive is not None else "amount": arguments}
        facts = {k: v for k, v in arguments.items() if k != "amount"}
        return self.amount(word, arguments.get("amount"), **facts)

    def amount(self, key: str, amount: Any, **facts: Any) -> str:
        """A template with its amount: a number, or so much for each of something."""
        if not isinstance(amount, dict):
            return self.say(key, amount=amount, **facts)
        times = 1
        if "mul" in amount and isinstance(amount["mul"], list):
            numbers = [part for part in amount["mul"] if type(part) is int]
            times = numbers[0] if numbers else 1
            amount = next((part for part in amount["mul"] if isinstance(part, dict)), {})
        effect = self.say(key, amount=times, **facts)
        return self.say("count", effect=effect, thing=self.selector(amount.get("count", {})))

    def selector(self, select: Mapping[str, Any]) -> str:
        """What is counted, in words."""
        thing = self.named(select["name"]) if "name" in select else self.say(f"type_{select.get('type', 'card')}")
        if select.get("other"):
            thing = self.say("other", thing=thing)
        return self.say("your", thing=thing) if select.get("owner") == "you" else thing

    def condition(self, document: Mapping[str, Any], effect: str) -> str:
        """An effect under a condition."""
        word, value = next(iter(document.items()))
        shown = CardName(value) if isinstance(value, str) else value
        return self.say(f"if_{word}", card=shown, value=value, effect=effect)

    def joined(self, parts: list[str]) -> str:
        """Parts joined by the language's word for and."""
        return self.folded("join", parts)

    def folded(self, key: str, parts: list[str]) -> str:
        """Parts joined by a template for two."""
        if not parts:
            return ""
        text = parts[0]
        for part in parts[1:]:
            text = self.say(key, first=text, second=part)
        return text


def sentence(text: str) -> str:
    """A text as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
