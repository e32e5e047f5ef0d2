"""What a card is played on (MC-5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.decisions import Kept
from oracle.kernel.effects.ability import Selector, Side
from oracle.kernel.stack.declaring import accepts, declare, good_picks, open_slot, picked
from oracle.kernel.stack.policy import Slot
from oracle.kernel.stack.records import Chosen, Declare
from oracle.kernel.stack.slots import target_slots

from .playable import Playable
from .state import Machai, MachaiCard

NONE = (UNSET,)


def opening(action: Any, played: Playable) -> Declare:
    """The declaration that a play opens, without its first target."""
    return Declare(player=action.player, kind="card", source=played.id, card=played.card.key, speed=played.speed)


def plan(table: Machai, frame: Declare) -> Sequence[Slot]:
    """The targets of a card, chosen before it is paid for; one object may be chosen for two of them."""
    card: MachaiCard = table.cards[str(frame.card)]
    return target_slots(table, frame, card.spells, "MC-5.2", apart=False) if card.spells else ()


def first_target_fits(table: Machai, frame: Declare, target: int | UnsetType) -> Kept:
    """Whether the first target is named exactly where there is one, and is one of those there are."""
    slot = open_slot(table, frame)
    if slot is None:
        return None if target is UNSET else {"card": table.name(str(frame.card)), "targets": 0}
    return (target is not UNSET and accepts(table, frame, target)) or {"card": table.name(str(frame.card))}


def first_targets(table: Machai, frame: Declare) -> list[Any]:
    """What the first target can be; nothing is named where there is none."""
    slot = open_slot(table, frame)
    return [UNSET] if slot is None else good_picks(table, frame, slot)


def sole_targets(table: Machai, seat: int, played: Playable) -> list[Any]:
    """What the only target of a card can be: no later choice hangs on it."""
    assert played.card.aim is not None
    choose, side = played.card.aim.choose, Side(seat, played.id)
    if isinstance(choose, Selector):
        return [place.object.id for place in choose.places(table, side)]
    return [ref["object"] for ref in choose(table, side)]


def begin(table: Machai, frame: Declare, target: int | UnsetType) -> None:
    """Open a declaration, its first target picked."""
    declare(table, frame if isinstance(target, UnsetType) else picked(table, frame, target))


def only_target(card: MachaiCard, target: int | UnsetType) -> list[Chosen]:
    """The target of a card that has one at most."""
    if card.aim is None or isinstance(target, UnsetType):
        return []
    of = next(i for i, number in enumerate(card.spells) if card.abilities[number].targets)
    return [Chosen(slot=card.aim.name, of=of, object=target)]
