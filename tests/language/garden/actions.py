from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.chance_actions import chance_actions
from oracle.kernel.choices import AnswerMay, answer_action, choice, choice_actions, yes_or_no
from oracle.kernel.decisions import Action, ActionType, Kept, Pending, requires
from oracle.kernel.effects.ability import Do
from oracle.kernel.effects.lasting import expire, expire_gone
from oracle.kernel.effects.run import effects_of
from oracle.kernel.effects.settle import Settle, collect
from oracle.kernel.effects.triggers import triggered
from oracle.kernel.effects.using import activate, usable
from oracle.kernel.gates import match_is_on
from oracle.kernel.moves import move
from oracle.kernel.state import ObjectId
from oracle.kernel.table import Place

from .effects import wilt
from .state import Garden, Plant

__all__ = ["ACTIONS", "Plant", "wilt"]


class Play(Action, tag="play", kw_only=True, frozen=True):
    """Play a card of the hand."""

    card: ObjectId
    target: int | UnsetType = UNSET
    mode: str | UnsetType = UNSET
    x: int = 0


class Use(Action, tag="use", kw_only=True, frozen=True):
    """Use an ability of a plant."""

    object: ObjectId
    ability: int


class EndTurn(Action, tag="end_turn", kw_only=True, frozen=True):
    """End the turn."""


@requires("GA-1", code="not_your_decision", gate=True)
def decision_is_own(table: Garden, action: Action) -> Kept:
    """The seat decides."""
    return table.decider == action.player


@requires("GA-1", code="wrong_decision", gate=True)
def main_is_asked(table: Garden, _action: Action) -> Kept:
    """Nothing else is asked."""
    return table.moment == "main"


@requires("GA-1", code="wrong_decision", gate=True)
def choice_is_asked(table: Garden, _action: Action) -> Kept:
    """A choice is asked for."""
    return choice(table) is not None and not yes_or_no(table)


@requires("GA-1", code="wrong_decision", gate=True)
def answer_is_asked(table: Garden, _action: Action) -> Kept:
    """A yes or no is asked for."""
    return yes_or_no(table)


@requires("GA-2", code="card_not_in_hand", stops=True)
def card_is_held(table: Garden, action: Play) -> Kept:
    """The card is in the hand."""
    return table.find(action.card, "hand", action.player) is not None  # type: ignore[arg-type]


@requires("GA-2", code="not_usable")
def ability_is_usable(table: Garden, action: Use) -> Kept:
    """The ability can be used."""
    place = table.places.get(action.object)
    if place is None or place.seat != action.player or place.zone != "bed" or place.object.card is None:
        return False
    card = table.card(place.object)
    return 0 <= action.ability < len(card.abilities) and usable(table, place, action.ability, place.seat)


def play(table: Garden, action: Play) -> None:
    """A plant comes to the bed, an act is done; what it sets off waits until everything is settled."""
    assert isinstance(action.player, int)
    thing = table.find(action.card, "hand", action.player)
    card = table.card(thing)
    table.push(Settle())
    if card.type == "plant":
        now = move(table, thing, (action.player, "hand"), (action.player, "bed"), reason="play", rule="GA-2")
        collect(table, triggered(table, "enter", place=Place(action.player, "bed", now)))
        return
    now = move(table, thing, (action.player, "hand"), (action.player, "compost"), reason="play", rule="GA-2")
    bound: dict[str, list[Any]] = (
        {} if action.target is UNSET else {card.abilities[0].targets[0].name: [{"object": action.target}]}
    )
    mode = None if action.mode is UNSET else action.mode
    frames = [
        Do(player=action.player, source=now.id, card=card.key, ability=i, bound=dict(bound), mode=mode, x=action.x)
        for i, ability in enumerate(card.abilities)
        if ability.kind == "spell"
    ]
    table.push(*frames)


def use(table: Garden, action: Use) -> None:
    assert isinstance(action.player, int)
    table.push(Settle())
    table.push(*activate(table, table.places[action.object], action.ability, action.player))


def end_turn(table: Garden, _action: EndTurn) -> None:
    state = table.state
    assert state.active is not None
    seat = state.active
    table.push(Settle())
    expire(table, "end_of_turn", "GA-2")
    expire_gone(table, "GA-2")
    state.turn += 1
    state.active = 1 - seat
    expire(table, "your_next_turn", "GA-2", state.active)
    for plant in table.state.players[state.active].bed:
        plant.cut = False
        collect(table, effects_of(table, "dusk", state.active, plant.id, str(plant.card)))  # type: ignore[arg-type]
    table.emit("turn", "GA-1", player=state.active, turn=state.turn)


GATES = (match_is_on(), decision_is_own)
MAIN = (*GATES, main_is_asked)

ACTIONS = (
    ActionType(
        Play, (*MAIN, card_is_held), play,
        domains=(("card", lambda table, draft: [card.id for card in table.state.players[draft.player].hand]),),
    ),
    ActionType(
        Use, (*MAIN, ability_is_usable), use,
        domains=(
            ("object", lambda table, draft: [plant.id for plant in table.state.players[draft.player].bed]),
            ("ability", lambda table, draft: range(len(table.card(table.find(draft.object)).abilities))),
        ),
    ),
    ActionType(EndTurn, MAIN, end_turn),
    *choice_actions((*GATES, choice_is_asked), ("GA-2",)),
    answer_action(AnswerMay, (*GATES, answer_is_asked), ("GA-2",)),
    *chance_actions("GA-4", match_is_on()),
)  # fmt: skip


def decide(table: Garden) -> Pending:
    """The ordinary decision."""
    return Pending(table.state.active or 0, "main", "GA-1")
