"""Who acts, and when: what stands before and behind the rules of every action (section 5 of the digest)."""

from __future__ import annotations

from functools import cache
from typing import Any

from oracle.kernel.decisions import Action, Kept, Requirement, requires
from oracle.kernel.gates import objects_exist

from .state import Magika


@requires(code="game_over", gate=True)
def game_is_on(table: Magika, _action: Action) -> Kept:
    """The game is not over."""
    return table.state.result is None


@requires(code="wrong_decision", gate=True)
def seat_acts(table: Magika, action: Action) -> Kept:
    """A player acts, while no outcome of chance is waited for."""
    return (action.player != "chance" and table.question is None) or {"decision": table.moment or "chance"}


@requires(code="wrong_decision", gate=True)
def seat_speaks(table: Magika, action: Action) -> Kept:
    """A player speaks, whatever is waited for (MM-R08, MM-R09)."""
    return action.player != "chance" or {"decision": table.moment}


@requires("MM-3.6", "MM-3.7", code="not_before_the_start", gate=True)
def play_has_begun(table: Magika, _action: Action) -> Kept:
    """Play begins once all are ready and it is decided who goes first."""
    return table.state.phase != "setup"


@cache
def decided_at(*moments: str) -> Requirement:
    """The action is one that the pending decision offers."""

    def test(table: Magika, _action: Action) -> Kept:
        return table.moment in moments or {"decision": table.moment}

    return Requirement(
        test,
        (),
        "wrong_decision",
        reads=(),
        name="decided_at",
        text="The action is one that the pending decision offers.",
    )


@requires(code="not_your_decision", reads=())
def decision_is_own(table: Magika, action: Action) -> Kept:
    """The player is the one who decides."""
    return table.decides(action.player) or {"player": table.decider}


own_decision = Requirement(decision_is_own.test, (), "not_your_decision", gate=True, text=decision_is_own.text)
ON = (game_is_on, seat_acts)
ASIDE = (game_is_on, seat_speaks)
BEGUN = (*ON, play_has_begun)


def ruled(moments: tuple[str, ...], objects: tuple[str, ...], *requirements: Requirement) -> tuple[Requirement, ...]:
    """The gates, the requirements of the rules, then who decides what."""
    exist = (objects_exist(None, *objects),) if objects else ()
    return (*BEGUN, *exist, *requirements, decided_at(*moments), decision_is_own)


def reference_is_known(table: Magika, action: Any) -> Kept:
    """What a reference names is in the state."""
    named = [action.ref[word] for word in ("object", "source", "entry") if word in action.ref]
    lasting = {effect.id for effect in table.state.effects} if "part" in action.ref else set()
    unknown = next((n for n in named if n not in lasting and not table.shows(n, action.player)), None)
    return unknown is None or {"object": unknown}


target_exists = Requirement(
    reference_is_known, (), "unknown_object", gate=True, who=False, reads=("ref",), given=True, name="target_exists",
    text="What a reference names is in the state.",
)  # fmt: skip


@cache
def decided_gate(moment: str) -> Requirement:
    """This decision is pending."""

    def test(table: Magika, _action: Action) -> Kept:
        return table.moment == moment or {"decision": table.moment}

    return Requirement(test, (), "wrong_decision", gate=True, name="decided_gate", text="This decision is pending.")
