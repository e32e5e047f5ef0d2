"""Spells: played whenever fast actions are declared, they work once (MQ-5.25, MQ-11.7 to MQ-11.9)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from oracle.kernel.decisions import Action, ActionType, Facts, Kept, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import put_card
from oracle.kernel.stack.records import Declare
from oracle.kernel.stack.requirements import choices_are_there
from oracle.kernel.state import ObjectId

from .abilities import Target, aimed, costs_of, first_target_fits, first_targets, on_target, open_declaration, parts_of
from .costs import card_is_payable, pay
from .declaring import came
from .playing import card_in_hand
from .seats import seat_of
from .state import Muhq
from .timing import WORD, fast_moment, gates, turn_has_room


class PlaySpell(Action, tag="play_spell", kw_only=True, frozen=True):
    """Play a spell, on its first target where it has one."""

    card: ObjectId
    target: Target = UNSET


def opening_spell(table: Muhq, action: Any) -> Declare | None:
    """The declaration that playing a spell opens."""
    thing = card_in_hand(table, action)
    if thing is None or table.cards[thing.card].type != "spell":
        return None
    return Declare(player=seat_of(action), kind="play_spell", source=thing.id, card=thing.card)


@requires("MQ-5.11", code="card_not_in_hand", reads=("card",))
def spell_is_in_hand(table: Muhq, action: PlaySpell) -> Kept:
    """The card is in the own hand."""
    return card_in_hand(table, action) is not None


@requires("MQ-11.3", code="not_a_spell", reads=("card",))
def card_is_a_spell(table: Muhq, action: PlaySpell) -> Kept:
    """The card is a spell."""
    thing = card_in_hand(table, action)
    return None if thing is None else table.cards[thing.card].type == "spell" or {"card": table.name(thing)}


@requires("MQ-5.25", code="no_fast_moment", reads=())
def spells_are_fast(table: Muhq, action: PlaySpell) -> Kept:
    """Spells are played whenever fast actions are declared."""
    return fast_moment.test(table, action)


@requires("MQ-5.3", code="cost_not_payable", reads=("card",))
def spell_is_payable(table: Muhq, action: PlaySpell) -> Kept:
    """Everything that playing it costs can be paid."""
    return card_is_payable(table, seat_of(action), card_in_hand(table, action))


@requires("MQ-5.3", code="target_not_allowed")
def spell_target_fits(table: Muhq, action: PlaySpell) -> Kept:
    """A spell is played on a legal target where it takes one."""
    return first_target_fits(table, opening_spell(table, action), action.target)


def spells(table: Muhq, draft: Any) -> list[int]:
    """The known spells of the own hand."""
    cards = table.cards
    hand = table.state.players[draft.player].hand
    return [thing.id for thing in hand if thing.card is not None and cards[thing.card].type == "spell"]


def spell_targets(table: Muhq, draft: Any) -> list[Any]:
    """The first targets of a spell."""
    return first_targets(table, opening_spell(table, draft))


@carries("MQ-5.5", "MQ-5.11", "MQ-5.25", "MQ-R37")
def complete_spell(table: Muhq, frame: Declare) -> None:
    """Everything is chosen: it is paid, and the spell waits on the stack."""
    fields = aimed(table, frame)
    pay(table, frame, costs_of(table, frame))
    thing = table.find(frame.source or 0, "hand", frame.player)
    put_card(
        table, thing, (frame.player, "hand"), frame.player, "play_spell", abilities=parts_of(table, frame), **fields
    )
    came(table)


def label_spell(table: Muhq, action: PlaySpell) -> tuple[str, Facts]:
    """What the button says."""
    return on_target(table, action, "play_card", table.find(action.card))


PLAY_SPELL = ActionType(
    PlaySpell,
    (
        *gates("card", "target"), spell_is_in_hand, card_is_a_spell, spells_are_fast, turn_has_room, spell_is_payable,
        choices_are_there(opening_spell, "MQ-5.3", reads=("card",)), spell_target_fits,
    ),
    lambda table, action: open_declaration(table, opening_spell(table, action), action.target), None, WORD,
    ("card", "target"), label=label_spell, domains=(("card", spells), ("target", spell_targets)),
)  # fmt: skip
