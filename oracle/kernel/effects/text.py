"""A card's rules text, written from its data: text and behaviour cannot drift apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from oracle.kernel.table import CardName

from .abilities import of_abilities
from .control_text import ControlPhrases

if TYPE_CHECKING:
    from oracle.kernel.cards import Card
    from oracle.kernel.game import Game

    from .vocabulary import Primitive


class Writer(ControlPhrases):
    """Writes the text of cards in one language."""

    def card(self, card: Card) -> str:
        """All abilities of a card, a sentence each; nothing for a card without any."""
        found: list[str] = []
        for slot in self.vocabulary.requirements:
            costs = getattr(card.record, slot, None)
            if costs:
                found.append(self.say(f"slot_{slot}", effect=self.costs(costs)))
        for slot in self.vocabulary.slots:
            for document in getattr(card.record, slot, None) or []:
                text = self.ability(document)
                found.append(text if slot == "abilities" else self.say(f"slot_{slot}", effect=text, **self.facts(card)))
        return " ".join(sentence(text) for text in found if text)

    def facts(self, card: Card) -> dict[str, Any]:
        """A card's own attributes, for the templates of its lists."""
        plain: dict[str, Any] = msgspec.to_builtins(card.record)
        texts = {name: value for name, value in plain.items() if isinstance(value, str)}
        return {name: CardName(value) if value in self.names else value for name, value in texts.items()}

    def mode(self, card: Card, mode: str) -> str:
        """What one alternative of a card does."""
        for document in card.record.abilities:
            modes = document.get("choose_one")
            if isinstance(modes, dict) and mode in modes:
                return self.alternative(modes, mode)
        return mode

    def alternative(self, modes: Mapping[str, Any], mode: str) -> str:
        """One alternative: abilities, or steps."""
        if of_abilities(dict(modes)):
            return self.joined([self.ability(inner) for inner in modes[mode]])
        return self.steps(modes[mode])

    # -- abilities -------------------------------------------------------------------------------

    def ability(self, document: Mapping[str, Any]) -> str:
        """One ability."""
        self.said, self.unknowns = set(), []
        self.declared = {target["as"]: target for target in document.get("targets", [])}
        if "kw" in document:
            text = self.keyword(document["kw"], document.get("n"))
            return (
                self.say("while", condition=self.condition(document["if"]), effect=text) if "if" in document else text
            )
        if "select" in document:
            return self.static(document)
        return self.framed(document, self.doing(document))

    def framed(self, document: Mapping[str, Any], effect: str) -> str:
        """An effect with what comes before it: condition, event, cost, how often."""
        if document.get("optional"):
            effect = self.say("optional", effect=effect)
        if "if" in document:
            effect = self.say("if", condition=self.condition(document["if"]), effect=effect)
        if "cost" in document:
            key = "inner_cost" if "when" in document else "activated" if document["cost"] else "activated_free"
            effect = self.say(key, cost=self.costs(document["cost"]), effect=effect)
        if "limit" in document:
            effect = self.say("limit", effect=effect, n=document["limit"])
        if "speed" in document:
            effect = self.say(f"speed_{document['speed']}", effect=effect)
        if "when" in document:
            return self.when(document["when"], effect)
        return self.instead(document["instead_of"], effect) if "instead_of" in document else effect

    def when(self, when: Mapping[str, Any], effect: str) -> str:
        """An effect behind its event."""
        subject = when.get("subject", "self")
        if subject == "self":
            return self.say(f"when_{when['event']}", effect=effect)
        return self.say(f"whenever_{when['event']}", effect=effect, subject=self.selector(subject))

    def instead(self, instead: Mapping[str, Any], effect: str) -> str:
        """What happens instead of an event, or how much of it does not."""
        subject = instead.get("subject", "self")
        who = self.say("to_self") if subject == "self" else self.selector(subject)
        if "prevent" not in instead:
            return self.say(f"instead_{instead['event']}", subject=who, effect=effect)
        text = self.scaled(f"prevent_{instead['event']}", instead["prevent"], subject=who)
        return self.joined([text, effect]) if effect else text

    def static(self, document: Mapping[str, Any]) -> str:
        """What a lasting ability changes, and where."""
        select = document["select"]
        changes, grants = document.get("modify", {}), document.get("grant", [])
        if isinstance(select, dict) and "player" in select:
            parts = [self.of_seat(stat, select["player"], amount) for stat, amount in changes.items()]
            text = self.joined(parts)
        else:
            text = self.of_objects(select, changes, grants)
        return self.say("while", condition=self.condition(document["if"]), effect=text) if "if" in document else text

    def of_seat(self, stat: str, seat: str, amount: Any) -> str:
        """A seat's stat is changed."""
        return self.qualified(f"{stat}_{seat}", stat, amount)

    def qualified(self, key: str, stat: str, amount: Any) -> str:
        """A change of a stat, with the numbers beside its amount."""
        qualifiers = self.vocabulary.qualifiers.get(stat, ())
        facts = {}
        if qualifiers and isinstance(amount, dict) and "amount" in amount:
            facts = {word: amount[word] for word in qualifiers if word in amount}
            amount = amount["amount"]
        return self.scaled(key, amount, **facts)

    def of_objects(self, select: Any, changes: Mapping[str, Any], grants: Any) -> str:
        """Objects are changed."""
        one = isinstance(select, str) or (isinstance(select, dict) and select.get("self") is True)
        who = (
            (self.reference(select) if isinstance(select, str) else self.say("to_self"))
            if one
            else self.selector(select, many=True)
        )
        parts = []
        if changes:
            change = self.joined([self.qualified(f"change_{stat}", stat, amount) for stat, amount in changes.items()])
            parts.append(self.say("gets" if one else "get", thing=who, changes=change))
        if grants:
            key = "has" if one else "have"
            parts.append(
                self.say(
                    key,
                    thing=who if not parts else self.say("again" if one else "they"),
                    keywords=self.grants(grants),
                )
            )
        return self.joined(parts)

    # -- steps -----------------------------------------------------------------------------------

    def doing(self, document: Mapping[str, Any]) -> str:
        """The steps of an ability, or its alternatives."""
        choice = document.get("choose_one")
        if "flip_coin" in document or "roll_die" in document:
            return self.by_chance(document)
        if isinstance(choice, dict):
            return self.joined([self.alternative(choice, mode) for mode in choice], "or")
        return self.step({"choose_one": choice}) if choice is not None else self.steps(document.get("do", []))

    def by_chance(self, document: Mapping[str, Any]) -> str:
        """Abilities of which a coin or a die brings one."""
        if "flip_coin" in document:
            sides = document["flip_coin"]
            parts = [
                self.say(side, effect=self.joined([self.ability(inner) for inner in sides[side]])) for side in sides
            ]
            return self.say("flip_coin", effect=self.joined(parts))
        faces = [self.joined([self.ability(inner) for inner in abilities]) for abilities in document["roll_die"]]
        parts = [self.say("face", face=i + 1, effect=effect) for i, effect in enumerate(faces)]
        return self.say("roll_die", faces=len(faces), effect=self.joined(parts))

    def steps(self, steps: Any) -> str:
        """The steps of an effect."""
        last = len(steps) - 1
        return self.joined([self.step(s) if i == last else self.closed([s]) for i, s in enumerate(steps)], "then")

    def step(self, step: Mapping[str, Any]) -> str:
        """One step."""
        word, arguments = next(iter(step.items()))
        primitive = self.vocabulary.primitives.get(word)
        if primitive is None:
            control: Any = getattr(self, f"say_{word}")
            text: str = control(arguments)
            return text
        return self.primitive(primitive, arguments)

    def primitive(self, primitive: Primitive, arguments: Any) -> str:
        """A primitive with its arguments in words."""
        if not isinstance(arguments, dict) or (arguments and not set(arguments) & set(primitive.parameters)):
            arguments = {primitive.main or "amount": arguments}
        facts: dict[str, Any] = {}
        changes = []
        for name, parameter in primitive.parameters.items():
            if name == "amount":
                continue
            if name not in arguments:
                said = (
                    ""
                    if parameter.default is None
                    else self.argument(primitive.name, name, parameter.kind, parameter.default)
                )
                facts.setdefault(name, said)
                continue
            if parameter.kind == "amount":
                changes.append(self.scaled(f"{primitive.name}_{name}", arguments[name]))
            else:
                facts[name] = self.argument(primitive.name, name, parameter.kind, arguments[name])
        facts["changes"] = self.joined(changes)
        given = (f"{primitive.name}_{name}" for name in arguments if primitive.parameters[name].instead)
        key = next(given, primitive.name)
        if "amount" not in arguments:
            return self.say(key, **facts).strip()
        return self.scaled(key, arguments["amount"], **facts).strip()

    def argument(self, word: str, name: str, kind: str, value: Any) -> Any:
        """An argument in words."""
        if kind == "target":
            return self.reference(value)
        if kind == "duration":
            return self.duration(value)
        if kind == "keyword":
            return self.keyword(value)
        if kind == "select":
            return self.selector(value, many=True)
        return self.plain(f"{word}_{name}", kind, value)

    def plain(self, key: str, kind: str, value: Any) -> Any:
        """An argument that is a word, a seat or a card's name, or as it is."""
        if kind == "seat":
            return self.say(f"seat_{value}")
        if kind == "word":
            return self.say(f"{key}_{value}")
        if kind == "text":
            return self.game.texts.word(value, self.language)
        return CardName(value) if kind == "card" else value


def card_text(game: Game[Any, Any], card: Card, language: str) -> str:
    """A card's rules text, written from its data."""
    return Writer(game, language, {known.key: known for known in game.cards()}).card(card)


def mode_text(game: Game[Any, Any], card: Card, mode: str, language: str) -> str:
    """What one alternative of a card does; written once a card."""
    text = card.texts.get((mode, language))
    if text is None:
        text = card.texts[mode, language] = Writer(game, language, {}).mode(card, mode)
    return text


def steps_text(game: Game[Any, Any], steps: Sequence[Any], language: str) -> str:
    """What some steps of an effect do."""
    return Writer(game, language, {known.key: known for known in game.cards()}).steps(steps)


def sentence(text: str) -> str:
    """A text as a sentence."""
    at = 1 if text.startswith("(") else 0
    text = text[:at] + text[at : at + 1].upper() + text[at + 1 :]
    return text + ("" if text.endswith((".", "!", "”")) else ".")
