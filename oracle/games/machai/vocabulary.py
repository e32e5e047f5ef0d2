"""The words of this game's card language, put together (section 6 of the digest)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.effects.vocabulary import ConditionWord, Filter, Parameter, Primitive, Vocabulary
from oracle.kernel.table import Place

from . import effects
from .seats import waiting
from .state import PHASES, Machai, other

PER = ("level", "own_prepared", "opp_equipment")
AMOUNT = Parameter("amount", least=0)
COST = Parameter("number", least=0)
TO = Parameter("target")
PLAYER = Parameter("word", words=("you", "opponent", "each"), default="you")
TIMES = Parameter("word", required=False, words=PER)
UNTIL = Parameter("duration", required=False)

# -- primitives ------------------------------------------------------------------------------------


def word(name: str, rule: str, does: Any, main: str | None = None, **parameters: Parameter) -> Primitive:
    """A primitive."""
    return Primitive(name, (rule,), does, parameters, main=main, numbered=name == "damage")


def of_player(name: str, rule: str, does: Any, **parameters: Parameter) -> Primitive:
    """A primitive about so much of something, of a player."""
    return word(name, rule, does, "amount", amount=AMOUNT, player=PLAYER, **parameters)


WORDS = (
    word(
        "damage", "MC-8.1", effects.damage, to=Parameter("word", words=("opponent", "each")),
        amount=Parameter("number", least=0), per=TIMES,
    ),
    word("dodge", "MC-8.8", effects.dodge, "to", to=TO),
    word("counter", "MC-R25", effects.counter, "to", to=TO),
    word(
        "modify", "MC-8.1", effects.modify, to=Parameter("target", required=False),
        select=Parameter("select", required=False), damage=Parameter("amount", required=False),
        cost=Parameter("amount", required=False), until=UNTIL,
    ),
    word("grant", "MC-5.12", effects.grant, select=Parameter("select"), keyword=Parameter("keyword"), until=UNTIL),
    of_player("gain_life", "MC-R68", effects.gain_life, per=TIMES),
    of_player("lose_life", "MC-R62", effects.lose_life, per=TIMES),
    of_player("gain_xp", "MC-12.5", effects.gain_xp),
    of_player("lose_xp", "MC-R83", effects.lose_xp),
    of_player("draw", "MC-R74", effects.draw),
    of_player("mill", "MC-R74", effects.mill),
    of_player("discard", "MC-R84", effects.discard, how=Parameter("word", words=("choose", "random"))),
    of_player("gain_armor", "MC-9.10", effects.gain_armor),
    word("hand_size", "MC-3.3", effects.hand_size, "amount", amount=Parameter("number"), player=PLAYER, until=UNTIL),
    of_player("lose_zone", "MC-R46", effects.lose_zone),
    of_player("regain_zone", "MC-R46", effects.regain_zone),
    word("add_durability", "MC-R55", effects.add_durability, to=TO, amount=AMOUNT),
    word("remove_durability", "MC-R55", effects.remove_durability, to=TO, amount=AMOUNT),
    word("destroy", "MC-R60", effects.destroy, "to", to=TO),
    word("tap", "MC-R44", effects.tap, "to", to=TO),
    word("untap", "MC-R44", effects.untap, "to", to=TO),
    word("return_to_hand", "MC-R84", effects.return_to_hand, "to", to=TO),
)  # fmt: skip

# -- filters and conditions ------------------------------------------------------------------------


def is_of_kind(_table: Machai, _scope: Any, place: Place, value: str) -> bool:
    """Whether something on the stack is a card or an ability; what lies elsewhere is a card."""
    return getattr(place.object, "kind", "card") == value


def is_tapped(_table: Machai, _scope: Any, place: Place, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether it is tapped."""
    return getattr(place.object, "tapped", False) is value


def own_level_at_least(table: Machai, scope: Any, number: int) -> bool:
    """Whether the own level is that high."""
    return bool(table.state.players[scope.player].level >= number)


def own_xp_at_least(table: Machai, scope: Any, number: int) -> bool:
    """Whether the own pool holds that much."""
    return bool(table.state.players[scope.player].xp >= number)


def opp_has_equipment(table: Machai, scope: Any, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether the opponent has Equipment, Eris Armor included (MC-R56)."""
    return bool(table.state.players[other(scope.player)].battlefield) is value


def played_from_zone(table: Machai, scope: Any, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether the card was played from a Prepared Zone."""
    entry = waiting(table, scope.source)
    return (entry is not None and entry.came_from == "zone") is value


# -- the vocabulary --------------------------------------------------------------------------------

VOCABULARY = Vocabulary(
    primitives={primitive.name: primitive for primitive in WORDS},
    payments={
        "tap": Primitive("tap", ("MC-4.11",), effects.pay_tap, {}, can=effects.can_tap),
        "xp": Primitive("xp", ("MC-12.2",), effects.pay_xp, {"amount": COST}, main="amount", can=effects.can_pay_xp),
    },
    events={
        "beginning": ("MC-4.2",), "upkeep": ("MC-4.5",), "end_of_turn": ("MC-4.12",), "clean_up": ("MC-4.12",),
        "destroyed": ("MC-R60",),
    },
    stats={"damage": ("MC-8.1",), "cost": ("MC-12.2",), "hand_size": ("MC-3.3",)},
    seat_stats=("hand_size",),
    filters={"kind": Filter(is_of_kind, words=("card", "ability")), "tapped": Filter(is_tapped, kind="flag")},
    conditions={
        "own_level_at_least": ConditionWord(own_level_at_least),
        "own_xp_at_least": ConditionWord(own_xp_at_least),
        "opp_has_equipment": ConditionWord(opp_has_equipment, kind="flag"),
        "played_from_zone": ConditionWord(played_from_zone, kind="flag"),
    },
    keywords={"quick": ("MC-5.4",), "counter": ("MC-5.4",), "prepared": ("MC-7.1",)},
    controls=("if", "for_each", "repeat", "until", "may"),
    speeds=("1", "2", "3"),
    phases=PHASES,
    zones=("zones", "battlefield", "stack", "discard", "hand"),
    table=("battlefield",),
    types=("attack", "skill", "equipment", "token"),
    hidden={"hand": "owner"},
    caps={"zones": 10, "battlefield": 40, "stack": 40, "discard": 80, "hand": 80},
    decisions={"may": "may"},
    clauses={"may": "MC-6.5"},
    rechecks=False,
)  # fmt: skip
