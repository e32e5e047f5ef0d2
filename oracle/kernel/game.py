"""A game: the tables that its package declares, tied together behind one door."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, Struct

from . import (
    codec,
    copying,
    enumeration,
    judges,
    lint,
    listing,
    maps,
    narration,
    passing,
    play,
    schema,
    sets,
    start,
    views,
    zonework,
)
from . import outcomes as chances
from . import possible as possibilities
from . import replay as replaying
from . import sample as sampling
from .agenda import Step
from .candidates import Plan, plan
from .cards import Card, CardRecord, CardSet
from .chance import Question
from .decisions import (
    Action,
    ActionType,
    Decision,
    DeckVerdict,
    Explanation,
    Listed,
    Pending,
    Requirement,
    UnknownAction,
    Verdict,
)
from .effects.text import Writer
from .errors import Fault, Faulty, InvalidState, Violation
from .faults import shared_faults
from .meter import CURRENT
from .rulebook import Rulebook, say
from .start import DeckList
from .state import Chance, Frame, Player, State, Viewer, Zone
from .table import ACTION_STEPS, Place, Table
from .texts import Texts
from .workable import BROKEN, on_workable_states, unworkable

if TYPE_CHECKING:
    from .effects.vocabulary import Vocabulary
    from .outcomes import Outcomes
    from .play import Outcome, Refusal
    from .possible import Possible
    from .replay import Replay
    from .stack.policy import Stack

S = TypeVar("S", bound=State[Any, Any, Any])
C = TypeVar("C", bound=Card)


@dataclass(frozen=True, slots=True)
class Conventions:
    """The clauses behind what every game answers alike; `None` where its rulebook has none."""

    unknown_action: str | None = None
    unknown_object: str | None = None
    chance: str | None = None
    target: str | None = None


@dataclass(frozen=True, eq=False)
class Game(Generic[S, C]):
    """The table of contents of a game's package, and the public API over it."""

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
    begins: Callable[[Table[S, C], start.Setup], None]
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
    has_left: Callable[[Any], bool] = lambda player: getattr(player, "out", False)
    prints: Callable[[S, Mapping[str, C]], Mapping[str, C]] | None = None
    lists: Callable[[S, int], list[str] | None] = lambda _state, _seat: None
    elsewhere: Callable[[S], Iterable[tuple[int, str]]] = lambda _state: ()
    is_card: Callable[[Any], bool] = lambda thing: (
        not getattr(thing, "token", False) and getattr(thing, "is_card", True)
    )
    hides: Callable[[S, Viewer], None] | None = None
    fills: Callable[[S, Chance], None] | None = None
    deals: Callable[[Table[S, C], Sequence[Any] | None], sampling.Deal] | None = None
    copies: Callable[[S], None] | None = None
    player_start: Mapping[str, Any] = field(default_factory=dict)
    state_start: Mapping[str, Any] = field(default_factory=dict)
    derives: Callable[[Table[S, C], Place | None, int | None], dict[str, Any]] = lambda _table, _place, _seat: {}
    checks_map: Callable[[Any, Mapping[str, C]], list[Fault]] | None = None
    shipped_maps: Callable[[], Mapping[str, Any]] = dict
    sketches: Callable[[Table[S, C], str], list[str]] | None = None

    # -- names -----------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The game's name."""
        return say(self.rulebook.document.name)

    @property
    def edition(self) -> str:
        """The rules edition that is served."""
        return self.editions[-1]

    @property
    def languages(self) -> list[str]:
        """The languages of its texts."""
        return self.rulebook.document.languages

    @cached_property
    def action_types(self) -> dict[str, ActionType]:
        """The action types by name, in the digest's order."""
        return {kind.name: kind for kind in self.actions}

    @cached_property
    def type_of(self) -> dict[type[Action], ActionType]:
        """The action types by record."""
        return {kind.record: kind for kind in self.actions}

    @cached_property
    def cited_requirements(self) -> dict[type[Action], tuple[Requirement, ...]]:
        """What a legal action of a type cites: its requirements, gates apart."""
        return {kind.record: tuple(r for r in kind.requirements if not r.gate) for kind in self.actions}

    @cached_property
    def citations(self) -> dict[tuple[Any, ...], list[str]]:
        """The clauses of requirements met together, sorted once; there are as many as a type has uses."""
        return {}

    def proposals(self, moment: str) -> tuple[Plan, ...]:
        """How to find the actions that are worth proposing at a moment.

        `moment` is the type of the decision, `aside` for a seat that does not decide, or `chance`.
        """
        known = self._proposals.get(moment)
        if known is None:
            known = self._proposals[moment] = tuple(plan(kind) for kind in self.actions if worth(kind, moment))
        return known

    @cached_property
    def _proposals(self) -> dict[str, tuple[Plan, ...]]:
        return {}

    def lister(self, moment: str) -> enumeration.Lister:
        """The function that lists the legal actions of one actor at such a moment."""
        known = self._listers.get(moment)
        if known is None:
            known = self._listers[moment] = enumeration.lister(self.proposals(moment))
        return known

    @cached_property
    def _listers(self) -> dict[str, enumeration.Lister]:
        return {}

    @cached_property
    def judged(self) -> dict[type[Any], tuple[judges.Judge, ActionType]]:
        """Whether an action is legal for certain, and its type, by its record."""
        return {kind.record: (judges.judge(kind), kind) for kind in self.actions}

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

    # -- looking at states -----------------------------------------------------------------------

    @cached_property
    def copy(self) -> Callable[[S], S]:
        """The structural copy of a state."""
        copy: Callable[[S], S] = copying.copier(self)
        return copy

    @cached_property
    def locate(self) -> Callable[[S, int], tuple[int | None, str, Any] | None]:
        """Where the object with an id is: its seat, its zone and its record."""
        return zonework.locator(self)

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
    def touching(self) -> Callable[[S, frozenset[str]], list[Place]]:
        """Where the things on the table are whose card is one of these: those that lastingly touch something."""
        return zonework.toucher(self.table_zones)

    def things(self, state: S, zone: Zone) -> Iterable[tuple[int | None, Any]]:
        """The objects of a zone with their seats, in order."""
        return [(seat, thing) for seat, things in zone.lists(state) for thing in things]

    def in_zone(self, table: Table[S, C], zone: str | None) -> list[Place]:
        """The objects of a zone in order; where none is named, of every seat's table, seat by seat."""
        key = ("zone", zone)
        known: list[Place] | None = table.found.get(key)
        if known is None:
            known = table.found[key] = self._look_into(table, zone)
        return known

    def _look_into(self, table: Table[S, C], zone: str | None) -> list[Place]:
        look = self._lookers.get(zone)
        if look is None:
            names = (zone,) if zone is not None else self.vocabulary.table_zones
            look = self._lookers[zone] = zonework.looker([found for found in self.object_zones if found.name in names])
        return look(table.state)

    @cached_property
    def _lookers(self) -> dict[str | None, Callable[[S], list[Place]]]:
        return {}

    def seats_in(self, state: S) -> list[int]:
        """The seats that are still in the match."""
        if not self.seats_leave:
            return list(range(len(state.players)))
        return [seat for seat, player in enumerate(state.players) if not self.has_left(player)]

    @cached_property
    def seats_leave(self) -> bool:
        """Whether a seat can be out while the match goes on: the game says when, or its players have the field."""
        said = Game.__dataclass_fields__["has_left"].default
        return self.has_left is not said or "out" in self.player_type.__struct_fields__

    def ids(self, state: S) -> Iterator[int]:
        """Every id in use."""
        for zone in self.object_zones:
            for _, thing in self.things(state, zone):
                if thing.id is not UNSET:
                    yield thing.id
        for effect in state.effects:
            yield effect.id
        for entry in state.stack:
            if entry.id is not UNSET:
                yield entry.id

    def faults(self, state: S) -> list[Fault]:
        """Everything in a well-formed state that no match can reach."""
        return shared_faults(self, state)

    def table(self, state: S, script: Sequence[Any] | None = None, steps: int = ACTION_STEPS) -> Table[S, C]:
        """A table over a state, which it changes in place."""
        plain = not state.cards and self.prints is None and state.sets == self.default_sets
        cards = self._default_cards if plain else self.cards_of(state)
        table: Table[S, C] = Table(self, state, cards, [*script] if script else (), steps, steps)
        meter = CURRENT.get()
        if meter is not None:
            meter.opens(table)
        return table

    # -- cards -----------------------------------------------------------------------------------

    def cards_of(self, state: S) -> Mapping[str, C]:
        """The compiled cards that a state can name, its sets' and its own, in the print that it plays with."""
        if state.cards or state.sets != self.default_sets:
            cards = sets.cards_of(self, tuple(state.sets), state.cards)
        else:
            cards = self._default_cards
        return cards if self.prints is None else self.prints(state, cards)

    @cached_property
    def _default_cards(self) -> Mapping[str, C]:
        return sets.cards_of(self, tuple(self.default_sets), {})

    def cards(self, names: Sequence[str] | None = None) -> list[C]:
        """The cards of some sets (of all that ship, by default) in order."""
        return list(sets.cards_of(self, tuple(names or self.default_sets), {}).values())

    def card(self, key: str, names: Sequence[str] | None = None) -> C:
        """One card by key; raises `KeyError`."""
        found: C = sets.cards_of(self, tuple(names or self.default_sets), {})[key]
        return found

    def text(self, card: C, language: str = "en") -> str:
        """A card's rules text, written from its data."""
        return Writer(self, language, {c.key: c for c in self.cards()}).card(card)

    def mode_text(self, card: C, mode: str, language: str = "en") -> str:
        """What one alternative of a card does; written once a card."""
        text = card.texts.get((mode, language))
        if text is None:
            text = card.texts[mode, language] = Writer(self, language, {}).mode(card, mode)
        return text

    def steps_text(self, steps: Sequence[Any], language: str = "en") -> str:
        """What some steps of an effect do."""
        return Writer(self, language, {c.key: c for c in self.cards()}).steps(steps)

    def check_cards(
        self, given: Any, language: str | None = None, syntax: lint.Syntax | None = None
    ) -> lint.CardsReport:
        """Everything that is wrong with a set (plain data, or YAML or JSON as text), and what its cards say."""
        return lint.check_cards(self, given, language, syntax)

    def map(self, name: str) -> Any:
        """The document of a map by its name, with or without the hash of what it holds; raises `KeyError`."""
        shipped = self.shipped_maps()
        full = next((known for known in shipped if name in (known, known.partition("@")[0])), None)
        found = shipped[full] if full is not None else maps.foreign_map(self.key, name)
        if found is None:
            raise KeyError(name)
        return found

    def check_map(self, given: Any, syntax: lint.Syntax | None = None) -> maps.MapReport:
        """Everything that is wrong with a map (plain data, or YAML or JSON as text); `KeyError` without maps."""
        return maps.check_map(self, given, syntax)

    def check_deck(self, deck: Mapping[str, Any], language: str = "en") -> DeckVerdict:
        """Whether a deck may be played under its format and options; raises `InvalidSetup` for no deck at all."""
        return start.check_deck(self, deck, language)

    # -- documents -------------------------------------------------------------------------------

    def load(self, document: Any) -> S:
        """A state from plain data; raises `InvalidState`, `EditionNotServed` or `UnknownSet`."""
        state: S = codec.load(self, document)
        return state

    def decode(self, raw: bytes) -> S:
        """A state from JSON; raises as `load` does."""
        state: S = codec.decode(self, raw)
        return state

    def encode(self, state: S) -> bytes:
        """The canonical JSON of a state."""
        return codec.encode(state)

    def digest(self, state: S) -> str:
        """The digest of a state."""
        return codec.digest(state)

    def document(self, state: S) -> dict[str, Any]:
        """A state as plain data."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state))
        return plain

    def action(self, document: Any) -> Action | UnknownAction:
        """An action from plain data; raises `MalformedAction`."""
        return listing.read_action(self, document)

    def validate(self, document: Any) -> tuple[S | None, list[Fault]]:
        """The normalised state, or all faults of the document."""
        try:
            return self.load(document), []
        except Faulty as error:
            return None, error.faults

    def schema(self, kind: str) -> dict[str, Any]:
        """JSON Schema 2020-12 of `state`, `action`, `event`, `card` or `deck`."""
        return schema.schema(self, kind)

    def describe(self, language: str = "en") -> dict[str, Any]:
        """The game as a document: editions, options, phases, zones, actions, events, sets."""
        return schema.describe(self, language)

    # -- the door --------------------------------------------------------------------------------

    def start(self, setup: Mapping[str, Any], script: Sequence[Any] | None = None) -> Outcome[S]:
        """The first state of a match; raises `InvalidSetup` or `ScriptError`."""
        return start.start(self, setup, script)

    @on_workable_states
    def decision(self, state: S, language: str = "en") -> Decision | None:
        """Who must decide what now; `None` when the match is over."""
        return listing.decision(self.table(state), language)

    def deciding_actions(self, state: S) -> list[Action]:
        """The legal actions of whoever decides (a seat, or chance): what a playout chooses from."""
        try:
            table = self.table(state, steps=listing.MAX_LISTED)
            waits = table.waits
            if waits is None:
                return []
            if isinstance(waits, Question):
                return self.lister("chance")(table, "chance")
            made = self._listers.get(waits.type)
            return (made or self.lister(waits.type))(table, waits.player)
        except BROKEN as error:
            found = unworkable(state)
            if found is None:
                raise
            raise found from error

    @on_workable_states
    def legal_actions(self, state: S, player: int | str | None = None) -> list[Action]:
        """All legal actions, of one seat or of all, the deciding one's first."""
        return listing.legal(self.table(state, steps=listing.MAX_LISTED), player)

    @on_workable_states
    def listed(
        self, state: S, player: int | str | None = None, language: str = "en", actions: list[Action] | None = None
    ) -> list[Listed]:
        """The legal actions (or some of them, given) as documents, with labels and clauses."""
        return listing.listed(self.table(state), player, language, actions)

    @on_workable_states
    def check(self, state: S, action: Action | UnknownAction) -> list[Violation]:
        """Every clause that the action breaks; empty is legal. Raises `Undetermined`."""
        return play.check(self.table(state), action)

    @on_workable_states
    def judge(
        self, state: S, action: Action | UnknownAction, language: str = "en", *, explain: bool = False
    ) -> Verdict:
        """The verdict on an action, three-valued."""
        return play.judge(self.table(state), action, language, explain=explain)

    def apply(self, state: S, action: Action | UnknownAction, script: Sequence[Any] | None = None) -> Outcome[S]:
        """The state after a legal action, and what happened; raises `IllegalAction` otherwise."""
        try:
            table = self.table(self.copy(state), script)
            table.sent = state
            play.carry_out(table, action)
            if table.script:
                play.check_used_up(table)
            return play.Outcome(state=table.state, events=table.events)
        except BROKEN as error:
            found = unworkable(state)
            if found is None:
                raise
            raise found from error

    @on_workable_states
    def resolve(
        self,
        state: S,
        actions: Sequence[Action | UnknownAction],
        script: Sequence[Any] | None = None,
        language: str = "en",
    ) -> Outcome[S] | Refusal:
        """A sequence of actions, all or none; the state given is not changed."""
        return play.resolve(self, self.copy(state), actions, script, language)

    @on_workable_states
    def resolve_with_passes(
        self,
        state: S,
        actions: Sequence[Action | UnknownAction],
        passes: Mapping[int, passing.How],
        script: Sequence[Any] | None = None,
        language: str = "en",
    ) -> passing.Passed[S] | Refusal:
        """The same, with passes made for the seats that asked for it; says what was applied."""
        return passing.resolve(self, state, actions, passes, script, language)

    @on_workable_states
    def explain(self, state: S, player: int, object: int | None = None, language: str = "en") -> list[Explanation]:
        """For each action type: what is legal, or what stands in the way."""
        return listing.explain(self.table(state), player, object, language)

    def view(self, state: S, player: Viewer) -> S:
        """What that seat, or `spectator`, may know."""
        seen: S = views.view(self, state, player)
        return seen

    def sample(self, view: S, decks: Sequence[Any] | None = None, seed: str = "sample") -> S:
        """A full state that the view's seat cannot tell from the real one; `decks` are assumed lists by seat."""
        return self.samples(view, decks, seed)[0]

    def samples(self, view: S, decks: Sequence[Any] | None = None, seed: str = "sample", n: int = 1) -> list[S]:
        """Several of them; raises `InvalidSetup` naming the list that is needed."""
        return sampling.samples(self, view, decks, seed, n)

    @on_workable_states
    def outcomes(
        self, state: S, action: Action | UnknownAction, limit: int = 100, seed: str = "outcomes"
    ) -> Outcomes[S]:
        """All states that can come of an action with their exact probabilities, or `limit` seeded tries."""
        return chances.outcomes(self, state, action, limit, seed)

    @on_workable_states
    def possible(self, state: S, player: int | str | None = None, language: str = "en") -> Possible:
        """What is legal for certain, and what may be as far as hidden parts decide it."""
        return possibilities.possible(self.table(state, steps=listing.MAX_LISTED), player, language)

    def events_for(self, events: list[dict[str, Any]], player: Viewer) -> list[dict[str, Any]]:
        """The events that a viewer may see."""
        return views.events_for(events, player)

    def narrate(self, states: Sequence[S], events: Sequence[Mapping[str, Any]], language: str = "en") -> list[str]:
        """One sentence for each event, from what its viewer knows now and, in further states, knew before."""
        return narration.narrate(self, states, events, language)

    def sketch(self, state: S, language: str = "en") -> list[str]:
        """The map of a match as lines of text; nothing for a game without one."""
        return [] if self.sketches is None else self.sketches(self.table(state), language)

    def derived(self, state: S, object: int | None = None, player: int | None = None) -> dict[str, Any]:
        """What follows from the state: the present stats of an object, the totals of a seat."""
        table = self.table(state)
        return self.derives(table, table.places.get(object) if object is not None else None, player)

    def replay(
        self, beginning: S | Mapping[str, Any], actions: Sequence[Any], script: Sequence[Any] | None = None
    ) -> Replay[S]:
        """A whole match: its verdict, the first illegal step with its reasons, the final state."""
        return replaying.replay(self, beginning, actions, script)

    def follow(
        self, beginning: S | Mapping[str, Any], actions: Sequence[Any], script: Sequence[Any] | None = None
    ) -> Iterator[replaying.Followed[S]]:
        """A whole match step by step, from its first state to its end or its first illegal action."""
        return replaying.follow(self, beginning, actions, script)


def worth(kind: ActionType, moment: str) -> bool:
    """Whether candidates of this type are worth proposing at such a moment."""
    if kind.actor == "chance" or moment == "chance":
        return kind.actor == moment
    return kind.aside if moment == "aside" else not kind.moments or moment in kind.moments


def unplayable(message: str, at: str = "", code: str = "impossible", **data: Any) -> InvalidState:
    """An `InvalidState` with one fault."""
    return InvalidState([Fault(code=code, at=at, message=message, data=data)])
