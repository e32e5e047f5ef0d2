"""Chants and activated Effects: which sentence is meant, from where it is activated (MM-5.8, MM-5.9, MM-14)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.decisions import Action, Facts, Kept, requires
from oracle.kernel.stack.declaring import declare
from oracle.kernel.state import Count, ObjectId
from oracle.kernel.table import Place

from .building import cost_of
from .energy import printed
from .keywords import Sentence, attached, card_shown, is_link, mantle, negated, on_mantle, sentences
from .playing import Payment, card_meant, kind_of
from .records import is_used, sacrifices
from .seats import seat_of
from .speeds import chant_speed, is_quick, speed_of
from .state import Build, Magika


class PlayChant(Action, tag="play_chant", kw_only=True, frozen=True):
    """Activate a Chant from the hand."""

    card: ObjectId
    payment: Payment | UnsetType = UNSET


class Activate(Action, tag="activate", kw_only=True, frozen=True):
    """Activate a sentence of a card on the Mantle; `source` is the Equipment on which it is printed.

    `ability` numbers the card's sentences from 0; every option of a sentence counts.
    """

    card: ObjectId
    ability: Count
    source: ObjectId | UnsetType = UNSET
    payment: Payment | UnsetType = UNSET


class Sacrifice(Action, tag="sacrifice", kw_only=True, frozen=True):
    """Discard a card from the hand or the Mantle for its Effect; `ability` numbers its sentences, options and all."""

    card: ObjectId
    ability: Count
    payment: Payment | UnsetType = UNSET


def place_of(table: Magika, action: Any) -> Place | None:
    """Where the card of the action is, whosever it is."""
    return card_shown(table, action.card, action.player)


def sentence_of(table: Magika, action: Any) -> Sentence | None:
    """The activated sentence of the action, used by that card wherever it is; a Chant has none."""
    place = place_of(table, action)
    if place is None or table.card(place.object).type == "chant":
        return None
    source = getattr(action, "source", UNSET)
    wanted = action.card if source is UNSET else source
    found = (s for s in usable(table, place) if s.source == wanted and s.number == action.ability)
    return next(found, None)


def sacrifice_of(table: Magika, action: Any) -> Sentence | None:
    """The Sacrifice sentence of a card, wherever it is."""
    place = place_of(table, action)
    if place is None:
        return None
    card = table.card(place.object)
    if not card.sacrifices or action.ability >= len(card.abilities) or card.first_of(action.ability) != action.ability:
        return None
    ability = card.abilities[action.ability]
    return Sentence(action.card, card, action.ability, ability) if sacrifices(ability) else None


def named_by(action: Any) -> tuple[Any, ...]:
    """What an action names, but for a payment: until the state changes, answers to it stay the same."""
    return action.player, action.card, getattr(action, "ability", None), getattr(action, "source", UNSET)


def sentence_used(table: Magika, action: Any) -> Sentence | None:
    """The sentence of either kind of action."""
    found: Sentence | None = table.once(("used", named_by(action)), lambda: find_used(table, action))
    return found


def find_used(table: Magika, action: Any) -> Sentence | None:
    """Look at the card: a Sacrifice first, unless an Equipment is named."""
    if getattr(action, "source", UNSET) is UNSET:
        return sacrifice_of(table, action) or sentence_of(table, action)
    return sentence_of(table, action) or sacrifice_of(table, action)


def opening(table: Magika, action: Any) -> Build | None:
    """The build that an action would open, to look at: the same one as long as nothing is named to pay with."""
    if getattr(action, "payment", UNSET) is not UNSET:
        return opened(table, action)
    found: Build | None = table.once(("opening", named_by(action)), lambda: opened(table, action))
    return found


def opened(table: Magika, action: Any) -> Build | None:
    """The build that an action opens."""
    named = getattr(action, "payment", UNSET)
    paid = {} if named is UNSET else dict(named)
    card = None if hasattr(action, "ability") else card_meant(table, action)
    if card is not None and card.type == "chant":
        return Build(
            player=seat_of(action),
            kind="chant",
            source=action.card,
            card=card.key,
            speed=chant_speed(card),
            payment=paid,
        )
    sentence = sentence_used(table, action) if hasattr(action, "ability") else None
    if sentence is None:
        return None
    return Build(
        player=seat_of(action), kind="ability", source=action.card, card=sentence.card.key, ability=sentence.number,
        speed=speed_of(is_quick(sentence.ability)), payment=paid, printed=sentence.source,
    )  # fmt: skip


# -- from where ------------------------------------------------------------------------------------


@requires("MM-5.8", "MM-5.9", code="not_on_your_mantle", reads=("card",))
def card_is_on_own_mantle(table: Magika, action: Activate) -> Kept:
    """A card does nothing before it is on the Mantle, and its owner activates it there."""
    place = place_of(table, action)
    if place is not None and place.zone == "mantle" and place.seat == action.player:
        return True
    held = place is not None and place.zone == "hand" and place.seat == action.player
    return {"rules": ("MM-5.8",) if held else ("MM-5.9",)}


@requires("MM-R77", code="nothing_to_activate", reads=("card", "ability", "source"), given=True, stops=True)
def sentence_can_be_activated(table: Magika, action: Activate) -> Kept:
    """The sentence is one that is activated."""
    return None if place_of(table, action) is None else sentence_of(table, action) is not None


@requires("MM-R78", code="sentence_negated", reads=("card", "ability", "source"))
def sentence_is_not_negated(table: Magika, action: Any) -> Kept:
    """The sentence is not Negated in this turn."""
    sentence, place = sentence_used(table, action), on_mantle(table, action.card)
    if sentence is None or place is None:
        return None
    return not negated(place.object, sentence.source, sentence.number)


@requires("MM-16.17", code="link_does_nothing", reads=("card",))
def card_is_no_link(table: Magika, action: Any) -> Kept:
    """A Link does not activate anything."""
    place = on_mantle(table, action.card)
    return None if place is None else not is_link(place.object)


@requires("MM-21.29", code="not_at_hand", reads=("card",), given=True)
def card_is_at_hand(table: Magika, action: Sacrifice) -> Kept:
    """The card is in the own hand or on the own Mantle."""
    place = place_of(table, action)
    return place is not None and place.seat == action.player and place.zone in ("hand", "mantle")


@requires("MM-21.29", code="nothing_to_sacrifice", reads=("card", "ability"), given=True, stops=True)
def card_has_a_sacrifice(table: Magika, action: Sacrifice) -> Kept:
    """The sentence is a Sacrifice."""
    return None if place_of(table, action) is None else sacrifice_of(table, action) is not None


# -- candidates ------------------------------------------------------------------------------------


def chants(table: Magika, draft: Any) -> list[int]:
    """The Chants of the hand."""
    hand = table.state.players[draft.player].hand
    return [thing.id for thing in hand if thing.card is not None and kind_of(table.card(thing)) == "chant"]


def own_cards(table: Magika, draft: Any) -> list[int]:
    """The own cards on the Mantle that have something to activate."""
    own = [p for p in mantle(table) if p.seat == draft.player]
    return [p.object.id for p in own if may_use(table, p) and usable(table, p)]  # type: ignore[misc]


def may_use(table: Magika, place: Place) -> bool:
    """Whether it is worth a look what a card can activate: something stands on it, or it bears something."""
    return table.card(place.object).uses or bool(attached(table, place.object.id))


def usable(table: Magika, place: Place) -> list[Sentence]:
    """The sentences of a card that its player activates."""
    found: list[Sentence] = table.once(
        ("usable", place.object.id),
        lambda: [s for s in sentences(table, place) if is_used(s.ability)],
    )
    return found


def abilities_of(table: Magika, draft: Any) -> list[int]:
    """The numbers of what a card can activate."""
    place = on_mantle(table, draft.card)
    return sorted({s.number for s in usable(table, place)}) if place is not None else []


def sources_of(table: Magika, draft: Any) -> list[Any]:
    """On which card the sentence is printed: itself, or an Equipment."""
    place = on_mantle(table, draft.card)
    found = usable(table, place) if place is not None else []
    return [UNSET if s.source == draft.card else s.source for s in found if s.number == draft.ability]


def sacrificeable(table: Magika, draft: Any) -> list[int]:
    """The own cards in hand and on the Mantle with a Sacrifice."""
    player = table.state.players[draft.player]
    things = [*player.hand, *player.mantle]
    return [thing.id for thing in things if thing.card is not None and table.card(thing).sacrifices]


def sacrifice_numbers(table: Magika, draft: Any) -> list[int]:
    """The numbers of a card's Sacrifices."""
    thing = table.find(draft.card)
    if thing is None:
        return []
    return list(table.card(thing).sacrifices)


def label(word: str) -> Any:
    """A button that names the card and what it costs."""

    def say(table: Magika, action: Any) -> tuple[str, Facts]:
        frame = opening(table, action)
        assert frame is not None
        cost, unshifted = cost_of(table, frame)
        shown = printed(cost) if cost or not unshifted else f"{unshifted} U"
        return word, {"card": table.name(table.find(action.card)), "cost": shown}

    return say


# -- putting on the stack --------------------------------------------------------------------------


def begin_build(table: Magika, action: Any) -> None:
    """An activation is put together; one without choices is complete at once."""
    frame = opened(table, action)
    assert frame is not None
    declare(table, frame)
