"""Preparing cards, and the Prepared Zones: open, lost, regained (MC-7)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.decisions import Action, Facts, Kept, Part, requires, requires_of
from oracle.kernel.moves import take, tell_move
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import act_was_done
from oracle.kernel.state import Object, ObjectId

from .experience import gain_xp
from .seats import HAND_CARD, in_own_hand, note_act, seat_of
from .state import Machai, MachaiCard, Place, Prepared


class PrepareCard(Action, tag="prepare_card", kw_only=True, frozen=True):
    """Prepare a card of the hand in a Prepared Zone."""

    card: ObjectId
    zone: int


def place_of(table: Machai, action: Any) -> Place | None:
    """The Prepared Zone of that number."""
    zones = table.state.players[action.player].zones
    return zones[action.zone - 1] if 1 <= action.zone <= len(zones) else None


ZONE = Part("zone", place_of, at="index")

# -- requirements ----------------------------------------------------------------------------------


@requires("MC-4.10", code="not_your_main", reads=())
def main_is_own_and_quiet(table: Machai, action: Action) -> Kept:
    """Cards are prepared in the own Main Phase, while the stack is empty."""
    state = table.state
    return state.phase == "main" and state.active == action.player and not state.stack


def card_facts(table: Machai, _seat: int, thing: Object) -> Facts:
    """Which card it is."""
    return {"card": table.name(thing)}


@requires_of(HAND_CARD, "MC-7.1", code="not_preparable", facts=card_facts)
def card_has_prepared(table: Machai, _seat: int, thing: Object) -> Kept:
    """Only a card with Prepared is prepared."""
    return table.card(thing).prepared


@requires("MC-7.4", code="card_not_in_hand", given=True, finds=HAND_CARD)
def card_is_in_hand(table: Machai, action: PrepareCard) -> Kept:
    """A card is prepared from the own hand."""
    return in_own_hand(table, action) is not None


@requires("MC-7.9", code="no_such_zone", given=True, finds=ZONE)
def zone_is_there(table: Machai, action: PrepareCard) -> Kept:
    """The player has a Prepared Zone of that number."""
    count = len(table.state.players[seat_of(action)].zones)
    return place_of(table, action) is not None or {"zone": action.zone, "zones": count}


@requires_of(ZONE, "MC-7.4", "MC-7.11", code="zone_taken")
def zone_is_empty(_table: Machai, _seat: int, place: Place) -> Kept:
    """The Prepared Zone holds no card yet."""
    return place.card is None or {"zone": place.index}


@requires_of(ZONE, "MC-7.14", code="zone_lost")
def zone_is_not_lost(_table: Machai, _seat: int, place: Place) -> Kept:
    """Nothing is placed in a lost Prepared Zone before it is regained."""
    return not place.lost or {"zone": place.index}


REQUIREMENTS = (
    main_is_own_and_quiet,
    card_has_prepared,
    card_is_in_hand,
    zone_is_there,
    zone_is_empty,
    zone_is_not_lost,
)


def zones(table: Machai, draft: Any) -> list[Place]:
    """The Prepared Zones."""
    found: list[Place] = table.state.players[draft.player].zones
    return found


def label(table: Machai, action: PrepareCard) -> tuple[str, Facts]:
    """What the button says."""
    return "prepare_card", {"card": table.name(in_own_hand(table, action)), "zone": action.zone}  # type: ignore[arg-type]


# -- what it does ----------------------------------------------------------------------------------


def prepare(table: Machai, action: PrepareCard) -> None:
    """The card lies in the zone; priority stays (MC-R29)."""
    seat = seat_of(action)
    thing, place = in_own_hand(table, action), place_of(table, action)
    assert thing is not None
    assert place is not None
    take(table, seat, "hand", thing)
    place.card = Prepared(id=table.fresh_id(), card=thing.card, tapped=enters_tapped())
    table.moved()
    tell_move(table, thing, place.card, (seat, "hand"), (seat, "zones"), reason="prepare", rule="MC-7.4")
    bonus_at_once(table, seat, table.card(thing))
    note_act(table, seat)
    act_was_done(table)


@carries("MC-7.4", "MC-7.6", otherwise=False)
def enters_tapped() -> bool:
    """A card is prepared tapped."""
    return True


def bonus_at_once(table: Machai, seat: int, card: MachaiCard) -> None:
    """A prepared Skill of that kind gives experience as it is prepared, by the option as it resolves (MC-R41)."""
    if gives_experience(card) and table.state.options.prepared_skill_xp == "on_prepare":
        gain_xp(table, seat, 1, "MC-7.16")


@carries("MC-7.16", "MC-7.19", otherwise=False)
def gives_experience(card: MachaiCard) -> bool:
    """A Skill that says so gives 1 experience for being prepared (MC-R42)."""
    return card.type == "skill" and card.prep == "xp"


# -- zones -----------------------------------------------------------------------------------------


@carries("MC-7.12", "MC-7.13")
def lose_zone(table: Machai, seat: int) -> None:
    """The last open zone is lost; the card in it stays and can be played (MC-R46)."""
    place = next((place for place in reversed(table.state.players[seat].zones) if not place.lost), None)
    if place is not None:
        place.lost = True
        table.emit("zone", "MC-7.12", player=seat, zone=place.index, change="lost")


@carries("MC-7.14")
def regain_zone(table: Machai, seat: int) -> None:
    """The first lost zone is open again (MC-R46)."""
    place = next((place for place in table.state.players[seat].zones if place.lost), None)
    if place is not None:
        place.lost = False
        table.emit("zone", "MC-7.14", player=seat, zone=place.index, change="regained")
