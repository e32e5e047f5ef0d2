"""The events of Maha Yodha and their fields (all have `type` and `rule`)."""

from __future__ import annotations

from oracle.kernel.events import SHARED, event_table

EVENTS = event_table(
    SHARED,
    (
        "turn",
        "phase",
        "draw",
        "move",
        "play",
        "damage",
        "life",
        "gain",
        "pay",
        "shuffle",
        "chance",
        "choose",
        "reveal",
        "result",
    ),
    play=("mode",),
    move=("to_player",),
    combination=("player", "object", "target"),
    defence_total=("player", "amount"),
    attack_total=("player", "amount"),
    no_damage=("player",),
    no_card=("player",),
)
