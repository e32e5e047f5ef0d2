"""The events of Machai and their fields (all have `type` and `rule`)."""

from __future__ import annotations

from oracle.kernel.events import SHARED, event_table

EVENTS = event_table(
    SHARED,
    (
        "turn", "phase", "chance", "shuffle", "draw", "move", "play", "activate", "trigger", "resolve", "fizzle", "choose",
        "damage", "life", "counter", "gain", "lose", "pay", "tap", "untap", "create", "destroy", "modify", "expire",
        "reveal", "result",
    ),
    move=("by",),
    fizzle=("target",),
    choose=("forced",),
    create=("player", "durability"),
    mulligan=("player", "cards"),
    exhaustion=("player", "level"),
    level_up=("player", "level", "zones"),
    zone=("player", "zone", "change"),
    dodge=("object", "card", "player"),
)  # fmt: skip
