"""Using cards of the hand: converting, summoning, casting, placing (TP-3, TP-8.1, TP-9; TP-R34)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any
from typing import cast as typed

from msgspec import UNSET, UnsetType

from oracle.kernel.decisions import Action, Facts, Kept, Requirement, requires, requires_of
from oracle.kernel.effects.ability import Ability, Selector, Side
from oracle.kernel.hands import CARD, in_hand
from oracle.kernel.state import Object, ObjectId
from oracle.kernel.table import Place

from .costs import conditions_hold
from .records import PhapCard
from .state import Phap


class Convert(Action, tag="convert", kw_only=True, frozen=True):
    """Turn a card of the hand into mana."""

    card: ObjectId


class Summon(Action, tag="summon", kw_only=True, frozen=True):
    """Summon a monster."""

    card: ObjectId


class UseSpell(Action, tag="cast", kw_only=True, frozen=True):
    """Use a spell, on a target where it has one."""

    card: ObjectId
    target: ObjectId | UnsetType = UNSET


class PlaceBlock(Action, tag="place", kw_only=True, frozen=True):
    """Put a defence card on the table."""

    card: ObjectId


# -- requirements ----------------------------------------------------------------------------------


def seat_of(action: Action) -> int:
    """The acting seat; gates have refused chance before this is asked."""
    assert isinstance(action.player, int)
    return action.player


def card_of(table: Phap, action: Any) -> PhapCard:
    """The definition of the card that is used."""
    thing = in_hand(table, action)
    assert thing is not None
    return table.card(thing)


@cache
def is_in_hand(rule: str) -> Requirement:
    """The card is in the player's own hand."""

    @requires(rule, code="card_not_in_hand", stops=True, given=True, finds=CARD)
    def card_is_in_own_hand(table: Phap, action: Any) -> Kept:
        """The card is in the player's own hand."""
        return in_hand(table, action) is not None

    return card_is_in_own_hand


@cache
def is_of_type(rule: str, kind: str) -> Requirement:
    """The card is of the type that is used this way."""

    @requires_of(CARD, rule, code="wrong_card_type", stops=True, given=True)
    def card_type_fits(table: Phap, _seat: int, thing: Object) -> Kept:
        """The card is of the type that is used this way."""
        card = table.card(thing)
        return card.type == kind or {"card": table.name(card.key), "type": card.type}

    return card_type_fits


def mana_facts(table: Phap, seat: int, thing: Object) -> Facts:
    """What a card costs, and what is there."""
    card = table.card(thing)
    return {"card": table.name(card.key), "cost": card.cost, "left": table.state.players[seat].mana}


@cache
def has_mana(rule: str) -> Requirement:
    """The card's full cost is there (TP-R14)."""

    @requires_of(CARD, rule, code="not_enough_mana", facts=mana_facts)
    def mana_covers_the_cost(table: Phap, seat: int, thing: Object) -> Kept:
        """The card's full mana cost is at hand."""
        return table.card(thing).cost <= table.state.players[seat].mana

    return mana_covers_the_cost


@cache
def meets_requirements(rule: str) -> Requirement:
    """What the card asks for beside mana is there."""

    @requires_of(CARD, rule, code="requirement_not_met")
    def requirement_is_met(table: Phap, seat: int, thing: Object) -> Kept:
        """What the card requires beside mana can be met."""
        card = table.card(thing)
        if not card.requires:
            return None
        missing = conditions_hold(table, seat, card.requires, thing)
        return missing is None or {"card": table.name(card.key), "requirement": missing}

    return requirement_is_met


@requires("TP-3.8", code="convert_limit", reads=())
def conversions_are_left(table: Phap, convert: Any) -> Kept:
    """Fewer cards than the limit have been converted this turn."""
    done = table.state.players[convert.player].converted
    limit = table.state.options.convert_limit
    return done < limit or {"converted": done, "limit": limit}


# -- targets ---------------------------------------------------------------------------------------


def allowed(table: Phap, seat: int, source: Any, ability: Ability, *, enemy_only: bool) -> list[int]:
    """The objects that an ability may choose, in list order."""

    def work() -> list[int]:
        choose, side = ability.targets[0].choose, Side(seat, source)
        if isinstance(choose, Selector):
            places = choose.places(table, side)
        else:
            places = [typed("Place", table.place(ref["object"])) for ref in choose(table, side)]
        return [place.object.id for place in places if not enemy_only or place.seat != seat]  # type: ignore[misc]

    return table.once(("targets", seat, id(ability), enemy_only), work)


def attack_spell_binds(table: Phap, card: PhapCard) -> bool:
    """By the option an attack spell chooses among the opponents' only."""
    return card.spell_kind == "attack" and table.state.options.spell_targets == "enemy"


@requires("TP-R46", code="target_missing", reads=("card", "target"))
def spell_has_its_target(table: Phap, cast: UseSpell) -> Kept:
    """A spell with a target slot is used on a target."""
    if cast.target is not UNSET:
        return True
    card = card_of(table, cast)
    if card.spell is None or not card.spell[1].targets:
        return None
    return {"card": table.name(card.key)}


def target_fits(table: Phap, cast: UseSpell, *, attack: bool) -> Kept:
    """Whether the target of a spell of that kind is one that it may choose."""
    card = card_of(table, cast)
    if cast.target is UNSET or card.spell is None or (card.spell_kind == "attack") is not attack:
        return None
    ability = card.spell[1]
    if not ability.targets:
        return {"card": table.name(card.key)}
    found = allowed(table, seat_of(cast), cast.card, ability, enemy_only=attack_spell_binds(table, card))
    return cast.target in found or {"card": table.name(card.key)}


@requires("TP-9.1", code="target_not_allowed", reads=("card", "target"), given=True)
def attack_spell_target_is_allowed(table: Phap, cast: UseSpell) -> Kept:
    """An attack spell is used on a mage or monster that it may choose."""
    return target_fits(table, cast, attack=True)


@requires("TP-R46", code="target_not_allowed", reads=("card", "target"), given=True)
def other_spell_target_is_allowed(table: Phap, cast: UseSpell) -> Kept:
    """Another spell is used on a target that it may choose."""
    return target_fits(table, cast, attack=False)


# -- candidates ------------------------------------------------------------------------------------


def of_hand(kind: str | None = None) -> Any:
    """The known cards of the hand, of one type."""

    def known(table: Phap, draft: Any) -> list[Object]:
        return [thing for thing in table.state.players[draft.player].hand if thing.card is not None]

    def of_kind(table: Phap, draft: Any) -> Sequence[Object]:
        key = ("hand", draft.player)
        found = table.found.get(key)
        if found is None:
            found = table.found[key] = by_type(table, draft.player)
        return found.get(str(kind), ())

    return known if kind is None else of_kind


def by_type(table: Phap, seat: int) -> dict[str, list[Object]]:
    """The known cards of a hand by their types."""
    cards = table.cards
    found: dict[str, list[Object]] = {}
    for thing in table.state.players[seat].hand:
        if thing.card is not None:
            kind = cards[thing.card].type
            if kind in found:
                found[kind].append(thing)
            else:
                found[kind] = [thing]
    return found


def targets(table: Phap, draft: Any) -> list[Any]:
    """Every target that the spell may choose, or none."""
    card = card_of(table, draft)
    if card.spell is None or not card.spell[1].targets:
        return NONE
    return allowed(table, draft.player, draft.card, card.spell[1], enemy_only=attack_spell_binds(table, card)) or NONE


NONE: list[Any] = [UNSET]


def label_cast(table: Phap, cast: UseSpell) -> tuple[str, Facts]:
    """What the button says."""
    card = card_of(table, cast)
    facts: Facts = {"card": table.name(card.key), "cost": card.cost}
    if cast.target is UNSET:
        return "cast", facts
    return "cast_on", {**facts, "target": table.name(table.find(cast.target))}
