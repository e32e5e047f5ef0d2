"""The state check: who has lost, which Summons are discarded, again until nothing changes (MM-2, MM-12.15, MM-21.6)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from oracle.kernel.agenda import Step, pop
from oracle.kernel.effects.ability import Side
from oracle.kernel.effects.lasting import add_effect, expire_gone
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.records import Resolve
from oracle.kernel.table import Place

from .keywords import is_summon, left_over, mantle, survivals, used
from .leaving import lose_together
from .mantle import discard_all, drop_marks, wake
from .seats import living
from .state import Check, Magika, Used
from .stats import KINDS, defense


def run_check(table: Magika, _frame: Check) -> None:
    """Look once more, unless an Effect is being resolved: it is one batch (MM-R05)."""
    pop(table)
    if any(isinstance(frame, Resolve) for frame in table.state.agenda):
        return
    settle(table)


def settle(table: Magika) -> list[Place]:
    """Check until nothing changes; returns the Summons that were discarded."""
    gone: list[Place] = []
    drop_marks(table)
    while table.state.result is None:
        table.renew()
        for place in mantle(table):
            wake(table, place)
        if lose_together(table, losers(table)):
            continue
        fallen = discarded(table)
        gone += fallen
        if not fallen:
            break
    table.renew()
    if table.state.effects:
        expire_gone(table)
    return gone


def losers(table: Magika) -> dict[int, str]:
    """The players found to have lost, and by what."""
    found = dict.fromkeys(without_health(table), "health")
    return {**found, **{seat: "empty_draw" for seat in failed_draws(table) if seat not in found}}


@carries("MM-2.1", otherwise=())
def without_health(table: Magika) -> tuple[int, ...]:
    """Who has no Health left."""
    return tuple(seat for seat in living(table) if table.state.players[seat].health <= 0)


@carries("MM-2.2", otherwise=())
def failed_draws(table: Magika) -> tuple[int, ...]:
    """Who has tried to draw from an empty deck."""
    return tuple(seat for seat in living(table) if table.state.players[seat].draw_failed)


# -- Summons ---------------------------------------------------------------------------------------


def discarded(table: Magika) -> list[Place]:
    """Summons with a Defense below 1 are discarded together, but for those that Survive."""
    failing = [place for place in mantle(table) if is_summon(table, place.object) and falls(table, place)]
    going = [place for place in failing if not survive(table, place)]
    if len(going) < len(failing):
        table.renew()
    discard_all(table, going, "MM-12.15")
    table.renew()
    return going


@carries("MM-12.15", otherwise=False)
def falls(table: Magika, place: Place) -> bool:
    """A Summon whose Light or Dark Defense is below 1 is discarded."""
    return any(defense(table, place, kind) < 1 for kind in KINDS)


@carries("MM-21.6", "MM-21.7", otherwise=False)
def survive(table: Magika, place: Place) -> bool:
    """One Survival is used up: every Defense below 1 becomes 1 (MM-R55)."""
    if not survivals(table, place):
        return False
    use_up(place.object, next(source for source, left in left_over(table, place).items() if left))
    lacking = {kind: 1 - defense(table, place, kind) for kind in KINDS}
    lacking = {kind: missing for kind, missing in lacking.items() if missing > 0}
    table.emit("survive", "MM-21.6", object=place.object.id, card=place.object.card)
    for kind, missing in lacking.items():
        restore(table, place, kind, missing)
    return True


def use_up(thing: Any, source: int) -> None:
    """Note that an instance of Survival is gone."""
    others = [one for one in thing.used_survival if one.source != source]
    thing.used_survival = [*others, Used(source=source, n=used(thing, source) + 1)]


def restore(table: Magika, place: Place, kind: str, missing: int) -> None:
    """First damage is cancelled, then what lowered the Defense is made up for as long as the card stays."""
    thing: Any = place.object
    healed = min(missing, getattr(thing.damage, kind))
    thing.damage = replace(thing.damage, **{kind: getattr(thing.damage, kind) - healed})
    if missing > healed:
        scope = Side(place.seat or 0, thing.id)
        change = {f"{kind}_defense": missing - healed}
        add_effect(table, scope, {"object": thing.id}, change, "permanent", card=thing.card, rule="MM-21.6")


STEPS = (Step(Check, run=run_check),)
