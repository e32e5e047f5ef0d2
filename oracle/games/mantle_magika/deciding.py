"""What is decided when nothing is under way, and what changes least (section 5 of the digest)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oracle.kernel.choices import PayOptional
from oracle.kernel.decisions import Action, Pending
from oracle.kernel.stack.actions import Pass
from oracle.kernel.stack.declaring import declaring
from oracle.kernel.stack.priority import pending as priority_pending

from . import attacking, blocking, setup
from .answering import (
    SearchPick,
)
from .choosing import (
    Cancel,
)
from .seats import active
from .state import Magika


def decide(table: Magika) -> Pending:
    """Attacks of a declaration under way, else the word of whoever holds priority."""
    if table.state.step == "declaring":
        return Pending(active(table), "attack_declaration", "MM-6.4")
    found = priority_pending(table)
    assert found is not None
    return found


def default(table: Magika, pending: Pending) -> Action | None:
    """The action that changes least."""
    seat: Any = pending.player
    if pending.type == "block":
        return blocking.let_pass(table, seat)
    if pending.type == "build":
        frame = declaring(table)
        return Cancel(player=seat) if frame is not None and not frame.locked else None
    if pending.type == "search_pick":
        return SearchPick(player=seat) if pending.min == 0 else None
    least = LEAST.get(pending.type)
    return None if least is None else least(seat)


LEAST: dict[str, Callable[[Any], Action]] = {
    "mulligan": lambda seat: setup.Keep(player=seat),
    "priority": lambda seat: Pass(player=seat),
    "attack_declaration": lambda seat: attacking.FinishDeclaration(player=seat),
    "pay_optional": lambda seat: PayOptional(player=seat, accept=False),
}
