"""Attacks by monsters: one-way, once a turn, not in the turn of the summons (TP-3.13 to 3.15, TP-8.3, TP-10)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.decisions import Action, Facts, Kept, Part, requires, requires_of
from oracle.kernel.effects.run import effects_of
from oracle.kernel.rulebook import carries
from oracle.kernel.state import ObjectId, number_of
from oracle.kernel.table import Place

from .damage import strike
from .settle import settle_above
from .state import TABLE, Blow, Monster, Phap, Strike
from .stats import attack_of, is_swift
from .using import seat_of


class Attack(Action, tag="attack", kw_only=True, frozen=True):
    """Attack an opponent's mage, monster or block with a monster."""

    attacker: ObjectId
    target: ObjectId


def attacker_of(table: Phap, attack: Any) -> Monster | None:
    """The attacking monster on the own table."""
    number = attack.attacker
    monsters: list[Monster] = table.state.players[attack.player].monsters
    for monster in monsters:
        if monster.id == number:
            return monster
    return None


def target_of(table: Phap, attack: Attack) -> Place | None:
    """Where the target is, if it can be attacked at all."""
    place = table.place(attack.target)
    if place is None or place.zone not in TABLE or place.seat is None or place.seat == attack.player:
        return None
    return None if table.state.players[place.seat].out else place


ATTACKER = Part("attacker", attacker_of)
TARGET = Part("target", target_of, at="object.id")


# -- requirements ----------------------------------------------------------------------------------


@requires("TP-3.13", code="not_your_monster", given=True, finds=ATTACKER)
def attacker_is_own_monster(table: Phap, attack: Attack) -> Kept:
    """Only one's own monsters on the table attack."""
    return attacker_of(table, attack) is not None


@requires_of(ATTACKER, "TP-10.1", code="summoned_this_turn")
def attacker_was_there_before(table: Phap, seat: int, monster: Monster) -> Kept:
    """A monster does not attack in the turn of its summons, unless an effect allows it."""
    return monster.arrived != table.state.turn or is_swift(table, seat, monster) or {"card": table.name(monster)}


@requires_of(ATTACKER, "TP-10.3", code="already_attacked")
def attack_is_left(table: Phap, _seat: int, monster: Monster) -> Kept:
    """A monster attacks once a turn, and once more for each extra attack."""
    return monster.attacks < 1 + monster.extra_attacks or {"card": table.name(monster), "attacks": monster.attacks}


@requires("TP-3.15", code="target_not_allowed", given=True, finds=TARGET)
def target_is_an_opponents(table: Phap, attack: Attack) -> Kept:
    """Only an opponent's mage, monsters and blocks are attacked."""
    return target_of(table, attack) is not None


@requires_of(TARGET, "TP-8.3", code="blocks_stand")
def blocks_are_destroyed(table: Phap, _seat: int, place: Place) -> Kept:
    """A mage is attacked only when all blocks of its side have been destroyed."""
    if place.zone != "mage" or place.seat is None:
        return None
    blocks = table.state.players[place.seat].blocks
    return not blocks or {"mage": table.name(place.object), "blocks": [block.id for block in blocks]}


@requires_of(TARGET, "TP-R31", code="guarded")
def mage_is_not_guarded(table: Phap, _seat: int, place: Place) -> Kept:
    """By the option a mage is not attacked while its side has monsters."""
    if place.zone != "mage" or place.seat is None or not table.state.options.monsters_guard:
        return None
    monsters = table.state.players[place.seat].monsters
    return not monsters or {"mage": table.name(place.object), "monsters": [monster.id for monster in monsters]}


REQUIREMENTS = (
    attacker_is_own_monster,
    attacker_was_there_before,
    attack_is_left,
    target_is_an_opponents,
    blocks_are_destroyed,
    mage_is_not_guarded,
)


def attackers(table: Phap, draft: Any) -> list[Monster]:
    """Every own monster."""
    monsters: list[Monster] = table.state.players[draft.player].monsters
    return monsters


def targets(table: Phap, draft: Any) -> list[Place]:
    """Everything on the opponents' tables: mage, monsters, blocks, seat by seat."""
    found: list[Place] = []
    for seat, player in enumerate(table.state.players):
        if seat != draft.player and not player.out:
            found.append(Place(seat, "mage", player.mage))
            found += [Place(seat, "monsters", monster) for monster in player.monsters]
            found += [Place(seat, "blocks", block) for block in player.blocks]
    return found


def label(table: Phap, attack: Attack) -> tuple[str, Facts]:
    """What the button says."""
    return "attack", {
        "attacker": table.name(table.find(attack.attacker)),
        "target": table.name(table.find(attack.target)),
    }


# -- what it does ----------------------------------------------------------------------------------


def attack(table: Phap, action: Attack) -> None:
    """The attack is used as it is declared; its effect comes before the damage (TP-R29, TP-R30)."""
    seat = seat_of(action)
    monster = attacker_of(table, action)
    assert monster is not None
    monster.attacks += 1
    attacker, target = action.attacker, action.target
    told = {"type": "attack", "player": seat, "attacker": attacker, "target": target, "rule": "TP-3.13"}
    table.events.append(told)
    if "attack" in table.card(monster).events:
        declared = Strike(player=seat, attacker=attacker, target=target)
        table.push(*effects_of(table, "attack", seat, attacker, str(monster.card)), declared)
    else:
        deal(table, seat, monster, target)


def run_strike(table: Phap, frame: Strike) -> None:
    """The effects of the attack are done."""
    pop(table)
    monster = table.find(frame.attacker, "monsters", frame.player)
    if monster is None:
        lose(table, frame.attacker)
    else:
        deal(table, frame.player, monster, frame.target)


def lose(table: Phap, attacker: int) -> None:
    """Without attacker or target the attack is lost (TP-R55)."""
    table.emit("fizzle", "TP-R55", what="damage", object=attacker, reason="target_gone")


def deal(table: Phap, seat: int, monster: Monster, target: int) -> None:
    """The attack value is dealt now, if the target is still there."""
    place = table.place(target)
    if place is None or place.zone not in TABLE or place.seat is None:
        lose(table, number_of(monster))
        return
    block = place.zone == "blocks"
    main = table.state.players[place.seat].mage.id if block else target
    blow = Blow(
        by=seat, source=monster.id, spell=False, seat=place.seat, main=main,  # type: ignore[arg-type]
        amount=strength(table, seat, monster), first=target if block else None,
    )  # fmt: skip
    depth = len(table.state.agenda)
    strike(table, blow)
    settle_above(table, depth)


@carries("TP-10.4", otherwise=0)
def strength(table: Phap, seat: int, monster: Monster) -> int:
    """An attack deals damage equal to the attack value."""
    return attack_of(table, seat, monster)


STEPS = (Step(Strike, run=run_strike),)
