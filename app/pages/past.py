"""The past of a registered deck on its page: the revisions to pick from, and what differs between two."""

from __future__ import annotations

from typing import Any

from marshmallow import EXCLUDE

from app.decks.asking import registry
from app.wire.fields import Digits
from app.wire.queries import Language

from .changes import compared

PICKED = 50
MOST = 999_999_999

Words = dict[str, Any]


class Lenient(Language):
    """In which language cards are told at an address that people pass on: what others have added is passed over."""

    class Meta:
        """Said outright, so that it is read so."""

        unknown = EXCLUDE


class Comparing(Lenient):
    """Beside which other revision one is shown, and from which number downwards they are offered."""

    beside = Digits(1, MOST, load_default=None)
    older = Digits(1, MOST, load_default=None)


class Picking(Comparing):
    """Which revision is shown, and beside which other one."""

    revision = Digits(1, MOST, load_default=None)


def past(kept: Any, token: str | None, query: Words) -> Words:
    """What the page says of a deck's revisions; one that has no past is not asked for it."""
    if kept.latest == 1:
        return {"revisions": []}
    history = registry().history
    page = history.revisions(kept.id, token, begin=query["older"] or begin(kept), limit=PICKED)
    earlier = [number for number in (*(each["revision"] for each in page.revisions), page.next) if number is not None]
    before = next((number for number in earlier if number < kept.revision), None)
    beside = query["beside"]
    difference = None if beside is None else history.difference(kept.id, token, old=beside, new=kept.revision)
    return {
        "revisions": page.revisions,
        "older": page.next,
        "before": before,
        "beside": beside or before,
        "changes": difference and compared(difference),
    }


def begin(kept: Any) -> int | None:
    """The number from which revisions are offered: the newest, or somewhat above one that lies far behind."""
    return kept.revision + PICKED // 2 if kept.latest - kept.revision >= PICKED else None
