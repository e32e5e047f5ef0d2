"""Choices while something resolves: Searches, cards, hosts, the order of triggers."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.choices import choice
from oracle.kernel.decisions import Action, ActionType, Facts, Kept, requires
from oracle.kernel.stack.actions import pick_action
from oracle.kernel.state import Key, ObjectId
from oracle.kernel.table import CardName

from .choosing import take
from .gates import BEGUN, decided_gate, decision_is_own
from .state import Magika


class OrderTrigger(Action, tag="order_trigger", kw_only=True, frozen=True):
    """Say which of several own triggers goes on the stack next."""

    trigger: ObjectId


class SearchPick(Action, tag="search_pick", kw_only=True, frozen=True):
    """Take a card that was Searched for; without one nothing is found."""

    card: ObjectId | Key | UnsetType = UNSET


class PickObject(Action, tag="pick_object", kw_only=True, frozen=True):
    """Pick a card that an Effect asks for."""

    ref: ObjectId


class BlinkOrder(Action, tag="blink_order", kw_only=True, frozen=True):
    """Say which Blinked card comes back next."""

    card: ObjectId


class ChooseHost(Action, tag="choose_host", kw_only=True, frozen=True):
    """Choose the Summon that an Equipment is put on."""

    summon: ObjectId


def picking(record: type[Action], field: str, moment: str, rules: tuple[str, ...], label: Any = None) -> ActionType:
    """An action that answers a decision of this type with its parameter."""
    return pick_action(
        record,
        field,
        (*BEGUN, decided_gate(moment), decision_is_own),
        rules,
        decisions=frozenset({moment}),
        label=label,
        objects=(field,) if field != "card" or moment != "search_pick" else (),
    )


@requires("MM-20.1", "MM-20.4", "MM-20.5", "MM-R90", code="not_found", reads=("card",))
def card_is_found(table: Magika, action: SearchPick) -> Kept:
    """The card fits what is Searched for, in a zone that is; nothing is found only by the option."""
    pending = choice(table)
    assert pending is not None
    if action.card is UNSET:
        return pending.min == 0 or {"rules": ("MM-20.1", "MM-R90")}
    return any(type(one) is type(action.card) and one == action.card for one in pending.picks or ()) or {
        "rules": ("MM-20.4", "MM-20.5")
    }


def found(table: Magika, _draft: Any) -> list[Any]:
    """What can be taken."""
    pending = choice(table)
    if pending is None or table.moment != "search_pick":
        return []
    return [*(pending.picks or ()), *((UNSET,) if pending.min == 0 else ())]


def search_pick(table: Magika, action: SearchPick) -> None:
    """A card is taken, or none."""
    if action.card is not UNSET:
        take(table, action, action.card)
        return
    frame = table.state.agenda[-1]
    ends = table.game.steps[type(frame)].ends
    assert ends is not None
    ends(table, frame)


def search_label(table: Magika, action: SearchPick) -> tuple[str, Facts]:
    """What the button says."""
    if action.card is UNSET:
        return "find_nothing", {}
    thing = table.find(action.card) if isinstance(action.card, int) else None
    return "find", {"card": table.name(thing) if thing is not None else CardName(str(action.card))}


def order_label(table: Magika, action: OrderTrigger) -> tuple[str, Facts]:
    """What the button says."""
    batch: Any = table.state.agenda[-1]
    trigger = next((one for one in getattr(batch, "batch", []) if one.id == action.trigger), None)
    return "order_trigger", {"card": table.name(trigger.card) if trigger is not None else CardName("?")}
