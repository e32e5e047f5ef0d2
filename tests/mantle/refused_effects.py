"""Why an Effect may not be activated: a Chant, a sentence on the Mantle, a Sacrifice."""

from __future__ import annotations

from typing import Any

from tests.mantle.energy import Price, price
from tests.mantle.legal import is_activated, is_conferred
from tests.mantle.refused import Action, Refused, Rules
from tests.mantle.seen import Found
from tests.mantle.table import Thing

Said = dict[str, Any]


class RefusedEffects(Refused):
    """What one seat is told when it wants to activate something."""

    def play_chant(self, action: Action) -> Rules:
        """A Chant of the own hand."""
        found = self.find(action["card"])
        card = self.printed(found)
        said, asked = card.get("abilities", []), price(card.get("cost", "0"))
        quick = bool(said) and all(self.legal.is_quick(one) for one in said)
        broken = set() if self.holds(found) else {"5.5"}
        if self.document["active"] != self.seat and not quick:
            broken.add("17.7")
        elif self.document["active"] != self.seat and not self.table.options["quick_chants_off_turn"]:
            broken.add("R20")
        broken |= self.speed(quick=quick) | self.targets(said, asked)
        return broken | self.lacking("14.8", asked, action.get("payment"))

    def speed(self, *, quick: bool) -> Rules:
        """At least as fast as what it answers."""
        return set() if self.legal.fast_enough(quick=quick) else {"17.8"}

    def targets(self, sentences: list[Said], asked: Price) -> Rules:
        """Whether targets can be chosen: MM-R80, or MM-21.20 where only Spell Shields stand in the way."""
        for said in sentences:
            for target in said.get("targets", ()):
                harm = any("damage" in step for one in sentences for step in one.get("do", ()))
                found = [*self.legal.targets(target["choose"], harm=harm)]
                if not any(extra == 0 or self.legal.pays(asked.more(extra)) for extra in found):
                    return {"21.20" if found else "R80"}
            if "choose_one" in said:
                ways = [self.targets(option, asked) for option in said["choose_one"].values()]
                if all(ways):
                    return {"21.20"} if {"21.20"} in ways else {"R80"}
        return set()

    # -- sentences of cards ----------------------------------------------------------------------

    def activate(self, action: Action) -> Rules:
        """A sentence that is activated by paying for it."""
        found = self.find(action["card"])
        broken = self.place(found)
        printed, said = self.sentence(found, action)
        if said is None or not is_activated(said):
            return broken | {"R77"}
        return broken | self.sentence_rules(found, printed, action, said)

    def place(self, found: Found) -> Rules:
        """On the own Mantle, and no Link."""
        if found.zone != "mantle":
            return {"5.8"} if self.holds(found) else {"5.9"}
        broken = set() if found.seat == self.seat else {"5.9"}
        return broken | ({"16.17"} if self.table.is_link(found.thing) else set())

    def sentence(self, found: Found, action: Action) -> tuple[Thing, Said | None]:
        """The sentence that is meant, and the card it is printed on."""
        index, source = action["ability"], action.get("source")
        if found.zone == "mantle":
            for printed, at, said in self.legal.sentences(found.thing):
                if at == index and printed["id"] == (found.thing["id"] if source is None else source):
                    return printed, said
            return found.thing, None
        said = self.printed(found).get("abilities", [])
        there = source is None and index < len(said)
        worn = self.printed(found).get("subtype") == "equipment"
        return found.thing, said[index] if there and not (worn and is_conferred(said[index])) else None

    def sacrifice(self, action: Action) -> Rules:
        """A card that is discarded for its Effect."""
        found = self.find(action["card"])
        broken = set() if self.holds(found) or self.fields(found) else {"21.29"}
        if found.zone == "mantle" and self.table.is_link(found.thing):
            broken.add("16.17")
        said = self.printed(found).get("abilities", [])
        one = said[action["ability"]] if action["ability"] < len(said) else {}
        if not any(isinstance(part, dict) and "sacrifice" in part for part in one.get("cost", ())):
            return broken | {"21.29"}
        return broken | self.sentence_rules(found, found.thing, action, one)

    def sentence_rules(self, found: Found, printed: Thing, action: Action, said: Said) -> Rules:
        """A sentence that is there: Negated, its time and speed, its costs and its targets."""
        quick, index = self.legal.is_quick(said), action["ability"]
        broken = self.speed(quick=quick) | self.costs(found, said, action.get("payment"))
        broken |= self.targets([said], self.asked(said))
        negated = found.thing.get("negated", [])
        if any((one["source"], one["ability"]) == (printed["id"], index) for one in negated):
            broken.add("R78")
        if self.document["active"] != self.seat and not quick:
            broken.add("17.7")
        if self.waits(found.thing, printed, said, index) and not any("chain" in part for part in parts(said)):
            broken |= {"17.8", "R75"}
        return broken

    def waits(self, thing: Thing, printed: Thing, said: Said, index: int) -> bool:
        """Whether an activation of the same sentence, with whichever option, is on the stack."""
        numbers = range(index, index + len(said.get("choose_one", "1")))
        return any(
            (entry["kind"], entry["source"], entry["printed"]) == ("activated", thing["id"], printed["id"])
            and any(number in numbers for number in entry["abilities"])
            for entry in self.document["stack"]
        )

    # -- costs -----------------------------------------------------------------------------------

    def asked(self, said: Said) -> Price:
        """What a sentence costs in Energy."""
        texts = [part[word] for part in parts(said) for word in ("energy", "chain", "sacrifice") if word in part]
        return price(*texts, unshifted=sum(part.get("unshifted", 0) for part in parts(said)))

    def costs(self, found: Found, said: Said, payment: dict[str, int] | None) -> Rules:
        """What has to be paid: by Tapping, with Energy, with Unshifted Energy."""
        broken: Rules = set()
        if "tap" in said["cost"] and found.zone == "mantle" and found.thing["tapped"]:
            broken |= {"21.23", "12.16"} if found.thing["summon_tap"] else {"21.23"}
        asked = self.asked(said)
        if asked.unshifted:
            return broken | self.shift(said, asked.unshifted) | self.lacking_shift(said, asked, payment)
        return broken | self.lacking(energy_clause(said), asked, payment)

    def lacking_shift(self, said: Said, asked: Price, payment: dict[str, int] | None) -> Rules:
        """A payment of its own for a Shift that is not what the Shift asks for."""
        if not payment or self.exact(asked, payment, self.table.options):
            return set()
        return {self.shift_clause(said), "R23"}


def parts(said: Said) -> list[Said]:
    """The parts of a cost that are counted in Energy."""
    return [part for part in said["cost"] if isinstance(part, dict)]


def energy_clause(said: Said) -> str:
    """The clause of what a sentence asks in Energy."""
    words = {word for part in parts(said) for word in part}
    return "21.29" if "sacrifice" in words else "21.32" if "chain" in words else "21.24"
