"""What no state of this game can be (section 11 of the digest)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault

from .state import HAND, SETUP, WITH_VALOR, BeginPlacement, Maha, OpeningDiscard, Placed, Shuffle, Toss, opponent

OPENING = 6
WITH_WORK = ("draw", "placement")


def in_play(table: Maha) -> bool:
    """Whether the setup is over and the match not."""
    return table.state.phase not in SETUP and table.state.result is None


def seats_fit_the_turn(table: Maha) -> Iterator[Fault]:
    """`active`, `first_player` and `turns_begun` follow from the turn (invariant 5)."""
    state = table.state
    if state.phase in SETUP:
        if state.phase == "choose_first" and state.chooser is None:
            yield fault("no_chooser", "/chooser", "In choose_first a seat has been picked.")
        return
    if state.active is None or state.first_player is None:
        yield fault("no_active", "/active", "Once the setup is over a seat is active.")
        return
    if state.turn == 0:
        yield fault("turn", "/turn", "Once the setup is over turns count from 1.")
    first = state.turn % 2 == 1
    if (state.active == state.first_player) is not first:
        yield fault("active_seat", "/active", f"On turn {state.turn} the other seat is active.")
    for seat, player in enumerate(state.players):
        begun = (state.turn + 1) // 2 if seat == state.first_player else state.turn // 2
        if player.turns_begun != begun:
            yield fault(
                "turns_begun",
                f"/players/{seat}/turns_begun",
                f"On turn {state.turn} this seat has begun {begun} turns.",
            )


def setup_has_its_work(table: Maha) -> Iterator[Fault]:
    """Before the coin has fallen it is still to fall, behind shuffles while they are to be made."""
    state = table.state
    if state.phase not in SETUP or state.result is not None:
        return
    kinds = [type(frame) for frame in state.agenda]
    shuffles = [Shuffle] * (len(kinds) - 1) if state.phase == "setup_shuffle" else []
    if kinds != ([] if state.phase == "choose_first" else [Toss, *shuffles]):
        yield fault("setup_work", "/agenda", f"In {state.phase} other work is still to be done.")


def work_fits_the_phase(table: Maha) -> Iterator[Fault]:
    """Cards are drawn and effects resolved for the active seat, in Draw and Placement only (section 7)."""
    state = table.state
    if not in_play(table) or state.active is None:
        return
    first_turn = state.phase == "draw" and state.players[state.active].turns_begun == 1
    for i, frame in enumerate(state.agenda):
        if state.phase not in WITH_WORK or isinstance(frame, Shuffle | Toss):
            yield fault("work_out_of_phase", f"/agenda/{i}", f"This work is not done in {state.phase}.")
        elif isinstance(frame, OpeningDiscard | BeginPlacement) and not (first_turn and i == 0):
            yield fault("first_turn_work", f"/agenda/{i}", "This follows the draw of a first turn.")
        elif getattr(frame, "player", state.active) != state.active:
            yield fault("work_of_another", f"/agenda/{i}/player", "Work is done for the active player.")


def valor_is_the_active_seats(table: Maha) -> Iterator[Fault]:
    """Valor exists exactly for the active seat in Placement, Attack and end (invariant 4)."""
    state = table.state
    if not in_play(table):
        return
    for seat, player in enumerate(state.players):
        has = seat == state.active and state.phase in WITH_VALOR
        if (player.valor is not None) is not has:
            what = "has Valor" if has else "has no Valor"
            yield fault("valor", f"/players/{seat}/valor", f"In {state.phase} this seat {what}.")


def life_fits_the_result(table: Maha) -> Iterator[Fault]:
    """One life is 0 exactly when the match is over by it (invariant 3)."""
    state = table.state
    fallen = [seat for seat, player in enumerate(state.players) if player.life == 0]
    by_life = state.result is not None and state.result.reason == "life_zero"
    if len(fallen) > 1:
        yield fault("both_fallen", "/players", "Both players cannot have fallen.")
    elif by_life and state.result is not None and fallen and state.result.winners != [opponent(fallen[0])]:
        yield fault("winner", "/result/winners", "Who has fallen has lost.")
    elif bool(fallen) is not by_life:
        at = f"/players/{fallen[0]}/life" if fallen else "/result"
        yield fault("life_without_result", at, "A life of 0 and a result by it come together.")


def piles_hold_own_cards(table: Maha) -> Iterator[Fault]:
    """A pile holds only cards of its player (invariant 2)."""
    for seat, player in enumerate(table.state.players):
        for i, thing in enumerate(player.discard):
            if thing.owner is not UNSET and thing.owner != seat:
                yield fault(
                    "foreign_card", f"/players/{seat}/discard/{i}/owner", "A pile holds only its player's cards."
                )


def may_bear(table: Maha, bearer: Placed | None) -> bool:
    """Whether a card that is out can bear a Weapon, as far as it is known."""
    return bearer is not None and (bearer.card is None or table.card(bearer).type == "warrior")


def battlefields_hold_together(table: Maha) -> Iterator[Fault]:
    """Bearers, combinations and choices fit their cards (invariants 9 and 10)."""
    for seat, player in enumerate(table.state.players):
        out = {thing.id: thing for thing in player.battlefield}
        for i, thing in enumerate(player.battlefield):
            at = f"/players/{seat}/battlefield/{i}"
            if thing.card is None:
                continue
            card = table.card(thing)
            bearer = out.get(thing.assigned_to) if thing.assigned_to is not None else None
            if card.type != "weapon" and thing.assigned_to is not None:
                yield fault("assigned", f"{at}/assigned_to", "Only Weapons are assigned.")
            elif thing.assigned_to is not None and not may_bear(table, bearer):
                yield fault("bearer", f"{at}/assigned_to", "The bearer is a Warrior on the same half.")
            combined = bearer is not None and bearer.card == card.partner
            if thing.combined is not combined and (bearer is None or bearer.card is not None):
                yield fault("combined", f"{at}/combined", "Exactly a Weapon on its partner is combined.")
            if (thing.mode is not None) is not bool(card.modes) or (card.modes and thing.mode not in card.modes):
                yield fault("mode", f"{at}/mode", f"The choice of this card: {', '.join(card.modes) or 'none'}.")


def phase_fits_the_cards(table: Maha) -> Iterator[Fault]:
    """Hand sizes and an empty half in the early phases, first turns (invariants 6, 7, 8, 11)."""
    state = table.state
    if not in_play(table) or state.active is None or state.agenda:
        return
    active = state.players[state.active]
    at = f"/players/{state.active}"
    if state.phase == "opening_discard":
        if state.turn != 1:
            yield fault("phase", "/phase", "The opening discard belongs to turn 1.")
        if len(active.hand) != OPENING:
            yield fault(
                "opening_hand", f"{at}/hand", f"The first player holds {OPENING} cards before the opening discard."
            )
    if state.phase in ("regroup", "draw"):
        if active.turns_begun == 1:
            yield fault("phase", "/phase", "A first turn has no Regroup and no free draws.")
        if active.battlefield:
            yield fault("half_not_empty", f"{at}/battlefield", f"In {state.phase} the own half is empty.")
    if state.phase == "draw" and len(active.hand) > HAND:
        yield fault("hand_over_limit", f"{at}/hand", f"In the Draw a hand has at most {HAND} cards.")
    other = state.players[opponent(state.active)]
    if state.turn == 1 and (other.hand or other.discard or other.battlefield):
        yield fault(
            "second_player", f"/players/{opponent(state.active)}", "On turn 1 the second player has only a deck."
        )


def attacks_fit_the_phase(table: Maha) -> Iterator[Fault]:
    """`attacked` is true exactly in the end phase, and takes a Warrior (invariant 13)."""
    state = table.state
    if not in_play(table) or state.active is None:
        return
    active = state.players[state.active]
    at = f"/players/{state.active}"
    if active.attacked is not (state.phase == "end"):
        yield fault("attacked", f"{at}/attacked", "The end phase is reached by an attack only.")
    if active.attacked and active.turns_begun == 1 and state.active == state.first_player:
        yield fault("attacked", f"{at}/attacked", "The first player does not attack on his first turn.")
    if active.attacked and active.warriors_played == 0:
        yield fault("attacked", f"{at}/warriors_played", "An attack takes a Warrior that was played.")


def offers_are_the_active_seats(table: Maha) -> Iterator[Fault]:
    """Only the active player offers a draw (MY-E5)."""
    offer = table.state.draw_offer
    if offer is not None and (offer.by != table.state.active or table.state.phase in SETUP):
        yield fault("draw_offer", "/draw_offer/by", "Only the active player offers a draw, in his turn.")


def setup_is_untouched(table: Maha) -> Iterator[Fault]:
    """In the setup all cards are in the decks: hands are drawn on the first turns (MY-R36)."""
    if table.state.phase not in SETUP:
        return
    for seat, player in enumerate(table.state.players):
        for zone in ("hand", "discard", "battlefield"):
            if getattr(player, zone):
                yield fault("cards_in_the_setup", f"/players/{seat}/{zone}", "In the setup all cards are in the decks.")


INVARIANTS = (
    setup_is_untouched,
    offers_are_the_active_seats,
    setup_has_its_work,
    seats_fit_the_turn,
    work_fits_the_phase,
    valor_is_the_active_seats,
    life_fits_the_result,
    piles_hold_own_cards,
    battlefields_hold_together,
    phase_fits_the_cards,
    attacks_fit_the_phase,
)
