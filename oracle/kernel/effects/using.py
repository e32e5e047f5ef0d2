"""Using activated abilities: where, how often, what they cost, whether they can do anything."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from oracle.kernel.state import Effect
from oracle.kernel.table import Place, Table

from .ability import Ability, Do, Scope, Side


def used(table: Table[Any, Any], source: int | None, card: str, number: int) -> int:
    """How often an ability of an object was used this turn."""
    return sum(e.target == source and e.card == card and e.change.get("used") == number for e in table.state.effects)


def spent(table: Table[Any, Any], source: int | None, card: str, number: int, ability: Ability) -> bool:
    """Whether an ability was used as often as a turn allows."""
    return bool(ability.limit) and used(table, source, card, number) >= ability.limit


def note_use(table: Table[Any, Any], frame: Do, ability: Ability) -> None:
    """Remember a use until the end of the turn, where the number of uses is limited."""
    if ability.limit and frame.source is not None:
        effect = Effect(
            id=table.fresh_id(), source=frame.source, card=frame.card, controller=frame.player, target=frame.source,
            change={"used": frame.ability}, until="end_of_turn",
        )  # fmt: skip
        table.state.effects = [*table.state.effects, effect]


def usable(table: Table[Any, Any], place: Place, number: int, player: int) -> bool:
    """Whether an activated ability could be used now: place, limit, condition, costs, targets; not when or by whom."""
    if place.object.card is None:
        return False
    ability: Ability = table.card(place.object).abilities[number]
    side = Side(player, place.object.id)  # type: ignore[arg-type]
    zones = ability.zones or table.game.vocabulary.table_zones
    return (
        ability.kind == "activated"
        and place.zone in zones
        and not spent(table, side.source, place.object.card, number, ability)
        and (ability.condition is None or ability.condition(table, side))
        and payable(table, side, ability)
        and has_targets(table, side, ability)
    )


def payable(table: Table[Any, Any], scope: Scope, ability: Ability) -> bool:
    """Whether each part of the cost could be paid now."""
    return all(cost.can(table, scope) for cost in ability.cost)


def has_targets(table: Table[Any, Any], scope: Scope, ability: Ability) -> bool:
    """Whether every target has as many candidates as it needs."""
    return all(len(target.choose(table, scope)) >= target.min for target in ability.targets)


def activate(
    table: Table[Any, Any], place: Place, number: int, player: int, *,
    bound: dict[str, list[Any]] | None = None, x: int = 0, mode: str | None = None,
) -> tuple[Do, ...]:  # fmt: skip
    """The frames of a use: one that pays its costs, if it has any, one that resolves it."""
    card = table.card(place.object)
    ability: Ability = card.abilities[number]
    whole = Do(
        player=player, source=place.object.id, card=card.key, ability=number,  # type: ignore[arg-type]
        bound=dict(bound or {}), x=x, mode=mode,
    )  # fmt: skip
    note_use(table, whole, ability)
    if ability.paying is None:
        return (whole,)
    return replace(whole, block=ability.paying, bound=dict(whole.bound), mode=None), whole
