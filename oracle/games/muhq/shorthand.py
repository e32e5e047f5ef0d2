"""A stack in short: what entries and priority that are written by hand may leave out, or say more briefly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .records import MuhqCard

WINDOWS = ("stack", "pre_pay", "exit")
NAMES: Mapping[str, tuple[str, ...]] = {
    "move": ("tile",), "play_unit": ("tile",), "play_artifact": ("tile",), "play_equipment": ("tile",),
    "transport": ("target", "destination", "drop"),
}  # fmt: skip
USED: Mapping[str, str] = {
    "move": "move", "board": "move", "attack": "attack", "transport": "full", "full_action": "full",
}  # fmt: skip


def complete_stack(document: dict[str, Any], cards: Mapping[str, MuhqCard]) -> None:
    """Entries of the stack, and the window in which it is answered."""
    stack = document.get("stack")
    if isinstance(stack, list):
        document["stack"] = [complete_entry(each, cards) for each in stack]
    open_named_window(document)


def open_named_window(document: dict[str, Any]) -> None:
    """Priority may name its window and who has passed; a window apart from the stack is work under way."""
    priority = document.get("priority")
    if not isinstance(priority, dict) or priority.get("kind") not in WINDOWS:
        return
    passed = priority.get("passed", [])
    if isinstance(passed, list):
        said = {name: value for name, value in priority.items() if name not in ("kind", "passed")}
        document["priority"] = {"passes": len(passed), **said}
        if priority["kind"] != "stack" and not document.get("agenda"):
            document["agenda"] = [{"step": "window", "name": priority["kind"]}]


def complete_entry(entry: Any, cards: Mapping[str, MuhqCard]) -> Any:
    """An action: which parts of its card it is, which slot it used, what its targets are for."""
    if not isinstance(entry, dict):
        return entry
    entry, kind, card = dict(entry), entry.get("kind"), cards.get(str(entry.get("card")))
    if kind == "play_spell" and card is not None:
        entry.setdefault("abilities", list(card.spells))
    if isinstance(kind, str) and kind in USED:
        entry.setdefault("slot", USED[kind])
    targets = entry.get("targets")
    if isinstance(targets, list):
        names = names_of(entry, card)
        entry["targets"] = [complete_target(each, names, i) for i, each in enumerate(targets)]
    return entry


def names_of(entry: Mapping[str, Any], card: MuhqCard | None) -> Sequence[str]:
    """What the targets of an action are called, in order."""
    parts = entry.get("abilities")
    if card is None or not isinstance(parts, list) or not parts:
        return NAMES.get(str(entry.get("kind")), ("target",))
    known = [part for part in parts if type(part) is int and 0 <= part < len(card.abilities)]
    return [target.name for part in known for target in card.abilities[part].targets]


def complete_target(target: Any, names: Sequence[str], place: int) -> Any:
    """A bare number is an object, two are a tile; a reference without a slot fills the next one."""
    if type(target) is int:
        target = {"object": target}
    elif isinstance(target, list):
        target = {"tile": target}
    if isinstance(target, dict) and names:
        return {"slot": names[min(place, len(names) - 1)], **target}
    return target
