"""Steps as a price: what a `Cost:` and the costs in front of a sentence take besides Energy (MM-21.34, MM-R29).

What they are done to is chosen while the activation is put together; nothing happens before it is paid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oracle.kernel.effects.ability import Cost, Do, Ref, Side, Target
from oracle.kernel.effects.sharing import Want, are_enough, can_be_done, leave_enough, things_for, wants_of
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.policy import Slot
from oracle.kernel.stack.records import Declare
from oracle.kernel.stack.slots import picks_of, ref_of
from oracle.kernel.table import Place

from .damage import picks_defense, takes_no_damage
from .keywords import height, is_summon, shielded_from
from .state import Build, Magika
from .stats import KINDS

MOVING = ("discard", "remove", "blink")
LATE = ("draw",)
HAND = "cost"
"""The slot of the cards that are discarded from the hand, whichever they are."""


# -- what a step can be paid with ------------------------------------------------------------------


def reaches(table: Magika, scope: Any, place: Place) -> bool:
    """Whether an Effect of this player reaches a card at all."""
    return not shielded_from(table, scope.player, place)


def is_out(table: Magika, scope: Any, place: Place) -> bool:
    """Whether a card is on a Mantle, within reach."""
    return place.zone == "mantle" and reaches(table, scope, place)


def can_go(table: Magika, scope: Any, place: Place) -> bool:
    """Whether a card can be discarded: from a Mantle or a hand."""
    return place.zone in ("mantle", "hand") and reaches(table, scope, place)


def can_be_removed(table: Magika, scope: Any, place: Place) -> bool:
    """Whether a card can be removed: it is not yet."""
    return place.zone != "removal" and reaches(table, scope, place)


def can_be_tapped(table: Magika, scope: Any, place: Place) -> bool:
    """Whether a card can be Tapped: it is on a Mantle, untapped."""
    return is_out(table, scope, place) and not place.object.tapped  # type: ignore[attr-defined]


def can_untap(table: Magika, scope: Any, place: Place) -> bool:
    """Whether a card can untap."""
    return is_out(table, scope, place) and place.object.tapped  # type: ignore[attr-defined]


def can_be_hit(table: Magika, scope: Any, place: Place) -> bool:
    """Whether a Summon can receive damage."""
    return is_out(table, scope, place) and is_summon(table, place.object) and not takes_no_damage(place)


def can_be_copied(table: Magika, scope: Any, place: Place) -> bool:
    """Whether a Token can be made after a card: it is a Summon on a Mantle."""
    return is_out(table, scope, place) and is_summon(table, place.object)


def deck_holds(table: Magika, scope: Any, amount: int) -> bool:
    """Whether so many cards can be drawn."""
    return len(table.state.players[scope.player].deck) >= amount


# -- which costs a build has -----------------------------------------------------------------------


def costs_in(table: Magika, frame: Declare) -> tuple[Cost, ...]:
    """All that is paid for a build: its `Cost:`, or what stands in front of its sentence."""
    if frame.trigger is not None or frame.card is None or frame.kind in ("chant", "quick_chant"):
        return ()
    card = table.cards[frame.card]
    return card.price if frame.kind == "play" else card.abilities[frame.ability or 0].cost


def price_rule(frame: Declare) -> str:
    """The clause by which cards are paid: that of `Cost:`, or that of what stands in front of a sentence."""
    return "MM-21.34" if frame.kind == "play" else "MM-R29"


def targets_in(table: Magika, frame: Declare) -> list[Target]:
    """Everything that is chosen to pay with, in printed order."""
    return [target for cost in costs_in(table, frame) for target in cost.targets]


def discards_in(costs: Sequence[Cost]) -> int:
    """How many cards of the hand are discarded, whichever they are."""
    return sum(cost.document["discard"] for cost in costs if cost.word == "discard" and not cost.step)


def bound_in(table: Magika, frame: Declare) -> dict[str, list[Ref]]:
    """What was chosen to pay with so far, with the Defense that damage is meant for."""
    found: dict[str, list[Ref]] = {}
    for target in targets_in(table, frame):
        for i, pick in enumerate(picks_of(frame, target.name)):
            stat: list[Any] = picks_of(frame, f"{target.name}/{i}")
            found.setdefault(target.name, []).append({**ref_of(pick), **({"stat": stat[0]} if stat else {})})
    return found


# -- what is there to pay with ---------------------------------------------------------------------


def wants_in(table: Magika, frame: Declare) -> list[Want]:
    """What is still to be chosen, cost by cost, of what was not chosen yet; the cards of the hand come first."""
    seat, number = frame.player, discards_in(costs_in(table, frame))
    taken = {p.pick for p in frame.picks if isinstance(p.pick, int) and is_price(table, frame, p.slot)}
    wants: list[Want] = []
    if number:
        hand = [("unknown", i) if t.card is None else t.id for i, t in enumerate(table.state.players[seat].hand)]
        left = [thing for thing in hand if thing not in taken and thing != frame.source]
        wants.append((number - len(picks_of(frame, HAND)), left))
    scope = Side(seat, frame.source, bound_in(table, frame))
    for cost in costs_in(table, frame):
        for target in cost.targets:
            barred = {*taken, *barred_from(table, frame, cost)}
            things = [thing for thing in things_for(table, scope, target) if thing not in barred]
            wants.append((target.min - len(picks_of(frame, target.name)), things))
    return wants


def is_price(table: Magika, frame: Declare, slot: str) -> bool:
    """Whether a slot holds what is paid with."""
    return slot == HAND or any(slot == target.name for target in targets_in(table, frame))


def barred_from(table: Magika, frame: Declare, cost: Cost) -> set[Any]:
    """What cannot be paid with: the card that is played, what is used up already, on what it is put where that goes."""
    costs = costs_in(table, frame)
    words = {(other.word, other.step) for other in costs}
    spent = frame.kind == "play" or ("sacrifice", False) in words or any(c.own for c in costs)
    found = {frame.source} if spent or (cost.word == "tap" and ("tap", False) in words) else set()
    return {*found, getattr(frame, "host", None)} if cost.word in MOVING else found


def price_is_there(table: Magika, frame: Declare) -> bool:
    """Whether everything that a build costs besides Energy can be paid."""
    scope = Side(frame.player, frame.source)
    steps = all(can_be_done(table, scope, cost) for cost in costs_in(table, frame) if cost.step)
    return steps and are_enough(wants_in(table, frame))


def affords(table: Magika, scope: Any, costs: Sequence[Cost]) -> bool:
    """Whether a cost behind a trigger can be paid as a whole: its Energy, and the cards of the hand (MM-R29)."""
    from .paying import energy_in  # noqa: PLC0415 - paying asks for the words of Effects

    wants = wants_of(table, scope, costs)
    hand = [thing.id for thing in table.state.players[scope.player].hand]
    return energy_in(table, scope, costs) and are_enough([(discards_in(costs), hand), *wants])


# -- the slots of a build --------------------------------------------------------------------------


def cost_slots(table: Magika, frame: Declare) -> list[Slot]:
    """What is chosen to pay with: cards of the hand, then cost by cost."""
    number = discards_in(costs_in(table, frame))
    rule = price_rule(frame)
    slots = [Slot(HAND, offers(0), "cost", number, number, rule=rule, secret=True)] if number else []
    for i, (cost, target) in enumerate((c, t) for c in costs_in(table, frame) for t in c.targets):
        secret = "hand" in getattr(target.choose, "zones", ())
        offered = offers(i + len(slots[:1] if number else ()))
        slots.append(Slot(target.name, offered, "cost", target.min, target.max, rule=rule, secret=secret))
        if cost.word == "damage" and picks_defense(table):
            slots += [defense_slot(target.name, k) for k in range(len(picks_of(frame, target.name)))]
    return slots


def defense_slot(name: str, number: int) -> Slot:
    """Which Defense of what is paid with the damage is meant for."""
    return Slot(f"{name}/{number}", lambda _table, _frame: list(KINDS), "stat", rule="MM-R51")


def offers(mine: int) -> Any:
    """What one cost can take so that the others still find theirs."""

    def find(table: Magika, frame: Declare) -> list[Any]:
        wants = wants_in(table, frame)
        return [thing for thing in leave_enough(wants, mine) if isinstance(thing, int)]

    return find


# -- paying ----------------------------------------------------------------------------------------


@carries("MM-21.34")
def pay_steps(table: Magika, frame: Build) -> None:
    """The steps are done: first what leaves cards where they are, then those that lie on others, then the rest."""
    bound = bound_in(table, frame)
    steps = [cost for cost in costs_in(table, frame) if cost.step and cost.word not in LATE]
    for cost in sorted(steps, key=lambda cost: order(table, cost, bound)):
        cost.pay(table, doing(frame, bound))
        table.moved()


def pay_late(table: Magika, frame: Build) -> None:
    """What chance may be asked about comes when all else is done, before anything is looked at."""
    for cost in costs_in(table, frame):
        if cost.step and cost.word in LATE:
            cost.pay(table, doing(frame, {}))


def doing(frame: Build, bound: dict[str, list[Ref]]) -> Do:
    """From whose side a price is paid; nobody learns which id a card had in a hand."""
    source = None if frame.kind == "play" else frame.source
    return Do(player=frame.player, source=source, card=str(frame.card), ability=frame.ability or 0, bound=bound)


def order(table: Magika, cost: Cost, bound: dict[str, list[Ref]]) -> int:
    """When a step is done: what moves cards comes last, what lies on other cards before these."""
    if cost.word not in MOVING:
        return -MOST
    refs = [ref for target in cost.targets for ref in bound.get(target.name, [])]
    return -max((height(table, ref.get("object")) for ref in refs), default=0)


MOST = 1000
