"""What no state of this game can be (sections 4 and 11 of the digest)."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.kernel.errors import Fault
from oracle.kernel.hidden import located
from oracle.kernel.shapes import fault
from oracle.kernel.stack.faults import stack_is_sound
from oracle.kernel.state import Frame

from .building import plan
from .costs import is_price
from .keywords import is_summon, mantle
from .sound_attachments import attachments_hold
from .sound_battles import battle_is_sound, battle_work_is_sound
from .state import Blocking, Build, ExtraAttack, Fighting, Magika, MeetAttack, Player, SetUp, TurnStart
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


def is_settled(table: Magika) -> bool:
    """Whether everything that happens by itself is done: at priority, while something is put together or Blocked."""
    state = table.state
    calm = all(isinstance(frame, Build | Blocking | MeetAttack | ExtraAttack) for frame in state.agenda)
    return calm and state.result is None and state.phase != "setup"


def players_are_sound(table: Magika) -> Iterator[Fault]:
    """Living players have Health; those who have lost have nothing in the game."""
    state, settled = table.state, is_settled(table)
    for seat, player in enumerate(state.players):
        at = f"/players/{seat}"
        if player.status == "playing" and player.lost_reason is not None:
            yield fault("reason_without_loss", f"{at}/lost_reason", "Who plays has not lost for any reason.")
        if player.chain_summon_serial is not None and player.chain_summon_serial > state.turn:
            yield fault("entered_in_future", f"{at}/chain_summon_serial", f"This is turn {state.turn}.")
        if state.result is None and state.phase != "setup":
            yield from loss_faults(player, at, settled=settled)
    if settled and sum(player.status == "playing" for player in state.players) < 2:
        yield fault("one_left", "/result", "With one player left the match is over.")


def loss_faults(player: Player, at: str, *, settled: bool) -> Iterator[Fault]:
    """What cannot be of a player who plays, or of one who has lost, while the match goes on."""
    if player.status == "lost":
        if player.mantle or player.hand or player.deck or player.crypt or player.removal:
            yield fault("cards_of_the_lost", at, "What belongs to a player who has lost is out of the game.")
        return
    if player.out:
        yield fault("out_while_playing", f"{at}/out", "Only a player who has lost has cards out of the game.")
    if settled and player.health <= 0:
        yield fault("health_without_loss", f"{at}/health", "A player without Health has lost.")
    if settled and player.draw_failed:
        yield fault("draw_without_loss", f"{at}/draw_failed", "A player who failed to draw has lost.")


def the_lost_do_nothing(table: Magika) -> Iterator[Fault]:
    """Nothing of a player who has lost waits: no activation, no offer, no card that comes back."""
    state = table.state
    gone = (
        {seat for seat, player in enumerate(state.players) if player.status == "lost"}
        if state.result is None
        else set()
    )
    for i, entry in enumerate(state.stack):
        if entry.controller in gone:
            yield fault("of_the_lost", f"/stack/{i}/controller", "What a player who has lost activated has vanished.")
    if state.draw_offer is not None and state.draw_offer.by in gone:
        yield fault("of_the_lost", "/draw_offer/by", "An offer of a player who has lost has lapsed.")
    if state.step == "declaring" and state.stack:
        yield fault("step_elsewhere", "/stack", "While Attacks are declared nothing waits on the stack.")


def marks_are_sound(table: Magika) -> Iterator[Fault]:
    """What comes back at the start of a turn lies in its owner's Removal pile, since a turn that has begun."""
    state = table.state
    for i, mark in enumerate(state.delayed):
        at = f"/delayed/{i}"
        if mark.created_serial > state.turn:
            yield fault("entered_in_future", f"{at}/created_serial", f"This is turn {state.turn}.")
        if mark.player >= len(state.players):
            yield fault("no_such_seat", f"{at}/player", "There is no such seat.")
        elif is_settled(table) and table.find(mark.object, "removal", mark.player) is None:
            yield fault("unknown_object", f"{at}/object", "What comes back lies in its owner's Removal pile.")


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


def summons_stand(table: Magika) -> Iterator[Fault]:
    """No Summon with a Defense below 1 is on the Mantle."""
    state = table.state
    if not is_settled(table):
        return
    for place in mantle(table):
        if is_summon(table, place.object) and any(defense(table, place, kind) < 1 for kind in KINDS):
            at = f"/players/{place.seat}/mantle/{state.players[place.seat or 0].mantle.index(place.object)}"  # type: ignore[arg-type]
            yield fault("summon_fallen", f"{at}/damage", "A Summon with a Defense below 1 is discarded.")


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
    the_lost_do_nothing,
    marks_are_sound,
    cards_are_in_their_zones,
    tokens_are_out,
    attachments_hold,
    summons_stand,
    battle_is_sound,
    work_fits_the_step,
    battle_work_is_sound,
)
