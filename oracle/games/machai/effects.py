"""This game's words of the card language (section 6 of the digest)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.effects.ability import Do, Ref
from oracle.kernel.effects.lasting import add_effect
from oracle.kernel.effects.vocabulary import ConditionWord, Filter, Parameter, Primitive, Vocabulary
from oracle.kernel.moves import move
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import counter as take_off_stack
from oracle.kernel.stack.entries import find_entry
from oracle.kernel.table import Place

from . import equipment, experience, preparing
from .damage import deal, times, total_damage
from .seats import turn
from .state import PHASES, Change, DiscardCards, Draw, Machai, Mill, other

PER = ("level", "own_prepared", "opp_equipment")
AMOUNT = Parameter("amount", least=0)
TO = Parameter("target")
PLAYER = Parameter("word", words=("you", "opponent", "each"), default="you")
TIMES = Parameter("word", required=False, words=PER)
UNTIL = Parameter("duration", required=False)


def seats(frame: Do, word: str) -> list[int]:
    """The seats that a word means, the opponent's first (MC-R61)."""
    own = frame.player
    return {"you": [own], "opponent": [other(own)]}.get(word, [other(own), own])


def places(table: Machai, refs: list[Ref], *zones: str) -> list[tuple[int, Any]]:
    """What is still there of the targets, with its seat; one that has gone is skipped (MC-R34)."""
    found = []
    for ref in refs:
        place = table.place(ref["object"])
        if place is not None and place.zone in zones and place.seat is not None:
            found.append((place.seat, place.object))
    return found


# -- damage and the stack --------------------------------------------------------------------------


def damage(table: Machai, frame: Do, to: str, amount: int, nth: int, per: str | None = None) -> None:
    """Damage to a player, or to both."""
    deal(table, frame, total_damage(table, frame, amount, per, nth), seats(frame, to))


@carries("MC-8.6", "MC-8.7", "MC-8.8")
def dodge(table: Machai, frame: Do, to: list[Ref]) -> None:
    """The controller will take no damage of a card on the stack; it resolves all the same (MC-R54)."""
    for ref in to:
        entry = find_entry(table, ref["object"])
        if entry is not None:
            entry.dodged_by = sorted({*entry.dodged_by, frame.player})
            table.emit("dodge", "MC-8.8", object=entry.id, card=entry.card, player=frame.player)


def counter(table: Machai, _frame: Do, to: list[Ref]) -> None:
    """A card leaves the stack without resolving: no experience, nothing refunded (MC-R25)."""
    for ref in to:
        take_off_stack(table, ref["object"])


def modify(
    table: Machai, frame: Do, to: list[Ref] | None = None, select: dict[str, Any] | None = None,
    damage: int = 0, cost: int = 0, until: str = "end_of_turn",
) -> None:  # fmt: skip
    """The damage of a card on the stack changes, or that of all cards of a kind for a while."""
    for ref in to or ():
        entry = find_entry(table, ref["object"])
        if entry is not None:
            entry.mods = [*entry.mods, Change(n=damage, seq=equipment.next_seq(table))]
            table.emit("modify", "MC-8.1", effect=None, target=ref, change={"damage": damage}, until="on_stack")
    change = {word: n for word, n in (("damage", damage), ("cost", cost)) if n}
    if select is not None:
        add_effect(table, frame, None, change, until, card=frame.card, rule="MC-8.1", select=select)


def grant(table: Machai, frame: Do, select: dict[str, Any], keyword: str, until: str = "end_of_turn") -> None:
    """Cards of a kind gain a keyword for a while."""
    add_effect(table, frame, None, {"keyword": keyword}, until, card=frame.card, rule="MC-5.12", select=select)


# -- players ---------------------------------------------------------------------------------------


def gain_life(table: Machai, frame: Do, amount: int, player: str, per: str | None = None) -> None:
    """Life is gained."""
    for seat in seats(frame, player):
        equipment.gain_life(table, seat, amount * times(table, frame.player, per), "MC-R68")


def lose_life(table: Machai, frame: Do, amount: int, player: str, per: str | None = None) -> None:
    """Life is lost, which is no damage."""
    for seat in seats(frame, player):
        equipment.lose_life(table, seat, amount * times(table, frame.player, per), "MC-R62")


def gain_xp(table: Machai, frame: Do, amount: int, player: str) -> None:
    """Experience is gained."""
    for seat in seats(frame, player):
        experience.gain_xp(table, seat, amount, "MC-12.5")


def lose_xp(table: Machai, frame: Do, amount: int, player: str) -> None:
    """Experience is lost."""
    for seat in seats(frame, player):
        experience.lose_xp(table, seat, amount, "MC-R83")


def draw(table: Machai, frame: Do, amount: int, player: str) -> None:
    """Cards are drawn one by one."""
    table.push(*(Draw(player=seat, left=max(0, amount), rule="MC-R74") for seat in seats(frame, player)))


def mill(table: Machai, frame: Do, amount: int, player: str) -> None:
    """Cards go from the top of a deck to its discard pile."""
    table.push(*(Mill(player=seat, left=max(0, amount)) for seat in seats(frame, player)))


def discard(table: Machai, frame: Do, amount: int, how: str, player: str) -> None:
    """Cards of a hand are discarded."""
    found = (DiscardCards(player=seat, left=max(0, amount), how=how) for seat in seats(frame, player))  # type: ignore[arg-type]
    table.push(*found)


def gain_armor(table: Machai, frame: Do, amount: int, player: str) -> None:
    """Armor that is not permanent."""
    for seat in seats(frame, player):
        equipment.gain_armor(table, seat, amount)


def hand_size(table: Machai, frame: Do, amount: int, player: str, until: str = "permanent") -> None:
    """The minimum hand size changes."""
    add_effect(table, frame, None, {"hand_size": amount}, until, card=frame.card, rule="MC-3.3", select={"player": player})


def lose_zone(table: Machai, frame: Do, amount: int, player: str) -> None:
    """Prepared Zones are lost."""
    for seat in seats(frame, player):
        for _ in range(min(amount, len(table.state.players[seat].zones))):
            preparing.lose_zone(table, seat)


def regain_zone(table: Machai, frame: Do, amount: int, player: str) -> None:
    """Lost Prepared Zones are regained."""
    for seat in seats(frame, player):
        for _ in range(min(amount, len(table.state.players[seat].zones))):
            preparing.regain_zone(table, seat)


# -- permanents and cards --------------------------------------------------------------------------


def add_durability(table: Machai, _frame: Do, to: list[Ref], amount: int) -> None:
    """A permanent gets Armor that stays."""
    for seat, piece in places(table, to, "battlefield"):
        equipment.change_durability(table, seat, piece, amount, "MC-9.3")


def remove_durability(table: Machai, _frame: Do, to: list[Ref], amount: int) -> None:
    """A permanent loses Armor."""
    for seat, piece in places(table, to, "battlefield"):
        equipment.change_durability(table, seat, piece, -amount, "MC-9.3")


def destroy(table: Machai, _frame: Do, to: list[Ref]) -> None:
    """A permanent is destroyed, whatever its durability."""
    for seat, piece in places(table, to, "battlefield"):
        equipment.destroy(table, seat, piece, "effect", "MC-9.4")


def tap(table: Machai, _frame: Do, to: list[Ref]) -> None:
    """A prepared card or permanent is tapped."""
    turn_cards(table, to, tapped=True)


def untap(table: Machai, _frame: Do, to: list[Ref]) -> None:
    """A prepared card or permanent is untapped."""
    turn_cards(table, to, tapped=False)


def turn_cards(table: Machai, to: list[Ref], *, tapped: bool) -> None:
    """Tap or untap what is not so yet."""
    for _, thing in places(table, to, "zones", "battlefield"):
        if thing.tapped is not tapped:
            turn(table, thing, tapped=tapped, rule="MC-7.6")


def return_to_hand(table: Machai, _frame: Do, to: list[Ref]) -> None:
    """A card of a discard pile goes back to its owner's hand (MC-R84)."""
    for seat, thing in places(table, to, "discard"):
        move(table, thing, (seat, "discard"), (seat, "hand"), reason="return", rule="MC-R84")


# -- costs -----------------------------------------------------------------------------------------


def can_tap(table: Machai, scope: Any) -> bool:
    """Whether the permanent is untapped."""
    return scope.source is not None and not table.find(scope.source).tapped


def pay_tap(table: Machai, frame: Do) -> None:
    """The permanent is tapped."""
    turn_cards(table, [{"object": frame.source or 0}], tapped=True)


def can_pay_xp(table: Machai, scope: Any, amount: int) -> bool:
    """Whether there is enough experience."""
    return table.state.players[scope.player].xp >= amount


def pay_xp(table: Machai, frame: Do, amount: int) -> None:
    """Experience is spent."""
    experience.spend_xp(table, frame.player, amount, "MC-12.2")


# -- the vocabulary --------------------------------------------------------------------------------


def word(name: str, rule: str, does: Any, main: str | None = None, **parameters: Parameter) -> Primitive:
    """A primitive."""
    return Primitive(name, (rule,), does, parameters, main=main, numbered=name == "damage")


def of_player(name: str, rule: str, does: Any, **parameters: Parameter) -> Primitive:
    """A primitive about so much of something, of a player."""
    return word(name, rule, does, "amount", amount=AMOUNT, player=PLAYER, **parameters)


WORDS = (
    word(
        "damage", "MC-8.1", damage, to=Parameter("word", words=("opponent", "each")), amount=Parameter("number", least=0),
        per=TIMES,
    ),
    word("dodge", "MC-8.8", dodge, "to", to=TO),
    word("counter", "MC-R25", counter, "to", to=TO),
    word(
        "modify", "MC-8.1", modify, to=Parameter("target", required=False), select=Parameter("select", required=False),
        damage=Parameter("amount", required=False), cost=Parameter("amount", required=False), until=UNTIL,
    ),
    word("grant", "MC-5.12", grant, select=Parameter("select"), keyword=Parameter("keyword"), until=UNTIL),
    of_player("gain_life", "MC-R68", gain_life, per=TIMES),
    of_player("lose_life", "MC-R62", lose_life, per=TIMES),
    of_player("gain_xp", "MC-12.5", gain_xp),
    of_player("lose_xp", "MC-R83", lose_xp),
    of_player("draw", "MC-R74", draw),
    of_player("mill", "MC-R74", mill),
    of_player("discard", "MC-R84", discard, how=Parameter("word", words=("choose", "random"))),
    of_player("gain_armor", "MC-9.10", gain_armor),
    word("hand_size", "MC-3.3", hand_size, "amount", amount=Parameter("number"), player=PLAYER, until=UNTIL),
    of_player("lose_zone", "MC-R46", lose_zone),
    of_player("regain_zone", "MC-R46", regain_zone),
    word("add_durability", "MC-R55", add_durability, to=TO, amount=AMOUNT),
    word("remove_durability", "MC-R55", remove_durability, to=TO, amount=AMOUNT),
    word("destroy", "MC-R60", destroy, "to", to=TO),
    word("tap", "MC-R44", tap, "to", to=TO),
    word("untap", "MC-R44", untap, "to", to=TO),
    word("return_to_hand", "MC-R84", return_to_hand, "to", to=TO),
)  # fmt: skip


def is_of_kind(_table: Machai, _scope: Any, place: Place, value: str) -> bool:
    """Whether something on the stack is a card or an ability; what lies elsewhere is a card."""
    return getattr(place.object, "kind", "card") == value


def is_tapped(_table: Machai, _scope: Any, place: Place, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether it is tapped."""
    return getattr(place.object, "tapped", False) is value


def own_level_at_least(table: Machai, scope: Any, number: int) -> bool:
    """Whether the own level is that high."""
    return table.state.players[scope.player].level >= number


def own_xp_at_least(table: Machai, scope: Any, number: int) -> bool:
    """Whether the own pool holds that much."""
    return table.state.players[scope.player].xp >= number


def opp_has_equipment(table: Machai, scope: Any, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether the opponent has Equipment, Eris Armor included (MC-R56)."""
    return bool(table.state.players[other(scope.player)].battlefield) is value


def played_from_zone(table: Machai, scope: Any, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether the card was played from a Prepared Zone."""
    entry = None if scope.source is None else find_entry(table, scope.source)
    return (entry is not None and entry.came_from == "zone") is value


VOCABULARY = Vocabulary(
    primitives={primitive.name: primitive for primitive in WORDS},
    payments={
        "tap": Primitive("tap", ("MC-4.11",), pay_tap, {}, can=can_tap),
        "xp": Primitive("xp", ("MC-12.2",), pay_xp, {"amount": Parameter("number", least=0)}, main="amount", can=can_pay_xp),
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
