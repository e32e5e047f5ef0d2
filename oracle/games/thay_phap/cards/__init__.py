"""The card set that ships with Thầy Pháp, and what makes a definition a card of this game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

from msgspec import UNSET

from oracle.kernel.cards import CardSet, make_set, read_set
from oracle.kernel.compile import read_record
from oracle.kernel.effects.ability import Ability
from oracle.kernel.effects.parse import Parser
from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault, nearest, pointer

from ..costs import CONDITIONS, COSTS
from ..effects import VOCABULARY
from ..records import PhapCard, Record

WORDS = (*COSTS, *CONDITIONS)
NEEDS = {
    "mage": ("life",),
    "monster": ("cost", "attack", "life"),
    "spell": ("cost", "spell_kind"),
    "block": ("cost", "block"),
}
MAY = {"mage": (), "monster": ("requires",), "spell": ("requires",), "block": ("requires",)}
ATTRIBUTES = ("cost", "life", "attack", "block", "spell_kind", "requires")
KINDS = {
    "mage": ("static", "triggered", "activated"),
    "monster": ("static", "triggered", "keyword"),
    "spell": ("spell",),
    "block": ("triggered",),
}
LIFE = 20
SPELL_KIND = "spell_kind"
EVENTS = {
    "mage": ("turn_start", "turn_end"),
    "monster": ("death", "summon", "attack", "turn_start", "turn_end"),
    "block": ("broken", "turn_start", "turn_end"),
    "spell": (),
}


def compile_card(
    document: Any, at: str, known: Callable[[str], bool] | None = None
) -> tuple[PhapCard | None, list[Fault]]:
    """A card from its definition, or everything that is wrong with it."""
    record, faults = read_record(spelled(document), Record, at)
    if record is None:
        return None, [as_written(found, document, at) for found in faults]
    parser = Parser(VOCABULARY, known)
    parser.own = frozenset(VOCABULARY.stands[record.type])
    abilities = parser.abilities(record.abilities, f"{at}/abilities")
    faults = [*parser.faults, *check_attributes(record, at), *check_requires(record, at)]
    faults += [f for ability in abilities for f in check_ability(record, ability, at)]
    faults += check_counts(record, abilities, at)
    if faults:
        return None, [as_written(found, document, at) for found in faults]
    return PhapCard(record, tuple(abilities)), []


def spelled(document: Any) -> Any:
    """A card with the kind of its spell under the name that all documents have for it: designers may say `kind`."""
    if not isinstance(document, dict) or "kind" not in document or SPELL_KIND in document:
        return document
    return {SPELL_KIND if word == "kind" else word: value for word, value in document.items()}


def as_written(found: Fault, document: Any, at: str) -> Fault:
    """A fault at the word that the designer used."""
    if found.at != pointer(at, SPELL_KIND) or SPELL_KIND in document or "kind" not in document:
        return found
    return fault(found.code, pointer(at, "kind"), found.message, **found.data)


def check_attributes(record: Record, at: str) -> list[Fault]:
    """A type has its own attributes, all of them and no others (TP-3.3, TP-8.8, TP-10.4)."""
    found = []
    for name in ATTRIBUTES:
        given = getattr(record, name) is not UNSET and getattr(record, name) != []
        if not given and name in NEEDS[record.type]:
            found.append(fault("missing", pointer(at, name), f"A {record.type} needs {name}."))
        if given and name not in NEEDS[record.type] and name not in MAY[record.type]:
            found.append(fault("not_here", pointer(at, name), f"A {record.type} has no {name}."))
    if record.type == "mage" and record.life not in (UNSET, LIFE):
        found.append(fault("out_of_range", pointer(at, "life"), f"A mage starts with {LIFE} life."))
    return found


def check_requires(record: Record, at: str) -> list[Fault]:
    """Requirements are known conditions and costs (TP-R33)."""
    found = []
    for i, part in enumerate(record.requires):
        place = pointer(f"{at}/requires", i)
        if len(part) != 1:
            found.append(fault("wrong_type", place, "A requirement has one word."))
        unknown = [word for word in part if word not in WORDS]
        found += [fault("unknown_word", pointer(place, word), nearest(word, WORDS)) for word in unknown]
    return found


def check_ability(record: Record, ability: Ability, at: str) -> list[Fault]:
    """A type has certain kinds of abilities and events (section 6 of the digest)."""
    place = f"{at}/abilities/{ability.sentence}"
    found = [*check_changes(ability.document.get("do"), f"{place}/do", None)]
    if ability.kind not in KINDS[record.type]:
        found.append(fault("ability_kind", place, f"A {record.type} has no {ability.kind} abilities."))
    elif ability.event is not None and ability.event not in EVENTS[record.type]:
        found.append(fault("event_elsewhere", place, f"The event {ability.event} does not happen to a {record.type}."))
    if ability.kind in ("spell", "activated"):
        found += check_slot(ability, f"{place}/targets")
    for cost in ability.costs:
        for word, number in cost.items():
            if word not in ("mana", *COSTS, *CONDITIONS) or type(number) is not int or number < 0:
                found.append(fault("unknown_word", f"{place}/cost", f"{word} is no cost here."))
    return found


def check_slot(ability: Ability, at: str) -> list[Fault]:
    """What is used has one target slot at most, for exactly one target (TP-R46)."""
    if len(ability.targets) > 1:
        return [fault("too_many", at, "A spell or activated effect has one target slot at most.")]
    if any(names_a_seat(target.document["choose"]) for target in ability.targets):
        return [fault("not_here", f"{at}/0/choose", "A target is an object: of a player, its mage.")]
    return [
        fault("out_of_range", f"{at}/0/{word}", "A spell or activated effect has exactly one target.")
        for target in ability.targets
        for word, number in (("min", target.min), ("max", target.max))
        if number != 1
    ]


def names_a_seat(choose: Any) -> bool:
    """Whether a choice may fall on a seat."""
    return any(map(names_a_seat, choose)) if isinstance(choose, list) else "player" in choose


def check_changes(value: Any, at: str, until: Any) -> Iterator[Fault]:
    """A monster's values are changed by something, its life only for as long as it stays (TP-R68)."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for word, part in parts:
        place = pointer(at, word)
        if word == "modify" and isinstance(part, dict):
            if "attack" not in part and "life" not in part:
                yield fault("missing", pointer(place, "attack"), "modify needs attack or life.")
            if "life" in part and part.get("until", until) != "permanent":
                yield fault("not_here", pointer(place, "life"), "Life is changed until: permanent only.")
        inner = part.get("is") if word == "until" and isinstance(part, dict) else until
        yield from check_changes(part, place, inner)


def check_counts(record: Record, abilities: list[Ability], at: str) -> list[Fault]:
    """A mage has an effect of its own (TP-2.3); a spell one, a mage at most one that is used."""
    place = f"{at}/abilities"
    modal = dict.fromkeys(ability.sentence for ability in abilities if ability.mode is not None)
    if modal:
        return [fault("not_here", f"{place}/{i}", "Nothing names a mode when a card is used.") for i in modal]
    if record.type == "mage" and not record.abilities:
        return [fault("missing", place, "A mage has an effect of its own.")]
    if record.type == "spell" and len(record.abilities) != 1:
        return [fault("too_many" if record.abilities else "missing", place, "A spell has exactly one ability.")]
    if sum(ability.kind == "activated" for ability in abilities) > 1:
        return [fault("too_many", place, "A mage has at most one activated effect.")]
    return []


DEMO: CardSet[PhapCard] = make_set(read_set(files(__package__) / "demo.yaml"), compile_card)
