"""Game Setup: shuffled decks, a coin or dice, the choice who goes first (MY-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.chance import Question
from oracle.kernel.rulebook import carries
from oracle.kernel.start import Setup

from .state import DIE, LIFE, SETUP, SUPPLY, WITH_VALOR, Maha, MahaCard, Shuffle, Toss, opponent
from .turn import begin_turn

FACES = tuple([a, b] for a in range(1, DIE + 1) for b in range(1, DIE + 1))


def begin(table: Maha, setup: Setup) -> None:
    """Lay out the decks; what is left to do stands on the agenda."""
    state = table.state
    for player, chair in zip(state.players, setup.players, strict=True):
        assert chair.deck is not None
        player.deck = list(chair.deck.cards())
        player.army = str(chair.deck.options.get("army", player.army))
    state.first_player = setup.first_player
    table.push(Shuffle(player=0), Shuffle(player=1), Toss())


# -- shuffles --------------------------------------------------------------------------------------


def ask_shuffle(table: Maha, frame: Shuffle) -> Question | None:
    """The order of a deck; at a table nobody knows it. Whoever sees no seed sees that it is waited for."""
    deck = table.state.players[frame.player].deck
    if not deck or table.state.chance.mode == "manual":
        return None
    return Question("shuffle", frame.player, (), rule="MY-6.2", pile=tuple(deck))


def run_shuffle(table: Maha, frame: Shuffle) -> None:
    """A deck whose order nobody will know."""
    table.shuffle(frame.player, table.state.players[frame.player].deck, "MY-6.2")
    end_shuffle(table)


def take_shuffle(table: Maha, frame: Shuffle, order: list[Any]) -> None:
    """The deck is in this order."""
    lay_in_order(table, frame.player, order)
    table.emit("shuffle", "MY-6.2", player=frame.player)
    end_shuffle(table)


@carries("MY-6.2")
def lay_in_order(table: Maha, seat: int, order: list[Any]) -> None:
    """Each player shuffles his deck."""
    table.state.players[seat].deck = list(order)


def end_shuffle(table: Maha) -> None:
    """One deck is shuffled; behind the last the coin falls."""
    pop(table)
    if isinstance(table.state.agenda[-1], Toss):
        table.state.phase = "coin"


# -- who goes first --------------------------------------------------------------------------------


def ask_toss(table: Maha, _frame: Toss) -> Question | None:
    """The coin names a seat; two dice are thrown, one for each seat."""
    if table.state.first_player is not None:
        return None
    if table.state.options.first_player_method == "coin":
        return Question("first_player", None, (0, 1), rule="MY-6.3")
    return Question("die", None, FACES, rule="MY-6.3")


def run_toss(table: Maha, _frame: Toss) -> None:
    """The start request has named the first player."""
    pop(table)
    start_play(table)


def take_toss(table: Maha, _frame: Toss, outcome: Any) -> None:
    """A player is picked; equal dice are thrown again (MY-R39)."""
    table.emit("chance", "MY-6.3", of="first_player", player=None, outcome=outcome)
    if isinstance(outcome, list):
        if outcome[0] == outcome[1]:
            return
        outcome = 0 if outcome[0] > outcome[1] else 1
    pop(table)
    table.state.chooser = outcome
    table.state.phase = "choose_first"


@carries("MY-6.4")
def choose_first(table: Maha, *, himself: bool) -> None:
    """The picked player decides who goes first."""
    chooser = table.state.chooser
    assert chooser is not None
    table.state.first_player = chooser if himself else opponent(chooser)
    table.emit("choose", "MY-6.4", player=chooser, decision="choose_first", pick=table.state.first_player)
    start_play(table)


def start_play(table: Maha) -> None:
    """Turn 1 begins."""
    assert table.state.first_player is not None
    table.state.turn = 1
    begin_turn(table, table.state.first_player)


STEPS = (
    Step(Shuffle, run=run_shuffle, asks=ask_shuffle, takes=take_shuffle),
    Step(Toss, run=run_toss, asks=ask_toss, takes=take_toss),
)


# -- hand-written states ---------------------------------------------------------------------------


def complete(document: dict[str, Any], cards: Mapping[str, MahaCard]) -> None:
    """Fill in what a hand-written state leaves out (the defaults of the digest, section 10)."""
    phase = document.setdefault("phase", "placement")
    if phase == "setup_shuffle" and not document.get("agenda") and not draws_itself(document):
        phase = document["phase"] = "coin"
    in_setup = phase in SETUP
    turn = document.setdefault("turn", 0 if in_setup else 5)
    if in_setup:
        document.setdefault("active", None)
        document.setdefault("first_player", None)
        if not document.get("agenda"):
            document["agenda"] = setup_work(phase)
    elif type(turn) is int:
        complete_seats(document, odd=turn % 2 == 1)
    for seat, player in enumerate(document.get("players") or []):
        if isinstance(player, dict):
            complete_player(document, seat, player, cards)


def draws_itself(document: Mapping[str, Any]) -> bool:
    """Whether chance is drawn, as far as the document says: a shuffle at a table asks nothing."""
    chance = document.get("chance")
    return isinstance(chance, dict) and chance.get("mode", "seeded") == "seeded" and chance.get("seed") is not None


def setup_work(phase: Any) -> list[dict[str, Any]]:
    """What is left to do in a setup phase, the next thing last."""
    toss = [{"step": "first_player"}] if phase != "choose_first" else []
    shuffles = [{"step": "shuffle", "player": seat} for seat in (1, 0)] if phase == "setup_shuffle" else []
    return toss + shuffles


def complete_seats(document: dict[str, Any], *, odd: bool) -> None:
    """Who is active and who went first follow from each other and the turn."""
    first, active = document.get("first_player"), document.get("active")
    if first is None:
        first = active if type(active) is int and active in (0, 1) else 0
        first = first if odd else opponent(first)
        document["first_player"] = first
    if active is None and first in (0, 1):
        document["active"] = first if odd else opponent(first)


def complete_player(document: dict[str, Any], seat: int, player: dict[str, Any], cards: Mapping[str, MahaCard]) -> None:
    """The counters of a seat follow from the turn, the phase and the cards that are out."""
    active = seat == document.get("active")
    turn, phase = document.get("turn"), document.get("phase")
    player.setdefault("life", LIFE)
    player.setdefault("valor", SUPPLY if active and phase in WITH_VALOR else None)
    turns = turn if type(turn) is int else 0
    player.setdefault("turns_begun", (turns + 1) // 2 if seat == document.get("first_player") else turns // 2)
    player.setdefault("attacked", active and phase == "end")
    complete_combinations(player.get("battlefield"), cards)
    player.setdefault("warriors_played", len(warriors_in(player.get("battlefield"), cards)) if active else 0)


def complete_combinations(out: Any, cards: Mapping[str, MahaCard]) -> None:
    """A Weapon that lies on its partner is combined."""
    things = [thing for thing in out if isinstance(thing, dict)] if isinstance(out, list) else []
    borne = {thing.get("id"): thing.get("card") for thing in things if isinstance(thing.get("id"), int)}
    for thing in things:
        card = cards.get(thing["card"]) if isinstance(thing.get("card"), str) else None
        bearer = thing.get("assigned_to")
        if card is not None and isinstance(bearer, int) and card.partner is not None:
            thing.setdefault("combined", borne.get(bearer) == card.partner)


def warriors_in(out: Any, cards: Mapping[str, MahaCard]) -> list[Any]:
    """The Warriors among the cards of a battlefield as it was written."""
    keys = [thing.get("card") if isinstance(thing, dict) else thing for thing in out] if isinstance(out, list) else []
    return [key for key in keys if isinstance(key, str) and key in cards and cards[key].type == "warrior"]
