"""Why a choice is refused while something is put together: an option, a target, a card to pay with, a payment."""

from __future__ import annotations

from typing import Any

from tests.mantle.energy import Price, price
from tests.mantle.refused import COST, Action, Rules
from tests.mantle.refused_effects import RefusedEffects, Said, energy_clause
from tests.mantle.seen import Found
from tests.mantle.table import PASSIVE, listed
from tests.mantle.turns import owed

PLAYER, ENTRY, ABILITY = "player", "entry", "ability"


class RefusedBuilds(RefusedEffects):
    """What a seat is told about what it puts together."""

    @property
    def frame(self) -> dict[str, Any]:
        """What is being put together."""
        found: dict[str, Any] = self.document["agenda"][-1]
        return found

    def said(self) -> list[Said]:
        """The sentences that are put together, of an option those of the option."""
        frame = self.frame
        card = self.table.cards[frame["card"]].get("abilities", [])
        said = card if frame["ability"] is None else [card[frame["ability"]]]
        chosen = next((pick["pick"] for pick in frame["picks"] if pick["slot"] == "option"), None)
        if chosen is None:
            return list(said)
        return [one for whole in said for one in whole.get("choose_one", {}).get(chosen, ())]

    def whole(self) -> tuple[str, Price]:
        """The clause of its Energy cost, and that cost without what Spell Shields ask."""
        frame = self.frame
        card = self.table.cards[frame["card"]]
        if frame["kind"] == "ability":
            said = card["abilities"][frame["ability"]]
            return energy_clause(said), self.asked(said)
        free = frame["kind"] == "trigger" or (frame.get("chain") and not self.table.options["chain_summon_pays_energy"])
        return COST[card["type"]], price("0" if free else card.get("cost", "0"))

    # -- choices ---------------------------------------------------------------------------------

    def choose_option(self, action: Action) -> Rules:
        """One of the options that are there, with complete targets."""
        options = [option for said in self.said() for option in said["choose_one"].values()]
        if not 1 <= action["i"] <= len(options):
            return {"21.36"}
        missing = self.targets(options[action["i"] - 1], self.whole()[1])
        return missing | {"21.36"} if missing else set()

    def choose_target(self, action: Action) -> Rules:
        """A target that the filter lets through and nothing keeps out."""
        said = self.said()
        if self.is_full(said):
            return {"17.10"}
        wanted = next(target for one in said for target in one.get("targets", ()))
        harm = any("damage" in step for one in said for step in one.get("do", ()))
        if wanted["choose"] == "activated_effect":
            return self.negation(action["ref"])
        return self.filtered(listed(wanted["choose"]), action["ref"], harm=harm)

    def is_full(self, said: list[Said]) -> bool:
        """Whether what is put together is a Negation that has its target."""
        return bool(self.frame["picks"]) and any("negate" in step for one in said for step in one.get("do", ()))

    def filtered(self, choose: list[Said], ref: Said, *, harm: bool) -> Rules:
        """A player or a card that one of the selectors picks out."""
        if ref.keys() == {PLAYER}:
            alive = ref[PLAYER] in self.table.alive()
            return self.outside(harm=harm, body=alive) if not (alive and players(choose)) else set()
        if "object" not in ref:
            return self.outside(harm=harm, body=False)
        found = self.find(ref["object"])
        body = found.zone == "mantle" and self.printed(found)["type"] == "summon"
        inside = ref.keys() == {"object"} and any(self.picked(one, found) for one in choose if PLAYER not in one)
        barred = self.barriers(found, harm=harm) if found.zone == "mantle" else set()
        return barred if inside else barred | self.outside(harm=harm, body=body)

    def outside(self, *, harm: bool, body: bool) -> Rules:
        """Outside the filter."""
        return {"R52"} if harm and not body else {"R80"}

    def picked(self, chosen: Said, found: Found) -> bool:
        """Whether a selector picks out a card."""
        rest = {word: value for word, value in chosen.items() if word != "zone"}
        if found.zone != chosen.get("zone", "mantle"):
            return False
        if found.zone == "mantle":
            return self.table.picks(rest, self.seat, None, found.thing)
        return found.seat == self.seat and self.legal.fits_selector(rest, found.thing["card"])

    def barriers(self, found: Found, *, harm: bool) -> Rules:
        """Hexproof, a Link that cannot be damaged, a Spell Shield that cannot be paid for."""
        broken: Rules = set()
        if harm and self.table.is_link(found.thing):
            broken.add("16.16")
        if found.seat != self.seat and self.table.hexproof(found.thing):
            broken.add("21.3")
        shield = self.table.keyword(found.thing, "spell_shield") if found.seat != self.seat else 0
        asked = self.whole()[1].more(owed(self.table, self.frame, self.seat))
        if shield and not self.legal.pays(asked.more(shield)):
            broken.add("21.20")
        return broken

    # -- negations -------------------------------------------------------------------------------

    def negation(self, ref: Said) -> Rules:
        """A sentence that waits, or a live Activated one of a card on a Mantle."""
        found = self.find(ref["object"]) if "object" in ref else None
        if found is None or found.zone != "mantle":
            return set() if ENTRY in ref and self.waiting(ref) else {"R78"}
        return self.barriers(found, harm=False) | self.unfit(found, ref)

    def unfit(self, found: Found, ref: Said) -> Rules:
        """What is wrong with a sentence of a card on a Mantle as what a Negation is aimed at."""
        if ref.keys() == {"object", "source", ABILITY, "part"}:
            return self.unfit_gift(found, (ref["source"], ref[ABILITY], ref["part"]))
        sentence = self.meant(found, ref) if ref.keys() == {"object", "source", ABILITY} else None
        if sentence is not None and is_passive(sentence):
            return {"17.4"}
        return set() if sentence is not None and self.alive(found, ref) else {"R78"}

    def unfit_gift(self, found: Found, named: tuple[int, int, int]) -> Rules:
        """What is wrong with a keyword that a Passive sentence gives as what a Negation is aimed at."""
        gift = next(((kw, left) for gift, kw, left in self.legal.gifts(found.thing) if gift == named), None)
        if gift is None:
            return {"R78"}
        if gift[0] in PASSIVE:
            return {"17.4"}
        return {"R78"} if self.table.is_link(found.thing) or gift[1] <= 0 else set()

    def waiting(self, ref: Said) -> bool:
        """Whether it is a sentence on the stack that nobody has Negated."""
        entry = next((one for one in self.document["stack"] if one["id"] == ref[ENTRY]), None)
        return entry is not None and ref["part"] < len(entry["abilities"]) and ref["part"] not in entry["negated"]

    def meant(self, found: Found, ref: Said) -> Said | None:
        """The sentence that is named: printed on the card or on what is attached to it."""
        near = [found.thing, *(other for _, other in self.table.attached(found.thing, "equip"))]
        printed = next((thing for thing in near if thing["id"] == ref["source"]), None)
        said = self.table.abilities(printed) if printed is not None else []
        return said[ref[ABILITY]] if ref[ABILITY] < len(said) else None

    def alive(self, found: Found, ref: Said) -> bool:
        """Whether the card uses the sentence, and something of it is left."""
        thing = found.thing
        return not self.table.is_link(thing) and any(
            (printed["id"], index) == (ref["source"], ref[ABILITY]) and self.legal.lives(thing, printed, index, said)
            for printed, index, said in self.legal.sentences(thing)
        )

    # -- costs -----------------------------------------------------------------------------------

    def choose_cost_object(self, action: Action) -> Rules:
        """Another card of the own hand."""
        found = self.find(action["ref"])
        taken = [pick["pick"] for pick in self.frame["picks"] if pick["slot"] == "cost"]
        fit = self.holds(found) and action["ref"] != self.frame["source"] and action["ref"] not in taken
        return set() if fit else {"21.34"}

    def cancel(self, _action: Action) -> Rules:
        """MM-R81: not what a trigger puts together, nor once a coin or a die has been thrown."""
        return {"R81"} if self.frame["kind"] == "trigger" or self.frame["locked"] else set()

    def confirm(self, action: Action) -> Rules:
        """A payment that covers the whole price exactly."""
        clause, asked = self.whole()
        asked = asked.more(owed(self.table, self.frame, self.seat))
        if asked.unshifted:
            said = self.table.cards[self.frame["card"]]["abilities"][self.frame["ability"]]
            return self.lacking_shift(said, asked, action.get("payment"))
        broken = self.lacking(clause, asked, action.get("payment"))
        return broken | {"R65"} if broken and self.frame.get("chain") else broken


def players(choose: list[Said]) -> bool:
    """Whether a player may be chosen."""
    return any(PLAYER in one for one in choose)


def is_passive(said: Said) -> bool:
    """Whether a sentence is always on."""
    if "kw" in said:
        return said["kw"] in PASSIVE
    return "when" not in said and "cost" not in said
