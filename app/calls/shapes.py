"""What each oracle call answers, for the contract."""

from __future__ import annotations

from marshmallow import fields

from app.wire.shapes import Shape, many, oracle_document


class About(Shape):
    """What is said of every state."""

    decision = oracle_document("Decision", nullable=True)
    result = oracle_document("Result", nullable=True)
    digest = fields.String(required=True)
    rules = fields.String(required=True)
    notices = fields.List(fields.Nested("Notice"))


class Notice(Shape):
    """What the client should know of what it sent."""

    code = fields.String(required=True)


class Change(Shape):
    """One step of a JSON patch (RFC 6902)."""

    op = fields.String(required=True)
    path = fields.String(required=True)
    value = fields.Raw(allow_none=True)


class SeatView(About):
    """One seat's own side of an answer."""

    state = oracle_document("State", required=False)
    events = many("Event", required=False)
    legal_actions = many("Offered", required=False)
    patch = fields.List(fields.Nested(Change))


class Held(About):
    """A state and what is told along with it."""

    state = oracle_document("State", required=False)
    events = many("Event", required=False)
    legal_actions = many("Offered", required=False)
    patch = fields.List(fields.Nested(Change))
    views = fields.Dict(keys=fields.String(), values=fields.Nested(SeatView))


class LegalActions(About):
    """The decision and what may be done."""

    actions = many("Offered")
    total = fields.Integer(required=True)
    next = fields.String(required=True, allow_none=True)
    views = fields.Dict(keys=fields.String(), values=fields.Nested(SeatView))


class Verdicts(About):
    """A verdict for each action."""

    verdicts = many("Verdict")


class Explanations(About):
    """Why each type of action is or is not possible."""

    explanations = many("Explanation")


class Fraction(Shape):
    """A probability as it is exactly."""

    numerator = fields.Integer(required=True)
    denominator = fields.Integer(required=True)


class PossibleOutcome(Held):
    """A state that can come of an action, how likely it is, and what chance must say for it to come."""

    probability = fields.Nested(Fraction, required=True)
    scripts = fields.List(fields.List(fields.Raw()), required=True)
    open = fields.List(fields.String(), required=True)


class Foreseen(About):
    """All that can come of an action (`exact`), or what came of so many tries (`sample`)."""

    verdict = fields.String(required=True)
    kind = fields.String()
    tries = fields.Integer()
    outcomes = fields.List(fields.Nested(PossibleOutcome))
    violations = many("Violation", required=False)
    depends_on = fields.List(fields.String())


class Sample(Shape):
    """A full state."""

    state = oracle_document("State")
    digest = fields.String(required=True)


class Sampled(About):
    """Full states that the seat cannot tell from the real one; the rest is said of its view."""

    samples = fields.List(fields.Nested(Sample), required=True)


class Resolved(Shape):
    """What the actions led to, or why they were refused; a refusal carries no state."""

    verdict = fields.String(required=True)
    state = oracle_document("State", required=False)
    events = many("Event", required=False)
    legal_actions = many("Offered", required=False)
    patch = fields.List(fields.Nested(Change))
    views = fields.Dict(keys=fields.String(), values=fields.Nested(SeatView))
    applied = fields.List(fields.Raw(metadata={"component": "Action"}))
    notices = fields.List(fields.Nested(Notice))
    index = fields.Integer()
    violations = many("Violation", required=False)
    depends_on = fields.List(fields.String())
    decision = oracle_document("Decision", nullable=True)
    result = oracle_document("Result", nullable=True)
    digest = fields.String(required=True)
    rules = fields.String(required=True)


class Viewed(About):
    """A state as one seat knows it."""

    state = oracle_document("State")


class Validated(Shape):
    """The state in full, or what is impossible in it."""

    valid = fields.Boolean(required=True)
    state = oracle_document("State", nullable=True)
    faults = many("Fault")
    decision = oracle_document("Decision", nullable=True, required=False)
    result = oracle_document("Result", nullable=True, required=False)
    digest = fields.String()
    rules = fields.String()


class Replayed(Held):
    """The verdict on a match and where it led."""

    verdict = fields.String(required=True)
    steps = fields.Raw(required=True)
    index = fields.Integer()
    violations = many("Violation", required=False)
