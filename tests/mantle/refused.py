"""Why a card may not be played: the clauses of every precondition that fails, read by hand from the document."""

from __future__ import annotations

from typing import Any

from tests.mantle.energy import COLOURS, SHIFTED, Price, paid, price
from tests.mantle.legal import Legal
from tests.mantle.seen import Found, find
from tests.mantle.table import Table

Action = dict[str, Any]
Rules = set[str]
COST = {"artifact": "11.9", "summon": "12.8", "rune": "13.14", "chant": "14.8"}


class Refused:
    """What one seat is told when it wants to play a card."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.document = table.document
        self.player = table.players[seat]
        self.legal = Legal(table, seat)

    def find(self, number: Any) -> Found:
        """What has this number, as far as the seat sees it."""
        return find(self.table, self.seat, number)

    def printed(self, found: Found) -> dict[str, Any]:
        """What is printed on it."""
        return self.table.cards[found.thing["card"]]

    def holds(self, found: Found) -> bool:
        """Whether it is in the seat's own hand."""
        return (found.zone, found.seat) == ("hand", self.seat)

    def fields(self, found: Found) -> bool:
        """Whether it is on the seat's own Mantle."""
        return (found.zone, found.seat) == ("mantle", self.seat)

    # -- energy ----------------------------------------------------------------------------------

    def lacking(self, clause: str, asked: Price, payment: dict[str, int] | None = None) -> Rules:
        """The clause of a cost that is not paid; MM-R21 where colours would do, MM-R23 for a payment of its own."""
        pool, options = self.player["energy"], self.table.options
        generous = {**options, "colored_pays_balanced": True}
        there, named = paid(pool, asked, options) is not None, payment or {}
        broken = set() if there else {clause}
        if not there and paid(pool, asked, generous) is not None:
            broken.add("R21")
        if named and not self.exact(asked, named, options):
            broken |= {clause, "R23"}
            if there and self.exact(asked, named, generous):
                broken.add("R21")
        return broken

    def exact(self, asked: Price, payment: dict[str, int], options: dict[str, Any]) -> bool:
        """Whether a payment is there and covers a price, no more and no less."""
        pool = self.player["energy"]
        given = {letter: payment.get(letter, 0) for letter in pool}
        if any(given[letter] > pool[letter] for letter in pool):
            return False
        left = paid(given, asked, options)
        return left is not None and not any(left.values())

    # -- plays -----------------------------------------------------------------------------------

    def time(self) -> Rules:
        """Own Main or End Phase with an empty stack."""
        phase, broken = self.document["phase"], set()
        if self.document["active"] != self.seat:
            broken.add("4.7")
        elif phase == "battle":
            broken.add("4.8")
        if self.document["stack"] and phase in ("main", "end"):
            broken |= {"4.7" if phase == "main" else "4.10", "R19"}
        return broken

    def beside(self, found: Found) -> Rules:
        """What stands behind `Cost:`: other cards of the hand that are discarded."""
        others = [card for card in self.player["hand"] if card["id"] != found.thing["id"]]
        asked = sum(step["discard"] for step in self.printed(found).get("play_cost", ()))
        return {"21.34"} if asked > len(others) else set()

    def play(self, action: Action) -> Rules:
        """A card that is played for its cost and stays on the Mantle."""
        found = self.find(action["card"])
        card = self.printed(found)
        broken = set() if self.holds(found) else {"5.5"}
        broken |= self.time() | self.beside(found)
        broken |= self.lacking(COST[card["type"]], price(card.get("cost", "0")), action.get("payment"))
        return broken | (self.host(self.find(action["host"])) if "host" in action else set())

    def host(self, found: Found) -> Rules:
        """The Summon that an Equipment is put on."""
        broken: Rules = set()
        if found.zone != "mantle" or self.printed(found)["type"] != "summon":
            broken.add("13.9")
        if found.zone != "mantle":
            return broken
        if self.table.is_link(found.thing):
            broken.add("R61")
        if found.seat != self.seat and self.table.hexproof(found.thing):
            broken |= {"R61", "21.3"}
        if found.seat != self.seat and not self.table.options["equip_opposing"]:
            broken.add("R61")
        return broken

    # -- chain summons ---------------------------------------------------------------------------

    def chain_summon(self, action: Action) -> Rules:
        """A Chain card of the hand laid on one of the own Mantle."""
        found, base = self.find(action["card"]), self.find(action["base"])
        card = self.printed(found)
        broken = self.time() | self.beside(found)
        if not self.holds(found) or not card.get("chain"):
            broken.add("16.5")
        if self.player["chain_summon_serial"] == self.document["turn"]:
            broken.add("16.10")
        if self.table.options["chain_summon_pays_energy"]:
            broken |= self.chain_energy(card)
        return broken | self.base(base) | self.fits(card, self.printed(base))

    def chain_energy(self, card: dict[str, Any]) -> Rules:
        """MM-R65: the Energy of a Chain Summon, where the option asks for it."""
        broken = self.lacking(COST[card["type"]], price(card.get("cost", "0")))
        return broken | {"R65"} if broken else broken

    def base(self, found: Found) -> Rules:
        """The card on which it is laid."""
        broken: Rules = set()
        if not self.printed(found).get("chain"):
            broken.add("16.6")
        if not self.fields(found):
            broken |= {"16.6", "R66"}
        if found.zone == "mantle" and self.table.is_link(found.thing):
            broken |= {"16.6", "R66"}
        if found.zone == "mantle" and found.thing["entered_serial"] == self.document["turn"]:
            broken.add("16.9")
        return broken

    def fits(self, card: dict[str, Any], under: dict[str, Any]) -> Rules:
        """Two Chain cards: their Chain Values, and what they share."""
        if not card.get("chain") or not under.get("chain"):
            return set()
        broken = set() if card["chain"] - under["chain"] in (0, 1) else {"16.7"}
        same = card.get("alignment") is not None and card.get("alignment") == under.get("alignment")
        return broken if same or {*card["colors"]} & {*under["colors"]} else broken | {"16.8"}

    # -- shifts ----------------------------------------------------------------------------------

    def shift(self, said: dict[str, Any], unshifted: int) -> Rules:
        """Unshifted Energy for a Shift: by its product, and MM-9.5 where what is Shifted would make up the lack."""
        pool = self.player["energy"]
        if pool["U"] >= unshifted:
            return set()
        shifted = sum(pool[letter] for letter in SHIFTED)
        return {self.shift_clause(said)} | ({"9.5"} if pool["U"] + shifted >= unshifted else set())

    def shift_clause(self, said: dict[str, Any]) -> str:
        """The way in which a Shift is written: a number of one colour, or a string of symbols."""
        gains = "".join(step["gain"] for step in said.get("do", ()) if "gain" in step)
        return "21.41" if len({*gains}) == 1 and gains[0] in COLOURS else "21.44"
