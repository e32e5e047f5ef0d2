"""What the catalogue answers, for the contract."""

from __future__ import annotations

from marshmallow import fields

from app.wire.shapes import Shape


class GameSummary(Shape):
    """A game in the list of games."""

    game = fields.String(required=True)
    name = fields.Raw(required=True)
    rules = fields.String(required=True)
    languages = fields.List(fields.String(), required=True)
    url = fields.String(required=True)


class Games(Shape):
    """The games that this oracle judges."""

    games = fields.List(fields.Nested(GameSummary), required=True)


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
    options = fields.Dict(keys=fields.String(), required=True)


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
    cards = fields.List(fields.Nested(CardInSet), required=True)
    decks = fields.List(fields.Raw())


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
    """The faults of a set (none: it can be played), warnings, and the cards that are well formed."""

    faults = fields.List(fields.Nested(Finding), required=True)
    warnings = fields.List(fields.Nested(Finding), required=True)
    cards = fields.List(fields.Nested(CardText), required=True)
