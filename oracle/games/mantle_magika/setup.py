"""Starting the game: decks, opening hands, Mulligans, who goes first (MM-1, MM-3; rulings R01, R02, R03)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oracle.kernel import together
from oracle.kernel.agenda import Step, pop
from oracle.kernel.chance import Question
from oracle.kernel.decisions import Action, Kept, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.start import Setup
from oracle.kernel.together import begin as begin_together
from oracle.kernel.together import lock, undecided, waiting

from .records import MagikaCard
from .seats import seat_of
from .state import Draw, Magika, Mulligans, Redeal, SetUp
from .turn import begin_turn

HAND = 7
HEALTH = {2: 30, 3: 25, 4: 20}


class Mulligan(Action, tag="mulligan", kw_only=True, frozen=True):
    """Shuffle the opening hand into the deck and draw a new one."""


class Keep(Action, tag="keep", kw_only=True, frozen=True):
    """Keep the opening hand."""


# -- requirements ----------------------------------------------------------------------------------


def choice_of(table: Magika, action: Action) -> Any:
    """What the seat has locked, if it has; `None` is no choice."""
    work = waiting(table)
    if work is None or action.player not in work.seats:
        return None
    made = work.locked[work.seats.index(seat_of(action))]
    return None if made is None else made.choice


def has_used(table: Magika, action: Action) -> bool:
    """Whether the player's Mulligan is used."""
    return table.state.players[seat_of(action)].mulligan_used or choice_of(table, action) == "mulligan"


@requires("MM-3.4", code="mulligan_used", reads=())
def mulligan_is_left(table: Magika, action: Mulligan) -> Kept:
    """A player has one Mulligan a game."""
    return not has_used(table, action)


@requires("MM-3.3", code="no_mulligan_now", reads=())
def hand_is_undecided(table: Magika, action: Action) -> Kept:
    """After the opening draw the player has still to choose."""
    if isinstance(action, Mulligan) and has_used(table, action):
        return None
    work = waiting(table)
    return isinstance(work, Mulligans) and action.player in undecided(work)


def decide_hand(table: Magika, action: Action) -> None:
    """The choice is made; it is carried out when all have chosen."""
    table.state.players[seat_of(action)].ready = True
    lock(table, seat_of(action), "mulligan" if isinstance(action, Mulligan) else "keep")


# -- the order of things ---------------------------------------------------------------------------


def begin(table: Magika, setup: Setup) -> None:
    """Decks are shuffled, Health is set; then hands are dealt."""
    state = table.state
    state.step = "mulligan"
    state.active = None
    for seat, chair in enumerate(setup.players):
        assert chair.deck is not None
        state.players[seat].health = starting_health(len(setup.players))
        state.players[seat].deck = list(chair.deck.cards())
    shuffle_decks(table)
    state.starter = setup.first_player
    table.push(SetUp(stage="deal"))


@carries("MM-3.1", otherwise=1)
def starting_health(seats: int) -> int:
    """Health at the start: 30, 25 or 20 for two, three or four players."""
    return HEALTH[seats]


@carries("MM-R01")
def shuffle_decks(table: Magika) -> None:
    """Decks are shuffled first, unless the option says otherwise."""
    if table.state.options.initial_shuffle:
        for seat, player in enumerate(table.state.players):
            table.shuffle(seat, player.deck, "MM-R01")


def ask_setup(table: Magika, frame: SetUp) -> Question | None:
    """Who goes first, once all are ready."""
    if frame.stage != "first" or starter_of(table) is not None:
        return None
    return Question("first_player", None, tuple(range(len(table.state.players))), rule="MM-3.6")


def starter_of(table: Magika) -> int | None:
    """Who goes first, if it is known: by the start request or by the option."""
    said = table.state.options.first_player
    return table.state.starter if said == "random" else by_option(said)


@carries("MM-R03", otherwise=None)
def by_option(seat: int) -> int | None:
    """By the option this seat goes first."""
    return seat


@carries("MM-3.6")
def take_first(table: Magika, _frame: SetUp, seat: int) -> None:
    """Chance decides who goes first, when all are ready."""
    table.emit("chance", "MM-3.6", of="first_player", player=None, outcome=seat)
    table.state.starter = seat


def run_setup(table: Magika, frame: SetUp) -> None:
    """Hands, then Mulligans, then the first turn."""
    seats = range(len(table.state.players))
    if frame.stage == "deal":
        frame.stage = "mulligan"
        deal(table, list(seats))
    elif frame.stage == "mulligan":
        frame.stage = "first"
        begin_together(table, Mulligans, seats)
    else:
        pop(table)
        table.state.starter = starter_of(table)
        start_play(table)


@carries("MM-3.2")
def deal(table: Magika, seats: list[int]) -> None:
    """An opening hand of seven for each."""
    table.push(*(Draw(player=seat, left=HAND) for seat in seats))


@carries("MM-3.7")
def start_play(table: Magika) -> None:
    """Play begins."""
    assert table.state.starter is not None
    begin_turn(table, table.state.starter)


# -- Mulligans -------------------------------------------------------------------------------------


def carry_out(table: Magika, made: together.Made) -> None:
    """All are ready: the Mulligans are carried out, seat by seat."""
    table.state.step = "first_player"
    table.push(Redeal(left=[seat for seat, choice in made if choice == "mulligan"]))


def run_redeal(table: Magika, frame: Redeal) -> None:
    """The next Mulligan."""
    if not frame.left:
        pop(table)
        return
    seat, frame.left = frame.left[0], frame.left[1:]
    redeal(table, seat)


@carries("MM-3.5")
def redeal(table: Magika, seat: int) -> None:
    """The seven cards are shuffled into the deck, and seven new ones drawn."""
    player = table.state.players[seat]
    player.mulligan_used = True
    for thing in list(player.hand):
        to_deck(table, seat, thing)
    table.shuffle(seat, player.deck, "MM-3.5")
    table.push(Draw(player=seat, left=HAND))


def to_deck(table: Magika, seat: int, thing: Any) -> None:
    """One card of the hand goes back into the deck."""
    from oracle.kernel.moves import move  # noqa: PLC0415 - nothing else goes back into a deck

    move(table, thing, (seat, "hand"), (seat, "deck"), reason="mulligan", rule="MM-3.5")


STEPS = (
    Step(SetUp, run=run_setup, asks=ask_setup, takes=take_first),
    together.step(Mulligans, "mulligan", "MM-3.3", carry_out, prompt="mulligan"),
    Step(Redeal, run=run_redeal),
)


# -- hand-written states ---------------------------------------------------------------------------


def complete(document: dict[str, Any], _cards: Mapping[str, MagikaCard]) -> None:
    """Fill in what a hand-written state leaves out."""
    phase = document.setdefault("phase", "main")
    players = document.get("players")
    seats = len(players) if isinstance(players, list) else 0
    if phase == "setup":
        document.setdefault("turn", 0)
        document.setdefault("active", None)
        document.setdefault("step", "mulligan")
        if not document.get("agenda"):
            document["agenda"] = [{"step": "setup", "stage": "deal"}]
    else:
        document.setdefault("turn", 1)
        document.setdefault("active", 0)
    for player in players if isinstance(players, list) else ():
        if isinstance(player, dict):
            player.setdefault("health", HEALTH.get(seats, 20))
