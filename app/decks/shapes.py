"""What the addresses of decks answer, for the contract."""

from __future__ import annotations

from marshmallow import fields

from app.wire.shapes import Shape, many, oracle_document


class Legality(Shape):
    """The verdict that a registered deck carries."""

    verdict = fields.String(required=True)
    violations = many("Violation")
    warnings = many("Violation")
    rules = fields.String(required=True)


class DeckVerdict(Legality):
    """Whether a deck may be played, and by which clauses not."""

    format = fields.String(required=True)


class Origin(Shape):
    """The deck and the revision that a fork was made from."""

    id = fields.String(required=True)
    revision = fields.Integer(required=True)


class Registered(Shape):
    """A registered deck."""

    id = fields.String(required=True)
    url = fields.String(required=True)
    revision = fields.Integer(required=True)
    latest = fields.Integer(required=True)
    list_hash = fields.String(required=True)
    deck = oracle_document("Deck")
    legality = fields.Nested(Legality, required=True)
    visibility = fields.String(required=True)
    expiry = fields.Integer(required=True)
    created = fields.String(required=True)
    updated = fields.String(required=True)
    expires = fields.String(required=True)
    forked_from = fields.Nested(Origin, required=True, allow_none=True)
    locked = fields.String(required=True, allow_none=True)
    locked_until = fields.String(required=True, allow_none=True)


class Created(Registered):
    """A deck just registered, with the token that changes it, which is shown this once.

    A browser edits it at `url#token`.
    """

    token = fields.String(required=True)


class ListedDeck(Shape):
    """A deck of the public index in short."""

    id = fields.String(required=True)
    url = fields.String(required=True)
    game = fields.String(required=True)
    format = fields.String(required=True)
    name = fields.String(required=True)
    author = fields.String(required=True, allow_none=True)
    tags = fields.List(fields.String(), required=True)
    revision = fields.Integer(required=True)
    list_hash = fields.String(required=True)
    verdict = fields.String(required=True)
    created = fields.String(required=True)
    updated = fields.String(required=True)


class DeckListing(Shape):
    """A page of the public index; `next` is the cursor of the page behind it."""

    decks = fields.List(fields.Nested(ListedDeck), required=True)
    next = fields.String(required=True, allow_none=True)


class RevisionLine(Shape):
    """A revision in short."""

    revision = fields.Integer(required=True)
    created = fields.String(required=True)
    name = fields.String(required=True)
    list_hash = fields.String(required=True)
    verdict = fields.String(required=True)
    rules = fields.String(required=True)
    locked = fields.String(required=True, allow_none=True)
    locked_until = fields.String(required=True, allow_none=True)


class Revisions(Shape):
    """Some revisions; `next` is the cursor of those behind them."""

    revisions = fields.List(fields.Nested(RevisionLine), required=True)
    next = fields.Integer(required=True, allow_none=True)


class CardChange(Shape):
    """The copies of a card before and after."""

    card = fields.String(required=True)
    name = fields.String(required=True, allow_none=True)
    to = fields.Integer(required=True)


Difference = Shape.from_dict(
    {
        "from": fields.Integer(required=True),
        "to": fields.Integer(required=True),
        "words": fields.Dict(required=True),
        "options": fields.Dict(required=True),
        "sections": fields.Dict(keys=fields.String(), values=fields.List(fields.Nested(CardChange)), required=True),
    },
    name="Difference",
)


class Token(Shape):
    """A token as it is spoken of."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    scope = fields.String(required=True)
    created = fields.String(required=True)
    expires = fields.String(required=True, allow_none=True)


class Tokens(Shape):
    """The tokens of a deck."""

    tokens = fields.List(fields.Nested(Token), required=True)


class TokenMade(Token):
    """A token just made: it is shown this once."""

    token = fields.String(required=True)


class Diagnostic(Shape):
    """What was not understood of a deck's text; line and column count from 1."""

    line = fields.Integer(required=True)
    column = fields.Integer(required=True)
    text = fields.String(required=True)
    code = fields.String(required=True)
    suggestions = fields.List(fields.String(), required=True)


class Imported(Shape):
    """A deck as far as it was understood, what was not, and its verdict and code once its format is known."""

    deck = fields.Dict(required=True)
    diagnostics = fields.List(fields.Nested(Diagnostic), required=True)
    legality = fields.Nested(Legality, required=True, allow_none=True)
    code = fields.String(required=True, allow_none=True)


class Kept(Shape):
    """What is kept under the hash of its content."""

    hash = fields.String(required=True)
    url = fields.String(required=True)
    game = fields.String(required=True)
    name = fields.String(required=True)
    previous = fields.String(required=True, allow_none=True)
    created = fields.String(required=True)
    expires = fields.String(required=True)


class CardSetKept(Kept):
    """A card set from a user."""

    cards = many("Card")


class CardSetMade(CardSetKept):
    """A card set just registered, with the token that takes it back: it is shown this once."""

    token = fields.String(required=True)


class MapKept(Kept):
    """A map from a user."""

    map = fields.Dict(required=True)


class MapMade(MapKept):
    """A map just registered, with the token that takes it back: it is shown this once."""

    token = fields.String(required=True)


class SetLine(Shape):
    """A card set or map in short."""

    hash = fields.String(required=True)
    url = fields.String(required=True)
    game = fields.String(required=True)
    name = fields.String(required=True)


class SetListing(Shape):
    """A page of card sets or maps; `next` is the cursor of the page behind it."""

    sets = fields.List(fields.Nested(SetLine), required=True)
    next = fields.String(required=True, allow_none=True)
