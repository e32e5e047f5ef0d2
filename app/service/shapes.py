"""What the service says of itself, for the contract."""

from __future__ import annotations

from marshmallow import fields

from app.wire.shapes import Shape


class Alive(Shape):
    """The process answers."""

    status = fields.String(required=True)


class Ready(Alive):
    """What answers and what does not."""

    oracle = fields.String(required=True)
    registry = fields.String(required=True)


class Version(Shape):
    """A release and the editions that it judges."""

    version = fields.String(required=True)
    games = fields.Dict(keys=fields.String(), values=fields.List(fields.String()), required=True)


class ProblemKind(Shape):
    """What one problem means and what to do about it."""

    code = fields.String(required=True)
    status = fields.Integer(required=True)
    title = fields.String(required=True)
    meaning = fields.String(required=True)
    remedy = fields.String(required=True)


class Problems(Shape):
    """Every problem that an answer can be."""

    problems = fields.List(fields.Nested(ProblemKind), required=True)
