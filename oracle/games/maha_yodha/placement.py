"""Placing cards: what it takes, what it does (MY-2, MY-4, MY-5, MY-11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.decisions import Action, Facts, Kept, Part, requires, requires_of
from oracle.kernel.effects.run import effects_of
from oracle.kernel.effects.text import mode_text
from oracle.kernel.hands import CARD, in_hand
from oracle.kernel.hidden import not_known
from oracle.kernel.moves import put, take
from oracle.kernel.rulebook import carries
from oracle.kernel.state import Object, ObjectId, number_of
from oracle.kernel.table import owner_of

from .state import Maha, MahaCard, Placed


class Play(Action, tag="play", kw_only=True, frozen=True):
    """Place a card from the hand: a Weapon on a Warrior, an OR card with its choice."""

    card: ObjectId
    assign_to: ObjectId | UnsetType = UNSET
    mode: str | UnsetType = UNSET


def card_of(table: Maha, play: Play) -> MahaCard:
    """The definition of the card that is played."""
    thing = in_hand(table, play)
    assert thing is not None
    return table.card(thing)


def own_warriors(table: Maha, seat: int) -> list[Placed]:
    """The Warriors that the seat has out."""
    return table.once(("own_warriors", seat), lambda: find_warriors(table, seat))


def find_warriors(table: Maha, seat: int) -> list[Placed]:
    """The Warriors on the seat's half, in order of placement."""
    out = table.state.players[seat].battlefield
    return [thing for thing in out if thing.card is not None and table.card(thing).type == "warrior"]


def unknown_out(table: Maha, seat: int) -> list[Placed]:
    """The cards on the seat's half that are not known here: any may be a Warrior."""
    return [thing for thing in table.state.players[seat].battlefield if thing.card is None]


# -- requirements ----------------------------------------------------------------------------------


@requires("MY-11.1", code="card_not_in_hand", stops=True, given=True, finds=CARD)
def card_is_in_own_hand(table: Maha, play: Play) -> Kept:
    """The card is in the player's own hand."""
    return in_hand(table, play) is not None


@requires_of(CARD, "MY-11.6", code="not_enough_valor")
def cost_is_covered(table: Maha, seat: int, thing: Object) -> Kept:
    """The card's Valor cost is at most the Valor left this turn."""
    card = table.card(thing)
    left = table.state.players[seat].valor or 0
    return card.cost <= left or {"card": table.name(card.key), "cost": card.cost, "left": left}


@requires_of(CARD, "MY-4.2", code="no_warrior")
def warrior_is_out(table: Maha, seat: int, thing: Object) -> Kept:
    """A Weapon is placed only while its player has a Warrior of his own out."""
    card = table.card(thing)
    if card.type != "weapon":
        return None
    if not own_warriors(table, seat) and unknown_out(table, seat):
        raise not_known(table, unknown_out(table, seat)[0])
    return bool(own_warriors(table, seat)) or {"card": table.name(card.key)}


@requires("MY-4.7", code="bearer_not_own_warrior", reads=("card", "assign_to"))
def weapon_has_a_bearer(table: Maha, play: Play) -> Kept:
    """A Weapon is assigned to one Warrior of its player."""
    card = card_of(table, play)
    if card.type != "weapon":
        return None
    warriors = own_warriors(table, seat_of(play))
    if play.assign_to is UNSET:
        return None if not warriors else facts(table, card)
    for thing in unknown_out(table, seat_of(play)):
        if thing.id == play.assign_to:
            raise not_known(table, thing)
    return any(thing.id == play.assign_to for thing in warriors) or facts(table, card)


@requires("MY-4.7", code="bearer_on_other_type", reads=("card", "assign_to"), given=True)
def only_weapons_are_assigned(table: Maha, play: Play) -> Kept:
    """Only Weapons are assigned to a Warrior."""
    card = card_of(table, play)
    if card.type == "weapon" or play.assign_to is UNSET:
        return None
    return facts(table, card)


@requires("MY-2.6", code="choice_missing", reads=("card", "mode"), given=True)
def choice_is_made(table: Maha, play: Play) -> Kept:
    """A card with alternatives is played with one of them."""
    card = card_of(table, play)
    if not card.modes:
        return None
    return play.mode is not UNSET or {**facts(table, card), "modes": list(card.modes)}


@requires("MY-2.6", code="choice_not_offered", reads=("card", "mode"), given=True)
def choice_is_offered(table: Maha, play: Play) -> Kept:
    """The alternative picked is one that the card offers."""
    card = card_of(table, play)
    if not card.modes or play.mode is UNSET:
        return None
    return play.mode in card.modes or {**facts(table, card), "modes": list(card.modes)}


@requires("MY-2.6", code="no_choice_on_card", reads=("card", "mode"), given=True)
def choice_belongs_to_the_card(table: Maha, play: Play) -> Kept:
    """A card without alternatives is played without a choice."""
    card = card_of(table, play)
    if card.modes or play.mode is UNSET:
        return None
    return facts(table, card)


def facts(table: Maha, card: MahaCard) -> Facts:
    """The card, for a message."""
    return {"card": table.name(card.key)}


def seat_of(action: Action) -> int:
    """The acting seat; gates have refused chance before this is asked."""
    assert isinstance(action.player, int)
    return action.player


REQUIREMENTS = (
    card_is_in_own_hand,
    cost_is_covered,
    warrior_is_out,
    weapon_has_a_bearer,
    only_weapons_are_assigned,
    choice_is_made,
    choice_is_offered,
    choice_belongs_to_the_card,
)


# -- candidates and labels -------------------------------------------------------------------------


def cards_in_hand(table: Maha, draft: Any) -> list[Object]:
    """The known cards of the hand."""
    return [thing for thing in table.state.players[draft.player].hand if thing.card is not None]


def bearers(table: Maha, draft: Any) -> list[Any]:
    """For a Weapon every own Warrior and what may be one, otherwise none."""
    if card_of(table, draft).type != "weapon":
        return NONE
    out = [*own_warriors(table, draft.player), *unknown_out(table, draft.player)]
    return [thing.id for thing in out] or NONE


def modes(table: Maha, draft: Any) -> Sequence[Any]:
    """Every alternative of the card, or none."""
    return card_of(table, draft).modes or NONE


NONE: list[Any] = [UNSET]
DOMAINS: tuple[tuple[str | Part, Any], ...] = ((CARD, cards_in_hand), ("assign_to", bearers), ("mode", modes))


def label(table: Maha, play: Play) -> tuple[str, Facts]:
    """What the button says."""
    card = card_of(table, play)
    told: Facts = {"card": table.name(card.key), "cost": card.cost}
    key = "play"
    if play.assign_to is not UNSET:
        told["bearer"] = table.name(table.find(play.assign_to))
        key += "_on"
    if play.mode is not UNSET:
        told["mode"] = play.mode
        told["effect"] = lambda language: mode_text(table.game, card, str(play.mode), language)
        key += "_mode"
    return key, told


# -- what it does ----------------------------------------------------------------------------------


def place(table: Maha, play: Play) -> None:
    """Pay, place, then what the card does, then the combination (MY-R61)."""
    seat = seat_of(play)
    thing = in_hand(table, play)
    assert thing is not None
    card = table.card(thing)
    pay(table, seat, card)
    placed = lay_out(table, play, thing)
    source = number_of(placed)
    if card.type == "warrior":
        table.state.players[seat].warriors_played += 1
    frames = effects_of(table, "play", seat, source, card.key, placed.mode)
    if placed.combined:
        table.emit("combination", "MY-4.5", player=seat, object=placed.id, target=placed.assigned_to)
        frames += effects_of(table, "assign", seat, source, card.key, slot="combination")
    table.push(*frames)


@carries("MY-11.5")
def pay(table: Maha, seat: int, card: MahaCard) -> None:
    """The cost comes off the supply of this turn."""
    player = table.state.players[seat]
    assert player.valor is not None
    player.valor -= card.cost
    table.emit("pay", "MY-11.5", player=seat, what="valor", amount=card.cost, left=player.valor)


def lay_out(table: Maha, play: Play, thing: Object) -> Placed:
    """The card comes to the own half of the battlefield (MY-11.4)."""
    seat = seat_of(play)
    owner = owner_of(thing, seat)
    bearer = None if play.assign_to is UNSET else play.assign_to
    take(table, seat, "hand", thing)
    mode = None if play.mode is UNSET else play.mode
    placed: Placed = put(table, seat, "battlefield", thing.card, owner, assigned_to=bearer, mode=mode)
    if bearer is not None and combines(table, placed, bearer):
        placed.combined = True
    table.tell(
        (seat,), ("object",), "play", "MY-11.1", player=seat, object=thing.id, now=placed.id, card=thing.card,
        mode=placed.mode, targets=[] if bearer is None else [bearer],
    )  # fmt: skip
    return placed


@carries("MY-4.5", otherwise=False)
def combines(table: Maha, weapon: Placed, bearer: int) -> bool:
    """The Weapon is assigned to its partner, by name (MY-R23)."""
    return bool(table.find(bearer).card == table.card(weapon).partner)
