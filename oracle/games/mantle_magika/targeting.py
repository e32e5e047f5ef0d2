"""Targets: what an Effect may be aimed at, and what stands in the way (MM-16.16, MM-17.4, MM-21.3, MM-21.20)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from oracle.kernel.effects.ability import Target
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import find_entry, waits
from oracle.kernel.stack.records import Declare, Pick
from oracle.kernel.stack.slots import pick_of, picks_of, ref_of, scope_of
from oracle.kernel.table import Place

from .damage import takes_no_damage
from .energy import payment_for
from .keywords import (
    ACTIVATED,
    PASSIVE,
    Sentence,
    count,
    given,
    is_given,
    is_link,
    is_summon,
    left_over,
    mantle,
    negated,
    on_mantle,
    sentences,
    shielded_from,
)
from .state import Activation, Aim, Magika

Ref = dict[str, Any]

# -- activated Effects -----------------------------------------------------------------------------


def activated_effects(table: Magika, _scope: Any) -> list[Ref]:
    """Everything that can be Negated: sentences on the stack, and those of cards on the Mantle."""
    return [*parts_on_stack(table), *sentences_out(table)]


def parts_on_stack(table: Magika) -> list[Ref]:
    """The sentences of what waits on the stack that are not Negated yet."""
    return [
        {"entry": entry.id, "part": part}
        for entry in table.state.stack
        if waits(table, entry)
        for part in range(len(entry.abilities))
        if part not in entry.negated
    ]


def sentences_out(table: Magika) -> list[Ref]:
    """The Activated sentences of cards on the Mantle that still work, and keywords given to them; a Link has none."""
    return [
        {"object": place.object.id, **named}
        for place in mantle(table)
        if not is_link(place.object)
        for named in (*sentences_of(table, place), *keywords_given(table, place))
    ]


def sentences_of(table: Magika, place: Place) -> Iterator[Ref]:
    """The Activated sentences that a card uses."""
    for sentence in sentences(table, place):
        if is_activated(sentence) and left_of(table, place, sentence) > 0:
            yield {"source": sentence.source, "ability": sentence.number}


def keywords_given(table: Magika, place: Place) -> Iterator[Ref]:
    """The Activated keywords that are given to a card: `part` counts those of a Passive sentence."""
    lent: list[str] = table.once("lent", lambda: [word for word in ACTIVATED if is_given(table, word)])
    for word in lent:
        for one in given(table, place, word):
            left = one.n - negated(place.object, one.source, one.number, one.part)
            if word == "survival":
                left = min(left, left_over(table, place).get(one.source, 0))
            if left > 0:
                yield {"source": one.source, "ability": one.number, "part": one.part}


@carries("MM-17.4", "MM-R77", "MM-21.35", otherwise=True)
def is_activated(sentence: Sentence) -> bool:
    """Passive Effects cannot be Negated; Activated are those that need an event or a payment."""
    ability = sentence.ability
    return ability.keyword in ACTIVATED or ability.kind in ("activated", "triggered", "spell")


def left_of(table: Magika, place: Place, sentence: Sentence) -> int:
    """How many instances of a sentence still work: none of a Survival that is used up."""
    left = (sentence.ability.n or 1) - negated(place.object, sentence.source, sentence.number)
    survival = sentence.ability.keyword == "survival"
    return min(left, left_over(table, place).get(sentence.source, 0)) if survival else left


# -- what stands in the way ------------------------------------------------------------------------


def barriers(table: Magika, frame: Declare, of: int, target: Target, ref: Ref) -> Iterator[str]:
    """The clauses that keep this from being chosen, whether or not its kind would fit."""
    place = on_mantle(table, ref.get("object"))
    if place is None:
        return
    if shielded_from(table, frame.player, place):
        yield "MM-21.3"
    if takes_no_damage(place) and is_damaged(table, frame, of, target.name):
        yield "MM-16.16"
    if not surcharge_is_there(table, frame, place):
        yield "MM-21.20"


def barrier(table: Magika, frame: Declare, of: int, target: Target, ref: Ref) -> str | None:
    """The first clause that keeps this from being chosen, if one does."""
    return next(barriers(table, frame, of, target, ref), None)


def misfit(table: Magika, frame: Declare, of: int, target: Target, ref: Ref) -> str:
    """The clause by which a target is not of the kind that is wanted (section 5.2 of the digest, row 13)."""
    if target.document.get("choose") == "activated_effect":
        return "MM-17.4" if is_passive(table, ref) else "MM-R78"
    if is_damaged(table, frame, of, target.name) and not can_be_harmed(table, ref):
        return "MM-R52"
    return "MM-R80"


def is_passive(table: Magika, ref: Ref) -> bool:
    """Whether a reference names a Passive sentence of a card on a Mantle, or a Passive keyword that one gives."""
    place, source = on_mantle(table, ref.get("object")), on_mantle(table, ref.get("source"))
    if place is not None and "part" in ref:
        named = ref["source"], ref.get("ability"), ref["part"]
        passive = (one for word in PASSIVE for one in given(table, place, word))
        return any((one.source, one.number, one.part) == named for one in passive)
    if place is None or source is None:
        return False
    return any(one.number == ref.get("ability") and not is_activated(one) for one in printed_on(table, source))


def printed_on(table: Magika, place: Place) -> Iterator[Sentence]:
    """The sentences that stand on a card, whoever uses them."""
    card = table.card(place.object)
    for first in card.firsts:
        yield Sentence(place.object.id, card, first, card.abilities[first])  # type: ignore[arg-type]


def can_be_harmed(table: Magika, ref: Ref) -> bool:
    """Whether Effect damage is done to such a thing at all: to a living player, or a Summon on a Mantle."""
    if "player" in ref:
        return ref["player"] in table.game.seats_in(table.state)
    place = on_mantle(table, ref.get("object"))
    return place is not None and is_summon(table, place.object)


def is_damaged(table: Magika, frame: Declare, of: int, slot: str) -> bool:
    """Whether a slot is one for damage."""
    from .building import parts_of  # noqa: PLC0415 - builds ask for targets

    parts = parts_of(table, frame)
    return of < len(parts) and (parts[of], slot) in table.cards[str(frame.card)].damaged


def surcharge_is_there(table: Magika, frame: Declare, place: Place) -> bool:
    """Whether what Spell Shield adds for one more target could be paid with the rest."""
    from .building import cost_of  # noqa: PLC0415 - builds ask for targets

    extra = shield(table, frame.player, place)
    if not extra:
        return True
    cost, unshifted = cost_of(table, frame)
    return payment_for(table, frame.player, {**cost, "N": cost.get("N", 0) + extra}, unshifted) is not None


def surcharge(table: Magika, seat: int, refs: Iterable[Ref]) -> int:
    """What the Spell Shields of all targets add, each card counted once (MM-R83)."""
    places = {ref["object"]: place for ref in refs if (place := on_mantle(table, ref.get("object")))}
    return sum(shield(table, seat, place) for place in places.values())


@carries("MM-21.20", otherwise=0)
def shield(table: Magika, seat: int, place: Place) -> int:
    """What a card's Spell Shields add to the cost of an opponent's Effect that targets it."""
    return 0 if place.seat == seat else count(table, place, "spell_shield")


# -- candidates ------------------------------------------------------------------------------------


def meant(table: Magika, frame: Declare, of: int, target: Target) -> list[Ref]:
    """Everything of the kind that a target wants, but what another slot of its part holds."""
    from .building import parts_of  # noqa: PLC0415 - builds ask for targets

    scope = scope_of(table, frame, of)
    slots = table.cards[str(frame.card)].abilities[parts_of(table, frame)[of]].targets
    others = [ref for slot in slots if slot.name != target.name for ref in scope.bound.get(slot.name, [])]
    taken = [ref for ref in others if "player" not in ref]
    return [ref for ref in target.choose(table, scope) if ref not in taken]


def candidates(table: Magika, frame: Declare, of: int, target: Target) -> list[Pick]:
    """What may be chosen now."""
    return [pick_of(ref) for ref in meant(table, frame, of, target) if barrier(table, frame, of, target, ref) is None]


def held(table: Magika, frame: Declare, of: int, slot: str) -> list[Ref]:
    """What a slot holds, as references."""
    return [ref_of(pick) for pick in picks_of(frame, slot, of)]


# -- at the resolution -----------------------------------------------------------------------------


@carries("MM-R80", otherwise=True)
def stands(table: Magika, entry: Activation, aim: Aim) -> bool:
    """Whether a target is still one: what has left, changed or become illegal is skipped."""
    if "player" in aim.ref:
        return aim.player in table.game.seats_in(table.state)
    if "entry" in aim.ref:
        other = find_entry(table, aim.entry)  # type: ignore[arg-type]
        return other is not None and aim.part not in other.negated
    if "source" in aim.ref:
        place = on_mantle(table, aim.object)  # type: ignore[arg-type]
        shielded = place is not None and shielded_from(table, entry.controller, place)
        return not shielded and {name: n for name, n in aim.ref.items() if name != "stat"} in sentences_out(table)
    return object_stands(table, entry, aim)


def object_stands(table: Magika, entry: Activation, aim: Aim) -> bool:
    """Whether a card could still be chosen for its slot."""
    from oracle.kernel.effects.ability import Side  # noqa: PLC0415 - a name for one place
    from oracle.kernel.stack.resolving import bound_of, target_of  # noqa: PLC0415 - resolving asks what stands

    place = table.place(aim.object)  # type: ignore[arg-type]
    target = target_of(table, entry, aim)
    if place is None or target is None or shielded_from(table, entry.controller, place):
        return False
    if aim.stat and place.zone == "mantle" and takes_no_damage(place):
        return False
    scope = Side(entry.controller, entry.self_id, bound_of(table, entry, aim.of), entry.that)
    return {"object": aim.object} in target.choose(table, scope)
