"""What no half-resolved effect can be: the frames of a state are checked when it is loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from oracle.kernel.errors import Fault
from oracle.kernel.shapes import pointer, shown

from .ability import Ability, Ask, ChooseTarget, Do, Each, Repeat

REFERENCES = ({"object"}, {"player"}, {"card"}, {"tile"})


def frame_faults(state: Any, cards: Mapping[str, Any]) -> Iterator[Fault]:
    """Frames of the card language that speak of no ability, or of no step or choice of it."""
    below: Any = None
    waits: Any = None
    for i, frame in enumerate(state.agenda):
        at = f"/agenda/{i}"
        if isinstance(frame, Do):
            yield from do_faults(frame, at, state, cards)
        elif isinstance(frame, (Each, Repeat)):
            yield from do_faults(frame.do, f"{at}/do", state, cards)
            if isinstance(frame, Each):
                yield from (
                    f for j, ref in enumerate(frame.left) for f in reference_faults(ref, f"{at}/left/{j}", state)
                )
        elif isinstance(frame, (ChooseTarget, Ask)):
            yield from choice_faults(frame, waits if isinstance(frame, Ask) else below, at, cards)
        below = frame
        waits = frame if isinstance(frame, Do) else waits


def do_faults(frame: Do, at: str, state: Any, cards: Mapping[str, Any]) -> Iterator[Fault]:
    """An ability being resolved: it is there, and so are its step and what was chosen."""
    ability = ability_of(frame, cards)
    if ability is None:
        yield Fault(code="no_such_ability", at=at, message=f"{shown(frame.card)} has no ability {frame.ability}.")
        return
    if not 0 <= frame.block < len(ability.blocks) or not 0 <= frame.at <= len(ability.blocks[frame.block]):
        yield Fault(code="no_such_step", at=at, message=f"The ability has no step {frame.at} of block {frame.block}.")
    for name, refs in frame.bound.items():
        place = pointer(f"{at}/bound", name)
        yield from (f for i, ref in enumerate(refs) for f in reference_faults(ref, f"{place}/{i}", state))


def reference_faults(ref: Any, at: str, state: Any) -> Iterator[Fault]:
    """What was chosen: a reference, or a word, a number or an answer."""
    if not isinstance(ref, dict):
        return
    wordy = ("card", "tile")
    known = set(ref) in REFERENCES and all(type(value) is int or word in wordy for word, value in ref.items())
    known = known and ("tile" not in ref or is_tile(ref["tile"]))
    if not known or not 0 <= ref.get("player", 0) < len(state.players):
        yield Fault(code="bad_reference", at=at, message="This is no reference to an object or a player.")


def is_tile(value: Any) -> bool:
    """Whether this could be a tile: two whole numbers."""
    return isinstance(value, (list, tuple)) and len(value) == 2 and all(type(number) is int for number in value)


def choice_faults(frame: Any, below: Any, at: str, cards: Mapping[str, Any]) -> Iterator[Fault]:
    """A choice: it is one of the ability's, and the ability waits below it."""
    ability = ability_of(frame, cards)
    points = () if ability is None else ability.targets if isinstance(frame, ChooseTarget) else ability.points
    number = frame.target if isinstance(frame, ChooseTarget) else frame.point
    if not 0 <= number < len(points):
        yield Fault(code="no_such_choice", at=at, message=f"{shown(frame.card)} asks nothing like this.")
    elif not isinstance(below, Do) or (below.card, below.ability) != (frame.card, frame.ability):
        yield Fault(code="no_such_choice", at=at, message="No ability waits for this choice.")


def ability_of(frame: Any, cards: Mapping[str, Any]) -> Ability | None:
    """The compiled ability that a frame speaks of, if it is there."""
    card = cards.get(frame.card)
    found: Ability | None = card.abilities[frame.ability] if card and 0 <= frame.ability < len(card.abilities) else None
    return found
