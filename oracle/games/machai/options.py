"""The switches of a match."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from oracle.kernel.state import Count


class Options(Struct, kw_only=True, forbid_unknown_fields=True):
    """The switches of a match (the rulebook file says what each does)."""

    starting_life: Annotated[int, Meta(ge=1, le=999)] = 30
    first_player: Literal["random", 0, 1] = "random"
    multi_level_up: bool = False
    copy_scope: Literal["list", "level_deck"] = "list"
    end_step_speed1: bool = False
    priority_between_resolutions: bool = False
    prepared_face_down: bool = False
    damage_mod_scope: Literal["each", "first"] = "each"
    prepared_skill_xp: Literal["on_prepare", "on_resolve"] = "on_prepare"
    eris_upkeep: Literal["own", "each"] = "own"
    eris_life_rounding: Literal["down", "up"] = "down"
    dig_requires_forced: bool = False
    empty_redraw: Literal["repeat", "stop"] = "repeat"
    double_loss: Literal["draw", "active_loses"] = "draw"
    allow_concede: bool = True
    allow_draw_offer: bool = True
    turn_limit: Count = 0
    dead_turn_limit: Count = 0
