"""This game's words of the card language (section 6 of the digest)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from oracle.kernel.effects.ability import Ref, Side
from oracle.kernel.effects.vocabulary import Filter, Parameter, Primitive, Vocabulary
from oracle.kernel.rulebook import carries
from oracle.kernel.table import Place

from .costs import (
    affords,
    can_be_copied,
    can_be_hit,
    can_be_removed,
    can_be_tapped,
    can_go,
    can_untap,
    deck_holds,
    is_out,
)
from .doing import (
    AMOUNT,
    TO,
    blink_cards,
    damage,
    discard_cards,
    discard_from_hand,
    draw,
    duplicate,
    gain_energy,
    gain_unshifted,
    grant,
    make_tokens,
    modify,
    negate,
    play_quickly,
    remove_cards,
    tap,
    untap,
)
from .energy import added
from .keywords import has, on_mantle, shielded_from
from .paying import (
    can_discard,
    can_energy,
    can_sacrifice,
    can_tap,
    can_unshifted,
    pay_energy,
    pay_sacrifice,
    pay_tap,
    pay_unshifted,
)
from .records import STATS
from .state import Magika
from .stats import stat
from .targeting import activated_effects

CHANGES = (*STATS, "first", "second")


# -- the vocabulary --------------------------------------------------------------------------------


def word(
    name: str, rules: tuple[str, ...], does: Any, main: str | None = None, fits: Any = None, can: Any = None,
    **parameters: Parameter,
) -> Primitive:  # fmt: skip
    """A primitive; as a price it `can` be done, to what `fits`."""
    return Primitive(name, rules, does, parameters, main=main, fits=fits, can=can)


UNTIL = Parameter("duration")
TEXT = Parameter("text")
SOME = Parameter("amount", required=False)
CHANGED: dict[str, Any] = dict.fromkeys(CHANGES, SOME)
WORDS = (
    word("damage", ("MM-17.5",), damage, fits=can_be_hit, to=TO, amount=AMOUNT),
    word("draw", ("MM-17.5",), draw, "amount", can=deck_holds, amount=AMOUNT),
    word("gain", ("MM-9.4",), gain_energy, "energy", energy=TEXT, times=Parameter("amount", required=False, least=1)),
    word("gain_unshifted", ("MM-R24",), gain_unshifted, "amount", amount=AMOUNT),
    word("discard", ("MM-5.12",), discard_cards, "to", can_go, to=TO),
    word("discard_from_hand", ("MM-5.12",), discard_from_hand, "amount", amount=AMOUNT),
    word("remove", ("MM-5.14",), remove_cards, "to", can_be_removed, to=TO),
    word("blink", ("MM-21.17", "MM-21.18", "MM-21.19"), blink_cards, "to", is_out, to=TO),
    word("quick_play", ("MM-21.47",), play_quickly, "to", to=TO),
    word("duplicate", ("MM-21.10",), duplicate, "to", can_be_copied, to=TO),
    word(
        "make_token",
        ("MM-18.1",),
        make_tokens,
        "card",
        card=Parameter("card"),
        times=Parameter("amount", required=False, least=1),
    ),
    word("untap", ("MM-8.1",), untap, "to", can_untap, to=TO),
    word("tap", ("MM-8.1",), tap, "to", can_be_tapped, to=TO),
    word("modify", ("MM-17.3",), modify, fits=is_out, to=TO, until=UNTIL, **CHANGED),
    word("grant", ("MM-13.10",), grant, fits=is_out, to=TO, keyword=Parameter("keyword"), until=UNTIL, n=SOME),
    word("negate", ("MM-17.10",), negate, "to", to=TO),
)


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


@carries("MM-R82", otherwise=True)
def touches(table: Magika, seat: int, number: int) -> bool:
    """Whether an Effect of this player is done to a card at all: to none with Hexproof of an opponent's."""
    place = on_mantle(table, number)
    return place is None or not shielded_from(table, seat, place)


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


def attacked_player(_table: Magika, scope: Any) -> list[Ref]:
    """The player whose Summon the Attack behind a Victory has discarded."""
    found: list[Ref] = scope.bound.get("attacked", [])
    return found


def read(name: str) -> Any:
    """How a stat is read."""
    return lambda table, place: stat(table, place, name)


def read_printed(name: str) -> Any:
    """How a printed stat is read."""
    return lambda table, place: table.card(place.object).stats.get(name, 0)


COLORS = ("balanced", "red", "blue", "green", "yellow", "purple", "teal")
KEYWORDS = {
    "active": ("MM-21.1",),
    "true_strike": ("MM-21.2",),
    "hexproof": ("MM-21.3",),
    "speed": ("MM-21.4",),
    "survival": ("MM-21.6",),
    "elusive": ("MM-21.9",),
    "defender": ("MM-21.11",),
    "target": ("MM-21.13",),
    "armor": ("MM-21.15",),
    "spell_shield": ("MM-21.20",),
    "degrade": ("MM-21.21",),
}
PRICES = (
    "damage", "draw", "gain", "gain_unshifted", "discard", "remove", "blink", "duplicate", "make_token", "untap", "tap",
    "modify", "grant",
)  # fmt: skip
"""What can be a cost: all that is done at once; not what has choices of its own while it is done."""
VOCABULARY = Vocabulary(
    primitives={primitive.name: primitive for primitive in WORDS},
    payments={primitive.name: primitive for primitive in PAYMENTS},
    prices=PRICES,
    affords=affords,
    events={"startup": ("MM-21.25",), "ender": ("MM-21.26",), "upkeep": ("MM-21.27",), "victory": ("MM-21.28",)},
    stats={**dict.fromkeys(STATS, ("MM-12.10",)), "first": ("MM-R50",), "second": ("MM-R50",)},
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
    targets={"bearer": bearer, "you": you, "each_opponent": each_opponent, "attacked_player": attacked_player},
    choices={"activated_effect": activated_effects},
    bears=has,
    may_miss=lambda table: table.state.options.search_may_fail,
    touches=touches,
    searched=("deck", "crypt", "removal"),
    found_go=("hand",),
    decisions={"search": "search_pick", "pay": "pay_optional", "choose": "pick_object"},
    clauses={"search": "MM-20.1", "choose": "MM-R80", "pay": "MM-R29"},
    seat_stats=(),
    requirements=("play_cost",),
    rechecks=False,
)
__all__ = ["VOCABULARY", "Side", "added", "replace"]
