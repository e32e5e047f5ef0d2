"""Events in words: one sentence each, from a template per event type, with no more than its viewer knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from string import Formatter
from typing import TYPE_CHECKING, Any

from .texts import fill, tile_in_words

if TYPE_CHECKING:
    from .game import Game

SEATS = frozenset({"player", "by", "winners", "controller", "owner"})
OBJECTS = frozenset({"object", "now", "source", "attacker", "blocker", "bearer", "base"})
APART = frozenset({"type", "seats", "rule"})
REFERENCES = ("object", "player", "entry", "tile")
TILES = frozenset({"tile"})
FINER = ("decision", "kind")
"""The facts by which a type of event may have more than one template, `choose_draft_pick` beside `choose`."""


def narrate(
    game: Game[Any, Any], states: Sequence[Any], events: Sequence[Mapping[str, Any]], language: str
) -> list[str]:
    """A sentence for each event; `states` are what its viewer knows now and knew before."""
    teller = Teller(game, states, events, language)
    return [teller.sentence(event) for event in events]


class Teller:
    """Knows the names of everything that the events speak of."""

    def __init__(
        self, game: Game[Any, Any], states: Sequence[Any], events: Iterable[Mapping[str, Any]], language: str
    ) -> None:
        self.game = game
        self.language = language
        self.cards = game.cards_of(states[0])
        self.players = states[0].players
        self.names: dict[int, str] = {}
        for event in events:
            self.names |= {event[word]: event["card"] for word in ("object", "now") if names_card(event, word)}
        for state in states:
            for number, place in game.places(state).items():
                if isinstance(card := getattr(place.object, "card", None), str):
                    self.names.setdefault(number, card)
            self.learn_from_work(state)

    def learn_from_work(self, state: Any) -> None:
        """What is under way or waits to be may come of something that has gone."""
        for waiting in (*state.agenda, *getattr(state, "trigger_queue", ())):
            number, card = getattr(waiting, "source", None), getattr(waiting, "card", None)
            if isinstance(number, int) and isinstance(card, str):
                self.names.setdefault(number, card)

    def sentence(self, event: Mapping[str, Any]) -> str:
        """One event."""
        kind = event["type"]
        facts = {name: self.shown(name, value) for name, value in event.items() if name not in APART}
        if event.get("of") == "first_player" and event.get("outcome") is not None:
            facts["outcome"] = self.seat(event["outcome"])
        if event.get("decision") == "choose":
            facts["pick"] = self.picked(event.get("pick"))
        key = self.key(event)
        template = self.template(key)
        if template is not None and {name for name in fields(template) if event.get(name) is None}:
            template = self.template(f"{key}_plain") or template
        if template is None:
            told = [f"{plainly(name)} {fact}" for name, fact in facts.items() if event[name] is not None]
            return plainly(str(kind)).capitalize() + (f": {', '.join(told)}." if told else ".")
        return fill(template, {name: self.unknown(name) for name in fields(template)} | facts)

    def picked(self, pick: Any) -> Any:
        """What was chosen in an effect: yes or no, a card by its name, anything else as it is shown."""
        if isinstance(pick, bool):
            return self.game.texts.say("labels", "accept" if pick else "refuse", self.language, {})
        known = isinstance(pick, int) and pick in self.names
        return self.object(pick) if known else self.shown("pick", pick)

    def key(self, event: Mapping[str, Any]) -> str:
        """The name of the template: the type of event, or a finer one that the game has a sentence for."""
        kind = str(event["type"])
        if kind == "result":
            return f"{kind}_{event['outcome']}"
        finer = (f"{kind}_{event[word]}" for word in FINER if isinstance(event.get(word), str))
        return next((key for key in finer if self.template(key) is not None), kind)

    def template(self, key: str) -> str | None:
        """The template of that name."""
        return self.game.texts.template("events", key, self.language)

    def unknown(self, name: str) -> str:
        """The word for what the viewer does not know."""
        return self.template("unknown_card" if name == "card" else "unknown") or "?"

    def shown(self, name: str, value: Any) -> Any:
        """A fact of an event in words."""
        if value is None:
            return self.unknown(name)
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, int):
            return self.number(name, value)
        if isinstance(value, str):
            return self.card(value, name)
        if isinstance(value, Mapping):
            return self.mapping(value)
        return tile_in_words(value) if name in TILES else ", ".join(str(self.shown(name, each)) for each in value)

    def number(self, name: str, value: int) -> Any:
        """A seat or an object by its name, any other number as it is."""
        if name in SEATS:
            return self.seat(value)
        if name in OBJECTS:
            return self.object(value)
        return value

    def mapping(self, value: Mapping[str, Any]) -> str:
        """A reference by the name of what it means, anything else part by part."""
        for word in REFERENCES:
            if word in value:
                return str(self.reference(word, value[word]))
        return ", ".join(f"{self.word(name)} {self.shown(name, part)}" for name, part in value.items())

    def reference(self, word: str, value: Any) -> Any:
        """What a reference means, by its name."""
        shown: dict[str, Callable[[Any], Any]] = {
            "object": self.object, "player": self.seat, "entry": self.object, "tile": tile_in_words,
        }  # fmt: skip
        return shown[word](value)

    def seat(self, seat: int) -> str:
        """A player's name, or the seat's number."""
        name = self.players[seat].name if 0 <= seat < len(self.players) else ""
        return name or f"#{seat}"

    def object(self, number: int) -> str:
        """An object by the name of its card, as far as that is known."""
        return self.card(self.names[number]) if number in self.names else self.unknown("object")

    def card(self, key: str, field: str = "") -> str:
        """A card by its name; any other word, the value of that field, as people say it."""
        card = self.cards.get(key)
        return self.word(key, field) if card is None else card.name(self.language)

    def word(self, key: str, field: str = "") -> str:
        """A word of documents as people say it."""
        return self.game.texts.word(key, self.language, field)


def plainly(word: str) -> str:
    """A word of a document in plain letters."""
    return word.replace("_", " ")


def names_card(event: Mapping[str, Any], word: str) -> bool:
    """Whether the event says which card the object is."""
    return isinstance(event.get(word), int) and isinstance(event.get("card"), str)


def fields(template: str) -> list[str]:
    """The facts that a template speaks of."""
    return [name for _, name, _, _ in Formatter().parse(template) if name is not None]
