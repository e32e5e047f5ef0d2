from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.agreement import finish
from oracle.kernel.effects.ability import Do
from oracle.kernel.effects.control import CONTROLS
from oracle.kernel.effects.lasting import add_effect, keywords, stat
from oracle.kernel.effects.replacing import instead
from oracle.kernel.effects.settle import Settling, collect
from oracle.kernel.effects.triggers import triggered
from oracle.kernel.effects.vocabulary import AmountWord, ConditionWord, Filter, Parameter, Primitive, Vocabulary
from oracle.kernel.moves import move
from oracle.kernel.piles import draw as draw_card
from oracle.kernel.table import Place, owner_of
from oracle.kernel.zonework import in_zone

from .state import PHASES, DrawCards, Garden

AMOUNT, TO = Parameter("amount"), Parameter("target")


def keyword_sum(table: Any, place: Place, word: str) -> int:
    """The numbers behind all of an object's keywords of this name, added up."""
    return sum(keywords(table, place, word))


def height(table: Any, place: Place) -> int:
    return printed_height(table, place) + stat(table, place, "height")


def printed_height(table: Any, place: Place) -> int:
    return int(table.card(place.object).height)


def water(_table: Any, place: Place) -> int:
    return int(getattr(place.object, "water", 0))


def plants(table: Garden, refs: list[Any]) -> list[Place]:
    return [
        place for ref in refs if (place := table.places.get(ref.get("object", 0))) is not None and place.zone == "bed"
    ]


# -- what cards do ---------------------------------------------------------------------------------


def damage(table: Garden, frame: Do, to: list[Any], amount: int) -> int:
    """Hurt plants and seats; returns how much was really dealt."""
    dealt = 0
    for ref in to:
        if "player" in ref:
            lose_life(table, ref["player"], amount)
            dealt += amount
    for place in plants(table, to):
        left = instead(table, "hurt", amount - keyword_sum(table, place, "bark"), place=place)
        if left is None or left <= 0:
            continue
        plant: Any = place.object
        plant.damage += left
        dealt += left
        table.emit("damage", "GA-2", source=frame.source, target={"object": plant.id}, amount=left)
        collect(table, triggered(table, "hurt", place=place, that=left))
    return dealt


def lose_life(table: Garden, seat: int, amount: int) -> None:
    player = table.state.players[seat]
    player.life -= amount
    table.emit("life", "GA-2", player=seat, amount=-amount, left=player.life)


def mend(table: Garden, frame: Do, amount: int) -> int:
    lose_life(table, frame.player, -amount)
    return amount


def draw(table: Garden, frame: Do, amount: int) -> None:
    table.push(DrawCards(player=frame.player, left=max(0, amount)))


def gain(table: Garden, frame: Do, amount: int) -> None:
    player = table.state.players[frame.player]
    player.seeds += amount
    table.emit("gain", "GA-2", player=frame.player, what="seeds", amount=amount, left=player.seeds)


def pour(table: Garden, _frame: Do, to: list[Any], amount: int) -> None:
    for place in plants(table, to):
        plant: Any = place.object
        plant.water += amount
        table.emit("counter", "GA-2", target={"object": plant.id}, counter="water", amount=amount, left=plant.water)


def uproot(table: Garden, _frame: Do, to: list[Any]) -> None:
    for place in plants(table, to):
        wilt(table, place, "uprooted")


def toss(table: Garden, frame: Do, to: list[Any]) -> None:
    """Cards of a hand go to the compost."""
    for ref in to:
        place = table.places.get(ref.get("object", 0))
        if place is not None and place.zone == "hand" and place.seat is not None:
            move(table, place.object, (place.seat, "hand"), (place.seat, "compost"), reason="toss", rule="GA-2")
    del frame


def modify(table: Garden, frame: Do, to: list[Any], height: int, until: str) -> None:
    for place in plants(table, to):
        ref = {"object": int(place.object.id)}  # type: ignore[arg-type]
        add_effect(table, frame, ref, {"height": height}, until, card=frame.card, rule="GA-2")


def grant(table: Garden, frame: Do, to: list[Any], keyword: str, until: str) -> None:
    for place in plants(table, to):
        ref = {"object": int(place.object.id)}  # type: ignore[arg-type]
        add_effect(table, frame, ref, {"keyword": keyword}, until, card=frame.card, rule="GA-2")


def wilt(table: Garden, place: Place, reason: str) -> None:
    """A plant leaves the bed, and what watches for that is heard."""
    assert place.seat is not None
    frames = triggered(table, "wilt", place=place)
    to = (owner_of(place.object, place.seat), "compost")
    move(table, place.object, (place.seat, "bed"), to, reason=reason, rule="GA-2")
    collect(table, frames)


# -- drawing ---------------------------------------------------------------------------------------


def run_draw(table: Garden, frame: DrawCards) -> None:
    deck = table.state.players[frame.player].deck
    if frame.left == 0 or not deck:
        pop(table)
        return
    frame.left -= 1
    draw_card(table, frame.player, deck, deck[0], "GA-2")
    collect(table, triggered(table, "drawn", player=frame.player))


# -- settling --------------------------------------------------------------------------------------


def dead_plants(table: Garden) -> bool:
    dead = [place for place in in_zone(table, "bed") if place.object.damage >= max(1, height(table, place))]  # type: ignore[attr-defined]
    for place in dead:
        wilt(table, place, "withered")
    return bool(dead)


def lost_life(table: Garden) -> bool:
    left = [seat for seat, player in enumerate(table.state.players) if player.life > 0]
    if len(left) < len(table.state.players):
        finish(table, left, "GA-1", "life_zero")
        return True
    return False


SETTLING = Settling(checks=(lost_life, dead_plants), order=lambda table: table.state.options.order, rule="GA-3")
STEPS = (Step(DrawCards, run=run_draw),)


# -- costs and words -------------------------------------------------------------------------------


def can_spend(table: Garden, scope: Any, amount: int) -> bool:
    return bool(table.state.players[scope.player].seeds >= amount)


def spend(table: Garden, frame: Do, amount: int) -> None:
    player = table.state.players[frame.player]
    player.seeds -= amount
    table.emit("pay", "GA-2", player=frame.player, what="seeds", amount=amount, left=player.seeds)


def can_cut(table: Garden, scope: Any) -> bool:
    plant = table.find(scope.source or 0, "bed")
    return plant is not None and not plant.cut


def cut(table: Garden, frame: Do) -> None:
    plant = table.find(frame.source or 0, "bed")
    if plant is not None:
        plant.cut = True
        table.emit("tap", "GA-2", object=plant.id, card=plant.card)


def is_wet(_table: Any, _scope: Any, place: Place, value: Any) -> bool:
    return bool(getattr(place.object, "water", 0)) is value


def at_night(table: Garden, _scope: Any, value: Any) -> bool:
    return (table.state.phase == "night") is value


def seeds(table: Garden, scope: Any, _value: Any) -> int:
    return int(table.state.players[scope.player].seeds)


def word(
    name: str, does: Any, main: str | None = None, causes: tuple[str, ...] = (), **parameters: Parameter
) -> Primitive:
    return Primitive(name, ("GA-2",), does, parameters, main=main, causes=causes)


WORDS = (
    word("damage", damage, causes=("hurt",), to=TO, amount=Parameter("amount", least=0)),
    word("mend", mend, "amount", amount=AMOUNT),
    word("draw", draw, "amount", ("drawn",), amount=AMOUNT),
    word("gain", gain, "amount", amount=AMOUNT),
    word("pour", pour, to=TO, amount=AMOUNT),
    word("uproot", uproot, causes=("wilt",), to=TO),
    word("toss", toss, to=TO),
    word("modify", modify, to=TO, height=AMOUNT, until=Parameter("duration")),
    word("grant", grant, to=TO, keyword=Parameter("keyword"), until=Parameter("duration")),
)  # fmt: skip

VOCABULARY = Vocabulary(
    primitives={primitive.name: primitive for primitive in WORDS},
    payments={
        "seeds": Primitive("seeds", ("GA-2",), spend, {"amount": AMOUNT}, main="amount", can=can_spend),
        "cut": Primitive("cut", ("GA-2",), cut, {}, can=can_cut),
    },
    events={"enter": ("GA-2",), "wilt": ("GA-2",), "hurt": ("GA-2",), "drawn": ("GA-2",), "dusk": ("GA-2",)},
    watched=("enter", "wilt", "hurt", "drawn"),
    replaces={"hurt": ("GA-2",)},
    stats={"height": ("GA-2",), "rain": ("GA-2",)},
    seat_stats=("rain",),
    filters={"wet": Filter(is_wet, kind="flag")},
    conditions={"at_night": ConditionWord(at_night, kind="flag")},
    amounts={"seeds": AmountWord(seeds)},
    keywords={"bark": ("GA-2",), "swift": ("GA-2",)},
    controls=tuple(CONTROLS),
    durations=("end_of_turn", "permanent", "your_next_turn", "while_source", "turns"),
    speeds=("slow", "fast"),
    phases=PHASES,
    zones=("bed", "hand", "deck", "compost"),
    table=("bed",),
    types=("plant", "act"),
    hidden={"hand": "owner", "deck": "nobody"},
    caps={"bed": 40, "hand": 20, "deck": 80, "compost": 80},
    reads={"height": height},
    printed={"height": printed_height},
    counters={"water": water},
    requirements=("needs",),
    clauses=dict.fromkeys(("search", "reveal", "coin", "die", "mode", "may", "pay", "choose"), "GA-2"),
)  # fmt: skip
