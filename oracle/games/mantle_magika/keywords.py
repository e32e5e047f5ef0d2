"""Which sentences a card uses, and which keywords it has (MM-13.10, MM-16.13 to MM-16.17, MM-21)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import UNSET

from oracle.kernel.effects.ability import Ability
from oracle.kernel.effects.lasting import effects_on, reaches, statics
from oracle.kernel.rulebook import carries
from oracle.kernel.table import Place
from oracle.kernel.views import shows_to
from oracle.kernel.zonework import in_zone

from .records import MagikaCard, sacrifices
from .state import ZONES, Magika, Permanent

NUMBERED = ("speed", "survival", "armor", "spell_shield", "degrade")
ACTIVATED = ("true_strike", "speed", "survival", "defender", "degrade")
PASSIVE = ("active", "hexproof", "elusive", "target", "armor", "spell_shield")
OWN_PLAY = ("startup", "ender")


class Sentence(NamedTuple):
    """A sentence that a card uses: the object on which it is printed, that card, its first ability."""

    source: int
    card: MagikaCard
    number: int
    ability: Ability


# -- the Mantle ------------------------------------------------------------------------------------


def mantle(table: Magika) -> list[Place]:
    """Everything on all players' Mantles whose card is known."""
    found: list[Place] = table.once(
        "mantle", lambda: [p for p in in_zone(table, "mantle") if p.object.card is not None]
    )
    return found


def on_mantle(table: Magika, number: int | None) -> Place | None:
    """The place of an object on the Mantle."""
    known: dict[Any, Place] = table.once(
        "on_mantle", lambda: {place.object.id: place for place in in_zone(table, "mantle")}
    )
    return known.get(number)


def card_shown(table: Magika, number: int, seat: Any) -> Place | None:
    """Where a card is that a seat can point at, whosever it is; what waits on the stack is no card there."""
    found: Place | None = table.once(("card", number, seat), lambda: find_card(table, number, seat))
    return found


def find_card(table: Magika, number: int, seat: Any) -> Place | None:
    """Look for a card where that seat can point at it."""
    place = table.place(number)
    if place is None or place.zone == "stack" or not shows_to(ZONES[place.zone], place.seat, seat):
        return None
    return place


def height(table: Magika, number: int | None) -> int:
    """How many cards on the Mantle an object is, with those that it lies on."""
    place = on_mantle(table, number)
    return 0 if place is None else 1 + height(table, permanent(place).attached_to)


def is_summon(table: Magika, thing: Any) -> bool:
    """Whether a card is a Summon."""
    return table.card(thing).type == "summon"


def is_link(thing: Any) -> bool:
    """Whether a card lies under another as its Link."""
    return bool(thing.attach_kind == "link")


def attached(table: Magika, number: Any) -> list[Place]:
    """What is attached to an object."""
    worn: dict[int, list[Place]] = table.once("attached", lambda: children(table))
    return worn.get(number, []) if number is not None else []


def children(table: Magika) -> dict[int, list[Place]]:
    """What is attached to each object."""
    found: dict[int, list[Place]] = {}
    for place in in_zone(table, "mantle"):
        host = place.object.attached_to  # type: ignore[attr-defined]
        if host is not None:
            found.setdefault(host, []).append(place)
    return found


# -- sentences -------------------------------------------------------------------------------------


def is_conferred(ability: Ability) -> bool:
    """Whether a sentence of an Equipment is used by the Summon that bears it (MM-R62)."""
    if ability.kind == "static":
        return ability.document.get("select") == "bearer"
    if ability.kind == "triggered":
        return ability.event not in OWN_PLAY
    return not sacrifices(ability)


def sentences(table: Magika, place: Place) -> list[Sentence]:
    """The sentences that a card on the Mantle uses: its own, and those of its Equipment."""
    number = place.object.id
    found: list[Sentence] = table.once(("sentences", number), lambda: list(find_sentences(table, place)))
    return found


def find_sentences(table: Magika, place: Place) -> Iterator[Sentence]:
    """Look at the card and at what it bears."""
    card = table.card(place.object)
    number: int = place.object.id  # type: ignore[assignment]
    for first in card.firsts:
        if not (card.is_equipment and is_conferred(card.abilities[first])):
            yield Sentence(number, card, first, card.abilities[first])
    for worn in attached(table, number):
        if worn.object.attach_kind == "equip" and confers(table, worn, place):  # type: ignore[attr-defined]
            yield from conferred(table, worn)


@carries("MM-13.10", "MM-13.12", otherwise=())
def conferred(table: Magika, worn: Place) -> tuple[Sentence, ...]:
    """Every keyword of an Equipment is the equipped Summon's."""
    card = table.card(worn.object)
    numbers = [first for first in card.firsts if is_conferred(card.abilities[first])]
    return tuple(Sentence(worn.object.id, card, first, card.abilities[first]) for first in numbers)  # type: ignore[arg-type]


def confers(table: Magika, worn: Place, host: Place) -> bool:
    """Whether an Equipment gives its bearer anything: an opponent's gives nothing to a card with Hexproof."""
    return worn.seat == host.seat or not has_hexproof(table, host)


# -- keywords --------------------------------------------------------------------------------------


class Instance(NamedTuple):
    """Live instances of a keyword that one sentence gives."""

    source: int
    ability: int | None
    n: int


def instances(table: Magika, place: Place, word: str) -> list[Instance]:
    """The live instances of a keyword, printed ones first."""
    if works_not_on_link(place.object, word):
        return []
    found: list[Instance] = table.once(
        ("keyword", word, place.object.id), lambda: list(find_instances(table, place, word))
    )
    return found


@carries("MM-R67", otherwise=False)
def works_not_on_link(thing: Any, word: str) -> bool:
    """A Link uses no keywords but those that only protect it."""
    return is_link(thing) and word not in ("hexproof", "spell_shield")


def find_instances(table: Magika, place: Place, word: str) -> Iterator[Instance]:
    """Printed and conferred ones, those of Passive sentences, those for a while."""
    thing: Any = place.object
    for sentence in sentences(table, place):
        if sentence.ability.keyword == word:
            n = (sentence.ability.n or 1) - negated(thing, sentence.source, sentence.number)
            yield Instance(sentence.source, sentence.number, max(0, n))
    for one in given(table, place, word):
        yield Instance(one.source, None, max(0, one.n - negated(thing, one.source, one.number, one.part)))


class Given(NamedTuple):
    """A keyword that is given: by which sentence or lasting effect, as which of its keywords, how often."""

    source: int
    number: int
    part: int
    n: int


def is_given(table: Magika, word: str) -> bool:
    """Whether anything gives this keyword to any card."""
    return bool(statics(table, word)) or any(one.change.get("keyword") == word for one in table.state.effects)


def given(table: Magika, place: Place, word: str) -> Iterator[Given]:
    """The instances of a keyword that Passive sentences give a card, and those that it has for a while."""
    for side, ability in statics(table, word):
        if word in ability.grants and reaches(table, side, ability, place) and passive_works(table, side.player, place):
            source = side.source or 0
            abilities = table.card(table.find(source)).abilities
            number = next(i for i, one in enumerate(abilities) if one is ability)
            yield Given(source, number, list(ability.grants).index(word), ability.grants[word] or 1)
    for effect in effects_on(table, place):
        if effect.change.get("keyword") == word:
            amount = effect.change.get("n", 1)
            yield Given(effect.id, 0, 0, amount if type(amount) is int else 1)


def negated(thing: Any, source: int, ability: int, part: Any = UNSET) -> int:
    """How many instances of a sentence, or of a keyword that it gives, are Negated this turn."""
    named = source, ability, part
    return sum(one.n for one in thing.negated if (one.source, one.ability, one.part) == named)


def passive_works(table: Magika, seat: int, place: Place) -> bool:
    """Whether a Passive sentence of that seat's card reaches a card: none of an opponent's reaches Hexproof."""
    return seat == place.seat or not has_hexproof(table, place)


def count(table: Magika, place: Place, word: str) -> int:
    """How many instances a card has: numbered keywords add up, of the others one is enough (MM-R60)."""
    total = sum(instance.n for instance in instances(table, place, word))
    return total if word in NUMBERED and counts_all() else min(1, total)


@carries("MM-21.5", "MM-21.16", "MM-21.22", "MM-R60", otherwise=False)
def counts_all() -> bool:
    """A number behind a keyword stands for that many instances."""
    return True


def has(table: Magika, place: Place, word: str) -> bool:
    """Whether a card has a keyword that works."""
    if word == "hexproof":
        return has_hexproof(table, place)
    if word == "survival":
        return survivals(table, place) > 0
    return count(table, place, word) > 0


@carries("MM-21.8", otherwise=0)
def survivals(table: Magika, place: Place) -> int:
    """The instances of Survival that are not used up."""
    return sum(left_over(table, place).values())


def left_over(table: Magika, place: Place) -> dict[int, int]:
    """How many instances of Survival are left by what gives them, printed ones first, however they are written."""
    given: dict[int, int] = {}
    for instance in instances(table, place, "survival"):
        given[instance.source] = given.get(instance.source, 0) + instance.n
    return {source: max(0, n - used(place.object, source)) for source, n in given.items()}


def used(thing: Any, source: int) -> int:
    """How many instances of Survival that a card gives are used up."""
    return sum(one.n for one in thing.used_survival if one.source == source)


# -- Hexproof --------------------------------------------------------------------------------------


def has_hexproof(table: Magika, place: Place) -> bool:
    """Whether a card has Hexproof; what an opponent's card would give does not count (MM-R82)."""
    found: bool = table.once(("hexproof", place.object.id), lambda: find_hexproof(table, place))
    return found


@carries("MM-21.3", otherwise=False)
def find_hexproof(table: Magika, place: Place) -> bool:
    """Its own, that of its owner's Equipment, or that of its owner's Passive sentences."""
    card = table.card(place.object)
    own = [] if card.is_equipment else [card]
    worn = [(p, permanent(p)) for p in attached(table, place.object.id)]
    own += [table.card(thing) for p, thing in worn if p.seat == place.seat and thing.attach_kind == "equip"]
    if any(ability.keyword == "hexproof" for one in own for ability in one.abilities):
        return True
    if any(e.change.get("keyword") == "hexproof" for e in effects_on(table, place)):
        return True
    return any(
        side.player == place.seat and reaches(table, side, ability, place)
        for side, ability in statics(table, "hexproof")
        if "hexproof" in ability.grants
    )


def shielded_from(table: Magika, seat: int, place: Place) -> bool:
    """Whether Effects of that seat do not touch a card."""
    return place.zone == "mantle" and place.seat != seat and has_hexproof(table, place)


def permanent(place: Place) -> Permanent:
    """The record of a card on the Mantle."""
    thing: Any = place.object
    found: Permanent = thing
    return found
