"""Events: what happened, in order. The shared types and their fields; a game picks and adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SHARED: Mapping[str, tuple[str, ...]] = {
    "turn": ("player", "turn"),
    "phase": ("player", "phase"),
    "draw": ("player", "object", "card"),
    "move": ("object", "now", "card", "player", "from", "to", "reason"),
    "play": ("player", "object", "now", "card", "targets"),
    "activate": ("player", "object", "card", "ability", "targets"),
    "trigger": ("player", "object", "card", "ability", "targets"),
    "resolve": ("object", "card"),
    "fizzle": ("what", "object", "reason"),
    "damage": ("source", "target", "amount"),
    "heal": ("source", "target", "amount"),
    "life": ("player", "amount", "left"),
    "counter": ("target", "counter", "amount", "left"),
    "gain": ("player", "what", "amount", "left"),
    "lose": ("player", "what", "amount", "left"),
    "pay": ("player", "what", "amount", "left"),
    "tap": ("object", "card"),
    "untap": ("object", "card"),
    "create": ("object", "card"),
    "destroy": ("object", "card", "reason"),
    "reveal": ("player", "object", "card"),
    "modify": ("effect", "target", "change", "until"),
    "expire": ("effect", "target", "change", "until"),
    "shuffle": ("player",),
    "chance": ("of", "player", "outcome"),
    "choose": ("player", "decision", "pick"),
    "result": ("outcome", "winners", "rule", "reason"),
}


def event_table(
    shared: Mapping[str, tuple[str, ...]], used: tuple[str, ...], **own: tuple[str, ...]
) -> dict[str, tuple[str, ...]]:
    """The closed list of a game's events: the shared ones it uses, with fields added, and its own."""
    table = {name: (*shared[name], *own.get(name, ())) for name in used}
    return table | {name: fields for name, fields in own.items() if name not in table}


WORD = {"type": ["string", "null"]}
NUMBER = {"type": "integer"}
ID = {"type": ["integer", "null"]}

# What a field holds in every game; a field that is not here holds what its game says.
FIELDS: Mapping[str, dict[str, Any]] = {
    "player": ID,
    "object": ID,
    "now": ID,
    "source": ID,
    "effect": ID,
    "card": WORD,
    "turn": NUMBER,
    "amount": NUMBER,
    "left": NUMBER,
    "phase": WORD,
    "of": WORD,
    "what": WORD,
    "reason": WORD,
    "counter": WORD,
    "decision": WORD,
    "until": WORD,
    "targets": {"type": "array", "items": {}},
    "winners": {"type": "array", "items": NUMBER},
}
