"""Choices of a build: options, targets, Defenses, what is paid with (section 5 of the digest)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.choices import choice
from oracle.kernel.decisions import Action, ActionType, Facts, Kept, Requirement, requires
from oracle.kernel.effects.text import Writer
from oracle.kernel.stack.actions import pick_action
from oracle.kernel.stack.declaring import declaring, open_slot, with_pick
from oracle.kernel.stack.requirements import shown_declaration
from oracle.kernel.stack.slots import pick_of
from oracle.kernel.state import Count, Key, ObjectId
from oracle.kernel.table import CardName

from .affording import only_shields, paying_rules
from .building import card_of, cost_of, parts_of
from .covering import covered
from .gates import BEGUN, decision_is_own
from .playing import Payment
from .state import Build, Magika, Stat
from .targeting import barriers, meant, misfit

Ref = dict[str, int]


class ChooseOption(Action, tag="choose_option", kw_only=True, frozen=True):
    """Choose one of the options of a sentence, the first of them being 1."""

    i: Count


class ChooseTarget(Action, tag="choose_target", kw_only=True, frozen=True):
    """Choose a target for a slot of what is being activated."""

    slot: Key
    ref: Ref


class ChooseStat(Action, tag="choose_stat", kw_only=True, frozen=True):
    """Choose the Defense that Effect damage reduces."""

    stat: Stat


class ChooseCostObject(Action, tag="choose_cost_object", kw_only=True, frozen=True):
    """Choose a card to pay with."""

    ref: ObjectId


class Confirm(Action, tag="confirm", kw_only=True, frozen=True):
    """Go through with what was put together, and say how it is paid."""

    payment: Payment | UnsetType = UNSET


class Cancel(Action, tag="cancel", kw_only=True, frozen=True):
    """Take back what is being put together."""


def slot_is(*kinds: str) -> Any:
    """Whether the choice that a build waits for is of one of these kinds."""

    def test(table: Magika, action: Action) -> Kept:
        frame = shown_declaration(table, action)
        slot = open_slot(table, frame) if frame is not None else None
        return (slot is not None and slot.kind in kinds) or {"decision": table.moment}

    return Requirement(test, (), "wrong_decision", gate=True, name="slot_is", text="The build waits for this choice.")


def stat_waits(table: Magika, action: Action) -> Kept:
    """A Defense is to be picked: for a target of a build, or for a Summon that was not aimed at."""
    return table.moment == "choose_stat" or slot_is("stat").test(table, action)


stat_is_waited_for = Requirement(
    stat_waits, (), "wrong_decision", gate=True, name="stat_is_waited_for", text="A Defense is to be picked."
)


def picks(table: Magika, kinds: tuple[str, ...]) -> tuple[Any, ...]:
    """What the open slot of a build offers, if it is of one of these kinds."""
    frame = declaring(table)
    slot = open_slot(table, frame) if frame is not None and frame.card is not None else None
    pending = choice(table)
    return (pending.picks or ()) if pending is not None and slot is not None and slot.kind in kinds else ()


def every_option(table: Magika) -> list[Any]:
    """The options of the sentence that waits for one, in printed order, by their names."""
    frame = declaring(table)
    slot = open_slot(table, frame) if frame is not None and frame.card is not None else None
    return list(slot.offers(table, frame)) if slot is not None and frame is not None and slot.kind == "option" else []


def options(table: Magika, _draft: Any) -> list[int]:
    """The numbers of the options that can be gone through with."""
    offered = picks(table, ("option",))
    return [i + 1 for i, name in enumerate(every_option(table)) if name in offered]


@requires("MM-21.36", "MM-R80", "MM-21.20", code="choice_not_allowed", reads=("i",))
def option_is_offered(table: Magika, action: ChooseOption) -> Kept:
    """The option is there, and what it aims at too."""
    if action.i in options(table, action):
        return True
    frame, names = declaring(table), every_option(table)
    if frame is None or not 1 <= action.i <= len(names):
        return {"rules": ("MM-21.36",)}
    slot = open_slot(table, frame)
    assert slot is not None
    shields = only_shields(table, with_pick(frame, slot, names[action.i - 1]))
    return {"rules": ("MM-21.36", "MM-21.20" if shields else "MM-R80")}


def choose_option(table: Magika, action: ChooseOption) -> None:
    """An option is fixed."""
    take(table, action, every_option(table)[action.i - 1])


def option_label(table: Magika, action: ChooseOption) -> tuple[str, Facts]:
    """What the button says."""
    return "choose_option", {"i": action.i, "option": every_option(table)[action.i - 1]}


def slots(table: Magika, _draft: Any) -> tuple[str, ...]:
    """The name of the slot that is open."""
    frame = declaring(table)
    slot = open_slot(table, frame) if frame is not None and frame.card is not None else None
    return (slot.name,) if slot is not None and slot.kind == "target" else ()


def refs(table: Magika, _draft: Any) -> list[Any]:
    """The targets that may be chosen, as references."""
    return [{"object": pick} if isinstance(pick, int) else pick for pick in picks(table, ("target",))]


@requires(
    "MM-R80", "MM-R52", "MM-17.4", "MM-R78", "MM-16.16", "MM-21.3", "MM-21.20",
    code="target_not_allowed", reads=("slot", "ref"),
)  # fmt: skip
def target_is_allowed(table: Magika, action: ChooseTarget) -> Kept:
    """The target is one that the Effect may have."""
    frame = declaring(table)
    assert frame is not None
    if action.slot not in slots(table, action):
        return {"rules": ("MM-R80",)}
    if any(
        pick == pick_of(action.ref) and type(pick) is type(pick_of(action.ref)) for pick in picks(table, ("target",))
    ):
        return True
    return {"rules": why_not(table, frame, action)}


def why_not(table: Magika, frame: Any, action: ChooseTarget) -> tuple[str, ...]:
    """The clauses that a wrong target breaks: that of its kind, and all that stand in the way besides."""
    slot = open_slot(table, frame)
    assert slot is not None
    ability = card_of(table, frame).abilities[parts_of(table, frame)[slot.of]]
    target = next(t for t in ability.targets if t.name == slot.name)
    where = table, frame, slot.of, target
    found = list(barriers(*where, action.ref))
    return tuple(found if found and action.ref in meant(*where) else [misfit(*where, action.ref), *found])


@requires("MM-17.10", code="one_negation_one_effect", reads=("slot", "ref"))
def negation_has_one_target(table: Magika, _action: ChooseTarget) -> Kept:
    """A Negation affects one Effect."""
    frame = declaring(table)
    full = (
        frame is not None
        and open_slot(table, frame) is None
        and any(negates(card_of(table, frame), n) for n in parts_of(table, frame))
    )
    return False if full else None


def negates(card: Any, number: int) -> bool:
    """Whether an ability Negates something."""
    return any("negate" in step for step in card.abilities[number].document.get("do", []) if isinstance(step, dict))


def target_waits(table: Magika, action: Action) -> Kept:
    """The build waits for a target, or is a Negation that has one."""
    frame = shown_declaration(table, action)
    slot = open_slot(table, frame) if frame is not None else None
    if frame is not None and slot is None:
        return any(negates(card_of(table, frame), n) for n in parts_of(table, frame)) or {"decision": table.moment}
    return (slot is not None and slot.kind == "target") or {"decision": table.moment}


target_is_waited_for = Requirement(
    target_waits, (), "wrong_decision", gate=True, name="target_is_waited_for", text="The build waits for a target."
)


def pick(
    record: type[Action],
    field: str,
    kind: str,
    rules: tuple[str, ...],
    moments: tuple[str, ...] = ("build",),
    label: Any = None,
    gate: Requirement | None = None,
    **ways: Any,
) -> ActionType:
    """An action that makes the pick of a slot."""
    gates = (*BEGUN, slot_is(kind) if gate is None else gate, decision_is_own)
    return pick_action(
        record,
        field,
        gates,
        rules,
        decisions=frozenset(moments),
        kinds=frozenset({kind}),
        label=label,
        **ways,
    )


def choose_target(table: Magika, action: ChooseTarget) -> None:
    """A target is chosen."""
    take(table, action, pick_of(action.ref))


def take(table: Magika, action: Action, value: Any) -> None:
    """Hand a pick to the frame that asked."""
    from oracle.kernel.choices import Choose, choose  # noqa: PLC0415 - the kernel's own action under another name

    choose(table, Choose(player=action.player, pick=value))


def target_label(table: Magika, action: ChooseTarget) -> tuple[str, Facts]:
    """What the button says."""
    ref = action.ref
    if "player" in ref:
        return "target_player", {"player": table.state.players[ref["player"]].name or ref["player"]}
    number = ref.get("object", ref.get("entry"))
    thing = table.find(number) if number is not None else None
    facts: Facts = {"card": table.name(thing) if thing is not None else CardName(str(number))}
    said = sentence_meant(table, ref)
    return ("target", facts) if said is None else ("target_sentence", {**facts, "sentence": said})


def sentence_meant(table: Magika, ref: Ref) -> Callable[[str], str] | None:
    """The sentence of a card or of an entry that is aimed at, in the words of a language."""
    place = table.place(ref.get("entry", ref.get("source", 0)))
    if place is None or not {"part", "ability"} & ref.keys():
        lent = next((e.change["keyword"] for e in table.state.effects if e.id == ref.get("source")), None)
        return None if lent is None else lambda language: Writer(table.game, language, table.cards).grants([lent])
    number = ref["ability"] if "ability" in ref else place.object.abilities[ref["part"]]  # type: ignore[attr-defined]
    ability = table.card(place.object).abilities[number]
    if {"part", "ability"} <= ref.keys():
        given = list(ability.grants)[ref["part"]]
        return lambda language: Writer(table.game, language, table.cards).grants([given])
    return lambda language: Writer(table.game, language, table.cards).ability(ability.document)


def card_label(word: str, field: str) -> Any:
    """A button that names a card."""

    def say(table: Magika, action: Any) -> tuple[str, Facts]:
        value = getattr(action, field)
        thing = table.find(value) if type(value) is int else None
        return word, {"card": table.name(thing) if thing is not None else CardName(str(value))}

    return say


@requires(
    "MM-11.9", "MM-12.8", "MM-13.14", "MM-14.8", "MM-21.24", "MM-21.29", "MM-21.32", "MM-R21", "MM-R23", "MM-R65",
    code="payment_does_not_fit", reads=(),
)  # fmt: skip
def payment_covers(table: Magika, action: Confirm) -> Kept:
    """A payment that is named covers the cost exactly."""
    if getattr(action, "payment", UNSET) is UNSET:
        return None
    frame = shown_declaration(table, action)
    if frame is None:
        return None
    cost, unshifted = cost_of(table, frame)
    return covered(table, action, cost, unshifted, paying_rules(table, frame))


def confirm(table: Magika, action: Confirm) -> None:
    """The build is final."""
    frame: Any = declaring(table)
    frame.confirmed = True
    if isinstance(frame, Build) and action.payment is not UNSET:
        frame.payment = dict(action.payment)
