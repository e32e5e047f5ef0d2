"""The battle that goes on: its Attacks, whom they are at, what is asked about them now (MM-6, MM-7)."""

from __future__ import annotations

from .keywords import on_mantle
from .state import Attack, Battle, ExtraAttack, Magika, MeetAttack

BATTLE = Battle()


def battle_of(table: Magika) -> Battle:
    """The battle that goes on; none has nothing in it."""
    return table.state.battle or BATTLE


def attacked(table: Magika, attack: Attack) -> int | None:
    """The player whom an Attack is at; `None` if its target was a Summon that is gone."""
    if "player" in attack.target:
        return attack.target["player"]
    place = on_mantle(table, attack.target["object"])
    return None if place is None else place.seat


def due(table: Magika) -> ExtraAttack | None:
    """The additional Attacks that are to be made now, if any are."""
    agenda = table.state.agenda
    frame = agenda[-1] if agenda else None
    return frame if isinstance(frame, ExtraAttack) else None


def asked(table: Magika) -> MeetAttack | None:
    """The Attack on which a player decides now, if one does."""
    agenda = table.state.agenda
    frame = agenda[-1] if agenda else None
    return frame if isinstance(frame, MeetAttack) else None
