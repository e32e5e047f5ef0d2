"""The card set that ships with Mantle Magika, and what makes a definition a card of this game."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from oracle.kernel.cards import CardSet, make_set, read_set
from oracle.kernel.compile import read_record
from oracle.kernel.effects.ability import Ability
from oracle.kernel.effects.parse import Parser
from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault, pointer

from ..effects import VOCABULARY
from ..energy import read_cost
from ..pricing import check_front, check_price, energies, read_price
from ..records import MagikaCard, Record

NEEDS = {
    "artifact": ("subtype",),
    "summon": ("alignment", "summon_type", "stats"),
    "rune": ("subtype", "alignment"),
    "chant": ("alignment",),
}
MAY = {"artifact": ("chain",), "summon": ("chain",), "rune": ("chain",), "chant": ()}
ATTRIBUTES = ("subtype", "alignment", "summon_type", "stats", "chain")
SUBTYPES = {"artifact": ("basic", "nonbasic"), "rune": ("rune", "equipment")}
STATS = 4
VERSIONED = (
    "name",
    "colors",
    "alignment",
    "summon_type",
    "cost",
    "stats",
    "chain",
    "play_cost",
    "abilities",
    "text",
    "subtype",
)


def compile_card(
    document: Any, at: str, known: Callable[[str], bool] | None = None
) -> tuple[MagikaCard | None, list[Fault]]:
    """A card in its newest print, its older ones with it; or everything that is wrong with it."""
    record, faults = read_record(document, Record, at)
    if record is None:
        return None, faults
    card, faults = compile_print(record, at, known)
    if card is None:
        return None, faults
    return with_versions(card, document, at, known) if record.versions else (card, [])


def compile_print(
    record: Record, at: str, known: Callable[[str], bool] | None
) -> tuple[MagikaCard | None, list[Fault]]:
    """One print of a card."""
    parser = Parser(VOCABULARY, known)
    abilities = parser.abilities(record.abilities, f"{at}/abilities")
    price = read_price(parser, record, at)
    faults = [*parser.faults, *check_attributes(record, at), *check_numbers(record, at)]
    faults += check_price(record, price, f"{at}/play_cost")
    faults += [found for ability in abilities for found in check_ability(record, ability, at)]
    cost = read_cost(record.cost)
    return (None, faults) if faults or cost is None else (MagikaCard(record, tuple(abilities), cost, price), [])


def with_versions(
    card: MagikaCard, document: Any, at: str, known: Callable[[str], bool] | None
) -> tuple[MagikaCard | None, list[Fault]]:
    """The newest print of a card that knows the others by their Set (MM-19.2)."""
    first = {name: value for name, value in document.items() if name != "versions"}
    prints: dict[int, MagikaCard] = {}
    faults: list[Fault] = []
    for i, change in enumerate(document["versions"]):
        place = pointer(f"{at}/versions", i)
        unknown = [name for name in change if name not in ("set", *VERSIONED)]
        if unknown or type(change.get("set")) is not int or change["set"] <= document.get("set", 1):
            faults.append(fault("bad_version", place, "An Errata says its Set, a later one, and what it changes."))
            continue
        if len(change) == 1 or change["set"] in prints:
            faults.append(fault("bad_version", place, "Each Errata of a card changes something, in a Set of its own."))
            continue
        changed = {name: value for name, value in change.items() if name != "set"}
        record, found = read_record({**first, **changed}, Record, place)
        made, more = compile_print(record, place, known) if record is not None else (None, [])
        faults += [*found, *more]
        if made is not None:
            prints[change["set"]] = made
    if faults:
        return None, faults
    newest = prints[max(prints)]
    newest.record = replace(newest.record, versions=card.record.versions)
    newest.versions = {card.record.set: card, **prints}
    return newest, []


# -- what a card is --------------------------------------------------------------------------------


def check_attributes(record: Record, at: str) -> list[Fault]:
    """A type has its own qualities, all of them and no others (MM-11.1, MM-12.1, MM-13.1, MM-14.1)."""
    found = []
    for name in ATTRIBUTES:
        given = getattr(record, name) is not UNSET
        if not given and name in NEEDS[record.type]:
            found.append(fault("missing", pointer(at, name), f"A {record.type} needs {name}."))
        if given and name not in (*NEEDS[record.type], *MAY[record.type]):
            found.append(
                fault("not_here", pointer(at, name), f"A {record.type} has no {name}.", rule=rule_of(record, name))
            )
    if record.subtype is not UNSET and record.subtype not in SUBTYPES.get(record.type, (record.subtype,)):
        found.append(
            fault("unknown_value", pointer(at, "subtype"), f"A {record.type} is {' or '.join(SUBTYPES[record.type])}.")
        )
    if record.subtype == "equipment" and record.chain is not UNSET:
        found.append(fault("not_here", pointer(at, "chain"), "An Equipment is no Chain card.", rule="MM-R70"))
    return found


def rule_of(record: Record, name: str) -> str:
    """The clause behind a quality that a type has not."""
    return (
        "MM-R70"
        if name == "chain"
        else {"artifact": "MM-11.1", "summon": "MM-12.1", "rune": "MM-13.1", "chant": "MM-14.1"}[record.type]
    )


def check_numbers(record: Record, at: str) -> list[Fault]:
    """Four stats, no Defense below 1, a Chain Value of at least 1, a cost that can be read (MM-12.10, MM-R28)."""
    found = []
    if record.stats is not UNSET:
        if len(record.stats) != STATS:
            found.append(fault("stat_count", f"{at}/stats", "A Summon has four stats.", rule="MM-12.10"))
        elif min(record.stats[1], record.stats[3]) < 1:
            found.append(fault("defense_too_low", f"{at}/stats", "A printed Defense is at least 1.", rule="MM-R53"))
    if record.chain is not UNSET and record.chain < 1:
        found.append(fault("chain_too_low", f"{at}/chain", "A Chain Value is at least 1.", rule="MM-R70"))
    if read_cost(record.cost) is None:
        found.append(fault("bad_cost", f"{at}/cost", "A cost is letters of R B G Y P T, then a number.", rule="MM-R28"))
    return found


KINDS = {
    "artifact": ("activated", "triggered", "static", "keyword"),
    "summon": ("activated", "triggered", "static", "keyword"),
    "rune": ("activated", "triggered", "static", "keyword"),
    "chant": ("spell", "activated", "triggered"),
}


def check_ability(record: Record, ability: Ability, at: str) -> list[Fault]:
    """Which sentences a type has; Energy that is written can be read; nothing triggered is optional (MM-R71)."""
    place = f"{at}/abilities"
    found = []
    if ability.kind not in KINDS[record.type]:
        found.append(fault("ability_kind", place, f"A {record.type} has no {ability.kind} sentences."))
    if record.type == "chant" and ability.cost and ability.kind != "triggered":
        found.append(fault("not_here", place, "A Chant is paid for by its Energy Cost."))
    if record.type == "chant" and ability.kind == "triggered" and ability.event != "ender":
        found.append(fault("event_elsewhere", place, "Of a Chant only Ender activates.", rule="MM-R88"))
    if ability.optional or ability.limit:
        found.append(fault("not_here", place, "A sentence of this game is neither optional nor limited."))
    if ability.chance == "coin" and ability.mode not in ("heads", "tails"):
        found.append(fault("unknown_value", place, "A coin falls on heads or tails.", rule="MM-21.37"))
    if ability.event != "victory" and names(ability.document, "attacked_player"):
        found.append(fault("not_here", place, "Only behind Victory is there an attacked player.", rule="MM-21.28"))
    found += check_front(ability.cost, place)
    unread = [text for text in energies(ability.document) if not isinstance(text, str) or read_cost(text) is None]
    return found + [fault("bad_cost", place, f"{text} is no Energy.", rule="MM-R28") for text in unread]


TEXTS = ("summon_type", "name", "card", "make_token")
"""The words behind which a text or the key of a card may stand."""


def names(document: Any, word: str) -> bool:
    """Whether an ability names whom or what this word stands for: a text and the key of a card name nothing."""
    if isinstance(document, list):
        return any(names(part, word) for part in document)
    if isinstance(document, dict):
        return any(names(part, word) for key, part in document.items() if key not in TEXTS or not isinstance(part, str))
    return bool(document == word)


DEMO: CardSet[MagikaCard] = make_set(read_set(files(__package__) / "demo.yaml"), compile_card)
