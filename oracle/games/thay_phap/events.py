"""The events of Thầy Pháp and their fields (all have `type` and `rule`)."""

from __future__ import annotations

from oracle.kernel.events import SHARED, event_table

EVENTS = event_table(
    SHARED,
    (
        "turn", "phase", "chance", "shuffle", "draw", "move", "play", "pay", "gain", "lose", "activate", "trigger", "choose",
        "damage", "heal", "life", "destroy", "modify", "expire", "fizzle", "reveal", "result",
    ),
    play=("as",),
    choose=("forced",),
    attack=("player", "attacker", "target"),
)  # fmt: skip
