"""Control for a while: the latest change that has not ended counts (MQ-R77)."""

from __future__ import annotations

from collections.abc import Iterable

from oracle.kernel.effects.ability import Do
from oracle.kernel.effects.lasting import add_effect, drop
from oracle.kernel.rulebook import carries
from oracle.kernel.state import Effect

from . import pieces
from .changing import set_controller
from .state import Muhq, Permanent

NOBODY = -1


def changes_of(table: Muhq, thing: Permanent) -> list[Effect]:
    """The changes of a permanent's control that have not ended, oldest first."""
    return [effect for effect in table.state.effects if effect.target == thing.id and "controller" in effect.change]


@carries("MQ-R77")
def take(table: Muhq, frame: Do, thing: Permanent, seat: int, until: str) -> None:
    """A seat controls a permanent until then; the effect remembers who did before the first change."""
    known = changes_of(table, thing)
    own = NOBODY if thing.controller is None else thing.controller
    before = known[0].change["before"] if known else own
    change = {"controller": seat, "before": before}
    add_effect(table, frame, {"object": thing.id}, change, until, card=frame.card, rule="MQ-R77")  # type: ignore[dict-item]
    set_controller(table, thing, seat, "MQ-R77")


@carries("MQ-R77")
def end(table: Muhq, ended: Iterable[Effect], rule: str) -> None:
    """Effects end; what they controlled goes to the latest change left, or back."""
    gone = list(ended)
    if not gone:
        return
    drop(table, gone, rule)
    table.moved()
    for effect in gone:
        thing = pieces.piece(table, effect.target) if "controller" in effect.change else None
        if thing is not None:
            left = changes_of(table, thing)
            seat = left[-1].change["controller"] if left else effect.change["before"]
            set_controller(table, thing, None if seat == NOBODY else int(seat), rule)


@carries("MQ-R77", "MQ-R84")
def give_up(table: Muhq, seat: int) -> None:
    """A seat that has left controls nothing any more, and nothing comes back to it: what would is its owner's."""
    end(table, [effect for effect in table.state.effects if effect.change.get("controller") == seat], "MQ-R84")
    for effect in table.state.effects:
        thing = pieces.piece(table, effect.target) if effect.change.get("before") == seat else None
        if thing is not None:
            effect.change = {**effect.change, "before": NOBODY if thing.owner is None else thing.owner}


def forget(table: Muhq, thing: Permanent) -> None:
    """A permanent that is put on stays with its wearer: earlier changes of its control are over (MQ-R68)."""
    gone = changes_of(table, thing)
    if gone:
        drop(table, gone, "MQ-R68")
        table.moved()
