"""Attacks resolve (MM-6.6, MM-7.3, MM-21.2, MM-21.11, MM-21.28; rulings R34 to R38, R43 to R47)."""

from __future__ import annotations

from msgspec.structs import replace

from oracle.kernel.agenda import Step, pop
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.priority import begin
from oracle.kernel.stack.records import GivePriority
from oracle.kernel.table import Place

from .battle import attacked, battle_of
from .checking import settle
from .damage import hit, lose_health
from .keywords import Sentence, has, has_hexproof, is_link, on_mantle
from .seats import is_living
from .state import Attack, Fighting, Magika
from .stats import defense, offense
from .triggering import ready, set_off_victory


def begin_fighting(table: Magika) -> None:
    """Everybody has passed on the Blocks: the Attacks resolve."""
    table.state.step = "resolving"
    table.push(Fighting())


def run_fighting(table: Magika, frame: Fighting) -> None:
    """The next Attack, then what it sets off; behind the last one the phase goes on."""
    attack = next((a for a in battle_of(table).attacks if a.status == "declared"), None)
    if attack is None:
        pop(table)
        table.state.battle = replace(battle_of(table), attacks=[])
        table.state.step = "open"
        begin(table)
        return
    attacker = on_mantle(table, attack.attacker)
    hopes = ready(table, "victory", attacker) if attacker is not None else []
    struck = resolve(table, attack)
    fallen = settle(table)
    if any(other is frame for other in table.state.agenda):
        if struck is not None and attacker is not None:
            victory(table, attacker, hopes, struck, fallen)
        table.push(GivePriority(after="resolution"))


def victory(table: Magika, attacker: Place, hopes: list[Sentence], struck: Place, fallen: list[Place]) -> None:
    """The Attack has discarded the Summon that it damaged (MM-R47)."""
    if struck.seat is not None and any(place.object is struck.object for place in fallen):
        set_off_victory(table, attacker, hopes, struck.seat)


# -- one Attack ------------------------------------------------------------------------------------


def resolve(table: Magika, attack: Attack) -> Place | None:
    """An Attack does its damage; returns the Summon that it damaged, if it did."""
    attacker, seat = on_mantle(table, attack.attacker), attacked(table, attack)
    if attacker is None or is_link(attacker.object) or (seat is not None and not is_living(table, seat)):
        close(table, attack, "vanished")
        return None
    close(table, attack, "resolved")
    blocker = on_mantle(table, attack.block) if isinstance(attack.block, int) else None
    if blocker is not None and not is_link(blocker.object):
        return strike_blocker(table, attack, attacker, blocker)
    if isinstance(attack.block, int) and stays_blocked(table):
        return None
    if "object" in attack.target:
        return strike_target(table, attack, attacker)
    strike_player(table, attack, attacker)
    return None


def close(table: Magika, attack: Attack, status: str, rule: str = "MM-R36") -> None:
    """Note what has become of an Attack."""
    battle = battle_of(table)
    attacks = [replace(a, status=status) if a.id == attack.id else a for a in battle.attacks]
    table.state.battle = replace(battle, attacks=attacks)
    if status == "vanished":
        table.emit("fizzle", rule, what="attack", object=attack.attacker, reason="vanished", attack=attack.id)


@carries("MM-R35", otherwise=True)
def stays_blocked(table: Magika) -> bool:
    """An Attack whose blocker is gone hits the player, unless the option says otherwise."""
    return table.state.options.blocker_gone == "stays_blocked"


@carries("MM-6.6")
def strike_player(table: Magika, attack: Attack, attacker: Place) -> None:
    """The player's Health takes damage equal to the declared Offense."""
    force = offense(table, attacker, attack.stat)
    lose_health(table, attack.target["player"], force, attack.attacker, "MM-6.6")


@carries("MM-21.13", otherwise=None)
def strike_target(table: Magika, attack: Attack, attacker: Place) -> Place | None:
    """The Summon with Target is hit in place of its owner; if it is gone nobody is (MM-R43)."""
    target = on_mantle(table, attack.target["object"])
    if target is None or is_link(target.object):
        close(table, attack, "vanished", "MM-R43")
        return None
    dealt = hit(table, attack.attacker, target, attack.stat, offense(table, attacker, attack.stat), "MM-21.13")
    return target if dealt else None


def strike_blocker(table: Magika, attack: Attack, attacker: Place, blocker: Place) -> Place | None:
    """Attack, True Strike and Defender at the same time."""
    force = offense(table, attacker, attack.stat)
    excess = max(0, force - defense(table, blocker, attack.stat))
    back = offense(table, blocker, attack.stat) if strikes_back(table, attacker, blocker) else 0
    pierces = true_strike(table, attacker)
    dealt = meet(table, attack, blocker, force)
    if pierces and blocker.seat is not None:
        lose_health(table, blocker.seat, excess, attack.attacker, "MM-21.2")
    if back:
        hit(table, blocker.object.id, attacker, attack.stat, back, "MM-21.11")  # type: ignore[arg-type]
    return blocker if dealt else None


@carries("MM-7.3", "MM-7.4", otherwise=0)
def meet(table: Magika, attack: Attack, blocker: Place, force: int) -> int:
    """A Blocked Attack damages the blocker's Defense of the same kind in place of the player."""
    return hit(table, attack.attacker, blocker, attack.stat, force, "MM-7.3")


@carries("MM-21.2", "MM-R44", otherwise=False)
def true_strike(table: Magika, attacker: Place) -> bool:
    """With True Strike the blocker's player takes what exceeds its Defense."""
    return has(table, attacker, "true_strike")


@carries("MM-21.11", "MM-21.12", otherwise=False)
def strikes_back(table: Magika, attacker: Place, blocker: Place) -> bool:
    """A blocker with Defender damages the attacker in the same Defense."""
    return has(table, blocker, "defender") and not (has_hexproof(table, attacker) and shields_from_defender(table))


@carries("MM-R46", otherwise=False)
def shields_from_defender(table: Magika) -> bool:
    """Hexproof stops it, unless the option says otherwise."""
    return table.state.options.hexproof_stops_defender


STEPS = (Step(Fighting, run=run_fighting),)
