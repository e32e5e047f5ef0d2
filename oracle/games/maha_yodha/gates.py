"""What stands before every action: chance, the setup, draw offers, turns, phases (MY-6, MY-8, MY-E)."""

from __future__ import annotations

from functools import cache

from oracle.kernel.chance_actions import Chance
from oracle.kernel.decisions import Action, Kept, Requirement, requires
from oracle.kernel.gates import match_is_on, objects_exist

from .state import SETUP, Maha, Phase, opponent

still_on = match_is_on("MY-1.5")


@requires("MY-E4", code="chance_pending", gate=True, given=True)
def chance_is_settled(table: Maha, action: Action) -> Kept:
    """No outcome of chance is waited for, and a player acts."""
    state = table.state
    if state.phase in SETUP:
        return None
    return (not state.agenda or table.question is None) and action.player != "chance"


@requires("MY-E5", code="draw_offer_open", gate=True, given=True)
def no_offer_is_open(table: Maha, _action: Action) -> Kept:
    """While a draw offer is open only its answer is possible."""
    return table.state.draw_offer is None


@requires("MY-E5", code="draw_offer_open", gate=True, given=True)
def answer_is_the_other_sides(table: Maha, action: Action) -> Kept:
    """An open draw offer is answered by the other side."""
    offer = table.state.draw_offer
    return offer is None or action.player == opponent(offer.by)


@requires("MY-6.2", code="wrong_phase", gate=True, given=True, phase=True)
def decks_are_shuffled(table: Maha, _action: Action) -> Kept:
    """Both decks have been shuffled."""
    return table.state.phase != "setup_shuffle"


@requires("MY-6.3", code="wrong_phase", gate=True, given=True, phase=True)
def a_player_was_picked(table: Maha, _action: Action) -> Kept:
    """The coin or the dice have picked a player."""
    return table.state.phase != "coin"


@requires("MY-6.4", code="wrong_phase", gate=True, given=True, phase=True)
def first_player_is_chosen(table: Maha, _action: Action) -> Kept:
    """The picked player has said who goes first."""
    return table.state.phase != "choose_first"


@requires("MY-6.4", code="not_your_decision", gate=True, given=True)
def chooser_chooses(table: Maha, action: Action) -> Kept:
    """Only the picked player decides who goes first."""
    return table.state.phase != "choose_first" or action.player == table.state.chooser


@requires("MY-6.2", code="not_by_chance", gate=True, given=True)
def shuffle_is_told_by_chance(table: Maha, action: Action) -> Kept:
    """The order of a deck is no player's to tell."""
    return table.state.phase != "setup_shuffle" or action.player == "chance"


@requires("MY-6.3", code="not_by_chance", gate=True, given=True)
def toss_is_told_by_chance(table: Maha, action: Action) -> Kept:
    """How coin or dice fall is no player's to tell."""
    return table.state.phase != "coin" or action.player == "chance"


@requires("MY-6.3", code="other_method", stops=True)
def outcome_is_of_the_agreed_kind(table: Maha, action: Chance) -> Kept:
    """A coin falls where a coin was agreed, dice where dice were."""
    if table.state.phase != "coin":
        return None
    return isinstance(action.outcome, list) is (table.state.options.first_player_method == "die")


@requires("MY-E4", code="chance_acts", gate=True, given=True)
def a_player_acts(table: Maha, action: Action) -> Kept:
    """Once the match is under way a player acts here, not chance."""
    return None if table.state.phase in SETUP else action.player != "chance"


@requires("MY-6.4", code="not_your_decision", gate=True, given=True)
def a_player_acts_in_the_setup(table: Maha, action: Action) -> Kept:
    """In the setup a player acts here, not chance."""
    return action.player != "chance" if table.state.phase in SETUP else None


@requires("MY-8.3", code="not_your_turn", gate=True, given=True)
def turn_is_own(table: Maha, action: Action) -> Kept:
    """Only the player whose turn it is takes phase actions in it."""
    return action.player == table.state.active


@requires("MY-8.3", code="not_your_turn", gate=True, given=True)
def turn_is_own_in_play(table: Maha, action: Action) -> Kept:
    """Once the match is under way only the player whose turn it is takes phase actions."""
    return None if table.state.phase in SETUP else action.player == table.state.active


@requires("MY-7.2", "MY-8.1", code="wrong_phase", gate=True, given=True, phase=True)
def opening_discard_is_made(table: Maha, _action: Action) -> Kept:
    """The first player discards one card before his Placement begins."""
    return table.state.phase != "opening_discard"


@requires("MY-8.1", "MY-9.6", code="wrong_phase", gate=True, given=True, phase=True)
def regroup_is_complete(table: Maha, _action: Action) -> Kept:
    """Drawing does not begin before the Regroup is complete."""
    return table.state.phase != "regroup"


@requires("MY-8.1", "MY-11.1", code="wrong_phase", gate=True, given=True, phase=True)
def drawing_is_over(table: Maha, _action: Action) -> Kept:
    """Cards are placed after the Draw."""
    return table.state.phase not in ("regroup", "draw")


@cache
def in_phase(*phases: Phase) -> Requirement:
    """The requirement that a phase action is taken in its phase."""

    @requires("MY-8.1", code="wrong_phase", gate=True, given=True, phase=True)
    def phase_is_right(table: Maha, _action: Action) -> Kept:
        """A phase action is taken in its phase."""
        return table.state.phase in phases or {"phase": table.state.phase}

    return phase_is_right


def gates(*objects: str, offer: Requirement = no_offer_is_open) -> tuple[Requirement, ...]:
    """What stands before every action of a seat."""
    return (
        still_on,
        chance_is_settled,
        *((objects_exist("MY-E3", *objects),) if objects else ()),
        offer,
        decks_are_shuffled,
        a_player_was_picked,
        first_player_is_chosen,
    )
