from __future__ import annotations

from typing import Any

from oracle.kernel.effects.ability import Do
from oracle.kernel.effects.vocabulary import Filter, Parameter, Primitive, Vocabulary
from oracle.kernel.stack.entries import counter, negate, waits
from oracle.kernel.stack.priority import open_window

from .state import DrawCards, Kindling


def hurt(table: Kindling, frame: Do, amount: int, who: str) -> None:
    """Take life of the opponents, or of oneself."""
    seats = [s for s in table.game.seats_in(table.state) if (s == frame.player) is (who == "you")]
    for seat in seats:
        lose_life(table, frame, seat, amount)


def lose_life(table: Kindling, frame: Do, seat: int, amount: int) -> None:
    player = table.state.players[seat]
    player.life -= amount
    table.emit("damage", "KD-5.1", source=frame.source, target={"player": seat}, amount=amount)
    table.emit("life", "KD-5.1", player=seat, amount=-amount, left=player.life)


def damage(table: Kindling, frame: Do, to: list[Any], amount: int) -> None:
    """Damage imps and seats that are still there."""
    for ref in to:
        if "player" in ref:
            lose_life(table, frame, ref["player"], amount)
            continue
        imp = table.find(ref["object"], "field")
        if imp is not None:
            imp.damage += amount
            table.emit("damage", "KD-5.1", source=frame.source, target=ref, amount=amount)


def mend(table: Kindling, frame: Do, amount: int) -> None:
    player = table.state.players[frame.player]
    player.life += amount
    table.emit("life", "KD-5.1", player=frame.player, amount=amount, left=player.life)


def draw(table: Kindling, frame: Do, amount: int) -> None:
    table.push(DrawCards(player=frame.player, left=amount))


def counter_all(table: Kindling, _frame: Do, to: list[Any]) -> None:
    for ref in to:
        counter(table, ref["object"])


def negate_all(table: Kindling, _frame: Do, to: list[Any]) -> None:
    for ref in to:
        negate(table, ref["entry"], ref["part"])


def clash(table: Kindling, _frame: Do, who: str) -> None:
    """Everybody may act before what follows is done."""
    open_window(table, "clash")


def is_card(table: Any, _scope: Any, place: Any, value: Any) -> bool:
    return (place.object.is_card is value) and waits(table, place.object)


def is_tapped(_table: Any, _scope: Any, place: Any, value: Any) -> bool:
    return place.object.tapped is value


def named(slot: str) -> Any:
    return lambda _table, scope: scope.bound.get(slot, [])


def parts_on_stack(table: Any) -> list[dict[str, int]]:
    return [
        {"entry": entry.id, "part": part}
        for entry in table.state.stack
        for part in range(len(entry.abilities))
        if part not in entry.negated and waits(table, entry)
    ]


VOCABULARY = Vocabulary(
    primitives={
        "hurt": Primitive(
            "hurt",
            ("KD-5.1",),
            hurt,
            {"amount": Parameter("amount"), "who": Parameter("word", words=("opponent", "you"))},
        ),
        "damage": Primitive("damage", ("KD-5.1",), damage, {"to": Parameter("target"), "amount": Parameter("amount")}),
        "mend": Primitive("mend", ("KD-5.1",), mend, {"amount": Parameter("amount")}, main="amount"),
        "draw": Primitive("draw", ("KD-5.3",), draw, {"amount": Parameter("amount")}, main="amount"),
        "counter": Primitive("counter", ("KD-4.4",), counter_all, {"to": Parameter("target")}),
        "negate": Primitive("negate", ("KD-4.4",), negate_all, {"to": Parameter("target")}),
        "clash": Primitive("clash", ("KD-5.4",), clash, {"who": Parameter("word", words=("all",))}, main="who"),
    },
    events={"enter": ("KD-4.5",), "fall": ("KD-4.5",)},
    filters={"is_card": Filter(is_card, kind="flag"), "tapped": Filter(is_tapped, kind="flag")},
    zones=("field", "stack"),
    table=("field",),
    rechecks=False,
    types=("imp", "spell"),
    targets={"part": named("part")},
)

__all__ = ["VOCABULARY", "parts_on_stack"]
