"""This game's words of the card language (section 6 of the digest)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from oracle.kernel.effects.ability import Ref
from oracle.kernel.effects.vocabulary import ConditionWord, Filter, Parameter, Primitive, Vocabulary
from oracle.kernel.table import Place

from .costs import CONDITIONS, COSTS
from .doing import (
    damage,
    damage_side,
    destroy,
    discard_random,
    draw,
    extra_attack,
    grant,
    heal,
    lose_life,
    mana,
    modify,
    repair,
    to_hand,
)
from .state import TABLE, Phap, turn_order

AMOUNT = Parameter("amount", least=0)
UNIT = Parameter("target", zones=("mage", "monsters"))
MAGE = Parameter("target", zones=("mage",))
MONSTER = Parameter("target", zones=("monsters",))
BLOCK = Parameter("target", zones=("blocks",))
TABLED = Parameter("target", zones=("monsters", "blocks"))
CARD = Parameter("target", zones=("monsters", "blocks", "discard"))
UNTIL = Parameter("duration")


# -- targets ---------------------------------------------------------------------------------------


def own_mage(table: Phap, scope: Any) -> list[Ref]:
    """The mage of the effect's player."""
    return [{"object": table.state.players[scope.player].mage.id}]


def each_mage(table: Phap, _scope: Any) -> list[Ref]:
    """Every mage that is still in."""
    return [{"object": table.state.players[seat].mage.id} for seat in table.game.seats_in(table.state)]  # type: ignore[dict-item]


def each_monster(table: Phap, _scope: Any) -> list[Ref]:
    """Every monster on the table, the active seat's first."""
    return [{"object": monster.id} for seat in turn_order(table) for monster in table.state.players[seat].monsters]  # type: ignore[dict-item]


def itself(_table: Phap, scope: Any) -> list[Ref]:
    """The card itself; one that has just died or been destroyed lies in the pile by now."""
    fallen: list[Ref] = scope.bound.get("self", [])
    return fallen or ([] if scope.source is None else [{"object": scope.source}])


# -- the vocabulary --------------------------------------------------------------------------------


def word(name: str, rule: str, does: Any, main: str | None = None, **parameters: Parameter) -> Primitive:
    """A primitive."""
    return Primitive(name, (rule,), does, parameters, main=main)


WORDS = (
    word("damage", "TP-8.4", damage, to=UNIT, amount=AMOUNT),
    word("damage_side", "TP-8.5", damage_side, of=MAGE, amount=AMOUNT, units=Parameter("word", words=("side", "monsters"))),
    word("draw", "TP-R17", draw, "amount", amount=AMOUNT),
    word("mana", "TP-R11", mana, "amount", amount=AMOUNT),
    word("destroy", "TP-R36", destroy, to=TABLED),
    word("heal", "TP-R61", heal, to=MAGE, amount=AMOUNT),
    word("lose_life", "TP-R48", lose_life, to=MAGE, amount=AMOUNT),
    word("to_hand", "TP-R19", to_hand, to=CARD),
    word("discard_random", "TP-R66", discard_random, of=MAGE, amount=AMOUNT),
    word(
        "modify", "TP-R68", modify, to=MONSTER, until=UNTIL,
        attack=Parameter("amount", required=False), life=Parameter("amount", required=False, least=0),
    ),
    word("grant", "TP-10.2", grant, to=MONSTER, keyword=Parameter("keyword"), until=UNTIL),
    word("extra_attack", "TP-R29", extra_attack, to=MONSTER, amount=AMOUNT),
    word("repair", "TP-R41", repair, to=BLOCK, amount=AMOUNT),
)  # fmt: skip


def has_hand(table: Phap, _scope: Any, place: Place, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether the mage's player holds cards; a pile of the whole table is nobody's."""
    return place.seat is not None and bool(table.state.players[place.seat].hand) is value


def converted_before(table: Phap, scope: Any, number: int) -> bool:
    """Whether the seat has converted so many cards this turn."""
    return bool(table.state.players[scope.player].converted == number)


def died_this_turn(table: Phap, scope: Any, number: int) -> bool:
    """Whether so many own monsters died this turn."""
    return bool(table.state.players[scope.player].died >= number)


def life_at_most(table: Phap, scope: Any, number: int) -> bool:
    """Whether the own life is that low."""
    return bool(table.state.players[scope.player].life <= number)


VOCABULARY = Vocabulary(
    primitives={primitive.name: primitive for primitive in WORDS},
    events={
        "death": ("TP-4.1",),
        "summon": ("TP-3.10",),
        "attack": ("TP-R30",),
        "broken": ("TP-R41",),
        "turn_start": ("TP-R08",),
        "turn_end": ("TP-R71",),
    },
    stats={"attack": ("TP-10.4",), "spell_damage": ("TP-2.3",), "convert_yield": ("TP-3.9",)},
    seat_stats=("spell_damage", "convert_yield"),
    requirements=("requires",),
    counts=lambda table, place, _ability: place.seat is None or not table.state.players[place.seat].out,
    filters={"has_hand": Filter(has_hand, kind="flag")},
    conditions={
        "converted_before": ConditionWord(converted_before),
        "died_this_turn": ConditionWord(died_this_turn),
        "life_at_most": ConditionWord(life_at_most),
    },
    keywords={"swift": ("TP-10.2",)},
    zones=(*TABLE, "discard"),
    table=TABLE,
    types=("mage", "monster", "spell", "block"),
    costs=("mana", *COSTS, *CONDITIONS),
    variables=(),
    stands={
        "mage": ("mage",),
        "monster": ("monsters",),
        "block": ("blocks",),
        "spell": (),
        "own_mage": ("mage",),
        "each_mage": ("mage",),
        "each_monster": ("monsters",),
    },
    targets={"self": itself, "own_mage": own_mage, "each_mage": each_mage, "each_monster": each_monster},
)

__all__ = ["CONDITIONS", "UNSET", "VOCABULARY"]
