"""The draft: picks of all seats at once, packs passed on (MQ-2; MQ-R09 to MQ-R11)."""

from __future__ import annotations

from typing import Any

from oracle.kernel import together
from oracle.kernel.agenda import Step, pop
from oracle.kernel.chance import Question
from oracle.kernel.decisions import Action, ActionType, Facts, Kept, requires
from oracle.kernel.moves import take
from oracle.kernel.piles import pick as pick_of
from oracle.kernel.piles import picked
from oracle.kernel.rulebook import carries
from oracle.kernel.sets import cards_of
from oracle.kernel.state import ObjectId
from oracle.kernel.together import choice_is_open, lock, waiting

from . import piles
from .seats import next_seat, seat_of
from .state import DraftPick, Muhq, Taking, in_order

PACK = 10
ENOUGH = 25


class PickCard(Action, tag="draft_pick", kw_only=True, frozen=True):
    """Take a card from the pack in front of one."""

    card: ObjectId


# -- packs -----------------------------------------------------------------------------------------


@carries("MQ-R13", otherwise=[])
def copies_in(table: Muhq) -> list[str | None]:
    """All copies of the cards of the chosen sets that are drafted, set by set."""
    known = {each.id: each for each in table.game.builtin_sets}
    found: list[str | None] = []
    for name in table.state.sets:
        own = known.get(name)
        if own is not None:
            found += [key for key in own.cards for _ in range(own.copies if own.draftable else 0)]
        else:
            found += [key for key, card in cards_of(table.game, (name,), {}).items() if card.buy is not None]
    found += [key for key in table.state.cards if table.cards[key].buy is not None]
    return found


@carries("MQ-2.2", "MQ-R08", otherwise=False)
def goes_on(table: Muhq) -> bool:
    """Another round is played while there is a pack for each seat, and each has fewer than 25 cards."""
    seats = table.game.seats_in(table.state)
    few = all(len(table.state.players[seat].drafted) < ENOUGH for seat in seats)
    return len(table.state.undealt) // PACK >= len(seats) and few


def packs_are_empty(table: Muhq) -> bool:
    """Whether all cards of the round are picked."""
    return not any(player.pack for player in table.state.players)


@carries("MQ-R09", otherwise=False)
def stops_now(table: Muhq) -> bool:
    """By the option picking stops as soon as every seat has 25 cards."""
    seats = table.game.seats_in(table.state)
    if not table.state.options.draft_stop_mid_round:
        return False
    return all(len(table.state.players[seat].drafted) >= ENOUGH for seat in seats)


@carries("MQ-R11")
def leave_packs(table: Muhq) -> None:
    """Cards that are not picked are out of the game, unknown to all."""
    for seat, player in enumerate(table.state.players):
        for thing in list(player.pack):
            take(table, seat, "pack", thing)
            table.state.set_aside.append(thing.card)


# -- picking ---------------------------------------------------------------------------------------


@requires("MQ-2.4", code="no_pick_now", reads=())
def pick_is_open(table: Muhq, action: PickCard) -> Kept:
    """The seat has still to pick."""
    work = waiting(table)
    return isinstance(work, DraftPick) and action.player in together.undecided(work)


@requires("MQ-2.4", code="not_in_pack", reads=("card",))
def card_is_in_pack(table: Muhq, action: PickCard) -> Kept:
    """The card is in the pack in front of the seat."""
    return table.find(action.card, "pack", seat_of(action)) is not None


def pack_of(table: Muhq, draft: Any) -> list[int]:
    """The cards of a seat's pack."""
    return [thing.id for thing in table.state.players[draft.player].pack if thing.card is not None]


def pick(table: Muhq, action: PickCard) -> None:
    """The pick is locked; nobody else sees it."""
    lock(table, seat_of(action), action.card)


def all_picked(table: Muhq, made: list[tuple[int, Any]]) -> None:
    """All have picked: the cards go to them."""
    table.push(Taking(seats=[seat for seat, _ in made], cards=[card for _, card in made]))


def ask_taken(table: Muhq, frame: Taking) -> Question | None:
    """Which card a seat has picked, where that is not known here."""
    if not frame.cards or frame.cards[0] is not None:
        return None
    return pick_of(table, frame.seats[0], frame.seats[0], "MQ-R95", "pack")


def run_taken(table: Muhq, frame: Taking) -> None:
    """The next card; when all have theirs the packs move on."""
    if frame.cards:
        take_card(table, frame, table.find(frame.cards[0] or 0, "pack", frame.seats[0]))
    else:
        pop(table)
        pass_packs(table, table.game.seats_in(table.state))


def taken(table: Muhq, frame: Taking, outcome: int | None) -> None:
    """It was told which card was picked, or only that one was."""
    take_card(table, frame, picked(table, frame.seats[0], outcome, "pack"))


@carries("MQ-1.4", "MQ-2.4", "MQ-R10")
def take_card(table: Muhq, frame: Taking, thing: Any) -> None:
    """A picked card is its seat's."""
    seat = frame.seats[0]
    piles.move(table, seat, thing, "pack", "drafted", reason="draft", rule="MQ-2.4")
    table.state.players[seat].drafted.sort(key=in_order)
    frame.seats, frame.cards = frame.seats[1:], frame.cards[1:]


@carries("MQ-2.5")
def pass_packs(table: Muhq, seats: list[int]) -> None:
    """Each pack goes to the next seat."""
    packs = {next_seat(table, seat): table.state.players[seat].pack for seat in seats}
    for seat, pack in packs.items():
        table.state.players[seat].pack = pack
    table.moved()
    table.emit("pass_packs", "MQ-2.5")


def label(table: Muhq, action: PickCard) -> tuple[str, Facts]:
    """What the button says."""
    return "draft_pick", {"card": table.name(table.find(action.card))}


def action_type(*gates: Any) -> ActionType:
    """Picking, behind the gates of the game."""
    return ActionType(
        PickCard, (*gates, pick_is_open, card_is_in_pack), pick, None, frozenset({"draft_pick"}), ("card",),
        label=label, domains=(("card", pack_of),),
    )  # fmt: skip


STEPS = (
    together.step(DraftPick, "draft_pick", "MQ-2.4", all_picked),
    Step(Taking, run=run_taken, asks=ask_taken, takes=taken),
)

__all__ = ["choice_is_open"]
