"""Cards and positions that nobody designed: every keyword, sentence and attachment may meet any other."""

from __future__ import annotations

import random
from typing import Any

Card = dict[str, Any]
STATS = ("light_offense", "light_defense", "dark_offense", "dark_defense")
NUMBERED = {"speed", "survival", "armor", "spell_shield", "degrade"}
WORDS = ("active", "true_strike", "hexproof", "elusive", "defender", "target", *sorted(NUMBERED))
ACTIVATED = {"true_strike", "speed", "survival", "defender", "degrade"}
TYPES, COLORS, ALIGNMENTS = ("Undead", "Robot"), ("red", "blue", "green", "balanced"), ("lawful", "neutral", "chaotic")
VICTIM = [{"as": "it", "choose": [{"player": "any"}, {"type": "summon"}]}]
SUMMON = [{"as": "it", "choose": {"type": "summon"}}]
TURN = 9


class Printer:
    """Prints cards by chance."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def maybe(self, share: float) -> bool:
        """Whether it comes to that."""
        return self.chance.random() < share

    def cards(self, count: int = 26) -> dict[str, Card]:
        """So many cards by key."""
        return {f"c{number}": self.card(f"c{number}") for number in range(count)}

    def card(self, key: str) -> Card:
        """A card of any type."""
        colors = self.chance.sample(COLORS, self.chance.choice((1, 1, 2)))
        card: Card = {"key": key, "name": key.upper(), "colors": colors, "cost": self.cost()}
        made = self.chance.choices((self.summon, self.equipment, self.artifact, self.chant), (60, 20, 8, 12))[0]()
        if made["type"] != "artifact":
            card["alignment"] = self.chance.choice(ALIGNMENTS)
        if made["type"] in ("summon", "artifact") and self.maybe(0.5):
            card["chain"] = self.chance.randint(1, 2)
        return {**card, **made}

    def cost(self) -> str:
        """A printed cost."""
        letters = "".join(self.chance.choice("RBG") for _ in range(self.chance.randint(0, 2)))
        return letters + self.chance.choice(("", "1", "2")) or "0"

    def summon(self) -> Card:
        """A Summon with up to three sentences."""
        low, high = (-1, 1, 0, 1), (5, 6, 5, 6)
        card: Card = {
            "type": "summon", "summon_type": self.chance.choice(TYPES),
            "stats": [self.chance.randint(least, most) for least, most in zip(low, high, strict=True)],
            "abilities": [self.sentence() for _ in range(self.chance.randint(0, 3))],
        }  # fmt: skip
        return {**card, "play_cost": [{"discard": 1}]} if self.maybe(0.1) else card

    def equipment(self) -> Card:
        """An Equipment, mostly with something for the stats."""
        said = [self.sentence() for _ in range(self.chance.randint(0, 2))]
        worn = [self.passive("bearer")] if self.maybe(0.7) else []
        return {"type": "rune", "subtype": "equipment", "abilities": [*said, *worn]}

    def artifact(self) -> Card:
        """An Artifact with one sentence."""
        return {
            "type": "artifact", "subtype": "nonbasic",
            "abilities": [self.passive(self.selector()) if self.maybe(0.5) else self.activated()],
        }  # fmt: skip

    def chant(self) -> Card:
        """A Chant, Quick or not."""
        said: Card = self.chance.choice(
            (
                {"targets": VICTIM, "do": [{"damage": {"to": "it", "amount": 2}}]},
                {"targets": [{"as": "it", "choose": "activated_effect"}], "do": [{"negate": "it"}]},
                {"targets": SUMMON, "do": [{"untap": "it"}]},
                {"targets": SUMMON, "do": [{"remove": "it"}]},
                {"targets": SUMMON, "do": [{"modify": {"to": "it", **self.change(), "until": "end_of_turn"}}]},
            )
        )
        return {"type": "chant", "abilities": [{**said, "speed": "quick"} if self.maybe(0.6) else said]}

    # -- sentences -------------------------------------------------------------------------------

    def sentence(self) -> Card:
        """A keyword, a Passive sentence, one to activate, or one that comes by itself."""
        kind = self.chance.choices(("keyword", "passive", "activated", "trigger"), (55, 15, 15, 15))[0]
        if kind == "keyword":
            return self.keyword()
        if kind == "passive":
            return self.passive(self.selector())
        return self.activated() if kind == "activated" else self.trigger()

    def keyword(self) -> Card:
        """A keyword, numbered or not."""
        word = self.chance.choice(WORDS)
        return {"kw": word, "n": self.chance.randint(1, 2)} if word in NUMBERED else {"kw": word}

    def gift(self) -> Card:
        """A keyword as a step grants it."""
        return {"keyword" if word == "kw" else word: value for word, value in self.keyword().items()}

    def change(self) -> dict[str, int]:
        """What is added to some of the four stats."""
        stats = [stat for stat in STATS if self.maybe(0.5)] or ["light_offense"]
        return {stat: self.chance.choice((-2, -1, -1, 1, 1, 2)) for stat in stats}

    def selector(self) -> Card:
        """Some Summons."""
        chosen: Card = {"type": "summon"}
        for word, values, share in (
            ("summon_type", TYPES, 0.4),
            ("alignment", ALIGNMENTS, 0.2),
            ("color", COLORS, 0.2),
            ("owner", ("you", "opponent"), 0.6),
            ("other", (True,), 0.2),
        ):
            if self.maybe(share):
                chosen[word] = self.chance.choice(values)
        return chosen

    def passive(self, chosen: Any) -> Card:
        """A Passive sentence that changes stats, grants a keyword, or both."""
        what = self.chance.choice(("modify", "grant", "both"))
        gifts = {} if what == "modify" else {"grant": [self.keyword()]}
        return {"select": chosen, **gifts, **({} if what == "grant" else {"modify": self.change()})}

    def activated(self) -> Card:
        """A sentence to be paid for."""
        paid = self.chance.choice(
            (
                {"energy": "1"},
                {"energy": "R1"},
                {"energy": "G"},
                {"unshifted": 1},
                {"unshifted": 2},
                {"chain": "1"},
                None,
            )
        )
        cost = [*(["tap"] if paid is None or self.maybe(0.5) else []), *([paid] if paid else [])]
        if self.maybe(0.1):
            cost = [{"sacrifice": self.chance.choice(("0", "1", "G"))}]
        said: Card = self.chance.choice(
            (
                {"targets": VICTIM, "do": [{"damage": {"to": "it", "amount": self.chance.randint(1, 3)}}]},
                {"do": [{"gain": self.chance.choice(("R", "2", "RB", "G1"))}]},
                {"targets": SUMMON, "do": [{"modify": {"to": "it", **self.change(), "until": "permanent"}}]},
                {"targets": SUMMON, "do": [{"grant": {"to": "it", **self.gift(), "until": "end_of_turn"}}]},
                {"do": [{"draw": 1}]},
            )
        )  # fmt: skip
        return {"cost": cost, **said, **({"speed": "quick"} if self.maybe(0.4) else {})}

    def trigger(self) -> Card:
        """A sentence that comes by itself."""
        event = self.chance.choice(("victory", "ender", "victory", "ender", "startup", "upkeep"))
        if self.maybe(0.5):
            return {"when": {"event": event}, "do": [{"draw": 1}]}
        return {"when": {"event": event}, "targets": VICTIM, "do": [{"damage": {"to": "it", "amount": 1}}]}


class Layout:
    """Lays cards out for two to four seats, in the middle of a match."""

    def __init__(self, chance: random.Random, shipped: dict[str, Card]) -> None:
        self.chance = chance
        self.printed = Printer(chance).cards()
        self.cards = {**shipped, **self.printed}
        self.pool = [*self.printed, *self.printed, *self.printed, *shipped]
        self.ids = 0

    def some(self, count: int, *types: str) -> list[str]:
        """So many cards of these types, no Equipment; of any where none is named."""
        fit = [
            key
            for key in self.pool
            if not types or (self.cards[key]["type"] in types and self.cards[key].get("subtype") != "equipment")
        ]
        return self.chance.choices(fit, k=count)

    def thing(self, key: str, **more: Any) -> dict[str, Any]:
        """A card with identity."""
        self.ids += 1
        return {"id": self.ids, "card": key, **more}

    def document(self, options: dict[str, Any]) -> dict[str, Any]:
        """A position; it may be one that cannot be."""
        players = [self.player(seat) for seat in range(self.chance.randint(2, 4))]
        mantles = [player["mantle"] for player in players]
        for mantle in self.chance.choices(mantles, k=self.chance.randint(0, 2 * len(players))):
            host = self.chance.choice([t for m in mantles for t in m if self.cards[t["card"]]["type"] == "summon"])
            worn = self.chance.choice([key for key in self.pool if self.cards[key].get("subtype") == "equipment"])
            mantle.append(self.thing(worn, attached_to=host["id"], attach_kind="equip"))
            self.wear_out(host, mantle[-1])
        return {
            "game": "mantle-magika", "options": options, "cards": self.printed, "turn": TURN, "active": 0, "starter": 0,
            "round": 3, "phase": self.chance.choice(("main", "battle", "battle", "battle", "end")), "players": players,
            "chance": {"mode": "seeded", "seed": "made up"},
        }  # fmt: skip

    def player(self, seat: int) -> dict[str, Any]:
        """A seat with what it has."""
        mantle = [self.permanent(key, seat) for key in self.some(self.chance.randint(1, 4), "summon")]
        mantle += [self.permanent(key, seat) for key in self.some(self.chance.randint(0, 2), "summon", "artifact")]
        chained = [thing for thing in mantle if self.cards[thing["card"]].get("chain")]
        if len(chained) > 1 and self.chance.random() < 0.4:
            chained[0].update(attached_to=chained[1]["id"], attach_kind="link")
        return {
            "name": f"P{seat}", "health": self.chance.choice((1, 3, 8, 20)), "turns_taken": 3, "deck": self.some(12),
            "hand": [self.thing(key) for key in self.some(self.chance.randint(1, 6))], "mantle": mantle,
            "energy": {letter: self.chance.choice((0, 0, 0, 1, 2)) for letter in "UNRBGYPT"},
        }  # fmt: skip

    def permanent(self, key: str, seat: int) -> dict[str, Any]:
        """A card on a Mantle: tapped or not, new or not, wounded, worn out, Negated."""
        thing = self.thing(key, tapped=self.chance.random() < 0.25)
        if seat == 0 and self.chance.random() < 0.2:
            thing["entered_serial"] = TURN
            thing["summon_tap"] = thing["tapped"] and self.cards[key]["type"] == "summon"
        if self.cards[key]["type"] == "summon" and self.chance.random() < 0.3:
            stats = self.cards[key]["stats"]
            thing["damage"] = {"light": self.chance.randrange(stats[1]), "dark": self.chance.randrange(stats[3])}
        self.wear_out(thing, thing)
        return thing

    def wear_out(self, bearer: dict[str, Any], printed: dict[str, Any]) -> None:
        """Some of what a card says is Negated on its bearer, or used up."""
        for index, said in enumerate(self.cards[printed["card"]].get("abilities", ())):
            word = said.get("kw")
            if word == "survival" and self.chance.random() < 0.3:
                used = bearer.setdefault("used_survival", [])
                used += (
                    [] if any(one["source"] == printed["id"] for one in used) else [{"source": printed["id"], "n": 1}]
                )
            elif (bearer is printed or is_conferred(said)) and self.chance.random() < 0.15:
                active = word in ACTIVATED or "cost" in said or "when" in said
                gone = [{"source": printed["id"], "ability": index, "n": 1}] if active else []
                bearer.setdefault("negated", []).extend(gone)


def is_conferred(said: Card) -> bool:
    """Whether a sentence of an Equipment is used by its bearer, not by the Equipment."""
    return said.get("when", {}).get("event") not in ("startup", "ender") and "sacrifice" not in str(said.get("cost"))
