"""Energy counted out by hand: what a cost asks for, whether a pool pays it, what is left, and what Shifts."""

from __future__ import annotations

from typing import Any, NamedTuple

COLOURS = "RBGYPT"
SHIFTED = "N" + COLOURS


class Price(NamedTuple):
    """What has to be paid: coloured and Balanced Energy, and Unshifted Energy for a Shift."""

    letters: dict[str, int]
    balanced: int = 0
    unshifted: int = 0

    def more(self, extra: int) -> Price:
        """The same with some Balanced Energy more."""
        return self._replace(balanced=self.balanced + extra)


def price(*costs: str, unshifted: int = 0) -> Price:
    """Several cost strings together: letters for colours, a number for Balanced."""
    text = [cost.strip(COLOURS) for cost in costs]
    letters = {letter: sum(cost.count(letter) for cost in costs) for letter in COLOURS}
    return Price({k: n for k, n in letters.items() if n}, sum(int(t or 0) for t in text), unshifted)


def paid(pool: dict[str, int], asked: Price, options: dict[str, Any]) -> dict[str, int] | None:
    """The pool after it has paid without being told how, or `None` where it cannot: MM-R21, MM-R22, MM-R23."""
    left = dict(pool)
    for letter, n in asked.letters.items():
        left[letter] -= n
    left["U"] -= asked.unshifted
    if min(left.values()) < 0:
        return None
    owed = asked.balanced
    for letter in "NU" + (COLOURS if options["colored_pays_balanced"] else ""):
        given = min(left[letter], owed)
        left[letter] -= given
        owed -= given
    return left if owed == 0 else None


def gained(pool: dict[str, int], spelt: str, times: int = 1) -> dict[str, int]:
    """The pool with the Energy that a cost string spells: digits are Balanced."""
    won = price(spelt)
    out = dict(pool)
    for letter, n in won.letters.items():
        out[letter] += n * times
    out["N"] += won.balanced * times
    return out
