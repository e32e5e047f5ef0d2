"""What may be done in a state with hidden parts: what is legal for certain, and what hangs on them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from .candidates import every
from .decisions import Action, broken
from .errors import Undetermined
from .hidden import in_words
from .listing import actors
from .table import Table


class Doubtful(Struct, kw_only=True):
    """An action that may be legal, and what that depends on."""

    action: Action
    depends_on: list[str]


class Possible(Struct, kw_only=True):
    """The actions that are legal for certain, and those that may be, each in list order."""

    certain: list[Action]
    doubtful: list[Doubtful]


def possible(table: Table[Any, Any], player: int | str | None, language: str) -> Possible:
    """What may be done by one actor, or by all; on a full state nothing is doubtful."""
    found = Possible(certain=[], doubtful=[])
    if table.state.result is not None:
        return found
    for actor in actors(table) if player is None else (player,):
        moment = "chance" if actor == "chance" else table.moment if table.decides(actor) else "aside"
        for made in table.game.acts.proposals[moment]:
            for candidate in every(table, made.kind, actor):
                table.spend()
                sort(table, made.kind.requirements, candidate, found, language)
    return found


def sort(table: Table[Any, Any], requirements: Any, action: Action, found: Possible, language: str) -> None:
    """Add an action where it belongs; one that is illegal for certain belongs nowhere."""
    try:
        if not broken(requirements, table, action):
            found.certain.append(action)
    except Undetermined as doubt:
        found.doubtful.append(
            Doubtful(action=action, depends_on=in_words(doubt.depends_on, table.game.texts, language))
        )
