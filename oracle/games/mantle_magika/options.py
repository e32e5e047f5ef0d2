"""The switches of a match (rulings of section 3 of the digest)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Limit = Annotated[int, Meta(ge=1, le=100_000)]


class Options(Struct, kw_only=True, forbid_unknown_fields=True):
    """The switches of a match (the rulebook file says what each does)."""

    initial_shuffle: bool = True
    first_player: Literal["random", 0, 1, 2, 3] = "random"
    turn_number: Literal["per_player", "global"] = "per_player"
    quick_chants_off_turn: bool = True
    colored_pays_balanced: bool = False
    shift_uses_stack: bool = True
    attack_batching: Literal["strict", "free"] = "strict"
    tapped_can_block: bool = True
    max_blocks_per_summon: Annotated[int, Meta(ge=1, le=1000)] | None = None
    blocker_gone: Literal["unblocked", "stays_blocked"] = "unblocked"
    target_attacks_blockable: bool = False
    hexproof_stops_defender: bool = True
    stat_pair: Literal["offense_defense", "light_dark"] = "offense_defense"
    effect_damage_stat: Literal["choose", "both", "light", "dark"] = "choose"
    equip_opposing: bool = True
    chain_summon_pays_energy: bool = False
    link_ender: bool = False
    upkeep_scope: Literal["owner", "every_turn"] = "owner"
    die_faces: Annotated[int, Meta(ge=2, le=100)] = 6
    tokens_trigger_startup: bool = False
    search_may_fail: bool = False
    max_rounds: Limit | None = 200
    format: Annotated[int, Meta(ge=1, le=1000)] | None = None
