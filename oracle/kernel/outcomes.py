"""The chance tree of one action: every distinct state that can come of it, with its exact probability.

The action is applied again and again under a *fork*, which answers the questions of chance from a
list and stops the work at the first question that the list does not reach. Each of its outcomes
then makes a longer list, depth first. A shuffle is no question: it leaves the order of the pile
open, and each card that is seen of it afterwards is one. What then still lies in the pile stands
sorted by key, and its pointer in `open`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from msgspec import Struct

from . import play
from .chance import Question, draw, known_first
from .errors import BudgetExceeded
from .hidden import place_of
from .state import Chance
from .table import Table

if TYPE_CHECKING:
    from .decisions import Action, UnknownAction
    from .game import Game

S = TypeVar("S")
WORK = 2_000_000
RUNS = 10


class Branch(Struct, Generic[S], kw_only=True):
    """A state that can come, how likely it is, and the forced outcomes (`script`s) that lead to it.

    `open` points to the piles that were shuffled: their order is no part of the outcome.
    """

    state: S
    digest: str
    probability: dict[str, int]
    scripts: list[list[Any]]
    events: list[dict[str, Any]]
    open: list[str]


class Outcomes(Struct, Generic[S], kw_only=True):
    """All branches (`exact`), or those of so many seeded tries with their shares (`sample`)."""

    kind: Literal["exact", "sample"]
    branches: list[Branch[S]]
    tries: int


class Asked(Exception):
    """The question of chance at which a fork stopped."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.of)
        self.question = question


@dataclass(slots=True)
class Order:
    """The order that a shuffle brought, as far as it was seen."""

    cards: list[Any]
    seen: list[Any] = field(default_factory=list)

    @property
    def script(self) -> list[Any]:
        """The whole order: what was seen first, then the rest sorted by key."""
        rest = sorted(self.cards, key=known_first)
        for card in self.seen:
            rest.remove(card)
        return [*self.seen, *rest]


@dataclass(slots=True)
class Loose:
    """A pile whose first `count` cards lie in an order that nobody has seen."""

    pile: list[Any]
    order: Order
    count: int


class Fork:
    """Answers to the questions of chance from a list; `Asked`, or a draw from `chance`, beyond it."""

    def __init__(self, answers: tuple[Any, ...] = (), chance: Chance | None = None) -> None:
        self.answers = list(answers)
        self.chance = chance
        self.told: list[Any] = []
        self.piles: dict[int, Loose] = {}
        self.order: Order | None = None

    def answer(self, question: Question) -> Any:
        """The outcome of a question; a shuffle's is the cards sorted by key."""
        if question.pile is not None:
            self.order = Order(list(question.pile))
            self.told.append(self.order)
            return sorted(question.pile, key=known_first)
        ways = list(weighed(question))
        outcome = ways[0][0] if len(ways) == 1 else self.choose(question, ways)
        if not question.shuffled:
            self.told.append(outcome)
        return outcome

    def choose(self, question: Question, ways: list[tuple[Any, int]]) -> Any:
        """One of several outcomes."""
        if self.answers:
            return self.answers.pop(0)
        if self.chance is None:
            raise Asked(question)
        outcomes, weights = zip(*ways, strict=True)
        return draw(self.chance, Question(question.of, None, outcomes, weights))

    def loosen(self, pile: list[Any]) -> None:
        """The pile has just been shuffled."""
        assert self.order is not None
        self.piles[id(pile)] = Loose(pile, self.order, len(pile))

    def loose(self, pile: list[Any]) -> int:
        """How many cards on top of the pile lie in an open order."""
        known = self.piles.get(id(pile))
        return 0 if known is None else known.count

    def take(self, pile: list[Any], card: Any) -> None:
        """A card that was seen leaves the open part of a pile."""
        known = self.piles[id(pile)]
        del pile[pile.index(card)]
        known.order.seen.append(card)
        known.count -= 1

    @property
    def script(self) -> list[Any]:
        """What was told, as forced outcomes."""
        return [told.script if isinstance(told, Order) else told for told in self.told]


def weighed(question: Question) -> Iterator[tuple[Any, int]]:
    """The outcomes of a question with their weights; those that nobody here can tell apart are one, `None`."""
    weights = question.weights
    if weights is None:
        weights = (0 if question.blind else 1,) * len(question.outcomes)
    for outcome, weight in zip(question.outcomes, weights, strict=True):
        if weight:
            yield outcome, weight
    if question.blind:
        yield None, question.blind


# -- the tree --------------------------------------------------------------------------------------


def outcomes(game: Game[Any, Any], state: Any, action: Action | UnknownAction, limit: int, seed: str) -> Outcomes[Any]:
    """All that can come of an action, or `limit` seeded tries where there is more; raises as `apply` does."""
    tree = Tree(game, state, action)
    return tree.exact(limit) or tree.sample(limit, seed)


class Tree:
    """The chance tree of one action."""

    def __init__(self, game: Game[Any, Any], state: Any, action: Action | UnknownAction) -> None:
        self.game = game
        self.state = state
        self.action = action
        self.work = WORK

    def attempt(self, fork: Fork) -> Table[Any, Any]:
        """The action applied under a fork; raises `Asked`."""
        table = self.game.table(self.game.copy(self.state))
        table.fork, table.sent = fork, self.state
        try:
            play.act(table, self.action)
        finally:
            self.work -= table.limit - table.steps + 1
            if self.work < 0:
                raise BudgetExceeded("request_budget_exceeded", WORK, [])
        return table

    def exact(self, limit: int) -> Outcomes[Any] | None:
        """Every branch; `None` where there are more than `limit`."""
        found: dict[bytes, tuple[Branch[Any], Fraction]] = {}
        todo: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
        runs = 0
        while todo:
            answers, chance = todo.pop()
            runs += 1
            fork = Fork(answers)
            try:
                table = self.attempt(fork)
            except Asked as asked:
                ways = list(weighed(asked.question))
                whole = sum(weight for _, weight in ways)
                todo += [((*answers, way), chance * Fraction(weight, whole)) for way, weight in reversed(ways)]
            else:
                self.note(found, table, fork, chance)
            if len(found) > limit or runs + len(todo) > RUNS * limit:
                return None
        return Outcomes(kind="exact", branches=[*finished(found)], tries=0)

    def sample(self, limit: int, seed: str) -> Outcomes[Any]:
        """The branches of `limit` tries, each with its share."""
        found: dict[bytes, tuple[Branch[Any], Fraction]] = {}
        chance = Chance(seed=seed)
        for _ in range(limit):
            fork = Fork(chance=chance)
            self.note(found, self.attempt(fork), fork, Fraction(1, limit))
        return Outcomes(kind="sample", branches=[*finished(found)], tries=limit)

    def note(
        self, found: dict[bytes, tuple[Branch[Any], Fraction]], table: Table[Any, Any], fork: Fork, chance: Fraction
    ) -> None:
        """One more way to a state."""
        key = self.game.encode(table.state)
        if key not in found:
            branch = Branch(
                state=table.state, digest=self.game.digest(table.state), probability={}, scripts=[],
                events=table.events, open=[*open_piles(table, fork)],
            )  # fmt: skip
            found[key] = (branch, Fraction(0))
        branch, before = found[key]
        found[key] = (branch, before + chance)
        if fork.script not in branch.scripts:
            branch.scripts.append(fork.script)


def open_piles(table: Table[Any, Any], fork: Fork) -> Iterator[str]:
    """The pointers of the piles whose order was left open."""
    for loose in fork.piles.values():
        if loose.count > 1:
            seat, zone = place_of(table, loose.pile)
            yield "/" + "/".join((*zone.path, zone.name)) if seat is None else f"/players/{seat}/{zone.name}"


def finished(found: dict[bytes, tuple[Branch[Any], Fraction]]) -> Iterator[Branch[Any]]:
    """The branches with their probabilities."""
    for branch, chance in found.values():
        branch.probability = {"numerator": chance.numerator, "denominator": chance.denominator}
        yield branch
