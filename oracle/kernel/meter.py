"""The work of one request, counted over everything that it asks of the oracle.

Steps are what tables spend (an effect's step, which counts more on a crowded table, a candidate proposed, a requirement
asked about many objects) and, for each table and each action carried out, the number of objects that may have to be
looked at.
"""

from __future__ import annotations

from contextvars import ContextVar, Token
from typing import TYPE_CHECKING, Any, Self

from .errors import BudgetExceeded

if TYPE_CHECKING:
    from .table import Table

REQUEST_STEPS = 2_000_000
OPEN, STILL_OPEN = 8, 2
EVERY = 20_000
MOST_OBJECTS = 2_000


class Meter:
    """Counts the steps of a request; `BudgetExceeded` (request_budget_exceeded) is raised past the limit.

    Within a block (`with meter:`) every table reports to it; without one nothing is counted. What open tables spend is
    added up every so often, so that counting costs next to nothing.
    """

    def __init__(self, limit: int = REQUEST_STEPS) -> None:
        self.limit = limit
        self.settled = 0
        self.due = 0
        self.open: list[Table[Any, Any]] = []
        self.before: list[Token[Meter | None]] = []

    def __enter__(self) -> Self:
        """Let tables report to this meter."""
        self.before.append(CURRENT.set(self))
        return self

    def __exit__(self, *_: object) -> None:
        """Let them report to the one before."""
        CURRENT.reset(self.before.pop())

    @property
    def spent(self) -> int:
        """The steps so far."""
        return self.settled + sum(map(spent, self.open))

    @property
    def is_spent(self) -> bool:
        """Whether nothing more may be done."""
        return self.spent > self.limit

    def opens(self, table: Table[Any, Any]) -> None:
        """A table is opened: what it spends counts from now on."""
        self.open.append(table)
        if len(self.open) > OPEN:
            settled, self.open = self.open[:-STILL_OPEN], self.open[-STILL_OPEN:]
            self.settled += sum(map(spent, settled))
            self.due = 0
        self.spend(width(table.state))

    def spend(self, steps: int) -> None:
        """Count work that no table counts."""
        self.settled += steps
        if self.settled > self.due:
            self.due = self.settled + EVERY
            if self.is_spent:
                raise BudgetExceeded("request_budget_exceeded", self.limit, [])

    @staticmethod
    def current() -> Meter | None:
        """The meter that runs now."""
        return CURRENT.get()


CURRENT: ContextVar[Meter | None] = ContextVar("meter", default=None)


def spent(table: Table[Any, Any]) -> int:
    """The steps of one table."""
    return table.limit - table.steps + table.candidates


def width(state: Any) -> int:
    """How many objects a state may have, found without counting them."""
    return min(int(state.next_id), MOST_OBJECTS)
