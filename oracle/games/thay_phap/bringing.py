"""What using a card does: mana, what is paid, monsters and blocks that come, spells (TP-3, TP-8.1; TP-R34)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from oracle.kernel.agenda import Step, pop
from oracle.kernel.effects.ability import Do
from oracle.kernel.effects.run import effects_of
from oracle.kernel.hands import in_hand
from oracle.kernel.moves import put, take
from oracle.kernel.rulebook import carries
from oracle.kernel.state import Frame, Object

from .costs import costs_of
from .piles import to_pile
from .settle import settle_above
from .state import Cast, Enter, Phap, Requirements, Spend
from .stats import of_mage
from .using import Convert, PlaceBlock, Summon, UseSpell, seat_of


@carries("TP-3.9")
def convert(table: Phap, action: Convert) -> None:
    """The card goes to the pile; mana comes at once (TP-R12)."""
    seat = seat_of(action)
    player = table.state.players[seat]
    thing = in_hand(table, action)
    to_pile(table, seat, "hand", thing, reason="convert", rule="TP-3.7")
    gained = max(0, 1 + of_mage(table, seat, "convert_yield"))
    player.converted += 1
    gain_mana(table, seat, gained, "TP-3.9")


def gain_mana(table: Phap, seat: int, amount: int, rule: str) -> None:
    """Mana for this turn."""
    player = table.state.players[seat]
    player.mana += amount
    table.events.append(
        {"type": "gain", "player": seat, "what": "mana", "amount": amount, "left": player.mana, "rule": rule}
    )


def use(table: Phap, action: Any, word: str, rule: str, targets: list[dict[str, int]]) -> tuple[Object, list[Frame]]:
    """The card leaves the hand, mana is paid; gives the card in use, and the work of paying other costs (TP-R34).

    The card still has to be laid where it resolves, if anything comes before it is spent or enters.
    """
    seat = action.player
    thing = in_hand(table, action)
    assert thing is not None
    card = table.card(thing)
    take(table, seat, "hand", thing)
    now = Object(id=table.fresh_id(), card=thing.card)
    told = {
        "type": "play", "player": seat, "object": thing.id, "now": now.id, "card": thing.card, "as": word,
        "targets": targets, "rule": rule,
    }  # fmt: skip
    table.tell_seat(seat, told, "object")
    pay(table, seat, card.cost)
    costs = costs_of(card.requires) if card.requires else None
    return now, [Requirements(player=seat, source=now.id, left=costs)] if costs else []  # type: ignore[arg-type]


@carries("TP-3.2")
def pay(table: Phap, seat: int, cost: int) -> None:
    """Using a card is paid with mana."""
    player = table.state.players[seat]
    player.mana -= cost
    table.events.append(
        {"type": "pay", "player": seat, "what": "mana", "amount": cost, "left": player.mana, "rule": "TP-3.2"}
    )


def summon(table: Phap, action: Summon) -> None:
    """A monster is paid for and enters."""
    bring(table, seat_of(action), *use(table, action, "summon", "TP-3.10", []))


def place(table: Phap, action: PlaceBlock) -> None:
    """A defence card is paid for and put down."""
    bring(table, seat_of(action), *use(table, action, "place", "TP-8.1", []))


def bring(table: Phap, seat: int, used: Object, costs: list[Frame]) -> None:
    """The card comes on the table, behind what is still to be paid."""
    if costs:
        lay(table, seat, used)
        table.push(*costs, Enter(player=seat, card=used.id))  # type: ignore[arg-type]
    else:
        enter(table, seat, used)


def lay(table: Phap, seat: int, used: Object) -> None:
    """The card in use lies apart while it resolves."""
    table.state.players[seat].resolving.append(used)


def cast(table: Phap, action: UseSpell) -> None:
    """A spell is paid for, does what it does, and is spent."""
    seat, target = seat_of(action), None if action.target is UNSET else action.target
    used, costs = use(table, action, "cast", "TP-3.12", [] if target is None else [{"object": target}])
    lay(table, seat, used)
    spend = Spend(player=seat, card=used.id)  # type: ignore[arg-type]
    if costs:
        table.push(*costs, Cast(player=seat, card=used.id, target=target), spend)  # type: ignore[arg-type]
    else:
        table.push(spend)
        begin_spell(table, seat, used, target)


def run_enter(table: Phap, frame: Enter) -> None:
    """The card that was paid for comes on the table."""
    pop(table)
    thing = table.find(frame.card, "resolving", frame.player)
    take(table, frame.player, "resolving", thing)
    enter(table, frame.player, thing)


def enter(table: Phap, seat: int, thing: Object) -> None:
    """The card comes on the table; a monster's summon effect follows."""
    card = table.card(thing)
    if card.type == "block":
        now = put(table, seat, "blocks", thing.card, seat)
        tell_entry(table, seat, thing, now, "blocks", "TP-8.1")
        return
    now = put(table, seat, "monsters", thing.card, seat, arrived=table.state.turn)
    tell_entry(table, seat, thing, now, "monsters", "TP-3.10")
    depth = len(table.state.agenda)
    if "summon" in card.events:
        table.push(*effects_of(table, "summon", seat, now.id, card.key))
    settle_above(table, depth)


def tell_entry(table: Phap, seat: int, thing: Object, now: Object, zone: str, rule: str) -> None:
    """Tell that a card has come on the table."""
    told = {
        "type": "move", "object": thing.id, "now": now.id, "card": thing.card, "player": seat, "from": "resolving",
        "to": zone, "reason": "enter", "rule": rule,
    }  # fmt: skip
    table.events.append(told)


def run_cast(table: Phap, frame: Cast) -> None:
    """The spell that was paid for begins."""
    pop(table)
    begin_spell(table, frame.player, table.find(frame.card, "resolving", frame.player), frame.target)


def begin_spell(table: Phap, seat: int, thing: Object, target: int | None) -> None:
    """The spell's effect begins, part by part."""
    spell = table.card(thing).spell
    if spell is None:
        return
    index, ability = spell
    bound = {} if target is None else {ability.targets[0].name: [{"object": target}]}
    table.state.agenda.append(Do(player=seat, source=thing.id, card=str(thing.card), ability=index, bound=bound))  # type: ignore[arg-type]


def run_spend(table: Phap, frame: Spend) -> None:
    """The used spell goes to the discard pile."""
    pop(table)
    thing = table.find(frame.card, "resolving", frame.player)
    to_pile(table, frame.player, "resolving", thing, reason="spent", rule="TP-R23")


STEPS = (Step(Enter, run=run_enter), Step(Cast, run=run_cast), Step(Spend, run=run_spend))
