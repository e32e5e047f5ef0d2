"""The table: one state being judged or changed, with its cards, its events and its budget."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import UNSET, Struct

from . import agenda, chance
from .chance import Question
from .errors import BudgetExceeded, ScriptError, Violation
from .hidden import needed, not_known
from .state import Frame, Object, State
from .views import sees, shows_to

if TYPE_CHECKING:
    from .cards import Card
    from .decisions import Pending
    from .game import Game
    from .outcomes import Fork

S = TypeVar("S", bound=State[Any, Any, Any])
C = TypeVar("C", bound="Card")
T = TypeVar("T")

ACTION_STEPS = 20_000
FULL = 50


class Place(Struct, frozen=True, gc=False):
    """Where an object is: whose zone (`None`: nobody's), which zone, and its record."""

    seat: int | None
    zone: str
    object: Object


class CardName(str):
    """A card key in the facts of a message: shown as the card's name, sent as the key."""

    __slots__ = ()


class Table(Struct, Generic[S, C], eq=False):
    """A state with everything that judging and changing it needs.

    `cards` are the compiled definitions by key, `events` what has happened, `script` the forced
    outcomes still to be used (empty: nothing is forced), `steps` what is left of the budget, `limit`.
    `statics` are the static abilities by what they touch, as far as somebody has asked for them.
    `sent` is the state as it came, where it is kept, and `fork` answers chance in place of the state; `candidates`
    were tried for lists that were short enough to be free. It is a record because those are made fast.
    """

    game: Game[Any, Any]
    state: S
    cards: Mapping[str, C]
    script: Any = ()
    steps: int = ACTION_STEPS
    limit: int = ACTION_STEPS
    events: list[dict[str, Any]] = []
    statics: dict[str, list[Any]] = {}
    found: dict[Any, Any] = {}
    candidates: int = 0
    worked: tuple[tuple[str, int], ...] = ()
    sent: S | None = None
    fork: Fork | None = None
    _fixed: dict[Any, Any] | None = None
    _places: dict[int, Place] | None = None
    _waits: Pending | Question | None = None

    # -- looking ---------------------------------------------------------------------------------

    def card(self, thing: Object) -> C:
        """The definition of an object's card; raises `Undetermined` for a hidden one."""
        key = thing.card
        if key is None:
            raise not_known(self, thing)
        return self.cards[key]

    @property
    def places(self) -> dict[int, Place]:
        """Every object of the state by its id."""
        if self._places is None:
            self._places = self.game.places(self.state)
        return self._places

    def place(self, object_id: int) -> Place | None:
        """Where an object is."""
        found = self.game.locate(self.state, object_id)
        return None if found is None else Place(*found)

    def find(self, object_id: int, zone: str | None = None, seat: int | None = None) -> Any:
        """The object with this id, in that zone and of that seat if they are named, or `None`."""
        if zone is not None and seat is not None:
            for thing in self.game.zones[zone].of(self.state.players[seat]):
                if thing.id == object_id:
                    return thing
            return None
        found = self.game.locate(self.state, object_id)
        if found is None or (zone is not None and found[1] != zone) or (seat is not None and found[0] != seat):
            return None
        return found[2]

    def once(self, key: Any, work: Callable[[], T]) -> T:
        """What was worked out under this key since the state last changed, or the work done now."""
        if key not in self.found:
            self.found[key] = work()
        known: T = self.found[key]
        return known

    @property
    def fixed(self) -> dict[Any, Any]:
        """What was worked out of parts of the state that never change in a match."""
        if self._fixed is None:
            self._fixed = {}
        return self._fixed

    def exists(self, object_id: int) -> bool:
        """Whether an object with this id is in the state."""
        return self.shows(object_id, "chance")

    def shows(self, object_id: int, viewer: int | str) -> bool:
        """Whether there is an object with this id where that seat (or chance) can point at it."""
        found = self.game.locate(self.state, object_id)
        return found is not None and shows_to(self.game.zones[found[1]], found[0], viewer)

    def knows(self, object_id: int, viewer: int | str) -> bool:
        """Whether there is an object with this id whose card that seat (or chance) sees."""
        place = self.places.get(object_id)
        return place is not None and sees(self.game.zones[place.zone], place, self.state, viewer)

    def name(self, thing: Object | str) -> CardName:
        """The card's name, for the facts of a message."""
        key = thing if isinstance(thing, str) else thing.card
        return CardName(key if key is not None else "?")

    @property
    def waits(self) -> Pending | Question | None:
        """What is waited for: a decision, an outcome of chance, or nothing once the match is over."""
        waits = self._waits
        if waits is None and self.state.result is None:
            waits = self._waits = (agenda.asked(self) if self.state.agenda else None) or self.game.decides(self)
        return waits

    @property
    def question(self) -> Question | None:
        """The outcome of chance that is waited for, if one is: only work on the agenda asks for one."""
        if not self.state.agenda:
            return None
        waits = self.waits
        return waits if isinstance(waits, Question) else None

    @property
    def decider(self) -> int | str:
        """Who decides: a seat, or chance (the first seat once the match is over)."""
        waits = self._waits or self.waits
        if waits is None:
            return 0
        return "chance" if isinstance(waits, Question) else waits.player

    def decides(self, actor: int | str) -> bool:
        """Whether that seat decides now, alone or with others at the same time."""
        waits = self._waits or self.waits
        if waits is None or isinstance(waits, Question):
            return actor == self.decider
        return actor == waits.player or actor in waits.also

    @property
    def moment(self) -> str:
        """The type of the pending decision."""
        waits = self._waits or self.waits
        return "chance" if waits is None or isinstance(waits, Question) else waits.type

    def renew(self) -> None:
        """Forget what was worked out about the state: it has changed."""
        self._places = self._waits = None
        self.statics.clear()
        self.found.clear()

    # -- happening -------------------------------------------------------------------------------

    def moved(self) -> None:
        """Forget where objects were: one has come, gone or changed places."""
        self._places = None
        if self.statics:
            self.statics.clear()
        if self.found:
            self.found.clear()

    def fresh_id(self) -> int:
        """The next object id of the match."""
        number = self.state.next_id
        self.state.next_id = number + 1
        return number

    def emit(self, type: str, rule: str | None, **fields: Any) -> None:
        """Tell an event that everybody may see."""
        self.events.append({"type": type, **fields, "rule": rule})

    def tell(self, knows: Collection[int], secret: Sequence[str], type: str, rule: str | None, **fields: Any) -> None:
        """Tell an event whose `secret` fields only the seats `knows` may see; the rest gets a twin."""
        seats = sorted(knows) if len(knows) > 1 else [*knows]
        event = {"type": type, **fields, "rule": rule, "seats": seats}
        twin = event.copy()
        twin["seats"] = [*others_of(len(self.state.players), tuple(seats))]
        for name in secret:
            twin[name] = None
        if seats:
            self.events.append(event)
        self.events.append(twin)

    def tell_seat(self, seat: int, event: dict[str, Any], *secret: str) -> None:
        """Tell an event whose `secret` fields only one seat may see; the rest gets a twin."""
        twin = event.copy()
        event["seats"], twin["seats"] = [seat], [*others_of(len(self.state.players), (seat,))]
        for name in secret:
            twin[name] = None
        self.events += (event, twin)

    def push(self, *frames: Frame) -> None:
        """Put work on the agenda; the first of `frames` is done first."""
        self.state.agenda.extend(reversed(frames))

    def spend(self, steps: int = 1, ability: tuple[str, int] | None = None) -> None:
        """Count work against the call's budget; raises `BudgetExceeded` past it."""
        self.steps -= steps
        if ability:
            self.worked = (*self.worked[-63:], ability)
        if self.steps < 0:
            loop = sorted({f"{card}/{number}" for card, number in self.worked})
            raise BudgetExceeded("effect_budget_exceeded", self.limit, loop)

    def tried(self, candidates: int) -> int:
        """Count candidates of a list against its budget, the heavier the fuller the table is; 0, to count on from.

        Raises `BudgetExceeded` past it: a list so long is not worked out to its end.
        """
        steps = candidates * (1 + len(self.places) // FULL)
        self.steps -= steps
        if self.steps < 0:
            raise BudgetExceeded("request_budget_exceeded", self.limit, [])
        return 0

    # -- chance ----------------------------------------------------------------------------------

    @property
    def draws_itself(self) -> bool:
        """Whether chance is drawn here; otherwise it is asked of the client."""
        source = self.state.chance
        return source.mode == "seeded" and source.seed is not None

    def knows_order(self, pile: list[Any]) -> bool:
        """Whether the order of a pile says which card is next."""
        source = self.state.chance
        return source.mode == "seeded" and source.seed is not None and (self.fork is None or not self.fork.loose(pile))

    def outcome(self, question: Question) -> Any:
        """What chance answers: the next forced outcome, or one drawn from the state's generator."""
        if self.fork is not None:
            return self.fork.answer(question)
        if not self.script:
            return chance.draw(self.state.chance, question)
        outcome = self.script.pop(0)
        if not question.allows(outcome):
            raise self.impossible(outcome)
        return outcome

    def shuffle(self, player: int, pile: list[Any], rule: str | None) -> None:
        """Shuffle a pile of card keys in place; in manual mode nobody knows the order: it is sorted."""
        if not self.draws_itself:
            pile.sort(key=chance.known_first)
        elif None in pile:
            raise needed(self, pile)
        elif pile:
            pile[:] = self.outcome(Question("shuffle", player, (), pile=tuple(pile)))
            if self.fork is not None:
                self.fork.loosen(pile)
        self.emit("shuffle", rule, player=player)

    def impossible(self, outcome: Any) -> ScriptError:
        """The error for a forced outcome that cannot be."""
        rule = self.game.conventions.chance
        message = "This outcome is not possible here."
        return ScriptError(
            [Violation(code="impossible_outcome", rule=rule, message=message, data={"outcome": outcome})]
        )


@lru_cache(maxsize=1024)
def others_of(count: int, seats: tuple[int, ...]) -> tuple[int | str, ...]:
    """Everybody of so many seats, and onlookers, but for these seats."""
    return (*(seat for seat in range(count) if seat not in seats), "spectator")


def owner_of(thing: Object, seat: int) -> int:
    """The seat that owns an object standing in that seat's zone."""
    return seat if thing.owner is UNSET else thing.owner
