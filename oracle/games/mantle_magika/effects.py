"""This game's words of the card language (section 6 of the digest)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from oracle.kernel.effects.ability import Do, Ref, Side
from oracle.kernel.effects.lasting import add_effect
from oracle.kernel.effects.vocabulary import Filter, Parameter, Primitive, Vocabulary
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import negate as negate_part
from oracle.kernel.table import Place

from .damage import hit, lose_health
from .energy import added, gain, pay, payment_for, read_cost
from .keywords import has, on_mantle, shielded_from
from .mantle import discard_all, discard, make_token, remove
from .records import STATS
from .returning import blink, quick_play
from .state import DiscardCards, Draw, Magika, Negated
from .stats import stat
from .targeting import activated_effects

TO = Parameter("target")
AMOUNT = Parameter("amount", least=0)
CHANGES = (*STATS, "first", "second")

# -- damage, cards, Energy -------------------------------------------------------------------------


def damage(table: Magika, frame: Do, to: list[Ref], amount: int) -> None:
    """Damage to players and Summons, as one event each."""
    for ref in to:
        if "player" in ref:
            lose_health(table, ref["player"], amount, frame.source, "MM-17.5")
            continue
        place = on_mantle(table, ref["object"])
        if place is not None and not shielded_from(table, frame.player, place):
            for kind in kinds_of(table, ref):
                hit(table, frame.source, place, kind, amount, "MM-17.5")


def kinds_of(table: Magika, ref: dict[str, Any]) -> tuple[str, ...]:
    """Which Defense is meant (MM-R51)."""
    how = table.state.options.effect_damage_stat
    return ("light", "dark") if how == "both" else (ref.get("stat", "light"),) if how == "choose" else (how,)


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


# -- cards on the Mantle ---------------------------------------------------------------------------


def reached(table: Magika, frame: Do, to: list[Ref]) -> list[Place]:
    """The cards on the Mantle, in hands or piles that an Effect reaches."""
    places = [table.place(ref["object"]) for ref in to if "object" in ref]
    return [place for place in places if place is not None and not shielded_from(table, frame.player, place)]


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
    for place in reached(table, frame, to):
        remove(table, place, rule="MM-5.14")


def blink_cards(table: Magika, frame: Do, to: list[Ref]) -> None:
    """Cards are removed and come back at the start of their owner's next turn."""
    for place in reached(table, frame, to):
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
            thing.negated = [*thing.negated, Negated(source=ref["source"], ability=ref["ability"])]
            table.emit("negate", "MM-17.10", object=thing.id, card=thing.card, source=ref["source"], ability=ref["ability"])


# -- paying ----------------------------------------------------------------------------------------


def own_place(table: Magika, scope: Any) -> Place | None:
    """Where the card is whose sentence is paid for."""
    return on_mantle(table, scope.source)


def can_tap(table: Magika, scope: Any) -> bool:
    """Whether the card is there, untapped."""
    place = own_place(table, scope)
    return place is not None and not place.object.tapped  # type: ignore[attr-defined]


def pay_tap(table: Magika, frame: Do) -> None:
    """The card is Tapped for its sentence."""
    turn(table, frame, [{"object": frame.source}] if frame.source is not None else [], tapped=True)


def can_energy(table: Magika, scope: Any, energy: str) -> bool:
    """Whether the Energy is there."""
    return payment_for(table, scope.player, read_cost(energy) or {}) is not None


@carries("MM-R29")
def pay_energy(table: Magika, frame: Do, energy: str) -> None:
    """Energy is paid as the sentence resolves."""
    payment = payment_for(table, frame.player, read_cost(energy) or {})
    pay(table, frame.player, payment or {}, "MM-21.24")


def can_unshifted(table: Magika, scope: Any, amount: int) -> bool:
    """Whether there is so much Unshifted Energy."""
    return table.state.players[scope.player].energy.U >= amount


def pay_unshifted(table: Magika, frame: Do, amount: int) -> None:
    """Unshifted Energy is paid."""
    pay(table, frame.player, {"U": amount}, "MM-21.41")


def can_discard(table: Magika, scope: Any, amount: int) -> bool:
    """Whether the hand holds so many cards."""
    return len(table.state.players[scope.player].hand) >= amount


def can_sacrifice(table: Magika, scope: Any, energy: str) -> bool:
    """Whether the Energy and the card are there."""
    return own_place(table, scope) is not None and can_energy(table, scope, energy)


def pay_sacrifice(table: Magika, frame: Do, energy: str) -> None:
    """Energy is paid and the card discarded."""
    pay_energy(table, frame, energy)
    place = own_place(table, frame)
    if place is not None:
        discard_all(table, [place], "MM-21.29")


# -- the vocabulary --------------------------------------------------------------------------------


def word(name: str, rules: tuple[str, ...], does: Any, main: str | None = None, **parameters: Parameter) -> Primitive:
    """A primitive."""
    return Primitive(name, rules, does, parameters, main=main)


UNTIL = Parameter("duration")
TEXT = Parameter("text")
SOME = Parameter("amount", required=False)
WORDS = (
    word("damage", ("MM-17.5",), damage, to=TO, amount=AMOUNT),
    word("draw", ("MM-17.5",), draw, "amount", amount=AMOUNT),
    word("gain", ("MM-9.4",), gain_energy, "energy", energy=TEXT, times=Parameter("amount", required=False, least=1)),
    word("gain_unshifted", ("MM-R24",), gain_unshifted, "amount", amount=AMOUNT),
    word("discard", ("MM-5.12",), discard_cards, "to", to=TO),
    word("discard_from_hand", ("MM-5.12",), discard_from_hand, "amount", amount=AMOUNT),
    word("remove", ("MM-5.14",), remove_cards, "to", to=TO),
    word("blink", ("MM-21.17", "MM-21.18", "MM-21.19"), blink_cards, "to", to=TO),
    word("quick_play", ("MM-21.47",), play_quickly, "to", to=TO),
    word("duplicate", ("MM-21.10",), duplicate, "to", to=TO),
    word("untap", ("MM-8.1",), untap, "to", to=TO),
    word("tap", ("MM-8.1",), tap, "to", to=TO),
    word("modify", ("MM-17.3",), modify, to=TO, until=UNTIL, **dict.fromkeys(CHANGES, SOME)),
    word("grant", ("MM-13.10",), grant, to=TO, keyword=Parameter("keyword"), until=UNTIL, n=SOME),
    word("negate", ("MM-17.10",), negate, "to", to=TO),
)  # fmt: skip


def payment(name: str, rule: str, does: Any, can: Any, main: str | None = None, **parameters: Parameter) -> Primitive:
    """A cost."""
    return Primitive(name, (rule,), does, parameters, main=main, can=can)


PAYMENTS = (
    payment("tap", "MM-21.23", pay_tap, can_tap),
    payment("energy", "MM-21.24", pay_energy, can_energy, "energy", energy=TEXT),
    payment("chain", "MM-21.32", pay_energy, can_energy, "energy", energy=TEXT),
    payment("sacrifice", "MM-21.29", pay_sacrifice, can_sacrifice, "energy", energy=TEXT),
    payment("unshifted", "MM-21.41", pay_unshifted, can_unshifted, "amount", amount=AMOUNT),
    payment("discard", "MM-21.34", discard_from_hand, can_discard, "amount", amount=AMOUNT),
)


def of_type(table: Magika, _scope: Any, place: Place, value: str) -> bool:
    """Whether a Summon is of this Type."""
    kind = table.card(place.object).summon_type
    return kind is not None and kind.casefold() == value.casefold()


def aligned(table: Magika, _scope: Any, place: Place, value: str) -> bool:
    """Whether a card has this Alignment."""
    return table.card(place.object).alignment == value


def colored(table: Magika, _scope: Any, place: Place, value: str) -> bool:
    """Whether this is one of a card's Colors."""
    return value in table.card(place.object).colors


def subtyped(table: Magika, _scope: Any, place: Place, value: str) -> bool:
    """Whether a card is of this kind of its card type."""
    return table.card(place.object).subtype == value


def is_tapped(_table: Magika, _scope: Any, place: Place, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether a card is Tapped."""
    return getattr(place.object, "tapped", False) is value


def bearer(table: Magika, scope: Any) -> list[Ref]:
    """The Summon that bears an Equipment."""
    place = on_mantle(table, scope.source)
    worn: Any = None if place is None else place.object
    return [{"object": worn.attached_to}] if worn is not None and worn.attach_kind == "equip" else []


def you(_table: Magika, scope: Any) -> list[Ref]:
    """The Effect's controller."""
    return [{"player": scope.player}]


def each_opponent(table: Magika, scope: Any) -> list[Ref]:
    """Every other player who has not lost."""
    return [{"player": seat} for seat in table.game.seats_in(table.state) if seat != scope.player]


def read(name: str) -> Any:
    """How a stat is read."""
    return lambda table, place: stat(table, place, name)


def read_printed(name: str) -> Any:
    """How a printed stat is read."""
    return lambda table, place: table.card(place.object).stats.get(name, 0)


COLORS = ("balanced", "red", "blue", "green", "yellow", "purple", "teal")
KEYWORDS = {
    "active": ("MM-21.1",), "true_strike": ("MM-21.2",), "hexproof": ("MM-21.3",), "speed": ("MM-21.4",), "survival": ("MM-21.6",),
    "elusive": ("MM-21.9",), "defender": ("MM-21.11",), "target": ("MM-21.13",), "armor": ("MM-21.15",), "spell_shield": ("MM-21.20",),
    "degrade": ("MM-21.21",),
}  # fmt: skip
VOCABULARY = Vocabulary(
    primitives={primitive.name: primitive for primitive in WORDS},
    payments={primitive.name: primitive for primitive in PAYMENTS},
    events={"startup": ("MM-21.25",), "ender": ("MM-21.26",), "upkeep": ("MM-21.27",), "victory": ("MM-21.28",)},
    stats={**{name: ("MM-12.10",) for name in STATS}, "first": ("MM-R50",), "second": ("MM-R50",)},
    filters={
        "summon_type": Filter(of_type, kind="text"),
        "alignment": Filter(aligned, ("lawful", "neutral", "chaotic")),
        "color": Filter(colored, COLORS),
        "subtype": Filter(subtyped, ("basic", "nonbasic", "rune", "equipment")),
        "tapped": Filter(is_tapped, kind="flag"),
    },
    keywords=KEYWORDS,
    controls=("if", "for_each", "repeat", "until", "search", "choose", "pay"),
    durations=("end_of_turn", "permanent"),
    speeds=("quick",),
    phases=("main", "battle", "end"),
    zones=("mantle", "hand", "crypt", "removal", "deck"),
    table=("mantle",),
    types=("artifact", "summon", "rune", "chant"),
    hidden={"hand": "owner", "deck": "nobody"},
    reads={name: read(name) for name in STATS},
    printed={name: read_printed(name) for name in STATS},
    targets={"bearer": bearer, "you": you, "each_opponent": each_opponent},
    choices={"activated_effect": activated_effects},
    bears=has,
    may_miss=lambda table: table.state.options.search_may_fail,
    decisions={"search": "search_pick", "pay": "pay_optional", "choose": "pick_object"},
    clauses={"search": "MM-20.1", "choose": "MM-R80", "pay": "MM-R29"},
    seat_stats=(),
    requirements=("play_cost",),
    rechecks=False,
)

__all__ = ["VOCABULARY", "Side", "added", "replace"]
