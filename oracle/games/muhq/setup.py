"""Setting up: the map, packs and picks, stores, start decks, who begins (MQ-1, MQ-2; section 7.2 of the digest)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.chance import Question
from oracle.kernel.errors import Fault, InvalidSetup
from oracle.kernel.moves import put
from oracle.kernel.piles import next_card, take_out
from oracle.kernel.rulebook import carries
from oracle.kernel.sets import cards_of
from oracle.kernel.start import Setup
from oracle.kernel.together import begin as begin_together

from . import piles
from .deck import starting_map
from .draft import copies_in, goes_on, leave_packs, packs_are_empty, stops_now
from .entering import enter
from .map_wins import late_faults
from .maps import check_map, map_of, pinned
from .seats import next_seat, order_from
from .state import Draft, DraftPick, Flags, Muhq, SetUp, in_order
from .turn import begin_turn

PACK = 10


def begin(table: Muhq, setup: Setup) -> None:
    """The map is laid out with its pieces and start decks; then the draft, or stores that were brought."""
    state = table.state
    state.map = starting_map(setup)
    if isinstance(state.map, str):
        state.map = pinned(state.map)
    check_sets(state.sets)
    check_starter(table)
    bring_map_sets(table)
    check_start(table, setup)
    state.first_player = setup.first_player
    for seat in range(len(state.players)):
        receive_start_deck(table, seat)
    place_start_pieces(table)
    if state.options.draft:
        state.phase = "draft"
        state.undealt = copies_in(table)
        shuffle_all(table)
        state.draft = Draft(round=0)
        table.push(SetUp(stage="round"))
    else:
        lay_brought_stores(table, setup)
        table.push(SetUp(stage="stores"))


@carries("MQ-1.1", "MQ-1.2")
def bring_map_sets(table: Muhq) -> None:
    """The sets that are no draft sets come with the map: its start deck and its pieces are of them."""
    state, game = table.state, table.game
    names = {name.partition("@")[0] for name in state.sets}
    own = [each.id for each in game.builtin_sets if not each.draftable and each.id.partition("@")[0] not in names]
    known = {each.id.partition("@")[0]: each.id for each in game.builtin_sets}
    state.sets = [*own, *(known.get(name, name) for name in state.sets)]
    table.cards = game.prints(state, cards_of(game, tuple(state.sets), state.cards)) if game.prints else table.cards


@carries("MQ-V02")
def check_sets(names: list[str]) -> None:
    """Refuse a set that is chosen twice."""
    plain = [name.partition("@")[0] for name in names]
    for i, name in enumerate(plain):
        if name in plain[:i]:
            message = f"{name} is chosen twice."
            raise InvalidSetup([Fault(code="set_twice", at=f"/sets/{i}", message=message, data={"rule": "MQ-V02"})])


@carries("MQ-R06")
def check_starter(table: Muhq) -> None:
    """Refuse an option by which a seat begins that is not there."""
    said, count = table.state.options.first_player, len(table.state.players)
    if said != "random" and said >= count:
        message = f"There is no seat {said}."
        raise InvalidSetup(
            [Fault(code="no_such_seat", at="/options/first_player", message=message, data={"rule": "MQ-R06"})]
        )


def check_start(table: Muhq, setup: Setup) -> None:
    """Refuse a map on which no match can be played, or not by so many."""
    document = table.state.map if not isinstance(table.state.map, str) else map_of(table).document
    found = check_map(document, table.cards) or late_faults(map_of(table), table.state.options.max_rounds)
    faults = [Fault(code=f.code, at=f"/map{f.at}", message=f.message, data=f.data) for f in found]
    if faults:
        raise InvalidSetup(faults)
    seats = map_of(table).seats
    if seats != len(setup.players):
        message = f"This map is for {seats} players; here are {len(setup.players)}."
        raise InvalidSetup(
            [Fault(code="seat_count", at="/players", message=message, data={"players": len(setup.players)})]
        )
    if table.state.options.draft:
        check_packs(len(copies_in(table)), seats)
    else:
        check_start_decks(table, setup)


@carries("MQ-V02", "MQ-V03")
def check_packs(cards: int, seats: int) -> None:
    """Refuse a draft without sets for it, or with fewer cards than a full round takes."""
    if not cards:
        message = "None of these sets is drafted."
        raise InvalidSetup([Fault(code="no_sets", at="/sets", message=message, data={"rule": "MQ-V02"})])
    if cards < PACK * seats:
        message = f"A draft needs {PACK * seats} cards for {seats} players."
        raise InvalidSetup([Fault(code="too_few_cards", at="/sets", message=message, data={"rule": "MQ-V03"})])


@carries("MQ-V09")
def check_start_decks(table: Muhq, setup: Setup) -> None:
    """Refuse start decks that are not those of the map."""
    for seat, chair in enumerate(setup.players):
        if chair.deck is None or "start_deck" not in chair.deck.sections:
            continue
        if Counter(chair.deck.cards("start_deck")) != Counter(map_of(table).start_deck(seat)):
            message = f"The start deck is not the one of {map_of(table).id}."
            at = f"/players/{seat}/deck/sections/start_deck"
            raise InvalidSetup([Fault(code="start_deck_mismatch", at=at, message=message, data={"rule": "MQ-V09"})])


@carries("MQ-1.3")
def shuffle_all(table: Muhq) -> None:
    """All cards of the chosen sets are shuffled together."""
    table.shuffle(None, table.state.undealt, "MQ-1.3")  # type: ignore[arg-type]


@carries("MQ-R14")
def lay_brought_stores(table: Muhq, setup: Setup) -> None:
    """Without a draft the stores are brought along."""
    for seat, chair in enumerate(setup.players):
        for card in chair.deck.cards("store") if chair.deck is not None else ():
            piles.lay(table, seat, "store", card)


# -- the steps -------------------------------------------------------------------------------------


def ask_setup(table: Muhq, frame: SetUp) -> Question | None:
    """Which card is dealt next, where the order does not say; who begins, where nothing has said so."""
    state = table.state
    if frame.stage == "deal" and frame.seats and len(state.players[frame.seats[0]].pack) < PACK:
        return next_card(table, frame.seats[0], state.undealt, "draw", "MQ-2.1")
    if frame.stage == "first" and starter(table) is None:
        return Question("first_player", None, tuple(table.game.seats_in(state)), rule="MQ-R06")
    return None


@carries("MQ-R06", otherwise=0)
def starter(table: Muhq) -> int | None:
    """Who begins, if it is known: by the start request or the option; otherwise chance says."""
    state = table.state
    said = state.options.first_player if state.first_player is None else state.first_player
    return None if said == "random" else next_seat(table, min(said, len(state.players) - 1) - 1)


def take_setup(table: Muhq, frame: SetUp, outcome: Any) -> None:
    """Chance has brought a card, or named the starter."""
    if frame.stage == "first":
        table.emit("chance", "MQ-R06", of="first_player", player=None, outcome=outcome)
        table.state.first_player = outcome
    else:
        deal(table, frame, outcome)


def deal(table: Muhq, frame: SetUp, card: str | None) -> None:
    """A card goes into the pack of the seat that is dealt to."""
    seat = frame.seats[0]
    put(table, seat, "pack", take_out(table, seat, table.state.undealt, card), seat)
    piles_are_sorted(table, seat)


def piles_are_sorted(table: Muhq, seat: int) -> None:
    """A pack has no order that anybody chose: it is written by card."""
    table.state.players[seat].pack.sort(key=in_order)


def run_setup(table: Muhq, frame: SetUp) -> None:
    """The next stage."""
    STAGES[frame.stage](table, frame)


def next_round(table: Muhq, frame: SetUp) -> None:
    """Another round of the draft, or its end."""
    state = table.state
    if not goes_on(table):
        frame.stage = "stores"
        return
    state.draft = Draft(round=(state.draft.round if state.draft else 0) + 1)
    table.emit("draft_round", "MQ-2.3", round=state.draft.round)
    frame.seats = take_packs(table)
    frame.stage = "deal"


@carries("MQ-2.1", "MQ-2.3", otherwise=[])
def take_packs(table: Muhq) -> list[int]:
    """Each seat takes a pack of ten."""
    return list(table.game.seats_in(table.state))


def next_dealt(table: Muhq, frame: SetUp) -> None:
    """The next card, or the next seat, or all have their pack."""
    if not frame.seats:
        frame.stage = "pick"
    elif len(table.state.players[frame.seats[0]].pack) < PACK:
        deal(table, frame, None)
    else:
        frame.seats = frame.seats[1:]


def next_pick(table: Muhq, frame: SetUp) -> None:
    """All seats pick at the same time, as long as there are cards."""
    if stops_now(table):
        leave_packs(table)
    if packs_are_empty(table):
        frame.stage = "round"
    else:
        begin_together(table, DraftPick, table.game.seats_in(table.state))


def lay_stores(table: Muhq, frame: SetUp) -> None:
    """Stores are laid out, start decks shuffled; a draft that was written by hand may have neither them nor pieces."""
    state = table.state
    state.set_aside.extend(state.undealt)
    state.undealt.clear()
    state.draft = None
    state.phase = "setup"
    for seat, player in enumerate(state.players):
        for thing in list(player.drafted):
            lay_in_store(table, seat, thing)
        if player.status == "active":
            if not player.deck:
                receive_start_deck(table, seat)
            shuffle_start_deck(table, seat)
    if not state.permanents:
        place_start_pieces(table)
    frame.stage = "first"


@carries("MQ-1.6", "MQ-7.8", "MQ-7.9", "MQ-R12")
def lay_in_store(table: Muhq, seat: int, thing: Any) -> None:
    """A drafted card lies open in its owner's store."""
    piles.move(table, seat, thing, "drafted", "store", reason="store", rule="MQ-1.6")


@carries("MQ-1.5", "MQ-7.1", "MQ-7.2", "MQ-8.1")
def receive_start_deck(table: Muhq, seat: int) -> None:
    """Each player's deck begins as the start deck that the map defines."""
    player = table.state.players[seat]
    player.deck = [card for card, count in map_of(table).start_deck(seat).items() for _ in range(count)]


@carries("MQ-1.5")
def shuffle_start_deck(table: Muhq, seat: int) -> None:
    """After the draft the start decks are shuffled."""
    table.shuffle(seat, table.state.players[seat].deck, "MQ-1.5")


@carries("MQ-8.1", "MQ-M4")
def place_start_pieces(table: Muhq) -> None:
    """What the map puts on the board, without setting anything off."""
    still_in = (None, *table.game.seats_in(table.state))
    for each in (piece for piece in map_of(table).start if piece.seat in still_in):
        flags = Flags(**each.flags, start_tile=each.tile)
        enter(table, each.card, each.seat, each.seat, each.tile, rule="MQ-M4", flags=flags)


def find_first(table: Muhq, _frame: SetUp) -> None:
    """The starter is known: resource by turn order, then the first turn."""
    pop(table)
    state = table.state
    state.first_player = starter(table)
    assert state.first_player is not None
    start_resource(table, state.first_player)
    state.round = 1
    begin_turn(table, state.first_player)


@carries("MQ-R06", "MQ-M5")
def start_resource(table: Muhq, first: int) -> None:
    """Start resource by turn order, as the map says."""
    given = map_of(table).resource.start
    still_in = table.game.seats_in(table.state)
    for place, seat in enumerate(seat for seat in order_from(table, first) if seat in still_in):
        table.state.players[seat].resource = given[place] if place < len(given) else 0


STAGES = {"round": next_round, "deal": next_dealt, "pick": next_pick, "stores": lay_stores, "first": find_first}
STEPS = (Step(SetUp, run=run_setup, asks=ask_setup, takes=take_setup),)
