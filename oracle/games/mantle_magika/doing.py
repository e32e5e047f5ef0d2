"""What Effects do: the steps of the card language (section 6.3 of the digest)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.effects.ability import Do, Ref
from oracle.kernel.effects.lasting import add_effect
from oracle.kernel.effects.vocabulary import Parameter
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import negate as negate_part
from oracle.kernel.table import Place

from .damage import can_be_damaged, hit, kinds_of, lose_health, picks_defense
from .energy import gain, read_cost
from .keywords import height, on_mantle, shielded_from
from .mantle import discard, discard_all, make_token, remove
from .returning import blink, quick_play
from .state import DiscardCards, Draw, Hit, Magika, Negated, PickDefense

TO = Parameter("target")
AMOUNT = Parameter("amount", least=0)


def damage(table: Magika, frame: Do, to: list[Ref], amount: int) -> None:
    """Damage to players and Summons, as one event each; a Defense that nobody has named is picked first."""
    for ref in to:
        if "player" in ref:
            lose_health(table, ref["player"], amount, frame.source, "MM-17.5")
    refs = [ref for ref in to if "object" in ref and can_be_damaged(table, frame.player, ref["object"])]
    unsaid = [ref["object"] for ref in refs if "stat" not in ref] if amount and picks_defense(table) else []
    if unsaid:
        said = [Hit(**ref) for ref in refs if "stat" in ref]  # type: ignore[arg-type]
        table.push(PickDefense(player=frame.player, source=frame.source, amount=amount, left=unsaid, hits=said))
        return
    for ref in refs:
        for kind in kinds_of(table, ref):
            hit(table, frame.source, on_mantle(table, ref["object"]), kind, amount, "MM-17.5")  # type: ignore[arg-type]


def draw(table: Magika, frame: Do, amount: int) -> None:
    """Cards are drawn one by one."""
    table.push(Draw(player=frame.player, left=amount))


@carries("MM-R24", "MM-R22")
def gain_energy(table: Magika, frame: Do, energy: str, times: int = 1) -> None:
    """Energy comes, Shifted whatever its kind."""
    cost = read_cost(energy) or {}
    gain(table, frame.player, {letter: number * times for letter, number in cost.items()}, "MM-9.4")


def gain_unshifted(table: Magika, frame: Do, amount: int) -> None:
    """Energy comes that is not Shifted."""
    gain(table, frame.player, {"U": amount}, "MM-R24")


def reached(table: Magika, frame: Do, to: list[Ref]) -> list[Place]:
    """The cards on the Mantle, in hands or piles that an Effect reaches."""
    places = [table.place(ref["object"]) for ref in to if "object" in ref]
    return [place for place in places if place is not None and not shielded_from(table, frame.player, place)]


def upper_first(table: Magika, places: list[Place]) -> list[Place]:
    """What lies on other cards comes before these, which would take it along."""
    return sorted(places, key=lambda place: -height(table, place.object.id))  # type: ignore[arg-type]


def discard_cards(table: Magika, frame: Do, to: list[Ref]) -> None:
    """Cards are discarded from the Mantle or a hand."""
    places = reached(table, frame, to)
    discard_all(table, [place for place in places if place.zone == "mantle"], "MM-5.12")
    for place in places:
        if place.zone == "hand":
            discard(table, place, rule="MM-5.12")


def discard_from_hand(table: Magika, frame: Do, amount: int) -> None:
    """The player picks cards of the own hand, which are discarded."""
    table.push(DiscardCards(player=frame.player, left=amount))


def remove_cards(table: Magika, frame: Do, to: list[Ref]) -> None:
    """Cards go to the Removal pile."""
    for place in upper_first(table, reached(table, frame, to)):
        remove(table, place, rule="MM-5.14")


def blink_cards(table: Magika, frame: Do, to: list[Ref]) -> None:
    """Cards are removed and come back at the start of their owner's next turn."""
    for place in upper_first(table, reached(table, frame, to)):
        if place.zone == "mantle":
            blink(table, place)


def play_quickly(table: Magika, frame: Do, to: list[Ref]) -> None:
    """Cards are played ignoring their Cost."""
    for place in reached(table, frame, to):
        if place.zone != "mantle":
            quick_play(table, place)


def duplicate(table: Magika, frame: Do, to: list[Ref]) -> None:
    """A Token copy is made, owned by the Effect's controller, even of a Summon that has left."""
    for ref in to:
        place = on_mantle(table, ref["object"])
        key = frame.card if place is None else str(place.object.card)
        if table.cards[key].type == "summon":
            make_token(table, frame.player, key)


def make_tokens(table: Magika, frame: Do, card: str, times: int = 1) -> None:
    """Tokens are made after a Summon's description, owned by the Effect's controller."""
    for _ in range(times if table.cards[card].type == "summon" else 0):
        make_token(table, frame.player, card)


def untap(table: Magika, frame: Do, to: list[Ref]) -> None:
    """Cards untap."""
    turn(table, frame, to, tapped=False)


def tap(table: Magika, frame: Do, to: list[Ref]) -> None:
    """Cards are Tapped."""
    turn(table, frame, to, tapped=True)


@carries("MM-8.1", "MM-8.3")
def turn(table: Magika, frame: Do, to: list[Ref], *, tapped: bool) -> None:
    """Cards are turned, one way or the other."""
    for place in reached(table, frame, to):
        thing: Any = place.object
        if place.zone == "mantle" and thing.tapped is not tapped:
            thing.tapped, thing.summon_tap = tapped, False
            table.emit("tap" if tapped else "untap", "MM-8.1", object=thing.id, card=thing.card)


def modify(table: Magika, frame: Do, to: list[Ref], until: str, **changes: int) -> None:
    """Stats change for a while, or for as long as the card stays."""
    for place in reached(table, frame, to):
        add_effect(table, frame, {"object": place.object.id}, dict(changes), until, card=frame.card, rule="MM-17.3")  # type: ignore[dict-item]


def grant(table: Magika, frame: Do, to: list[Ref], keyword: str, until: str, n: int = 1) -> None:
    """A keyword for a while, or for as long as the card stays."""
    for place in reached(table, frame, to):
        change = {"keyword": keyword, "n": n}
        add_effect(table, frame, {"object": place.object.id}, change, until, card=frame.card, rule="MM-13.10")  # type: ignore[dict-item]


@carries("MM-17.10", "MM-17.11", "MM-R78")
def negate(table: Magika, frame: Do, to: list[Ref]) -> None:
    """One sentence on the stack does nothing, or one of a card does not work until the end of the turn."""
    for ref in to:
        if "entry" in ref:
            negate_part(table, ref["entry"], ref["part"])
            continue
        place = on_mantle(table, ref["object"])
        if place is not None:
            thing: Any = place.object
            named = {name: ref[name] for name in ("source", "ability", "part") if name in ref}
            thing.negated = [*thing.negated, Negated(**named)]
            table.emit("negate", "MM-17.10", object=thing.id, card=thing.card, **named)
