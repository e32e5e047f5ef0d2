"""The list of legal actions of one actor at one moment, written out from the plans of the action types.

For a type with parameters `card` and `target` the lines are those one would write by hand:

    try:
        if (kept := first(table, draft)) is True or kept is None:
            for found_0 in cards(table, draft):
                try:
                    if (kept := about(table, player, found_0)) is True or kept is None:
                        draft.card = found_0.id
                        for ...
                except Undetermined: pass
    except Undetermined: pass

Each type begins with a draft of its own: what was chosen for another, an optional parameter say, is not of its
actions. What hangs on something hidden is not listed. Requirements that several types share and that read
no parameter (who acts, and when) are asked once; those that read one attribute of an object (`by`)
once for each value of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .candidates import MANY, Draft, Level, Plan, proposed
from .errors import Undetermined
from .inlining import condition
from .source import Source, field

if TYPE_CHECKING:
    from .decisions import Action, Requirement
    from .table import Table

Lister = Callable[["Table[Any, Any]", "int | str"], "list[Action]"]
IGNORE = "except Undetermined: pass"


class Alike(dict[Any, Any]):
    """The actions of a type without parameters, one a player: frozen, so they can be used again."""

    def __init__(self, record: type[Action]) -> None:
        self.record = record

    def __missing__(self, player: int | str) -> Action:
        """Make the action of a player, and keep it where the player may be one."""
        action = self.record(player=player)  # type: ignore[arg-type]
        if player == "chance" or player in range(16):
            self[player] = action
        return action


def lister(plans: Sequence[Plan]) -> Lister:
    """The function that lists the legal actions of these types."""
    source = Source("legal", "table", "player")
    source.named.update(Undetermined=Undetermined, Draft=Draft)
    source.say(1, "draft = Draft(player)", "listed = []", "add = listed.append", "tried = 0")
    shared = Shared(source)
    chosen = False
    for plan in plans:
        if chosen:
            source.say(1, "draft = Draft(player)")
        chosen = bool(plan.levels)
        source.say(1, "try:")
        gates = [r for r in plan.first if r.who]
        asked = [*shared.asked(gates), *of_no_parameter(source, [r for r in plan.first if not r.who])]
        source.say(2, f"if {' and '.join(asked)}:" if asked else "if True:")
        write(source, plan)
        source.say(1, IGNORE)
        if len(plan.levels) > 1 or plan.kind.proposes is not None:
            source.say(1, "if len(listed) > table.steps: table.spend(len(listed))")
    source.say(1, "if len(listed) > table.steps: table.spend(len(listed))", "table.candidates += tried")
    source.say(1, "return listed")
    return source.made()


class Shared:
    """Gates that several types have in common: asked before the first of them."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.known: dict[tuple[int, ...], str] = {}

    def asked(self, gates: list[Requirement]) -> list[str]:
        """The condition that these gates are open, as code."""
        if not gates:
            return []
        key = tuple(map(id, gates))
        if key not in self.known:
            name = self.known[key] = f"open_{len(self.known)}"
            tests = " and ".join(question(self.source, gate) for gate in gates)
            # Outside the `try` of the type that stands first: the answer must be there for the others too.
            lines = self.source.lines
            at = len(lines) - 1
            lines[at:at] = [
                "    try:",
                f"        {name} = {tests}",
                "    except Undetermined:",
                f"        {name} = False",
            ]
        return [self.known[key]]


def of_no_parameter(source: Source, requirements: list[Requirement]) -> list[str]:
    """The conditions of requirements that read no parameter; what several are about is found once, as they are read."""
    asked: list[str] = []
    found: dict[int, str] = {}
    for requirement in requirements:
        if requirement.finds is not None:
            name = found[id(requirement.finds)] = f"whole_{len(found)}"
            asked.append(f"({name} := {source.call(requirement.finds.find, 'find')}(table, draft)) is not None")
        else:
            asked.append(question(source, requirement, found.get(id(requirement.of), "")))
    return asked


def question(source: Source, requirement: Requirement, found: str = "") -> str:
    """The condition that a requirement is kept or does not concern the action, as code."""
    asks: Callable[..., Any] = requirement.asks
    names: tuple[str, ...] = ("table", "draft")
    if requirement.about is not None and found:
        asks, names = requirement.about, ("table", "player", found)
    written = condition(source, asks, names)
    if written is not None:
        return f"({written})"
    return f"((kept := {source.call(asks, 'asks')}({', '.join(names)})) is True or kept is None)"


def write(source: Source, plan: Plan) -> None:
    """Add the legal actions of one type."""
    kind = plan.kind
    if kind.proposes is not None:
        source.say(3, f"listed += {source.call(proposed, 'proposed')}(table, {source.call(kind, 'kind')}, player)")
    elif not plan.levels:
        source.say(3, f"add({source.call(Alike(kind.record), 'alike')}[player])")
    else:
        for i, level in enumerate(plan.levels):
            if i and level.apart:
                source.say(3, f"all_{level.name} = None")
            for word in sorted(likes(level)):
                source.say(3, f"alike_{level.name}_{word} = {{}}")
        write_level(source, plan, 0, 3)


def write_level(source: Source, plan: Plan, number: int, depth: int) -> None:
    """Choose one parameter in every way that its requirements allow, then the next."""
    if number == len(plan.levels):
        chosen = "".join(f", {field(level.name)}=value_{i}" for i, level in enumerate(plan.levels))
        source.say(depth, f"add({source.call(plan.kind.record, 'record')}(player=player{chosen}))")
        return
    level = plan.levels[number]
    first_part = next((i for i, one in enumerate(plan.levels) if one.part is not None), None)
    if number:
        source.say(depth, f"if tried > {MANY}: tried = table.tried(tried)")
    if number and level.apart:
        write_once(source, level, depth)
        source.say(depth, f"for value_{number} in all_{level.name}:", "    tried += 1")
        inner = depth + 1
    else:
        source.say(depth, f"for found_{number} in {source.call(level.domain, 'domain')}(table, draft):")
        if number:
            source.say(depth + 1, "tried += 1")
        inner = write_tests(source, level, f"found_{number}", f"value_{number}", depth + 1)
    more = plan.levels[number + 1 :]
    if any(not later.apart for later in more):
        source.say(inner, f"draft.{level.name} = value_{number}")
        if number == first_part:
            source.say(inner, f"draft.thing = found_{number}")
    if more and not more[0].apart:
        source.say(inner, "try:")
        write_level(source, plan, number + 1, inner + 1)
        source.say(inner, IGNORE)
    else:
        write_level(source, plan, number + 1, inner)


def write_once(source: Source, level: Level, depth: int) -> None:
    """Work out the values of a parameter that hangs on nothing chosen before, when they are first wanted."""
    source.say(depth, f"if all_{level.name} is None:", f"    all_{level.name} = []", "    try:")
    source.say(depth + 2, f"for found in {source.call(level.domain, 'domain')}(table, draft):")
    inner = write_tests(source, level, "found", "value", depth + 3)
    source.say(inner, f"all_{level.name}.append(value)")
    source.say(depth + 1, IGNORE)


def write_tests(source: Source, level: Level, found: str, value: str, depth: int) -> int:
    """Pass over what a requirement forbids; returns the depth at which the parameter is chosen."""
    part = level.part
    on_draft = [r for r in level.requirements if part is None or r.of is not part]
    source.say(depth, f"{value} = {found}.{part.at}" if part is not None else f"{value} = {found}")
    if on_draft:
        source.say(depth, f"draft.{field(level.name)} = {value}")
    for word, alike in sorted(likes(level).items()):
        write_alike(source, level, word, [question(source, r, found) for r in alike], found, depth)
    left = [r for r in level.requirements if r.by is None]
    if left:
        asked = [question(source, r, "" if part is None or r.of is not part else found) for r in left]
        source.say(depth, "try:", f"    if not ({' and '.join(asked)}): continue", "except Undetermined: continue")
    return depth


def likes(level: Level) -> dict[str, list[Requirement]]:
    """The requirements that are answered once for all objects alike in an attribute, by that attribute."""
    found: dict[str, list[Requirement]] = {}
    for requirement in level.requirements:
        if requirement.by is not None:
            found.setdefault(requirement.by, []).append(requirement)
    return found


def write_alike(source: Source, level: Level, word: str, asked: list[str], found: str, depth: int) -> None:
    """Pass over objects that are like one that was refused."""
    answers = f"alike_{level.name}_{word}"
    source.say(depth, f"fits = {answers}.get(like := {found}.{field(word)})")
    source.say(depth, "if fits is None:", f"    try: fits = {answers}[like] = {' and '.join(asked)}")
    source.say(depth + 1, f"except Undetermined: fits = {answers}[like] = False")
    source.say(depth, "if not fits: continue")
