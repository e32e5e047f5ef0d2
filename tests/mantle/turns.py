"""The moments at which Energy goes and comes: the pass, the start of a turn, a payment, a resolved Shift."""

from __future__ import annotations

from typing import Any

from tests.mantle.energy import SHIFTED
from tests.mantle.fight import KINDS, Fight
from tests.mantle.table import STATS, Table


def pass_the_turn(table: Table) -> tuple[int, list[str]]:
    """The End Phase is over and nothing waits: whose turn it is then, and the Effects that come."""
    document = table.document
    over: int = document["active"]
    document["effects"] = [effect for effect in document["effects"] if effect["until"] != "end_of_turn"]
    for _, thing in table.mantle():
        thing["negated"] = []
    fight = Fight(table)
    fight.settle()
    if fight.triggers:
        return over, fight.triggers
    for letter in SHIFTED:
        table.players[over]["energy"][letter] = 0
    seat = table.left_of(over)[0]
    begin_the_turn(table, seat, fight)
    return seat, fight.triggers


def begin_the_turn(table: Table, seat: int, fight: Fight) -> None:
    """All Energy goes, wounds close, Degrade gnaws; then Unshifted Energy comes, cards untap, one is drawn."""
    document, player = table.document, table.players[seat]
    player["energy"] = dict.fromkeys(player["energy"], 0)
    document["turn"] += 1
    document["active"] = seat
    player["turns_taken"] += 1
    for thing in player["mantle"]:
        thing["damage"] = dict.fromkeys(KINDS, 0)
    for thing in player["mantle"]:
        n = table.keyword(thing, "degrade") if table.is_summon(thing) else 0
        document["effects"] += [{"target": thing["id"], "change": dict.fromkeys(STATS, -n), "until": "permanent"}]
    fight.settle()
    per_player = table.options["turn_number"] == "per_player"
    player["energy"]["U"] += player["turns_taken"] if per_player else document["turn"]
    for thing in player["mantle"]:
        thing["tapped"] = thing["tapped"] and thing["summon_tap"] and thing["entered_serial"] == document["turn"]
    first = document["starter"] == seat and player["turns_taken"] == 1
    player["draw_failed"] = player["draw_failed"] or not (first or player["deck"])
    fight.settle()


def owed(table: Table, frame: dict[str, Any], seat: int) -> int:
    """What Spell Shields of targets ask of a seat: MM-R83."""
    total = 0
    for pick in frame["picks"]:
        aimed = pick["pick"]
        thing = table.thing(aimed.get("object") if isinstance(aimed, dict) else aimed)
        if thing is not None and table.owner(thing) != seat:
            total += table.keyword(thing, "spell_shield")
    return total
