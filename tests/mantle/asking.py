"""Actions that a seat may think of, most of them refused: any card it sees in any part of any action."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.mantle.seen import Found, visible
from tests.mantle.table import Table

Action = dict[str, Any]
ANSWERS = ("choose_option", "choose_cost_object", "confirm", "block", "declare_extra_attack", "search_pick")
PLAYS = {"artifact": "play_artifact", "summon": "play_summon", "rune": "play_rune", "chant": "play_chant"}


class Asking:
    """Thinks of actions for a seat."""

    def __init__(self, table: Table, seat: int, chance: random.Random) -> None:
        self.table = table
        self.seat = seat
        self.chance = chance
        self.seen = [*visible(table, seat)]

    def some(self, wanted: Callable[[Found], bool] = lambda _: True) -> Found | None:
        """Any card that it sees, of a kind if any is wanted; rather one of its own hand or Mantle."""
        fit = [found for found in self.seen if wanted(found)]
        near = [found for found in fit if found.seat == self.seat and found.zone in ("hand", "mantle")]
        fit = near if near and self.chance.random() < 0.5 else fit
        return self.chance.choice(fit) if fit else None

    def card(self, found: Found) -> dict[str, Any]:
        """What is printed on it."""
        return self.table.cards[found.thing["card"]]

    def action(self, kind: str, found: Found, **more: Any) -> Action:
        """An action of the seat with this card."""
        return {"type": kind, "player": self.seat, "card": found.thing["id"], **more}

    def anything(self, decision: Action, legal: list[Action]) -> Action | None:
        """Any action; rather one that answers the decision."""
        kinds = {one["type"] for one in legal}
        slots = [one["slot"] for one in legal if one["type"] == "choose_target"]
        if decision["player"] == self.seat and self.chance.random() < 0.8:
            answers = [kind for kind in ANSWERS if kind in kinds]
            if slots and self.chance.random() < 0.8:
                return self.choose_target(slots[0])
            if not slots and self.negates() and self.chance.random() < 0.5:
                return self.choose_target("it")
            if decision["type"] == "build" and self.chance.random() < 0.1:
                return {"type": "cancel", "player": self.seat}
            if answers:
                found: Action | None = getattr(self, self.chance.choice(answers))()
                return found
        if "extra_attack" in decision["type"] and self.chance.random() < 0.5:
            return self.declare_extra_attack()
        return self.chance.choice(self.free())()

    def negates(self) -> bool:
        """Whether a Negation is put together that has its target."""
        frame = (self.table.document["agenda"] or [{}])[-1]
        card = self.table.cards.get(frame.get("card") or "", {})
        return bool(frame.get("picks")) and card.get("type") == "chant" and "negate" in str(card)

    def free(self) -> list[Callable[[], Action | None]]:
        """What may be thought of at any time."""
        often = [self.play, self.play, self.chain_summon, self.activate, self.activate, self.declare_attack]
        return [*often, *often, self.sacrifice, self.block, self.block, self.word]

    def word(self) -> Action | None:
        """Something that takes no card."""
        kind = self.chance.choice(
            ("mulligan", "keep", "concede", "offer_draw", "answer_draw", "finish_declaration", "pass")
        )
        return {"type": kind, "player": self.seat, **({"accept": True} if kind == "answer_draw" else {})}

    # -- cards and sentences ---------------------------------------------------------------------

    def play(self) -> Action | None:
        """A card is played, perhaps with a payment of its own."""
        found = self.some()
        if found is None:
            return None
        card = self.card(found)
        if card.get("subtype") == "equipment":
            host = self.some(lambda one: one.zone == "mantle" or self.chance.random() < 0.2)
            return self.action("play_equipment", found, host=host.thing["id"]) if host else None
        said = card.get("abilities", [])
        bare = not card.get("play_cost") and not any("targets" in one or "choose_one" in one for one in said)
        pays = self.payment() if (card["type"] != "chant" or bare) and not card.get("play_cost") else {}
        kind = PLAYS[card["type"]]
        if card["type"] != "chant" and self.chance.random() < 0.1:
            kind = self.chance.choice(("play_artifact", "play_summon", "play_rune"))
        return self.action(kind, found, **pays)

    def payment(self) -> Action:
        """How it is paid, now and then."""
        if self.chance.random() < 0.7:
            return {}
        pool = [letter for letter, n in self.table.players[self.seat]["energy"].items() for _ in range(n)]
        letters = self.chance.sample(pool, min(len(pool), self.chance.randint(1, 3))) or ["U"]
        return {"payment": {letter: letters.count(letter) for letter in {*letters}}}

    def chain_summon(self) -> Action | None:
        """A card is laid on another, mostly Chain cards."""
        share = self.chance.random()
        found = self.some(lambda one: bool(self.card(one).get("chain")) or share < 0.2)
        base = self.some(lambda one: bool(self.card(one).get("chain")) or share > 0.9)
        held = found and self.card(found)["type"] != "chant" and self.card(found).get("subtype") != "equipment"
        return self.action("chain_summon", found, base=base.thing["id"]) if found and base and held else None

    def activate(self) -> Action | None:
        """A sentence is activated, of any card, or one that an Equipment confers."""
        share = self.chance.random()
        found = self.some(lambda one: share < 0.2 or "'cost': [" in str(self.card(one)))
        if found is None:
            return None
        worn = [other for _, other in self.table.attached(found.thing, "equip")] if found.zone == "mantle" else []
        source = self.chance.choice(worn) if worn and self.chance.random() < 0.5 else None
        said = self.table.cards[(source or found.thing)["card"]].get("abilities", [])
        able = [at for at, one in enumerate(said) if "cost" in one]
        index = self.chance.choice(able) if able and self.chance.random() < 0.9 else self.chance.randint(0, len(said))
        more = {} if source is None else {"source": source["id"]}
        if index < len(said) and not said[index].keys() & {"targets", "choose_one"}:
            more |= self.payment()
        return self.action("activate", found, ability=index, **more)

    def sacrifice(self) -> Action | None:
        """A card is Sacrificed, mostly one that may be."""
        share = self.chance.random()
        found = self.some(lambda one: share < 0.1 or "sacrifice" in str(self.card(one)))
        if found is None:
            return None
        said = self.card(found).get("abilities", [])
        able = [at for at, one in enumerate(said) if "sacrifice" in str(one)]
        return self.action("sacrifice", found, ability=self.chance.choice(able or [0]))

    # -- battle ----------------------------------------------------------------------------------

    def aim(self) -> Action:
        """At whom an Attack is made, and by which Offense."""
        target = self.chance.choice([*self.table.seats, *self.table.seats, len(self.table.seats)])
        stat = {} if self.chance.random() < 0.1 else {"stat": self.chance.choice(("light", "dark"))}
        mantle = [thing["id"] for seat, thing in self.table.mantle() if target in (seat, len(self.table.seats))]
        named = {"target_summon": self.chance.choice(mantle)} if mantle and self.chance.random() < 0.3 else {}
        return {"player": self.seat, "target": target, **stat, **named}

    def declare_attack(self) -> Action | None:
        """A card attacks."""
        found = self.some(lambda one: one.zone == "mantle" or self.chance.random() < 0.1)
        return {"type": "declare_attack", "attacker": found.thing["id"], **self.aim()} if found else None

    def declare_extra_attack(self) -> Action | None:
        """The Summon with Speed attacks again."""
        return {"type": "declare_extra_attack", **self.aim()}

    def block(self) -> Action | None:
        """A card blocks."""
        battle = self.table.document["battle"]
        found = self.some(lambda one: one.zone == "mantle" or self.chance.random() < 0.1)
        if not battle or not battle["attacks"] or found is None:
            return None
        attack = self.chance.choice(battle["attacks"])["id"]
        if self.chance.random() < 0.1:
            return {"type": "no_block", "player": self.seat, "attack": attack}
        return {"type": "block", "player": self.seat, "attack": attack, "blocker": found.thing["id"]}

    def search_pick(self) -> Action | None:
        """A card is found, or none."""
        player = self.table.players[self.seat]
        cards = [*{*player["deck"]}, *(card["id"] for zone in ("crypt", "removal", "mantle") for card in player[zone])]
        found = {"card": self.chance.choice(cards)} if cards and self.chance.random() < 0.8 else {}
        return {"type": "search_pick", "player": self.seat, **found}

    # -- what is put together --------------------------------------------------------------------

    def choose_option(self) -> Action | None:
        """One of the options, or one that is not there."""
        return {"type": "choose_option", "player": self.seat, "i": self.chance.randint(0, 3)}

    def choose_cost_object(self) -> Action | None:
        """A card to pay with."""
        found = self.some()
        return {"type": "choose_cost_object", "player": self.seat, "ref": found.thing["id"]} if found else None

    def confirm(self) -> Action | None:
        """It is gone through with, perhaps with a payment of its own."""
        return {"type": "confirm", "player": self.seat, **self.payment()}

    def choose_target(self, slot: str) -> Action | None:
        """A player, a card, or a sentence as a target."""
        negates = "negate" in str(self.table.cards[self.table.document["agenda"][-1]["card"]])
        ways = [self.seat_ref, self.entry_ref, *[self.sentence_ref if negates else self.card_ref] * 3]
        ways += [self.card_ref, self.sentence_ref, *([self.gift_ref] if negates else [])]
        ref = self.chance.choice(ways)()
        return {"type": "choose_target", "player": self.seat, "slot": slot, "ref": ref} if ref else None

    def seat_ref(self) -> Action | None:
        """A player."""
        return {"player": self.chance.choice([*self.table.seats, len(self.table.seats)])}

    def card_ref(self) -> Action | None:
        """A card."""
        found = self.some(lambda one: one.zone == "mantle" or self.chance.random() < 0.3)
        return {"object": found.thing["id"]} if found else None

    def sentence_ref(self) -> Action | None:
        """A sentence of a card, or of an Equipment on it."""
        found = self.some(lambda one: one.zone == "mantle")
        if found is None:
            return None
        near = [found.thing, *(other for _, other in self.table.attached(found.thing, "equip"))]
        source = self.chance.choice(near)
        said = self.table.abilities(source)
        return {"object": found.thing["id"], "source": source["id"], "ability": self.chance.randint(0, len(said))}

    def gift_ref(self) -> Action | None:
        """A keyword that a Passive sentence gives, or might."""
        found = self.some(lambda one: one.zone == "mantle")
        giving = self.some(lambda one: one.zone == "mantle" and bool(gives(self.card(one))))
        if found is None or giving is None:
            return None
        index = gives(self.card(giving))[0]
        part = 0 if self.chance.random() < 0.8 else 1
        return {"object": found.thing["id"], "source": giving.thing["id"], "ability": index, "part": part}

    def entry_ref(self) -> Action | None:
        """A sentence that waits."""
        stack = self.table.document["stack"]
        return {"entry": self.chance.choice(stack)["id"], "part": self.chance.choice((0, 0, 0, 1))} if stack else None


def gives(card: Action) -> list[int]:
    """The Passive sentences of a card that give keywords."""
    return [at for at, one in enumerate(card.get("abilities", ())) if "select" in one and "grant" in one]
