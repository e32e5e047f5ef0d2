"""Coming to the Mantle and leaving it, with all that is attached (MM-5, MM-10.2, MM-12.16, MM-15, MM-18)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.moves import move, put, seen_by, take
from oracle.kernel.rulebook import carries
from oracle.kernel.state import Object
from oracle.kernel.table import Place

from .keywords import attached, has, is_link, is_summon, on_mantle
from .state import Magika, Permanent
from .triggering import ready, set_off_ender, set_off_startup, set_off_upkeep

# -- coming ----------------------------------------------------------------------------------------


def enter(
    table: Magika, seat: int, thing: Object, zone: str, *, rule: str, host: int | None = None, base: int | None = None
) -> Permanent:
    """A card comes to its owner's part of the Mantle; its Startup and Upkeep wait."""
    forget(table, thing)
    take(table, seat, zone, thing)
    kind = "equip" if host is not None else None
    now: Permanent = put(
        table, seat, "mantle", thing.card, seat, entered_serial=table.state.turn, attached_to=host, attach_kind=kind
    )
    tell_played(table, seat, zone, thing, now, rule, host if base is None else base)
    place = Place(seat, "mantle", now)
    if is_summon(table, now):
        arrive(table, place)
    if base is not None:
        link(table, base, now)
    if host is not None:
        wake(table, on_mantle(table, host))
    table.moved()
    set_off_startup(table, place)
    set_off_upkeep(table, place, ready(table, "upkeep", place))
    return now


def tell_played(table: Magika, seat: int, zone: str, thing: Object, now: Permanent, rule: str, on: int | None) -> None:
    """Tell a play: who could not see the card before learns nothing of its old id."""
    told: dict[str, Any] = {"player": seat, "object": thing.id, "now": now.id, "card": now.card}
    told["targets"] = [] if on is None else [{"object": on}]
    knows = seen_by(table.game.zones[zone], seat)
    if knows is None:
        table.emit("play", rule, **told)
    else:
        table.tell(knows, ("object",), "play", rule, **told)


def arrive(table: Magika, place: Place) -> None:
    """A Summon is Tapped in the turn in which it is Summoned, unless it is Active."""
    thing: Any = place.object
    thing.tapped = thing.summon_tap = comes_tapped()
    table.moved()
    wake(table, place)


@carries("MM-12.16", otherwise=False)
def comes_tapped() -> bool:
    """Summons are Tapped during the turn in which they are Summoned."""
    return True


def wake(table: Magika, place: Place | None) -> None:
    """A Summon that is Tapped only because it was Summoned untaps once it is Active (MM-R58)."""
    thing: Any = None if place is None else place.object
    if place is None or not thing.summon_tap or thing.entered_serial != table.state.turn or not is_active(table, place):
        return
    thing.tapped = thing.summon_tap = False
    table.emit("untap", "MM-21.1", object=thing.id, card=thing.card)
    table.renew()


@carries("MM-21.1", "MM-R58", otherwise=False)
def is_active(table: Magika, place: Place) -> bool:
    """An Active Summon is not Tapped in the turn in which it is Summoned."""
    return has(table, place, "active")


@carries("MM-16.11", "MM-16.12")
def link(table: Magika, base: int, now: Permanent) -> None:
    """The base becomes a Link of the card that was Chain Summoned onto it."""
    place = on_mantle(table, base)
    assert place is not None
    thing: Any = place.object
    thing.attached_to, thing.attach_kind = now.id, "link"
    table.emit("attach", "MM-16.12", object=base, card=thing.card, to=now.id, how="link")
    table.moved()


# -- tokens ----------------------------------------------------------------------------------------


@carries("MM-18.1", "MM-21.10")
def make_token(table: Magika, seat: int, card: str) -> None:
    """A Token is made: a Summon without a card, a copy of what is printed (MM-R84)."""
    now = put(table, seat, "mantle", card, seat, entered_serial=table.state.turn, is_token=True)
    table.emit("create", "MM-18.1", object=now.id, card=card)
    place = Place(seat, "mantle", now)
    arrive(table, place)
    if tokens_start(table):
        set_off_startup(table, place)
        set_off_upkeep(table, place, ready(table, "upkeep", place))


@carries("MM-R85", otherwise=True)
def tokens_start(table: Magika) -> bool:
    """Making a Token does not activate its Startup, unless the option says so."""
    return table.state.options.tokens_trigger_startup


# -- leaving ---------------------------------------------------------------------------------------


def discard_all(table: Magika, places: list[Place], rule: str) -> None:
    """Cards on the Mantle are discarded together, then what is attached to them."""
    going = [(place, is_link(place.object)) for place in places]
    for place, was_link in going:
        discard(table, place, rule=rule, was_link=was_link)
    for place, _ in going:
        drop_attached(table, place.object.id)


def discard(table: Magika, place: Place, *, rule: str, was_link: bool = False, reason: str = "discard") -> int:
    """One card goes to its owner's Crypt; its Ender activates. Returns the id by which everybody knows the card."""
    thing, seat = place.object, place.seat
    assert seat is not None
    silent = {one.ability for one in getattr(thing, "negated", ()) if one.source == thing.id}
    forget(table, thing)
    known: Any = thing.id
    if place.zone == "mantle" and thing.is_token:  # type: ignore[attr-defined]
        vanish(table, place, reason, rule)
    else:
        now = move(table, thing, (seat, place.zone), (seat, "crypt"), reason=reason, rule=rule)
        known = now.id if place.zone == "hand" else known
    if not was_link or links_have_ender(table):
        set_off_ender(table, seat, known, str(thing.card), silent)
    return int(known)


@carries("MM-R68", otherwise=True)
def links_have_ender(table: Magika) -> bool:
    """A Link's Ender does not activate when it is discarded, unless the option says so."""
    return table.state.options.link_ender


def vanish(table: Magika, place: Place, reason: str, rule: str) -> None:
    """A Token ceases to exist: it is nowhere but on the Mantle."""
    assert place.seat is not None
    take(table, place.seat, "mantle", place.object)
    table.emit("destroy", rule, object=place.object.id, card=place.object.card, reason=reason)
    if not tokens_cease():
        put(table, place.seat, "crypt", place.object.card, place.seat)


@carries("MM-18.2", otherwise=False)
def tokens_cease() -> bool:
    """Tokens cannot exist in a deck, hand, Crypt or Removal pile."""
    return True


@carries("MM-15.3", "MM-R63")
def drop_attached(table: Magika, number: Any) -> None:
    """What was attached to a card that left is discarded as well."""
    for place in list(attached(table, number)):
        discard(table, place, rule="MM-15.3", was_link=is_link(place.object))
        drop_attached(table, place.object.id)


@carries("MM-5.14")
def remove(table: Magika, place: Place, *, rule: str, reason: str = "remove") -> Any:
    """A card goes to its owner's Removal pile: no discard, no Ender."""
    thing, seat = place.object, place.seat
    assert seat is not None
    forget(table, thing)
    if place.zone == "mantle" and thing.is_token:  # type: ignore[attr-defined]
        vanish(table, place, reason, rule)
        now = None
    else:
        now = move(table, thing, (seat, place.zone), (seat, "removal"), reason=reason, rule=rule)
    drop_attached(table, thing.id)
    return now


@carries("MM-R87", otherwise=None)
def drop_marks(table: Magika) -> None:
    """A card that has left the Removal pile in whatever way comes back no more."""
    if table.state.delayed:
        table.state.delayed = [m for m in table.state.delayed if table.find(m.object, "removal", m.player) is not None]


def forget(table: Magika, thing: Any) -> None:
    """What lasts on a card ends when it leaves."""
    table.state.effects = [effect for effect in table.state.effects if effect.target != thing.id]
    table.state.delayed = [mark for mark in table.state.delayed if mark.object != thing.id]
