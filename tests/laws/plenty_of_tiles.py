"""Positions of plenty on a board: land and water, carriers with crews, worn equipment, marks, two or three seats."""

from __future__ import annotations

import random
from typing import Any

from tests.laws.matches import GameT

ROWS = ["..rrr..", ".hr.rh.", "..r.r..", "wwwrwww", "w.rrr.w", ".hr.rh.", "..rrr.."]
SEATED = (2, 3, 3)
ARTIFACTS = ("bulwark", "signal-beacon", "war-totem")
WORN = ("pike", "winged-boots", "tower-shield", "hunting-crossbow")
CARRIERS = ("siege-cart", "war-barge")
TYPES = {"plain": {}, "road": {}, "hill": {"high_ground": True}, "deep": {"deep": True}}
ALWAYS = ("volley", "reef-serpent", "turncoat")
HAND = 5
HURT = 0.5
SELECTED = 0.7

UNIT = {"type": "unit", "buy": 1, "life": 2, "move": 2, "attack": [{"p": 2, "r": 1}], "upkeep": 0}
PREY = [{"as": "prey", "choose": {"type": "unit"}, "min": 0, "max": 2}]
CARDS: dict[str, Any] = {
    "volley": {
        "name": "Volley", "type": "spell", "buy": 1,
        "abilities": [{"targets": PREY, "do": [{"deal_damage": {"to": "prey", "amount": 1}}]}],
    },
    "balm": {
        "name": "Balm", "type": "spell", "buy": 1,
        "abilities": [{"targets": [{**PREY[0], "min": 1, "max": 1}], "do": [{"heal": {"to": "prey", "amount": 1}}]}],
    },
    "wagon": {"name": "Wagon", **UNIT, "bound_to": ["road"], "abilities": [{"kw": "bound"}, {"kw": "crew", "n": 2}]},
    "guard": {"name": "Guard", **UNIT, "abilities": [{"kw": "taunt"}, {"kw": "armor", "n": 1}]},
    "well": {
        "name": "Well", "type": "artifact", "buy": 1,
        "abilities": [
            {"cost": [], "speed": "fast", "limit": 1, "do": [{"gain_resource": {"player": "you", "amount": 1}}]},
            {
                "cost": [{"resource": 1}], "speed": "fast", "if": {"deck_below": 1},
                "do": [{"draw": {"player": "you", "amount": 1}}],
            },
        ],
    },
}  # fmt: skip


def tiles(game: GameT, rng: random.Random, options: dict[str, Any], mode: str, wished: list[str]) -> Any:
    """The middle of a match on a crowded board, with hands over all cards and a unit that is often selected."""
    seats = rng.choice(SEATED)
    keys = [card.key for card in game.cards() if card.buy is not None] + [*CARDS]
    crowd = strewn(game, rng, seats)
    ready = [piece["id"] for piece in crowd if piece["controller"] == 0 and piece.get("ready")]
    for piece in crowd:
        piece.pop("ready", None)
    players = [
        {
            "name": f"P{seat}", "resource": rng.randint(2, 12), "deck": rng.choices(keys, k=rng.choice((0, 3, 8))),
            "hand": [*ALWAYS, *rng.choices(keys, k=HAND), *rng.sample(wished, min(1, len(wished)))],
            "store": rng.choices(keys, k=3), "discard": rng.choices(keys, k=3),
            "pending_equipment": rng.choices(WORN, k=rng.randint(0, 1)),
        }
        for seat in range(seats)
    ]  # fmt: skip
    return game.load(
        {
            "game": game.key, "options": options, "cards": CARDS, "turn": 9, "round": 4, "active": 0,
            "phase": rng.choice(("actions", "actions", "actions", "upkeep", "buy")), "map": board(seats),
            "players": players, "permanents": crowd,
            "chance": {"mode": mode, "seed": "tiles" if mode == "seeded" else None},
        }
        | ({"phase": "actions", "selected": rng.choice(ready)} if ready and rng.random() < SELECTED else {})
    )  # fmt: skip


def board(seats: int) -> dict[str, Any]:
    """A small map for two or three, on which a seat without its VIP is out."""
    areas = [[[x, 6] for x in range(7)] + [[0, 3]], [[x, 0] for x in range(7)] + [[6, 3]], [[0, 4], [0, 5], [1, 3]]]
    return {
        "id": "plenty", "name": "Plenty", "seats": seats, "rows": ROWS, "resource": {"base": 2},
        "legend": {".": "plain", "r": "road", "h": "hill", "w": "deep"}, "tile_types": TYPES,
        "deploy": areas[:seats], "win": [{"type": "vip"}], "limits": {"max_rounds": 9},
    }  # fmt: skip


def strewn(game: GameT, rng: random.Random, seats: int) -> list[dict[str, Any]]:
    """The permanents: a VIP each, carriers with crews, units with equipment, artifacts."""
    spots = {(x, y): ROWS[y][x] == "w" for y in range(7) for x in range(7)}
    pieces: list[dict[str, Any]] = []

    def put(card: str, seat: int, **said: Any) -> dict[str, Any]:
        piece = {"id": len(pieces) + 1, "card": card, "controller": seat, **said}
        pieces.append(piece)
        return piece

    def stand(card: str, seat: int, **said: Any) -> dict[str, Any]:
        swims = card in CARDS_AFLOAT
        spot = rng.choice([tile for tile, wet in spots.items() if wet is swims])
        del spots[spot]
        return put(card, seat, tile=[*spot], **said)

    units = [c.key for c in game.cards() if c.is_unit and c.key not in (*CARRIERS, *CARDS_AFLOAT, "sovereign")]
    for seat in range(seats):
        stand("sovereign", seat, map_flags={"vip": True}, damage=rng.choice((0, 4, 6)), ready=True)
        base = stand(rng.choice((*CARRIERS, "wagon")), seat, ready=True)
        crew = put(rng.choice(units), seat, on=base["id"], ready=True)
        put(rng.choice(WORN), seat, on=crew["id"], durability=rng.randint(1, 2))
        for card in (*rng.choices([*units, "guard"], k=2), "reef-serpent"):
            unit = stand(card, seat, marks=marked(rng), ready=True)
            if rng.random() < HURT:
                put(rng.choice(WORN), seat, on=unit["id"], durability=rng.randint(1, 2))
        stand(rng.choice((*ARTIFACTS, "well")), seat)
    return pieces


CARDS_AFLOAT = ("reef-serpent", "war-barge")


def marked(rng: random.Random) -> dict[str, int]:
    """Marks that a unit may bear."""
    return {rng.choice(("ward", "ward", "panic", "rage", "paralysis")): 1} if rng.random() < HURT else {}
