"""Samples: full states that the seat of a view cannot tell from the real one.

Hidden cards are dealt evenly from what is unseen: a seat's own from its `unseen`, another's from the
list that it is known, or assumed, to have brought, less what is visible of it. Where a hand hides
more cards than are left of its owner's, the rest are strangers: cards of other seats that no one
sees anywhere else. Only the view is read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from . import start, together
from .cards import unknown_card
from .chance import shuffled
from .errors import Fault, HiddenStateNeeded, InvalidSetup
from .hidden import is_unknown
from .owned import every_entry, has_shared_pile, hidden_places, visible
from .retrace import is_outline, retrace
from .state import Chance, Viewer

if TYPE_CHECKING:
    from .game import Game

MAX_SAMPLES = 100
DEALS = 20


@dataclass(slots=True)
class Lot:
    """The cards to deal for one owner (for all, `None`, where one pile is shared).

    `strangers` are its cards that can only be in the hands of others.
    """

    seat: int | None
    cards: list[str]
    strangers: list[str]


def samples(game: Game[Any, Any], view: Any, decks: Sequence[Any] | None, seed: str, n: int) -> list[Any]:
    """`n` full states; raises `InvalidSetup` where a list is needed or does not fit.

    Raises `HiddenStateNeeded` where another seat's work is hidden and could not be found again.
    """
    if not 1 <= n <= MAX_SAMPLES:
        raise InvalidSetup(
            [Fault(code="out_of_range", at="/n", message=f"1 to {MAX_SAMPLES} samples; {n} were asked for.")]
        )
    lots = lots_of(game, view, decks)
    return [sample(game, view, lots, f"{seed}/{i}") for i in range(n)]


def sample(game: Game[Any, Any], view: Any, lots: list[Lot], seed: str) -> Any:
    """One full state; dealt again where a hand does not allow the work that another seat has begun."""
    viewer: Viewer = next((seat for seat, player in enumerate(view.players) if player.unseen is not UNSET), "spectator")
    for attempt in range(DEALS):
        dealt = f"{seed}/{attempt}" if attempt else seed
        state = deal(game, view, lots, dealt)
        if not is_outline(state):
            return state
        found = retrace(game, state, viewer, Chance(seed=f"{dealt}:work"))
        if found is not None:
            return found
    raise HiddenStateNeeded([f"/agenda/{len(view.agenda) - 1}"])


# -- what is to be dealt ---------------------------------------------------------------------------


def lots_of(game: Game[Any, Any], view: Any, decks: Sequence[Any] | None) -> list[Lot]:
    """What is to be dealt, owner by owner."""
    lists = brought(game, view, decks)
    seen = visible(game, view)
    if has_shared_pile(game, view):
        return [pooled(game, view, lists, seen)]
    faults: list[Fault] = []
    lots = []
    for seat, player in enumerate(view.players):
        piles, held = hidden_places(game, player)
        left = None if lists[seat] is None else rest(lists[seat] or [], seen[seat], seat, faults)
        if player.unseen is not UNSET:
            strangers = sorted((Counter(left or ()) - Counter(player.unseen)).elements())
            lots.append(Lot(seat, list(player.unseen), strangers))
        elif left is not None or piles + held == 0:
            lots.append(Lot(seat, left or [], []))
        else:
            faults.append(deck_needed(seat, piles + held))
    if not faults:
        faults += misfits(game, view, lots)
    if faults:
        raise InvalidSetup(faults)
    return lots


def pooled(game: Game[Any, Any], view: Any, lists: list[list[str] | None], seen: list[Counter[str]]) -> Lot:
    """All cards in one lot, where the seats draw from one pile."""
    places = sum(map(is_unknown, every_entry(game, view)))
    faults = [deck_needed(seat, places) for seat, cards in enumerate(lists) if cards is None]
    if not faults:
        whole = [card for cards in lists for card in cards or ()]
        cards = rest(whole, sum(seen, Counter()), 0, faults)
        if len(cards) != places:
            faults.append(does_not_fit(0, len(cards), places))
    if faults:
        raise InvalidSetup(faults)
    return Lot(None, cards, [])


def brought(game: Game[Any, Any], view: Any, decks: Sequence[Any] | None) -> list[list[str] | None]:
    """The cards that each seat is assumed, or known, to have brought."""
    given = list(decks or ())
    if len(given) > len(view.players):
        raise InvalidSetup([Fault(code="no_such_seat", at="/decks", message=f"There are {len(view.players)} seats.")])
    given += [None] * (len(view.players) - len(given))
    return [
        game.lists(view, seat) if deck is None else cards_of(game, view, deck, f"/decks/{seat}")
        for seat, deck in enumerate(given)
    ]  # fmt: skip


def cards_of(game: Game[Any, Any], view: Any, deck: Any, at: str) -> list[str]:
    """The cards of an assumed list, one by one; raises `InvalidSetup`."""
    read: start.DeckList = deck if isinstance(deck, start.DeckList) else start.read(deck, start.DeckList, at)
    cards = [card for section in read.sections for card in read.cards(section)]
    known = game.cards_of(view)
    faults = [unknown_card(at, card) for card in sorted(set(cards)) if card not in known]
    if faults:
        raise InvalidSetup(faults)
    return cards


def rest(cards: Iterable[str], seen: Counter[str], seat: int, faults: list[Fault]) -> list[str]:
    """What is left of a list once the visible cards are taken off it."""
    left = Counter(cards)
    left.subtract(seen)
    over = sorted(card for card, count in left.items() if count < 0)
    if over:
        message = f"The table shows more of {', '.join(over)} than this list has."
        faults.append(Fault(code="more_than_listed", at=f"/decks/{seat}", message=message, data={"cards": over}))
    return sorted((+left).elements())


def misfits(game: Game[Any, Any], view: Any, lots: list[Lot]) -> Iterator[Fault]:
    """Lists of another size than the places that hide their cards."""
    total = 0
    for lot, player in zip(lots, view.players, strict=True):
        piles, held = hidden_places(game, player)
        total += len(lot.cards) + len(lot.strangers) - piles - held
        if len(lot.cards) < piles:
            yield does_not_fit(lot.seat, len(lot.cards), piles)
    if total:
        for lot, player in zip(lots, view.players, strict=True):
            piles, held = hidden_places(game, player)
            if len(lot.cards) != piles + held:
                yield does_not_fit(lot.seat, len(lot.cards), piles + held)


def deck_needed(seat: int, places: int) -> Fault:
    """The fault of a seat whose list is not known."""
    message = f"{places} hidden cards of seat {seat} can only be dealt from its deck list: give it, known or assumed."
    return Fault(code="deck_needed", at=f"/decks/{seat}", message=message, data={"seat": seat, "hidden": places})


def does_not_fit(seat: int | None, cards: int, places: int) -> Fault:
    """The fault of a list of another size than the places it has to fill."""
    message = f"{cards} cards of this list are not to be seen, but {places} places hide one."
    return Fault(
        code="list_does_not_fit", at=f"/decks/{seat}", message=message, data={"cards": cards, "hidden": places}
    )


# -- dealing ---------------------------------------------------------------------------------------


def deal(game: Game[Any, Any], view: Any, lots: list[Lot], seed: str) -> Any:
    """One sample."""
    state = game.copy(view)
    chance = Chance(seed=seed)
    ids = free_ids(game, state)
    cards = {lot.seat: shuffled(chance, lot.cards) for lot in lots}
    strangers = [(lot.seat, card) for lot in lots for card in lot.strangers]
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
    for seat, zone, player in held:
        fill_with_strangers(zone, player, seat, strangers, ids)
    finish(game, state, seed)
    return state


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
    zone: Any, holder: Any, seat: int, strangers: list[tuple[int | None, str]], ids: Iterator[int]
) -> None:
    """Lay cards of other owners where a hand still hides some."""
    for i, entry in enumerate(zone.of(holder)):
        if is_unknown(entry):
            at = next((at for at, (owner, _) in enumerate(strangers) if owner != seat), None)
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
