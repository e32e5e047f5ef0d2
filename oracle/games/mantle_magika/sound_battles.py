"""What no battle can be (MM-6, MM-7; invariants 6 and 13 of the digest)."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault

from .battle import attacked
from .blocking import open_blocks
from .keywords import is_summon, on_mantle
from .state import Attack, Blocking, ExtraAttack, Magika, MeetAttack


def battle_is_sound(table: Magika) -> Iterator[Fault]:
    """Attacks are those of the turn player, with own Summons, at players who are there."""
    battle = table.state.battle
    attacks = battle.attacks if battle is not None else []
    for i, attack in enumerate(attacks):
        at = f"/battle/attacks/{i}"
        if attack.player != table.state.active:
            yield fault("attack_of_others", f"{at}/player", "Only the turn player attacks.")
        if attack.id >= table.state.next_id:
            yield fault("next_id_used", "/next_id", f"next_id is {table.state.next_id}, but {attack.id} is in use.")
        if any(attack.id == other.id for other in attacks[:i]):
            yield fault("doubled_id", f"{at}/id", f"{attack.id} is another Attack.")
        yield from target_faults(table, attack, f"{at}/target")
        yield from fighter_faults(table, attack.attacker, attack.player, f"{at}/attacker")
        if type(attack.block) is int:
            yield from fighter_faults(table, attack.block, attacked(table, attack), f"{at}/block")


def target_faults(table: Magika, attack: Attack, at: str) -> Iterator[Fault]:
    """An Attack is at one opponent who is in, or at a Summon of one."""
    players = table.state.players
    if attack.target.keys() not in ({"player"}, {"object"}):
        yield fault("no_such_seat", at, "An Attack is at a player, or at a Summon.")
        return
    seat = attacked(table, attack)
    if seat is not None and (seat >= len(players) or seat == attack.player):
        yield fault("no_such_seat", at, "An Attack is at an opponent.")
    elif seat is not None and players[seat].status == "lost" and table.state.result is None:
        yield fault("no_such_seat", at, "An Attack at a player who has lost has vanished.")
    if "object" in attack.target:
        yield from fighter_faults(table, attack.target["object"], seat, at)


def fighter_faults(table: Magika, number: int, seat: int | None, at: str) -> Iterator[Fault]:
    """Who fights is a Summon on the Mantle of its player, or has left and bears another id by now."""
    place = table.place(number)
    if number >= table.state.next_id:
        yield fault("unknown_object", at, f"There was no object {number}.")
    elif place is None or (place.zone == "mantle" and place.object.card is None):
        return
    elif place.zone != "mantle" or not is_summon(table, place.object) or seat not in (None, place.seat):
        yield fault("unknown_object", at, "A Summon fights, on the Mantle of its player.")


def battle_work_is_sound(table: Magika) -> Iterator[Fault]:
    """It is the attacked player who meets an Attack, and the next one; more Attacks are the turn player's."""
    for i, frame in enumerate(table.state.agenda):
        at = f"/agenda/{i}"
        if isinstance(frame, MeetAttack):
            yield from meeting_faults(table, frame, i)
        elif isinstance(frame, ExtraAttack):
            place = on_mantle(table, frame.attacker)
            if frame.player != table.state.active:
                yield fault("attack_of_others", f"{at}/player", "Only the turn player attacks.")
            if place is None or place.seat != frame.player or not is_summon(table, place.object):
                yield fault("unknown_object", f"{at}/attacker", "The attacker is a Summon on the own Mantle.")


def meeting_faults(table: Magika, frame: MeetAttack, i: int) -> Iterator[Fault]:
    """One Attack that is met."""
    seat, attack = next(iter(open_blocks(table)), (None, None))
    if i == 0 or not isinstance(table.state.agenda[i - 1], Blocking):
        yield fault("work_elsewhere", f"/agenda/{i}", "An Attack is met while Attacks are blocked.")
    if attack is None or attack.id != frame.attack:
        yield fault("no_such_attack", f"/agenda/{i}/attack", "It is not this Attack that is to be met next.")
    elif seat != frame.player:
        yield fault("attack_of_others", f"/agenda/{i}/player", "The attacked player meets an Attack.")
