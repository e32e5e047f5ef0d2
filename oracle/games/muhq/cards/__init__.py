"""The card sets that ship with muhq's game, and what makes a definition a card (section 8 of the digest)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.resources import files
from typing import Any

from msgspec import UNSET

from oracle.kernel.cards import CardSet, make_set, read_set
from oracle.kernel.compile import read_record
from oracle.kernel.effects.ability import Ability
from oracle.kernel.effects.costs import compile_costs
from oracle.kernel.effects.limits import Refused
from oracle.kernel.effects.parse import Parser
from oracle.kernel.errors import Fault
from oracle.kernel.rulebook import carries
from oracle.kernel.shapes import fault, pointer

from ..records import MuhqCard, Record
from ..vocabulary import VOCABULARY

KINDS: dict[str, tuple[str, ...]] = {
    "spell": ("spell",),
    "unit": ("keyword", "static", "triggered", "activated"),
    "artifact": ("keyword", "static", "triggered", "activated"),
    "equipment": ("keyword", "static", "triggered", "activated"),
}
ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "life": ("unit",),
    "move": ("unit",),
    "attack": ("unit",),
    "upkeep": ("unit",),
    "durability": ("equipment",),
}
BEARERS = {
    "crew": ("unit",),
    "bound": ("unit",),
    "taunt": ("unit", "artifact", "equipment"),
    "solid": ("artifact", "equipment"),
}
TILE_EVENTS = ("move_end", "tile_enter", "tile_upkeep")


def compile_card(
    document: Any, at: str, known: Callable[[str], bool] | None = None
) -> tuple[MuhqCard | None, list[Fault]]:
    """A card from its definition, or everything that is wrong with it."""
    record, faults = read_record(document, Record, at)
    if record is None:
        return None, cited(faults)
    parser = Parser(VOCABULARY, known)
    abilities = parser.abilities(record.abilities, f"{at}/abilities")
    costs: tuple[Any, ...] = ()
    parser.begin(static=False)
    with suppress(Refused):
        costs = compile_costs(parser, record.play_cost, f"{at}/play_cost")
    faults = [*parser.faults, *attribute_faults(record, at), *cost_faults(costs, f"{at}/play_cost")]
    faults += [
        found for i, each in enumerate(abilities) for found in ability_faults(record, each, f"{at}/abilities/{i}")
    ]
    faults += keyword_faults(record, abilities, at)
    return (None, faults) if faults else (MuhqCard(record, tuple(abilities), costs), [])


def cited(faults: list[Fault]) -> list[Fault]:
    """What a record lacks, or holds out of its range, by the clause that asks for it (MQ-V11, MQ-V12)."""
    rules = {"missing": "MQ-V11", "out_of_range": "MQ-V12"}
    return [
        Fault(code=f.code, at=f.at, message=f.message, data={**f.data, "rule": rules[f.code]}) if f.code in rules else f
        for f in faults
    ]


@carries("MQ-V11", otherwise=())
def attribute_faults(record: Record, at: str) -> Iterator[Fault]:
    """Each type has attributes of its own, and lacks none of them."""
    for name, types in ATTRIBUTES.items():
        said = getattr(record, name) is not UNSET
        if record.type in types and not said:
            message = f"A card of type {record.type} needs {name}."
            yield fault("missing", pointer(at, name), message, rule="MQ-V11")
        elif said and record.type not in types:
            yield fault("not_here", pointer(at, name), f"A card of type {record.type} has no {name}.", rule="MQ-V11")


@carries("MQ-V14", otherwise=())
def ability_faults(record: Record, ability: Ability, at: str) -> Iterator[Fault]:
    """A type has certain kinds of abilities; full actions are units' own."""
    if ability.kind not in KINDS[record.type]:
        message = f"A card of type {record.type} has no {ability.kind} abilities."
        yield fault("ability_kind", at, message, rule="MQ-V14")
    if ability.kind == "activated" and ability.speed == "slow" and record.type != "unit":
        yield fault("ability_kind", pointer(at, "speed"), "Only a unit has full actions.", rule="MQ-V14")
    if ability.event in TILE_EVENTS:
        message = f"{ability.event} is an event of tiles."
        yield fault("not_here", pointer(at, "when"), message, rule="MQ-V14")
    if ability.kind == "triggered" and ability.subject is not None and not ability.subject.own:
        message = "A trigger of this game is about the card itself."
        yield fault("subject_elsewhere", pointer(at, "when"), message)
    if ability.limit > 1:
        yield fault("out_of_range", pointer(at, "limit"), "A limit here is once per turn.", limit=1)
    if ability.kind == "activated" and ability.speed != "slow":
        yield from loop_faults(ability, at)
    yield from cost_faults(ability.cost, pointer(at, "cost"))


@carries("MQ-V13", "MQ-R32", otherwise=())
def loop_faults(ability: Ability, at: str) -> Iterator[Fault]:
    """A free action whose cost can be nothing is once per turn."""
    if not ability.limit and all(can_be_nothing(cost.document) for cost in ability.cost):
        message = "A free action that can cost nothing is once per turn: limit: 1."
        yield fault("free_loop", pointer(at, "cost"), message, rule="MQ-V13")


def can_be_nothing(cost: dict[str, Any]) -> bool:
    """Whether a part of a cost can be nothing: no resource, or as much as one likes."""
    value = cost.get("resource")
    return value in (0, "x") or (isinstance(value, dict) and value.get("amount") in (0, "x"))


def cost_faults(costs: tuple[Any, ...], at: str) -> Iterator[Fault]:
    """A cost says each thing once; how much resource it is does not hang on the board."""
    words = [cost.word for cost in costs]
    for i, cost in enumerate(costs):
        value = cost.document.get("resource")
        if value is not None and value != "x" and not isinstance(value, int):
            yield fault("wrong_type", f"{at}/{i}", "A cost in resource is a number, or x.")
        if words.index(cost.word) < i:
            yield fault("cost_twice", f"{at}/{i}", "A cost says each thing once.")


@carries("MQ-V14", "MQ-V12", otherwise=())
def keyword_faults(record: Record, abilities: list[Ability], at: str) -> Iterator[Fault]:
    """Crew and Bound are units', Solid is artifacts'; those that count need their number."""
    words = {ability.keyword: ability.n for ability in abilities if ability.keyword is not None}
    for word, types in BEARERS.items():
        if word in words and record.type not in types:
            message = f"A card of type {record.type} has no {word}."
            yield fault("ability_kind", f"{at}/abilities", message, rule="MQ-V14")
    for word in ("crew", "armor"):
        if words.get(word) == 0:
            yield fault("out_of_range", f"{at}/abilities", f"{word} needs n, 1 at least.", rule="MQ-V12")
    if ("bound" in words) != (record.bound_to is not UNSET):
        yield fault("missing", pointer(at, "bound_to"), "Bound and bound_to go together.", rule="MQ-V14")


FILES = ("muster.yaml", "map_pieces.yaml", "tidewatch.yaml", "emberfall.yaml")
SETS: tuple[CardSet[MuhqCard], ...] = tuple(
    make_set(read_set(files(__package__) / name), compile_card) for name in FILES
)
