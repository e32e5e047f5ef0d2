"""Masks: the smallest game whose seats choose at the same time and lay cards face down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from oracle.kernel.agenda import Step, pop
from oracle.kernel.agreement import finish
from oracle.kernel.cards import Card, CardRecord, CardSet, make_set
from oracle.kernel.chance import Question
from oracle.kernel.chance_actions import chance_actions
from oracle.kernel.compile import read_record
from oracle.kernel.decisions import Action, ActionType, Kept, Pending, requires
from oracle.kernel.effects.vocabulary import Vocabulary
from oracle.kernel.errors import Fault
from oracle.kernel.events import SHARED, event_table
from oracle.kernel.game import Conventions, Game
from oracle.kernel.gates import match_is_on, objects_exist
from oracle.kernel.moves import move
from oracle.kernel.piles import all_keys, draw, next_card
from oracle.kernel.rulebook import load_rulebook
from oracle.kernel.start import Setup
from oracle.kernel.state import Count, Frame, Key, Object, ObjectId, Seat, State, Zone
from oracle.kernel.state import Player as BasePlayer
from oracle.kernel.table import Table
from oracle.kernel.texts import Texts
from oracle.kernel.together import Together, begin, choice_is_open, lock, step

HAND = 3
Phase = Literal["change", "lay", "lift"]


class Mask(Object, kw_only=True):
    lifted: bool = False


class Player(BasePlayer, kw_only=True):
    deck: list[Key | None] = []
    hand: list[Object] = []
    mask: list[Mask] = []


class Draw(Frame, tag="draw", kw_only=True):
    player: Seat
    left: Count


class Change(Together, tag="change", kw_only=True):
    """Everybody keeps the hand or changes it."""


class Lay(Together, tag="lay", kw_only=True):
    """Everybody lays a mask."""


class Whisper(Frame, tag="whisper", kw_only=True):
    """A word that only its player may know; nothing comes of it."""

    secret = ("word", "cards")
    player: Seat
    word: str | None
    cards: list[ObjectId | None] = []


class NextPhase(Frame, tag="next", kw_only=True):
    to: Phase


class Options(Struct, kw_only=True, forbid_unknown_fields=True):
    pass


class MaskState(State[Player, Options, Draw | Change | Lay | Whisper | NextPhase], kw_only=True):
    phase: Phase


class Record(CardRecord, kw_only=True):
    type: Literal["face"]
    worth: Annotated[int, Meta(ge=0, le=9)]


MaskTable = Table[MaskState, Card]

ZONES = {
    "deck": Zone("deck", None, "nobody"),
    "hand": Zone("hand", Object, "owner"),
    "mask": Zone("mask", Mask, "owner", field=True, face_down=lambda _state, thing: not thing.lifted),
}

# -- what happens ----------------------------------------------------------------------------------


def start(table: MaskTable, setup: Setup) -> None:
    for seat, chair in enumerate(setup.players):
        assert chair.deck is not None
        player = table.state.players[seat]
        player.deck = list(chair.deck.cards())
        table.shuffle(seat, player.deck, "MK-1.1")
    seats = range(len(setup.players))
    table.push(*(Draw(player=seat, left=HAND) for seat in seats), NextPhase(to="change"))


def ask_draw(table: MaskTable, frame: Draw) -> Question | None:
    deck = table.state.players[frame.player].deck
    return next_card(table, frame.player, deck, "draw", "MK-1.1") if frame.left else None


def run_draw(table: MaskTable, frame: Draw) -> None:
    if frame.left:
        take_draw(table, frame, table.state.players[frame.player].deck[0])
    else:
        pop(table)


def take_draw(table: MaskTable, frame: Draw, card: str | None) -> None:
    draw(table, frame.player, table.state.players[frame.player].deck, card, "MK-1.1")
    frame.left -= 1


def run_next(table: MaskTable, frame: NextPhase) -> None:
    pop(table)
    table.state.phase = frame.to
    if frame.to != "lift":
        begin(table, Change if frame.to == "change" else Lay, range(len(table.state.players)))


def run_whisper(table: MaskTable, _frame: Whisper) -> None:
    pop(table)


def change(table: MaskTable, made: list[tuple[int, Any]]) -> None:
    frames = []
    for seat, changes in made:
        if changes:
            player = table.state.players[seat]
            player.deck.extend(all_keys(player.hand))
            player.hand.clear()
            table.moved()
            table.shuffle(seat, player.deck, "MK-1.1")
            frames.append(Draw(player=seat, left=HAND))
    table.push(*frames, NextPhase(to="lay"))


def lay(table: MaskTable, made: list[tuple[int, Any]]) -> None:
    for seat, card in made:
        move(table, table.find(card, "hand", seat), (seat, "hand"), (seat, "mask"), reason="lay", rule="MK-1.2")
    table.push(NextPhase(to="lift"))


def lift(table: MaskTable, _action: Any) -> None:
    worths = []
    for seat, player in enumerate(table.state.players):
        mask = player.mask[0]
        mask.lifted = True
        table.emit("reveal", "MK-1.3", player=seat, object=mask.id, card=mask.card)
        worths.append(table.card(mask).record.worth)
    best = max(worths)
    finish(table, [seat for seat, worth in enumerate(worths) if worth == best], "MK-1.3", "highest")


# -- actions ---------------------------------------------------------------------------------------


class Choose(Action, tag="change", kw_only=True, frozen=True):
    changes: bool


class LayMask(Action, tag="lay", kw_only=True, frozen=True):
    card: ObjectId


class Lift(Action, tag="lift", kw_only=True, frozen=True):
    pass


still_on = match_is_on()


@requires("MK-1.2", code="card_not_in_hand")
def card_is_in_hand(table: MaskTable, action: LayMask) -> Kept:
    """The card is in the own hand."""
    return isinstance(action.player, int) and table.find(action.card, "hand", action.player) is not None


@requires("MK-1.3", code="not_your_decision", gate=True)
def everybody_has_laid(table: MaskTable, action: Action) -> Kept:
    """The masks are laid, and seat 0 lifts them."""
    return table.state.phase == "lift" and action.player == 0


def in_phase(phase: str) -> Any:
    @requires("MK-1.1", code="wrong_phase", gate=True)
    def phase_is_right(table: MaskTable, _action: Action) -> Kept:
        """The choice belongs to this phase."""
        return table.state.phase == phase and table.question is None

    return phase_is_right


def propose_cards(table: MaskTable, seat: int) -> Iterator[LayMask]:
    for thing in table.state.players[seat].hand:
        if type(thing.id) is int:
            yield LayMask(player=seat, card=thing.id)


TELL, REVEAL = chance_actions("MK-1.4", still_on)
ACTIONS = (
    TELL,
    REVEAL,
    ActionType(
        Choose, (still_on, in_phase("change"), choice_is_open("MK-1.1")), lambda t, a: lock(t, a.player, a.changes),
        lambda _t, seat: (Choose(player=seat, changes=False), Choose(player=seat, changes=True)), frozenset({"change"}),
    ),
    ActionType(
        LayMask,
        (still_on, objects_exist("MK-1.5", "card"), in_phase("lay"), choice_is_open("MK-1.2"), card_is_in_hand),
        lambda t, a: lock(t, a.player, a.card), propose_cards, frozenset({"lay"}), ("card",),
    ),
    ActionType(Lift, (still_on, everybody_has_laid), lift, lambda _t, seat: (Lift(player=seat),), frozenset({"lift"})),
)  # fmt: skip


def compile_card(
    document: Any, at: str, _known: Callable[[str], bool] | None = None
) -> tuple[Card | None, list[Fault]]:
    record, faults = read_record(document, Record, at)
    return (Card(record, ()) if record is not None else None), faults


NAMES = ("ash", "brook", "crow", "dusk", "ember", "frost")
BASE: CardSet[Card] = make_set(
    {
        "set": "masks/base",
        "name": "Masks",
        "cards": [{"key": name, "name": name, "type": "face", "worth": i} for i, name in enumerate(NAMES)],
    },
    compile_card,
)
DECK = {"sections": {"deck": [{"card": name, "count": 2} for name in NAMES]}}
HERE = files(__package__)

MASKS: Game[MaskState, Card] = Game(
    key="masks",
    rulebook=load_rulebook(HERE / "rulebook.yaml"),
    texts=Texts([files("oracle.kernel") / "texts.yaml"]),
    seats=(2, 3),
    state_type=MaskState,
    player_type=Player,
    option_type=Options,
    zones=ZONES,
    phases=("change", "lay", "lift"),
    begins=start,
    steps={
        made.frame: made
        for made in (
            Step(Draw, run=run_draw, asks=ask_draw, takes=take_draw),
            Step(NextPhase, run=run_next),
            Step(Whisper, run=run_whisper),
            step(Change, "change", "MK-1.1", change),
            step(Lay, "lay", "MK-1.2", lay),
        )
    },
    actions=ACTIONS,
    decides=lambda _table: Pending(0, "lift", "MK-1.3"),
    defaults=lambda _table, _pending: None,
    events=event_table(SHARED, ("draw", "move", "shuffle", "choose", "reveal", "result")),
    vocabulary=Vocabulary(),
    card_record=Record,
    card_types=("face",),
    compile_card=compile_card,
    builtin_sets=(BASE,),
    invariants=(),
    checks_deck=lambda _deck, _cards, _form, _language: ([], []),
    checks_decks=lambda _decks, _cards, _options: [],
    lists=lambda _state, _seat: [name for name in NAMES for _ in range(2)],
    conventions=Conventions(unknown_object="MK-1.5", chance="MK-1.4"),
)
