"""The switches of a match."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Limit = Annotated[int, Meta(ge=1, le=100_000)]


class Options(Struct, kw_only=True, forbid_unknown_fields=True):
    """The switches of a match (the rulebook file says what each does)."""

    reshuffle_at: Literal["turn_start", "upkeep", "both"] = "turn_start"
    reshuffle_mid_draw: bool = False
    first_player: Literal["random", 0, 1, 2, 3] = "random"
    draft_stop_mid_round: bool = False
    draft: bool = True
    zero_upkeep_choice: bool = False
    summoning_delay: bool = False
    strict_selection: bool = True
    slow_needs_empty_stack: bool = True
    auto_pass: bool = False
    exchange_uses_stack: bool = True
    range_diagonal: Literal["from_second", "every_second"] = "from_second"
    high_ground_always: bool = False
    friendly_fire: bool = True
    paralyzed_strike_back: bool = True
    defeat_at: Literal["below_zero", "zero_or_less"] = "below_zero"
    crew_any_controller: bool = False
    stacked_units_fight: bool = False
    equip_enemy_gear: bool = True
    max_worn: Annotated[int, Meta(ge=0, le=1000)] | None = None
    artifact_deploy: Literal["zone", "anywhere"] = "zone"
    max_rounds: Limit = 100
    max_actions_per_turn: Limit = 300
