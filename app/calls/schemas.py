"""What each oracle call takes."""

from __future__ import annotations

from typing import Any

from app.config import Limits
from app.decks.schemas import DeckReference
from app.wire.fields import Anything, AtMost, Between, Loose, Many, OneOf, Part, Text, Whole, words
from app.wire.schemas import Asked

from .fields import ActionField, PassesField, SeatField, StateField

LIMITS = Limits()

INCLUDES = ("state", "events", "legal_actions", "labels", "rules", "text", "patch", "undetermined")
DETAILS = ("verdict", "reasons", "alternatives")
MOST_NODES = 2_000


def script() -> Many:
    """Forced outcomes, used in order instead of drawing."""
    return Many(Anything(allow_none=True), validate=AtMost(LIMITS.actions))


def viewers() -> Many:
    """The seats that get an answer of their own."""
    return Many(SeatField("spectator"), validate=AtMost(17))


def includes() -> Many:
    """Which parts the answer holds."""
    return words(INCLUDES)


def expansion() -> Whole:
    """How many nodes may stand in a list of actions and what opens up behind them."""
    return Whole(validate=Between(1, MOST_NODES))


def judged_later() -> Anything:
    """An action that is read only when its turn comes."""
    return Anything(allow_none=True, metadata={"component": "Action"})


class SeatSetup(Asked):
    """Who sits down, with which deck; a game that drafts needs none."""

    name = Text(validate=AtMost(80))
    deck = Part(DeckReference)


class ChanceSetup(Asked):
    """Where chance comes from."""

    mode = Text(validate=OneOf(("seeded", "manual")), load_default="seeded")
    seed = Text(validate=AtMost(128), allow_none=True)


class Setup(Asked):
    """Everything a match begins with."""

    players = Many(Part(SeatSetup), required=True, validate=AtMost(16))
    options = Loose(metadata={"component": "MatchOptions"})
    chance = Part(ChanceSetup)
    first_player = SeatField()
    script = script()
    sets = Many(Text(validate=AtMost(120)), validate=AtMost(20))
    cards = Loose(metadata={"component": "CardsByKey"})
    map = Anything()


class Match(Asked):
    """A match as its start and everything that was done: the smallest form of a state."""

    start = Part(Setup, required=True)
    actions = Many(judged_later(), load_default=list, validate=AtMost(LIMITS.match_actions))
    script = script()


class Sent(Asked):
    """A state, and the digest it should have."""

    state = StateField()
    expect = Text(validate=AtMost(64))

    def read(self, document: Any) -> dict[str, Any]:
        """Load a document; a state of an older edition is carried forward with a notice."""
        asked = super().read(document)
        if "state" in asked:
            asked |= carried_forward(document["state"], asked["state"])
        return asked


class Position(Sent):
    """A state, or the match that led to it."""

    match = Part(Match)


def carried_forward(sent: Any, state: Any) -> dict[str, Any]:
    """The notice that a state was of another edition than it is now."""
    edition = sent.get("rules", state.rules)
    if edition == state.rules:
        return {}
    return {"notices": [{"code": "edition_moved", "from": edition, "to": state.rules}]}


class Listing(Position):
    """What may be done: for one seat, of one type, with one object, in pages."""

    player = SeatField("chance")
    type = Text(validate=AtMost(64))
    object = Whole(validate=Between(1, 2**31))
    limit = Whole(validate=Between(1, 2_000))
    cursor = Text(validate=AtMost(64))
    views = viewers()
    include = includes()
    expand = expansion()


class Checking(Position):
    """Actions to be judged, each on its own."""

    action = ActionField()
    actions = Many(ActionField(), validate=AtMost(LIMITS.actions))
    detail = Text(validate=OneOf(DETAILS), load_default="reasons")


class Explaining(Position):
    """The seat, and perhaps the object, whose possibilities are to be explained."""

    player = SeatField(required=True)
    object = Whole(validate=Between(1, 2**31))


class Resolving(Position):
    """Actions to be carried out, all or none."""

    action = ActionField()
    actions = Many(ActionField(), validate=AtMost(LIMITS.actions))
    script = script()
    passes = PassesField()
    views = viewers()
    include = includes()
    expand = expansion()


class Foreseeing(Position):
    """One action whose outcomes are asked for, and how many of them at most."""

    action = ActionField(required=True)
    limit = Whole(validate=Between(1, 500), load_default=100)
    seed = Text(validate=AtMost(128), load_default="outcomes")
    views = viewers()
    include = includes()
    expand = expansion()


class Sampling(Position):
    """A view, or a state and the seat whose view of it is meant; assumed lists by seat; how many, from which seed."""

    player = SeatField("spectator")
    decks = Many(Part(DeckReference, allow_none=True), validate=AtMost(16))
    seed = Text(validate=AtMost(128), load_default="sample")
    n = Whole(validate=Between(1, 100), load_default=1)


class Viewing(Position):
    """The seat that looks."""

    player = SeatField("spectator", required=True)


class Validating(Asked):
    """A state that may be anything: the answer says what is wrong with it."""

    state = Anything(required=True, allow_none=True)


class Replaying(Sent):
    """A match to be judged from its start, or from a state on."""

    start = Part(Setup)
    actions = Many(judged_later(), required=True, validate=AtMost(LIMITS.match_actions))
    script = script()
    at = Whole(validate=Between(0, LIMITS.match_actions))
    views = viewers()
    include = includes()


class Starting(Setup):
    """Everything a match begins with, and what the answer is to hold."""

    views = viewers()
    include = includes()
    expand = expansion()


class Reasons(Asked):
    """Whether a legal verdict says why as well."""

    explain = Text(validate=OneOf(("true", "false")), load_default="false")
    lang = Text(validate=AtMost(16))
