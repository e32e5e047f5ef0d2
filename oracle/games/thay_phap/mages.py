"""Mages: each has an effect of its own; an activated one is used in the own action part (TP-2.3, TP-R49)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.agenda import Step, pop
from oracle.kernel.decisions import Action, Facts, Kept, Part, requires, requires_of
from oracle.kernel.effects.ability import Do, Side
from oracle.kernel.state import ObjectId

from .bringing import pay
from .costs import conditions_hold, costs_of
from .records import Activated
from .state import Phap, Requirements, UseMage
from .using import NONE, allowed, seat_of


class UseMageAction(Action, tag="use_mage", kw_only=True, frozen=True):
    """Use the mage's activated effect."""

    target: ObjectId | UnsetType = UNSET


def activated(table: Phap, seat: int) -> Activated | None:
    """The activated effect of the seat's mage."""
    return table.card(table.state.players[seat].mage).activated


# -- requirements ----------------------------------------------------------------------------------


def effect_of(table: Phap, action: Any) -> Activated | None:
    """The activated effect that the action uses."""
    return table.card(table.state.players[action.player].mage).activated


EFFECT = Part("", effect_of)


@requires("TP-2.3", code="no_activated_effect", stops=True, reads=(), finds=EFFECT)
def mage_has_an_activated_effect(table: Phap, action: UseMageAction) -> Kept:
    """The mage's effect is one that is used."""
    return effect_of(table, action) is not None


@requires_of(EFFECT, "TP-R49", code="mage_used")
def uses_are_left(table: Phap, seat: int, effect: Activated) -> Kept:
    """The effect is used as often a turn as it says."""
    limit, uses = effect.ability.limit, table.state.players[seat].mage.uses
    return limit == 0 or uses < limit or {"uses": uses, "limit": limit}


@requires_of(EFFECT, "TP-3.2", code="not_enough_mana")
def mana_covers_the_effect(table: Phap, seat: int, effect: Activated) -> Kept:
    """The effect's mana is at hand."""
    player = table.state.players[seat]
    cost, left = effect.mana, player.mana
    return cost <= left or {"card": table.name(player.mage), "cost": cost, "left": left}


@requires_of(EFFECT, "TP-2.3", code="requirement_not_met")
def requirement_of_mage_is_met(table: Phap, seat: int, effect: Activated) -> Kept:
    """What the effect requires beside mana can be met."""
    required, condition = effect.costs, effect.ability.condition
    if not required and condition is None:
        return None
    mage = table.state.players[seat].mage
    missing: Any = conditions_hold(table, seat, required, None)
    if missing is None and condition is not None and not condition(table, Side(seat, mage.id)):  # type: ignore[arg-type]
        missing = "if"
    return missing is None or {"card": table.name(mage), "requirement": missing}


@requires("TP-R46", code="target_missing", reads=("target",))
def effect_has_its_target(table: Phap, action: UseMageAction) -> Kept:
    """An effect with a target slot is used on a target."""
    found = activated(table, seat_of(action))
    assert found is not None
    if not found.ability.targets:
        return None
    return action.target is not UNSET or {"card": table.name(table.state.players[seat_of(action)].mage)}


@requires("TP-R46", code="target_not_allowed", reads=("target",), given=True)
def effect_target_is_allowed(table: Phap, action: UseMageAction) -> Kept:
    """The target is one that the effect may choose."""
    found = activated(table, seat_of(action))
    assert found is not None
    if action.target is UNSET:
        return None
    mage = table.state.players[seat_of(action)].mage
    fits = found.ability.targets and action.target in allowed(
        table, seat_of(action), mage.id, found.ability, enemy_only=False
    )
    return bool(fits) or {"card": table.name(mage)}


REQUIREMENTS = (
    mage_has_an_activated_effect,
    uses_are_left,
    mana_covers_the_effect,
    requirement_of_mage_is_met,
    effect_has_its_target,
    effect_target_is_allowed,
)


def targets(table: Phap, draft: Any) -> list[Any]:
    """Every target that the effect may choose, or none."""
    found = activated(table, draft.player)
    if found is None or not found.ability.targets:
        return NONE
    return (
        allowed(table, draft.player, table.state.players[draft.player].mage.id, found.ability, enemy_only=False) or NONE
    )


def label(table: Phap, action: UseMageAction) -> tuple[str, Facts]:
    """What the button says."""
    facts: Facts = {"card": table.name(table.state.players[seat_of(action)].mage)}
    if action.target is UNSET:
        return "use_mage", facts
    return "use_mage_on", {**facts, "target": table.name(table.find(action.target))}


# -- what it does ----------------------------------------------------------------------------------


def use_mage(table: Phap, action: UseMageAction) -> None:
    """Mana and costs are paid, then the effect resolves part by part."""
    seat = seat_of(action)
    found = activated(table, seat)
    assert found is not None
    mage = table.state.players[seat].mage
    mage.uses += 1
    target = None if action.target is UNSET else action.target
    targets = [] if target is None else [{"object": target}]
    table.emit("activate", "TP-2.3", player=seat, object=mage.id, card=mage.card, ability=found.number, targets=targets)
    if found.mana:
        pay(table, seat, found.mana)
    costs = costs_of(found.costs)
    frames = [Requirements(player=seat, source=mage.id, left=costs)] if costs else []  # type: ignore[arg-type]
    table.push(*frames, UseMage(player=seat, target=target))


def run_use_mage(table: Phap, frame: UseMage) -> None:
    """The effect begins."""
    pop(table)
    mage = table.state.players[frame.player].mage
    found = activated(table, frame.player)
    assert found is not None
    index, ability = found.number, found.ability
    bound = {} if frame.target is None else {ability.targets[0].name: [{"object": frame.target}]}
    table.push(Do(player=frame.player, source=mage.id, card=str(mage.card), ability=index, bound=bound))  # type: ignore[arg-type]


STEPS = (Step(UseMage, run=run_use_mage),)
