"""Experience: gained, lost and spent (MC-12)."""

from __future__ import annotations

from oracle.kernel.rulebook import carries

from .state import Machai


@carries("MC-12.5")
def gain_xp(table: Machai, seat: int, amount: int, rule: str) -> None:
    """A seat's own pool grows; it has no cap (MC-R83)."""
    if amount <= 0:
        return
    player = table.state.players[seat]
    player.xp += amount
    table.events.append(
        {"type": "gain", "player": seat, "what": "xp", "amount": amount, "left": player.xp, "rule": rule}
    )


def lose_xp(table: Machai, seat: int, amount: int, rule: str) -> None:
    """A seat's pool shrinks, never below 0 (MC-R83)."""
    player = table.state.players[seat]
    lost = min(amount, player.xp)
    if lost > 0:
        player.xp -= lost
        table.emit("lose", rule, player=seat, what="xp", amount=lost, left=player.xp)


def spend_xp(table: Machai, seat: int, amount: int, rule: str) -> None:
    """Experience is paid."""
    player = table.state.players[seat]
    player.xp -= amount
    table.emit("pay", rule, player=seat, what="xp", amount=amount, left=player.xp)
