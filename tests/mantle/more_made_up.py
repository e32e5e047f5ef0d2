"""Made-up cards and positions with more to be refused: Runes, options, Searches, and piles that are not empty."""

from __future__ import annotations

import random
from typing import Any

from tests.mantle.made_up import SUMMON, TURN, VICTIM, Card, Layout, Printer

OWN = [{"as": "it", "choose": {"type": "summon", "owner": "you"}}]
THEIRS = [{"as": "it", "choose": {"type": "summon", "owner": "opponent"}}]
BURIED = [{"as": "it", "choose": {"zone": "crypt", "owner": "you", "type": "summon"}}]


GUARDS = {
    word: {
        "key": word, "name": word.title(), "type": "artifact", "subtype": "nonbasic", "colors": ["blue"], "cost": "1",
        "abilities": [{"select": {"type": "summon", "owner": "you"}, "grant": [gift]}],
    }
    for word, gift in (("ward", {"kw": "spell_shield", "n": 2}), ("veil", {"kw": "hexproof"}))
}  # fmt: skip


CHANTS = {
    word: {
        "key": word, "name": word.title(), "type": "chant", "colors": ["red"], "alignment": "neutral", "cost": "0",
        "abilities": [{"speed": "quick", **said}],
    }
    for word, said in (
        ("hush", {"targets": [{"as": "it", "choose": "activated_effect"}], "do": [{"negate": "it"}]}),
        ("spark", {"targets": VICTIM, "do": [{"damage": {"to": "it", "amount": 1}}]}),
    )
}  # fmt: skip


class MorePrinter(Printer):
    """Prints cards that offer a choice, too."""

    def card(self, key: str) -> Card:
        """A card of any type, with its only sentence with options behind the others."""
        card = super().card(key)
        said = [one for one in card["abilities"] if "choose_one" not in one]
        return {**card, "abilities": said + [one for one in card["abilities"] if "choose_one" in one][:1]}

    def artifact(self) -> Card:
        """An Artifact or a Rune."""
        made = super().artifact()
        if self.maybe(0.4):
            return made
        chain = {"chain": self.chance.randint(1, 2)} if self.maybe(0.5) else {}
        return {"type": "rune", "subtype": "rune", "abilities": made["abilities"], **chain}

    def keyword(self) -> Card:
        """A keyword, rather one that keeps Effects off."""
        if self.maybe(0.7):
            return super().keyword()
        return self.chance.choice(({"kw": "hexproof"}, {"kw": "spell_shield", "n": self.chance.randint(1, 3)}))

    def activated(self) -> Card:
        """A sentence to be paid for, now and then for one side only or with options."""
        said = super().activated()
        if self.maybe(0.5):
            return said
        how = {word: said[word] for word in said if word in ("cost", "speed")}
        return how | (self.options() if self.maybe(0.4) else self.narrow())

    def narrow(self) -> Card:
        """What is aimed at few things."""
        said: Card = self.chance.choice(
            (
                {"targets": BURIED, "do": [{"quick_play": "it"}]},
                {"targets": self.chance.choice((OWN, THEIRS)), "do": [{"untap": "it"}]},
                {"targets": [{"as": "it", "choose": "activated_effect"}], "do": [{"negate": "it"}]},
                {"targets": THEIRS, "do": [{"damage": {"to": "it", "amount": 1}}]},
            )
        )
        return said

    def chant(self) -> Card:
        """A Chant, now and then with options, for one side only, or that Searches."""
        share = self.chance.random()
        if share < 0.4:
            return super().chant()
        said: Card = self.options()
        if share < 0.6:
            search = {"zone": self.zone(), "for": self.wanted(), "to": "hand", "reveal": True}
            said = {"do": [{"search": search}]} if self.maybe(0.2) else self.narrow()
        return {"type": "chant", "abilities": [{**said, "speed": "quick"} if self.maybe(0.6) else said]}

    def zone(self) -> Any:
        """Where is Searched."""
        return self.chance.choice(("deck", "crypt", ["crypt", "removal"]))

    def wanted(self) -> Card:
        """What is Searched for."""
        return self.chance.choice(({}, {"type": "summon"}, {"type": "artifact"}))

    def options(self) -> Card:
        """Two options of which not each has a target."""
        ways: list[list[Card]] = [
            [{"targets": OWN, "do": [{"untap": "it"}]}],
            [{"targets": THEIRS, "do": [{"remove": "it"}]}],
            [{"targets": VICTIM, "do": [{"damage": {"to": "it", "amount": 1}}]}],
            [{"targets": BURIED, "do": [{"quick_play": "it"}]}],
            [{"targets": SUMMON, "do": [{"discard": "it"}]}],
            [{"targets": [{"as": "it", "choose": {"type": "rune"}}], "do": [{"remove": "it"}]}],
            [{"do": [{"draw": 1}]}],
        ]
        return {"choose_one": dict(zip(("one", "other"), self.chance.sample(ways, 2), strict=True))}


class MoreLayout(Layout):
    """Lays out Crypts and Removal piles as well, and a turn in which something has been done."""

    def __init__(self, chance: random.Random, shipped: dict[str, Card]) -> None:
        super().__init__(chance, shipped)
        self.printed = MorePrinter(chance).cards() | GUARDS | CHANTS
        self.guarded = chance.random() < 0.4
        self.cards = {**shipped, **self.printed}
        self.pool = [*self.printed, *self.printed, *self.printed, *shipped]

    def player(self, seat: int) -> dict[str, Any]:
        """A seat with cards in its piles."""
        piles = {
            zone: [self.thing(key) for key in self.some(self.chance.randint(0, 2))] for zone in ("crypt", "removal")
        }
        done = {"chain_summon_serial": TURN} if seat == 0 and self.chance.random() < 0.2 else {}
        player = {**super().player(seat), **piles, **done}
        player["hand"] += [self.thing(key) for key in CHANTS if self.chance.random() < 0.5]
        if self.guarded and seat:
            player["mantle"].append(self.thing(self.chance.choice([*GUARDS])))
        return player
