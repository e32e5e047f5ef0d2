"""What a game's package declares, and what follows from it alone: names, action tables, zones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import UNSET, Struct

from . import copying, zonework
from .action_tables import ActionTables
from .agenda import Step
from .cards import Card, CardRecord, CardSet
from .chance import Question
from .decisions import Action, ActionType, Pending
from .errors import Fault, Violation
from .portrait import Portrait
from .rulebook import Rulebook, say
from .state import Chance, Frame, Player, State, Viewer, Zone
from .table import Place, Table
from .texts import Texts

if TYPE_CHECKING:
    from .effects.vocabulary import Vocabulary
    from .sample import Deal
    from .stack.policy import Stack
    from .start import DeckList, Setup

S = TypeVar("S", bound=State[Any, Any, Any])
C = TypeVar("C", bound=Card)

KINDS = ("state", "action", "event", "card", "deck")


@dataclass(frozen=True, slots=True)
class Conventions:
    """The clauses behind what every game answers alike; `None` where its rulebook has none."""

    unknown_action: str | None = None
    unknown_object: str | None = None
    chance: str | None = None
    target: str | None = None


def is_out(player: Any) -> bool:
    """Whether a seat is out of a match that goes on, in games whose players have the field."""
    return bool(getattr(player, "out", False))


@dataclass(frozen=True, eq=False)
class Package(Generic[S, C]):
    """The tables of a game: its folder's table of contents.

    What there is: `zones`, `phases` in their order, `option_type`, the records `state_type` and `player_type` with what
    their fields without a default start from (`state_start`, `player_start`), `card_record` and `compile_card`,
    `builtin_sets`.
    What can be done: `actions`, the `steps` that work off each kind of frame, `events` with the fields of each, the
    card language's `vocabulary`. The rest are functions, asked at their moment:

    - `begins` lays out a match, `decides` says who is waited for once the agenda is empty, `defaults` which action
      changes least.
    - `completes` fills in what a document of a state may leave out, `invariants` find what no match can reach.
    - `checks_deck` judges one list, `checks_decks` those of a match together.
    - `settles` makes the frame that lies below every step of an effect, `settles_now` does the same work at once.
    - `has_left` says that a seat is out, `prints` which cards this state plays with, `derives` what follows from it.
    - `hides` takes out of a view what zones do not say; `lists` tells the list that a seat is known to have brought,
      `could_hold` whether a hidden card may be this one, `is_card` which objects count among a seat's cards; `deals`
      and `fills` put cards and numbers in the places that a view hides.
    - `measures` reads the number that a text on a card stands for (a printed cost), by the field of its definition;
      `portrait` says what the pictures of a deck count, and how a card's fields are called and written.
    - `map_record`, `checks_map`, `shipped_maps` and `sketches` are for games on a map, `stack` for those with one.
    """

    key: str
    rulebook: Rulebook
    texts: Texts
    state_type: type[S]
    option_type: type[Struct]
    zones: Mapping[str, Zone]
    phases: tuple[str, ...]
    actions: tuple[ActionType, ...]
    steps: Mapping[type[Frame], Step]
    decides: Callable[[Table[S, C]], Pending | Question]
    defaults: Callable[[Table[S, C], Pending], Action | None]
    events: Mapping[str, tuple[str, ...]]
    vocabulary: Vocabulary
    compile_card: Callable[[Any, str, Callable[[str], bool] | None], tuple[C | None, list[Fault]]]
    builtin_sets: tuple[CardSet[C], ...]
    begins: Callable[[Table[S, C], Setup], None]
    invariants: tuple[Callable[[Table[S, C]], Iterator[Fault]], ...]
    checks_deck: Callable[[DeckList, Mapping[str, C], str, str], tuple[list[Violation], list[Violation]]]
    checks_decks: Callable[[list[DeckList | None], Mapping[str, C], Any], list[tuple[int | None, list[Violation]]]]
    player_type: type[Player]
    card_record: type[CardRecord]
    seats: tuple[int, int]
    card_types: tuple[str, ...]
    sections: tuple[str, ...] = ("deck",)
    formats: tuple[str, ...] = ("standard",)
    conventions: Conventions = Conventions()
    editions: tuple[str, ...] = ("1.0",)
    completes: Callable[[dict[str, Any], Mapping[str, C]], None] = lambda _document, _cards: None
    could_hold: Callable[[Table[S, C], int | None, str, str], bool] = lambda _table, _seat, _zone, _card: True
    settles: Callable[[], Frame] | None = None
    settles_now: Callable[[Table[S, C]], None] | None = None
    stack: Stack | None = None
    has_left: Callable[[Any], bool] = is_out
    prints: Callable[[S, Mapping[str, C]], Mapping[str, C]] | None = None
    lists: Callable[[S, int], list[str] | None] = lambda _state, _seat: None
    is_card: Callable[[Any], bool] = lambda thing: (
        not getattr(thing, "token", False) and getattr(thing, "is_card", True)
    )
    hides: Callable[[S, Viewer], None] | None = None
    fills: Callable[[S, Chance], None] | None = None
    deals: Callable[[Table[S, C], Sequence[Any] | None], Deal] | None = None
    player_start: Mapping[str, Any] = field(default_factory=dict)
    state_start: Mapping[str, Any] = field(default_factory=dict)
    derives: Callable[[Table[S, C], Place | None, int | None], dict[str, Any]] = lambda _table, _place, _seat: {}
    measures: Mapping[str, Callable[[str], int | None]] = field(default_factory=dict)
    portrait: Portrait = field(default_factory=Portrait)
    map_record: type[Struct] | None = None
    checks_map: Callable[[Any, Mapping[str, C]], list[Fault]] | None = None
    shipped_maps: Callable[[], Mapping[str, Any]] = dict
    sketches: Callable[[Table[S, C], str], list[str]] | None = None

    # -- names -----------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The game's name."""
        return say(self.rulebook.document.name)

    @property
    def described(self) -> tuple[str, ...]:
        """The kinds of documents that there is a schema of; maps only where there are any."""
        return KINDS if self.map_record is None else (*KINDS, "map")

    @property
    def edition(self) -> str:
        """The rules edition that is served."""
        return self.editions[-1]

    @property
    def languages(self) -> list[str]:
        """The languages of its texts."""
        return self.rulebook.document.languages

    @cached_property
    def acts(self) -> ActionTables:
        """What can be done: the action types and the code made from them."""
        return ActionTables(self.actions)

    @cached_property
    def action_types(self) -> dict[str, ActionType]:
        """The action types by name, in the digest's order."""
        return self.acts.by_name

    @cached_property
    def type_of(self) -> dict[type[Action], ActionType]:
        """The action types by record."""
        return self.acts.by_record

    @cached_property
    def its_stack(self) -> Stack:
        """What the game declares about its stack, for code that only games with one reach."""
        assert self.stack is not None, f"{self.key} has no stack"
        return self.stack

    @property
    def event_types(self) -> list[str]:
        """The closed list of event types."""
        return list(self.events)

    @cached_property
    def default_sets(self) -> list[str]:
        """The pinned ids of the sets that ship with the game."""
        return [card_set.id for card_set in self.builtin_sets]

    # -- where things are -------------------------------------------------------------------------

    @cached_property
    def copy(self) -> Callable[[S], S]:
        """The structural copy of a state."""
        copy: Callable[[S], S] = copying.copier(self)
        return copy

    @cached_property
    def locate(self) -> Callable[[S, int], tuple[int | None, str, Any] | None]:
        """Where the object with an id is: its seat, its zone and its record."""
        return zonework.locator(self)

    @cached_property
    def field_zones(self) -> tuple[Zone, ...]:
        """The zones of objects that change while they stay."""
        return tuple(zone for zone in self.object_zones if zone.field)

    @cached_property
    def object_zones(self) -> tuple[Zone, ...]:
        """The zones that hold objects."""
        return tuple(zone for zone in self.zones.values() if zone.holds is not None)

    @cached_property
    def table_zones(self) -> tuple[Zone, ...]:
        """The zones that a selector means where it names none."""
        names = self.vocabulary.table_zones
        return tuple(zone for zone in self.object_zones if zone.name in names)

    @cached_property
    def lookers(self) -> zonework.Lookers:
        """Functions that find what is in a zone."""
        return zonework.Lookers(self.object_zones, self.table_zones)

    @cached_property
    def touching(self) -> Callable[[S, frozenset[str]], list[Place]]:
        """Where the things on the table are whose card is one of these: those that lastingly touch something."""
        return zonework.toucher(self.table_zones)

    def places(self, state: S) -> dict[int, Place]:
        """Every object with an id, by that id."""
        found: dict[int, Place] = {}
        for zone in self.object_zones:
            name = zone.name
            for seat, things in zone.lists(state):
                for thing in things:
                    if thing.id is not UNSET:
                        found[thing.id] = Place(seat, name, thing)
        return found

    def ids(self, state: S) -> Iterator[int]:
        """Every id in use."""
        yield from self.places(state)
        yield from (effect.id for effect in state.effects)
        yield from (entry.id for entry in state.stack if entry.id is not UNSET)

    # -- seats ------------------------------------------------------------------------------------

    def seats_in(self, state: S) -> list[int]:
        """The seats that are still in the match."""
        if not self.seats_leave:
            return list(range(len(state.players)))
        return [seat for seat, player in enumerate(state.players) if not self.has_left(player)]

    @cached_property
    def seats_leave(self) -> bool:
        """Whether a seat can be out while the match goes on: the game says when, or its players have the field."""
        return self.has_left is not is_out or "out" in self.player_type.__struct_fields__
