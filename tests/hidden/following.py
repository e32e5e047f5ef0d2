"""Following a match as one seat sees it: a view in manual mode, moved on by what is told at the table."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import UNSET

import oracle
from oracle.kernel.chance import Question
from oracle.kernel.shapes import described
from tests.laws.matches import GameT, pick
from tests.laws.mirrors import is_seat

NUMBER = re.compile(r"#(\d+)")

CHANGES = {"chance", "next_id"}


@dataclass(slots=True)
class Follower:
    """A seat's own account of a match: its state, and which real object is which of its own."""

    game: GameT
    seat: Any
    state: Any
    ids: dict[int, int] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    gone: dict[int, int] = field(default_factory=dict)

    def follow(self, before: Any, action: Any, after: Any, events: list[dict[str, Any]]) -> None:
        """Do what was done at the table, told by what this seat could see of it."""
        self.act(self.translate(before, action, after))
        self.hear(self.game.events_for(events, self.seat), before, events)
        self.recognise(after)
        self.learn(after)

    def hear(self, seen: list[dict[str, Any]], before: Any = None, events: list[dict[str, Any]] | None = None) -> None:
        """Tell what chance brought, as long as it is asked for."""
        news = iter(seen)
        while (question := self.question()) is not None:
            event = next(event for event in news if tells(event, question))
            self.act(self.answer(question, event, before, events or []))

    def question(self) -> Question | None:
        """The outcome of chance that is waited for."""
        return self.game.table(self.state).question

    def act(self, action: dict[str, Any]) -> None:
        """Apply one action to the own account."""
        self.told.append(action["type"])
        self.state = self.game.apply(self.state, self.game.action(action)).state

    # -- actions -----------------------------------------------------------------------------------

    def translate(self, before: Any, action: Any, after: Any) -> dict[str, Any]:
        """The action in own ids; a card from a hidden hand is revealed first."""
        document = msgspec.to_builtins(action)
        record: Any = type(action)
        seats = {part.encode_name for part in described(record).fields if is_seat(part.type)}  # type: ignore[attr-defined]
        names = {*self.game.type_of[type(action)].objects, "pick", "target", "ref", "cards"} - seats
        for name in ("attack", "trigger"):
            if name in document:
                document[name] = self.ids.get(document[name], document[name])
        return {name: self.own(before, value, name) if name in names else value for name, value in document.items()}

    def own(self, before: Any, value: Any, name: str = "") -> Any:
        """A parameter in own ids; a pick that is a list is a tile."""
        if isinstance(value, list) and name == "cards":
            return [self.own(before, part) for part in value]
        if isinstance(value, dict):
            return {
                kind: self.own(before, part) if kind in ("object", "source", "entry") else part
                for kind, part in value.items()
            }
        if type(value) is not int or isinstance(value, bool):
            return value
        place = self.game.places(before).get(value)
        if place is None:
            return value
        if value not in self.ids:
            self.ids[value] = self.unveil(place)
        return self.ids[value]

    def unveil(self, place: Any) -> int:
        """The own id of a card that a hidden hand shows now: one that we know to be there, or a revealed one."""
        owner = place.object.owner
        for thing in getattr(self.state.players[place.seat], place.zone):
            if thing.card == place.object.card and thing.owner == owner and thing.id not in self.ids.values():
                return int(thing.id)
        hidden_before = self.state
        told = {"type": "reveal", "player": "chance", "hand": place.seat, "card": place.object.card}
        self.act(told if owner is UNSET else {**told, "owner": owner})
        known = {*self.game.ids(hidden_before)}
        return next(number for number in self.game.ids(self.state) if number not in known)

    # -- chance ------------------------------------------------------------------------------------

    def answer(
        self, question: Question, event: dict[str, Any], before: Any, events: list[dict[str, Any]]
    ) -> dict[str, Any]:
        """The outcome as this seat can tell it."""
        told = {"type": "chance", "player": "chance"}
        if question.of == "pick" and event["card"] is not None:
            real = next(e["object"] for e in events if picks(e, event))
            return {**told, "outcome": self.own(before, real)}
        if event["type"] == "chance":
            return {**told, "outcome": event["outcome"]}
        return {**told, "outcome": event["card"]}

    # -- what is there now -------------------------------------------------------------------------

    def recognise(self, after: Any) -> None:
        """Pair what stands at the same place in both accounts."""
        real = self.game.view(after, self.seat)
        self.ids = {}
        for zone in self.game.object_zones:
            for (_, theirs), (_, ours) in zip(zone.lists(real), zone.lists(self.state), strict=True):
                for there, here in zip(theirs, ours, strict=True):
                    if there.id is not UNSET and here.id is not UNSET:
                        self.ids[there.id] = here.id
        pair(self.game.document(real), self.game.document(self.state), self.gone)
        self.ids = {**self.gone, **self.ids}

    def learn(self, after: Any) -> None:
        """Name each card that the seat sees and its account does not know yet."""
        for place in self.game.places(self.game.view(after, self.seat)).values():
            mine = self.ids.get(int(place.object.id or 0))
            if mine is not None and self.game.places(self.state)[mine].object.card is None:
                self.act({"type": "reveal", "player": "chance", "object": mine, "card": place.object.card})


def is_count(name: str, value: Any) -> bool:
    """Whether a field that elsewhere lists objects counts something here."""
    return name == "left" and type(value) is int


def pair(theirs: Any, ours: Any, found: dict[int, int], key: str = "") -> None:
    """Note which object of one document is which of another of the same form: some are gone and stand nowhere else."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for name in theirs.keys() & ours.keys():
            if not is_count(name, theirs[name]):
                pair(theirs[name], ours[name], found, name)
    elif isinstance(theirs, list) and isinstance(ours, list):
        for there, here in zip(theirs, ours, strict=False):
            pair(there, here, found, key)
    elif type(theirs) is int and type(ours) is int and key in REFERENCES and theirs > MOST_SEATS:
        found[theirs] = ours


def picks(event: dict[str, Any], seen: dict[str, Any]) -> bool:
    """Whether an event is the picking of a card of a hand that a viewer saw so."""
    same = ("type", "player", "from", "card", "rule")
    return event.get("object") is not None and all(event.get(name) == seen.get(name) for name in same)


def tells(event: dict[str, Any], question: Question) -> bool:
    """Whether an event tells the outcome of such a question."""
    if question.of == "draw":
        return bool(event["type"] == "draw")
    if question.of == "pick":
        return bool(event["type"] == "move" and event["from"] == "hand" and event["rule"] == question.rule)
    if question.of in ("mill", "exile"):
        return bool(event["type"] == "move" and event["from"] == "deck")
    return bool(event["type"] == "chance")


def begin(game: GameT, state: Any, seat: Any, *, manual: bool) -> Follower:
    """An account that begins with what the seat sees of a match."""
    view = game.view(state, seat)
    if manual:
        view.chance.mode = "manual"
    follower = Follower(game, seat, view)
    follower.recognise(state)
    return follower


def follow_match(
    game: GameT, document: dict[str, Any], seat: Any, *, manual: bool, steps: int = 5000
) -> Iterator[tuple[Any, Follower]]:
    """A random match to its end, and the account of it, step by step."""
    rng = random.Random(f"{game.key}/{document['chance']['seed']}/following")
    state = game.start(document).state
    follower = begin(game, state, seat, manual=manual)
    yield state, follower
    for _ in range(steps):
        legal = game.legal_actions(state)
        if not legal:
            return
        action = pick(legal, rng)
        outcome = game.apply(state, action)
        follower.follow(state, action, outcome.state, outcome.events)
        state = outcome.state
        yield state, follower


# -- comparing -------------------------------------------------------------------------------------


def account(game: GameT, state: Any, seat: Any, ids: dict[int, int]) -> dict[str, Any]:
    """What a seat sees, with ids translated and without what counts only ids and chance."""
    document = game.document(game.view(state, seat))
    plain: dict[str, Any] = renamed({name: value for name, value in document.items() if name not in CHANGES}, ids)
    return plain


def renamed(value: Any, ids: dict[int, int], key: str = "") -> Any:
    """A document with object ids translated."""
    if isinstance(value, dict):
        return {name: part if is_count(name, part) else renamed(part, ids, name) for name, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, ids, key) for part in value]
    return ids.get(value, value) if type(value) is int and key in REFERENCES else value


MOST_SEATS = 16
REFERENCES = {
    "id", "assigned_to", "source", "target", "object", "card", "attacker", "main", "first", "units", "picked", "left",
    "pick", "chosen", "entry", "printed", "attached_to", "block", "barred", "noted", "attack", "cards", "stack", "on",
    "unpaid", "selected", "base",
    *(name for game in oracle.games() for kind in game.actions for name in kind.objects),
}  # fmt: skip


def options_of(game: GameT, state: Any, seat: Any, ids: dict[int, int]) -> list[dict[str, Any]]:
    """The legal list of a seat as documents, with ids translated, those in labels too."""
    documents = [renamed(msgspec.to_builtins(listed), ids) for listed in game.listed(state, seat)]
    for document in documents:
        document["label"] = NUMBER.sub(lambda number: f"#{ids.get(int(number[1]), number[1])}", document["label"])
    return documents


def decision_of(game: GameT, state: Any, ids: dict[int, int]) -> Any:
    """The decision, with ids translated."""
    made = game.decision(state)
    return None if made is None else renamed(msgspec.to_builtins(made), ids)
