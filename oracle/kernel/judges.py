"""Whether an action meets all requirements of its type, written out: the question that `apply` asks.

It is the same as running the requirements one by one, with two shortcuts. An object that several
requirements are about is looked up once. That an object exists is not asked where another
requirement finds it among those that the seat can point at. What hangs on the phase alone is asked
once for each phase.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .errors import Undetermined
from .inlining import condition
from .source import Source, field

if TYPE_CHECKING:
    from .decisions import ActionType, Part, Requirement

Judge = Callable[[Any, Any], bool]


def judge(kind: ActionType) -> Judge:
    """The function that says whether an action of this type is legal for certain."""
    source = Source("is_legal", "table", "action")
    source.named["Undetermined"] = Undetermined
    source.say(1, "player = action.player", "try:")
    surely_found = {r.finds.name for r in kind.requirements if r.finds is not None}
    found: dict[int, str] = {}
    write_phase(source, [requirement for requirement in kind.requirements if requirement.phase])
    for requirement in kind.requirements:
        if requirement.phase:
            continue
        if requirement.exists:
            write_existence(source, requirement, surely_found)
        elif requirement.finds is not None:
            source.say(2, f"if {look_up(source, requirement.finds, found)} is None: return False")
        elif requirement.of is not None:
            thing = look_up(source, requirement.of, found)
            source.say(2, f"if {thing} is not None:")
            write_question(source, requirement.about, ("table", "player", thing), 3)
        else:
            write_question(source, requirement.asks, WHOLE, 2)
    source.say(2, "return True")
    source.say(1, "except Undetermined: return False")
    return source.made()


def write_phase(source: Source, requirements: list[Requirement]) -> None:
    """Refuse where the phase is wrong; the phases found right are kept."""
    if not requirements:
        return
    right = source.call(set(), "right")
    source.say(2, f"if table.state.phase not in {right}:")
    for requirement in requirements:
        write_question(source, requirement.asks, WHOLE, 3)
    source.say(3, f"{right}.add(table.state.phase)")


WHOLE = ("table", "action")


def write_question(source: Source, asks: Any, names: tuple[str, ...], depth: int) -> None:
    """Refuse where a requirement is broken."""
    written = condition(source, asks, names)
    if written is not None:
        source.say(depth, f"if not ({written}): return False")
        return
    source.say(depth, f"kept = {source.call(asks, 'asks')}({', '.join(names)})")
    source.say(depth, "if kept is not True and kept is not None: return False")


def write_existence(source: Source, requirement: Requirement, surely_found: set[str]) -> None:
    """Ask for those parameters only that nothing else finds."""
    if set(requirement.exists) <= surely_found:
        return
    left = [f"type(action.{field(name)}) is int" for name in requirement.exists if name not in surely_found]
    source.say(2, f"if {' or '.join(left)}:")
    write_question(source, requirement.asks, WHOLE, 3)


def look_up(source: Source, part: Part, found: dict[int, str]) -> str:
    """The variable with the object that a parameter names; it is looked up before its first use."""
    name = found.get(id(part))
    if name is None:
        name = found[id(part)] = f"found_{len(found)}"
        source.say(2, f"{name} = {source.call(part.find, 'find')}(table, action)")
    return name
