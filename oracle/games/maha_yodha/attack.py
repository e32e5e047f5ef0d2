"""The attack: who may, who must, and the damage of one count (MY-12)."""

from __future__ import annotations

from oracle.kernel.agreement import finish
from oracle.kernel.decisions import Action, Kept, broken, requires
from oracle.kernel.rulebook import carries

from .placement import seat_of
from .state import Maha, opponent
from .totals import total_attack, total_defence
from .turn import begin_phase


class Attack(Action, tag="attack", kw_only=True, frozen=True):
    """Attack with everything that is out."""


# -- requirements ----------------------------------------------------------------------------------


@requires("MY-12.5", code="no_warrior_played", reads=())
def warrior_was_played(table: Maha, attack: Action) -> Kept:
    """The player has played at least one Warrior this turn."""
    return table.state.players[seat_of(attack)].warriors_played > 0


@requires("MY-7.3", code="first_turn_attack", reads=())
def not_the_first_turn_of_the_first_player(table: Maha, attack: Action) -> Kept:
    """The first player does not attack on his first turn."""
    state = table.state
    seat = seat_of(attack)
    return not (seat == state.first_player and state.players[seat].turns_begun == 1)


@requires("MY-7.4", code="enemy_half_empty", reads=())
def enemy_cards_are_out(table: Maha, attack: Action) -> Kept:
    """Where the option says so, the opponent has a card out."""
    if not table.state.options.attack_needs_enemy_cards:
        return None
    return bool(table.state.players[opponent(seat_of(attack))].battlefield)


REQUIREMENTS = (warrior_was_played, not_the_first_turn_of_the_first_player, enemy_cards_are_out)


@requires("MY-12.6", code="attack_forced", reads=())
def attack_is_made(table: Maha, end: Action) -> Kept:
    """A player who can attack must do so before the turn ends."""
    if table.state.phase != "attack":
        return None
    return bool(broken(REQUIREMENTS, table, end))


# -- what it does ----------------------------------------------------------------------------------


def attack(table: Maha, action: Attack) -> None:
    """Defence is counted first, attack second; the difference is damage (MY-12.8)."""
    seat = seat_of(action)
    foe = opponent(seat)
    defence = count(table, "defence_total", foe, total_defence(table, foe))
    strength = count(table, "attack_total", seat, total_attack(table, seat))
    table.state.players[seat].attacked = True
    if strength > defence:
        surplus(table, foe, strength - defence)
    elif strength < defence:
        counterattack(table, seat, defence - strength)
    else:
        table.emit("no_damage", "MY-12.3", player=foe)
    if table.state.result is None:
        begin_phase(table, "end", "MY-12.7")


def count(table: Maha, event: str, seat: int, amount: int) -> int:
    """Tell a total."""
    table.emit(event, "MY-12.8", player=seat, amount=amount)
    return amount


@carries("MY-12.3")
def surplus(table: Maha, foe: int, amount: int) -> None:
    """The opponent takes attack minus defence."""
    damage(table, foe, amount, "MY-12.3")


@carries("MY-12.4")
def counterattack(table: Maha, seat: int, amount: int) -> None:
    """The attacker takes defence minus attack."""
    damage(table, seat, amount, "MY-12.4")


def damage(table: Maha, seat: int, amount: int, rule: str) -> None:
    """A player loses life; at 0 the match is over at once."""
    player = table.state.players[seat]
    before = player.life
    player.life = max(0, before - amount)
    table.emit("damage", rule, source=None, target={"player": seat}, amount=amount)
    table.emit("life", rule, player=seat, amount=player.life - before, left=player.life)
    if player.life == 0:
        lose(table, seat)


@carries("MY-1.1")
def lose(table: Maha, seat: int) -> None:
    """Who brings the opponent to nothing has won."""
    finish(table, [opponent(seat)], "MY-1.5", "life_zero")
