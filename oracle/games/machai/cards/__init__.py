"""The card set that ships with Machai, and what makes a definition a card of this game."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from msgspec import UNSET

from oracle.kernel.cards import CardSet, make_set, read_set
from oracle.kernel.compile import read_record
from oracle.kernel.effects.ability import Ability
from oracle.kernel.effects.parse import Parser
from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault, pointer

from ..state import MachaiCard, Record
from ..vocabulary import VOCABULARY

KINDS = {
    "attack": ("spell", "keyword"),
    "skill": ("spell", "keyword"),
    "equipment": ("static", "triggered", "activated", "keyword"),
    "token": (),
}


def compile_card(
    document: Any, at: str, known: Callable[[str], bool] | None = None
) -> tuple[MachaiCard | None, list[Fault]]:
    """A card from its definition, or everything that is wrong with it."""
    record, faults = read_record(document, Record, at)
    if record is None:
        return None, faults
    parser = Parser(VOCABULARY, known)
    abilities = parser.abilities(record.abilities, f"{at}/abilities")
    faults = [*parser.faults, *check_attributes(record, abilities, at)]
    faults += [found for ability in abilities for found in check_ability(record, ability, f"{at}/abilities")]
    return (None, faults) if faults else (MachaiCard(record, tuple(abilities)), [])


def check_attributes(record: Record, abilities: list[Ability], at: str) -> list[Fault]:
    """Durability belongs to Equipment, the preparation bonus to Skills with Prepared."""
    found = []
    equipment = record.type == "equipment"
    if equipment and record.dur is UNSET:
        found.append(fault("missing", pointer(at, "dur"), "Equipment needs dur."))
    for name, given in (("dur", record.dur is not UNSET), ("survives_zero", record.survives_zero)):
        if given and not equipment:
            found.append(fault("not_here", pointer(at, name), f"Only Equipment has {name}."))
    prepared = any(ability.keyword == "prepared" for ability in abilities)
    if record.prep is not UNSET and not (record.type == "skill" and prepared):
        found.append(fault("not_here", pointer(at, "prep"), "Only a Skill with Prepared has prep."))
    return found


def check_ability(record: Record, ability: Ability, at: str) -> list[Fault]:
    """A type has certain kinds of abilities; triggers are about the card itself, costs are paid once."""
    if ability.kind not in KINDS[record.type]:
        return [fault("ability_kind", at, f"A card of type {record.type} has no {ability.kind} abilities.")]
    found = []
    if ability.kind == "triggered" and ability.subject is not None and not ability.subject.own:
        found.append(fault("subject_elsewhere", at, "A trigger of this game is about the card itself."))
    odd = [target for target in ability.targets if (target.min, target.max) != (1, 1)]
    found += [fault("target_count", at, "A target of this game is exactly one object.") for _ in odd]
    words = [word for cost in ability.costs for word in cost]
    if len(words) != len(set(words)):
        found.append(fault("cost_twice", at, "A cost is paid once."))
    return found


DEMO: CardSet[MachaiCard] = make_set(read_set(files(__package__) / "demo.yaml"), compile_card)
