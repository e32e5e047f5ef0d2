"""State marks: what happens to a unit as it is activated, and taking Paralysis off (MQ-18)."""

from __future__ import annotations

from typing import Literal

from oracle.kernel.agenda import Step, pop
from oracle.kernel.decisions import Action, ActionType, Facts, Kept, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.state import ObjectId

from . import ai, pieces
from .changing import change_marks, tap
from .declaring import declare_unit_action
from .seats import seat_of
from .settling import settle
from .state import Activation, Declared, Muhq, Permanent
from .timing import SLOW, count
from .unit_actions import UNIT, acting, names, selected, slots_of, unit_of


class ClearParalysis(Action, tag="clear_paralysis", kw_only=True, frozen=True):
    """Spend an action of a unit to take a Paralysis mark off it."""

    unit: ObjectId
    slot: Literal["move", "attack"]


# -- activation ------------------------------------------------------------------------------------


@carries("MQ-R55", "MQ-R56")
def activate(table: Muhq, unit: Permanent) -> None:
    """A unit that is selected is activated: its Poison, Panic and Rage show."""
    marks = unit.marks
    if marks.poison or marks.panic or marks.rage:
        table.push(Activation(unit=unit.id, stage="poison"))  # type: ignore[arg-type]


def run_activation(table: Muhq, frame: Activation) -> None:
    """The next mark, as long as the unit is there."""
    unit = pieces.piece(table, frame.unit)
    if unit is None:
        pop(table)
        return
    STAGES[frame.stage](table, frame, unit)


def poison(table: Muhq, frame: Activation, unit: Permanent) -> None:
    """One more Poison mark, which may destroy the unit."""
    frame.stage = "panic"
    if unit.marks.poison:
        add_poison(table, unit)
        settle(table)


@carries("MQ-18.6")
def add_poison(table: Muhq, unit: Permanent) -> None:
    """A poisoned unit that is activated gets one more Poison mark."""
    change_marks(table, unit, "poison", 1, "MQ-18.6")


def panic(table: Muhq, frame: Activation, unit: Permanent) -> None:
    """A unit in panic flees."""
    frame.panic, frame.rage = is_in_panic(unit), is_enraged(unit)
    frame.stage = "rage"
    if frame.panic:
        flee(table, unit)
        settle(table)


@carries("MQ-18.8", otherwise=False)
def is_in_panic(unit: Permanent) -> bool:
    """A unit with Panic marks is in panic."""
    return unit.marks.panic > 0


@carries("MQ-18.11", otherwise=False)
def is_enraged(unit: Permanent) -> bool:
    """A unit with Rage marks is enraged."""
    return unit.marks.rage > 0


@carries("MQ-18.9", "MQ-18.10")
def flee(table: Muhq, unit: Permanent) -> None:
    """The Shy behaviour is carried out, then one Panic mark goes."""
    ai.shy(table, unit)
    change_marks(table, unit, "panic", -1, "MQ-18.10")


def rage(table: Muhq, frame: Activation, unit: Permanent) -> None:
    """An enraged unit goes where it can attack."""
    frame.stage = "attack"
    if frame.rage:
        ai.approach(table, unit)
        settle(table)


def attack(table: Muhq, frame: Activation, unit: Permanent) -> None:
    """Then it attacks."""
    frame.stage = "end"
    if frame.rage:
        rave(table, unit)
        settle(table)


@carries("MQ-18.12", "MQ-18.13")
def rave(table: Muhq, unit: Permanent) -> None:
    """The Aggressive behaviour is carried out, then one Rage mark goes."""
    ai.strike(table, unit)
    change_marks(table, unit, "rage", -1, "MQ-18.13")


def end(table: Muhq, frame: Activation, unit: Permanent) -> None:
    """If a behaviour was carried out the unit is tapped."""
    pop(table)
    if frame.panic or frame.rage:
        be_done(table, unit)


@carries("MQ-AI3", "MQ-R57")
def be_done(table: Muhq, unit: Permanent) -> None:
    """After its behaviours a unit is tapped and no longer selected."""
    tap(table, unit, "MQ-AI3")


STAGES = {"poison": poison, "panic": panic, "rage": rage, "attack": attack, "end": end}
STEPS = (Step(Activation, run=run_activation),)

# -- clearing --------------------------------------------------------------------------------------


@requires("MQ-18.4", code="not_paralyzed", reads=UNIT)
def unit_is_paralyzed(table: Muhq, action: ClearParalysis) -> Kept:
    """The unit is paralyzed."""
    unit = unit_of(table, action)
    return unit is not None and unit.marks.paralysis > 0


@carries("MQ-18.4", "MQ-R59")
def clear(table: Muhq, action: ClearParalysis) -> None:
    """Taking a mark off is declared."""
    unit = unit_of(table, action)
    assert unit is not None
    count(table)
    declare_unit_action(table, unit, "clear_paralysis", action.slot, [], seat_of(action))


@carries("MQ-5.4", "MQ-18.4")
def run_clear(table: Muhq, entry: Declared) -> None:
    """One Paralysis mark goes, if any is left."""
    unit = pieces.piece(table, entry.source)
    if unit is not None:
        change_marks(table, unit, "paralysis", -1, "MQ-18.4")


def label(table: Muhq, action: ClearParalysis) -> tuple[str, Facts]:
    """What the button says."""
    return f"clear_paralysis_{action.slot}", names(table, action)


CLEAR = ActionType(
    ClearParalysis, (*acting(paralyzed=True), unit_is_paralyzed), clear, None, SLOW, UNIT, label=label,
    domains=(("unit", selected), ("slot", slots_of)),
)  # fmt: skip
