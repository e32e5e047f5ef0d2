"""The work of one request, counted over everything that it asks of the oracle.

Steps are what tables spend (an effect's step, a candidate proposed, a requirement asked about many objects) and, for
each table and each action carried out, the number of objects that may have to be looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from .errors import BudgetExceeded

if TYPE_CHECKING:
    from .table import Table

REQUEST_STEPS = 2_000_000
OPEN = 8
MOST_OBJECTS = 2_000


class Meter:
    """Counts the steps of a request; `BudgetExceeded` (request_budget_exceeded) is raised past the limit.

    Where a meter runs (`running`), every table reports to it; without one nothing is counted.
    """

    def __init__(self, limit: int = REQUEST_STEPS) -> None:
        self.limit = limit
        self.settled = 0
        self.open: list[Table[Any, Any]] = []

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
            self.settled += spent(self.open.pop(0))
        self.spend(width(table.state))

    def spend(self, steps: int) -> None:
        """Count work that no table counts."""
        self.settled += steps
        if self.is_spent:
            raise BudgetExceeded("request_budget_exceeded", self.limit, [])

    @staticmethod
    def current() -> Meter | None:
        """The meter that runs now."""
        return CURRENT.get()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let tables report to this meter."""
        before = CURRENT.set(self)
        try:
            yield
        finally:
            CURRENT.reset(before)


CURRENT: ContextVar[Meter | None] = ContextVar("meter", default=None)


def spent(table: Table[Any, Any]) -> int:
    """The steps of one table."""
    return table.limit - table.steps + table.candidates


def width(state: Any) -> int:
    """How many objects a state may have, found without counting them."""
    return min(int(state.next_id), MOST_OBJECTS)
