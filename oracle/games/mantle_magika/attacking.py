"""Declaring Attacks (MM-6, MM-21.4, MM-21.13, MM-21.14; rulings R30, R39, R41)."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from oracle.kernel.agenda import Step, pop
from oracle.kernel.decisions import Action, Facts, Kept, Pending, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.records import GivePriority, Priority
from oracle.kernel.state import ObjectId, Seat
from oracle.kernel.table import Place

from .battle import battle_of, due
from .keywords import card_shown, count, is_link, is_summon, mantle, on_mantle
from .seats import active, is_living, living, note_act, seat_of
from .state import Attack, ExtraAttack, Magika, Stat
from .stats import KINDS, attackable_targets, stat


class DeclareAttack(Action, tag="declare_attack", kw_only=True, frozen=True):
    """Attack a player with a Summon, by its Light or its Dark Offense."""

    attacker: ObjectId
    target: Seat
    stat: Stat | UnsetType = UNSET
    target_summon: ObjectId | UnsetType = UNSET


class DeclareExtraAttack(Action, tag="declare_extra_attack", kw_only=True, frozen=True):
    """The additional Attack of a Summon with Speed."""

    target: Seat
    stat: Stat | UnsetType = UNSET
    target_summon: ObjectId | UnsetType = UNSET


class FinishDeclaration(Action, tag="finish_declaration", kw_only=True, frozen=True):
    """No more Attacks are declared."""


def attacker_of(table: Magika, action: Any) -> Place | None:
    """Where the attacker is, whosever it is."""
    return card_shown(table, action.attacker, action.player)


def own_summon(table: Magika, action: Any) -> Place | None:
    """The attacker as a Summon on the own Mantle."""
    place = on_mantle(table, action.attacker)
    return place if place is not None and place.seat == action.player and is_summon(table, place.object) else None


# -- requirements ----------------------------------------------------------------------------------


@requires("MM-4.9", code="no_attacks_now", reads=())
def battle_is_on(table: Magika, _action: Action) -> Kept:
    """Attacks are declared in the Battle Phase, while nothing waits on the stack."""
    state = table.state
    return (state.phase == "battle" and state.step in ("open", "declaring") and not state.stack) or {
        "phase": state.phase
    }


@requires("MM-6.9", code="not_your_turn", reads=())
def turn_is_own(table: Magika, action: Action) -> Kept:
    """A player attacks in the own turn."""
    return action.player == table.state.active or {"active": table.state.active}


@requires("MM-6.7", code="not_a_summon", reads=("attacker",))
def attacker_is_a_summon(table: Magika, action: DeclareAttack) -> Kept:
    """Only Summons attack."""
    place = attacker_of(table, action)
    return None if place is None else is_summon(table, place.object) or {"card": table.name(place.object)}


@requires("MM-6.2", code="not_your_summon", reads=("attacker",))
def attacker_is_own(table: Magika, action: DeclareAttack) -> Kept:
    """The attacker is a card on the own Mantle."""
    place = attacker_of(table, action)
    return place is not None and place.seat == action.player and place.zone == "mantle"


@requires("MM-6.8", "MM-12.16", code="attacker_tapped", reads=("attacker",))
def attacker_is_untapped(table: Magika, action: DeclareAttack) -> Kept:
    """A Tapped Summon cannot attack; in the turn in which it is Summoned it is Tapped."""
    place = on_mantle(table, action.attacker)
    if place is None:
        return None
    thing: Any = place.object
    rules = ("MM-6.8", "MM-12.16") if thing.summon_tap else ("MM-6.8",)
    return not thing.tapped or {"card": table.name(thing), "rules": rules}


@requires("MM-16.14", code="attacker_is_link", reads=("attacker",))
def attacker_is_no_link(table: Magika, action: DeclareAttack) -> Kept:
    """A Link cannot attack."""
    place = on_mantle(table, action.attacker)
    return None if place is None else not is_link(place.object) or {"card": table.name(place.object)}


@requires("MM-6.4", code="declaration_is_over", reads=("attacker",))
def attacker_is_not_barred(table: Magika, action: DeclareAttack) -> Kept:
    """A Summon that was able to join a finished declaration cannot be declared later (MM-R30)."""
    if action.attacker not in battle_of(table).barred:
        return True
    return {"card": table.name(table.find(action.attacker))}


@requires("MM-6.1", code="no_opponent", reads=("target",))
def target_is_an_opponent(table: Magika, action: Any) -> Kept:
    """An Attack names an opposing player who is in the game."""
    return (action.target != action.player and is_living(table, action.target)) or {"target": action.target}


@requires("MM-6.3", code="no_offense_named", reads=("stat",))
def offense_is_named(_table: Magika, action: Any) -> Kept:
    """An Attack names Light or Dark."""
    return action.stat is not UNSET


@requires("MM-21.13", code="target_summon_must_be_named", reads=("target", "target_summon"))
def target_summon_is_named(table: Magika, action: Any) -> Kept:
    """Who attacks a player that has a Summon with Target names one of these."""
    found = [place.object.id for place in opposing_targets(table, action) or ()]
    return None if not found else action.target_summon in found or {"targets": found}


@requires("MM-21.14", code="target_summon_not_there", reads=("target", "target_summon"))
def target_summon_is_absent(table: Magika, action: Any) -> Kept:
    """Where the attacked player has no Summon with Target none is named."""
    return None if opposing_targets(table, action) != [] else action.target_summon is UNSET


def opposing_targets(table: Magika, action: Any) -> list[Place] | None:
    """The Summons with Target of the opponent who is named; `None` if none is."""
    living_opponent = action.target != action.player and is_living(table, action.target)
    return list(attackable_targets(table, action.target)) if living_opponent else None


@requires("MM-21.4", code="extra_attack_due", reads=())
def no_extra_attack_is_due(table: Magika, _action: FinishDeclaration) -> Kept:
    """Additional Attacks are made before the declaration is finished."""
    return due(table) is None


@requires("MM-6.4", code="no_attack_declared", reads=())
def an_attack_is_declared(table: Magika, _action: FinishDeclaration) -> Kept:
    """A declaration has at least one Attack."""
    return bool(battle_of(table).attacks)


# -- candidates ------------------------------------------------------------------------------------


def attackers(table: Magika, draft: Any) -> list[int]:
    """The own Summons."""
    return [place.object.id for place in mantle(table) if place.seat == draft.player and is_summon(table, place.object)]  # type: ignore[misc]


def targets(table: Magika, draft: Any) -> list[int]:
    """The opponents."""
    return [seat for seat in living(table) if seat != draft.player]


def offenses(_table: Magika, _draft: Any) -> tuple[Stat, ...]:
    """Light and Dark."""
    return KINDS


def target_summons(table: Magika, draft: Any) -> list[Any]:
    """The Summons with Target of the attacked player, or none."""
    return [place.object.id for place in attackable_targets(table, draft.target)] or [UNSET]


def label(table: Magika, action: DeclareAttack) -> tuple[str, Facts]:
    """What the button says."""
    place = attacker_of(table, action)
    assert place is not None
    return attack_label(table, action, place, "attack")


def extra_label(table: Magika, action: DeclareExtraAttack) -> tuple[str, Facts]:
    """What the button says."""
    frame = due(table)
    place = on_mantle(table, frame.attacker) if frame is not None else None
    assert place is not None
    return attack_label(table, action, place, "extra_attack")


def attack_label(table: Magika, action: Any, place: Place, word: str) -> tuple[str, Facts]:
    """An Attack in words."""
    named = action.target_summon is not UNSET
    target: Any = table.name(table.find(action.target_summon)) if named else table.state.players[action.target].name
    kind = "Light" if action.stat == "light" else "Dark"
    return word, {
        "card": table.name(place.object),
        "target": target,
        "stat": kind,
        "amount": stat(table, place, f"{action.stat}_offense"),
    }


# -- declaring -------------------------------------------------------------------------------------


def declare_attack(table: Magika, action: DeclareAttack) -> None:
    """An Attack is declared; Speed makes additional ones."""
    place = own_summon(table, action)
    assert place is not None
    note_act(table)
    table.state.step = "declaring"
    table.state.priority = Priority()
    tap_attacker(table, place)
    record(table, action, action.attacker, "base")
    speed = speed_of(table, place)
    if speed:
        table.push(ExtraAttack(player=seat_of(action), attacker=action.attacker, left=speed))


@carries("MM-6.5")
def tap_attacker(table: Magika, place: Place) -> None:
    """Declaring an Attack taps the attacker."""
    thing: Any = place.object
    thing.tapped = True
    table.emit("tap", "MM-6.5", object=thing.id, card=thing.card)


@carries("MM-21.4", "MM-R39", otherwise=0)
def speed_of(table: Magika, place: Place) -> int:
    """Each instance of Speed makes one additional Attack."""
    return count(table, place, "speed")


def record(table: Magika, action: Any, attacker: int, origin: Literal["base", "speed"]) -> None:
    """Note an Attack and tell it."""
    named = action.target_summon is not UNSET
    target: Any = {"object": action.target_summon} if named else {"player": action.target}
    attack = Attack(
        id=table.fresh_id(), attacker=attacker, player=seat_of(action), target=target, stat=action.stat, origin=origin,
    )  # fmt: skip
    battle = battle_of(table)
    table.state.battle = replace(battle, attacks=[*battle.attacks, attack])
    table.emit(
        "attack", "MM-6.6", player=attack.player, attack=attack.id, object=attacker, target=target, stat=action.stat
    )


def declare_extra(table: Magika, action: DeclareExtraAttack) -> None:
    """An additional Attack by the same Summon, without another tapping."""
    frame = due(table)
    assert frame is not None
    frame.left -= 1
    record(table, action, frame.attacker, "speed")


def ask_extra(_table: Magika, frame: ExtraAttack) -> Pending | None:
    """Speed makes another Attack, until none is left."""
    return Pending(frame.player, "extra_attack", "MM-21.4", source=frame.attacker) if frame.left else None


def end_extra(table: Magika, _frame: ExtraAttack) -> None:
    """All additional Attacks are made: the declaration goes on."""
    pop(table)


def finish_declaration(table: Magika, _action: FinishDeclaration) -> None:
    """The Attacks are declared: everybody may answer, then they are Blocked."""
    bar_the_rest(table)
    table.state.step = "declared"
    table.push(GivePriority(after="resolution"))


@carries("MM-6.4", "MM-R30")
def bar_the_rest(table: Magika) -> None:
    """Own Summons that could have joined in are barred for this Battle Phase."""
    if table.state.options.attack_batching == "free":
        return
    battle = battle_of(table)
    able: list[Any] = [place.object.id for place in mantle(table) if can_join(table, place)]
    barred = [*battle.barred, *(number for number in able if number not in battle.barred)]
    table.state.battle = replace(battle, barred=barred)


def can_join(table: Magika, place: Place) -> bool:
    """Whether a Summon of the turn player could have been declared."""
    thing: Any = place.object
    return place.seat == active(table) and is_summon(table, thing) and not thing.tapped and not is_link(thing)


STEPS = (Step(ExtraAttack, run=end_extra, asks=ask_extra),)
