"""Resolving an entry: its targets looked at again, its parts done, then it leaves the stack."""

from __future__ import annotations

from typing import Any

from ..agenda import Step
from ..effects.ability import Ability, Do, Side, Target
from ..table import Table
from .entries import find_entry
from .records import Bound, Chosen, Entry, GivePriority, Resolve


def run_resolve(table: Table[Any, Any], frame: Resolve) -> None:
    """Begin with the entry, or finish it once its effects are done.

    It stays on top of the stack until it is finished, so that its card is always somewhere.
    """
    entry = find_entry(table, frame.entry)
    if entry is not None and not frame.begun:
        frame.begun = True
        start(table, entry)
        return
    table.state.agenda[-1] = GivePriority(after="resolution", all=frame.all)
    if entry is not None:
        table.game.its_stack.leaves(table, entry)


def start(table: Table[Any, Any], entry: Entry) -> None:
    """Drop the targets that are none any more; do the rest, or nothing where the rules say so."""
    stack = table.game.its_stack
    if entry.targets and all_are_gone(table, entry) and stack.fizzles:
        table.emit("fizzle", stack.clauses.fizzle, what=entry.kind, object=entry.id, reason="all_targets_gone")
        return
    table.events.append({"type": "resolve", "object": entry.id, "card": entry.card, "rule": stack.clauses.resolve})
    stack.effects[entry.kind](table, entry)


def all_are_gone(table: Table[Any, Any], entry: Entry) -> bool:
    """Drop the targets that are none any more; whether none is left."""
    stack = table.game.its_stack
    standing = [chosen for chosen in entry.targets if stack.stands(table, entry, chosen)]
    for chosen in entry.targets:
        if chosen not in standing:
            told = {"what": "target", "object": entry.id, "target": chosen.ref}
            table.emit("fizzle", stack.clauses.fizzle, **told, reason="target_gone")
    entry.targets = standing
    return not standing


def do_parts(table: Table[Any, Any], entry: Entry) -> None:
    """Push the parts of an entry, the first to be done first; negated ones do nothing."""
    for part in reversed(range(len(entry.abilities))):
        if part not in entry.negated:
            table.state.agenda.append(frame_of(table, entry, part))


def frame_of(table: Table[Any, Any], entry: Entry, part: int) -> Do:
    """The frame that does a part of an entry, with its targets bound."""
    return Do(
        player=entry.controller, source=entry.self_id, card=str(entry.card), ability=entry.abilities[part],
        bound=bound_of(table, entry, part), that=entry.that, x=entry.x or 0, mode=entry.mode,
    )  # fmt: skip


def ability_of(table: Table[Any, Any], entry: Entry, part: int) -> Ability:
    """The compiled ability that is a part of an entry."""
    ability: Ability = table.card(entry).abilities[entry.abilities[part]]
    return ability


def bound_of(table: Table[Any, Any], entry: Entry, part: int) -> Bound:
    """What the steps of a part can name: its targets by slot (none left: nothing), what a trigger saw."""
    bound: Bound = {target.name: [] for target in ability_of(table, entry, part).targets}
    for chosen in entry.targets:
        if chosen.of == part:
            bound.setdefault(chosen.slot, []).append(chosen.ref)
    return {**entry.bound, **bound} if entry.bound else bound


# -- targets ---------------------------------------------------------------------------------------


def target_stands(table: Table[Any, Any], entry: Entry, chosen: Chosen) -> bool:
    """Whether a target is there and could still be chosen for its slot."""
    target = target_of(table, entry, chosen)
    if target is None:
        return target_is_there(table, entry, chosen)
    scope = Side(entry.controller, entry.self_id, bound_of(table, entry, chosen.of), entry.that, entry.x or 0)
    return chosen.ref in target.choose(table, scope)


def target_of(table: Table[Any, Any], entry: Entry, chosen: Chosen) -> Target | None:
    """The declared target that a slot stands for; a slot of the game's own has none."""
    targets = ability_of(table, entry, chosen.of).targets if chosen.of < len(entry.abilities) else ()
    return next((target for target in targets if target.name == chosen.slot), None)


def target_is_there(table: Table[Any, Any], entry: Entry, chosen: Chosen) -> bool:
    """Whether an object, a seat or an entry (or that part of it) is still there.

    An object that has changed zones has another id, so what it was is gone.
    """
    ref = chosen.ref
    if "object" in ref:
        return table.find(ref["object"]) is not None
    if "player" in ref:
        return ref["player"] in table.game.seats_in(table.state)
    if "entry" in ref:
        other = find_entry(table, ref["entry"])
        return other is not None and ref.get("part", 0) < max(1, len(other.abilities))
    return True


STEPS = (Step(Resolve, run=run_resolve),)
