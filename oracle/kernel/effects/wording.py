"""Which templates a game needs so that everything its cards can say is said: checked by a test, in every language."""

from __future__ import annotations

from collections.abc import Iterator

from .comparing import BOUNDS, COMPARISONS
from .conditions import LOGIC
from .vocabulary import Primitive, Vocabulary

ALWAYS = (
    "join", "then", "or",
    "or_things", "count", "where", "in_zone", "if", "while", "activated", "activated_free", "limit",
    "other", "self", "owner_you", "owner_opponent", "owner_any", "owner_each", "that_is", "that_is_not",
    "seat_you", "seat_opponent", "seat_any", "seat_each", "to_self", "again", "again_many",
    "target_one", "target_some", "target_up_to", "target_range", "type_card",
    "amount_count", "amount_half_up", "amount_half_down", "amount_that", "amount_x",
    "amount_add", "amount_sub", "amount_mul", "amount_min", "amount_max",
    "condition_not", "condition_exists", "condition_turn_you", "condition_turn_opponent",
)  # fmt: skip
OF_CONTROLS = {
    "if": ("otherwise",),
    "choose_one": ("choose_one",),
    "may": ("may", "otherwise", "optional"),
    "pay": ("pay", "otherwise", "inner_cost"),
    "for_each": ("for_each",),
    "repeat": ("repeat",),
    "until": ("until",),
    "choose": ("choose", "choose_random"),
    "flip_coin": ("flip_coin", "heads", "tails"),
    "roll_die": ("roll_die", "face"),
    "search": ("search", "search_reveal"),
    "reveal": ("reveal",),
}


def required(vocabulary: Vocabulary) -> set[str]:
    """The keys of every template that a card of the game could need."""
    return {*ALWAYS, *of_words(vocabulary), *of_things(vocabulary), *of_doing(vocabulary)}


def of_words(vocabulary: Vocabulary) -> Iterator[str]:
    """Events, conditions, amounts, durations, keywords."""
    yield from (f"when_{event}" for event in vocabulary.events)
    yield from (f"whenever_{event}" for event in vocabulary.watched)
    for event in vocabulary.replaces:
        yield from (f"instead_{event}", f"prevent_{event}")
    yield from (f"condition_{word}" for word in (*COMPARISONS, *vocabulary.conditions) if word not in LOGIC)
    for name, condition in vocabulary.conditions.items():
        yield from (f"{name}_{word}" for word in condition.words)
    yield from (f"amount_{word}" for word in vocabulary.amounts)
    yield from (f"until_{word}" for word in vocabulary.durations)
    yield from (f"kw_{word}" for word in vocabulary.keywords)
    yield from (f"speed_{word}" for word in vocabulary.speeds)
    if vocabulary.phases:
        yield from ("condition_phase", *(f"phase_{phase}" for phase in vocabulary.phases))


def of_things(vocabulary: Vocabulary) -> Iterator[str]:
    """Types, zones, filters, stats, targets."""
    yield from (f"type_{word}" for word in vocabulary.types)
    yield from (f"zone_{zone}" for zone in vocabulary.zones)
    yield from (f"to_{word}" for word in vocabulary.targets)
    yield from (f"choice_{word}" for word in vocabulary.choices)
    for name, known in vocabulary.filters.items():
        yield f"filter_{name}"
        yield from (f"{name}_{word}" for word in known.words)
        if known.kind == "flag":
            yield f"filter_not_{name}"
    yield from (f"stat_{name}" for name in {**vocabulary.reads, **vocabulary.printed, **vocabulary.orders})
    yield from (f"counter_{name}" for name in vocabulary.counters)
    if vocabulary.reads or vocabulary.printed or vocabulary.counters:
        yield from ("amount_stat", "highest", "lowest", *(f"stat_{bound}" for bound in BOUNDS))
    if vocabulary.keywords:
        yield from ("with_keyword", "has", "have", "they")
    if vocabulary.object_stats:
        yield from ("gets", "get", *(f"change_{name}" for name in vocabulary.object_stats))
    for name in vocabulary.player_stats:
        yield from (f"{name}_{seat}" for seat in ("you", "opponent", "any", "each"))
    yield from (f"slot_{slot}" for slot in (*vocabulary.slots, *vocabulary.requirements) if slot != "abilities")
    if vocabulary.watched:
        yield "to_subject"


def of_doing(vocabulary: Vocabulary) -> Iterator[str]:
    """Primitives with their parameters, costs, control words."""
    for primitive in vocabulary.primitives.values():
        yield from of_primitive(primitive)
    yield from (f"cost_{word}" for word in (*vocabulary.costs, *vocabulary.payments))
    for control in vocabulary.controls:
        yield from OF_CONTROLS[control]


def of_primitive(primitive: Primitive) -> Iterator[str]:
    """A primitive, its further amounts and its words."""
    yield primitive.name
    for name, parameter in primitive.parameters.items():
        if (parameter.kind == "amount" and name != "amount") or parameter.instead:
            yield f"{primitive.name}_{name}"
        if parameter.kind == "word":
            yield from (f"{primitive.name}_{name}_{word}" for word in parameter.words)
