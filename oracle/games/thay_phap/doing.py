"""What effects do: the steps of the card language (section 6 of the digest)."""

from __future__ import annotations

from typing import Any, cast

from oracle.kernel.effects.ability import Do, Ref
from oracle.kernel.moves import put, take
from oracle.kernel.rulebook import carries
from oracle.kernel.state import Effect, Object
from oracle.kernel.table import Place

from .bringing import gain_mana
from .damage import strike_all
from .piles import pile_of, to_pile
from .settle import break_block, die, leave
from .state import Blow, DiscardRandom, Draw, Phap
from .stats import of_mage


def places(table: Phap, frame: Do, refs: list[Ref], *zones: str) -> list[Place]:
    """Where the targets are; one that has gone is told and skipped."""
    found = []
    for ref in refs:
        place = table.place(ref["object"])
        if place is None or place.zone not in zones:
            table.emit("fizzle", "TP-R55", what="trigger", object=frame.source, reason="target_gone")
        else:
            found.append(place)
    return found


def seat_at(place: Place) -> int:
    """The seat of a place on the table."""
    return cast("int", place.seat)


# -- damage ----------------------------------------------------------------------------------------


def bonus(table: Phap, frame: Do) -> int:
    """What the mage adds to each damage amount of an own attack spell."""
    return of_mage(table, frame.player, "spell_damage") if table.cards[frame.card].spell_kind == "attack" else 0


def damage(table: Phap, frame: Do, to: list[Ref], amount: int) -> None:
    """One blow at each main target, all before anything is settled."""
    spell = table.cards[frame.card].type == "spell"
    amount += bonus(table, frame)
    by, source = frame.player, frame.source
    strike_all(
        table,
        [
            Blow(by=by, source=source, spell=spell, seat=place.seat, main=place.object.id, amount=amount)  # type: ignore[arg-type]
            for place in places(table, frame, to, "mage", "monsters")
        ],
    )


@carries("TP-8.5")
def damage_side(table: Phap, frame: Do, of: list[Ref], amount: int, units: str = "side") -> None:
    """One blow at a whole side: its blocks take it together, once (TP-R50)."""
    spell = table.cards[frame.card].type == "spell"
    for place in places(table, frame, of, "mage"):
        table.push(
            Blow(
                by=frame.player, source=frame.source, spell=spell, seat=seat_at(place), main=units,  # type: ignore[arg-type]
                amount=amount + bonus(table, frame),
            )
        )  # fmt: skip


# -- other words -----------------------------------------------------------------------------------


def draw(table: Phap, frame: Do, amount: int) -> None:
    """Draw cards one by one."""
    table.push(Draw(player=frame.player, left=max(0, amount)))


def mana(table: Phap, frame: Do, amount: int) -> None:
    """Mana for this turn."""
    if amount > 0:
        gain_mana(table, frame.player, amount, "TP-R11")


def destroy(table: Phap, frame: Do, to: list[Ref]) -> None:
    """A monster dies, a block is destroyed; neither is damage (TP-R36, TP-R48)."""
    for place in places(table, frame, to, "monsters", "blocks"):
        if place.zone == "monsters":
            die(table, seat_at(place), cast("Any", place.object), "effect", "TP-R36")
        else:
            break_block(table, seat_at(place), cast("Any", place.object), "effect", "TP-R41")


@carries("TP-R61")
def heal(table: Phap, frame: Do, to: list[Ref], amount: int) -> None:
    """Life comes back, up to where it started."""
    for place in places(table, frame, to, "mage"):
        player = table.state.players[seat_at(place)]
        restored = min(amount, table.state.options.starting_life - player.life)
        if restored > 0:
            player.life += restored
            target = {"player": place.seat}
            told = {"type": "heal", "source": frame.source, "target": target, "amount": restored, "rule": "TP-R61"}
            table.events.append(told)


@carries("TP-R48")
def lose_life(table: Phap, frame: Do, to: list[Ref], amount: int) -> None:
    """A loss of life that is no damage: blocks do not help."""
    for place in places(table, frame, to, "mage"):
        player = table.state.players[seat_at(place)]
        player.life -= amount
        table.emit("life", "TP-R48", player=place.seat, amount=-amount, left=player.life)


def to_hand(table: Phap, frame: Do, to: list[Ref]) -> None:
    """A card goes back to its player's hand; into a full hand it does not (TP-R19)."""
    for place in places(table, frame, to, "monsters", "blocks", "discard"):
        seat = frame.player if place.seat is None else place.seat
        full = hand_overflows(table, seat)
        if place.zone == "discard":
            if not full:
                from_pile(table, seat, place.object)
            continue
        leave(table, place.object)
        if full:
            to_pile(table, seat, place.zone, place.object, reason="hand_full", rule="TP-R19")
        else:
            return_card(table, seat, place.zone, place.object)


@carries("TP-R19", otherwise=False)
def hand_overflows(table: Phap, seat: int) -> bool:
    """A returned card finds no room in the hand."""
    return len(table.state.players[seat].hand) >= table.state.options.hand_limit


def return_card(table: Phap, seat: int, zone: str, thing: Object) -> None:
    """From the table to the hand: that is no death."""
    take(table, seat, zone, thing)
    now = put(table, seat, "hand", thing.card, seat)
    tell_return(table, seat, zone, thing, now)


def from_pile(table: Phap, seat: int, thing: Object) -> None:
    """From the discard pile to the hand."""
    pile = pile_of(table, seat)
    pile[:] = [other for other in pile if other is not thing]
    table.moved()
    now = put(table, seat, "hand", thing.card, seat)
    tell_return(table, seat, "discard", thing, now)


def tell_return(table: Phap, seat: int, zone: str, thing: Object, now: Object) -> None:
    """Tell that a card went to a hand: everybody knows which, its player its new id."""
    told = {"object": thing.id, "now": now.id, "card": thing.card, "player": seat}
    table.tell((seat,), ("now",), "move", "TP-R36", **told, **{"from": zone, "to": "hand", "reason": "return"})


def discard_random(table: Phap, frame: Do, of: list[Ref], amount: int) -> None:
    """Chance picks cards of a hand."""
    for place in places(table, frame, of, "mage"):
        table.push(DiscardRandom(player=seat_at(place), left=amount))


@carries("TP-R68")
def modify(table: Phap, frame: Do, to: list[Ref], until: str, attack: int = 0, life: int = 0) -> None:
    """Attack until the end of the turn, or attack and life for as long as the monster stays."""
    for place in places(table, frame, to, "monsters"):
        monster = cast("Any", place.object)
        if until == "permanent":
            monster.plus_attack += attack
            monster.plus_life += life
            told = {"target": {"object": monster.id}, "change": {"attack": attack, "life": life}, "until": until}
            table.emit("modify", "TP-R68", effect=None, **told)
        else:
            lasting(table, frame, monster.id, {"attack": attack}, until)


def grant(table: Phap, frame: Do, to: list[Ref], keyword: str, until: str) -> None:
    """A keyword for a while."""
    for place in places(table, frame, to, "monsters"):
        lasting(table, frame, cast("int", place.object.id), {"keyword": keyword}, until)


def lasting(table: Phap, frame: Do, target: int, change: dict[str, int | str], until: str) -> None:
    """A continuing effect begins."""
    effect = Effect(
        id=table.fresh_id(),
        source=frame.source,
        card=frame.card,
        controller=frame.player,
        target=target,
        change=change,
        until=until,
    )
    table.state.effects = [*table.state.effects, effect]
    table.emit("modify", "TP-R68", effect=effect.id, target={"object": target}, change=change, until=until)


@carries("TP-R29")
def extra_attack(table: Phap, frame: Do, to: list[Ref], amount: int) -> None:
    """More attacks this turn; the turn of the summons stays one without (TP-10.1)."""
    for place in places(table, frame, to, "monsters"):
        cast("Any", place.object).extra_attacks += amount
        told = {"target": {"object": place.object.id}, "change": {"extra_attacks": amount}, "until": "end_of_turn"}
        table.emit("modify", "TP-R29", effect=None, **told)


@carries("TP-R41")
def repair(table: Phap, frame: Do, to: list[Ref], amount: int) -> None:
    """A block regains what it has lost, never more."""
    for place in places(table, frame, to, "blocks"):
        block = cast("Any", place.object)
        regained = min(amount, block.damage)
        if regained > 0:
            block.damage -= regained
            table.emit("heal", "TP-R41", source=frame.source, target={"object": block.id}, amount=regained)
