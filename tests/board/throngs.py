"""Crowded positions: land and water, hills and voids, carriers with crews, worn equipment, slots that are used."""

from __future__ import annotations

import random
from typing import Any

from tests.board.by_hand import Piece, cards

UNITS = (
    "recruit", "slinger", "harbor-guard", "longbow", "reef-serpent", "war-barge", "field-medic", "drummer",
    "siege-cart", "siege-cart", "rail-hauler", "saboteur", "martyr",
)  # fmt: skip
ARTIFACTS = ("bulwark", "signal-beacon", "war-totem")
GEAR = ("tower-shield", "winged-boots", "pike", "hunting-crossbow")
CREWS = {"war-barge": 2, "siege-cart": 3}
SWIMMERS = ("reef-serpent", "war-barge")
OPTIONS: dict[str, tuple[Any, ...]] = {
    "range_diagonal": ("from_second", "from_second", "every_second"),
    "high_ground_always": (False, False, True),
    "friendly_fire": (True, True, False),
    "crew_any_controller": (False, False, True),
    "stacked_units_fight": (False, False, True),
    "equip_enemy_gear": (True, True, False),
    "max_worn": (None, None, 1, 2),
}


class Throng:
    """One position in the making."""

    def __init__(self, seed: int) -> None:
        """Draw a map and put pieces on it."""
        self.chance = random.Random(seed)
        width, height = self.chance.randint(4, 7), self.chance.randint(4, 7)
        signs = self.chance.choices(".hwr#", (60, 12, 14, 10, 5), k=width * height)
        self.rows = ["".join(signs[y * width : (y + 1) * width]) for y in range(height)]
        self.rows[0] = ".." + self.rows[0][2:]
        self.free = [(x, y) for y in range(height) for x in range(width) if self.rows[y][x] != "#"]
        self.chance.shuffle(self.free)
        self.options = {name: self.chance.choice(values) for name, values in OPTIONS.items()}
        self.pieces: list[Piece] = []
        for _ in range(self.chance.randint(4, 11)):
            self.stand()

    def stand(self) -> None:
        """Put something on a tile where it may be, with what it carries."""
        card = self.chance.choice(UNITS if self.chance.random() < 2 / 3 else ARTIFACTS + GEAR)
        tile = next((tile for tile in self.free if (self.sign(tile) == "w") == (card in SWIMMERS)), None)
        if tile is None:
            return
        self.free.remove(tile)
        piece = self.put(card, self.chance.choice((0, 1) if card in UNITS else (0, 1, None)), tile=[*tile])
        for _ in range(self.chance.randint(0, CREWS.get(card, 0))):
            other = self.chance.choice((0, 1)) if self.options["crew_any_controller"] else piece["controller"]
            self.put(self.chance.choice(UNITS), other, on=piece)

    def sign(self, tile: tuple[int, int]) -> str:
        """What the map says of a tile."""
        return self.rows[tile[1]][tile[0]]

    def put(self, card: str, seat: int | None, tile: list[int] | None = None, on: Piece | None = None) -> Piece:
        """One more piece, with what it wears."""
        slots = dict.fromkeys(("move", "attack", "full"), False)
        piece: Piece = {
            "id": len(self.pieces) + 1, "card": card, "controller": seat, "owner": seat or 0, "tile": tile, "on": None,
            "stack": [], "slots": slots, "damage": 0, "marks": {"paralysis": 0}, "seq": len(self.pieces) + 1,
        }  # fmt: skip
        self.pieces.append(piece)
        if on is not None:
            piece["on"] = on["id"]
            on["stack"].append(piece["id"])
        if card in UNITS:
            self.live(piece)
        return piece

    def live(self, unit: Piece) -> None:
        """Marks, damage, slots that are used, and gear."""
        if self.chance.random() < 1 / 4:
            slots = unit["slots"]
            slots[self.chance.choice(("move", "attack"))] = True
        unit["marks"]["paralysis"] = int(self.chance.random() < 1 / 8)
        unit["damage"] = self.chance.randint(0, cards()[unit["card"]]["life"]) if self.chance.random() < 1 / 4 else 0
        most = self.options["max_worn"]
        while self.chance.random() < 1 / 3 and (most is None or len(unit["stack"]) < most):
            self.put(self.chance.choice(GEAR), unit["controller"], on=unit)

    def document(self) -> dict[str, Any]:
        """The position as it is sent."""
        types = {"hill": {"high_ground": True}, "road": {}}
        legend = {".": "plain", "h": "hill", "w": "deep", "r": "road"}
        drawn = {"id": "throng", "name": "Throng", "rows": self.rows, "legend": legend, "tile_types": types}
        return {
            "game": "muhq", "options": self.options, "turn": 5, "round": 3, "active": 0, "first_player": 0,
            "map": {**drawn, "deploy": [[[0, 0]], [[1, 0]]], "resource": {"base": 3}},
            "phase": "actions", "players": [{"name": "Ana"}, {"name": "Ben"}], "permanents": self.pieces,
        }  # fmt: skip
