"""Control words of the card language in words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from .phrases import Phrases

OPEN = ("if", "for_each", "repeat", "until", "choose_one", "may", "pay", "flip_coin", "roll_die")
"""Words whose last part is steps: a text gives them no end."""


class ControlPhrases(Phrases, ABC):
    """Says branches, repetitions, choices and searches; the steps inside are said by whoever extends it."""

    @abstractmethod
    def steps(self, steps: Any) -> str:
        """The steps of an effect."""

    @abstractmethod
    def step(self, step: Mapping[str, Any]) -> str:
        """One step."""

    def costs(self, costs: Any) -> str:
        """What is paid: words for paying, and steps that are done as a price."""
        parts = []
        for cost in costs:
            word, value = (cost, None) if isinstance(cost, str) else next(iter(cost.items()))
            if self.vocabulary.is_price(word, value):
                parts.append(self.step(cost))
                continue
            primitive = self.vocabulary.payments.get(word)
            main = primitive.main if primitive is not None else None
            facts = dict(value) if isinstance(value, dict) and main not in (None, *value) else {}
            parts.append(self.say(f"cost_{word}", amount=self.amount(value) if not facts else "", **facts))
        return self.joined(parts)

    def closed(self, steps: Any) -> str:
        """Steps behind which something follows: in brackets where they would seem to go on with it."""
        text = self.steps(steps)
        return f"({text})" if next(iter(steps[-1])) in OPEN else text

    def say_if(self, document: Mapping[str, Any]) -> str:
        """A branch."""
        then = self.closed(document["then"]) if "else" in document else self.steps(document["then"])
        text = self.say("if", condition=self.condition(document["is"]), effect=then)
        return self.say("otherwise", first=text, second=self.steps(document["else"])) if "else" in document else text

    def say_choose_one(self, choice: Any) -> str:
        """Alternatives of which one is chosen as it resolves."""
        options = choice.values() if isinstance(choice, dict) else choice
        return self.say("choose_one", options=self.joined([self.steps(steps) for steps in options], "or"))

    def say_may(self, document: Any) -> str:
        """Something that may be done."""
        document = {"do": document} if isinstance(document, list) else document
        who = document.get("who", "you")
        said = self.say(f"seat_{who}") if who in ("you", "opponent") else self.reference(who)
        done = self.closed(document["do"]) if "else" in document else self.steps(document["do"])
        text = self.say("may", who=said, effect=done)
        return self.say("otherwise", first=text, second=self.steps(document["else"])) if "else" in document else text

    def say_pay(self, document: Mapping[str, Any]) -> str:
        """A cost that may be paid."""
        then = self.closed(document["then"]) if "else" in document else self.steps(document["then"])
        text = self.say("pay", cost=self.costs(document["cost"]), effect=then)
        return self.say("otherwise", first=text, second=self.steps(document["else"])) if "else" in document else text

    def say_for_each(self, document: Mapping[str, Any]) -> str:
        """A repetition over some things."""
        thing = self.selector(document["of"])
        self.declared = {**self.declared, document["as"]: {}}
        self.said.add(document["as"])
        return self.say("for_each", thing=thing, effect=self.steps(document["do"]))

    def say_repeat(self, document: Mapping[str, Any]) -> str:
        """A repetition by number."""
        return self.scaled("repeat", document["times"], effect=self.steps(document["do"]))

    def say_until(self, document: Mapping[str, Any]) -> str:
        """Steps whose changes last for a while."""
        return self.say("until", duration=self.duration(document["is"]), effect=self.steps(document["do"]))

    def say_choose(self, document: Mapping[str, Any]) -> str:
        """A choice while it resolves."""
        who = document.get("who", "you")
        said = self.say(f"seat_{who}") if who in ("you", "opponent") else self.reference(who)
        text = self.say("choose_random" if document.get("random") else "choose", who=said, thing=self.counted(document))
        self.declared = {**self.declared, document["as"]: document}
        self.said.add(document["as"])
        return text

    def say_flip_coin(self, document: Mapping[str, Any]) -> str:
        """A coin."""
        sides = [self.say(side, effect=self.steps(document[side])) for side in ("heads", "tails") if side in document]
        return self.say("flip_coin", effect=self.joined(sides))

    def say_roll_die(self, document: Mapping[str, Any]) -> str:
        """A die."""
        results = [
            self.say("face", face=i + 1, effect=self.steps(steps))
            for i, steps in enumerate(document.get("results", []))
        ]
        if "then" in document:
            results.append(self.steps(document["then"]))
        return self.say("roll_die", faces=document.get("faces", 6), effect=self.joined(results))

    def say_search(self, document: Mapping[str, Any]) -> str:
        """A search."""
        zones = document["zone"] if isinstance(document["zone"], list) else [document["zone"]]
        thing = self.counted({**document, "choose": document["for"]})
        if "as" in document:
            self.declared = {**self.declared, document["as"]: document}
            self.said.add(document["as"])
        where = self.joined([self.say(f"zone_{zone}") for zone in zones], "or_things")
        key = "search_reveal" if document.get("reveal") else "search"
        return self.say(key, zone=where, thing=thing, to=self.say(f"zone_{document['to']}"))

    def say_reveal(self, name: str) -> str:
        """Cards are shown."""
        return self.say("reveal", thing=self.reference(name))
