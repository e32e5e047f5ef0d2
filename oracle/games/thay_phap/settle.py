"""Deaths and victory (TP-4.1, TP-5, TP-10.5; the order of TP-R38): settled after every part of an effect."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.agreement import finish
from oracle.kernel.effects.run import effects_of
from oracle.kernel.rulebook import carries
from oracle.kernel.state import Frame

from .piles import draw_at_once, to_pile
from .state import Block, Fallen, Monster, PassTurn, Phap, Settle, turn_order
from .stats import life_of, rest_of


def run_settle(table: Phap, _frame: Settle) -> None:
    """Settle once; what falls meanwhile joins the queue."""
    pop(table)
    settle(table)


def settle(table: Phap) -> None:
    """Lives first, then monsters; a turn whose player has fallen ends."""
    if not anybody_falls(table):
        return
    settle_lives(table)
    if table.state.result is None:
        settle_monsters(table)
        end_turn_of_the_fallen(table)


def anybody_falls(table: Phap) -> bool:
    """Whether a seat or a monster has lost its life: else there is nothing to settle."""
    for player in table.state.players:
        if player.life <= 0 or player.out:
            return True
        for monster in player.monsters:
            # A monster that nothing has hurt or weakened lives: cards have no life of 0.
            if (monster.damage or monster.plus_life < 0) and has_no_life(table, monster):
                return True
    return False


# -- lives -----------------------------------------------------------------------------------------


def settle_above(table: Phap, depth: int) -> None:
    """Settle what has just happened: now, or below the work that it has put on an agenda of this depth."""
    agenda = table.state.agenda
    if len(agenda) <= depth:
        settle(table)
    else:
        agenda.insert(depth, Settle())


def settle_lives(table: Phap) -> None:
    """Seats at 0 or less have lost: the last one left wins, otherwise they are out."""
    left = [seat for seat, player in enumerate(table.state.players) if not player.out]
    lost = seats_at_zero(table, left)
    if not lost:
        return
    standing = [seat for seat in left if seat not in lost]
    if not standing:
        all_at_zero(table)
    elif len(standing) == 1:
        end_match(table, standing, "TP-5.1", "life_zero")
    else:
        for seat in lost:
            eliminate(table, seat)


@carries("TP-5.1", otherwise=())
def seats_at_zero(table: Phap, seats: list[int]) -> tuple[int, ...]:
    """Who has no life left."""
    players = table.state.players
    return tuple([seat for seat in seats if players[seat].life <= 0])


@carries("TP-R51")
def all_at_zero(table: Phap) -> None:
    """All fell in the same moment: a draw, or the active player's win by the option."""
    active = table.state.active
    wins = table.state.options.simultaneous_zero == "active_wins" and active is not None
    end_match(table, [active] if wins and active is not None else [], "TP-R51", "life_zero")


def end_match(table: Phap, winners: list[int], rule: str, reason: str) -> None:
    """The match is over at once: what was still to come is dropped (TP-R59)."""
    table.state.effects.clear()
    finish(table, winners, rule, reason)


@carries("TP-R69")
def eliminate(table: Phap, seat: int) -> None:
    """A seat is out: its cards go to its pile without deaths, draws or effects."""
    player = table.state.players[seat]
    player.out = True
    player.mana = 0
    table.emit("lose", "TP-R69", player=seat, what="match", amount=0, left=0)
    for zone in ("monsters", "blocks", "hand", "resolving"):
        for thing in list(getattr(player, zone)):
            leave(table, thing)
            to_pile(table, seat, zone, thing, reason="eliminated", rule="TP-R69")
    drop_work_of(table, seat)


def drop_work_of(table: Phap, seat: int) -> None:
    """What the seat had queued or begun vanishes."""
    agenda = table.state.agenda
    for frame in agenda:
        if isinstance(frame, Fallen):
            frame.queue = [entry for entry in frame.queue if entry["player"] != seat]
    agenda[:] = [frame for frame in agenda if worker(frame) != seat]


def worker(frame: Frame) -> int | None:
    """The seat whose work a frame is."""
    seat: int | None = getattr(frame, "by", getattr(frame, "player", None))
    return seat


def end_turn_of_the_fallen(table: Phap) -> None:
    """If the active seat is out its turn ends at once, without end-of-turn effects."""
    state = table.state
    if state.active is None or not state.players[state.active].out:
        return
    agenda = state.agenda
    start = next((i for i, frame in enumerate(agenda) if isinstance(frame, Fallen)), len(agenda))
    agenda[:start] = [PassTurn()]


# -- deaths ----------------------------------------------------------------------------------------


def settle_monsters(table: Phap) -> None:
    """All monsters without life die together: the active seat's first, in table order."""
    for seat in turn_order(table):
        for monster in [*table.state.players[seat].monsters]:
            if (monster.damage or monster.plus_life < 0) and has_no_life(table, monster):
                die(table, seat, monster, "damage", "TP-10.5")


@carries("TP-10.5", otherwise=False)
def has_no_life(table: Phap, monster: Monster) -> bool:
    """A monster that has lost all its life is destroyed."""
    return life_of(table, monster) <= 0


def die(table: Phap, seat: int, monster: Monster, reason: str, rule: str) -> None:
    """A monster dies: to the discard pile, and into the queue of draws and death effects."""
    told = {"type": "destroy", "object": monster.id, "card": monster.card, "reason": reason, "rule": rule}
    table.events.append(told)
    leave(table, monster)
    now = to_pile(table, seat, "monsters", monster, reason=reason, rule="TP-R23")
    table.state.players[seat].died += 1
    enqueue(table, "death", seat, monster, now)


def break_block(table: Phap, seat: int, block: Block, reason: str, rule: str) -> None:
    """A block is destroyed: nothing is drawn for it (TP-R41)."""
    table.emit("destroy", rule, object=block.id, card=block.card, reason=reason)
    leave(table, block)
    now = to_pile(table, seat, "blocks", block, reason=reason, rule="TP-R41")
    enqueue(table, "broken", seat, block, now)


def is_broken(table: Phap, block: Block) -> bool:
    """A block that can take no more is destroyed."""
    return rest_of(table, block) <= 0


def leave(table: Phap, thing: Any) -> None:
    """What lasts on a card ends when it leaves the table."""
    if table.state.effects:
        table.state.effects = [effect for effect in table.state.effects if effect.target != thing.id]


def enqueue(table: Phap, what: str, seat: int, thing: Any, now: int) -> None:
    """Into the queue that is being worked off, or a new one on top of what is under way.

    Where its effect does something to the card itself, that is known by its id in the pile (`now`).
    """
    entry = {"what": what, "player": seat, "id": thing.id, "card": thing.card}
    if what in table.cards[thing.card].own_events:
        entry["now"] = now
    for frame in table.state.agenda:
        if isinstance(frame, Fallen):
            frame.queue = [*frame.queue, entry]
            return
    table.push(Fallen(queue=[entry]))


def run_fallen(table: Phap, frame: Fallen) -> None:
    """One of the queue after another: its player draws, then its effect resolves."""
    while frame.queue:
        entry, frame.queue = frame.queue[0], frame.queue[1:]
        seat, event = entry["player"], entry["what"]
        effects = effects_of(table, event, seat, entry["id"], entry["card"])
        for effect in effects:
            effect.bound = {"self": [{"object": entry["now"]}]} if "now" in entry else {}
        work: list[Frame] = [*effects]
        if event == "death":
            drawing = draw_at_once(table, seat, death_draw())
            if drawing is not None:
                work.insert(0, drawing)
        if work:
            table.push(*work)
            return
    pop(table)


@carries("TP-4.1", "TP-10.6", otherwise=0)
def death_draw() -> int:
    """Every death of a monster draws its player one card, once."""
    return 1


STEPS = (Step(Settle, run=run_settle), Step(Fallen, run=run_fallen))
