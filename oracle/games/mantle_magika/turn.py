"""The turn: its start, its three phases, its end (MM-4, MM-9.6 to MM-9.8, MM-12.12, MM-21.21)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.agreement import finish
from oracle.kernel.effects.ability import Side
from oracle.kernel.effects.lasting import add_effect, expire
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.priority import begin
from oracle.kernel.stack.records import GivePriority, Priority
from oracle.kernel.stack.windows import left_of
from oracle.kernel.table import Place

from .energy import LETTERS, SHIFTED, gain, lose
from .keywords import Sentence, count, is_link, is_summon, mantle, on_mantle, permanent
from .records import STATS
from .returning import due
from .seats import active
from .speeds import is_quick
from .state import Battle, Check, Damage, Draw, Magika, Phase, Returning, TurnEnd, TurnStart
from .triggering import ready, set_off_upkeep

# -- the start -------------------------------------------------------------------------------------


@carries("MM-4.11", "MM-4.2")
def next_turn(table: Magika) -> None:
    """The turn passes to the player on the left."""
    if cap_is_reached(table):
        finish(table, [], "MM-R97", "turn_cap")
        return
    begin_turn(table, left_of(table, active(table)))


@carries("MM-R97", otherwise=False)
def cap_is_reached(table: Magika) -> bool:
    """So many rounds are over that the match is drawn."""
    cap = table.state.options.max_rounds
    following = table.state.players[left_of(table, active(table))]
    return cap is not None and following.turns_taken >= cap


def begin_turn(table: Magika, seat: int) -> None:
    """A turn begins: what is left of its player's Energy is lost right before."""
    state = table.state
    state.active = seat
    state.phase, state.step = "main", "start"
    state.battle, state.draw_offer, state.loop_guard = None, None, 0
    state.priority = Priority()
    table.push(TurnStart(stage="energy"))


def run_start(table: Magika, frame: TurnStart) -> None:
    """The next step of the start of a turn."""
    STAGES[frame.stage](table, frame)


def start_energy(table: Magika, frame: TurnStart) -> None:
    """Old Energy is lost; then the turn is counted."""
    frame.stage = "wounds"
    seat = active(table)
    lose_unshifted(table, seat)
    lose_shifted_before(table, seat)
    state = table.state
    state.turn += 1
    state.players[seat].turns_taken += 1
    state.round = max(player.turns_taken for player in state.players)
    table.emit("turn", "MM-4.11", player=seat, turn=state.turn)


@carries("MM-9.8")
def lose_unshifted(table: Magika, seat: int) -> None:
    """Unshifted Energy is lost right before the own turn."""
    lose(table, seat, "U", "MM-9.8")


@carries("MM-9.7")
def lose_shifted_before(table: Magika, seat: int) -> None:
    """Shifted Energy is lost right before the own turn too."""
    lose(table, seat, SHIFTED, "MM-9.7")


def start_wounds(table: Magika, frame: TurnStart) -> None:
    """Damage on own Summons is removed, before they Degrade."""
    frame.stage = "degrade"
    heal(table, active(table))


@carries("MM-12.12", "MM-R11")
def heal(table: Magika, seat: int) -> None:
    """All damage on a player's Summons is removed at the start of that player's turn."""
    for thing in table.state.players[seat].mantle:
        if thing.damage.light or thing.damage.dark:
            table.emit(
                "heal",
                "MM-12.12",
                source=None,
                target={"object": thing.id},
                amount=thing.damage.light + thing.damage.dark,
            )
            thing.damage = Damage()
    table.renew()


def start_degrade(table: Magika, frame: TurnStart) -> None:
    """Own Summons Degrade, then it is checked who falls."""
    frame.stage = "blink"
    table.push(Check())
    for place in mantle(table):
        if place.seat == table.state.active and is_summon(table, place.object):
            degrade(table, place)


@carries("MM-21.21", "MM-R57")
def degrade(table: Magika, place: Place) -> None:
    """A card with Degrade gains -1, -1 for each instance, for as long as it stays."""
    n = count(table, place, "degrade")
    if n:
        thing: Any = place.object
        scope = Side(place.seat or 0, thing.id)
        add_effect(
            table, scope, {"object": thing.id}, dict.fromkeys(STATS, -n), "permanent", card=thing.card, rule="MM-21.21"
        )


def start_blink(table: Magika, frame: TurnStart) -> None:
    """Upkeep waits, whatever becomes of its card until the Main Phase; then Blinked cards come back."""
    frame.stage = "gain"
    for place in list(mantle(table)):
        set_off_upkeep(table, place, upkeeps(table, place))
    table.push(Returning(player=active(table), left=due(table, active(table))), Check())


def upkeeps(table: Magika, place: Place) -> list[Sentence]:
    """The Upkeeps of a card that activate at the start of this turn: none of what has come in it."""
    own = place.seat == table.state.active
    found = [s for s in ready(table, "upkeep", place) if own or every_turn(table, s)]
    return [s for s in found if (printed_on := on_mantle(table, s.source)) and has_been_there(table, printed_on)]


def has_been_there(table: Magika, place: Place) -> bool:
    """Whether a card was on the Mantle before this turn."""
    return permanent(place).entered_serial < table.state.turn


@carries("MM-R73", otherwise=False)
def every_turn(table: Magika, sentence: Sentence) -> bool:
    """In others' turns only a Quick one, or each by the option."""
    return is_quick(sentence.ability) or table.state.options.upkeep_scope == "every_turn"


def start_gain(table: Magika, frame: TurnStart) -> None:
    """The Main Phase begins: Energy, untapping, a card."""
    frame.stage = "upkeep"
    seat = active(table)
    enter_phase(table, "main")
    table.state.step = "start"
    gain_energy(table, seat)
    untap_all(table, seat)
    table.push(Draw(player=seat, left=drawn(table, seat)), Check())


@carries("MM-4.3")
def gain_energy(table: Magika, seat: int) -> None:
    """Unshifted Energy equal to the number of the turn."""
    gain(table, seat, {"U": turn_number(table, seat)}, "MM-4.3")


def turn_number(table: Magika, seat: int) -> int:
    """The number of the own turn, or by the option of all turns (MM-R10)."""
    return counted_alone(table, table.state.players[seat].turns_taken)


@carries("MM-R10", otherwise=0)
def counted_alone(table: Magika, own: int) -> int:
    """Every player's turns are counted apart, unless the option says otherwise."""
    return own if table.state.options.turn_number == "per_player" else table.state.turn


@carries("MM-4.4")
def untap_all(table: Magika, seat: int) -> None:
    """All own cards untap."""
    for thing in table.state.players[seat].mantle:
        if thing.tapped and not stays_tapped(table, thing):
            thing.tapped = thing.summon_tap = False
            table.emit("untap", "MM-4.4", object=thing.id, card=thing.card)


@carries("MM-R13", otherwise=False)
def stays_tapped(table: Magika, thing: Any) -> bool:
    """A Summon that was Summoned in this very turn stays Tapped."""
    return bool(thing.summon_tap and thing.entered_serial == table.state.turn)


def drawn(table: Magika, seat: int) -> int:
    """How many cards the turn draws."""
    return 0 if skips_draw(table, seat) else usual_draw()


@carries("MM-4.5", otherwise=0)
def usual_draw() -> int:
    """One card is drawn at the start of the own Main Phase."""
    return 1


@carries("MM-4.6", "MM-R14", otherwise=False)
def skips_draw(table: Magika, seat: int) -> bool:
    """The player who goes first draws none in the first turn."""
    return seat == table.state.starter and table.state.players[seat].turns_taken == 1


def start_upkeep(table: Magika, _frame: TurnStart) -> None:
    """Everything that the start of the turn has set off comes to the stack."""
    pop(table)
    table.state.step = "open"
    table.push(GivePriority(after="resolution"))


STAGES: dict[str, Any] = {
    "energy": start_energy, "wounds": start_wounds, "degrade": start_degrade, "blink": start_blink, "gain": start_gain,
    "upkeep": start_upkeep,
}  # fmt: skip


# -- phases ----------------------------------------------------------------------------------------


def enter_phase(table: Magika, phase: Phase) -> None:
    """A phase begins."""
    table.state.phase, table.state.step = phase, "open"
    table.emit("phase", "MM-4.1", player=table.state.active, phase=phase)


@carries("MM-4.1", "MM-4.2", "MM-R16")
def phase_is_over(table: Magika) -> None:
    """All have passed: Main, Battle and End Phase follow each other in this order."""
    if table.state.phase == "main":
        enter_phase(table, "battle")
        table.state.battle = Battle()
        begin(table)
    elif table.state.phase == "battle":
        enter_phase(table, "end")
        table.state.battle = None
        begin(table)
    else:
        table.push(Check(), TurnEnd())
        end_effects(table)


@carries("MM-R78")
def end_effects(table: Magika) -> None:
    """What lasts until the end of the turn ends, Negation too."""
    expire(table, "end_of_turn", "MM-4.11")
    for player in table.state.players:
        for thing in player.mantle:
            thing.negated = []
    table.renew()


def run_end(table: Magika, _frame: TurnEnd) -> None:
    """Triggers of the end are done first; otherwise the turn passes."""
    pop(table)
    if table.state.trigger_queue:
        table.push(GivePriority(after="resolution"))
        return
    seat = active(table)
    lose_shifted(table, seat)
    next_turn(table)


@carries("MM-9.6")
def lose_shifted(table: Magika, seat: int) -> None:
    """Shifted Energy is lost as the turn passes."""
    lose(table, seat, SHIFTED, "MM-9.6")


STEPS = (Step(TurnStart, run=run_start), Step(TurnEnd, run=run_end))
__all__ = ["LETTERS", "STEPS", "begin_turn", "is_link", "next_turn", "phase_is_over"]
