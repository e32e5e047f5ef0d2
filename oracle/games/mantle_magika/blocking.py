"""Blocking (MM-7, MM-21.9; rulings R31, R32, R33, R42)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from oracle.kernel.agenda import Step, pop
from oracle.kernel.decisions import Action, Facts, Kept, Pending, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.records import GivePriority
from oracle.kernel.state import ObjectId
from oracle.kernel.table import Place

from .battle import asked, attacked, battle_of
from .keywords import card_shown, has, is_link, is_summon, mantle, on_mantle
from .seats import in_order
from .state import Attack, Blocking, Magika, MeetAttack
from .stats import shown, stat


class Block(Action, tag="block", kw_only=True, frozen=True):
    """Block an Attack with a Summon."""

    attack: ObjectId
    blocker: ObjectId


class NoBlock(Action, tag="no_block", kw_only=True, frozen=True):
    """Let an Attack through."""

    attack: ObjectId


def attack_of(table: Magika, action: Any) -> Attack | None:
    """The Attack that is meant."""
    return next((attack for attack in battle_of(table).attacks if attack.id == action.attack), None)


def attack_is_there(table: Magika, action: Any) -> Kept:
    """The Attack is in the battle."""
    return attack_of(table, action) is not None or {"object": action.attack}


def attack_is_next(table: Magika, action: Any) -> Kept:
    """It is this Attack that is decided on now."""
    frame = asked(table)
    return frame is not None and frame.attack == action.attack


def open_blocks(table: Magika) -> list[tuple[int, Attack]]:
    """The Attacks still to be met, with whom they are at: from the attacker's left, in the order of declaration."""
    undecided = [a for a in battle_of(table).attacks if a.block == "undecided" and may_be_blocked(table, a)]
    order = {seat: i for i, seat in enumerate(in_order(table))}
    met = [(seat, a) for a in undecided if (seat := attacked(table, a)) is not None and seat in order]
    return sorted(met, key=lambda pair: order[pair[0]])


def may_be_blocked(table: Magika, attack: Attack) -> bool:
    """Whether an Attack is one of those that are Blocked, and its attacker is there."""
    attacker = on_mantle(table, attack.attacker)
    return attacker is not None and not is_link(attacker.object) and not spares_the_player(table, attack)


def spares_the_player(table: Magika, attack: Attack) -> bool:
    """Whether an Attack is at a Summon with Target, so that it is not Blocked."""
    return "object" in attack.target and not may_block_for_summons(table)


@carries("MM-R42", otherwise=True)
def may_block_for_summons(table: Magika) -> bool:
    """An Attack on a Summon with Target is not Blocked, unless the option says so."""
    blockable: bool = table.state.options.target_attacks_blockable
    return blockable


# -- requirements ----------------------------------------------------------------------------------


@requires("MM-7.1", code="attack_not_at_you", reads=("attack",))
def attack_is_at_the_player(table: Magika, action: Any) -> Kept:
    """Only an Attack at a player is Blocked, and by that player only."""
    attack = attack_of(table, action)
    if attack is None:
        return None
    seat = attacked(table, attack)
    return (seat == action.player and not spares_the_player(table, attack)) or {"attacked": seat}


@requires("MM-R42", code="attack_not_at_you", reads=("attack",))
def attack_is_at_no_summon(table: Magika, action: Any) -> Kept:
    """An Attack on a Summon with Target is not Blocked, unless the option says so."""
    attack = attack_of(table, action)
    if attack is None or "player" in attack.target:
        return None
    return may_block_for_summons(table) or {"attacked": attacked(table, attack)}


@requires("MM-7.6", code="turn_player_blocks_not", reads=())
def player_is_an_opponent(table: Magika, action: Action) -> Kept:
    """A player blocks in an opponent's turn."""
    return action.player != table.state.active or {"active": table.state.active}


@requires("MM-7.2", code="attack_is_blocked", reads=("attack",))
def attack_is_undecided(table: Magika, action: Any) -> Kept:
    """An Attack is Blocked once."""
    attack = attack_of(table, action)
    return None if attack is None else attack.block in ("undecided", "none")


def blocker_of(table: Magika, action: Block) -> Place | None:
    """Where the blocker is, whosever it is."""
    return card_shown(table, action.blocker, action.player)


@requires("MM-7.5", code="blocker_no_summon", reads=("blocker",))
def blocker_is_a_summon(table: Magika, action: Block) -> Kept:
    """Only Summons block."""
    place = blocker_of(table, action)
    return None if place is None else is_summon(table, place.object) or {"card": table.name(place.object)}


@requires("MM-7.2", code="not_your_blocker", reads=("blocker",))
def blocker_is_own(table: Magika, action: Block) -> Kept:
    """The blocker is a card on the own Mantle."""
    place = blocker_of(table, action)
    return place is not None and place.seat == action.player and place.zone == "mantle"


@requires("MM-16.15", code="blocker_is_link", reads=("blocker",))
def blocker_is_no_link(table: Magika, action: Block) -> Kept:
    """A Link cannot block."""
    place = on_mantle(table, action.blocker)
    return None if place is None else not is_link(place.object) or {"card": table.name(place.object)}


@requires("MM-21.9", code="attacker_is_elusive", reads=("attack", "blocker"))
def blocker_is_elusive_too(table: Magika, action: Block) -> Kept:
    """A Summon that is Elusive is Blocked only by one that is."""
    attack, place = attack_of(table, action), on_mantle(table, action.blocker)
    attacker = on_mantle(table, attack.attacker) if attack is not None else None
    if place is None or attacker is None or not has(table, attacker, "elusive"):
        return None
    return has(table, place, "elusive") or {"card": table.name(attacker.object)}


@requires("MM-R31", code="blocker_tapped", reads=("blocker",))
def blocker_is_untapped(table: Magika, action: Block) -> Kept:
    """By the option a Tapped Summon does not block."""
    place = on_mantle(table, action.blocker)
    if place is None or table.state.options.tapped_can_block:
        return None
    thing: Any = place.object
    return not thing.tapped or {"card": table.name(thing)}


@requires("MM-R32", code="blocks_too_often", reads=("blocker",))
def blocker_has_blocks_left(table: Magika, action: Block) -> Kept:
    """By the option a Summon blocks so many Attacks and no more."""
    limit = table.state.options.max_blocks_per_summon
    if limit is None:
        return None
    blocks = sum(attack.block == action.blocker for attack in battle_of(table).attacks)
    return blocks < limit or {"blocks": blocks, "limit": limit}


# -- candidates ------------------------------------------------------------------------------------


def open_attack(table: Magika, _draft: Any) -> list[int]:
    """The Attack that is decided on now."""
    frame = asked(table)
    return [] if frame is None else [frame.attack]


def blockers(table: Magika, draft: Any) -> list[int]:
    """The own Summons."""
    return [place.object.id for place in mantle(table) if place.seat == draft.player and is_summon(table, place.object)]  # type: ignore[misc]


def label(table: Magika, action: Block) -> tuple[str, Facts]:
    """What the button says."""
    attack, place = attack_of(table, action), blocker_of(table, action)
    assert attack is not None
    assert place is not None
    return "block", {
        "attacker": table.name(table.find(attack.attacker)),
        "card": table.name(place.object),
        "stats": shown(table, place),
    }


def let_label(table: Magika, action: NoBlock) -> tuple[str, Facts]:
    """What the button says."""
    attack = attack_of(table, action)
    assert attack is not None
    return "no_block", {"attacker": table.name(table.find(attack.attacker))}


# -- deciding --------------------------------------------------------------------------------------


def block(table: Magika, action: Block) -> None:
    """The Attack is Blocked; the blocker does not tap (MM-R31)."""
    decide(table, action.attack, action.blocker)
    thing = table.find(action.blocker)
    table.emit("block", "MM-7.2", player=action.player, attack=action.attack, object=action.blocker, card=thing.card)


def let_through(table: Magika, action: NoBlock) -> None:
    """The Attack is not Blocked."""
    decide(table, action.attack, "none")
    table.emit("no_block", "MM-7.1", player=action.player, attack=action.attack)


def decide(table: Magika, number: int, how: Any) -> None:
    """Note how an Attack is met."""
    pop(table)
    battle = battle_of(table)
    table.state.battle = replace(
        battle, attacks=[replace(a, block=how) if a.id == number else a for a in battle.attacks]
    )
    table.renew()


def begin_blocking(table: Magika) -> None:
    """Everybody has passed on the declaration: the attacked players decide."""
    table.state.step = "blocking"
    table.push(Blocking())


def run_blocking(table: Magika, _frame: Blocking) -> None:
    """The next Attack is to be met; behind the last one everybody may answer."""
    frame = next_to_meet(table)
    if frame is not None:
        table.push(frame)
        return
    pop(table)
    table.state.step = "blocked"
    table.push(GivePriority(after="resolution"))


@carries("MM-7.1", "MM-R33", otherwise=None)
def next_to_meet(table: Magika) -> MeetAttack | None:
    """The attacked player may Block, one Attack after the other, before any damage."""
    return next((MeetAttack(player=seat, attack=attack.id) for seat, attack in open_blocks(table)), None)


def ask_block(table: Magika, frame: MeetAttack) -> Pending | None:
    """How this Attack is met; nothing is asked of one that has vanished."""
    attack = next((a for _, a in open_blocks(table) if a.id == frame.attack), None)
    attacker = None if attack is None else on_mantle(table, attack.attacker)
    if attack is None or attacker is None:
        return None
    kind = "Light" if attack.stat == "light" else "Dark"
    amount = stat(table, attacker, f"{attack.stat}_offense")
    facts = {"card": table.name(attacker.object), "stat": kind, "amount": amount}
    return Pending(frame.player, "block", "MM-7.1", "block", facts, attack.attacker)


def skip(table: Magika, _frame: MeetAttack) -> None:
    """The Attack is there no more."""
    pop(table)


def let_pass(table: Magika, seat: int) -> NoBlock:
    """The Attack that is decided on goes through."""
    frame = asked(table)
    assert frame is not None
    return NoBlock(player=seat, attack=frame.attack)


STEPS = (Step(Blocking, run=run_blocking), Step(MeetAttack, run=skip, asks=ask_block))
