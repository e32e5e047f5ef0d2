"""Parts of speech of a card's text: selectors, amounts, conditions, seats, durations, keywords.

Each word has a template per language in the section `effects` of a game's texts. What is missing is
noted, never made up: a test refuses a game whose words cannot all be said in all its languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from oracle.kernel.table import CardName

if TYPE_CHECKING:
    from oracle.kernel.cards import Card
    from oracle.kernel.game import Game

DESCRIBING = ("type", "name", "zone", "highest", "lowest")
ORDER = ("other", "self", "owner", "controller", "keyword", "stat", "counters", "is")


class Phrases:
    """Says the parts of a card in one language."""

    def __init__(self, game: Game[Any, Any], language: str, names: Mapping[str, Card]) -> None:
        self.game = game
        self.vocabulary = game.vocabulary
        self.language = language
        self.names = names
        self.missing: set[str] = set()
        self.declared: dict[str, Mapping[str, Any]] = {}
        self.said: set[str] = set()
        self.unknowns: list[str] = []

    # -- templates -------------------------------------------------------------------------------

    def say(self, key: str, /, **facts: Any) -> str:
        """A filled template; one that the language lacks is noted."""
        if self.game.texts.sections.get(self.language, {}).get("effects", {}).get(key) is None:
            self.missing.add(key)
        return self.game.texts.say("effects", key, self.language, facts, self.named)

    def has(self, key: str) -> bool:
        """Whether a template exists in this language."""
        return key in self.game.texts.sections.get(self.language, {}).get("effects", {})

    def named(self, key: str) -> str:
        """A card's name."""
        card = self.names.get(str(key))
        return card.name(self.language) if card is not None else str(key)

    def joined(self, parts: list[str], key: str = "join") -> str:
        """Parts joined by a template for two."""
        if not parts:
            return ""
        text = parts[0]
        for part in parts[1:]:
            text = self.say(key, first=text, second=part)
        return text

    # -- things ----------------------------------------------------------------------------------

    def noun(self, key: str, *, many: bool) -> str:
        """A word for things, `one|many` where the language has both."""
        one, _, several = self.say(key).partition("|")
        return several if many and several else one

    def selector(self, select: Any, *, many: bool = False) -> str:
        """What is meant, in words."""
        if isinstance(select, list):
            return self.joined([self.selector(part, many=many) for part in select], "or_things")
        if isinstance(select, str):
            return self.say(f"choice_{select}") if select in self.vocabulary.choices else self.reference(select)
        if "player" in select:
            return self.say(f"seat_{select['player']}")
        if set(select) == {"any"}:
            return self.joined([self.selector(part, many=many) for part in select["any"]], "or_things")
        thing = self.kind(select, many=many)
        for word in (*ORDER, *(word for word in select if word not in ORDER)):
            if word in select and word not in DESCRIBING:
                thing = self.described(word, select[word], thing, many=many)
        if "zone" in select:
            zones = select["zone"] if isinstance(select["zone"], list) else [select["zone"]]
            where = self.joined([self.say(f"zone_{zone}") for zone in zones], "or_things")
            shown = [zone for zone in zones if zone not in self.vocabulary.table_zones]
            thing = self.say("in_zone", thing=thing, zone=where) if shown else thing
        for word in ("highest", "lowest"):
            if word in select:
                thing = self.say(word, thing=thing, stat=self.say(f"stat_{select[word]}"))
        return thing

    def kind(self, select: Mapping[str, Any], *, many: bool) -> str:
        """The noun of a selector: a card by name, a type, or a thing of its zone."""
        if "name" in select:
            return self.named(select["name"])
        types = select.get("type", "card")
        own = self.vocabulary.table_zones
        zone = select.get("zone", own[0] if len(own) == 1 else None)
        if types == "card" and isinstance(zone, str) and self.has(f"thing_{zone}"):
            return self.noun(f"thing_{zone}", many=many)
        return self.joined(
            [self.noun(f"type_{t}", many=many) for t in (types if isinstance(types, list) else [types])], "or_things"
        )

    def described(self, word: str, value: Any, thing: str, *, many: bool) -> str:
        """A thing with one more word about it."""
        if word in ("stat", "counters"):
            return self.compared(word, value, thing)
        if word in ("not", "any", "all"):
            return self.combined(word, value, thing, many=many)
        if word in ("owner", "controller", "other", "self"):
            return self.say(word if value is True else f"owner_{value}", thing=thing)
        if word == "keyword":
            return self.say("with_keyword", thing=thing, keyword=self.keyword(value))
        return self.reference(value) if word == "is" else self.filtered(word, value, thing)

    def combined(self, word: str, value: Any, thing: str, *, many: bool) -> str:
        """A thing of which further descriptions fit, one of them, or none."""
        if word == "not" and set(value) == {"is"}:
            return self.say("other", thing=thing)
        if word == "not":
            return self.say("that_is_not", thing=thing, other=self.selector(value, many=many))
        parts = [self.selector(part, many=many) for part in value]
        return self.say("that_is", thing=thing, other=self.joined(parts, "or_things" if word == "any" else "join"))

    def filtered(self, word: str, value: Any, thing: str) -> str:
        """A thing with a word of the game's own."""
        if self.vocabulary.filters[word].kind == "flag":
            return self.say(f"filter_{word}" if value else f"filter_not_{word}", thing=thing)
        said = value if self.vocabulary.filters[word].kind == "text" else self.value(word, value)
        return self.say(f"filter_{word}", thing=thing, value=said)

    def compared(self, word: str, numbers: Mapping[str, Mapping[str, Any]], thing: str) -> str:
        """A thing whose stats or counters are compared."""
        for name, bounds in numbers.items():
            for bound, amount in bounds.items():
                number = self.say(f"{'stat' if word == 'stat' else 'counter'}_{name}")
                thing = self.say(f"stat_{bound}", thing=thing, stat=number, amount=self.amount(amount))
        return thing

    def value(self, word: str, value: Any) -> Any:
        """The value of a word of the game's own."""
        if isinstance(value, list):
            return self.joined([str(self.value(word, part)) for part in value], "or_things")
        if not isinstance(value, str):
            return value
        if value in self.names:
            return CardName(value)
        if value in self.declared or value in self.vocabulary.targets:
            return self.reference(value)
        return self.say(f"{word}_{value}")

    def reference(self, name: Any) -> str:
        """Something named: a target (said in full once), or a word of the language; what is chosen to pay with."""
        if isinstance(name, dict):
            return self.counted({**name, "min": name.get("n", 1), "max": name.get("n", 1)})
        if name in self.vocabulary.targets or name in ("self", "subject"):
            return self.say(f"to_{name}")
        document = self.declared.get(name)
        if document is None:
            return self.say("again")
        if name in self.said:
            return self.say("again_many" if document.get("max", 1) > 1 else "again")
        self.said.add(name)
        return self.counted(document)

    def counted(self, document: Mapping[str, Any]) -> str:
        """How many of what are chosen."""
        least, most = document.get("min", 1), document.get("max", max(1, document.get("min", 1)))
        choose = document.get("choose", document.get("of", {}))
        if isinstance(choose, dict) and choose.get("player") in ("you", "opponent"):
            return self.selector(choose)
        key = "target_one" if (least, most) == (1, 1) else "target_up_to" if least == 0 else "target_some"
        key = "target_range" if key == "target_some" and least != most else key
        facts = {"thing": self.selector(choose, many=most > 1), "least": least, "most": most}
        return self.say(key, **facts)

    # -- amounts ---------------------------------------------------------------------------------

    def amount(self, amount: Any) -> Any:
        """An amount inside a sentence: a number, or words for it."""
        if not isinstance(amount, dict):
            return self.say(f"amount_{amount}") if amount in ("that", "x") else amount
        word = next((w for w in ("stat", "counters", "half") if w in amount), next(iter(amount)))
        value = amount[word]
        if word == "count":
            return self.say("amount_count", things=self.selector(value, many=True))
        if word == "half":
            return self.say(f"amount_half_{amount['round']}", amount=self.amount(value))
        if word in ("stat", "counters"):
            name = self.say(f"{'stat' if word == 'stat' else 'counter'}_{value}")
            return self.say("amount_stat", stat=name, of=self.reference(amount["of"]))
        if word in self.vocabulary.amounts:
            return self.say(f"amount_{word}", value=self.value(word, value))
        return self.joined([str(self.amount(part)) for part in value], f"amount_{word}")

    def scaled(self, key: str, amount: Any, /, **facts: Any) -> str:
        """A template with its amount: a number, so much for each of something, or X with what X is."""
        inner = next(iter(amount.values()), None) if isinstance(amount, dict) else "x"
        if inner == "x" or (isinstance(inner, (list, dict)) and "x" in inner):
            return self.say(key, amount=self.amount(amount), **facts)
        if "count" in amount:
            return self.say("count", effect=self.say(key, amount=1, **facts), thing=self.selector(amount["count"]))
        if "mul" in amount:
            number = next((part for part in amount["mul"] if type(part) is int), None)
            counted = next((part for part in amount["mul"] if isinstance(part, dict) and "count" in part), None)
            if number is not None and counted is not None:
                return self.say(
                    "count", effect=self.say(key, amount=number, **facts), thing=self.selector(counted["count"])
                )
        letter = "X" if not self.unknowns else "Y"
        self.unknowns.append(letter)
        text = self.say(
            "where", effect=self.say(key, amount=letter, **facts), letter=letter, amount=self.amount(amount)
        )
        self.unknowns.pop()
        return text

    # -- conditions, durations, keywords --------------------------------------------------

    def condition(self, document: Mapping[str, Any]) -> str:
        """A condition as a clause."""
        word, value = next(iter(document.items()))
        if word in self.vocabulary.conditions:
            return self.say(f"condition_{word}", value=self.value(word, value), card=self.value(word, value))
        if word in ("all", "any"):
            return self.joined([self.condition(part) for part in value], "join" if word == "all" else "or_things")
        if word == "not":
            return self.say("condition_not", condition=self.condition(value))
        return self.fact(word, value)

    def fact(self, word: str, value: Any) -> str:
        """What is there, when it is, how amounts compare."""
        if word == "exists":
            return self.say("condition_exists", thing=self.selector(value))
        if word == "phase":
            phases = value if isinstance(value, list) else [value]
            return self.say("condition_phase", phase=self.joined([self.say(f"phase_{p}") for p in phases], "or_things"))
        if word == "turn":
            return self.say(f"condition_turn_{value}")
        return self.say(f"condition_{word}", left=self.amount(value[0]), right=self.amount(value[1]))

    def duration(self, value: Any) -> str:
        """How long something lasts."""
        return self.say("until_turns", n=value["turns"]) if isinstance(value, dict) else self.say(f"until_{value}")

    def keyword(self, word: str, n: Any = None) -> str:
        """A keyword with its number; without one its brackets are empty, and left out."""
        return self.say(f"kw_{word}", n="" if n is None else n).replace("()", "")

    def grants(self, words: Any) -> str:
        """Keywords that are given."""
        parts = [
            self.keyword(word) if isinstance(word, str) else self.keyword(word["kw"], word.get("n")) for word in words
        ]
        return self.joined(parts)
