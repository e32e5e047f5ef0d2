"""A game: what its package declares, behind one door; everything that is asked of a game is asked here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from . import codec, explaining, lint, listing, maps, narration, passing, play, schema, sets, start, views
from . import outcomes as chances
from . import possible as possibilities
from . import replay as replaying
from . import sample as sampling
from .answers import Decision, DeckVerdict, Explanation, Listed, Verdict
from .cards import Card
from .chance import Question
from .decisions import Action, UnknownAction
from .effects.text import card_text
from .errors import Fault, Faulty, Violation
from .faults import shared_faults
from .meter import CURRENT
from .package import Conventions, Package
from .state import State, Viewer
from .table import ACTION_STEPS, Table
from .workable import BROKEN, on_workable_states, unworkable

if TYPE_CHECKING:
    from .outcomes import Outcomes
    from .play import Outcome, Refusal
    from .possible import Possible
    from .replay import Replay

__all__ = ["Conventions", "Game"]

S = TypeVar("S", bound=State[Any, Any, Any])
C = TypeVar("C", bound=Card)


class Game(Package[S, C]):
    """The public API over a game's package."""

    def faults(self, state: S) -> list[Fault]:
        """Everything in a well-formed state that no match can reach."""
        try:
            return shared_faults(self, state)
        except BROKEN as error:
            found = unworkable(state, error)
            if found is None:
                raise
            return found.faults

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
        return card_text(self, card, language)

    def check_cards(
        self, given: Any, language: str | None = None, syntax: lint.Syntax | None = None
    ) -> lint.CardsReport:
        """Everything that is wrong with a set (plain data, or YAML or JSON as text), and what its cards say."""
        return lint.check_cards(self, given, language, syntax)

    def map(self, name: str) -> Any:
        """The document of a map by its name, with or without the hash of what it holds; raises `KeyError`."""
        return maps.find(self, name)

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
        """JSON Schema 2020-12 of `state`, `action`, `event`, `card`, `deck`, and `map` where there are maps."""
        return schema.schema(self, kind)

    def describe(self, language: str = "en") -> dict[str, Any]:
        """The game as a document: editions, options, phases, zones, actions, events, sets, maps."""
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
                return self.acts.listers["chance"](table, "chance")
            return self.acts.listers[waits.type](table, waits.player)
        except BROKEN as error:
            found = unworkable(state, error)
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
            found = unworkable(state, error)
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
        """For each action type: what is legal, or what stands in the way, as far as that seat sees."""
        return explaining.explain(self.table(self.view(state, player)), player, object, language)

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
