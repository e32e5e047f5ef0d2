"""Damage: the printed number changed, then dealt to Equipment before life (MC-8, MC-9.6 to 9.8)."""

from __future__ import annotations

from oracle.kernel.agenda import Step, pop
from oracle.kernel.decisions import Pending
from oracle.kernel.effects.ability import Do
from oracle.kernel.effects.lasting import stat
from oracle.kernel.rulebook import carries
from oracle.kernel.table import Place

from .equipment import change_durability
from .seats import waiting
from .state import Damage, Machai, Permanent, Played, other, prepared

# -- how much --------------------------------------------------------------------------------------


def total_damage(table: Machai, frame: Do, amount: int, per: str | None, nth: int) -> int:
    """The printed number with its changes, not below 0, times what it is dealt per (MC-R49)."""
    entry = waiting(table, frame.source)
    return max(0, printed_now(table, entry, amount, nth)) * times(table, frame.player, per)


@carries("MC-8.1", "MC-8.2", otherwise=1)
def printed_now(table: Machai, entry: Played | None, amount: int, nth: int) -> int:
    """Changes of damage change the number printed on the card; the option says which (MC-R40)."""
    if entry is None or (nth > 0 and table.state.options.damage_mod_scope == "first"):
        return amount
    return amount + prepared_bonus(table, entry) + changes(entry) + lasting_changes(table, entry)


@carries("MC-7.15", otherwise=0)
def prepared_bonus(table: Machai, entry: Played) -> int:
    """A prepared Attack card has 1 more damage."""
    return 1 if entry.prep and table.card(entry).type == "attack" else 0


@carries("MC-8.4", otherwise=0)
def changes(entry: Played) -> int:
    """What was done to the card on the stack."""
    return sum(change.n for change in entry.mods)


def lasting_changes(table: Machai, entry: Played) -> int:
    """What permanents and effects of this turn change, read as the card resolves (MC-R52)."""
    return stat(table, Place(None, "stack", entry), "damage")


def times(table: Machai, seat: int, per: str | None) -> int:
    """What a number is multiplied by."""
    if per is None:
        return 1
    if per == "level":
        return level_now(table, seat)
    player = table.state.players[other(seat) if per == "opp_equipment" else seat]
    return len(player.battlefield) if per == "opp_equipment" else len(prepared(player))


@carries("MC-8.3", "MC-8.5", otherwise=1)
def level_now(table: Machai, seat: int) -> int:
    """So much per level is that number times the player's level, as it resolves (MC-R51)."""
    return table.state.players[seat].level


# -- dealing it ------------------------------------------------------------------------------------


def deal(table: Machai, frame: Do, total: int, seats: list[int]) -> None:
    """Damage to some players, one after the other, looked at once at the end (MC-R61)."""
    victims = [seat for seat in seats if not dodges(table, frame, seat)]
    if total > 0 and victims:
        table.push(
            Damage(player=frame.player, source=frame.source, amount=total, left=total, victims=victims, rule="MC-9.6")
        )


@carries("MC-8.8", otherwise=False)
def dodges(table: Machai, frame: Do, seat: int) -> bool:
    """A player who dodged a card takes no damage of it (MC-R53)."""
    entry = waiting(table, frame.source)
    return entry is not None and seat in entry.dodged_by


@carries("MC-9.2", "MC-9.6", otherwise=())
def buffers(table: Machai, seat: int) -> list[Permanent]:
    """Equipment is damaged before its player's life, as long as it has Armor (MC-R59)."""
    return [piece for piece in table.state.players[seat].battlefield if piece.durability > 0]


@carries("MC-9.7", otherwise=False)
def attacker_chooses(pieces: list[Permanent]) -> bool:
    """With several pieces the attacking player picks the one that is damaged first."""
    return len(pieces) > 1


def ask_damage(table: Machai, frame: Damage) -> Pending | None:
    """Which piece takes the damage, where there is a choice."""
    if not frame.victims or frame.left == 0:
        return None
    pieces = buffers(table, frame.victims[0])
    if not attacker_chooses(pieces):
        return None
    facts = {"amount": frame.left}
    picks = tuple(piece.id for piece in pieces)
    return Pending(
        frame.player, "assign_damage", "MC-9.7", facts=facts, source=frame.source, min=1, max=1, chosen=(), picks=picks
    )


def run_damage(table: Machai, frame: Damage) -> None:
    """The only piece takes it, else the player; then the next victim."""
    if not frame.victims:
        pop(table)
    elif frame.left == 0:
        frame.victims = frame.victims[1:]
        frame.left = frame.amount if frame.victims else 0
    else:
        pieces = buffers(table, frame.victims[0])
        if pieces:
            hit_piece(table, frame, pieces[0])
        else:
            hit_player(table, frame)


def take_damage(table: Machai, frame: Damage, pick: int) -> None:
    """The attacking player has picked a piece."""
    hit_piece(table, frame, table.find(pick, "battlefield", frame.victims[0]))


def hit_piece(table: Machai, frame: Damage, piece: Permanent) -> None:
    """A piece takes what its durability can; the rest goes on (MC-R58)."""
    taken = min(frame.left, piece.durability)
    table.emit("damage", frame.rule, source=frame.source, target={"object": piece.id}, amount=taken)
    change_durability(table, frame.victims[0], piece, -taken, "MC-9.3")
    frame.left = carried_over(frame.left - taken)


@carries("MC-9.8", otherwise=0)
def carried_over(rest: int) -> int:
    """Excess damage goes on to the next target."""
    return rest


def hit_player(table: Machai, frame: Damage) -> None:
    """The player loses life, not below 0 (MC-R68)."""
    seat, amount = frame.victims[0], frame.left
    player = table.state.players[seat]
    player.life = max(0, player.life - amount)
    frame.left = 0
    table.emit("damage", frame.rule, source=frame.source, target={"player": seat}, amount=amount)
    table.emit("life", frame.rule, player=seat, amount=-amount, left=player.life)


STEPS = (Step(Damage, run=run_damage, asks=ask_damage, takes=take_damage),)
