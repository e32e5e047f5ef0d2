"""What the addresses of decks answer, for the contract."""

from __future__ import annotations

from marshmallow import fields

from app.wire.shapes import Shape, many, oracle_document


class DeckVerdict(Shape):
    """Whether a deck may be played, and by which clauses not."""

    verdict = fields.String(required=True)
    violations = many("Violation")
    warnings = many("Violation")
    format = fields.String(required=True)
    rules = fields.String(required=True)


class Legality(Shape):
    """The verdict that a registered deck carries."""

    verdict = fields.String(required=True)
    violations = many("Violation")
    warnings = many("Violation")
    rules = fields.String(required=True)


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


class Created(Registered):
    """A deck just registered, with the token that changes it: it is shown this once."""

    token = fields.String(required=True)
