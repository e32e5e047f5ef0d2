"""What the engine lets units do in crowded positions is what the rules say, read a second time and by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from oracle.games.muhq import GAME
from tests.board.by_hand import ByHand, Piece
from tests.board.throngs import UNITS, Throng

SHARE = 60
OWN = frozenset({"tap", "clear_paralysis", "move", "board", "attack", "swap", "equip", "transport"})


def ready(seeds: range) -> Iterator[tuple[dict[str, Any], Piece]]:
    """Positions with a unit of Ana's that may be selected."""
    for seed in seeds:
        throng = Throng(seed)
        units = [piece for piece in throng.pieces if piece["card"] in UNITS and piece["controller"] == 0]
        if units:
            yield throng.document(), throng.chance.choice(units)


def told(action: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """An action without who and which unit acts, to be compared."""
    return tuple(sorted((name, str(value)) for name, value in action.items() if name not in ("player", "unit")))


def check_actions(seeds: range) -> int:
    """Compare what a selected unit may do; how many actions were compared."""
    count = 0
    for document, unit in ready(seeds):
        state = GAME.load({**document, "selected": unit["id"]})
        listed = [each.action for each in GAME.listed(state, 0) if each.action["type"] in OWN]
        expected = [*ByHand(document).actions(unit)]

        assert sorted(map(told, listed)) == sorted(map(told, expected)), document
        count += len(expected)
        check_combats(document, unit, state, [action for action in expected if action["type"] == "attack"])
    return count


def check_combats(document: dict[str, Any], unit: Piece, state: Any, attacks: list[dict[str, Any]]) -> None:
    """Compare what both sides of each attack deal."""
    hand = ByHand(document)
    for attack in attacks:
        after, events = state, []
        for action in (
            {**attack, "player": 0, "unit": unit["id"]},
            {"type": "pass", "player": 0},
            {"type": "pass", "player": 1},
        ):
            outcome = GAME.apply(after, GAME.action(action))
            after, events = outcome.state, outcome.events
        combat = next(event for event in events if event["type"] == "combat")
        aim = hand.pieces[attack["target"]]
        distance = hand.far(hand.tile(unit), aim)

        assert combat["distance"] == distance, document
        assert (combat["power"], combat["answer"]) == (hand.power(unit, distance), hand.power(aim, distance)), document


def check_minds(seeds: range) -> int:
    """Compare where units in panic and in rage go, and whom they attack; how many were compared."""
    count = 0
    for document, unit in ready(seeds):
        for mark in ("panic", "rage"):
            marked = deepcopy(document)
            hand = ByHand(marked)
            mad = hand.pieces[unit["id"]]
            mad["marks"][mark] = 1
            goal, prey = (hand.shy(mad), None) if mark == "panic" else hand.fierce(mad)
            select = GAME.action({"type": "select", "player": 0, "unit": unit["id"]})
            events = GAME.apply(GAME.load(marked), select).events
            places = [e["tile"] for e in events if e["type"] == "place" and e["reason"] == "moved"]
            fights = [e["target"]["object"] for e in events if e["type"] == "combat"]

            assert places == ([] if goal == hand.tile(mad) else [[*goal]]), (mark, marked)
            assert fights == ([] if prey is None else [prey]), (mark, marked)
            count += 1
    return count


def test_selected_units_may_do_what_the_rules_say() -> None:
    assert check_actions(range(SHARE)) > 4 * SHARE


def test_units_that_act_by_themselves_do_what_the_rules_say() -> None:
    assert check_minds(range(SHARE)) > SHARE


@pytest.mark.soak
@pytest.mark.parametrize("share", range(10))
def test_in_many_positions_units_do_what_the_rules_say(share: int, tell: Callable[[str], None]) -> None:
    seeds = range(share * SHARE, (share + 1) * SHARE)

    tell(f"share {share}: {check_actions(seeds)} actions, {check_minds(seeds)} units that act by themselves")
