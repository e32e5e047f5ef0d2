"""Playing Artifacts, Summons, Runes and Equipment (MM-4.7 to MM-4.10, MM-11.9, MM-12.8, MM-13, MM-15)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.decisions import Action, Facts, Kept, Requirement, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.declaring import declare
from oracle.kernel.stack.entries import act_was_done
from oracle.kernel.stack.records import Declare
from oracle.kernel.stack.slots import picks_of
from oracle.kernel.state import Count, Key, ObjectId
from oracle.kernel.table import Place

from .building import card_of, cost_of, pays_energy
from .costs import HAND, pay_late, pay_steps, price_is_there, price_rule
from .covering import covered
from .energy import could_with_colors, pay, payment_fits, payment_for, printed
from .keywords import card_shown, is_summon, mantle, on_mantle, shielded_from
from .mantle import discard, enter
from .records import MagikaCard
from .returning import can_host, may_bear
from .seats import note_act, seat_of
from .state import Build, Magika

Payment = dict[Key, Count]
KINDS = ("artifact", "summon", "rune", "equipment")


class PlayArtifact(Action, tag="play_artifact", kw_only=True, frozen=True):
    """Play an Artifact from the hand."""

    card: ObjectId
    payment: Payment | UnsetType = UNSET


class PlaySummon(Action, tag="play_summon", kw_only=True, frozen=True):
    """Summon a card from the hand."""

    card: ObjectId
    payment: Payment | UnsetType = UNSET


class PlayRune(Action, tag="play_rune", kw_only=True, frozen=True):
    """Play a Rune from the hand."""

    card: ObjectId
    payment: Payment | UnsetType = UNSET


class PlayEquipment(Action, tag="play_equipment", kw_only=True, frozen=True):
    """Equip a Summon with a card from the hand."""

    card: ObjectId
    host: ObjectId
    payment: Payment | UnsetType = UNSET


# -- the card --------------------------------------------------------------------------------------


def in_hand(table: Magika, action: Any) -> Any:
    """The card in the own hand, or `None`."""
    return table.find(action.card, "hand", action.player)


def card_meant(table: Magika, action: Any) -> MagikaCard | None:
    """The definition of the card, wherever it is and whosever it is."""
    place = card_shown(table, action.card, action.player)
    return None if place is None else table.card(place.object)


def kind_of(card: MagikaCard) -> str:
    """How a card is played: an Equipment otherwise than other Runes."""
    return "equipment" if card.is_equipment else card.type


def opened(table: Magika, action: Any, *, chain: bool = False) -> Build | None:
    """The build that an action opens."""
    card = card_meant(table, action)
    if card is None:
        return None
    named = getattr(action, "payment", UNSET)
    return Build(
        player=seat_of(action), kind="play", source=action.card, card=card.key, chain=chain,
        host=getattr(action, "base" if chain else "host", None), payment={} if named is UNSET else dict(named),
    )  # fmt: skip


# -- requirements ----------------------------------------------------------------------------------


@requires("MM-5.5", code="card_not_in_hand", reads=("card",), given=True)
def card_is_in_own_hand(table: Magika, action: Any) -> Kept:
    """The card is in the own hand."""
    return in_hand(table, action) is not None


def is_played_as(*kinds: str) -> Requirement:
    """The card is of the type that is played this way."""

    def test(table: Magika, action: Any) -> Kept:
        card = card_meant(table, action)
        return None if card is None else kind_of(card) in kinds or {"card": table.name(card.key), "type": kind_of(card)}

    return Requirement(test, (), "malformed", reads=("card",), name="is_played_as", text="The card is played this way.")


def window_is_open(table: Magika, action: Action) -> Facts | None:
    """Why no card but a Chant may be played now, if it may not."""
    state = table.state
    own = action.player == state.active
    rules = () if own else ("MM-4.7",)
    if state.phase == "battle":
        rules = ("MM-4.8",) if own else rules
    elif state.stack:
        rules = (*rules, "MM-4.7" if state.phase == "main" else "MM-4.10", "MM-R19")
    return {"rules": tuple(dict.fromkeys(rules))} if rules else None


@requires("MM-4.7", "MM-4.8", "MM-4.10", "MM-R19", code="not_now", reads=())
def phase_is_own(table: Magika, action: Action) -> Kept:
    """Cards but Chants are played in the own Main and End Phase, while nothing waits on the stack."""
    facts = window_is_open(table, action)
    return True if facts is None else {**facts, "phase": table.state.phase}


@requires("MM-11.9", "MM-12.8", "MM-13.14", "MM-R21", "MM-R23", code="not_enough_energy", reads=("card",))
def energy_is_there(table: Magika, action: Any) -> Kept:
    """The Energy Cost can be paid, as it is named if it is."""
    return pays(table, action, chain=False)


def pays(table: Magika, action: Any, *, chain: bool) -> Kept:
    """Whether the Energy Cost of a card in the hand is covered, and the Energy of its Cost sentence too."""
    frame = opened(table, action, chain=chain)
    if frame is None or lacks_for_sentence(table, frame):
        return None
    rule = rule_of(card_of(table, frame))
    return covered(table, action, *cost_of(table, frame), (rule, "MM-R65") if chain else (rule,))


def lacks_for_sentence(table: Magika, frame: Build) -> bool:
    """Whether the Energy Cost alone could be paid, but not what a Cost sentence takes besides."""
    card = card_of(table, frame)
    if not takes_energy(card):
        return False
    alone = card.cost if pays_energy(table, frame) else {}
    return payment_for(table, frame.player, alone, 0) is not None and (
        payment_for(table, frame.player, *cost_of(table, frame)) is None
    )


def takes_energy(card: MagikaCard) -> bool:
    """Whether a Cost sentence takes Energy."""
    return any(word in cost.document for cost in card.price for word in ("energy", "unshifted"))


@requires("MM-21.34", "MM-R21", code="not_enough_energy", reads=("card", "base"))
def sentence_energy_is_there(table: Magika, action: Any) -> Kept:
    """The Energy that a Cost sentence takes besides the Energy Cost can be paid."""
    card = card_meant(table, action)
    frame = opened(table, action, chain=hasattr(action, "base")) if card is not None and takes_energy(card) else None
    if frame is None:
        return None
    if not lacks_for_sentence(table, frame):
        return True
    cost, unshifted = cost_of(table, frame)
    colors = ("MM-R21",) if could_with_colors(table, frame.player, cost, unshifted) else ()
    return {"cost": printed(cost), "rules": ("MM-21.34", *colors)}


@requires("MM-21.34", code="cost_not_payable", reads=("card", "host", "base"))
def cost_sentence_can_be_paid(table: Magika, action: Any) -> Kept:
    """What a Cost sentence asks for can be paid."""
    card = card_meant(table, action)
    frame = opened(table, action, chain=hasattr(action, "base")) if card is not None and card.price else None
    return None if frame is None else price_is_there(table, frame) or {"card": table.name(str(frame.card))}


@requires("MM-13.9", "MM-R61", "MM-21.3", code="no_host", reads=("card", "host"))
def host_can_bear_it(table: Magika, action: PlayEquipment) -> Kept:
    """An Equipment is put on a Summon on the Mantle: no Link, no opponent's with Hexproof, by the option an own one."""
    place = on_mantle(table, action.host)
    if place is None:
        return {"rules": ("MM-13.9",)}
    summon = () if is_summon(table, place.object) else ("MM-13.9",)
    shield = ("MM-21.3",) if shielded_from(table, seat_of(action), place) else ()
    own = () if may_bear(table, seat_of(action), place) else ("MM-R61",)
    return not (summon or own) or {"rules": (*summon, *own, *shield)}


# -- candidates ------------------------------------------------------------------------------------


def hand_of(*kinds: str) -> Any:
    """The known cards of the hand that are played this way."""

    def find(table: Magika, draft: Any) -> list[int]:
        hand = table.state.players[draft.player].hand
        return [thing.id for thing in hand if thing.card is not None and kind_of(table.card(thing)) in kinds]

    return find


def possible_hosts(table: Magika, draft: Any) -> list[int]:
    """The Summons on all Mantles."""
    return [place.object.id for place in mantle(table) if can_host(table, draft.player, place)]  # type: ignore[misc]


def label(word: str) -> Any:
    """A button that names the card, its cost and what it is put on."""

    def say(table: Magika, action: Any) -> tuple[str, Facts]:
        card = card_meant(table, action)
        assert card is not None
        facts: Facts = {"card": table.name(card.key), "cost": printed(card.cost)}
        on = getattr(action, "host", getattr(action, "base", None))
        return word, {**facts, "on": table.name(table.find(on))} if on is not None else facts

    return say


# -- playing ---------------------------------------------------------------------------------------


def begin_play(table: Magika, action: Any) -> None:
    """A play is put together; one without choices is complete at once."""
    frame = opened(table, action, chain=hasattr(action, "base"))
    assert frame is not None
    declare(table, frame)


def complete_play(table: Magika, frame: Declare) -> None:
    """Everything is paid, then the card comes to the Mantle."""
    assert isinstance(frame, Build)
    note_act(table)
    card = card_of(table, frame)
    pay_all(table, frame, rule_of(card))
    pay_price(table, frame)
    thing = table.find(frame.source or 0, "hand", frame.player)
    host = None if frame.chain else frame.host
    base = frame.host if frame.chain else None
    put_out(table, frame, thing, host, base)
    act_was_done(table)
    pay_late(table, frame)


def pay_price(table: Magika, frame: Build) -> None:
    """The cards of the hand are paid, and the steps that are a price are done."""
    for pick in picks_of(frame, HAND):
        pay_card(table, frame, pick)
    pay_steps(table, frame)


@carries("MM-10.2", "MM-15.2", "MM-5.11")
def put_out(table: Magika, frame: Build, thing: Any, host: int | None, base: int | None) -> None:
    """Artifacts, Summons and Runes stay on the Mantle; what is equipped lies with its Summon."""
    if base is not None:
        table.state.players[frame.player].chain_summon_serial = table.state.turn
    enter(table, frame.player, thing, "hand", rule="MM-10.2" if base is None else "MM-16.11", host=host, base=base)


def rule_of(card: MagikaCard) -> str:
    """The clause by which a card's Energy Cost is paid."""
    return {"artifact": "MM-11.9", "summon": "MM-12.8", "rune": "MM-13.14", "chant": "MM-14.8"}[card.type]


@carries("MM-11.9", "MM-12.8", "MM-13.14", "MM-14.8", "MM-15.1", "MM-21.24", "MM-21.32", "MM-21.44")
def pay_all(table: Magika, frame: Build, rule: str) -> None:
    """The Energy of a build is spent: as it was named if that still fits, or Balanced before Unshifted."""
    cost, unshifted = cost_of(table, frame)
    named = bool(frame.payment) and payment_fits(table, frame.player, frame.payment, cost, unshifted)
    payment = dict(frame.payment) if named else payment_for(table, frame.player, cost, unshifted)
    assert payment is not None
    pay(table, frame.player, payment, rule)


@carries("MM-21.34", "MM-R29")
def pay_card(table: Magika, frame: Build, pick: Any) -> None:
    """A card of the hand is paid: it is discarded."""
    thing = table.find(pick, "hand", frame.player)
    discard(table, Place(frame.player, "hand", thing), rule=price_rule(frame), reason="cost")
