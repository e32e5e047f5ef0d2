"""Chain Summons: a Chain card onto a base that becomes its Link (MM-16; rulings R65, R66, R70)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.decisions import Action, Kept, requires
from oracle.kernel.state import ObjectId

from .building import chain_pays
from .keywords import card_shown, is_link, mantle, on_mantle
from .playing import Payment, card_meant, in_hand, pays, takes_energy
from .records import MagikaCard
from .seats import seat_of
from .state import Magika


class ChainSummon(Action, tag="chain_summon", kw_only=True, frozen=True):
    """Play a Chain card onto a base, which becomes its Link."""

    card: ObjectId
    base: ObjectId
    payment: Payment | UnsetType = UNSET


@requires("MM-R65", code="not_enough_energy", reads=("card",))
def chain_energy_is_there(table: Magika, action: Any) -> Kept:
    """By the option a Chain Summon costs the Energy of the card too."""
    card = card_meant(table, action)
    costs = chain_pays(table) or (card is not None and takes_energy(card))
    return pays(table, action, chain=True) if costs else named_for_nothing(action)


def named_for_nothing(action: Any) -> Kept:
    """What costs nothing is not paid for."""
    named = getattr(action, "payment", UNSET)
    return None if named is UNSET or not any(named.values()) else {"rules": ("MM-R23",)}


@requires("MM-16.5", code="no_chain_card", reads=("card",))
def card_has_a_chain_value(table: Magika, action: ChainSummon) -> Kept:
    """A Chain Summon needs a Chain card in the own hand."""
    thing = in_hand(table, action)
    return thing is not None and (table.card(thing).chain > 0 or {"card": table.name(thing)})


@requires("MM-16.6", "MM-R66", code="no_base", reads=("base",))
def base_is_a_chain_card(table: Magika, action: ChainSummon) -> Kept:
    """The base is a Chain card on the own Mantle, and no Link."""
    place = card_shown(table, action.base, action.player)
    own = place is not None and place.zone == "mantle" and place.seat == action.player
    if place is None or not own or is_link(place.object):
        return {"rules": ("MM-16.6", "MM-R66")}
    return table.card(place.object).chain > 0 or {"rules": ("MM-16.6",)}


def pair(table: Magika, action: Any) -> tuple[MagikaCard, MagikaCard] | None:
    """The two Chain cards, where both are there."""
    card, place = card_meant(table, action), card_shown(table, action.base, action.player)
    if card is None or place is None or not card.chain or not table.card(place.object).chain:
        return None
    return card, table.card(place.object)


@requires("MM-16.7", code="chain_value", reads=("card", "base"))
def values_fit(table: Magika, action: ChainSummon) -> Kept:
    """The Chain Value of the card equals that of the base, or is one greater."""
    both = pair(table, action)
    return (
        None
        if both is None
        else both[0].chain - both[1].chain in (0, 1) or {"value": both[0].chain, "base": both[1].chain}
    )


@requires("MM-16.8", code="nothing_shared", reads=("card", "base"))
def something_is_shared(table: Magika, action: ChainSummon) -> Kept:
    """The two share a Color or an Alignment."""
    both = pair(table, action)
    if both is None:
        return None
    card, base = both
    return bool(card.colors & base.colors) or (card.alignment is not None and card.alignment == base.alignment)


@requires("MM-16.9", code="base_is_new", reads=("base",))
def base_is_not_new(table: Magika, action: ChainSummon) -> Kept:
    """The base was not Summoned in this turn."""
    place = on_mantle(table, action.base)
    thing: Any = None if place is None else place.object
    return None if thing is None else thing.entered_serial != table.state.turn


@requires("MM-16.10", code="chained_this_turn", reads=())
def none_yet_this_turn(table: Magika, action: ChainSummon) -> Kept:
    """One Chain Summon a turn."""
    return table.state.players[seat_of(action)].chain_summon_serial != table.state.turn


def chain_cards(table: Magika, draft: Any) -> list[Any]:
    """The Chain cards of the hand."""
    hand = table.state.players[draft.player].hand
    return [thing.id for thing in hand if thing.card is not None and table.card(thing).chain]


def bases(table: Magika, draft: Any) -> list[Any]:
    """The Chain cards on the own Mantle."""
    return [
        p.object.id
        for p in mantle(table)
        if p.seat == draft.player and table.card(p.object).chain and not is_link(p.object)
    ]
