"""Declaring: a play put together choice by choice, nothing moved or paid before it is complete.

The frame holds all there is, so taking it off again (`cancel`) leaves the state exactly as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..agenda import Step, pop
from ..chance import Question
from ..decisions import Pending
from ..gates import held as held_by
from ..table import Table
from .entries import entry_record, lay, references
from .policy import Declaration, Slot
from .records import Chosen, Declare, Entry, Pick, Picked
from .slots import picks_of, ref_of


def declaration_of(table: Table[Any, Any], frame: Declare) -> Declaration:
    """How this kind of play is put together."""
    return table.game.its_stack.declarations[frame.kind]


def declaring(table: Table[Any, Any]) -> Declare | None:
    """The declaration under way, if the next choice belongs to one."""
    agenda = table.state.agenda
    return agenda[-1] if agenda and isinstance(agenda[-1], Declare) else None


def plan_of(table: Table[Any, Any], frame: Declare) -> Sequence[Slot]:
    """The slots of a declaration; who may not see the card does not know them."""
    return () if frame.card is None else declaration_of(table, frame).plan(table, frame)


# -- slots -----------------------------------------------------------------------------------------


def fresh_offers(table: Table[Any, Any], frame: Declare, slot: Slot) -> list[Pick]:
    """What a slot offers and does not hold yet."""
    held = picks_of(frame, slot.name, slot.of)
    return [pick for pick in slot.offers(table, frame) if pick not in held] if len(held) < slot.max else []


def open_slot(table: Table[Any, Any], frame: Declare) -> Slot | None:
    """The first slot that still waits for picks; `None` when the declaration is complete."""
    for slot in plan_of(table, frame):
        held = len(picks_of(frame, slot.name, slot.of))
        if held >= slot.max or place_of(slot) in frame.ended:
            continue
        if slot.question is not None or held < slot.min or fresh_offers(table, frame, slot):
            return slot
    return None


def rule_of_slot(table: Table[Any, Any]) -> str | None:
    """The clause of the slot that is open, where it has one of its own."""
    frame = declaring(table)
    slot = open_slot(table, frame) if frame is not None else None
    return None if slot is None else slot.rule


def place_of(slot: Slot) -> str:
    """The name under which a slot is ended."""
    return f"{slot.of}/{slot.name}"


def with_pick(frame: Declare, slot: Slot, pick: Pick) -> Declare:
    """The declaration with one more pick."""
    new: Declare = frame.__copy__()  # type: ignore[attr-defined]
    new.picks = [*frame.picks, Picked(slot=slot.name, of=slot.of, pick=pick, secret=slot.secret)]
    return new


def without_more(frame: Declare, slot: Slot) -> Declare:
    """The declaration with a slot ended."""
    new: Declare = frame.__copy__()  # type: ignore[attr-defined]
    new.ended = [*frame.ended, place_of(slot)]
    return new


def can_be_completed(table: Table[Any, Any], frame: Declare) -> bool:
    """Whether picks exist that complete the declaration; what chance will fill is taken as good."""
    table.spend()
    slot = open_slot(table, frame)
    if slot is None or slot.question is not None or hides_offers(table, frame, slot):
        return True
    if len(picks_of(frame, slot.name, slot.of)) >= slot.min and can_be_completed(table, without_more(frame, slot)):
        return True
    return any(can_be_completed(table, with_pick(frame, slot, pick)) for pick in fresh_offers(table, frame, slot))


def good_picks(table: Table[Any, Any], frame: Declare, slot: Slot) -> list[Pick]:
    """The picks with which the declaration can still be completed."""
    found = fresh_offers(table, frame, slot)
    return [pick for pick in found if can_be_completed(table, with_pick(frame, slot, pick))]


def accepts(table: Table[Any, Any], frame: Declare, pick: Pick) -> bool:
    """Whether this is a good next pick: for an opening action that names its first target itself."""
    slot = open_slot(table, frame)
    return slot is not None and any(type(p) is type(pick) and p == pick for p in good_picks(table, frame, slot))


def picked(table: Table[Any, Any], frame: Declare, pick: Pick) -> Declare:
    """The declaration after a good pick."""
    slot = open_slot(table, frame)
    assert slot is not None
    return with_pick(frame, slot, pick)


# -- the frame -------------------------------------------------------------------------------------


def declare(table: Table[Any, Any], frame: Declare) -> None:
    """Begin a declaration; one that needs no choice is complete at once."""
    table.push(frame)


def ask(table: Table[Any, Any], frame: Declare) -> Pending | Question | None:
    """The next choice, an outcome of chance, the player's last word, or nothing."""
    policy = declaration_of(table, frame)
    if frame.card is None:
        return Pending(frame.player, policy.decision, policy.rule, "declaring", secret=True)
    slot = open_slot(table, frame)
    if slot is None:
        waits = policy.confirms and not frame.confirmed and has_chosen(table, frame)
        source = asking(table, frame)
        return Pending(frame.player, policy.decision, policy.rule, "confirm", source=source) if waits else None
    if slot.question is not None:
        return slot.question(table, frame) if frame.locked else None
    held = picks_of(frame, slot.name, slot.of)
    picks = good_picks(table, frame, slot)
    if not picks and not hides_offers(table, frame, slot):
        return None
    facts = {"card": table.name(frame.card), "slot": slot.name, "numbers": slot.kind == "x"}
    return Pending(
        frame.player, policy.decision, slot.rule or policy.rule, f"declare_{slot.kind}", facts, asking(table, frame),
        min=max(0, slot.min - len(held)), max=slot.max - len(held), chosen=tuple(held), picks=tuple(picks),
        secret=slot.secret or not frame.locked,
    )  # fmt: skip


def has_chosen(table: Table[Any, Any], frame: Declare) -> bool:
    """Whether the player has picked anything: what chance has brought is no choice."""
    return any(slot.question is None and picks_of(frame, slot.name, slot.of) for slot in plan_of(table, frame))


def hides_offers(table: Table[Any, Any], frame: Declare, slot: Slot) -> bool:
    """Whether a slot could be filled with cards of a hand that are not known here."""
    return slot.secret and any(thing.card is None for thing in held_by(table, frame.player))


def asking(table: Table[Any, Any], frame: Declare) -> int | None:
    """The object that asks: a card still in a hand has no id for the others."""
    if frame.trigger is None and frame.source is not None and not table.shows(frame.source, "spectator"):
        return None
    return frame.source


def source_is_gone(table: Table[Any, Any], frame: Declare) -> bool:
    """Whether what is being played or used is not there: in play nothing happens while one declares."""
    return frame.trigger is None and frame.source is not None and table.find(frame.source) is None


def take(table: Table[Any, Any], frame: Declare, pick: Pick) -> None:
    """A pick, or what chance brought."""
    slot = open_slot(table, frame)
    assert slot is not None
    frame.picks = with_pick(frame, slot, pick).picks
    if slot.question is not None:
        table.emit("chance", slot.rule, of=slot.kind, player=frame.player, outcome=pick)


def end(table: Table[Any, Any], frame: Declare) -> None:
    """No more is picked for the slot."""
    slot = open_slot(table, frame)
    assert slot is not None
    frame.ended = without_more(frame, slot).ended


def run(table: Table[Any, Any], frame: Declare) -> None:
    """Complete: it is paid and done. One that cannot be completed is given up."""
    slot = open_slot(table, frame)
    if slot is not None and slot.question is not None:
        frame.locked = True
        return
    if slot is not None and len(picks_of(frame, slot.name, slot.of)) >= slot.min:
        end(table, frame)
        return
    pop(table)
    if slot is None and not source_is_gone(table, frame):
        declaration_of(table, frame).completes(table, frame)
    elif frame.trigger is not None:
        table.emit(
            "fizzle", table.game.its_stack.clauses.fizzle, what="trigger", object=frame.trigger.id, reason="no_target"
        )


def cancel(table: Table[Any, Any]) -> None:
    """Take the declaration back: nothing was moved or paid, so nothing has to be restored."""
    pop(table)


# -- what comes of it ------------------------------------------------------------------------------


def chosen_targets(table: Table[Any, Any], frame: Declare) -> list[Chosen]:
    """The targets of a complete declaration, in the order of its slots."""
    found: list[Chosen] = []
    for slot in plan_of(table, frame):
        if slot.kind == "target":
            picks = picks_of(frame, slot.name, slot.of)
            found += [Chosen(slot=slot.name, of=slot.of, **ref_of(pick)) for pick in picks]
    return found


def fields_of(table: Table[Any, Any], frame: Declare) -> dict[str, Any]:
    """The fields of the entry that a complete declaration makes: speed, mode, X, targets."""
    mode, x = (next(iter(picks_of(frame, name)), None) for name in ("mode", "x"))
    return {"speed": frame.speed, "mode": mode, "x": x, "targets": chosen_targets(table, frame)}


def complete_trigger(table: Table[Any, Any], frame: Declare) -> None:
    """A trigger whose choices are made goes on the stack."""
    trigger = frame.trigger
    assert trigger is not None
    entry: Entry = entry_record(table)(
        kind="trigger", card=trigger.card, controller=trigger.player, source=trigger.source,
        abilities=[trigger.ability], bound=trigger.bound, that=trigger.that, **fields_of(table, frame),
    )  # fmt: skip
    lay(table, entry)
    told = {"player": trigger.player, "object": trigger.source, "card": trigger.card, "ability": trigger.ability}
    table.emit("trigger", table.game.its_stack.clauses.put, **told, targets=references(table, entry))


STEPS = (Step(Declare, run=run, asks=ask, takes=take, ends=end),)
