"""Setting up: decks, the starter, opening hands, mulligans (MC-2.14, MC-3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.agenda import Step, pop
from oracle.kernel.chance import Question
from oracle.kernel.decisions import Action, Kept, Pending, requires
from oracle.kernel.piles import all_keys
from oracle.kernel.rulebook import carries
from oracle.kernel.start import DeckList, Setup
from oracle.kernel.state import ObjectId

from .deck import SIZES
from .drawing import missing
from .state import LEVELS, Archetypes, Draw, Machai, MachaiCard, Mulligan, SetUp, open_zones, other
from .turn import begin_turn


def begin(table: Machai, setup: Setup) -> None:
    """Level-1 decks shuffled, the others set aside; who starts is still to be found."""
    state = table.state
    for seat, chair in enumerate(setup.players):
        assert chair.deck is not None
        player = state.players[seat]
        player.life = state.options.starting_life
        player.zones = open_zones(player.level)
        player.deck = starting_deck(chair.deck)
        player.level_decks = {n: [*chair.deck.cards(f"level_{n}")] for n in LEVELS}  # type: ignore[misc]
        player.archetypes = Archetypes(**{part: chair.deck.options.get(part) for part in ("primary", "sub")})
    for seat, player in enumerate(state.players):
        table.shuffle(seat, player.deck, "MC-R07")
    state.first_player = setup.first_player
    if state.first_player is None and state.options.first_player != "random":
        state.first_player = state.options.first_player
    table.push(SetUp())


@carries("MC-2.14", otherwise=[])
def starting_deck(deck: DeckList) -> list[str | None]:
    """The match starts with the level-1 deck."""
    return [*deck.cards("level_1")]


# -- the steps -------------------------------------------------------------------------------------


def turn_order(table: Machai) -> list[int]:
    """The starter, then the other."""
    first = table.state.first_player or 0
    return [first, other(first)]


def undecided(table: Machai) -> int | None:
    """The seat that decides on its mulligan now: the starter first (MC-R08)."""
    return next((seat for seat in turn_order(table) if not table.state.players[seat].mulligan.done), None)


def ask_setup(table: Machai, frame: SetUp) -> Question | Pending | None:
    """Who starts, where nothing has said so; then who keeps the hand."""
    if frame.stage == "first":
        return None if table.state.first_player is not None else Question("first_player", None, (0, 1), rule="MC-R06")
    seat = undecided(table) if frame.stage == "mulligan" else None
    return None if seat is None else Pending(seat, "mulligan", "MC-3.4")


def take_first(table: Machai, _frame: SetUp, seat: int) -> None:
    """Chance has named the starter."""
    table.emit("chance", "MC-R06", of="first_player", player=None, outcome=seat)
    table.state.first_player = seat


def run_setup(table: Machai, frame: SetUp) -> None:
    """Deal the opening hands in turn order; once both have decided the first turn begins."""
    if frame.stage == "first":
        table.state.active = table.state.first_player
        frame.stage = "mulligan"
        table.push(*(Draw(player=seat, left=opening_hand(table, seat), rule="MC-3.1") for seat in turn_order(table)))
        return
    pop(table)
    begin_turn(table, turn_order(table)[0])


@carries("MC-3.1", otherwise=0)
def opening_hand(table: Machai, seat: int) -> int:
    """The starting hand is drawn up to the minimum hand size."""
    return missing(table, seat)


# -- mulligan --------------------------------------------------------------------------------------


class TakeMulligan(Action, tag="mulligan", kw_only=True, frozen=True):
    """Draw a new hand. A list of cards, a partial mulligan, is never legal."""

    cards: list[ObjectId] | UnsetType = UNSET


class Keep(Action, tag="keep", kw_only=True, frozen=True):
    """Keep the hand."""


@requires("MC-3.4", code="no_mulligan_now", reads=())
def mulligan_is_asked(table: Machai, action: Action) -> Kept:
    """A player decides once on a mulligan, as the match is set up."""
    return table.moment == "mulligan" and table.decider == action.player


@requires("MC-3.5", code="partial_mulligan", reads=("cards",), given=True)
def whole_hand_goes(_table: Machai, action: TakeMulligan) -> Kept:
    """A mulligan takes the whole hand."""
    return None if action.cards is UNSET else {"cards": len(action.cards)}


def mulligan(table: Machai, action: TakeMulligan) -> None:
    """The hand goes back, a new one is drawn."""
    seat = int(action.player)
    player = table.state.players[seat]
    player.mulligan = Mulligan(used=True, done=True)
    table.emit("mulligan", "MC-3.4", player=seat, cards=len(player.hand))
    shuffle_back(table, seat)
    table.push(Draw(player=seat, left=new_hand(table, seat), rule="MC-3.6"))


@carries("MC-3.5")
def shuffle_back(table: Machai, seat: int) -> None:
    """The whole hand is shuffled back into the deck."""
    player = table.state.players[seat]
    player.deck.extend(all_keys(player.hand))
    player.hand.clear()
    table.moved()
    table.shuffle(seat, player.deck, "MC-3.5")


@carries("MC-3.6", otherwise=0)
def new_hand(table: Machai, seat: int) -> int:
    """The new hand is drawn up to the minimum hand size, without a penalty."""
    return missing(table, seat)


def keep(table: Machai, action: Keep) -> None:
    """The hand stays."""
    table.state.players[int(action.player)].mulligan = Mulligan(done=True)


STEPS = (Step(SetUp, run=run_setup, asks=ask_setup, takes=take_first),)


# -- hand-written states ---------------------------------------------------------------------------


def complete(document: dict[str, Any], cards: Mapping[str, MachaiCard]) -> None:
    """Fill in what a hand-written state leaves out."""
    phase = document.setdefault("phase", "main")
    if phase == "setup":
        document.setdefault("active", None)
        if not document.get("agenda"):
            document["agenda"] = [{"step": "setup"}]
    document.setdefault("turn", 0 if phase == "setup" else 1)
    active = document.setdefault("active", 0)
    document.setdefault("first_player", active)
    waits = phase in ("main", "end") and not document.get("agenda")
    document.setdefault("priority", {"holder": active, "passes": 0} if waits else {})
    options = document.get("options")
    life = options.get("starting_life", 30) if isinstance(options, dict) else 30
    for player in document.get("players") or []:
        if isinstance(player, dict):
            complete_player(player, life)
            complete_battlefield(player.get("battlefield"), cards)


def complete_player(player: dict[str, Any], life: Any) -> None:
    """Life, Prepared Zones, and level decks that nobody has looked into."""
    player.setdefault("life", life)
    level = player.get("level", 1)
    if type(level) is not int or not 1 <= level <= len(SIZES):
        level = 1
    decks = player.setdefault("level_decks", {})
    if isinstance(decks, dict):
        for n in LEVELS:
            decks.setdefault(n, [None] * SIZES[int(n)] if int(n) > level else [])
    zones = player.setdefault("zones", [])
    if isinstance(zones, list):
        zones += [{} for _ in range(level + 1 - len(zones))]
        for i, zone in enumerate(zones, 1):
            if isinstance(zone, dict):
                zone.setdefault("index", i)


def complete_battlefield(pieces: Any, cards: Mapping[str, MachaiCard]) -> None:
    """Permanents with their printed durability, as far as it is printed."""
    for piece in pieces if isinstance(pieces, list) else ():
        card = cards.get(str(piece.get("card"))) if isinstance(piece, dict) else None
        if card is not None and card.type == "token":
            piece.setdefault("token", True)
        elif card is not None:
            piece.setdefault("durability", card.dur)
