"""The words that a game gives the card language: primitives, events, stats, filters, conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["amount", "number", "target", "seat", "select", "duration", "keyword", "card", "word", "text", "flag"]
Value = Literal["word", "words", "text", "flag", "number", "card", "target", "none"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a primitive: the kind of thing it takes, its few words, what it is where nothing is said.

    A target is in one of the `zones`, where any are named. Where one that stands `instead` is given,
    the primitive is said by that parameter's template.
    """

    kind: Kind
    required: bool = True
    words: tuple[str, ...] = ()
    least: int | None = None
    default: str | None = None
    instead: bool = False
    zones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Primitive:
    """One thing that a card can do: its clauses, parameters and the function that does it.

    The function gets the table, the frame, and each parameter by name: an amount as a number, a
    target as a list of references, a word as it is. A bare value in a card stands for `main`. What
    it returns, if a number, is "that much" for the steps behind it. `causes` are the events that it
    surely sets off where it does anything, `can` says of a cost whether it could be paid now, `fits`
    of a step that is a cost which objects it can be paid with. A `numbered` one also gets `nth`: how
    many of its kind stand before it in the text of the card.
    """

    name: str
    rules: tuple[str, ...]
    does: Callable[..., int | None]
    parameters: Mapping[str, Parameter]
    main: str | None = None
    weight: int = 1
    causes: tuple[str, ...] = ()
    can: Callable[..., bool] | None = None
    numbered: bool = False
    fits: Callable[[Any, Any, Any], bool] | None = None


@dataclass(frozen=True, slots=True)
class Filter:
    """A word of a selector: which values it takes, and whether a place passes it."""

    test: Callable[[Any, Any, Any, Any], bool]
    words: tuple[str, ...] = ()
    kind: Value = "word"


@dataclass(frozen=True, slots=True)
class ConditionWord:
    """A condition of the game's own: its parameter, and whether it holds."""

    test: Callable[[Any, Any, Any], bool]
    kind: Value = "number"
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AmountWord:
    """An amount of the game's own: its parameter, and how much it is."""

    count: Callable[[Any, Any, Any], int]
    kind: Value = "none"
    words: tuple[str, ...] = ()


Read = Callable[[Any, Any], int]
References = Callable[[Any, Any], list[dict[str, int]]]


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """A game's words, each with its clauses where a rulebook has any.

    Of the `events` other cards can listen to those that are `watched`; of the `stats` the
    `seat_stats` belong to seats. `slots` are the fields of a card's record that hold abilities,
    `requirements` those that hold costs.
    `controls` are the control words that the game has decisions for; `costs` are words with a
    number that the game sees paid itself, `payments` those that the language pays, `prices` the
    primitives that may be a cost besides; `affords` says what else it takes to pay several costs
    together. A selector looks
    into `zones`, into those of the `table` where it names none; `hidden` says of a zone that only
    its owner, or nobody, may look into it, `caps` how many objects it can hold (for the bound of a
    card's work). `reads` and `printed` are the present and the printed value of a stat, `counters`
    how many counters an object has, `orders` what else makes one nearer or higher than another.
    `qualifiers` name the numbers beside the amount of a stat (`{nth: 1, amount: 2}`); `counts` says
    whether a static ability of something on the table counts now, beyond its own condition.
    A search looks into the zones `searched`, and what is found goes to one of `found_go` (empty: any zone).
    `decisions` are the game's words for the choices of the language, `clauses` the clauses behind
    the language's own words; `rechecks` says that targets are looked at again when an ability
    resolves. `choices` are words for what a declared target may be beside objects and seats, `bears`
    says whether an object has a keyword where the game knows more than the language, `may_miss`
    whether a search may end with nothing although there is something; `touches` says whether an
    effect of a seat is done to an object at all: what it is not done to is not chosen for it as it
    resolves. What is nobody's is, to every seat, both its own and its opponents' unless it is
    `neutral_is_foreign`; where a choice `is_put` it is asked for although only one thing can be
    picked. `variables` are the amounts that have a value only while something is done: `x` that a
    play names, `that` which the step before came to. `stands` says in which zones of the table a
    type of card, or one of the game's own `targets`, can be.
    """

    primitives: Mapping[str, Primitive] = field(default_factory=dict)
    costs: tuple[str, ...] = ()
    payments: Mapping[str, Primitive] = field(default_factory=dict)
    prices: tuple[str, ...] = ()
    affords: Callable[[Any, Any, Any], bool] | None = None
    events: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    watched: tuple[str, ...] = ()
    replaces: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seat_stats: tuple[str, ...] | None = None
    filters: Mapping[str, Filter] = field(default_factory=dict)
    conditions: Mapping[str, ConditionWord] = field(default_factory=dict)
    amounts: Mapping[str, AmountWord] = field(default_factory=dict)
    keywords: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    controls: tuple[str, ...] = ("if", "for_each", "repeat", "until")
    durations: tuple[str, ...] = ("end_of_turn", "permanent")
    speeds: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    hidden: Mapping[str, Literal["owner", "nobody"]] = field(default_factory=dict)
    caps: Mapping[str, int] = field(default_factory=dict)
    reads: Mapping[str, Read] = field(default_factory=dict)
    printed: Mapping[str, Read] = field(default_factory=dict)
    counters: Mapping[str, Read] = field(default_factory=dict)
    orders: Mapping[str, Callable[[Any, Any, Any], int]] = field(default_factory=dict)
    targets: Mapping[str, References] = field(default_factory=dict)
    qualifiers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counts: Callable[[Any, Any, Any], bool] | None = None
    slots: tuple[str, ...] = ("abilities",)
    requirements: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    found_go: tuple[str, ...] = ()
    decisions: Mapping[str, str] = field(default_factory=dict)
    clauses: Mapping[str, str] = field(default_factory=dict)
    rechecks: bool = True
    choices: Mapping[str, References] = field(default_factory=dict)
    variables: tuple[str, ...] = ("x", "that")
    stands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bears: Callable[[Any, Any, str], bool] | None = None
    may_miss: Callable[[Any], bool] = lambda _table: False
    touches: Callable[[Any, int, int], bool] | None = None
    neutral_is_foreign: bool = False
    is_put: bool = False

    @property
    def table_zones(self) -> tuple[str, ...]:
        """The zones that a selector means where it names none."""
        return self.table or self.zones[:1]

    @property
    def object_stats(self) -> tuple[str, ...]:
        """The stats that belong to objects: all of them where the game does not tell the two apart."""
        return tuple(name for name in self.stats if name not in (self.seat_stats or ()))

    @property
    def player_stats(self) -> tuple[str, ...]:
        """The stats that belong to seats: all of them where the game does not tell the two apart."""
        return tuple(self.stats) if self.seat_stats is None else self.seat_stats

    def is_price(self, word: str, part: Any) -> bool:
        """Whether a cost is a step done as the price: no word for paying, or one that says what it is done to."""
        if word not in self.prices or word not in self.payments:
            return word in self.prices
        if isinstance(part, dict):
            return "choose" in part or "to" in part
        return isinstance(part, str) and part in ("self", *self.targets)

    def cap(self, zone: str) -> int:
        """How many objects a zone can hold at most, all seats together."""
        return self.caps.get(zone, 60)
