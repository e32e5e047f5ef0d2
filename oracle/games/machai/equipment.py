"""Equipment and Eris Armor: durability, destruction, upkeep (MC-9)."""

from __future__ import annotations

from oracle.kernel.effects.run import effects_of
from oracle.kernel.moves import move, take
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.triggers import queue

from .state import Machai, Permanent, token_of

# -- durability ------------------------------------------------------------------------------------


def change_durability(table: Machai, seat: int, piece: Permanent, amount: int, rule: str) -> None:
    """Armor comes to a permanent or leaves it; without any it is destroyed."""
    changed = max(-piece.durability, amount)
    if changed == 0:
        return
    piece.durability += changed
    told = {"target": {"object": piece.id}, "counter": "durability", "amount": changed, "left": piece.durability}
    table.emit("counter", rule, **told)
    destroy_if_spent(table, seat, piece)


def destroy_if_spent(table: Machai, seat: int, piece: Permanent) -> None:
    """A permanent whose Armor is all gone is destroyed, unless it says otherwise."""
    if piece.durability == 0 and armor_is_health() and not stays_at_zero(table, piece):
        destroy(table, seat, piece, "durability", "MC-9.4")


@carries("MC-9.3", "MC-9.4", otherwise=False)
def armor_is_health() -> bool:
    """Durability is a permanent's health."""
    return True


@carries("MC-9.5", otherwise=False)
def stays_at_zero(table: Machai, piece: Permanent) -> bool:
    """A permanent may say that it is not destroyed."""
    return table.card(piece).survives_zero


def destroy(table: Machai, seat: int, piece: Permanent, reason: str, rule: str) -> None:
    """A permanent leaves: a card for its owner's pile, a token for good; its own triggers wait (MC-R60)."""
    table.emit("destroy", rule, object=piece.id, card=piece.card, reason=reason)
    queue(table, *effects_of(table, "destroyed", seat, piece.id, str(piece.card)))  # type: ignore[arg-type]
    if piece.token:
        take(table, seat, "battlefield", piece)
    else:
        move(table, piece, (seat, "battlefield"), (seat, "discard"), reason="destroyed", rule=rule)


def next_seq(table: Machai) -> int:
    """The next moment in the order of permanents and changes."""
    table.state.seq += 1
    return table.state.seq


# -- Eris Armor ------------------------------------------------------------------------------------


def eris_of(table: Machai, seat: int) -> Permanent | None:
    """A seat's Eris Armor token."""
    return next((piece for piece in table.state.players[seat].battlefield if piece.token), None)


@carries("MC-9.9")
def gain_armor(table: Machai, seat: int, amount: int) -> None:
    """Armor that is not permanent goes to the Eris Armor token, the Temporary Armor (MC-R66)."""
    if amount <= 0:
        return
    token = eris_of(table, seat)
    if token is None:
        create_eris(table, seat, amount)
    else:
        add_to_eris(table, seat, token, amount)


@carries("MC-9.10")
def create_eris(table: Machai, seat: int, amount: int) -> None:
    """Without a token one is created with that Armor."""
    card = token_of(table)
    assert card is not None, "a match without the token was refused"
    token = Permanent(id=table.fresh_id(), card=card, token=True, durability=amount, entered_seq=next_seq(table))
    table.state.players[seat].battlefield.append(token)
    table.moved()
    table.emit("create", "MC-9.10", object=token.id, card=card, player=seat, durability=amount)


@carries("MC-9.11")
def add_to_eris(table: Machai, seat: int, token: Permanent, amount: int) -> None:
    """With a token the new Armor is added to its value."""
    change_durability(table, seat, token, amount, "MC-9.11")


@carries("MC-9.12")
def maintain_eris(table: Machai, seat: int) -> None:
    """In Upkeep a player must maintain the own Eris Armor."""
    token = eris_of(table, seat)
    if token is not None:
        remove_half(table, seat, token)
        pay_for_rest(table, seat, token)


@carries("MC-9.13")
def remove_half(table: Machai, seat: int, token: Permanent) -> None:
    """First half of its Armor is removed, rounded down."""
    change_durability(table, seat, token, -(token.durability // 2), "MC-9.13")


@carries("MC-9.14")
def pay_for_rest(table: Machai, seat: int, token: Permanent) -> None:
    """Then life is lost equal to half of what remains (MC-R65)."""
    up = table.state.options.eris_life_rounding == "up"
    lose_life(table, seat, (token.durability + up) // 2, "MC-9.14")


# -- life ------------------------------------------------------------------------------------------


def lose_life(table: Machai, seat: int, amount: int, rule: str) -> None:
    """A loss of life is no damage: Equipment does not help (MC-R62); life stops at 0 (MC-R68)."""
    if amount <= 0:
        return
    player = table.state.players[seat]
    player.life = max(0, player.life - amount)
    table.emit("life", rule, player=seat, amount=-amount, left=player.life)


def gain_life(table: Machai, seat: int, amount: int, rule: str) -> None:
    """Life is gained, without a limit."""
    if amount <= 0:
        return
    player = table.state.players[seat]
    player.life += amount
    table.emit("life", rule, player=seat, amount=amount, left=player.life)
