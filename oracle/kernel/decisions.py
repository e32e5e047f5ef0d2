"""Decisions, actions and the requirements that make an action legal.

An action type is declared once: its parameters (a record), its requirements in the order in which
they are judged, what it does, and how candidates for it are proposed. `check` runs the
requirements; the legal list proposes candidates and keeps those whose requirements all hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from .errors import Undetermined
from .state import Seat

if TYPE_CHECKING:
    from .table import Table

Facts = dict[str, Any]
Kept = bool | Facts | None
Actor = Seat | Literal["chance"]


class Action(Struct, gc=False, kw_only=True, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a seat, or chance, wants to do; the tag is the action's type."""

    player: Actor


class UnknownAction(Struct, gc=False, kw_only=True, frozen=True):
    """An action of a type that the game has not: judged, never legal."""

    type: str
    player: Actor


class Pending(Struct, frozen=True, gc=False):
    """A decision as the rules state it, before any words: its clause, the facts of its prompt.

    `picks` are the candidates of a choice; `min` and `max` how many more it takes. What is picked in
    a `secret` one is told to its player only.
    """

    player: Actor
    type: str
    rule: str | None
    prompt: str = ""
    facts: dict[str, Any] = {}
    source: int | None = None
    also: tuple[int, ...] = ()
    min: int | None = None
    max: int | None = None
    chosen: tuple[Any, ...] | None = None
    picks: tuple[Any, ...] | None = None
    of: str | None = None
    seat: int | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A parameter that names an object by its id: `find` gives the object that an action means, or `None`.

    `at` says where the value is in what is found: `id` of a record, `object.id` of a place, `index` of a
    numbered one. One without a name is no parameter: something that follows from who acts.
    """

    name: str
    find: Callable[[Any, Any], Any]
    at: Literal["id", "object.id", "index"] = "id"

    def value(self, found: Any) -> Any:
        """The parameter's value for an object."""
        return found.object.id if self.at == "object.id" else getattr(found, self.at)


class Requirement:
    """One sentence that must be true of an action, tied to the clauses that demand it.

    The test answers `True` when it is kept, `None` when it does not concern this action, and
    `False` or the facts of the matter when it is broken. After a broken requirement that `stops`
    nothing further is judged. A `gate` asks who acts and when, and is not cited for a legal action.
    `who` says that the answer hangs on nothing of the action but its player (as that of a gate
    does, unless it says otherwise): then it is asked once for all candidates. `reads` names the
    parameters that the answer hangs on (`None`: all), `given` says that every candidate proposed
    meets it by the way candidates are found; neither changes what is judged.

    One that is about a single object is written as a question `about` it (the table, the seat, the
    object), which is asked of an action once the object is found by its part, `of`. `finds` says
    that it is kept exactly where that part finds something, `exists` that it is kept where these
    parameters name objects that the seat can point at. `by` names the only attribute of the object
    that it reads beside the state: objects alike in it get one answer in a list. `phase` says that
    the answer hangs on the phase of the match and on nothing else. `asks` is the test as it was
    written: code written out from requirements keeps to it while a test silences one.
    """

    __slots__ = (
        "about", "asks", "by", "code", "exists", "finds", "gate", "given", "name", "of", "phase", "reads", "rules",
        "stops", "test", "text", "who",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913 - each part says one more thing about the same sentence
        self,
        test: Callable[[Any, Any], Kept],
        rules: tuple[str, ...],
        code: str,
        *,
        stops: bool = False,
        gate: bool = False,
        who: bool | None = None,
        reads: tuple[str, ...] | None = None,
        given: bool = False,
        of: Part | None = None,
        about: Callable[[Any, Any, Any], Kept] | None = None,
        by: str | None = None,
        finds: Part | None = None,
        exists: tuple[str, ...] = (),
        phase: bool = False,
        name: str = "",
        text: str = "",
    ) -> None:
        self.test = self.asks = test
        self.of = of
        self.about = about
        self.by = by
        self.finds = finds
        self.phase = phase
        self.exists = exists
        self.rules = rules
        self.code = code
        self.stops = stops or gate
        self.gate = gate
        self.who = gate if who is None else who
        self.reads = reads
        self.given = given
        self.name = name or test.__name__
        self.text = text or (test.__doc__ or "").strip().partition("\n")[0]

    def __repr__(self) -> str:
        return f"<{self.name} {' '.join(self.rules)}>"


def requires(
    *rules: str,
    code: str,
    stops: bool = False,
    gate: bool = False,
    reads: tuple[str, ...] | None = None,
    given: bool = False,
    finds: Part | None = None,
    phase: bool = False,
) -> Callable[[Callable[[Any, Any], Kept]], Requirement]:
    """Tie a test to its clauses; its docstring's first line is the requirement in words.

    `stops` ends the list when it is broken; `gate` marks a question of who and when, which is not
    among the clauses that a legal action cites. `reads` names the parameters that it reads, so that
    the legal list asks it as early as possible; `given` says that proposed candidates meet it anyway,
    `phase` that it hangs on the phase of the match alone.
    """

    def bind(test: Callable[[Any, Any], Kept]) -> Requirement:
        read = (finds.name,) if finds is not None and reads is None else reads
        return Requirement(test, rules, code, stops=stops, gate=gate, reads=read, given=given, finds=finds, phase=phase)

    return bind


def requires_of(
    part: Part,
    *rules: str,
    code: str,
    stops: bool = False,
    given: bool = False,
    by: str | None = None,
    facts: Callable[[Any, Any, Any], Facts] | None = None,
) -> Callable[[Callable[[Any, Any, Any], Kept]], Requirement]:
    """Tie a question about one object (table, seat, object) to its clauses.

    It does not concern an action whose object is not found: that is another requirement's to say.
    One that reads a single attribute of the object, beside the state, may name it (`by`). The `facts` of
    the matter can be left to a function of their own: a list does not need them.
    """

    def bind(about: Callable[[Any, Any, Any], Kept]) -> Requirement:
        def test(table: Any, action: Any) -> Kept:
            thing = part.find(table, action)
            kept = None if thing is None else about(table, action.player, thing)
            return facts(table, action.player, thing) if kept is False and facts is not None else kept

        reads = (part.name,) if part.name else ()
        name, text = about.__name__, (about.__doc__ or "").strip().partition("\n")[0]
        return Requirement(
            test, rules, code, stops=stops, reads=reads, given=given, of=part, about=about, by=by, name=name, text=text
        )

    return bind


@dataclass(frozen=True, slots=True)
class ActionType:
    """Everything about one type of action.

    `does` changes the table. `domains` gives each parameter's candidates in turn (`apart` names
    those that hang on nothing chosen before; those of a `Part` are the objects themselves), or
    `proposes` yields whole candidates. `moments`
    names the decisions at which candidates are worth proposing (empty: all), `aside` says that they
    are for seats that do not decide too. None of these decides legality. `objects` names the
    parameters that are ids of objects, `rules` the clauses that allow it besides those of its
    requirements.
    """

    record: type[Action]
    requirements: tuple[Requirement, ...]
    does: Callable[[Any, Any], None]
    proposes: Callable[[Any, Any], Iterable[Any]] | None = None
    moments: frozenset[str] = frozenset()
    objects: tuple[str, ...] = ()
    actor: Literal["seat", "chance"] = "seat"
    label: Callable[[Any, Any], tuple[str, Facts]] | None = None
    aside: bool = False
    rules: tuple[str, ...] = ()
    domains: tuple[tuple[str | Part, Callable[[Any, Any], Iterable[Any]]], ...] = ()
    apart: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The word in the action's `type`."""
        return str(self.record.__struct_config__.tag)


@lru_cache(maxsize=1024)
def plainly(player: Actor, type: str, rule: str | None) -> Pending:
    """A decision of which there is nothing more to say; it is made once."""
    return Pending(player, type, rule)


def broken(requirements: Iterable[Requirement], table: Table[Any, Any], action: Any) -> list[tuple[Requirement, Facts]]:
    """The requirements that the action breaks, with their facts, in order of judging.

    Raises `Undetermined` when none is broken for certain and some hang on what is hidden.
    """
    found: list[tuple[Requirement, Facts]] = []
    unsure: list[str] = []
    for requirement in requirements:
        try:
            kept = requirement.test(table, action)
        except Undetermined as doubt:
            unsure += doubt.depends_on
            if requirement.stops:
                break
            continue
        if kept is True or kept is None:
            continue
        found.append((requirement, kept or {}))
        if requirement.stops:
            break
    if unsure and not found:
        raise Undetermined(sorted(set(unsure)))
    return found


def holds(requirements: Iterable[Requirement], table: Table[Any, Any], action: Any) -> bool:
    """Whether the action meets all requirements for certain."""
    try:
        for requirement in requirements:
            answer = requirement.test(table, action)
            if answer is not True and answer is not None:
                return False
    except Undetermined:
        return False
    return True


def met(requirements: Iterable[Requirement], table: Table[Any, Any], action: Any) -> list[Requirement]:
    """The requirements that concern the action and are met."""
    return [requirement for requirement in requirements if requirement.test(table, action) is True]
