"""What the catalogue answers, for the contract."""

from __future__ import annotations

from marshmallow import fields

from app.wire.shapes import Shape


class GameSummary(Shape):
    """A game in the list of games."""

    game = fields.String(required=True)
    name = fields.String(required=True)
    rules = fields.String(required=True)
    languages = fields.List(fields.String(), required=True)
    url = fields.String(required=True)


class Games(Shape):
    """The games that this oracle judges."""

    games = fields.List(fields.Nested(GameSummary), required=True)


class Seats(Shape):
    """How many may play."""

    min = fields.Integer(required=True)
    max = fields.Integer(required=True)


class Option(Shape):
    """A switch of a match: what it may be, what it is by default, and the ruling behind it."""

    default = fields.Raw(required=True, allow_none=True)
    text = fields.String(required=True)
    values = fields.List(fields.Raw())
    type = fields.String()
    min = fields.Integer()
    max = fields.Integer()
    nullable = fields.Boolean()
    ruling = fields.String()
    name = fields.String()


class ZoneOfGame(Shape):
    """A zone: who sees it, whether its cards are objects with ids, whether all seats share it."""

    zone = fields.String(required=True)
    seen = fields.String(required=True)
    identity = fields.Boolean(required=True)
    shared = fields.Boolean(required=True)


class RequirementOfGame(Shape):
    """What must be true for an action to be legal, the clauses behind it, and the code of its violation."""

    requirement = fields.String(required=True)
    code = fields.String(required=True)
    rules = fields.List(fields.String(), required=True)
    text = fields.String(required=True)


class ActionType(Shape):
    """A type of action: its parameters, those that name objects, its requirements, and how one looks."""

    type = fields.String(required=True)
    text = fields.String(required=True)
    parameters = fields.List(fields.String(), required=True)
    required = fields.List(fields.String(), required=True)
    objects = fields.List(fields.String(), required=True)
    requirements = fields.List(fields.Nested(RequirementOfGame), required=True)
    example = fields.Raw(required=True, metadata={"component": "Action"})


class ShippedDeck(Shape):
    """A deck that ships with a game; as a deck of a start request as it stands, but for `key` and `name`."""

    key = fields.String(required=True)
    name = fields.String(required=True)
    format = fields.String(required=True)
    sections = fields.Raw(required=True, metadata={"component": "DeckSections"})
    options = fields.Raw(required=True, metadata={"component": "DeckOptions"})


class SetOfGame(Shape):
    """A card set that ships with a game: its name with the hash of its content, its size and its decks."""

    set = fields.String(required=True)
    name = fields.String(required=True)
    cards = fields.Integer(required=True)
    decks = fields.List(fields.Nested(ShippedDeck), required=True)


class MapOfGame(Shape):
    """A map that ships with a game: its name with the hash of its content, and for how many seats it is."""

    map = fields.String(required=True)
    name = fields.String(required=True)
    seats = fields.Integer(required=True)


class MapShown(MapOfGame):
    """A whole map: it never changes, for its content has this hash."""

    game = fields.String(required=True)
    definition = fields.Dict(keys=fields.String(), required=True)


class GameDescribed(Shape):
    """A game as it describes itself."""

    game = fields.String(required=True)
    name = fields.String(required=True)
    rules = fields.String(required=True)
    editions = fields.List(fields.String(), required=True)
    languages = fields.List(fields.String(), required=True)
    seats = fields.Nested(Seats, required=True)
    options = fields.Dict(keys=fields.String(), values=fields.Nested(Option), required=True)
    phases = fields.List(fields.String(), required=True)
    zones = fields.List(fields.Nested(ZoneOfGame), required=True)
    action_types = fields.List(fields.Nested(ActionType), required=True)
    event_types = fields.Dict(keys=fields.String(), values=fields.List(fields.String()), required=True)
    card_types = fields.List(fields.String(), required=True)
    sections = fields.List(fields.String(), required=True)
    formats = fields.List(fields.String(), required=True)
    sets = fields.List(fields.Nested(SetOfGame), required=True)
    maps = fields.List(fields.Nested(MapOfGame), required=True)


class Clause(Shape):
    """A clause or ruling of a rulebook, in words of our own."""

    id = fields.String(required=True)
    kind = fields.String(required=True)
    text = fields.String(required=True)
    source = fields.String()
    action_types = fields.List(fields.String(), required=True)


class Chapter(Shape):
    """A part of a rulebook."""

    id = fields.String(required=True)
    title = fields.String(required=True)


class Ruling(Shape):
    """A question that the rulebook leaves open, and how it is decided here."""

    id = fields.String(required=True)
    kind = fields.String(required=True)
    question = fields.String(required=True)
    answers = fields.List(fields.String())
    ruling = fields.String(required=True)
    why = fields.String()
    option = fields.Raw()
    action_types = fields.List(fields.String(), required=True)


class Rules(Shape):
    """A rulebook, or what a search finds in it."""

    game = fields.String(required=True)
    rules = fields.String(required=True)
    rulebook = fields.String(required=True)
    chapters = fields.List(fields.Nested(Chapter), required=True)
    clauses = fields.List(fields.Nested(Clause), required=True)
    rulings = fields.List(fields.Nested(Ruling), required=True)
    options = fields.Dict(keys=fields.String(), values=fields.Nested(Option), required=True)


class CardShown(Shape):
    """A card: its definition as data, its set, and its text in words."""

    card = fields.String(required=True)
    name = fields.String(required=True)
    set = fields.String(required=True)
    text = fields.String(required=True)
    definition = fields.Raw(required=True, metadata={"component": "Card"})


class CardInSet(Shape):
    """A card as its set defines it."""

    card = fields.String(required=True)
    name = fields.String(required=True)
    definition = fields.Raw(required=True, metadata={"component": "Card"})


class CardSet(Shape):
    """A whole set: it never changes, for its content has this hash."""

    game = fields.String(required=True)
    set = fields.String(required=True)
    name = fields.String(required=True)
    cards = fields.List(fields.Nested(CardInSet), required=True)
    decks = fields.List(fields.Nested(ShippedDeck), required=True)


class Texts(Shape):
    """The templates of labels, prompts, violations and events, by language, section and key."""

    game = fields.String(required=True)
    rules = fields.String(required=True)
    texts = fields.Dict(
        keys=fields.String(),
        values=fields.Dict(keys=fields.String(), values=fields.Dict(keys=fields.String(), values=fields.String())),
        required=True,
    )


class Cards(Shape):
    """The cards that a search finds, page by page."""

    cards = fields.List(fields.Nested(CardShown), required=True)
    total = fields.Integer(required=True)
    next = fields.String(required=True, allow_none=True)


class Finding(Shape):
    """Something wrong in a set of cards: a JSON pointer, with line and column in its text."""

    code = fields.String(required=True)
    pointer = fields.String(required=True)
    message = fields.String(required=True)
    data = fields.Dict(keys=fields.String())
    line = fields.Integer()
    column = fields.Integer()


class CardText(Shape):
    """What a card of the set says: its name and its rules text, by language."""

    key = fields.String(required=True)
    name = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    text = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class CardsReport(Shape):
    """The faults of a set (none: it can be played), warnings, its good cards; not those of a large set with faults."""

    faults = fields.List(fields.Nested(Finding), required=True)
    warnings = fields.List(fields.Nested(Finding), required=True)
    cards = fields.List(fields.Nested(CardText), required=True)
