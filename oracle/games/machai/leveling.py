"""Leveling up in the Clean-Up (MC-4.14 to 4.17, MC-2.2, MC-2.15)."""

from __future__ import annotations

from oracle.kernel.decisions import Action, Kept, requires
from oracle.kernel.rulebook import carries

from .experience import spend_xp
from .seats import seat_of
from .state import TOP_LEVEL, Machai, Place, Turn, zones_at

PRICE = 10


class LevelUp(Action, tag="level_up", kw_only=True, frozen=True):
    """Spend 10 experience on the next level."""


class DeclineLevelUp(Action, tag="decline_level_up", kw_only=True, frozen=True):
    """Stay at this level for now."""


def may_level(table: Machai, seat: int) -> bool:
    """Whether a level can be bought: it can be paid for and there is one (MC-R03)."""
    player = table.state.players[seat]
    return player.xp >= price() and player.level < TOP_LEVEL


@carries("MC-4.14", "MC-12.4", otherwise=11)
def price() -> int:
    """A level costs 10 experience."""
    return PRICE


# -- requirements ----------------------------------------------------------------------------------


def is_asked(table: Machai, action: Action) -> bool:
    """Whether the seat is asked for a level now."""
    return table.moment == "level_up" and table.decider == action.player


@requires("MC-4.14", code="no_level_up_now", reads=())
def level_can_be_bought(table: Machai, action: LevelUp) -> Kept:
    """A level is bought in the own Clean-Up, with at least 10 experience."""
    return is_asked(table, action) or {"xp": table.state.players[seat_of(action)].xp}


@requires("MC-4.17", code="no_further_level", reads=())
def level_is_left(table: Machai, action: LevelUp) -> Kept:
    """There is a level deck left to shuffle in."""
    level = table.state.players[seat_of(action)].level
    return level < TOP_LEVEL or {"level": level, "ruling": "MC-R03"}


@requires("MC-4.15", code="no_level_up_now", reads=())
def level_is_offered(table: Machai, action: DeclineLevelUp) -> Kept:
    """A level that is offered may be declined."""
    return is_asked(table, action)


# -- what they do ----------------------------------------------------------------------------------


def level_up(table: Machai, action: LevelUp) -> None:
    """Level, zone and deck, one level at a time; by the option it is offered again (MC-R04, MC-R05)."""
    seat = seat_of(action)
    pay(table, seat)
    player = table.state.players[seat]
    player.level += 1
    if len(player.zones) < zones_at(player.level):
        player.zones = [*player.zones, Place(index=player.level + 1)]
    table.emit("level_up", "MC-4.16", player=seat, level=player.level, zones=len(player.zones))
    merge(table, seat)
    if not table.state.options.multi_level_up:
        go_on(table)


@carries("MC-4.16", "MC-12.4")
def pay(table: Machai, seat: int) -> None:
    """Leveling up spends 10 experience."""
    spend_xp(table, seat, PRICE, "MC-4.16")


@carries("MC-2.2", "MC-2.15", "MC-4.17")
def merge(table: Machai, seat: int) -> None:
    """The deck of the level just reached is shuffled into what is left of the deck."""
    player = table.state.players[seat]
    name = str(player.level)
    player.deck.extend(player.level_decks[name])  # type: ignore[index]
    player.level_decks[name] = []  # type: ignore[index]
    table.shuffle(seat, player.deck, "MC-4.17")


def decline(table: Machai, _action: DeclineLevelUp) -> None:
    """The turn goes on."""
    go_on(table)


def go_on(table: Machai) -> None:
    """The question is answered."""
    frame = table.state.agenda[-1]
    assert isinstance(frame, Turn)
    frame.stage = "refill"
