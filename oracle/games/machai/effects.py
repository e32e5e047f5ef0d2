"""What this game's words of the card language do (section 6 of the digest)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.effects.ability import Do, Ref
from oracle.kernel.effects.lasting import add_effect
from oracle.kernel.moves import move
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import counter as take_off_stack

from . import equipment, experience, preparing
from .damage import deal, times, total_damage
from .seats import turn, waiting
from .state import Change, DiscardCards, Draw, Machai, Mill, other


def seats(frame: Do, word: str) -> list[int]:
    """The seats that a word means, the opponent's first (MC-R61)."""
    own = frame.player
    return {"you": [own], "opponent": [other(own)]}.get(word, [other(own), own])


def places(table: Machai, refs: list[Ref], *zones: str) -> list[tuple[int, Any]]:
    """What is still there of the targets, with its seat; one that has gone is skipped (MC-R34)."""
    found = []
    for ref in refs:
        place = table.place(ref["object"])
        if place is not None and place.zone in zones and place.seat is not None:
            found.append((place.seat, place.object))
    return found


# -- damage and the stack --------------------------------------------------------------------------


def damage(table: Machai, frame: Do, to: str, amount: int, nth: int, per: str | None = None) -> None:
    """Damage to a player, or to both."""
    deal(table, frame, total_damage(table, frame, amount, per, nth), seats(frame, to))


@carries("MC-8.6", "MC-8.7", "MC-8.8")
def dodge(table: Machai, frame: Do, to: list[Ref]) -> None:
    """The controller will take no damage of a card on the stack; it resolves all the same (MC-R54)."""
    for ref in to:
        entry = waiting(table, ref["object"])
        if entry is not None:
            entry.dodged_by = sorted({*entry.dodged_by, frame.player})
            table.emit("dodge", "MC-8.8", object=entry.id, card=entry.card, player=frame.player)


def counter(table: Machai, _frame: Do, to: list[Ref]) -> None:
    """A card leaves the stack without resolving: no experience, nothing refunded (MC-R25)."""
    for ref in to:
        take_off_stack(table, ref["object"])


def modify(
    table: Machai, frame: Do, to: list[Ref] | None = None, select: dict[str, Any] | None = None,
    damage: int = 0, cost: int = 0, until: str = "end_of_turn",
) -> None:  # fmt: skip
    """The damage of a card on the stack changes, or that of all cards of a kind for a while."""
    for ref in to or ():
        entry = waiting(table, ref["object"])
        if entry is not None:
            entry.mods = [*entry.mods, Change(n=damage, seq=equipment.next_seq(table))]
            table.emit("modify", "MC-8.1", effect=None, target=ref, change={"damage": damage}, until="on_stack")
    change = {word: n for word, n in (("damage", damage), ("cost", cost)) if n}
    if select is not None:
        add_effect(table, frame, None, change, until, card=frame.card, rule="MC-8.1", select=select)


def grant(table: Machai, frame: Do, select: dict[str, Any], keyword: str, until: str = "end_of_turn") -> None:
    """Cards of a kind gain a keyword for a while."""
    add_effect(table, frame, None, {"keyword": keyword}, until, card=frame.card, rule="MC-5.12", select=select)


# -- players ---------------------------------------------------------------------------------------


def gain_life(table: Machai, frame: Do, amount: int, player: str, per: str | None = None) -> None:
    """Life is gained."""
    for seat in seats(frame, player):
        equipment.gain_life(table, seat, amount * times(table, frame.player, per), "MC-R68")


def lose_life(table: Machai, frame: Do, amount: int, player: str, per: str | None = None) -> None:
    """Life is lost, which is no damage."""
    for seat in seats(frame, player):
        equipment.lose_life(table, seat, amount * times(table, frame.player, per), "MC-R62")


def gain_xp(table: Machai, frame: Do, amount: int, player: str) -> None:
    """Experience is gained."""
    for seat in seats(frame, player):
        experience.gain_xp(table, seat, amount, "MC-12.5")


def lose_xp(table: Machai, frame: Do, amount: int, player: str) -> None:
    """Experience is lost."""
    for seat in seats(frame, player):
        experience.lose_xp(table, seat, amount, "MC-R83")


def draw(table: Machai, frame: Do, amount: int, player: str) -> None:
    """Cards are drawn one by one."""
    table.push(*(Draw(player=seat, left=max(0, amount), rule="MC-R74") for seat in seats(frame, player)))


def mill(table: Machai, frame: Do, amount: int, player: str) -> None:
    """Cards go from the top of a deck to its discard pile."""
    table.push(*(Mill(player=seat, left=max(0, amount)) for seat in seats(frame, player)))


def discard(table: Machai, frame: Do, amount: int, how: str, player: str) -> None:
    """Cards of a hand are discarded."""
    found = (DiscardCards(player=seat, left=max(0, amount), how=how) for seat in seats(frame, player))  # type: ignore[arg-type]
    table.push(*found)


def gain_armor(table: Machai, frame: Do, amount: int, player: str) -> None:
    """Armor that is not permanent."""
    for seat in seats(frame, player):
        equipment.gain_armor(table, seat, amount)


def hand_size(table: Machai, frame: Do, amount: int, player: str, until: str = "permanent") -> None:
    """The minimum hand size changes."""
    add_effect(
        table, frame, None, {"hand_size": amount}, until, card=frame.card, rule="MC-3.3", select={"player": player}
    )


def lose_zone(table: Machai, frame: Do, amount: int, player: str) -> None:
    """Prepared Zones are lost."""
    for seat in seats(frame, player):
        for _ in range(min(amount, len(table.state.players[seat].zones))):
            preparing.lose_zone(table, seat)


def regain_zone(table: Machai, frame: Do, amount: int, player: str) -> None:
    """Lost Prepared Zones are regained."""
    for seat in seats(frame, player):
        for _ in range(min(amount, len(table.state.players[seat].zones))):
            preparing.regain_zone(table, seat)


# -- permanents and cards --------------------------------------------------------------------------


def add_durability(table: Machai, _frame: Do, to: list[Ref], amount: int) -> None:
    """A permanent gets Armor that stays."""
    for seat, piece in places(table, to, "battlefield"):
        equipment.change_durability(table, seat, piece, amount, "MC-9.3")


def remove_durability(table: Machai, _frame: Do, to: list[Ref], amount: int) -> None:
    """A permanent loses Armor."""
    for seat, piece in places(table, to, "battlefield"):
        equipment.change_durability(table, seat, piece, -amount, "MC-9.3")


def destroy(table: Machai, _frame: Do, to: list[Ref]) -> None:
    """A permanent is destroyed, whatever its durability."""
    for seat, piece in places(table, to, "battlefield"):
        equipment.destroy(table, seat, piece, "effect", "MC-9.4")


def tap(table: Machai, _frame: Do, to: list[Ref]) -> None:
    """A prepared card or permanent is tapped."""
    turn_cards(table, to, tapped=True)


def untap(table: Machai, _frame: Do, to: list[Ref]) -> None:
    """A prepared card or permanent is untapped."""
    turn_cards(table, to, tapped=False)


def turn_cards(table: Machai, to: list[Ref], *, tapped: bool) -> None:
    """Tap or untap what is not so yet."""
    for _, thing in places(table, to, "zones", "battlefield"):
        if thing.tapped is not tapped:
            turn(table, thing, tapped=tapped, rule="MC-7.6")


def return_to_hand(table: Machai, _frame: Do, to: list[Ref]) -> None:
    """A card of a discard pile goes back to its owner's hand (MC-R84)."""
    for seat, thing in places(table, to, "discard"):
        move(table, thing, (seat, "discard"), (seat, "hand"), reason="return", rule="MC-R84")


# -- costs -----------------------------------------------------------------------------------------


def can_tap(table: Machai, scope: Any) -> bool:
    """Whether the permanent is untapped."""
    return scope.source is not None and not bool(table.find(scope.source).tapped)


def pay_tap(table: Machai, frame: Do) -> None:
    """The permanent is tapped."""
    turn_cards(table, [{"object": frame.source or 0}], tapped=True)


def can_pay_xp(table: Machai, scope: Any, amount: int) -> bool:
    """Whether there is enough experience."""
    return bool(table.state.players[scope.player].xp >= amount)


def pay_xp(table: Machai, frame: Do, amount: int) -> None:
    """Experience is spent."""
    experience.spend_xp(table, frame.player, amount, "MC-12.2")
