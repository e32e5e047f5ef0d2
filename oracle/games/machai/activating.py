"""Activated abilities of permanents (MC-4.11; MC-R28)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.decisions import Action, Facts, Kept, requires
from oracle.kernel.effects.ability import Ability, Cost, Do, Side
from oracle.kernel.stack.declaring import fields_of
from oracle.kernel.stack.entries import entry_came, put_ability
from oracle.kernel.stack.policy import Slot
from oracle.kernel.stack.records import Declare
from oracle.kernel.stack.slots import target_slots
from oracle.kernel.state import ObjectId

from .aiming import begin, first_target_fits, first_targets
from .playing import answers_top
from .seats import seat_of
from .speeds import PREPARED, SLOW
from .state import Machai, Permanent


class ActivateAbility(Action, tag="activate_ability", kw_only=True, frozen=True):
    """Use an ability of a permanent: the one with that number among those it has."""

    permanent: ObjectId
    index: int
    target: ObjectId | UnsetType = UNSET


def permanent_of(table: Machai, action: Any) -> Permanent | None:
    """The permanent on the own battlefield."""
    thing: Permanent | None = table.find(action.permanent, "battlefield", action.player)
    return thing


def number_of(table: Machai, action: Any) -> int | None:
    """Which of the card's abilities it is; `None` where the permanent has no such one."""
    thing = permanent_of(table, action)
    known = [] if thing is None else table.card(thing).activated
    return known[action.index] if 0 <= action.index < len(known) else None


def ability_of(table: Machai, action: Any) -> Ability | None:
    """The ability that is used."""
    thing, number = permanent_of(table, action), number_of(table, action)
    return None if thing is None or number is None else table.card(thing).abilities[number]


def speed_of(ability: Ability) -> int:
    """The printed speed of an ability."""
    return int(ability.speed or SLOW)


def cost_of(ability: Ability, word: str) -> Cost | None:
    """That part of what an ability costs: `tap` or `xp`."""
    return next((cost for cost in ability.cost if cost.word == word), None)


# -- requirements ----------------------------------------------------------------------------------


@requires("MC-4.11", code="no_such_ability", reads=("permanent", "index"), given=True)
def ability_is_own(table: Machai, action: ActivateAbility) -> Kept:
    """An own permanent has that ability."""
    return ability_of(table, action) is not None


@requires("MC-4.11", code="not_your_main", reads=("permanent", "index"))
def slow_ability_in_own_main(table: Machai, action: ActivateAbility) -> Kept:
    """An ability of speed 1 is used in the own Main Phase, while the stack is empty."""
    ability, state = ability_of(table, action), table.state
    if ability is None or speed_of(ability) != SLOW:
        return None
    return state.phase == "main" and state.active == action.player and not state.stack


@requires("MC-5.7", code="too_slow", reads=("permanent", "index"))
def ability_is_fast_enough(table: Machai, action: ActivateAbility) -> Kept:
    """An ability answers only what is no faster than it."""
    ability = ability_of(table, action)
    return None if ability is None else answers_top(table, speed_of(ability))


@requires("MC-5.9", code="prepared_too_slow", reads=("permanent", "index"))
def ability_of_speed_2_answers_no_3(table: Machai, action: ActivateAbility) -> Kept:
    """Speed 2 does not answer speed 3."""
    ability = ability_of(table, action)
    return None if ability is None or speed_of(ability) != PREPARED else answers_top(table, PREPARED)


def can_pay(table: Machai, action: Any, word: str) -> bool | None:
    """Whether that part of the cost can be paid; `None` where there is none."""
    ability = ability_of(table, action)
    cost = None if ability is None else cost_of(ability, word)
    return None if cost is None else cost.can(table, Side(action.player, action.permanent))


@requires("MC-5.2", code="permanent_tapped", reads=("permanent", "index"))
def permanent_can_tap(table: Machai, action: ActivateAbility) -> Kept:
    """A permanent that taps for its ability is untapped."""
    return can_pay(table, action, "tap")


@requires("MC-12.3", code="not_enough_xp", reads=("permanent", "index"))
def ability_is_covered(table: Machai, action: ActivateAbility) -> Kept:
    """There is enough experience to pay for the ability."""
    kept = can_pay(table, action, "xp")
    return kept is not False or xp_facts(table, action)


def xp_facts(table: Machai, action: ActivateAbility) -> Facts:
    """What an ability costs, and what is there."""
    ability, thing = ability_of(table, action), permanent_of(table, action)
    assert ability is not None
    cost = cost_of(ability, "xp")
    needed = 0 if cost is None else cost.document["xp"]
    return {"card": table.name(thing), "cost": needed, "left": table.state.players[seat_of(action)].xp}  # type: ignore[arg-type]


@requires("MC-5.2", code="target_not_allowed", given=True)
def ability_target_fits(table: Machai, action: ActivateAbility) -> Kept:
    """An ability is used on a legal target where it takes one, and only there."""
    return (
        None if ability_of(table, action) is None else first_target_fits(table, opening(table, action), action.target)
    )


REQUIREMENTS = (
    ability_is_own, slow_ability_in_own_main, ability_is_fast_enough, ability_of_speed_2_answers_no_3,
    permanent_can_tap, ability_is_covered, ability_target_fits,
)  # fmt: skip


# -- candidates ------------------------------------------------------------------------------------


def opening(table: Machai, action: Any) -> Declare:
    """The declaration that the use opens, without its first target."""
    thing, ability = permanent_of(table, action), ability_of(table, action)
    assert thing is not None
    assert ability is not None
    return Declare(
        player=action.player, kind="ability", source=action.permanent, card=thing.card, speed=speed_of(ability),
        ability=number_of(table, action),
    )  # fmt: skip


def plan(table: Machai, frame: Declare) -> Sequence[Slot]:
    """The targets of an ability."""
    return target_slots(table, frame, [frame.ability or 0], "MC-5.2", apart=False)


def permanents(table: Machai, draft: Any) -> list[Any]:
    """The own permanents that have abilities."""
    out = table.state.players[draft.player].battlefield
    return [thing.id for thing in out if table.card(thing).activated] if out else []


def indexes(table: Machai, draft: Any) -> range:
    """The numbers of a permanent's abilities."""
    thing = permanent_of(table, draft)
    return range(0 if thing is None else len(table.card(thing).activated))


def targets(table: Machai, draft: Any) -> list[Any]:
    """The first targets of the ability."""
    return first_targets(table, opening(table, draft))


def label(table: Machai, action: ActivateAbility) -> tuple[str, Facts]:
    """What the button says."""
    told: Facts = {"card": table.name(permanent_of(table, action))}  # type: ignore[arg-type]
    if action.target is UNSET:
        return "activate_ability", told
    return "activate_ability_on", {**told, "target": table.name(table.find(action.target))}


# -- what it does ----------------------------------------------------------------------------------


def activate(table: Machai, action: ActivateAbility) -> None:
    """The ability is declared; one with further targets asks for them first."""
    begin(table, opening(table, action), action.target)


def put_on_stack(table: Machai, frame: Declare) -> None:
    """Paid for, the ability waits on the stack; that is no play of a card (MC-R71)."""
    number = frame.ability or 0
    thing = table.find(frame.source or 0, "battlefield", frame.player)
    paying = Do(player=frame.player, source=frame.source, card=thing.card, ability=number)
    for cost in table.card(thing).abilities[number].cost:
        cost.pay(table, paying)
    put_ability(table, thing, frame.player, number, **fields_of(table, frame))
    entry_came(table)
