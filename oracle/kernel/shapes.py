"""Every fault of a document's shape, with its pointer.

The compiled decoder stops at the first fault and says little; this walks the same types slowly and
says everything. Both accept the same documents (a property test holds them together).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from msgspec import inspect

from .errors import Fault
from .reading import MAX_FAULTS

LINE = 80
ALIKE = 0.6


def faults(document: Any, shape: Any) -> list[Fault]:
    """The faults of a plain document against a msgspec type: all of them, or as many as anybody reads."""
    return list(islice(walk(document, described(shape), ""), MAX_FAULTS))


@cache
def described(shape: Any) -> inspect.Type:
    """The type's description, made once."""
    return inspect.type_info(shape)


def pointer(at: str, part: str | int) -> str:
    """The JSON pointer of a part."""
    name = str(part)
    if "/" in name or "~" in name:
        name = name.replace("~", "~0").replace("/", "~1")
    return f"{at}/{name}"


def nearest(word: object, known: Iterable[object]) -> str:
    """A hint at the word that was probably meant, or at all there are."""
    words = in_order(tuple(map(str, known)))
    if str(word) in words:
        return f"Write it as a number: {word}." if isinstance(word, str) else f'Write it as text: "{word}".'
    close = near(str(word), words)
    if close is not None:
        return f"Did you mean {close}?"
    return f"Known: {', '.join(words[:24])}." if words else ""


@lru_cache(maxsize=256)
def in_order(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words by the alphabet."""
    return tuple(sorted(words))


@lru_cache(maxsize=4096)
def near(word: str, words: tuple[str, ...]) -> str | None:
    """The word that is most like this one, if one is; nothing is like a word of more than a line, or much longer."""
    least, most = len(word) * ALIKE / (2 - ALIKE), len(word) * (2 - ALIKE) / ALIKE
    fit = [known for known in words if least <= len(known) <= most] if len(word) <= LINE else []
    close = difflib.get_close_matches(word, fit, n=1, cutoff=ALIKE) if fit else []
    return close[0] if close else None


def fault(code: str, at: str, message: str, **data: Any) -> Fault:
    """A fault."""
    return Fault(code=code, at=at, message=message.strip(), data=data)


def walk(value: Any, kind: inspect.Type, at: str) -> Iterator[Fault]:
    """The faults of a value."""
    if type(kind) in PLAIN:
        yield from walk_plain(value, kind, at)
    elif isinstance(kind, inspect.Metadata):
        yield from walk(value, kind.type, at)
    elif isinstance(kind, inspect.UnionType):
        yield from walk_union(value, kind, at)
    elif isinstance(kind, inspect.StructType):
        yield from walk_record(value, kind, at)
    elif isinstance(kind, (inspect.ListType, inspect.VarTupleType)):
        yield from walk_list(value, kind, at)
    elif isinstance(kind, inspect.TupleType):
        yield from walk_row(value, kind, at)
    elif isinstance(kind, inspect.DictType):
        yield from walk_dict(value, kind, at)
    elif isinstance(kind, inspect.LiteralType):
        if not any(type(value) is type(v) and value == v for v in kind.values):
            yield fault("unknown_value", at, f"{shown(value)} is not one of the values. {nearest(value, kind.values)}")
    else:
        yield from walk_plain(value, kind, at)


def walk_union(value: Any, kind: inspect.UnionType, at: str) -> Iterator[Fault]:
    """Records by their tag, anything else by the first alternative of its kind."""
    alternatives = list(kind.types)
    records = [k for k in alternatives if isinstance(bare(k), inspect.StructType)]
    if isinstance(value, dict) and records:
        yield from walk_tagged(value, [bare(k) for k in records], at)
        return
    kinds = [k for k in alternatives if fits(value, bare(k))]
    if not kinds:
        yield fault(
            "wrong_type", at, f"Expected {' or '.join(named(bare(k)) for k in alternatives)}, not {named_value(value)}."
        )
        return
    best = min((list(walk(value, k, at)) for k in kinds), key=len)
    yield from best


def walk_tagged(value: dict[str, Any], records: list[Any], at: str) -> Iterator[Fault]:
    """A record chosen by its tag."""
    if len(records) == 1 and records[0].tag_field is None:
        yield from walk_record(value, records[0], at)
        return
    tag_field = records[0].tag_field
    tag = value.get(tag_field)
    for record in records:
        if record.tag == tag:
            yield from walk_record(value, record, at)
            return
    if tag_field not in value:
        yield fault("missing", pointer(at, tag_field), f"{tag_field} is missing.")
    else:
        hint = nearest(tag, (r.tag for r in records))
        yield fault("unknown_value", pointer(at, tag_field), f"{shown(tag)} is not known. {hint}")


def walk_record(value: Any, kind: inspect.StructType, at: str) -> Iterator[Fault]:
    """A record: unknown, missing and wrong fields."""
    if not isinstance(value, dict):
        yield fault("wrong_type", at, f"Expected an object, not {named_value(value)}.")
        return
    fields = {f.encode_name: f for f in kind.fields}
    known = {*fields, kind.tag_field} if kind.tag_field else set(fields)
    if kind.forbid_unknown_fields:
        for name in value:
            if name not in known:
                yield fault("unknown_field", pointer(at, name), f"{name} is not known here. {nearest(name, known)}")
    if kind.tag_field and value.get(kind.tag_field, kind.tag) != kind.tag:
        yield fault("unknown_value", pointer(at, kind.tag_field), f"Expected {kind.tag}.")
    for name, field in fields.items():
        if name in value:
            yield from walk(value[name], field.type, pointer(at, name))
        elif field.required:
            yield fault("missing", pointer(at, name), f"{name} is missing.")


def walk_list(value: Any, kind: Any, at: str) -> Iterator[Fault]:
    """A list and its items; plain data that never was JSON may hold a tuple."""
    if not isinstance(value, (list, tuple)):
        yield fault("wrong_type", at, f"Expected a list, not {named_value(value)}.")
        return
    if kind.min_length is not None and len(value) < kind.min_length:
        yield fault("too_few", at, f"At least {kind.min_length} items are needed; here are {len(value)}.")
    if kind.max_length is not None and len(value) > kind.max_length:
        yield fault("too_many", at, f"At most {kind.max_length} items are allowed; here are {len(value)}.")
    for i, item in enumerate(value):
        yield from walk(item, kind.item_type, pointer(at, i))


def walk_row(value: Any, kind: inspect.TupleType, at: str) -> Iterator[Fault]:
    """A list of so many items, each of its own kind."""
    if not isinstance(value, (list, tuple)):
        yield fault("wrong_type", at, f"Expected a list, not {named_value(value)}.")
        return
    wanted = len(kind.item_types)
    if len(value) < wanted:
        yield fault("too_few", at, f"At least {wanted} items are needed; here are {len(value)}.")
    if len(value) > wanted:
        yield fault("too_many", at, f"At most {wanted} items are allowed; here are {len(value)}.")
    for i, (item, inner) in enumerate(zip(value, kind.item_types, strict=False)):
        yield from walk(item, inner, pointer(at, i))


def walk_dict(value: Any, kind: inspect.DictType, at: str) -> Iterator[Fault]:
    """A mapping, its keys and values."""
    if not isinstance(value, dict):
        yield fault("wrong_type", at, f"Expected an object, not {named_value(value)}.")
        return
    if kind.min_length is not None and len(value) < kind.min_length:
        yield fault("too_few", at, f"At least {kind.min_length} entries are needed; here are {len(value)}.")
    for key, item in value.items():
        yield from walk(key, kind.key_type, pointer(at, key))
        yield from walk(item, kind.value_type, pointer(at, key))


def walk_plain(value: Any, kind: inspect.Type, at: str) -> Iterator[Fault]:
    """Text, numbers, truth values, nothing, anything."""
    if isinstance(kind, inspect.AnyType):
        return
    if not fits(value, kind):
        yield fault("wrong_type", at, f"Expected {named(kind)}, not {named_value(value)}.")
    elif isinstance(kind, inspect.IntType):
        if kind.ge is not None and value < kind.ge:
            yield fault("too_small", at, f"{value} is below {kind.ge}.")
        if kind.le is not None and value > kind.le:
            yield fault("too_large", at, f"{value} is above {kind.le}.")
    elif isinstance(kind, inspect.StrType):
        if kind.min_length is not None and len(value) < kind.min_length:
            yield fault("too_short", at, f"At least {kind.min_length} characters are needed.")
        if kind.max_length is not None and len(value) > kind.max_length:
            yield fault("too_long", at, f"At most {kind.max_length} characters are allowed.")


def bare(kind: inspect.Type) -> inspect.Type:
    """The type without its annotations."""
    return bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def fits(value: Any, kind: inspect.Type) -> bool:
    """Whether the value is of this broad kind."""
    if isinstance(kind, inspect.AnyType):
        return True
    if isinstance(kind, inspect.LiteralType):
        return any(type(value) is type(v) for v in kind.values)
    for described_kind, python in KINDS:
        if isinstance(kind, described_kind):
            return type(value) is python or (python is list and type(value) is tuple)
    return False


PLAIN = frozenset({inspect.AnyType, inspect.IntType, inspect.StrType, inspect.BoolType, inspect.NoneType})
KINDS: tuple[tuple[Any, type], ...] = (
    (inspect.IntType, int),
    (inspect.StrType, str),
    (inspect.BoolType, bool),
    (inspect.NoneType, type(None)),
    ((inspect.ListType, inspect.VarTupleType, inspect.TupleType), list),
    ((inspect.DictType, inspect.StructType), dict),
)
NAMES = {
    int: "a whole number",
    str: "text",
    bool: "true or false",
    type(None): "null",
    list: "a list",
    dict: "an object",
}


def named(kind: inspect.Type) -> str:
    """What a kind is called in a message."""
    if isinstance(kind, inspect.LiteralType):
        return " or ".join(map(str, kind.values))
    return next((NAMES[python] for described_kind, python in KINDS if isinstance(kind, described_kind)), "a value")


def named_value(value: Any) -> str:
    """What a value is called in a message."""
    return NAMES.get(type(value), "a fraction" if isinstance(value, float) else "something else")


def shown(value: Any) -> str:
    """A value in a message, cut short."""
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
