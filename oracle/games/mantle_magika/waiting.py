"""Chants, activations and triggers come to the stack, paid (MM-10.3, MM-14.8, MM-21.29 to MM-21.31)."""

from __future__ import annotations

from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import act_was_done, entry_came, lay, references, tell_play
from oracle.kernel.stack.records import Declare, Resolve
from oracle.kernel.stack.resolving import do_parts

from .affording import paying_rules
from .building import aims_of, card_of, cost_of, costs_of, dead_parts, parts_of
from .costs import pay_late
from .keywords import on_mantle, permanent
from .mantle import discard, discard_all
from .playing import pay_all, pay_price, rule_of
from .seats import note_act
from .speeds import is_quick, is_shift, speed_of
from .state import Activation, Build, Magika


def entry_of(table: Magika, frame: Declare, kind: str) -> Activation:
    """The entry that a complete build makes."""
    parts = parts_of(table, frame)
    return Activation(
        kind=kind, card=frame.card, controller=frame.player, source=frame.source, speed=frame.speed, abilities=parts,
        targets=aims_of(table, frame), negated=dead_parts(table, frame), printed=getattr(frame, "printed", None),
    )  # fmt: skip


def complete_chant(table: Magika, frame: Declare) -> None:
    """A Chant is paid and waits on the stack."""
    assert isinstance(frame, Build)
    note_act(table)
    entry = entry_of(table, frame, "chant")
    pay_all(table, frame, rule_of(card_of(table, frame)))
    activate_chant(table, frame, entry, "hand")


@carries("MM-10.3")
def activate_chant(table: Magika, frame: Declare, entry: Activation, zone: str) -> None:
    """A Chant is activated from the hand; what resolves just now is finished before anybody answers a Quick Play."""
    seat = frame.player
    thing = table.find(frame.source or 0, zone, seat)
    getattr(table.state.players[seat], zone).remove(thing)
    table.moved()
    entry.source = None
    lay(table, entry)
    tell_play(table, thing, entry, (seat, zone))
    if not any(isinstance(waits, Resolve) for waits in table.state.agenda):
        entry_came(table)


def complete_quick_chant(table: Magika, frame: Declare) -> None:
    """A Chant that is Quick Played waits on the stack, unpaid but for what Spell Shield adds."""
    assert isinstance(frame, Build)
    place = table.place(frame.source or 0)
    if place is not None:
        if cost_of(table, frame)[0]:
            pay_all(table, frame, "MM-21.20")
        activate_chant(table, frame, entry_of(table, frame, "chant"), place.zone)


def complete_ability(table: Magika, frame: Declare) -> None:
    """An activation is paid and waits on the stack; Shift may happen at once by the option."""
    assert isinstance(frame, Build)
    note_act(table)
    entry = entry_of(table, frame, "activated")
    words = costs_of(table, frame)
    pay_all(table, frame, paying_rules(table, frame)[0])
    if any("tap" in cost for cost in words):
        tap_for_it(table, frame)
    pay_price(table, frame)
    if any("sacrifice" in cost for cost in words):
        sacrifice(table, frame, entry)
    told = {"player": frame.player, "object": entry.source, "card": frame.card, "ability": frame.ability}
    if is_shift(card_of(table, frame).abilities[frame.ability or 0]) and shifts_at_once(table):
        table.emit("activate", "MM-R25", **told, targets=references(table, entry))
        act_was_done(table)
        do_parts(table, entry)
        pay_late(table, frame)
        return
    lay(table, entry)
    table.emit("activate", "MM-17.5", **told, targets=references(table, entry))
    entry_came(table)
    pay_late(table, frame)


@carries("MM-8.2", "MM-21.23")
def tap_for_it(table: Magika, frame: Build) -> None:
    """The card is Tapped for its Effect."""
    place = on_mantle(table, frame.source)
    assert place is not None
    thing = permanent(place)
    thing.tapped = True
    table.emit("tap", "MM-21.23", object=thing.id, card=thing.card)


@carries("MM-21.29", "MM-21.30", "MM-21.31")
def sacrifice(table: Magika, frame: Build, entry: Activation) -> None:
    """The card is discarded from the hand or the Mantle as the cost; nobody learns which id it had in a hand."""
    place = table.place(frame.source or 0)
    assert place is not None
    if place.zone == "mantle":
        discard_all(table, [place], "MM-21.29")
    else:
        entry.source = entry.printed = discard(table, place, rule="MM-21.29", reason="sacrifice")


@carries("MM-R25", otherwise=False)
def shifts_at_once(table: Magika) -> bool:
    """Shift uses the stack, unless the option says otherwise."""
    return not table.state.options.shift_uses_stack


def complete_trigger(table: Magika, frame: Declare) -> None:
    """A trigger whose choices are made waits on the stack; what Spell Shield adds is paid."""
    trigger = frame.trigger
    assert trigger is not None
    cost, _ = cost_of(table, frame)
    if cost:
        pay_all(table, Build(**{name: getattr(frame, name) for name in COPIED}), "MM-21.20")
    entry = entry_of(table, frame, "trigger")
    entry.source, entry.that, entry.bound = trigger.source, trigger.that, trigger.bound
    entry.speed = speed_of(is_quick(card_of(table, frame).abilities[trigger.ability]))
    lay(table, entry)
    told = {"player": trigger.player, "object": trigger.source, "card": trigger.card, "ability": trigger.ability}
    table.emit("trigger", "MM-R71", **told, targets=references(table, entry))


COPIED = ("player", "kind", "source", "card", "ability", "speed", "picks", "ended", "trigger")
