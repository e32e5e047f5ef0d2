"""Spells and abilities: put together choice by choice, then on the stack (MQ-5.15 to MQ-5.18, MQ-11.7 to MQ-11.9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.decisions import Action, ActionType, Facts, Kept, requires
from oracle.kernel.effects.ability import Ability, Cost, Side
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.declaring import accepts, declare, fields_of, good_picks, open_slot, picked
from oracle.kernel.stack.policy import Slot
from oracle.kernel.stack.records import Declare
from oracle.kernel.stack.requirements import choices_are_there
from oracle.kernel.stack.slots import target_slots
from oracle.kernel.state import ObjectId

from . import pieces
from .costs import cost_slots, pay, payable
from .declaring import put_on
from .seats import seat_of
from .state import Declared, Muhq
from .timing import WORD, count, fast_moment, gates, turn_has_room

Target = ObjectId | dict[str, Any] | UnsetType


class UseFree(Action, tag="use_free", kw_only=True, frozen=True):
    """Use a free action of a permanent."""

    permanent: ObjectId
    ability: int
    target: Target = UNSET


# -- what is declared ------------------------------------------------------------------------------


def opening_use(table: Muhq, action: Any) -> Declare | None:
    """The declaration that using a free action opens."""
    thing = pieces.piece(table, action.permanent)
    if thing is None or action.ability not in table.cards[str(thing.card)].free:
        return None
    return Declare(player=seat_of(action), kind="use_free", source=thing.id, card=thing.card, ability=action.ability)  # type: ignore[arg-type]


def parts_of(table: Muhq, frame: Declare) -> list[int]:
    """The abilities that a declaration is about."""
    return [frame.ability] if frame.ability is not None else table.cards[str(frame.card)].spells


def costs_of(table: Muhq, frame: Declare) -> Sequence[Cost]:
    """What it costs."""
    card = table.cards[str(frame.card)]
    return card.abilities[frame.ability].cost if frame.ability is not None else card.costs


def plan(table: Muhq, frame: Declare) -> list[Slot]:
    """Targets first, then how much X is, then the cards to pay with."""
    slots = target_slots(table, frame, parts_of(table, frame), "MQ-5.3", plain=True)
    return slots + cost_slots(costs_of(table, frame), "MQ-5.3")


# -- requirements ----------------------------------------------------------------------------------


def first_target_fits(table: Muhq, frame: Declare | None, target: Target) -> Kept:
    """A first target is named exactly where there is one to choose, and then it is a legal one."""
    if frame is None:
        return None
    slot = open_slot(table, frame)
    aims = slot is not None and slot.kind == "target" and slot.min > 0
    if not aims:
        return target is UNSET or {"target": target}
    if target is UNSET:
        return False
    return accepts(table, frame, target)


@requires("MQ-R77", code="not_your_permanent", reads=("permanent",))
def permanent_is_own(table: Muhq, action: UseFree) -> Kept:
    """The permanent is under one's control."""
    thing = pieces.piece(table, action.permanent)
    return thing is not None and thing.controller == action.player


@requires("MQ-5.15", code="no_such_ability", reads=("permanent", "ability"))
def ability_is_free(table: Muhq, action: UseFree) -> Kept:
    """The permanent has this free action."""
    thing = pieces.piece(table, action.permanent)
    return None if thing is None else action.ability in table.cards[str(thing.card)].free


@requires("MQ-5.17", code="no_fast_moment", reads=())
def free_actions_are_fast(table: Muhq, action: UseFree) -> Kept:
    """Free actions are used whenever fast actions are declared."""
    return fast_moment.test(table, action)


@requires("MQ-18.3", code="paralyzed", reads=("permanent",))
def source_is_not_paralyzed(table: Muhq, action: UseFree) -> Kept:
    """A paralyzed unit uses no actions."""
    thing = pieces.piece(table, action.permanent)
    return None if thing is None or not pieces.is_unit(table, thing) else not thing.marks.paralysis


@requires("MQ-R32", code="used_this_turn", reads=("permanent", "ability"))
def use_is_left(table: Muhq, action: UseFree) -> Kept:
    """What is once per turn was not used yet this turn."""
    thing = pieces.piece(table, action.permanent)
    if thing is None or action.ability not in table.cards[str(thing.card)].free:
        return None
    limit = table.cards[str(thing.card)].abilities[action.ability].limit
    return not limit or str(action.ability) not in thing.once


@requires("MQ-5.3", code="condition_not_met", reads=("permanent", "ability"))
def condition_holds(table: Muhq, action: UseFree) -> Kept:
    """What the ability says about when it is used holds."""
    frame = opening_use(table, action)
    if frame is None:
        return None
    condition = ability_of(table, frame).condition
    return None if condition is None else condition(table, Side(frame.player, frame.source))


@requires("MQ-5.18", code="cost_not_payable", reads=("permanent", "ability"))
def use_is_payable(table: Muhq, action: UseFree) -> Kept:
    """Everything that the free action costs can be paid."""
    frame = opening_use(table, action)
    if frame is None:
        return None
    return payable(table, Side(frame.player, frame.source), costs_of(table, frame)) or {
        "card": table.name(str(frame.card))
    }


@requires("MQ-5.3", code="target_not_allowed")
def use_target_fits(table: Muhq, action: UseFree) -> Kept:
    """A free action is used on a legal target where it takes one."""
    return first_target_fits(table, opening_use(table, action), action.target)


def ability_of(table: Muhq, frame: Declare) -> Ability:
    """The ability that is being declared."""
    found: Ability = table.cards[str(frame.card)].abilities[frame.ability or 0]
    return found


# -- candidates ------------------------------------------------------------------------------------


def first_targets(table: Muhq, frame: Declare | None) -> list[Any]:
    """What the first choice can be, where it is a target; otherwise just nothing."""
    slot = None if frame is None else open_slot(table, frame)
    if frame is None or slot is None or slot.kind != "target" or slot.min == 0:
        return [UNSET]
    return list(good_picks(table, frame, slot)) or [UNSET]


def users(table: Muhq, draft: Any) -> list[int]:
    """The own permanents that have free actions."""
    cards, seat = table.cards, draft.player
    return [t.id for t in table.state.permanents if t.controller == seat and cards[str(t.card)].free]  # type: ignore[misc]


def uses(table: Muhq, draft: Any) -> list[int]:
    """The free actions of a permanent."""
    thing = pieces.piece(table, draft.permanent)
    return [] if thing is None else list(table.cards[str(thing.card)].free)


def use_targets(table: Muhq, draft: Any) -> list[Any]:
    """The first targets of a free action."""
    return first_targets(table, opening_use(table, draft))


# -- what it does ----------------------------------------------------------------------------------


def open_declaration(table: Muhq, frame: Declare | None, target: Target) -> None:
    """The declaration begins; one that asks nothing more is complete at once."""
    assert frame is not None
    count(table)
    declare(table, frame if isinstance(target, UnsetType) else picked(table, frame, target))


@carries("MQ-5.15", "MQ-5.16", "MQ-5.18", "MQ-5.21")
def complete_use(table: Muhq, frame: Declare) -> None:
    """Everything is chosen: it is paid, and the ability waits on the stack."""
    fields = aimed(table, frame)
    thing = pieces.piece(table, frame.source)
    assert thing is not None
    if ability_of(table, frame).limit:
        thing.once = {**thing.once, str(frame.ability): True}
    pay(table, frame, costs_of(table, frame))
    number = frame.ability or 0
    put_on(
        table,
        Declared(
            kind="use_free", card=frame.card, controller=frame.player, source=frame.source, abilities=[number], **fields
        ),
    )  # fmt: skip


def aimed(table: Muhq, frame: Declare) -> dict[str, Any]:
    """The fields of the entry: X and targets."""
    fields = fields_of(table, frame)
    return {"x": fields["x"], "targets": fields["targets"]}


# -- the table -------------------------------------------------------------------------------------


def named(table: Muhq, target: Any) -> Any:
    """A target in the words of a button."""
    if isinstance(target, dict):
        if "player" in target:
            player = table.state.players[target["player"]]
            return player.name or str(target["player"])
        return f"({', '.join(map(str, next(iter(target.values()))))})"
    thing = table.find(target)
    return entry_named(table, thing) if isinstance(thing, Declared) and not thing.is_card else table.name(thing)


def entry_named(table: Muhq, entry: Declared) -> Callable[[str], str]:
    """An action on the stack in the words of a button: whose it is, and which."""

    def say(language: str) -> str:
        action = table.game.texts.word(entry.kind, language, of="action")
        return f"{table.cards[entry.card].name(language)} ({action})" if entry.card else action

    return say


def on_target(table: Muhq, action: Any, words: str, thing: Any) -> tuple[str, Facts]:
    """What the button of an action says that a card does, on its target if one is named."""
    told: Facts = {"card": table.name(thing)}
    if action.target is UNSET:
        return words, told
    return f"{words}_on", {**told, "target": named(table, action.target)}


def label_use(table: Muhq, action: UseFree) -> tuple[str, Facts]:
    """What the button says."""
    return on_target(table, action, "use_free", table.find(action.permanent))


USE_FREE = ActionType(
    UseFree,
    (
        *gates("permanent", "target"), permanent_is_own, ability_is_free, free_actions_are_fast, turn_has_room,
        source_is_not_paralyzed, use_is_left, condition_holds, use_is_payable,
        choices_are_there(opening_use, "MQ-5.3", reads=("permanent", "ability")), use_target_fits,
    ),
    lambda table, action: open_declaration(table, opening_use(table, action), action.target), None, WORD,
    ("permanent", "target"), label=label_use,
    domains=(("permanent", users), ("ability", uses), ("target", use_targets)),
)  # fmt: skip
