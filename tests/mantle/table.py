"""A match of Mantle Magika read from its plain document, as a person with the rulebook in hand reads the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Thing = dict[str, Any]
STATS = ("light_offense", "light_defense", "dark_offense", "dark_defense")
NUMBERED = {"speed", "survival", "armor", "spell_shield", "degrade"}
PASSIVE = {"active", "hexproof", "elusive", "target", "armor", "spell_shield"}
INERT = {"hexproof", "spell_shield"}


class Table:
    """The document of a state and the cards that it names, with what follows from them."""

    def __init__(self, document: dict[str, Any], cards: Mapping[str, dict[str, Any]]) -> None:
        self.document = document
        self.cards = cards
        self.players: list[dict[str, Any]] = document["players"]
        self.options: dict[str, Any] = document["options"]
        self.seats = range(len(self.players))

    def mantle(self) -> Iterator[tuple[int, Thing]]:
        """Everything on a Mantle, with its owner."""
        for seat in self.seats:
            for thing in self.players[seat]["mantle"]:
                yield seat, thing

    def thing(self, number: Any) -> Thing | None:
        """What has this number on a Mantle."""
        return next((thing for _, thing in self.mantle() if thing["id"] == number), None)

    def owner(self, thing: Thing) -> int:
        """Whose it is."""
        return next(seat for seat, other in self.mantle() if other is thing)

    def card(self, thing: Thing) -> dict[str, Any]:
        """What is printed on it."""
        return self.cards[thing["card"]]

    def is_summon(self, thing: Thing) -> bool:
        """Whether it is a Summon."""
        return bool(self.card(thing)["type"] == "summon")

    def is_link(self, thing: Thing) -> bool:
        """Whether it lies under another Chain card."""
        return bool(thing["attach_kind"] == "link")

    def attached(self, thing: Thing, kind: str | None = None) -> list[tuple[int, Thing]]:
        """What is attached to it, of one kind if any is named."""
        return [
            (seat, other)
            for seat, other in self.mantle()
            if other["attached_to"] == thing["id"] and kind in (None, other["attach_kind"])
        ]

    def alive(self) -> list[int]:
        """The seats that have not lost."""
        return [seat for seat in self.seats if self.players[seat]["status"] == "playing"]

    def left_of(self, seat: int) -> list[int]:
        """The other living seats, in the order in which they sit to the left of this one."""
        turned = [*range(seat + 1, len(self.players)), *range(seat)]
        return [other for other in turned if other in self.alive()]

    # -- what a card says and what it is given ---------------------------------------------------

    def abilities(self, thing: Thing) -> list[dict[str, Any]]:
        """The sentences printed on it."""
        return list(self.card(thing).get("abilities", ()))

    def hexproof(self, thing: Thing) -> bool:
        """MM-R82: it has Hexproof printed, of what its owner's cards give, or by an Effect that has resolved."""
        return bool(self.instances(thing, "hexproof"))

    def reaches(self, giver: int, thing: Thing) -> bool:
        """MM-R82: what a seat's cards give comes to it, unless Hexproof keeps an opponent's gift away."""
        return giver == self.owner(thing) or not self.hexproof(thing)

    def given(self, thing: Thing) -> Iterator[tuple[str, int, int, int, int]]:
        """Every keyword printed on it or meant for it: word, giver, source, sentence, how often."""
        mine = self.owner(thing)
        worn = self.card(thing).get("subtype") == "equipment"
        for index, said in enumerate(self.abilities(thing)):
            if "kw" in said and not worn:
                yield said["kw"], mine, thing["id"], index, said.get("n", 1)
        for seat, other in self.attached(thing, "equip"):
            for index, said in enumerate(self.abilities(other)):
                for kw, n in granted(said) if said.get("select") == "bearer" else bare(said):
                    yield kw, seat, other["id"], index, n
        for seat, other, index, said in self.sentences_about(thing):
            for kw, n in granted(said):
                yield kw, seat, other["id"], index, n
        for effect in self.document["effects"]:
            if effect["target"] == thing["id"] and "keyword" in effect["change"]:
                yield effect["change"]["keyword"], mine, effect["id"], -1, effect["change"].get("n", 1)

    def sentences_about(self, thing: Thing) -> Iterator[tuple[int, Thing, int, dict[str, Any]]]:
        """The Passive sentences of cards on any Mantle that pick it out."""
        for seat, other in self.mantle():
            for index, said in enumerate(self.abilities(other)):
                chosen = said.get("select")
                if isinstance(chosen, dict) and self.picks(chosen, seat, other, thing):
                    yield seat, other, index, said

    def picks(self, chosen: dict[str, Any], seat: int, source: Thing | None, thing: Thing) -> bool:
        """Whether a selector of a seat's card picks out something on a Mantle."""
        card, owner = self.card(thing), self.owner(thing)
        known = {"type", "subtype", "summon_type", "alignment", "color", "owner", "other"}
        if chosen.keys() - known:
            raise LookupError(chosen)
        whose = chosen.get("owner", "any")
        return (
            all(
                card.get(word) in listed(chosen[word]) for word in known - {"color", "owner", "other"} if word in chosen
            )
            and ("color" not in chosen or bool({*listed(chosen["color"])} & {*card["colors"]}))
            and (whose == "any" or (whose == "you") == (owner == seat))
            and not (chosen.get("other") and source is not None and source["id"] == thing["id"])
        )

    def keyword(self, thing: Thing, word: str) -> int:
        """How many live instances of a keyword a card has: MM-R60, MM-R78, MM-R55, and MM-R67 for a Link."""
        if self.is_link(thing) and word not in INERT:
            return 0
        total = 0
        for source, live in self.instances(thing, word):
            total += max(0, live - self.used(thing, source)) if word == "survival" else live
        return total if word in NUMBERED else min(total, 1)

    def instances(self, thing: Thing, word: str) -> list[tuple[int, int]]:
        """The instances of a keyword that are not Negated, by the card that gives them, its own first."""
        found: dict[int, int] = {}
        for kw, giver, source, index, n in self.given(thing):
            if kw == word and (giver == self.owner(thing) if kw == "hexproof" else self.reaches(giver, thing)):
                gone = sum(x["n"] for x in thing["negated"] if (x["source"], x["ability"]) == (source, index))
                found[source] = found.get(source, 0) + max(0, n - gone)
        return list(found.items())

    def used(self, thing: Thing, source: int) -> int:
        """How many instances of Survival from this card it has used up."""
        return sum(x["n"] for x in thing["used_survival"] if x["source"] == source)

    def stats(self, thing: Thing) -> dict[str, int]:
        """MM-R53: what is printed, what is given, and the wounds."""
        now = dict(zip(STATS, self.card(thing)["stats"], strict=True))
        for seat, other in self.attached(thing, "equip"):
            for said in self.abilities(other):
                if said.get("select") == "bearer" and self.reaches(seat, thing):
                    add(now, said.get("modify", {}))
        for seat, _, _, said in self.sentences_about(thing):
            if self.reaches(seat, thing):
                add(now, said.get("modify", {}))
        for effect in self.document["effects"]:
            if effect["target"] == thing["id"]:
                add(now, effect["change"])
        for kind in ("light", "dark"):
            now[f"{kind}_defense"] -= thing["damage"][kind]
        return now


def listed(value: Any) -> list[Any]:
    """One or several values, as a list."""
    return value if isinstance(value, list) else [value]


def granted(said: dict[str, Any]) -> list[tuple[str, int]]:
    """The keywords that a sentence grants."""
    gifts = said.get("grant", ())
    return [(gift, 1) if isinstance(gift, str) else (gift["kw"], gift.get("n", 1)) for gift in gifts]


def bare(said: dict[str, Any]) -> list[tuple[str, int]]:
    """The keyword that a sentence is."""
    return [(said["kw"], said.get("n", 1))] if "kw" in said else []


def add(now: dict[str, int], change: dict[str, Any]) -> None:
    """Add to the stats that a change names."""
    for stat in STATS:
        now[stat] += change.get(stat, 0)
