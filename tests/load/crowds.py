"""States as full as a state may be, one for each of several games, all written by hand."""

from __future__ import annotations

import random
from itertools import cycle, islice
from typing import Any

State = dict[str, Any]

SUMMONS = ("gear-warden", "ashen-runner", "glass-sage", "spark-adept", "deathless-knight", "veil-serpent")
SPELLS = ("kindle", "runic-edge", "null-word", "final-hymn", "gear-paladin")
PERMANENTS = ("bulwark", "recruit", "slinger")
SIDE = 64


def of_maha_yodha(objects: int = 2_000) -> State:
    """Cards to be placed and warriors to bear them: nearly each can be done something with."""
    part = objects // 4
    ana = {"name": "Ana", "valor": 9, "hand": ["rama", "kodanda"] * (part // 2), "battlefield": ["vanaras"] * part}
    ben = {"name": "Ben", "hand": ["raavan"] * part, "battlefield": ["raavan"] * part}
    return {"game": "maha-yodha", "phase": "placement", "turn": 5, "players": [ana, ben]}


def of_mantle_magika(objects: int = 2_000, phase: str = "main") -> State:
    """Two Mantles of Summons, all able to act, and hands that can be paid for."""
    part = objects // 8
    seat = {
        "health": 30,
        "energy": dict.fromkeys("UNRBGYPT", 20),
        "hand": [*islice(cycle(SPELLS), part)],
        "mantle": [*islice(cycle(SUMMONS), 3 * part)],
        "deck": ["kindle"] * 9,
    }
    players = [{"name": name, **seat} for name in ("Ana", "Ben")]
    return {"game": "mantle-magika", "turn": 5, "active": 0, "phase": phase, "players": players}


def of_muhq(objects: int = 2_000) -> State:
    """The largest map there can be, with permanents strewn over it and full hands."""
    chance = random.Random(11)
    tiles = [[x, y] for x in range(SIDE) for y in range(SIDE)]
    permanents = [
        {"id": number, "card": PERMANENTS[number % 3], "controller": (number - 1) % 2, "tile": tile}
        for number, tile in enumerate(chance.sample(tiles, objects * 3 // 4), start=1)
    ]
    hand = ["recruit", "bulwark"] * (objects // 16)
    return {
        "game": "muhq", "turn": 3, "round": 2, "active": 0, "phase": "actions", "selected": 1,
        "map": {"id": "wide", "name": "Wide", "rows": ["." * SIDE] * SIDE, "resource": {"base": 3}},
        "permanents": permanents,
        "players": [{"name": name, "hand": hand, "resource": 50} for name in ("Ana", "Ben")],
    }  # fmt: skip


def of_thay_phap(objects: int = 1_900) -> State:
    """Monsters each of which does something to all of them, eight times, as the turn ends."""
    urged = {"extra_attack": {"to": "each_monster", "amount": 1}}
    urging = {"when": {"event": "turn_end", "subject": "self"}, "do": [urged]}
    swarm = {"name": {"en": "Swarm", "vi": "Bay"}, "type": "monster", "cost": 1, "attack": 1, "life": 20}
    ana, ben = ({"name": name, "mage": "phap-hoa", "deck": ["ma-lai"] * 9} for name in ("Ana", "Ben"))
    return {
        "game": "thay-phap", "turn": 3, "active": 0, "phase": "main",
        "cards": {"swarm": {**swarm, "abilities": [urging] * 8}},
        "players": [{**ana, "monsters": ["swarm"] * objects}, ben],
    }  # fmt: skip


CROWDS = {"maha-yodha": of_maha_yodha, "mantle-magika": of_mantle_magika, "muhq": of_muhq}
