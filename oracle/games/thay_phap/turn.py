"""The turn: start, draw, actions, end (TP-3, TP-4.4, TP-4.5)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.effects.run import effects_of
from oracle.kernel.rulebook import carries

from .piles import draw_at_once
from .settle import end_match
from .state import Moment, PassTurn, Phap, Phase, TurnDraw, turn_order

DRAWN = 1


def begin_phase(table: Phap, phase: Phase) -> None:
    """A part of the turn begins."""
    state = table.state
    state.phase = phase
    table.events.append({"type": "phase", "player": state.active, "phase": phase, "rule": "TP-3.4"})


def begin_turn(table: Phap, seat: int) -> None:
    """A turn begins: mana, effects of its start, the draw, then the actions (TP-R08)."""
    state = table.state
    state.active = seat
    table.events.append({"type": "turn", "player": seat, "turn": state.turn, "rule": "TP-3.16"})
    begin_phase(table, "start")
    mana = state.players[seat].mana = fresh_mana(table)
    table.events.append(
        {"type": "gain", "player": seat, "what": "mana", "amount": mana, "left": mana, "rule": "TP-3.1"}
    )
    sources = sources_of(table, seat, "turn_start")
    if sources:
        table.push(Moment(name="turn_start", player=seat, left=sources), TurnDraw(player=seat))
    else:
        draw_of_turn(table, seat)


@carries("TP-3.1", otherwise=0)
def fresh_mana(table: Phap) -> int:
    """The mana of a turn; it is set, not added."""
    return table.state.options.mana_per_turn


def sources_of(table: Phap, seat: int, event: str) -> list[Any]:
    """Those of a seat's cards that do something at a moment: mage, monsters, blocks, in table order (TP-R71)."""
    player, cards = table.state.players[seat], table.cards
    return [
        thing.id
        for thing in (player.mage, *player.monsters, *player.blocks)
        if event in (table.card(thing) if thing.card is None else cards[thing.card]).events
    ]


def run_moment(table: Phap, frame: Moment) -> None:
    """The next source's effects; one that has left is skipped."""
    if not frame.left:
        pop(table)
        return
    source, frame.left = frame.left[0], frame.left[1:]
    thing = table.find(source, seat=frame.player)
    if thing is not None:
        table.push(*effects_of(table, frame.name, frame.player, source, thing.card))


def run_turn_draw(table: Phap, frame: TurnDraw) -> None:
    """The draw of the turn, then the actions."""
    pop(table)
    if table.state.phase == "start":
        draw_of_turn(table, frame.player)
    else:
        begin_phase(table, "main")


def draw_of_turn(table: Phap, seat: int) -> None:
    """The draw, then the actions; what chance is asked is waited for on the agenda."""
    begin_phase(table, "draw")
    drawing = draw_at_once(table, seat, turn_draw(table))
    if drawing is None:
        begin_phase(table, "main")
    else:
        table.push(drawing, TurnDraw(player=seat))


def turn_draw(table: Phap) -> int:
    """One card, but none in the first turn of the match."""
    return 0 if skips_draw(table) else usual_draw()


@carries("TP-3.5", otherwise=0)
def usual_draw() -> int:
    """In the draw part one card is drawn."""
    return DRAWN


@carries("TP-2.6", otherwise=False)
def skips_draw(table: Phap) -> bool:
    """The player who goes first does not draw in the first turn."""
    return table.state.turn == 1


# -- the end ---------------------------------------------------------------------------------------


def end_turn(table: Phap) -> None:
    """The turn ends: effects of its end, then it passes."""
    state = table.state
    assert state.active is not None
    begin_phase(table, "end")
    sources = sources_of(table, state.active, "turn_end")
    if sources:
        table.push(Moment(name="turn_end", player=state.active, left=sources), PassTurn())
    else:
        pass_turn(table)


def run_pass(table: Phap, _frame: PassTurn) -> None:
    """The effects of the end are done."""
    pop(table)
    pass_turn(table)


def pass_turn(table: Phap) -> None:
    """What lasts until the end of the turn ends; the next seat's turn begins."""
    expire_effects(table)
    lose_mana(table)
    reset(table)
    if cap_is_reached(table):
        end_match(table, [], "TP-R63", "turn_cap")
        return
    state = table.state
    seats = turn_order(table)
    state.turn += 1
    begin_turn(table, seats[1] if seats[0] == state.active else seats[0])


@carries("TP-R68")
def expire_effects(table: Phap) -> None:
    """Effects until the end of the turn end."""
    if not table.state.effects:
        return
    for effect in table.state.effects:
        if effect.until == "end_of_turn":
            target = {"object": effect.target}
            table.emit("expire", "TP-R68", effect=effect.id, target=target, change=effect.change, until=effect.until)
    table.state.effects = [effect for effect in table.state.effects if effect.until != "end_of_turn"]


@carries("TP-4.4", "TP-4.5")
def lose_mana(table: Phap) -> None:
    """Every seat's mana is reset after every turn (TP-R10)."""
    for seat, player in enumerate(table.state.players):
        mana = player.mana
        if mana > 0:
            table.events.append(
                {"type": "lose", "player": seat, "what": "mana", "amount": mana, "left": 0, "rule": "TP-4.5"}
            )
        player.mana = 0


def reset(table: Phap) -> None:
    """The counters of the turn start anew, for all seats."""
    table.state.acts = 0
    for player in table.state.players:
        player.converted = player.died = 0
        player.draw_offered = False
        player.mage.uses = 0
        for monster in player.monsters:
            monster.attacks = monster.extra_attacks = 0


@carries("TP-R63", otherwise=False)
def cap_is_reached(table: Phap) -> bool:
    """The match is drawn at the end of the last turn allowed."""
    return table.state.turn >= table.state.options.round_cap * len(table.state.players)


STEPS = (Step(Moment, run=run_moment), Step(TurnDraw, run=run_turn_draw), Step(PassTurn, run=run_pass))
