"""The events of Mantle Magika and their fields (all have `type` and `rule`)."""

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
        "activate",
        "trigger",
        "resolve",
        "fizzle",
        "damage",
        "heal",
        "life",
        "gain",
        "lose",
        "pay",
        "tap",
        "untap",
        "create",
        "destroy",
        "reveal",
        "modify",
        "expire",
        "shuffle",
        "chance",
        "choose",
        "result",
    ),
    damage=("stat",),
    fizzle=("target", "part", "attack"),
    choose=("forced",),
    move=("to_player",),
    attach=("object", "card", "to", "how"),
    survive=("object", "card"),
    negate=("object", "card", "source", "ability", "part"),
    attack=("player", "attack", "object", "target", "stat"),
    block=("player", "attack", "object", "card"),
    no_block=("player", "attack"),
)
