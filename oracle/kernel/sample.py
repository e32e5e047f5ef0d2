"""Samples: full states that the seat of a view cannot tell from the real one.

Hidden cards are dealt evenly from what is unseen: a seat's own from its `unseen`, another's from the
list that it is known, or assumed, to have brought, less what is visible of it. Where a hand hides
more cards than are left of its owner's, the rest are strangers: cards of other seats that no one
sees anywhere else. Only the view is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from . import together
from .chance import shuffled
from .errors import Fault, HiddenStateNeeded, InvalidSetup
from .hidden import is_unknown
from .lots import Lot, does_not_fit, lots_of
from .owned import hidden_places
from .retrace import is_outline, retrace
from .state import Chance, Viewer

if TYPE_CHECKING:
    from .game import Game

MAX_SAMPLES = 100
DEALS = 20


def samples(game: Game[Any, Any], view: Any, decks: Sequence[Any] | None, seed: str, n: int) -> list[Any]:
    """`n` full states; raises `InvalidSetup` where a list is needed or does not fit.

    Raises `HiddenStateNeeded` where another seat's work is hidden and could not be found again.
    """
    if not 1 <= n <= MAX_SAMPLES:
        raise InvalidSetup(
            [Fault(code="out_of_range", at="/n", message=f"1 to {MAX_SAMPLES} samples; {n} were asked for.")]
        )
    lots = game.deals(game.table(view), decks) if game.deals is not None else lots_of(game, view, decks)
    return [sample(game, view, lots, f"{seed}/{i}") for i in range(n)]


def sample(game: Game[Any, Any], view: Any, lots: list[Lot] | Deal, seed: str) -> Any:
    """One full state; dealt again where a hand does not allow the work that another seat has begun."""
    viewer: Viewer = next((seat for seat, player in enumerate(view.players) if player.unseen is not UNSET), "spectator")
    for attempt in range(DEALS):
        dealt = f"{seed}/{attempt}" if attempt else seed
        state = deal(game, view, lots, dealt) if isinstance(lots, list) else deal_by_place(game, view, lots, dealt)
        if not is_outline(state):
            return state
        found = retrace(game, state, viewer, Chance(seed=f"{dealt}:work"))
        if found is not None:
            return found
    raise HiddenStateNeeded([f"/agenda/{len(view.agenda) - 1}"])


# -- dealing ---------------------------------------------------------------------------------------

Deal = Callable[[Callable[[list[str]], list[str]]], Mapping[tuple[int | None, str], list[str]]]
"""A game's own way of dealing: given a shuffle, the cards for what a seat's zone (or nobody's) hides."""


def deal_by_place(game: Game[Any, Any], view: Any, deals: Deal, seed: str) -> Any:
    """One sample of a game that knows itself which cards can lie where."""
    state = game.copy(view)
    chance = Chance(seed=seed)
    ids = free_ids(game, state)
    for (seat, name), cards in deals(lambda lot: shuffled(chance, lot)).items():
        if seat is None:
            fill_shared(state, game.zones[name], cards, ids)
        else:
            fill(game.zones[name], state.players[seat], cards, ids)
    finish(game, state, seed)
    return state


def deal(game: Game[Any, Any], view: Any, lots: list[Lot], seed: str) -> Any:
    """One sample."""
    state = game.copy(view)
    chance = Chance(seed=seed)
    ids = free_ids(game, state)
    cards = {lot.seat: shuffled(chance, lot.cards) for lot in lots}
    strangers = [(lot.seat, card) for lot in lots for card in lot.strangers]
    for lot in lots:
        for name, part in lot.sections.items():
            fill(game.zones[name], state.players[lot.seat or 0], shuffled(chance, part), ids)
    fill_narrow(game, view, state, cards, ids)
    for seat, player in enumerate(state.players):
        own = cards.get(seat, cards.get(None)) or []
        for zone in game.zones.values():
            if not zone.shared and zone.seen == "nobody":
                fill(zone, player, own, ids)
    for zone in game.zones.values():
        if zone.shared:
            fill_shared(state, zone, cards.get(None) or [], ids)
    held = [(seat, zone, player) for seat, player in enumerate(state.players) for zone in hands(game)]
    for seat, zone, player in held:
        fill(zone, player, cards.get(seat, cards.get(None)) or [], ids)
    strangers += [(seat, card) for seat, left in cards.items() for card in left]
    strangers = shuffled(chance, strangers)
    table = game.table(view)
    for seat, zone, player in sorted(held, key=lambda place: not is_narrow(game, table, place[1], strangers)):
        fill_with_strangers(zone, player, seat, strangers, ids, fitting(game, table, seat, zone))
    finish(game, state, seed)
    return state


def fill_narrow(
    game: Game[Any, Any], view: Any, state: Any, cards: Mapping[int | None, list[str]], ids: Iterator[int]
) -> None:
    """Lay cards first where not every card can lie; enough of a seat's own are left for its piles."""
    table = game.table(view)
    for seat, player in enumerate(state.players):
        own = cards.get(seat) or []
        for zone in hands(game):
            if not is_narrow(game, table, zone, [(seat, card) for card in own]):
                continue
            wanted = sum(map(is_unknown, zone.of(player)))
            spare = max(0, len(own) - hidden_places(game, player)[0])
            fits = fitting(game, table, seat, zone)
            places = [i for i, card in enumerate(own) if fits(card)][: min(wanted, spare)]
            fill(zone, player, [own.pop(i) for i in reversed(places)], ids)


def fitting(game: Game[Any, Any], table: Any, seat: int | None, zone: Any) -> Callable[[str], bool]:
    """Whether a card can lie hidden in a zone."""
    return lambda card: game.could_hold(table, seat, zone.name, card)


def is_narrow(game: Game[Any, Any], table: Any, zone: Any, cards: Sequence[tuple[int | None, str]]) -> bool:
    """Whether there are cards that cannot lie in a zone."""
    return not all(game.could_hold(table, seat, zone.name, card) for seat, card in cards)


def hands(game: Game[Any, Any]) -> list[Any]:
    """The zones of a seat in which cards of others can lie."""
    return [zone for zone in game.object_zones if not zone.shared and zone.seen != "nobody"]


def fill(zone: Any, holder: Any, cards: list[str], ids: Iterator[int]) -> None:
    """Lay cards where the zone hides some, as long as there are any."""
    for i, entry in enumerate(zone.of(holder)):
        if is_unknown(entry) and cards:
            set_entry(zone, holder, i, known(zone, entry, cards.pop(), ids))


def fill_shared(state: Any, zone: Any, cards: list[str], ids: Iterator[int]) -> None:
    """The same for a zone that belongs to nobody."""
    place = state
    for part in zone.path:
        place = getattr(place, part)
    fill(zone, place, cards, ids)


def fill_with_strangers(
    zone: Any,
    holder: Any,
    seat: int,
    strangers: list[tuple[int | None, str]],
    ids: Iterator[int],
    fits: Callable[[str], bool],
) -> None:
    """Lay cards of other owners where a hand still hides some."""
    for i, entry in enumerate(zone.of(holder)):
        if is_unknown(entry):
            at = next((at for at, (owner, card) in enumerate(strangers) if owner != seat and fits(card)), None)
            if at is None:
                raise InvalidSetup([does_not_fit(seat, 0, 1)])
            owner, card = strangers.pop(at)
            thing = known(zone, entry, card, ids)
            thing.owner = owner
            set_entry(zone, holder, i, thing)


def known(zone: Any, entry: Any, card: str, ids: Iterator[int]) -> Any:
    """A hidden entry of a zone as a card that is known."""
    if zone.holds is None:
        return card
    thing = entry.__copy__()
    thing.card = card
    if thing.id is UNSET:
        thing.id = next(ids, UNSET)
        if thing.id is UNSET:
            message = "The ids below next_id are too few for the cards that are held unknown."
            raise InvalidSetup([Fault(code="next_id_too_low", at="/state/next_id", message=message)])
    return thing


def set_entry(zone: Any, holder: Any, i: int, entry: Any) -> None:
    """Replace one card of a zone."""
    zone.replace(holder, i, entry)


def free_ids(game: Game[Any, Any], state: Any) -> Iterator[int]:
    """The ids that were given out but stand for nothing here, latest first; those that work may mean come last."""
    taken = {*game.ids(state)}
    meant = {number for part in (state.agenda, state.stack, state.effects) for number in numbers(part)}
    free = [number for number in range(state.next_id - 1, 0, -1) if number not in taken]
    return iter(sorted(free, key=lambda number: number in meant))


def numbers(value: Any) -> Iterator[int]:
    """Every whole number in records, lists and mappings."""
    if type(value) is int:
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from numbers(part)
    elif isinstance(value, dict):
        yield from numbers(list(value.values()))
    elif hasattr(value, "__struct_fields__"):
        yield from numbers([getattr(value, name) for name in value.__struct_fields__])


def finish(game: Game[Any, Any], state: Any, seed: str) -> None:
    """What is left: orders, a seed of its own, what is hidden outside the zones."""
    for player in state.players:
        player.unseen = UNSET
    if state.chance.mode == "seeded":
        state.chance.seed = sha256(seed.encode()).hexdigest()[:32]
    else:
        for zone in game.zones.values():
            if zone.holds is None:
                for _, pile in zone.lists(state):
                    pile.sort()
    chance = Chance(seed=f"{seed}:hidden")
    together.fill(game, state, chance)
    if game.fills is not None:
        game.fills(state, chance)
