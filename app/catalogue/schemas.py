"""What the catalogue's addresses take behind the question mark."""

from __future__ import annotations

from app.config import Limits
from app.wire.fields import AtMost, Digits, Text
from app.wire.schemas import Asked


class RuleSearch(Asked):
    """Words that a clause must hold."""

    q = Text(validate=AtMost(200), load_default="")
    lang = Text(validate=AtMost(16))


class CardSearch(Asked):
    """Words that a card must hold, the set it is in, and the page."""

    q = Text(
        validate=AtMost(200),
        load_default="",
        metadata={"description": "Words, phrases and conditions, as in `type:summon color:red cost<=3 -name:golem`."},
    )
    set = Text(validate=AtMost(120))
    limit = Digits(1, Limits().page, load_default=Limits().page)
    cursor = Text(validate=AtMost(64))
    lang = Text(validate=AtMost(16))
