"""Judging and applying actions: the only way in which a state changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, Struct

from .agenda import advance
from .answers import Decision, Verdict
from .decisions import Action, Facts, Requirement, UnknownAction, broken, met
from .errors import Fault, IllegalAction, MalformedAction, ScriptError, Undetermined, Violation
from .hidden import in_words, needed_for
from .listing import cited, decision, named
from .meter import CURRENT, width
from .table import CardName, Table

if TYPE_CHECKING:
    from .game import Game

S = TypeVar("S")


class Outcome(Struct, Generic[S], gc=False, kw_only=True):
    """The state after what was done, and what happened in order."""

    state: S
    events: list[dict[str, Any]]


class Refusal(Struct, kw_only=True):
    """The first action of a sequence that is illegal, and the decision that still stands."""

    index: int
    violations: list[Violation]
    decision: Decision | None


def check(table: Table[Any, Any], action: Action | UnknownAction, language: str = "en") -> list[Violation]:
    """Every clause that the action breaks, in clause order; raises `Undetermined`."""
    check_seat(table, action)
    if isinstance(action, UnknownAction):
        return [
            violation(table, "unknown_action", table.game.conventions.unknown_action, {"type": action.type}, language)
        ]
    kind = table.game.type_of[type(action)]
    return violations(table, broken(kind.requirements, table, action), language)


def check_seat(table: Table[Any, Any], action: Action | UnknownAction) -> None:
    """Refuse an action of a seat that is not there."""
    count = len(table.state.players)
    if isinstance(action.player, int) and action.player >= count:
        message = f"There is no seat {action.player}; the seats are 0 to {count - 1}."
        raise MalformedAction([Fault(code="no_such_seat", at="/player", message=message, data={"seat": action.player})])


def violations(table: Table[Any, Any], found: Iterable[tuple[Requirement, Facts]], language: str) -> list[Violation]:
    """One violation a clause, in the order of the rulebook."""
    order = table.game.rulebook.order
    told: dict[tuple[str | None, str], Violation] = {}
    for requirement, facts in found:
        for rule in facts.get("rules", requirement.rules) or (None,):
            told.setdefault((rule, requirement.code), violation(table, requirement.code, rule, facts, language))
    return sorted(told.values(), key=lambda v: order(v.rule or ""))


def violation(table: Table[Any, Any], code: str, rule: str | None, facts: Facts, language: str = "en") -> Violation:
    """A violation with its message in that language and its facts as plain data."""
    message = table.game.texts.say("violations", code, language, facts, named(table, language))
    data = {k: str(v) if isinstance(v, CardName) else v for k, v in facts.items() if k != "rules"}
    return Violation(code=code, rule=rule, message=message, data=data or UNSET)


def judge(
    table: Table[Any, Any], action: Action | UnknownAction, language: str = "en", *, explain: bool = False
) -> Verdict:
    """The verdict on an action: legal, illegal, or undetermined where it hangs on a hidden part."""
    try:
        found = check(table, action, language)
    except Undetermined as doubt:
        return Verdict(
            verdict="undetermined",
            violations=[],
            rules=[],
            depends_on=in_words(doubt.depends_on, table.game.texts, language),
        )
    if found:
        rules = list(dict.fromkeys(v.rule for v in found if v.rule is not None))
        return Verdict(verdict="illegal", violations=found, rules=rules)
    kind = table.game.type_of[type(action)]  # type: ignore[index]
    kept = met((r for r in kind.requirements if explain or not r.gate), table, action)
    verdict = Verdict(verdict="legal", violations=[], rules=cited(table, [r for r in kept if not r.gate], kind.rules))
    if explain:
        verdict.met = [{"requirement": r.name, "rules": list(r.rules), "text": r.text} for r in kept]
    return verdict


def act(table: Table[Any, Any], action: Action | UnknownAction, language: str = "en") -> None:
    """Apply one action in place; raises `IllegalAction` and then has changed nothing."""
    carry_out(table, action, language)
    table.renew()


NONE: Any = (None, None)


def carry_out(table: Table[Any, Any], action: Action | UnknownAction, language: str = "en") -> None:
    """The same, for a table that is not looked at any more."""
    player = action.player
    judge, kind = table.game.acts.judged.get(type(action), NONE)
    if judge is None or player == "chance" or not judge(table, action):
        found = check(table, action, language)
        if found:
            raise IllegalAction(found)
    elif player >= len(table.state.players):
        check_seat(table, action)
    try:
        kind.does(table, action)
        if table.state.agenda:
            advance(table)
    except Undetermined as doubt:
        raise needed_for(table, doubt) from None


def resolve(
    game: Game[Any, Any],
    state: Any,
    actions: Sequence[Action | UnknownAction],
    script: Sequence[Any] | None,
    language: str,
) -> Outcome[Any] | Refusal:
    """Apply a sequence to a state that may be changed: all, or the first refusal."""
    table = game.table(state, script)
    untouched = table.sent = game.copy(state)
    meter = CURRENT.get()
    for index, action in enumerate(actions):
        if meter is not None:
            meter.spend(width(state))
        try:
            act(table, action, language)
        except ScriptError:
            raise
        except IllegalAction as refused:
            return Refusal(
                index=index, violations=refused.violations, decision=decision(game.table(untouched), language)
            )
    check_used_up(table)
    return Outcome(state=state, events=table.events)


def check_used_up(table: Table[Any, Any]) -> None:
    """Refuse forced outcomes that nothing asked for."""
    if table.script:
        rule = table.game.conventions.chance
        message = f"{len(table.script)} forced outcomes were not asked for."
        raise ScriptError(
            [Violation(code="script_not_used", rule=rule, message=message, data={"left": len(table.script)})]
        )


def plain(value: Any) -> Any:
    """A record as plain data."""
    return msgspec.to_builtins(value)
