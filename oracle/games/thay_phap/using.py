"""Using cards of the hand: converting, summoning, casting, placing (TP-3, TP-8.1, TP-9; TP-R34)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any
from typing import cast as typed

from msgspec import UNSET, UnsetType

from oracle.kernel.agenda import Step, pop
from oracle.kernel.candidates import Draft
from oracle.kernel.decisions import Action, Facts, Kept, Part, Requirement, requires, requires_of
from oracle.kernel.effects.ability import Ability, Do, Selector, Side
from oracle.kernel.effects.run import effects_of
from oracle.kernel.moves import put, take
from oracle.kernel.rulebook import carries
from oracle.kernel.state import Frame, Object, ObjectId
from oracle.kernel.table import Place

from .costs import conditions_hold, costs_of
from .piles import to_pile
from .settle import settle_above
from .state import Cast, Enter, Phap, PhapCard, Requirements, Spend
from .stats import of_mage


class Convert(Action, tag="convert", kw_only=True, frozen=True):
    """Turn a card of the hand into mana."""

    card: ObjectId


class Summon(Action, tag="summon", kw_only=True, frozen=True):
    """Summon a monster."""

    card: ObjectId


class UseSpell(Action, tag="cast", kw_only=True, frozen=True):
    """Use a spell, on a target where it has one."""

    card: ObjectId
    target: ObjectId | UnsetType = UNSET


class PlaceBlock(Action, tag="place", kw_only=True, frozen=True):
    """Put a defence card on the table."""

    card: ObjectId


# -- requirements ----------------------------------------------------------------------------------


def seat_of(action: Action) -> int:
    """The acting seat; gates have refused chance before this is asked."""
    assert isinstance(action.player, int)
    return action.player


def in_hand(table: Phap, action: Any) -> Object | None:
    """The card of the action in the hand of the seat that acts."""
    number = action.card
    known: Object | None = action.thing if type(action) is Draft else None
    if known is not None and known.id == number:
        return known
    hand: list[Object] = table.state.players[action.player].hand
    for thing in hand:
        if thing.id == number:
            return thing
    return None


CARD = Part("card", in_hand)


def card_of(table: Phap, action: Any) -> PhapCard:
    """The definition of the card that is used."""
    thing = in_hand(table, action)
    assert thing is not None
    return table.card(thing)


@cache
def is_in_hand(rule: str) -> Requirement:
    """The card is in the player's own hand."""

    @requires(rule, code="card_not_in_hand", stops=True, given=True, finds=CARD)
    def card_is_in_own_hand(table: Phap, action: Any) -> Kept:
        """The card is in the player's own hand."""
        return in_hand(table, action) is not None

    return card_is_in_own_hand


@cache
def is_of_type(rule: str, kind: str) -> Requirement:
    """The card is of the type that is used this way."""

    @requires_of(CARD, rule, code="wrong_card_type", stops=True, given=True)
    def card_type_fits(table: Phap, _seat: int, thing: Object) -> Kept:
        """The card is of the type that is used this way."""
        card = table.card(thing)
        return card.type == kind or {"card": table.name(card.key), "type": card.type}

    return card_type_fits


def mana_facts(table: Phap, seat: int, thing: Object) -> Facts:
    """What a card costs, and what is there."""
    card = table.card(thing)
    return {"card": table.name(card.key), "cost": card.cost, "left": table.state.players[seat].mana}


@cache
def has_mana(rule: str) -> Requirement:
    """The card's full cost is there (TP-R14)."""

    @requires_of(CARD, rule, code="not_enough_mana", facts=mana_facts)
    def mana_covers_the_cost(table: Phap, seat: int, thing: Object) -> Kept:
        """The card's full mana cost is at hand."""
        return table.card(thing).cost <= table.state.players[seat].mana

    return mana_covers_the_cost


@cache
def meets_requirements(rule: str) -> Requirement:
    """What the card asks for beside mana is there."""

    @requires_of(CARD, rule, code="requirement_not_met")
    def requirement_is_met(table: Phap, seat: int, thing: Object) -> Kept:
        """What the card requires beside mana can be met."""
        card = table.card(thing)
        if not card.requires:
            return None
        missing = conditions_hold(table, seat, card.requires, thing)
        return missing is None or {"card": table.name(card.key), "requirement": missing}

    return requirement_is_met


@requires("TP-3.8", code="convert_limit", reads=())
def conversions_are_left(table: Phap, convert: Any) -> Kept:
    """Fewer cards than the limit have been converted this turn."""
    done = table.state.players[convert.player].converted
    limit = table.state.options.convert_limit
    return done < limit or {"converted": done, "limit": limit}


# -- targets ---------------------------------------------------------------------------------------


def allowed(table: Phap, seat: int, source: Any, ability: Ability, *, enemy_only: bool) -> list[int]:
    """The objects that an ability may choose, in list order."""

    def work() -> list[int]:
        choose, side = ability.targets[0].choose, Side(seat, source)
        if isinstance(choose, Selector):
            places = choose.places(table, side)
        else:
            places = [typed("Place", table.place(ref["object"])) for ref in choose(table, side)]
        return [place.object.id for place in places if not enemy_only or place.seat != seat]  # type: ignore[misc]

    return table.once(("targets", seat, id(ability), enemy_only), work)


def attack_spell_binds(table: Phap, card: PhapCard) -> bool:
    """By the option an attack spell chooses among the opponents' only."""
    return card.spell_kind == "attack" and table.state.options.spell_targets == "enemy"


@requires("TP-R46", code="target_missing", reads=("card", "target"))
def spell_has_its_target(table: Phap, cast: UseSpell) -> Kept:
    """A spell with a target slot is used on a target."""
    if cast.target is not UNSET:
        return True
    card = card_of(table, cast)
    if card.spell is None or not card.spell[1].targets:
        return None
    return {"card": table.name(card.key)}


def target_fits(table: Phap, cast: UseSpell, *, attack: bool) -> Kept:
    """Whether the target of a spell of that kind is one that it may choose."""
    card = card_of(table, cast)
    if cast.target is UNSET or card.spell is None or (card.spell_kind == "attack") is not attack:
        return None
    ability = card.spell[1]
    if not ability.targets:
        return {"card": table.name(card.key)}
    found = allowed(table, seat_of(cast), cast.card, ability, enemy_only=attack_spell_binds(table, card))
    return cast.target in found or {"card": table.name(card.key)}


@requires("TP-9.1", code="target_not_allowed", reads=("card", "target"), given=True)
def attack_spell_target_is_allowed(table: Phap, cast: UseSpell) -> Kept:
    """An attack spell is used on a mage or monster that it may choose."""
    return target_fits(table, cast, attack=True)


@requires("TP-R46", code="target_not_allowed", reads=("card", "target"), given=True)
def other_spell_target_is_allowed(table: Phap, cast: UseSpell) -> Kept:
    """Another spell is used on a target that it may choose."""
    return target_fits(table, cast, attack=False)


# -- candidates ------------------------------------------------------------------------------------


def of_hand(kind: str | None = None) -> Any:
    """The known cards of the hand, of one type."""

    def known(table: Phap, draft: Any) -> list[Object]:
        return [thing for thing in table.state.players[draft.player].hand if thing.card is not None]

    def of_kind(table: Phap, draft: Any) -> Sequence[Object]:
        key = ("hand", draft.player)
        found = table.found.get(key)
        if found is None:
            found = table.found[key] = by_type(table, draft.player)
        return found.get(str(kind), ())

    return known if kind is None else of_kind


def by_type(table: Phap, seat: int) -> dict[str, list[Object]]:
    """The known cards of a hand by their types."""
    cards = table.cards
    found: dict[str, list[Object]] = {}
    for thing in table.state.players[seat].hand:
        if thing.card is not None:
            kind = cards[thing.card].type
            if kind in found:
                found[kind].append(thing)
            else:
                found[kind] = [thing]
    return found


def targets(table: Phap, draft: Any) -> list[Any]:
    """Every target that the spell may choose, or none."""
    card = card_of(table, draft)
    if card.spell is None or not card.spell[1].targets:
        return NONE
    return allowed(table, draft.player, draft.card, card.spell[1], enemy_only=attack_spell_binds(table, card)) or NONE


NONE: list[Any] = [UNSET]


def label_cast(table: Phap, cast: UseSpell) -> tuple[str, Facts]:
    """What the button says."""
    card = card_of(table, cast)
    facts: Facts = {"card": table.name(card.key), "cost": card.cost}
    if cast.target is UNSET:
        return "cast", facts
    return "cast_on", {**facts, "target": table.name(table.find(cast.target))}


# -- what it does ----------------------------------------------------------------------------------


@carries("TP-3.9")
def convert(table: Phap, action: Convert) -> None:
    """The card goes to the pile; mana comes at once (TP-R12)."""
    seat = seat_of(action)
    player = table.state.players[seat]
    thing = in_hand(table, action)
    to_pile(table, seat, "hand", thing, reason="convert", rule="TP-3.7")
    gained = 1 + of_mage(table, seat, "convert_yield")
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
