"""What a game declares about its stack: windows, declarations, triggers, and what ends what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from ..chance import Question
from .records import Chosen, Declare, Entry, Pick

if TYPE_CHECKING:
    from ..table import Table

Holder = Literal["active", "left_of_active", "controller", "left_of_controller"]


@dataclass(frozen=True, slots=True)
class Window:
    """How priority goes round in one kind of window.

    `first` holds it when the window opens, `after_entry` when something was put on the stack,
    `after_resolution` when something was resolved and more is left. With an empty stack only the
    seats in `asks` are asked; once all have passed in succession the window is over and `ends`
    does what follows. Otherwise the top entry is resolved, or the whole stack (`resolves`). A stack
    that has become empty opens the window `again`, or leaves it without its end (`leave`).
    """

    name: str
    rule: str | None
    ends: Callable[[Table[Any, Any]], None] | None = None
    first: Holder = "active"
    asks: Literal["all", "others"] = "all"
    after_entry: Holder = "left_of_controller"
    resolves: Literal["top", "all"] = "top"
    after_resolution: Holder = "active"
    when_emptied: Literal["again", "leave"] = "again"


@dataclass(frozen=True, slots=True)
class Slot:
    """One choice of a declaration: what is offered, how many are taken, of which part of the entry.

    `kind` says what the pick is: `mode`, `target`, `x`, or a word of the game's own (a cost). Before
    a slot with a `question` is filled by chance the declaration is locked. What fills a `secret` one
    (a card of the hand to pay with) is its player's alone.
    """

    name: str
    offers: Callable[[Table[Any, Any], Declare], Sequence[Pick]]
    kind: str = "target"
    min: int = 1
    max: int = 1
    of: int = 0
    rule: str | None = None
    question: Callable[[Table[Any, Any], Declare], Question] | None = None
    secret: bool = False


def always(_table: Table[Any, Any], _frame: Declare) -> bool:
    """Every declaration that is not locked may be taken back."""
    return True


@dataclass(frozen=True, slots=True)
class Declaration:
    """How one kind of play is put together: its slots in order, and what a complete one does.

    `plan` may look at the picks made so far (a mode decides on the targets). With `confirms` a
    complete one waits for the player's word where anything was to be chosen.
    """

    plan: Callable[[Table[Any, Any], Declare], Sequence[Slot]]
    completes: Callable[[Table[Any, Any], Declare], None]
    decision: str = "declare"
    rule: str | None = None
    confirms: bool = False
    may_cancel: Callable[[Table[Any, Any], Declare], bool] = always


@dataclass(frozen=True, slots=True)
class Triggers:
    """How triggers that wait are done: the active seat's first, then those of the seats to its left.

    `order` says who orders a seat's own: the `owner`, or the `age` of the source. They go `on_stack`
    or are done at once; those caused meanwhile come `next`, or when the batch is over (`later`).
    """

    order: Literal["owner", "age"] = "owner"
    on_stack: bool = True
    caused: Literal["next", "later"] = "later"
    decision: str = "order_trigger"
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clauses behind the events of the stack."""

    put: str | None = None
    resolve: str | None = None
    fizzle: str | None = None
    counter: str | None = None


def no_window(_table: Table[Any, Any]) -> str | None:
    """No phase is a window by itself."""
    return None


@dataclass(frozen=True, slots=True)
class Stack:
    """A game's stack: its windows, what an entry does and where it goes then.

    `effects` push the frames that do an entry, by its kind; `leaves` takes a resolved one off and its
    card to where it goes.

    `ground` names the window that is open in a phase without a frame, `on_entry` the one that opens
    when something is put on the stack while none is, `varies` what the options of a match change in
    a window. `spells` writes a target in events. `fizzles` says that an entry all of whose targets
    are gone does nothing at all; `stands` whether a target is still one. Where `passes_idle` holds,
    seats that could only pass are passed.
    """

    windows: Mapping[str, Window]
    effects: Mapping[str, Callable[[Table[Any, Any], Any], None]]
    leaves: Callable[[Table[Any, Any], Entry], None]
    stands: Callable[[Table[Any, Any], Entry, Chosen], bool]
    declarations: Mapping[str, Declaration] = field(default_factory=dict)
    triggers: Triggers = Triggers()
    clauses: Clauses = Clauses()
    ground: Callable[[Table[Any, Any]], str | None] = no_window
    varies: Callable[[Table[Any, Any], Window], Window] | None = None
    on_entry: str | None = None
    spells: Callable[[dict[str, Any]], Any] = lambda ref: ref
    fizzles: bool = True
    passes_idle: Callable[[Table[Any, Any]], bool] | None = None
