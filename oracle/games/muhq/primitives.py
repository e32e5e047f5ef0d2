"""What cards do, and what they cost: the primitives of this game's card language (section 6.4 of the digest)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.effects.vocabulary import Parameter, Primitive

from . import effects, paying, player_effects
from .state import MARKS

AMOUNT = Parameter("amount", least=0)
CHANGE = Parameter("amount")
TO = Parameter("target")
PLAYER = Parameter("word", required=False, words=("you", "opponent", "each", "controller"), default="you")
OF = Parameter("target", required=False, instead=True)
UNTIL = Parameter("duration", default="while_on_board")
MARK = Parameter("word", words=MARKS)
HOW = Parameter("word", words=("choose", "random"))
SELF = Parameter("word", words=("self",), default="self")
STATS = ("power", "range", "move", "life", "upkeep")
STAT = Parameter("word", words=STATS)


def word(name: str, rule: str, does: Any, main: str | None = None, **parameters: Parameter) -> Primitive:
    """A primitive."""
    return Primitive(name, (rule,), does, parameters, main=main)


def of_player(name: str, rule: str, does: Any, **parameters: Parameter) -> Primitive:
    """A primitive about so much of something, of a player."""
    return word(name, rule, does, "amount", amount=AMOUNT, player=PLAYER, of=OF, **parameters)


WORDS = (
    word("deal_damage", "MQ-R53", effects.deal_damage, to=TO, amount=AMOUNT),
    word("heal", "MQ-R51", effects.heal, to=TO, amount=AMOUNT),
    word("defeat", "MQ-15.5", effects.defeat, "to", to=TO),
    word("destroy", "MQ-14.4", effects.destroy, "to", to=TO),
    of_player("gain_resource", "MQ-10.1", player_effects.gain_resource),
    of_player("lose_resource", "MQ-9.3", player_effects.lose_resource),
    word("steal_resource", "MQ-9.3", player_effects.steal_resource, of=TO, amount=AMOUNT),
    of_player("draw", "MQ-7.3", player_effects.draw),
    of_player("discard_cards", "MQ-7.3", player_effects.discard_cards, how=HOW),
    word("add_marks", "MQ-18.1", effects.add_marks, to=TO, mark=MARK, amount=AMOUNT),
    word("remove_marks", "MQ-18.1", effects.remove_marks, to=TO, mark=MARK, amount=AMOUNT),
    word("modify_stat", "MQ-R91", effects.modify_stat, to=TO, stat=STAT, amount=CHANGE, until=UNTIL),
    word(
        "add_attack", "MQ-15.19", effects.add_attack, to=TO, power=AMOUNT, range=Parameter("amount", least=1),
        until=UNTIL,
    ),
    word(
        "grant_keyword", "MQ-R91", effects.grant_keyword, to=TO, keyword=Parameter("keyword"),
        n=Parameter("number", required=False, least=1), until=UNTIL,
    ),
    word("set_tile_type", "MQ-R86", effects.set_tile_type, to=TO, type=Parameter("text"), until=UNTIL),
    word("return_to_hand", "MQ-R87", effects.return_to_hand, "to", to=TO),
    word("gain_control", "MQ-14.7", effects.gain_control, "to", to=TO, player=PLAYER, of=OF, until=UNTIL),
    word("refresh", "MQ-R20", effects.refresh, "to", to=TO),
    word("cancel_action", "MQ-R35", effects.cancel_action, "to", to=TO),
    word("start_combat", "MQ-13.1", effects.start_combat, unit=TO, other=TO),
    word("relocate", "MQ-8.4", effects.relocate, to=TO, tile=TO),
    word("gain_from_store", "MQ-7.3", player_effects.gain_from_store, "to", to=TO),
    word("remove_from_game", "MQ-7.3", player_effects.remove_from_game, "to", to=TO),
    word("change_durability", "MQ-20.2", effects.change_durability, to=TO, amount=CHANGE),
    word("shuffle_pile_into_deck", "MQ-7.3", player_effects.shuffle_pile_into_deck, "player", player=PLAYER, of=OF),
    word("place_on", "MQ-14.8", effects.place_on, to=TO, base=TO),
)  # fmt: skip

PAYMENTS = {
    "resource": Primitive(
        "resource", ("MQ-5.18",), paying.pay_resource, {"amount": AMOUNT}, main="amount", can=paying.can_pay_resource
    ),
    "tap": Primitive("tap", ("MQ-5.18",), paying.pay_tap, {"to": SELF}, main="to", can=paying.can_tap),
    "destroy": Primitive(
        "destroy", ("MQ-5.18",), paying.pay_destroy, {"to": SELF}, main="to", can=paying.can_destroy
    ),
    "discard": Primitive(
        "discard", ("MQ-5.18",), paying.pay_discard, {"amount": Parameter("number", least=1)}, main="amount",
        can=paying.can_discard,
    ),
}  # fmt: skip
