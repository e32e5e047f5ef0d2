"""Abilities as data: their kind follows from their keys, each kind has its own parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from oracle.kernel.shapes import nearest, pointer

from .ability import Ability, Cost, Do, Kind, Point
from .branches import asked, choose_branch, offer
from .costs import compile_costs
from .limits import MAX_ABILITIES, Refused
from .listening import compile_instead, compile_when
from .statics import compile_granted, compile_static
from .targets import compile_targets

if TYPE_CHECKING:
    from .parse import Parser

KINDS: tuple[tuple[str, Kind], ...] = (
    ("kw", "keyword"),
    ("when", "triggered"),
    ("instead_of", "replacement"),
    ("cost", "activated"),
    ("speed", "activated"),
    ("select", "static"),
)
NEEDS: dict[Kind, tuple[str, ...]] = {
    "keyword": ("kw",),
    "static": ("select",),
    "triggered": ("when", "do"),
    "replacement": ("instead_of", "do"),
    "activated": ("do",),
    "spell": ("do",),
}
ALLOWS: dict[Kind, tuple[str, ...]] = {
    "keyword": ("kw", "n"),
    "static": ("select", "modify", "grant", "if"),
    "triggered": ("when", "if", "optional", "limit", "zone", "cost", "speed", "targets", "do", "choose_one"),
    "replacement": ("instead_of", "if", "limit", "do"),
    "activated": ("cost", "speed", "limit", "zone", "if", "targets", "do", "choose_one"),
    "spell": ("if", "targets", "do", "choose_one"),
}
FIELDS = {"zone": "zones"}
BY_CHANCE = {"flip_coin": "coin", "roll_die": "die"}
PARTS = (*dict.fromkeys(part for parts in ALLOWS.values() for part in parts), *BY_CHANCE)
IN_COMMON = ("when", "if", "cost", "speed", "limit", "zone")


def compile_list(parser: Parser, value: Any, at: str, slot: str) -> list[Ability]:
    """A list of abilities; those that cannot be compiled are left out, their faults noted."""
    compiled: list[Ability] = []
    try:
        for i, document in enumerate(parser.sequence(value, at, MAX_ABILITIES)):
            parser.sentence = i
            compiled += compile_one(parser, document, pointer(at, i), slot, None)
    except Refused:
        pass
    return compiled


def compile_one(parser: Parser, document: Any, at: str, slot: str, mode: str | None) -> list[Ability]:
    """One ability, or those of each mode of a choice that a play names."""
    parser.begin(static=isinstance(document, dict) and kind_of(document) == "static")
    try:
        parts = parser.record(document, at, PARTS)
        word = next((word for word in BY_CHANCE if word in parts), "choose_one")
        modes = as_modes(word, parts.get(word))
        if modes is not None and set(parts) <= {word, *IN_COMMON}:
            common = {part: parts[part] for part in IN_COMMON if part in parts}
            return compile_modal(parser, modes, pointer(at, word), slot, mode, common, BY_CHANCE.get(word))
        made = compile_ability(parser, parts, at, slot, mode)
    except Refused:
        return []
    parser.close(at)
    return [made]


def as_modes(word: str, value: Any) -> dict[str, Any] | None:
    """The modes of a choice between abilities, of a coin or a die, by key; `None` where it is none."""
    if word == "roll_die":
        return {str(i + 1): face for i, face in enumerate(value)} if isinstance(value, list) else None
    if not isinstance(value, dict) or (word == "choose_one" and not of_abilities(value)):
        return None
    return value


def of_abilities(modes: dict[str, Any]) -> bool:
    """Whether the modes hold abilities; otherwise they hold steps."""
    items = [item for mode in modes.values() if isinstance(mode, list) for item in mode if isinstance(item, dict)]
    return any(len(item) != 1 or next(iter(item)) in ("do", "kw", "choose_one") for item in items)


def compile_modal(
    parser: Parser, modes: dict[str, Any], at: str, slot: str, mode: str | None,
    common: dict[str, Any], chance: str | None,
) -> list[Ability]:  # fmt: skip
    """The abilities of each mode, with what they have in `common`; a play names the mode, or chance does."""
    if mode is not None:
        raise parser.refuse("nested_choice", at, "A mode cannot hold a further choice.")
    check_modes(parser, modes, at)
    compiled: list[Ability] = []
    for key, abilities in modes.items():
        place = pointer(at, int(key) - 1 if chance == "die" else key)
        for i, document in enumerate(parser.sequence(abilities, place, MAX_ABILITIES, 1)):
            whole = {**common, **document} if isinstance(document, dict) else document
            made = compile_one(parser, whole, pointer(place, i), slot, key)
            compiled += made if chance is None else [replace(ability, chance=chance) for ability in made]
    return compiled


def check_modes(parser: Parser, modes: dict[str, Any], at: str) -> None:
    """A choice is between two at least, under keys that can be named."""
    if not 2 <= len(modes) <= 8:
        raise parser.refuse("too_few" if len(modes) < 2 else "too_many", at, "A choice has two to eight modes.")
    for key in modes:
        if not key.replace("_", "a").replace("-", "a").isalnum():
            raise parser.refuse("bad_name", pointer(at, key), "A mode has a name: a word of letters.")


def kind_of(document: dict[str, Any]) -> Kind:
    """The kind of an ability by its keys."""
    return next((kind for key, kind in KINDS if key in document), "spell")


def compile_ability(parser: Parser, document: dict[str, Any], at: str, slot: str, mode: str | None) -> Ability:
    """A single ability."""
    kind = kind_of(document)
    check_parts(parser, document, at, kind)
    parts: dict[str, Any] = {
        "kind": kind, "document": document, "slot": slot, "mode": mode, "sentence": parser.sentence,
    }  # fmt: skip

    def add(compile_part: Callable[[], dict[str, Any]]) -> None:
        parts.update(compile_part())

    parser.every(
        lambda: add(lambda: opening(parser, document, at, kind)),
        lambda: add(lambda: compile_conditions(parser, document, at)),
        lambda: add(lambda: compile_static(parser, document, at) if kind == "static" else {}),
        lambda: add(lambda: compile_using(parser, document, at)),
        lambda: add(lambda: compile_doing(parser, document, at, kind, parts.get("cost", ()))),
    )
    if parts.get("optional"):
        parts["may"] = parser.point(Point("may", "_may", lambda _table, _scope: [True, False]))
    parts["blocks"] = tuple(parser.blocks) or ((),)
    parts["points"] = tuple(parser.points)
    parts["causes"] = tuple(parser.causes)
    return Ability(**parts)


def compile_conditions(parser: Parser, document: dict[str, Any], at: str) -> dict[str, Any]:
    """What is chosen for an ability, and what must be so."""
    targets, condition = parser.every(
        lambda: compile_targets(parser, document.get("targets", []), pointer(at, "targets")),
        lambda: parser.condition(document["if"], pointer(at, "if")) if "if" in document else None,
    )
    return {"targets": targets, **({"condition": condition} if "if" in document else {})}


def check_parts(parser: Parser, document: dict[str, Any], at: str, kind: Kind) -> None:
    """Refuse parts that this kind of ability has not, or lacks."""
    for part in document:
        if part in PARTS and part not in ALLOWS[kind]:
            hint = nearest(part, ALLOWS[kind])
            parser.fault("not_here", pointer(at, part), f"{KIND_NAMES[kind]} has no {part}. {hint}")
    for part in NEEDS[kind]:
        if part not in document and not (part == "do" and does_otherwise(document)):
            parser.fault("missing", pointer(at, part), f"{KIND_NAMES[kind]} needs {part}.")


def does_otherwise(document: dict[str, Any]) -> bool:
    """Something stands in the place of the steps: modes, or a prevention."""
    instead = document.get("instead_of")
    return "choose_one" in document or (isinstance(instead, dict) and "prevent" in instead)


KIND_NAMES: dict[Kind, str] = {
    "keyword": "A keyword",
    "static": "A static ability",
    "triggered": "A triggered ability",
    "replacement": "A replacement",
    "activated": "An activated ability",
    "spell": "The effect of a card",
}


def opening(parser: Parser, document: dict[str, Any], at: str, kind: Kind) -> dict[str, Any]:
    """The part that makes an ability what it is."""
    if kind == "keyword":
        return compile_granted(parser, document, at)
    if kind == "triggered":
        return compile_when(
            parser, document["when"], pointer(at, "when"), ("event", "subject"), parser.vocabulary.events
        )
    if kind == "replacement":
        return compile_instead(parser, document["instead_of"], pointer(at, "instead_of"))
    return {}


# -- using and doing -------------------------------------------------------------------------------


def compile_using(parser: Parser, document: dict[str, Any], at: str) -> dict[str, Any]:
    """Costs, speed, limit, where it can be used, whether it may be declined."""
    vocabulary = parser.vocabulary
    compilers: dict[str, Callable[[Any, str], Any]] = {
        "cost": partial(compile_costs, parser),
        "speed": lambda value, place: parser.word(value, place, vocabulary.speeds, "speed"),
        "zone": lambda value, place: parser.words(value, place, vocabulary.zones, "zone"),
        "limit": lambda value, place: parser.number(value, place, 1),
        "optional": parser.flag,
    }
    if "optional" in document:
        refuse_question(parser, "may", pointer(at, "optional"))
    said = [word for word in compilers if word in document]
    made = parser.every(*(partial(compilers[word], document[word], pointer(at, word)) for word in said))
    parts: dict[str, Any] = {FIELDS.get(word, word): part for word, part in zip(said, made, strict=True)}
    if "cost" in parts:
        parts["costs"] = tuple(cost.document for cost in parts["cost"] if not cost.step)
    return parts


def refuse_question(parser: Parser, word: str, at: str) -> None:
    """Refuse what would ask a question that the game has no answer for: nobody could go on."""
    if word not in parser.vocabulary.controls:
        parser.fault("not_here", at, f"No triggered ability of this game asks whether somebody would {word}.")


def compile_doing(
    parser: Parser, document: dict[str, Any], at: str, kind: Kind, cost: tuple[Cost, ...]
) -> dict[str, Any]:
    """The steps, or the steps of each mode; behind an inner cost where a triggered ability has one."""
    parts: dict[str, Any] = {}
    choice, place = document.get("choose_one"), pointer(at, "choose_one")
    if choice is not None and "do" in document:
        parser.fault("not_here", place, "An ability has either do or choose_one.")
    inner = kind == "triggered" and "cost" in document
    if inner:
        refuse_question(parser, "pay", pointer(at, "cost"))
        parser.blocks.append(())
    if isinstance(choice, dict):
        number = compile_modes(parser, choice, place)
    elif choice is not None:
        number = parser.block([{"choose_one": choice}], at)
    elif "do" in document:
        number = parser.block(document["do"], pointer(at, "do"))
    else:
        return parts
    if inner:
        parser.blocks[0] = tuple(offer(parser, cost, number, None))
    elif cost:
        parts["paying"] = len(parser.blocks)
        parser.blocks.append(tuple(part.pay for part in cost))
    return parts


def compile_modes(parser: Parser, modes: dict[str, Any], at: str) -> int:
    """A block that goes on with the mode that the play named, or asks for one."""
    check_modes(parser, modes, at)
    number = len(parser.blocks)
    parser.blocks.append(())
    parser.sure = False
    made = parser.every(*(partial(parser.block, value, pointer(at, key)) for key, value in modes.items()))
    blocks: dict[Any, int | None] = dict(zip(modes, made, strict=True))
    keys = list(blocks)
    name, (ask,) = asked(parser, "mode", lambda _table, _scope: keys, says=modes)

    def run(table: Any, frame: Do) -> None:
        if frame.mode in blocks:
            frame.bound = {**frame.bound, name: [frame.mode]}
        else:
            ask(table, frame)

    parser.blocks[number] = (run, choose_branch(name, blocks))
    return number
