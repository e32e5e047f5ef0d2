"""Sharing: whether several costs can each have the things they take, none of them twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .ability import Cost, Scope, Target

if TYPE_CHECKING:
    from oracle.kernel.table import Table

Want = tuple[int, Sequence[Any]]
"""How many things are wanted, and of which."""


def are_enough(wants: Sequence[Want]) -> bool:
    """Whether everybody can have as many of theirs as they want, nothing twice."""
    if are_plenty(wants):
        return True
    if any(len(things) < number for number, things in wants):
        return False
    units = [things for number, things in wants for _ in range(number)]
    taken: dict[Any, int] = {}
    return all(finds(unit, units, taken, set()) for unit in range(len(units)))


def are_plenty(wants: Sequence[Want]) -> bool:
    """Whether each could have all that everybody wants together: then no choice takes anything from anybody."""
    total = sum(number for number, _ in wants)
    return all(len(things) >= total for number, things in wants if number)


def finds(unit: int, units: Sequence[Sequence[Any]], taken: dict[Any, int], asked: set[Any]) -> bool:
    """Find one thing for this unit; who has it already looks for another one."""
    for thing in units[unit]:
        if thing in asked:
            continue
        asked.add(thing)
        if thing not in taken or finds(taken[thing], units, taken, asked):
            taken[thing] = unit
            return True
    return False


def leave_enough(wants: Sequence[Want], mine: int) -> list[Any]:
    """The things of one want that can be taken first, so that everybody still finds theirs."""
    number, things = wants[mine]
    if are_plenty(wants):
        return list(things)
    found = []
    for thing in things:
        rest = [(n, [t for t in ts if t != thing]) for n, ts in wants]
        rest[mine] = (number - 1, rest[mine][1])
        if are_enough(rest):
            found.append(thing)
    return found


def things_for(table: Table[Any, Any], scope: Scope, target: Target) -> list[Any]:
    """The things that can be chosen to pay with; a card that is not known here is one of its own kind."""
    ids = [ref.get("object") for ref in target.choose(table, scope)]
    return [number if isinstance(number, int) else ("unknown", i) for i, number in enumerate(ids)]


def wants_of(table: Table[Any, Any], scope: Scope, costs: Sequence[Cost]) -> list[Want]:
    """What is still to be chosen, of what was not chosen yet; what others chose in secret is not known.

    The card itself is not chosen where something is done to it as well.
    """
    targets = [target for cost in costs for target in cost.targets]
    taken = {ref.get("object") for target in targets for ref in scope.bound.get(target.name, []) if ref is not None}
    taken |= {scope.source} if any(cost.own for cost in costs) else set()
    found: list[Want] = []
    for target in targets:
        left = target.min - len(scope.bound.get(target.name, []))
        found.append((max(0, left), [thing for thing in things_for(table, scope, target) if thing not in taken]))
    return found


def can_be_done(table: Table[Any, Any], scope: Scope, cost: Cost) -> bool:
    """Whether a cost can be paid as far as nothing is chosen for it: what is done to the card itself needs the card."""
    if not cost.can(table, scope):
        return False
    if not cost.own:
        return True
    place, fits = table.place(scope.source or 0), table.game.vocabulary.primitives[cost.word].fits
    return place is not None and (fits is None or fits(table, scope, place))


def can_be_paid(table: Table[Any, Any], scope: Scope, costs: Sequence[Cost]) -> bool:
    """Whether a whole cost could be paid: each part of it, and all of them together."""
    if not all(can_be_done(table, scope, cost) for cost in costs):
        return False
    affords = table.game.vocabulary.affords
    return are_enough(wants_of(table, scope, costs)) and (affords is None or affords(table, scope, costs))
