"""Questions about a card in another hand, asked twice: with the card that is there, and with another in its place."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import msgspec

from tests.mantle.compared import GAME
from tests.mantle.seen import hidden
from tests.mantle.table import Table

Action = dict[str, Any]


def actions(table: Table, seat: int, number: int, chance: random.Random) -> Iterator[Action]:
    """Every type of action that can name a card, naming this one."""
    player = table.players[seat]
    own = [thing["id"] for zone in ("hand", "mantle") for thing in player[zone]] or [number]
    battle = table.document["battle"]
    one = {"player": seat, "card": number}
    yield from ({"type": f"play_{kind}", **one} for kind in ("artifact", "summon", "rune", "chant"))
    yield {"type": "play_equipment", **one, "host": chance.choice(own)}
    yield {"type": "play_equipment", "player": seat, "card": chance.choice(own), "host": number}
    yield {"type": "chain_summon", **one, "base": chance.choice(own)}
    yield {"type": "chain_summon", "player": seat, "card": chance.choice(own), "base": number}
    yield from ({"type": kind, **one, "ability": index} for kind in ("activate", "sacrifice") for index in (0, 1))
    yield {"type": "activate", "player": seat, "card": chance.choice(own), "ability": 0, "source": number}
    aim = {"type": "declare_attack", "player": seat, "target": chance.choice(table.seats), "stat": "light"}
    yield {**aim, "attacker": number}
    yield {**aim, "attacker": chance.choice(own), "target_summon": number}
    for attack in battle["attacks"] if battle else ():
        yield {"type": "block", "player": seat, "attack": attack["id"], "blocker": number}
    yield {"type": "choose_cost_object", "player": seat, "ref": number}
    for frame in table.document["agenda"][-1:]:
        yield from targets(table, seat, number, frame)


def targets(table: Table, seat: int, number: int, frame: dict[str, Any]) -> Iterator[Action]:
    """The card as a target of what is being put together."""
    card = table.cards[frame["card"]] if frame["step"] in ("build", "declare") else {}
    for slot in {target["as"] for said in card.get("abilities", ()) for target in said.get("targets", ())}:
        for ref in ({"object": number}, {"object": number, "source": number, "ability": 0}):
            yield {"type": "choose_target", "player": seat, "slot": slot, "ref": ref}


def told_apart(state: Any, table: Table, chance: random.Random) -> tuple[int, list[Action]]:
    """How many questions were asked about one hidden card, and those that tell which card it is."""
    seat = chance.choice(table.seats)
    cards = [*hidden(table, seat)]
    if not cards:
        return 0, []
    found = chance.choice(cards)
    other = GAME.load(swapped(table, found.seat, found.thing["id"], chance.choice([*table.cards])))
    asked = [*actions(table, seat, found.thing["id"], chance)]
    return len(asked), [action for action in asked if verdict(state, action) != verdict(other, action)]


def swapped(table: Table, seat: int, number: int, key: str) -> dict[str, Any]:
    """The same position with another card in a hand."""
    document = deepcopy(table.document)
    next(thing for thing in document["players"][seat]["hand"] if thing["id"] == number)["card"] = key
    return document


def verdict(state: Any, action: Action) -> Any:
    """Everything that is said about an action."""
    return msgspec.to_builtins(GAME.judge(state, GAME.action(action), explain=True))
