"""The events of muhq's game and their fields (all have `type` and `rule`)."""

from __future__ import annotations

from oracle.kernel.events import SHARED, event_table

EVENTS = event_table(
    SHARED,
    (
        "turn", "phase", "draw", "move", "play", "activate", "trigger", "resolve", "fizzle", "damage", "heal", "counter",
        "tap", "untap", "gain", "lose", "pay", "shuffle", "chance", "reveal", "choose", "modify", "expire", "destroy", "result",
    ),
    activate=("entry", "kind"), fizzle=("target", "part"), choose=("forced",), move=("to_player", "tile", "on"),
    defeat=("object", "card", "reason"),
    place=("object", "card", "tile", "reason"),
    board=("object", "card", "base"),
    equip=("object", "card", "bearer"),
    durability=("object", "card", "amount", "left", "target"),
    control=("object", "card", "player"),
    prevent=("source", "target", "amount"),
    combat=("attacker", "target", "distance", "power", "answer"),
    select=("player", "object", "card"),
    buy=("player", "object", "card", "cost"),
    tile_change=("tile", "tile_type", "until"),
    draft_round=("round",),
    pass_packs=(),
    eliminate=("player", "reason"),
    draw_offer=("player",),
    draw_answer=("player", "accept"),
)  # fmt: skip
