"""What units may do on a board, asked of plain documents: the rules read word by word, slowly, without the engine."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

import oracle
from tests.board.plain import Tile, doubled_every_second, doubled_from_the_second, fewest_steps

Piece = dict[str, Any]
Entry = tuple[int, int]
TYPES = {".": "plain", "h": "hill", "w": "deep", "r": "road"}
NOWHERE = 10**6
FARTHEST = 30
SLOTS = ("move", "attack")


@cache
def cards() -> dict[str, dict[str, Any]]:
    """The sample cards as they are written."""
    return {card.key: card.document for card in oracle.game("muhq").cards()}


class ByHand:
    """One position with all that is needed to judge its units."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.options = document["options"]
        rows = document["map"]["rows"]
        self.tiles = {(x, y): TYPES[sign] for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "#"}
        self.pieces: dict[int, Piece] = {piece["id"]: piece for piece in document["permanents"]}
        self.known: dict[Tile, dict[Tile, int]] = {}

    # -- what things are -----------------------------------------------------------------------

    def kind(self, piece: Piece) -> str:
        """The type of its card."""
        return str(cards()[piece["card"]]["type"])

    def is_unit(self, piece: Piece) -> bool:
        """Whether it is a unit."""
        return self.kind(piece) == "unit"

    def keyword(self, piece: Piece, word: str) -> int:
        """The number of a keyword on its card, 1 without a number, 0 where it is not."""
        written = [each for each in cards()[piece["card"]].get("abilities", ()) if each.get("kw") == word]
        return sum(each.get("n", 1) for each in written)

    def worn(self, piece: Piece, card: str) -> int:
        """How many of a card lie directly on it."""
        return sum(self.pieces[other]["card"] == card for other in piece["stack"])

    def is_target(self, piece: Piece) -> bool:
        """Whether it is a unit or solid artifact with a tile of its own."""
        return bool(piece["tile"]) and (self.is_unit(piece) or self.keyword(piece, "solid") > 0)

    def root(self, piece: Piece) -> Piece:
        """What it lies on in the end."""
        return piece if piece["on"] is None else self.root(self.pieces[piece["on"]])

    def tile(self, piece: Piece) -> Tile:
        """The tile of its stack."""
        x, y = self.root(piece)["tile"]
        return (x, y)

    def taken(self) -> dict[Tile, Piece]:
        """The tiles on which something stands."""
        return {self.tile(piece): piece for piece in self.pieces.values() if piece["tile"] is not None}

    # -- ranges and ways -----------------------------------------------------------------------

    def distances(self, tile: Tile) -> dict[Tile, int]:
        """How far each tile is, by ranges."""
        if tile not in self.known:
            every = self.options["range_diagonal"] == "every_second"
            costs = doubled_every_second if every else doubled_from_the_second
            self.known[tile] = fewest_steps(self.tiles, tile, FARTHEST, costs, self.tiles)
        return self.known[tile]

    def far(self, tile: Tile, piece: Piece) -> int:
        """How far a piece is from a tile."""
        return self.distances(tile).get(self.tile(piece), NOWHERE)

    def suits(self, piece: Piece, tile: Tile) -> bool:
        """Whether the water is right."""
        return (self.tiles[tile] == "deep") == bool(self.keyword(piece, "swim"))

    def ways(self, unit: Piece, freed: Collection[Tile] = (), ends: Collection[Tile] = ()) -> dict[Tile, int]:
        """Where a movement leads, and what it takes; `ends` are tiles on which only the last step may be."""
        here, bound = self.tile(unit), cards()[unit["card"]].get("bound_to")
        most = max(0, cards()[unit["card"]]["move"] + self.worn(unit, "winged-boots"))
        near = {tile for tile, steps in self.distances(here).items() if steps <= most}
        taken = self.taken().keys() - set(freed)
        fits = {tile for tile in near - taken if self.suits(unit, tile)}
        open_tiles = {tile for tile in fits if not bound or self.tiles[tile] in bound}
        found = fewest_steps(self.tiles, here, most, doubled_every_second, open_tiles, set(ends) & near)
        return {tile: steps for tile, steps in found.items() if tile != here}

    # -- attacks -------------------------------------------------------------------------------

    def entries(self, unit: Piece) -> list[Entry]:
        """A unit's own attack, with pikes, drummers and crossbows."""
        drums = [
            each for each in self.pieces.values()
            if each["card"] == "drummer" and each is not unit and each["controller"] == unit["controller"]
            and self.far(self.tile(unit), each) <= 1
        ]  # fmt: skip
        more = self.worn(unit, "pike") + len(drums)
        own = [(max(0, each["p"] + more), each["r"]) for each in cards()[unit["card"]]["attack"]]
        return own + [(1, 3)] * self.worn(unit, "hunting-crossbow")

    def profile(self, piece: Piece, tile: Tile | None = None) -> list[Entry]:
        """The attack of a whole stack, here or on another tile."""
        high = self.options["high_ground_always"] or self.tiles[tile or self.tile(piece)] == "hill"
        return [(power, reach + (high and reach > 1)) for power, reach in self.pooled(piece)]

    def pooled(self, piece: Piece) -> Iterator[Entry]:
        """The entries of a piece and of all that lies on it."""
        yield from self.entries(piece) if self.is_unit(piece) else ()
        for other in piece["stack"]:
            yield from self.pooled(self.pieces[other])

    def power(self, piece: Piece, distance: int) -> int:
        """What a stack deals so far away."""
        return sum(power for power, reach in self.profile(piece) if reach >= distance)

    def aims(self, unit: Piece) -> list[int]:
        """What a unit may attack."""
        reach = max((reach for _, reach in self.profile(unit)), default=0)
        near = [each for each in self.pieces.values() if each is not unit and self.far(self.tile(unit), each) <= reach]
        fighting = [each for each in near if each["tile"] is not None or self.options["stacked_units_fight"]]
        foes = [each for each in fighting if each["controller"] != unit["controller"]]
        found = [each["id"] for each in foes if self.is_unit(each) or self.is_target(each)]
        if self.options["friendly_fire"]:
            found += [each["id"] for each in fighting if each not in foes and self.is_unit(each)]
        taunting = [each["id"] for each in foes if self.keyword(each, "taunt")]
        return (taunting or found) if reach else []

    # -- actions of a selected unit ------------------------------------------------------------

    def actions(self, unit: Piece) -> Iterator[dict[str, Any]]:
        """Everything that a selected unit may do itself, full abilities aside."""
        yield {"type": "tap"}
        free = [slot for slot in SLOTS if not (unit["slots"][slot] or unit["slots"]["full"])]
        if unit["marks"]["paralysis"]:
            yield from ({"type": "clear_paralysis", "slot": slot} for slot in free)
            return
        if "move" in free:
            yield from self.movements(unit)
        if "attack" in free and (unit["tile"] or self.options["stacked_units_fight"]):
            yield from ({"type": "attack", "target": target} for target in self.aims(unit))
        for thing in self.pieces.values():
            if (
                self.kind(thing) in ("artifact", "equipment")
                and thing["tile"]
                and self.far(self.tile(unit), thing) <= 1
            ):
                yield from self.handling(unit, thing, free)

    def movements(self, unit: Piece) -> Iterator[dict[str, Any]]:
        """Where it may go, and what it may man."""
        yield from ({"type": "move", "tile": [*tile]} for tile in self.ways(unit))
        for carrier in self.pieces.values():
            crew = sum(self.is_unit(self.pieces[other]) for other in carrier["stack"])
            own = carrier["controller"] == unit["controller"] or self.options["crew_any_controller"]
            room = carrier["tile"] and crew < self.keyword(carrier, "crew") and self.root(unit) is not carrier
            if room and own and self.tile(carrier) in self.ways(unit, ends=[self.tile(carrier)]):
                yield {"type": "board", "carrier": carrier["id"]}

    def handling(self, unit: Piece, thing: Piece, free: list[str]) -> Iterator[dict[str, Any]]:
        """What it may do with an artifact beside it."""
        here, there, seat = self.tile(unit), self.tile(thing), unit["controller"]
        if unit["tile"] and here != there and not (self.keyword(thing, "solid") and thing["controller"] != seat):
            if self.suits(unit, there) and self.suits(thing, here):
                yield from ({"type": "swap", "artifact": thing["id"], "slot": slot} for slot in free)
            spots = [here, *self.ways(unit, freed=[there])]
            if len(free) == len(SLOTS) and any(self.is_set_down(thing, spot, {here, there}) for spot in spots):
                yield {"type": "transport", "artifact": thing["id"]}
        most, gear = self.options["max_worn"], self.kind(thing) == "equipment"
        room = most is None or sum(self.kind(self.pieces[other]) == "equipment" for other in unit["stack"]) < most
        if gear and room and (self.options["equip_enemy_gear"] or thing["controller"] in (seat, None)):
            yield from ({"type": "equip", "equipment": thing["id"], "slot": slot} for slot in free)

    def is_set_down(self, thing: Piece, spot: Tile, freed: set[Tile]) -> bool:
        """Whether an artifact finds a place beside its carrier."""
        taken = self.taken().keys() - freed
        beside = {tile for tile, steps in self.distances(spot).items() if steps == 1}
        return any(self.suits(thing, tile) for tile in beside - taken)

    # -- units that act by themselves ----------------------------------------------------------

    def foes(self, unit: Piece) -> list[Piece]:
        """What other seats control."""
        return [each for each in self.pieces.values() if each["controller"] not in (None, unit["controller"])]

    def haunts(self, unit: Piece) -> dict[Tile, int]:
        """Where it may be after a movement, or without one."""
        used = unit["slots"]["move"] or unit["slots"]["full"]
        return {self.tile(unit): 0, **({} if used else self.ways(unit))}

    def shy(self, unit: Piece) -> Tile:
        """Where Panic drives it."""
        foes = [foe for foe in self.foes(unit) if self.is_unit(foe)]
        if unit["marks"]["paralysis"] or not foes:
            return self.tile(unit)

        def key(tile: Tile, steps: int) -> tuple[int, ...]:
            away = [self.far(tile, foe) for foe in foes]
            return (-min(away), -sum(away), steps, tile[1], tile[0])

        return min(self.haunts(unit).items(), key=lambda item: key(*item))[0]

    def prey(self, unit: Piece, tile: Tile) -> list[Piece]:
        """Whom it could attack from a tile."""
        reach = max((reach for _, reach in self.profile(unit, tile)), default=0)
        found = [foe for foe in self.foes(unit) if self.is_target(foe) and self.far(tile, foe) <= reach]
        return [foe for foe in found if self.keyword(foe, "taunt")] or (found if reach else [])

    def fierce(self, unit: Piece) -> tuple[Tile, int | None]:
        """Where Rage drives it, and whom it attacks there."""
        here = self.tile(unit)
        targets = [foe for foe in self.foes(unit) if self.is_target(foe)]
        if unit["marks"]["paralysis"] or not targets:
            return here, None
        ready = not (unit["slots"]["attack"] or unit["slots"]["full"])
        haunts = self.haunts(unit)
        good = {tile: steps for tile, steps in haunts.items() if ready and unit["tile"] and self.prey(unit, tile)}
        goal = here
        if good and here not in good:
            goal = min(good, key=lambda tile: (good[tile], tile[1], tile[0]))
        elif not good:
            nearest = {tile: min(self.far(tile, foe) for foe in targets) for tile in haunts}
            best = min(haunts, key=lambda tile: (nearest[tile], haunts[tile], tile[1], tile[0]))
            goal = best if nearest[best] < nearest[here] else here
        stands = unit["tile"] or goal != here
        return goal, self.chosen(self.prey(unit, goal), goal) if ready and stands else None

    def chosen(self, prey: list[Piece], tile: Tile) -> int | None:
        """The nearest, the weakest, the oldest of them."""
        if not prey:
            return None
        return int(min(prey, key=lambda foe: (self.far(tile, foe), self.life(foe), foe["seq"]))["id"])

    def life(self, piece: Piece) -> int:
        """What is left of its life."""
        return int(cards()[piece["card"]].get("life", self.keyword(piece, "solid"))) - int(piece["damage"])
