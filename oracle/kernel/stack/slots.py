"""The usual slots of a declaration: mode, declared targets, X, objects to pay with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..effects.ability import Side, Target
from ..table import Table
from .policy import Slot
from .records import Declare, Pick


def picks_of(frame: Declare, slot: str, of: int = 0) -> list[Pick]:
    """What was picked for a slot, in order."""
    return [p.pick for p in frame.picks if p.slot == slot and p.of == of]  # type: ignore[misc]


def ref_of(pick: Pick) -> dict[str, Any]:
    """A pick as a reference: a bare number is an object, a list a tile."""
    if isinstance(pick, dict):
        return dict(pick)
    return {"tile": pick} if isinstance(pick, list) else {"object": pick}


def pick_of(ref: dict[str, Any]) -> Pick:
    """A reference as it is picked: an object by its bare id."""
    return ref["object"] if set(ref) == {"object"} else ref


def scope_of(table: Table[Any, Any], frame: Declare, of: int) -> Side:
    """From whose side the targets of a part are looked for, and what was picked for it so far."""
    bound: dict[str, list[Any]] = dict(frame.trigger.bound) if frame.trigger is not None else {}
    for picked in frame.picks:
        if picked.of == of and picked.pick is not None and not isinstance(picked.pick, str):
            bound.setdefault(picked.slot, []).append(ref_of(picked.pick))
    x = next((picked.pick for picked in frame.picks if picked.slot == "x" and isinstance(picked.pick, int)), 0)
    return Side(frame.player, frame.source, bound, x=x)


def target_slot(target: Target, of: int, rule: str | None, *, apart: bool = True, plain: bool = True) -> Slot:
    """The slot of a declared target. `apart`: not what another slot of that part holds already.

    `plain` offers objects by their bare ids, otherwise everything as a reference.
    """

    def offers(table: Table[Any, Any], frame: Declare) -> list[Pick]:
        scope = scope_of(table, frame, of)
        taken = [ref for name, refs in scope.bound.items() if name != target.name for ref in refs] if apart else []
        found = [ref for ref in target.choose(table, scope) if ref not in taken]
        return [pick_of(ref) if plain else ref for ref in found]

    return Slot(target.name, offers, "target", target.min, target.max, of, rule)


def target_slots(
    table: Table[Any, Any],
    frame: Declare,
    abilities: Iterable[int],
    rule: str | None,
    *,
    apart: bool = True,
    plain: bool = True,
) -> list[Slot]:
    """The slots of all declared targets of some abilities, part by part."""
    card = table.cards[str(frame.card)]
    parts = [card.abilities[ability] for ability in abilities]
    return [
        target_slot(target, of, rule, apart=apart, plain=plain)
        for of, ability in enumerate(parts)
        for target in ability.targets
    ]


def number_slot(most: Callable[[Table[Any, Any], Declare], int], rule: str | None, name: str = "x") -> Slot:
    """The slot of a number from 0 to what can be paid."""
    return Slot(name, lambda table, frame: list(range(most(table, frame) + 1)), "x", rule=rule)
