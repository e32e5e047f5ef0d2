"""What a seat's Energy and cards let it do at priority, listed by hand from the document: plays and activations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.mantle.energy import Price, paid, price
from tests.mantle.table import PASSIVE, Table, Thing, granted, listed

Action = dict[str, Any]
PLAYED = {"artifact": "play_artifact", "summon": "play_summon", "rune": "play_rune", "chant": "play_chant"}


class Unread(LookupError):
    """A card says what this list does not read."""


class Legal:
    """The plays and activations of one seat."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.document = table.document
        self.player = table.players[seat]

    # -- energy ----------------------------------------------------------------------------------

    def pays(self, asked: Price) -> bool:
        """Whether the seat's Energy covers a price."""
        return paid(self.player["energy"], asked, self.table.options) is not None

    def own_time(self) -> bool:
        """The own Main or End Phase with an empty stack."""
        document = self.document
        quiet = document["step"] == "open" and not document["stack"]
        return bool(document["active"] == self.seat and document["phase"] in ("main", "end") and quiet)

    def plays(self) -> Iterator[Action]:
        """Every card of the hand that may be played, with its host or base."""
        if self.own_time():
            for card in self.player["hand"]:
                printed = self.table.cards[card["card"]]
                if printed["type"] != "chant":
                    yield from self.ways(card, printed)
        for card in self.player["hand"]:
            printed = self.table.cards[card["card"]]
            if printed["type"] == "chant" and self.chant_may(printed):
                yield {"type": "play_chant", "player": self.seat, "card": card["id"]}

    def ways(self, card: Action, printed: dict[str, Any]) -> Iterator[Action]:
        """The ways in which a card may be played that stays on the Mantle."""
        say = {"player": self.seat, "card": card["id"]}
        beside = len(self.player["hand"]) - 1
        for step in printed.get("play_cost", ()):
            if step.keys() != {"discard"} or not isinstance(step["discard"], int):
                raise Unread(printed["key"])
            beside -= step["discard"]
        if beside < 0:
            return
        asked = price(printed.get("cost", "0"))
        if self.pays(asked) and printed.get("subtype") == "equipment":
            yield from ({"type": "play_equipment", **say, "host": host["id"]} for host in self.hosts())
        elif self.pays(asked):
            yield {"type": PLAYED[printed["type"]], **say}
        if printed.get("chain") and (self.pays(asked) or not self.table.options["chain_summon_pays_energy"]):
            yield from ({"type": "chain_summon", **say, "base": base["id"]} for base in self.bases(printed))

    def bases(self, printed: dict[str, Any]) -> list[Thing]:
        """The cards on the own Mantle on which a Chain card may be laid this turn."""
        done = self.player["chain_summon_serial"] == self.document["turn"]
        return [] if done else [thing for thing in self.player["mantle"] if self.fits(printed, thing)]

    def hosts(self) -> Iterator[Thing]:
        """The Summons that may be Equipped."""
        for seat, thing in self.table.mantle():
            own = seat == self.seat
            reached = own or (self.table.options["equip_opposing"] and not self.table.hexproof(thing))
            if self.table.is_summon(thing) and not self.table.is_link(thing) and reached:
                yield thing

    def fits(self, printed: dict[str, Any], base: Thing) -> bool:
        """Whether a Chain card may be laid on a base."""
        under = self.table.card(base)
        new = base["entered_serial"] == self.document["turn"]
        value = under.get("chain")
        shared = {*printed["colors"]} & {*under["colors"]} or (
            printed.get("alignment") is not None and printed.get("alignment") == under.get("alignment")
        )
        return bool(
            value and not self.table.is_link(base) and printed["chain"] - value in (0, 1) and shared and not new
        )

    # -- effects ---------------------------------------------------------------------------------

    def chant_may(self, printed: dict[str, Any]) -> bool:
        """Whether a Chant may be put on the stack."""
        said = printed.get("abilities", [])
        quick = all(self.is_quick(one) for one in said) and bool(said)
        if self.document["active"] != self.seat and not (quick and self.table.options["quick_chants_off_turn"]):
            return False
        return self.fast_enough(quick=quick) and self.has_targets(said, price(printed.get("cost", "0")))

    def is_quick(self, said: dict[str, Any]) -> bool:
        """Whether a sentence is a Quick Effect, as every Shift is."""
        shifts = any(isinstance(part, dict) and "unshifted" in part for part in said.get("cost", ()))
        return said.get("speed") == "quick" or shifts

    def fast_enough(self, *, quick: bool) -> bool:
        """MM-R74: at least as fast as what it answers."""
        stack = self.document["stack"]
        return not stack or stack[-1]["speed"] <= (2 if quick else 1)

    def activations(self) -> Iterator[Action]:
        """Every sentence of cards on the own Mantle, or conferred on them, that may be activated."""
        for thing in self.player["mantle"]:
            for printed, index, said in [] if self.table.is_link(thing) else self.sentences(thing):
                if is_activated(said) and self.may_activate(thing, printed, index, said):
                    say = {"type": "activate", "player": self.seat, "card": thing["id"], "ability": index}
                    yield say if printed is thing else {**say, "source": printed["id"]}

    def sacrifices(self) -> Iterator[Action]:
        """Every card in the hand or on the own Mantle that may be Sacrificed."""
        held = [(card, None) for card in self.player["hand"]] + [(x, x) for x in self.player["mantle"]]
        for card, thing in held:
            for index, said in enumerate(self.table.cards[card["card"]].get("abilities", ())):
                if not any(isinstance(part, dict) and "sacrifice" in part for part in said.get("cost", ())):
                    continue
                if thing is not None and self.table.is_link(thing):
                    continue
                if self.may_activate(thing or {**card, "negated": [], "tapped": False}, card, index, said):
                    yield {"type": "sacrifice", "player": self.seat, "card": card["id"], "ability": index}

    def may_activate(self, thing: Thing, printed: Thing, index: int, said: dict[str, Any]) -> bool:
        """Whether a sentence may be activated by the card that bears it."""
        quick = self.is_quick(said)
        if any((x["source"], x["ability"]) == (printed["id"], index) for x in thing["negated"]):
            return False
        if self.document["active"] != self.seat and not quick:
            return False
        costs: list[str] = []
        unshifted = 0
        chain = False
        for part in said["cost"]:
            if part == "tap":
                if thing["tapped"]:
                    return False
            elif isinstance(part, dict) and part.keys() <= {"energy", "chain", "sacrifice"}:
                chain = chain or "chain" in part
                costs += part.values()
            elif isinstance(part, dict) and part.keys() == {"unshifted"}:
                unshifted += part["unshifted"]
            else:
                raise Unread(part)
        waits = any(
            (e["kind"], e["source"], e["printed"]) == ("activated", thing["id"], printed["id"])
            and index in e["abilities"]
            for e in self.document["stack"]
        )
        if waits and not chain:
            return False
        return self.fast_enough(quick=quick) and self.has_targets([said], price(*costs, unshifted=unshifted))

    def has_targets(self, sentences: list[dict[str, Any]], asked: Price) -> bool:
        """Whether targets can be chosen and paid for: every sentence's own, and one option's of Choose 1."""
        if not self.pays(asked):
            return False
        wanted = [target for said in sentences for target in said.get("targets", ())]
        if len(wanted) > 1 or any(target.get("max", 1) != 1 for target in wanted):
            raise Unread(wanted)
        harm = any("damage" in step for said in sentences for step in said.get("do", ()))
        if wanted and not any(self.pays(asked.more(extra)) for extra in self.targets(wanted[0]["choose"], harm=harm)):
            return False
        for said in sentences:
            if "choose_one" in said and not any(self.has_targets(o, asked) for o in said["choose_one"].values()):
                return False
        return True

    def targets(self, choose: Any, *, harm: bool) -> Iterator[int]:
        """What may be targeted, each as the Balanced Energy that Spell Shield asks for it."""
        if choose == "activated_effect":
            yield from self.negatable()
            return
        for chosen in listed(choose):
            if "player" in chosen:
                yield 0
                continue
            zone = chosen.get("zone", "mantle")
            rest = {word: value for word, value in chosen.items() if word != "zone"}
            if zone == "crypt":
                if rest.get("owner") != "you":
                    raise Unread(chosen)
                yield from (0 for card in self.player["crypt"] if self.fits_selector(rest, card["card"]))
                continue
            for seat, thing in self.table.mantle():
                picked = self.table.picks(rest, self.seat, None, thing) and not (harm and self.table.is_link(thing))
                if picked and self.table.reaches(self.seat, thing):
                    yield 0 if seat == self.seat else self.table.keyword(thing, "spell_shield")

    def fits_selector(self, rest: dict[str, Any], key: str) -> bool:
        """Whether a card in a pile is of the wanted type."""
        printed = self.table.cards[key]
        return all(printed.get(word) in listed(value) for word, value in rest.items() if word != "owner")

    def negatable(self) -> Iterator[int]:
        """What a Negation may be aimed at: sentences that wait, and live Activated ones on any Mantle."""
        if any(len(entry["negated"]) < len(entry["abilities"]) for entry in self.document["stack"]):
            yield 0
        for seat, thing in self.table.mantle():
            if self.table.reaches(self.seat, thing) and not self.table.is_link(thing):
                for printed, index, said in self.sentences(thing):
                    if self.lives(thing, printed, index, said):
                        yield 0 if seat == self.seat else self.table.keyword(thing, "spell_shield")
                if any(kw not in PASSIVE and left > 0 for _, kw, left in self.gifts(thing)):
                    yield 0 if seat == self.seat else self.table.keyword(thing, "spell_shield")

    def gifts(self, thing: Thing) -> Iterator[tuple[tuple[int, int, int], str, int]]:
        """The keywords that Passive sentences give it: source, sentence and part; the word; how many are left."""
        for seat, other in self.table.mantle():
            for index, said in enumerate(self.table.abilities(other)):
                chosen = said.get("select")
                worn = chosen == "bearer" and other["attached_to"] == thing["id"]
                picked = isinstance(chosen, dict) and self.table.picks(chosen, seat, other, thing)
                if (worn or picked) and self.table.reaches(seat, thing):
                    for part, (kw, n) in enumerate(granted(said)):
                        yield (other["id"], index, part), kw, self.left(thing, (other["id"], index, part), kw, n)

    def left(self, thing: Thing, gift: tuple[int, int, int], kw: str, n: int) -> int:
        """How many instances of a given keyword are neither Negated nor used up."""
        gone: int = sum(x["n"] for x in thing["negated"] if (x["source"], x["ability"], x.get("part")) == gift)
        if kw != "survival":
            return n - gone
        given = dict(self.table.instances(thing, "survival")).get(gift[0], 0)
        return min(n - gone, given - self.table.used(thing, gift[0]))

    def sentences(self, thing: Thing) -> Iterator[tuple[Thing, int, dict[str, Any]]]:
        """What a card uses: its own sentences, of an Equipment those that stay with it, and those conferred on it."""
        worn = self.table.card(thing).get("subtype") == "equipment"
        for index, said in enumerate(self.table.abilities(thing)):
            if not worn or not is_conferred(said):
                yield thing, index, said
        for seat, other in self.table.attached(thing, "equip"):
            for index, said in enumerate(self.table.abilities(other)):
                if is_conferred(said) and self.table.reaches(seat, thing):
                    yield other, index, said

    def lives(self, thing: Thing, printed: Thing, index: int, said: dict[str, Any]) -> bool:
        """Whether a sentence is an Activated one of which something is left: neither Negated nor used up."""
        gone = sum(x["n"] for x in thing["negated"] if (x["source"], x["ability"]) == (printed["id"], index))
        left = said.get("n", 1) - gone if "kw" in said else 1 - gone
        if said.get("kw") == "survival":
            given = dict(self.table.instances(thing, "survival")).get(printed["id"], 0)
            left = min(left, given - self.table.used(thing, printed["id"]))
        active = said["kw"] not in PASSIVE if "kw" in said else "when" in said or "cost" in said
        return active and left > 0


def is_activated(said: dict[str, Any]) -> bool:
    """Whether a sentence is activated by paying for it, other than by a Sacrifice."""
    cost = said.get("cost")
    sacrifice = any(isinstance(part, dict) and "sacrifice" in part for part in cost or ())
    return cost is not None and "when" not in said and not sacrifice


def is_conferred(said: dict[str, Any]) -> bool:
    """Whether a sentence of an Equipment is its bearer's: not what speaks of its own play, discard or Sacrifice."""
    sacrifice = any(isinstance(part, dict) and "sacrifice" in part for part in said.get("cost", ()))
    return said.get("when", {}).get("event") not in ("startup", "ender") and not sacrifice
