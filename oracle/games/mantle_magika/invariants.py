"""What no state of this game can be (sections 4 and 11 of the digest)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oracle.kernel.errors import Fault
from oracle.kernel.hidden import located
from oracle.kernel.shapes import fault
from oracle.kernel.stack.faults import stack_is_sound
from oracle.kernel.state import Frame

from .battle import attacked
from .blocking import open_blocks
from .building import plan
from .costs import is_price
from .keywords import is_summon, mantle, on_mantle
from .state import Blocking, Build, ExtraAttack, Fighting, Magika, MeetAttack, SetUp, TurnStart
from .stats import KINDS, defense


def turn_is_somebodys(table: Magika) -> Iterator[Fault]:
    """Once play has begun a player who is in is the turn player; steps belong to their phases."""
    state = table.state
    if state.phase == "setup":
        return
    if state.active is None:
        yield fault("no_active", "/active", "Once play has begun it is somebody's turn.")
    elif state.active < len(state.players) and state.players[state.active].status == "lost" and state.result is None:
        yield fault("active_lost", "/active", "The turn player has lost.")
    if state.battle is not None and state.phase != "battle":
        yield fault("battle_elsewhere", "/battle", "There is a battle in the Battle Phase only.")
    if state.step in ("declaring", "declared", "blocking", "blocked", "resolving") and state.phase != "battle":
        yield fault("step_elsewhere", "/step", f"The step {state.step} belongs to the Battle Phase.")


def players_are_sound(table: Magika) -> Iterator[Fault]:
    """Living players have Health; those who have lost have nothing in the game."""
    state = table.state
    if state.result is not None or state.agenda or state.phase == "setup":
        return
    for seat, player in enumerate(state.players):
        at = f"/players/{seat}"
        if player.status == "playing" and player.health <= 0:
            yield fault("health_without_loss", f"{at}/health", "A player without Health has lost.")
        if player.status == "lost" and (player.mantle or player.hand or player.deck or player.crypt or player.removal):
            yield fault("cards_of_the_lost", at, "What belongs to a player who has lost is out of the game.")
        if player.out and player.status == "playing":
            yield fault("out_while_playing", f"{at}/out", "Only a player who has lost has cards out of the game.")


def cards_are_in_their_zones(table: Magika) -> Iterator[Fault]:
    """No Chant stays on the Mantle; Tokens are Summons; only Summons are Tapped for having been Summoned."""
    for seat, player in enumerate(table.state.players):
        for i, thing in enumerate(player.mantle):
            at = f"/players/{seat}/mantle/{i}"
            if thing.card is None:
                continue
            card = table.card(thing)
            if card.type == "chant":
                yield fault("wrong_zone", f"{at}/card", f"{card.name()} is a Chant: it does not stay on the Mantle.")
            if thing.is_token and card.type != "summon":
                yield fault("token_no_summon", f"{at}/is_token", "A Token is a Summon.")
            if thing.summon_tap and (not thing.tapped or card.type != "summon"):
                yield fault("summon_tap", f"{at}/summon_tap", "Only a Tapped Summon is so for having been Summoned.")
            if thing.entered_serial > table.state.turn:
                yield fault("entered_in_future", f"{at}/entered_serial", f"This is turn {table.state.turn}.")


def tokens_are_out(table: Magika) -> Iterator[Fault]:
    """What a Token is made after is nowhere but on the Mantle, as a Token (MM-18.2)."""
    tokens = {key for key, card in table.cards.items() if card.record.token}
    for zone in table.game.zones.values() if tokens else ():
        if zone.shared:
            continue
        for _, thing, at in located(table.state, zone):
            key = thing if isinstance(thing, str) else getattr(thing, "card", None)
            if key in tokens and not getattr(thing, "is_token", False):
                told = f"{table.cards[key].name()} is a Token: it is on the Mantle or nowhere."
                yield fault("token_elsewhere", at, told)


def attachments_hold(table: Magika) -> Iterator[Fault]:
    """What is attached lies with a host that is there: Equipment with a Summon, a Link with an own card."""
    hosts = {thing.id: (seat, thing) for seat, player in enumerate(table.state.players) for thing in player.mantle}
    for seat, player in enumerate(table.state.players):
        for i, thing in enumerate(player.mantle):
            yield from attachment_faults(table, hosts, seat, thing, f"/players/{seat}/mantle/{i}")


def attachment_faults(table: Magika, hosts: dict[Any, Any], seat: int, thing: Any, at: str) -> Iterator[Fault]:
    """One card's attachment."""
    equipment = thing.card is not None and table.card(thing).is_equipment
    if (thing.attached_to is None) != (thing.attach_kind is None):
        yield fault("attachment", f"{at}/attach_kind", "What is attached says to what and how.")
    elif thing.attached_to is None:
        if equipment:
            yield fault("equipment_alone", f"{at}/attached_to", "An Equipment is on the Mantle with a Summon only.")
    elif thing.attached_to not in hosts or circles(hosts, thing):
        yield fault("no_host", f"{at}/attached_to", "The card to which this is attached is not on the Mantle.")
    elif equipment != (thing.attach_kind == "equip"):
        yield fault("attachment", f"{at}/attach_kind", "An Equipment is equipped, a Chain card is linked.")
    elif thing.attach_kind == "link" and hosts[thing.attached_to][0] != seat:
        yield fault("attachment", f"{at}/attached_to", "A Link lies under a card of its owner.")


def circles(hosts: dict[Any, Any], thing: Any) -> bool:
    """Whether attachments lead back to where they began."""
    seen = set()
    while thing is not None and thing.attached_to is not None:
        if thing.id in seen:
            return True
        seen.add(thing.id)
        thing = hosts.get(thing.attached_to, (0, None))[1]
    return False


def summons_stand(table: Magika) -> Iterator[Fault]:
    """No Summon with a Defense below 1 is on the Mantle."""
    state = table.state
    if state.result is not None or state.agenda:
        return
    for place in mantle(table):
        if is_summon(table, place.object) and any(defense(table, place, kind) < 1 for kind in KINDS):
            at = f"/players/{place.seat}/mantle/{state.players[place.seat or 0].mantle.index(place.object)}"  # type: ignore[arg-type]
            yield fault("summon_fallen", f"{at}/damage", "A Summon with a Defense below 1 is discarded.")


def battle_is_sound(table: Magika) -> Iterator[Fault]:
    """Attacks are those of the turn player, at players who are there."""
    battle = table.state.battle
    for i, attack in enumerate(battle.attacks if battle is not None else ()):
        at = f"/battle/attacks/{i}"
        if attack.player != table.state.active:
            yield fault("attack_of_others", f"{at}/player", "Only the turn player attacks.")
        seat = attacked(table, attack)
        if seat is not None and (seat >= len(table.state.players) or seat == attack.player):
            yield fault("no_such_seat", f"{at}/target", "An Attack is at an opponent.")
        if attack.id >= table.state.next_id:
            yield fault("next_id_used", "/next_id", f"next_id is {table.state.next_id}, but {attack.id} is in use.")


# -- unfinished work -------------------------------------------------------------------------------


WORK: dict[str, type[Frame]] = {"start": TurnStart, "blocking": Blocking, "resolving": Fighting}


def work_fits_the_step(table: Magika) -> Iterator[Fault]:
    """A step that is worked off has its frame on the agenda, and no other step has it."""
    state = table.state
    if state.result is not None:
        return
    kinds = {type(frame) for frame in state.agenda}
    if state.step in WORK and WORK[state.step] not in kinds:
        name = WORK[state.step].__struct_config__.tag
        yield fault("step_without_work", "/step", f"In the step {state.step} the agenda holds {name}.")
    if (state.step in ("mulligan", "first_player")) != (state.phase == "setup"):
        yield fault("step_elsewhere", "/step", f"The step {state.step} does not belong to the phase {state.phase}.")
    if state.phase == "setup" and SetUp not in kinds:
        yield fault("step_without_work", "/phase", "While the match is set up the agenda holds setup.")
    for i, frame in enumerate(state.agenda):
        step = STEP_OF.get(type(frame))
        if step is not None and step != state.step:
            yield fault("work_elsewhere", f"/agenda/{i}/step", f"This is done in the step {step}, not in {state.step}.")


STEP_OF: dict[type[Frame], str] = {**{frame: step for step, frame in WORK.items()}, ExtraAttack: "declaring"}


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


def builds_are_sound(table: Magika) -> Iterator[Fault]:
    """What is picked for a build is of the kind that its slot holds: a word that is offered, an object to pay with."""
    for i, frame in enumerate(table.state.agenda):
        if not isinstance(frame, Build) or frame.card not in table.cards:
            continue
        words = {(s.name, s.of): s.offers(table, frame) for s in plan(table, frame) if s.kind == "stat"}
        for j, picked in enumerate(frame.picks):
            if picked.pick is None:
                continue
            offered = words.get((picked.slot, picked.of))
            price = is_price(table, frame, picked.slot)
            if (offered is not None and picked.pick not in offered) or (price and type(picked.pick) is not int):
                yield fault("bad_pick", f"/agenda/{i}/picks/{j}/pick", "This is nothing that can be picked here.")


INVARIANTS = (
    stack_is_sound,
    builds_are_sound,
    turn_is_somebodys,
    players_are_sound,
    cards_are_in_their_zones,
    tokens_are_out,
    attachments_hold,
    summons_stand,
    battle_is_sound,
    work_fits_the_step,
    battle_work_is_sound,
)
