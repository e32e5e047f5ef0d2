"""What a step costs: one straight on, and one or two over a corner, by what was walked before."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Diagonals:
    """A way of counting diagonal steps, of which the first costs one: do the others all cost two, or only each second?

    `again` says whether a diagonal that cost two makes the next one cost one again.
    """

    again: bool

    def saved(self, diagonals: int) -> int:
        """How many steps this many diagonals are cheaper than two straight steps each."""
        return (diagonals + 1) // 2 if self.again else min(diagonals, 1)


FROM_SECOND = Diagonals(again=False)
"""1, 2, 2, 2, …: diagonals count double from the second one on."""

EVERY_SECOND = Diagonals(again=True)
"""1, 2, 1, 2, …: every second diagonal counts double."""
