"""The card sets that ship with Maha Yodha, and what makes a definition a card of this game."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from oracle.kernel.cards import CardSet, make_set, read_set
from oracle.kernel.compile import read_record
from oracle.kernel.effects.ability import Ability
from oracle.kernel.effects.parse import Parser
from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault, pointer

from ..effects import VOCABULARY
from ..state import MahaCard, Record

SLOTS = {"play": "abilities", "assign": "combination"}


def compile_card(
    document: Any, at: str, known: Callable[[str], bool] | None = None
) -> tuple[MahaCard | None, list[Fault]]:
    """A card from its definition, or everything that is wrong with it (MY-D6)."""
    record, faults = read_record(document, Record, at)
    if record is None:
        return None, faults
    parser = Parser(VOCABULARY, known)
    abilities = [
        *parser.abilities(record.abilities, f"{at}/abilities"),
        *parser.abilities(record.combination, f"{at}/combination", "combination"),
    ]
    faults = [*parser.faults, *check(record, abilities, at, known)]
    return (None, faults) if faults else (MahaCard(record, tuple(abilities)), [])


def check(record: Record, abilities: list[Ability], at: str, known: Callable[[str], bool] | None) -> list[Fault]:
    """What the types of this game allow (MY-2.1, MY-2.6, MY-4.4, MY-11.3)."""
    found: list[Fault] = []
    if record.type == "weapon" and record.partner is None:
        found.append(fault("no_partner", f"{at}/partner", "A Weapon names exactly one partner."))
    if record.type != "weapon" and (record.partner is not None or record.combination):
        found.append(fault("partner_on_other_type", f"{at}/partner", "Only Weapons have a partner and a combination."))
    if record.partner is not None and known is not None and not known(record.partner):
        found.append(fault("unknown_card", f"{at}/partner", f"No card {record.partner} in this set."))
    found += [
        fault("negative_number", pointer(at, stat), "A Warrior has no negative numbers.")
        for stat in ("attack", "defence")
        if record.type == "warrior" and (getattr(record, stat) or 0) < 0
    ]
    if sum("choose_one" in document for document in record.abilities) > 1:
        found.append(fault("second_choice", f"{at}/abilities", "A card has at most one choice."))
    if any("choose_one" in document for document in record.combination):
        found.append(fault("second_choice", f"{at}/combination", "A combination has no choice."))
    return found + [f for ability in abilities for f in check_ability(ability, at)]


def check_ability(ability: Ability, at: str) -> list[Fault]:
    """An ability stands where its event can happen, and lowers no own supply."""
    place = f"{at}/{ability.slot}"
    if ability.event is not None and SLOTS[ability.event] != ability.slot:
        return [fault("event_elsewhere", place, f"The event {ability.event} belongs into {SLOTS[ability.event]}.")]
    if ability.kind not in ("triggered", "static"):
        return [fault("ability_kind", place, f"This game has no {ability.kind} abilities.")]
    if "valor_supply" in ability.modify and ability.document.get("select") != {"player": "opponent"}:
        return [fault("own_supply", place, "Only the opponent's supply can be set lower (MY-R18).")]
    return []


DEMO: CardSet[MahaCard] = make_set(read_set(files(__package__) / "demo.yaml"), compile_card)
