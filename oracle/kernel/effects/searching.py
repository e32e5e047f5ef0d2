"""Looking at hidden cards where a card lets somebody: searching a pile, showing cards to all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from oracle.kernel.moves import put, seen_by, tell_move
from oracle.kernel.piles import candidates, remove
from oracle.kernel.shapes import pointer
from oracle.kernel.state import Object
from oracle.kernel.table import Place
from oracle.kernel.zonework import in_zone

from .ability import Do, Point, Run
from .asking import asks
from .comparing import all_of
from .selectors import SHARED, compile_tests
from .targets import compile_range

if TYPE_CHECKING:
    from oracle.kernel.table import Table

    from .parse import Parser

Test = Callable[[Any, Any, Place], bool]


# -- search ----------------------------------------------------------------------------------------


def compile_search(parser: Parser, value: Any, at: str) -> list[Run]:
    """`search: {zone, for, to, min, max, reveal, shuffle}`: cards of the own zones come to another.

    Only the searching seat sees what there is; a pile that was searched is shuffled afterwards,
    unless `shuffle` is false. What is taken is shown to all where `reveal` is true.
    """
    document = parser.parts(value, at, ("zone", "for", "to"), ("min", "max", "reveal", "shuffle", "as"))
    words = parser.vocabulary
    zones, to, test, (least, most), shuffles, shows, name = parser.every(
        lambda: parser.words(document["zone"], pointer(at, "zone"), words.searched or words.zones, "zone"),
        lambda: parser.word(document["to"], pointer(at, "to"), words.found_go or words.zones, "zone"),
        lambda: compile_wanted(parser, document["for"], pointer(at, "for")),
        lambda: compile_range(parser, document, at),
        lambda: parser.flag(document.get("shuffle", True), pointer(at, "shuffle")),
        lambda: parser.flag(document.get("reveal", False), pointer(at, "reveal")),
        lambda: parser.name(document["as"], pointer(at, "as")) if "as" in document else f"_{len(parser.points)}",
    )
    parser.node(at, sum(parser.vocabulary.cap(zone) for zone in zones))
    found = Found(zones, test, to, shuffles=shuffles, shows=shows, rule=parser.vocabulary.clauses.get("search"))
    made = Point("search", name, found.picks, least, most, secret=True)
    number = parser.point(made)

    def run(table: Any, frame: Do) -> None:
        asks(table, frame, number, made)

    return [run, found.taker(name)]


def compile_wanted(parser: Parser, value: Any, at: str) -> Test:
    """What is looked for."""
    words = tuple(word for word in (*SHARED, *parser.vocabulary.filters) if word not in ("zone", "other", "self", "is"))
    return all_of(compile_tests(parser, parser.record(value, at, words), at, words))


class Found:
    """What a search looks for, and what becomes of it."""

    def __init__(
        self, zones: tuple[str, ...], test: Test, to: str, *, shuffles: bool, shows: bool, rule: str | None
    ) -> None:
        self.zones = zones
        self.test = test
        self.to = to
        self.shuffles = shuffles
        self.shows = shows
        self.rule = rule

    def picks(self, table: Table[Any, Any], scope: Any) -> list[Any]:
        """Objects by their ids, cards of a pile by their keys, each once and sorted."""
        found: list[Any] = []
        for zone in self.zones:
            if table.game.zones[zone].holds is None:
                keys = sorted({key for key in keys_of(table, scope.player, zone) if self.fits(table, scope, zone, key)})
                found += [key for key in keys if key not in found]
            else:
                found += [
                    p.object.id for p in in_zone(table, zone) if p.seat == scope.player and self.test(table, scope, p)
                ]
        return found

    def fits(self, table: Table[Any, Any], scope: Any, zone: str, key: str) -> bool:
        """Whether a card of a pile is looked for."""
        return self.test(table, scope, Place(scope.player, zone, Object(card=key)))

    def taker(self, name: str) -> Run:
        """The step behind the choice: the cards move, searched piles are shuffled."""

        def run(table: Any, frame: Do) -> None:
            picked = frame.bound.get(name, [])
            frame.bound = {**frame.bound, name: [self.take(table, frame, pick) for pick in picked]}
            for zone in self.zones:
                if self.shuffles and table.game.zones[zone].holds is None:
                    table.shuffle(frame.player, getattr(table.state.players[frame.player], zone), self.rule)

        return run

    def take(self, table: Table[Any, Any], frame: Do, pick: Any) -> Any:
        """One card moves; returns a reference to it where it is now."""
        seat = frame.player
        zone = next(z for z in self.zones if self.holds(table, seat, z, pick))
        if isinstance(pick, int):
            thing = table.find(pick)
            getattr(table.state.players[seat], zone).remove(thing)
        else:
            thing = Object(card=pick)
            pile = getattr(table.state.players[seat], zone)
            remove(table, seat, pile, pick)
        now = put(table, seat, self.to, thing.card, seat)
        tell_move(table, thing, now, (seat, zone), (seat, self.to), reason="search", rule=self.rule or "")
        if self.shows and now is not None:
            tell_reveal(table, Place(seat, self.to, now), self.rule)
        return {"object": now.id} if now is not None else {"card": pick}

    def holds(self, table: Table[Any, Any], seat: int, zone: str, pick: Any) -> bool:
        """Whether the picked card is in that zone."""
        if isinstance(pick, int):
            return any(
                thing.id == pick
                for thing in table.game.zones[zone].of(table.state.players[seat])
                if isinstance(thing, Object)
            )
        return table.game.zones[zone].holds is None and pick in keys_of(table, seat, zone)


def keys_of(table: Table[Any, Any], seat: int, zone: str) -> list[str]:
    """The cards of a pile as its seat may know them while it searches; all that could be there where it does not."""
    pile = getattr(table.state.players[seat], zone)
    if None not in pile:
        return list(pile)
    unseen = table.state.players[seat].unseen
    return list(candidates(table, seat, seat) if unseen is UNSET else unseen)


# -- reveal ----------------------------------------------------------------------------------------


def compile_reveal(parser: Parser, value: Any, at: str) -> list[Run]:
    """`reveal: name`: everybody sees those cards, wherever they are."""
    of = parser.target(value, at)
    rule = parser.vocabulary.clauses.get("reveal")

    def run(table: Any, frame: Do) -> None:
        for ref in of(table, frame):
            place = table.places.get(ref.get("object"))
            if place is not None and hidden_from_some(table, place):
                tell_reveal(table, place, rule)

    return [run]


def tell_reveal(table: Table[Any, Any], place: Place, rule: str | None) -> None:
    """Everybody sees a card; its id in a hand is no more for the others than before."""
    told = {"player": place.seat, "object": place.object.id, "card": place.object.card}
    zone = table.game.zones[place.zone]
    knows = None if place.seat is None else seen_by(zone, place.seat, table.state, place.object)
    if knows is None or zone.shows_ids:
        table.emit("reveal", rule, **told)
    else:
        table.tell(knows, ("object",), "reveal", rule, **told)


def hidden_from_some(table: Table[Any, Any], place: Place) -> bool:
    """Whether somebody does not see the cards of this place."""
    return place.seat is not None and seen_by(table.game.zones[place.zone], place.seat) is not None
