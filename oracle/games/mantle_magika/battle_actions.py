"""The action types of the Battle Phase, in the digest's order (MM-6, MM-7)."""

from __future__ import annotations

from oracle.kernel.decisions import ActionType, Requirement
from oracle.kernel.gates import objects_exist

from . import attacking, blocking
from .gates import BEGUN, decided_at, decided_gate, decision_is_own, ruled

DECLARING = ("priority", "attack_declaration")
ATTACK_EXISTS = Requirement(blocking.attack_is_there, (), "unknown_object", gate=True, who=False, reads=("attack",))
ATTACK_IS_NEXT = Requirement(blocking.attack_is_next, (), "wrong_decision", reads=("attack",))
BATTLE = (
    ActionType(
        attacking.DeclareAttack,
        ruled(
            DECLARING,
            ("attacker", "target_summon"),
            attacking.battle_is_on,
            attacking.turn_is_own,
            attacking.attacker_is_a_summon,
            attacking.attacker_is_own,
            attacking.attacker_is_untapped,
            attacking.attacker_is_no_link,
            attacking.attacker_is_not_barred,
            attacking.target_is_an_opponent,
            attacking.offense_is_named,
            attacking.target_summon_is_named,
            attacking.target_summon_is_absent,
        ),
        attacking.declare_attack,
        moments=frozenset(DECLARING),
        objects=("attacker", "target_summon"),
        label=attacking.label,
        domains=(
            ("attacker", attacking.attackers),
            ("target", attacking.targets),
            ("stat", attacking.offenses),
            ("target_summon", attacking.target_summons),
        ),
    ),
    ActionType(
        attacking.DeclareExtraAttack,
        (
            *BEGUN,
            decided_gate("extra_attack"),
            objects_exist(None, "target_summon"),
            attacking.target_is_an_opponent,
            attacking.offense_is_named,
            attacking.target_summon_is_named,
            attacking.target_summon_is_absent,
            decision_is_own,
        ),
        attacking.declare_extra,
        moments=frozenset({"extra_attack"}),
        objects=("target_summon",),
        label=attacking.extra_label,
        domains=(
            ("target", attacking.targets),
            ("stat", attacking.offenses),
            ("target_summon", attacking.target_summons),
        ),
        rules=("MM-21.4",),
    ),
    ActionType(
        attacking.FinishDeclaration,
        (
            *BEGUN,
            decided_at("attack_declaration", "extra_attack"),
            attacking.no_extra_attack_is_due,
            attacking.an_attack_is_declared,
            decision_is_own,
        ),
        attacking.finish_declaration,
        moments=frozenset({"attack_declaration"}),
    ),
    ActionType(
        blocking.Block,
        ruled(
            ("block",),
            ("blocker",),
            ATTACK_EXISTS,
            blocking.attack_is_at_the_player,
            blocking.attack_is_at_no_summon,
            blocking.player_is_an_opponent,
            blocking.attack_is_undecided,
            blocking.blocker_is_a_summon,
            blocking.blocker_is_own,
            blocking.blocker_is_no_link,
            blocking.blocker_is_untapped,
            blocking.blocker_has_blocks_left,
            blocking.blocker_is_elusive_too,
            ATTACK_IS_NEXT,
        ),
        blocking.block,
        moments=frozenset({"block"}),
        objects=("blocker",),
        label=blocking.label,
        domains=(("attack", blocking.open_attack), ("blocker", blocking.blockers)),
    ),
    ActionType(
        blocking.NoBlock,
        ruled(
            ("block",),
            (),
            ATTACK_EXISTS,
            blocking.attack_is_at_the_player,
            blocking.attack_is_at_no_summon,
            ATTACK_IS_NEXT,
        ),
        blocking.let_through,
        moments=frozenset({"block"}),
        label=blocking.let_label,
        domains=(("attack", blocking.open_attack),),
    ),
)
