"""Full actions of units: the whole turn for an ability (MQ-15.8; A18 of the digest)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from oracle.kernel.decisions import Action, ActionType, Facts, Kept, requires
from oracle.kernel.effects.ability import Side
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.records import Declare
from oracle.kernel.stack.requirements import choices_are_there
from oracle.kernel.state import ObjectId

from . import pieces
from .abilities import (
    Target,
    ability_of,
    aimed,
    costs_of,
    first_target_fits,
    first_targets,
    on_target,
    open_declaration,
)
from .changing import use_slot
from .costs import pay, payable
from .declaring import put_on
from .seats import seat_of
from .state import Declared, Muhq
from .timing import SLOW
from .unit_actions import acting, selected, unit_of


class FullAction(Action, tag="full_action", kw_only=True, frozen=True):
    """Use an ability that takes a unit's whole turn."""

    unit: ObjectId
    ability: int
    target: Target = UNSET


BOTH = ("unit", "ability")


def opening(table: Muhq, action: Any) -> Declare | None:
    """The declaration that a full action opens."""
    unit = unit_of(table, action)
    if unit is None or action.ability not in table.cards[str(unit.card)].full:
        return None
    return Declare(player=seat_of(action), kind="full_action", source=unit.id, card=unit.card, ability=action.ability)  # type: ignore[arg-type]


@requires("MQ-15.8", code="no_such_ability", reads=BOTH)
def unit_has_it(table: Muhq, action: FullAction) -> Kept:
    """The unit has this full action."""
    unit = unit_of(table, action)
    return None if unit is None else action.ability in table.cards[str(unit.card)].full


@requires("MQ-5.3", code="condition_not_met", reads=BOTH)
def condition_holds(table: Muhq, action: FullAction) -> Kept:
    """What the ability says about when it is used holds."""
    frame = opening(table, action)
    condition = None if frame is None else ability_of(table, frame).condition
    return None if frame is None or condition is None else condition(table, Side(frame.player, frame.source))


@requires("MQ-5.3", code="cost_not_payable", reads=BOTH)
def it_is_payable(table: Muhq, action: FullAction) -> Kept:
    """Everything that it costs can be paid."""
    frame = opening(table, action)
    if frame is None:
        return None
    costs = costs_of(table, frame)
    return not costs or payable(table, Side(frame.player, frame.source), costs) or {"card": table.name(str(frame.card))}


@requires("MQ-5.3", code="target_not_allowed")
def target_fits(table: Muhq, action: FullAction) -> Kept:
    """It is used on a legal target where it takes one."""
    return first_target_fits(table, opening(table, action), action.target)


@carries("MQ-15.8", "MQ-5.21")
def complete(table: Muhq, frame: Declare) -> None:
    """Everything is chosen: the unit's whole turn is used, the ability waits on the stack."""
    unit = pieces.piece(table, frame.source)
    assert unit is not None
    fields = aimed(table, frame)
    use_slot(unit, "full")
    pay(table, frame, costs_of(table, frame))
    number = frame.ability or 0
    entry = Declared(
        kind="full_action", card=frame.card, controller=frame.player, source=frame.source, abilities=[number],
        slot="full", **fields,
    )  # fmt: skip
    put_on(table, entry)


def abilities(table: Muhq, draft: Any) -> list[int]:
    """The full actions of the unit."""
    unit = unit_of(table, draft)
    return [] if unit is None else list(table.cards[str(unit.card)].full)


def targets(table: Muhq, draft: Any) -> list[Any]:
    """The first targets of a full action."""
    return first_targets(table, opening(table, draft))


def label(table: Muhq, action: FullAction) -> tuple[str, Facts]:
    """What the button says."""
    unit = unit_of(table, action)
    assert unit is not None
    return on_target(table, action, "full_action", unit)


FULL_ACTION = ActionType(
    FullAction,
    (
        *acting("target", slot="full"), unit_has_it, condition_holds, it_is_payable,
        choices_are_there(opening, "MQ-5.3", reads=BOTH), target_fits,
    ),
    lambda table, action: open_declaration(table, opening(table, action), action.target), None, SLOW,
    ("unit", "target"), label=label, domains=(("unit", selected), ("ability", abilities), ("target", targets)),
)  # fmt: skip
