"""Losing and leaving: who is out, what goes with them, who has won (MM-2; rulings R05, R07, R08, R09)."""

from __future__ import annotations

from msgspec.structs import replace

from oracle.kernel.agreement import AnswerDraw, Concede, OfferDraw, finish, left_to_answer, open_offer
from oracle.kernel.decisions import Action, Kept, requires
from oracle.kernel.moves import put, take, tell_move
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import to_pile
from oracle.kernel.stack.leaving import start_anew, withdraw
from oracle.kernel.stack.records import Declare, Entry, GivePriority, Priority, RunTriggers, Trigger
from oracle.kernel.stack.windows import current
from oracle.kernel.state import Object

from .battle import attacked, due
from .keywords import attached
from .mantle import discard, forget
from .seats import is_living, living, seat_of
from .state import Activation, Check, DiscardCards, Draw, Host, Magika, MagikaState, MeetAttack, PickDefense, Returning

REASONS = {"health": ("MM-2.1", "life_zero"), "empty_draw": ("MM-2.2", "empty_draw"), "forfeit": ("MM-2.4", "concede")}
WORK = (Returning, Host, Draw, DiscardCards, PickDefense, MeetAttack)


def lose_together(table: Magika, lost: dict[int, str]) -> bool:
    """These players lose in the same moment; whether there are any (MM-R05)."""
    if not lost:
        return False
    for seat, reason in lost.items():
        player = table.state.players[seat]
        player.status, player.lost_reason = "lost", reason  # type: ignore[assignment]
        table.emit("lose", REASONS[reason][0], player=seat, what="match", amount=0, left=0)
    left = living(table)
    if not left:
        finish(table, [], "MM-R05", "all_lost")
    elif last_one_wins(table, left):
        finish(table, left, "MM-2.3", REASONS[next(iter(lost.values()))][1])
    else:
        for seat in lost:
            leave(table, seat)
        go_on(table, list(lost))
    return True


@carries("MM-2.3", otherwise=False)
def last_one_wins(_table: Magika, left: list[int]) -> bool:
    """The one player left wins."""
    return len(left) == 1


# -- what goes with a player -----------------------------------------------------------------------


@carries("MM-R07")
def leave(table: Magika, seat: int) -> None:
    """All that a player owns leaves the game; others' Equipment on it is discarded."""
    state = table.state
    drop_attacks(table, seat)
    for entry in withdraw(table, seat):
        if entry.is_card:
            put(table, seat, "out", entry.card, seat)
            tell_move(table, entry, None, (seat, "stack"), (seat, "out"), reason="leave", rule="MM-R07")
        else:
            tell_vanished(table, entry, "left")
    for thing in list(state.players[seat].mantle):
        guests = [place for place in attached(table, thing.id) if place.seat != seat]
        go_out(table, seat, "mantle", thing)
        for place in guests:
            discard(table, place, rule="MM-R63")
    for zone in ("hand", "crypt", "removal"):
        for thing in list(getattr(state.players[seat], zone)):
            go_out(table, seat, zone, thing)
    state.players[seat].out.extend(state.players[seat].deck)
    state.players[seat].deck.clear()
    state.agenda[:] = [frame for frame in state.agenda if not (isinstance(frame, WORK) and frame.player == seat)]


def go_out(table: Magika, seat: int, zone: str, thing: Object) -> None:
    """One card leaves the game; a Token is gone."""
    forget(table, thing)
    take(table, seat, zone, thing)
    if not getattr(thing, "is_token", False):
        put(table, seat, "out", thing.card, seat)
    tell_move(table, thing, None, (seat, zone), (seat, "out"), reason="leave", rule="MM-R07")


def tell_vanished(table: Magika, entry: Entry, reason: str) -> None:
    """Tell that an activated Effect, which is no card that moves, waits no more."""
    table.emit("fizzle", "MM-R07", what=entry.kind, object=entry.id, reason=reason)


def drop_attacks(table: Magika, seat: int) -> None:
    """Attacks by or at a player who leaves vanish."""
    battle = table.state.battle
    if battle is not None:
        gone = [a for a in battle.attacks if seat in (a.player, attacked(table, a))]
        table.state.battle = replace(battle, attacks=[a for a in battle.attacks if a not in gone])
        for a in [a for a in gone if a.status == "declared"]:
            table.emit("fizzle", "MM-R07", what="attack", object=a.attacker, attack=a.id, reason="left")


def go_on(table: Magika, lost: list[int]) -> None:
    """The offer may be agreed on now; a turn whose player is gone ends at once, otherwise priority starts anew."""
    offer = table.state.draw_offer
    if offer is not None:
        if offer.by in lost:
            table.state.draw_offer = None
        elif not left_to_answer(table):
            finish(table, [], "MM-2.5", "agreed_draw")
            return
    if table.state.active in lost:
        drop_turn(table)
    else:
        reopen_battle(table)
        start_anew(table)


def reopen_battle(table: Magika) -> None:
    """A declaration of which nothing is left has not begun."""
    battle = table.state.battle
    if table.state.step == "declaring" and battle is not None and not battle.attacks and due(table) is None:
        table.state.step = "open"


def drop_turn(table: Magika) -> None:
    """What is left on the stack ends unresolved, Chants go to their owners' Crypts; the next turn begins."""
    from .turn import end_effects, next_turn  # noqa: PLC0415 - turns check who has lost, and end here

    state = table.state
    state.trigger_queue = not_on_stack(state)
    state.agenda.clear()
    for entry in list(state.stack):
        unresolved(table, entry)
    state.priority = Priority()
    state.battle = None
    end_effects(table)
    next_turn(table)


def not_on_stack(state: MagikaState) -> list[Trigger]:
    """The triggers that are not on the stack yet: they wait for the start of the next turn."""
    found = list(state.trigger_queue)
    for frame in state.agenda:
        if isinstance(frame, RunTriggers):
            found += frame.batch
        elif isinstance(frame, Declare) and frame.trigger is not None:
            found.append(frame.trigger)
    return found


def unresolved(table: Magika, entry: Activation) -> None:
    """An entry ends without being resolved."""
    if not entry.is_card:
        tell_vanished(table, entry, "unresolved")
    to_pile(table, entry, "crypt", reason="unresolved", rule="MM-R07")


# -- by word ---------------------------------------------------------------------------------------


@requires("MM-2.4", code="not_in_the_game", reads=())
def player_is_in(table: Magika, action: Action) -> Kept:
    """The player is still in the game."""
    return is_living(table, seat_of(action))


@carries("MM-2.4")
def concede(table: Magika, action: Concede) -> None:
    """The player loses on the spot, whoever decides (MM-R08)."""
    lose_together(table, {seat_of(action): "forfeit"})
    table.renew()
    if table.state.result is None:
        look_again(table)


def look_again(table: Magika) -> None:
    """With a player gone the rest is checked, and what that has set off comes to the stack."""
    if current(table) is None:
        table.push(Check())
    else:
        table.push(GivePriority(after="resolution"))


@requires("MM-2.5", code="offer_not_possible", reads=())
def may_offer(table: Magika, action: Action) -> Kept:
    """The player is in the game, and no offer is open."""
    return is_living(table, seat_of(action)) and table.state.draw_offer is None


@carries("MM-2.5")
def offer_draw(table: Magika, action: OfferDraw) -> None:
    """A draw is proposed; play goes on beside it."""
    open_offer(table, seat_of(action))


@requires("MM-2.5", code="no_answer_due", reads=())
def may_answer(table: Magika, action: Action) -> Kept:
    """An offer is open that the player has not answered."""
    return seat_of(action) in left_to_answer(table)


@carries("MM-2.5", "MM-R09")
def answer_draw(table: Magika, action: AnswerDraw) -> None:
    """All must accept; one refusal clears the offer."""
    offer = table.state.draw_offer
    assert offer is not None
    if not action.accept:
        table.state.draw_offer = None
        return
    offer.accepted = sorted([*offer.accepted, seat_of(action)])
    if not left_to_answer(table):
        finish(table, [], "MM-2.5", "agreed_draw")
