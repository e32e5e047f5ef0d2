"""What opens up behind an action: the further choices of the same seat, without another call."""

from __future__ import annotations

from collections import deque
from typing import Any

import oracle

Answer = dict[str, Any]

BESIDE = frozenset({"concede", "offer_draw", "answer_draw"})
STOPS = (oracle.IllegalAction, oracle.Undetermined, oracle.HiddenStateNeeded)


def expand(game: Any, state: Any, listed: list[Answer], most: int, word: Any) -> None:
    """Give the listed actions their `next`, breadth first, until `most` nodes stand there.

    Everything is tried on what the acting seat knows with chance left open: nothing hidden or drawn can show.
    `word` makes the answers for a state's legal actions of a seat.
    """
    views: dict[int, Any] = {}
    queue: deque[tuple[Answer, Any]] = deque()
    for told in listed:
        seat = told["action"]["player"]
        if isinstance(seat, int):
            if seat not in views:
                views[seat] = game.view(state, seat)
            queue.append((told, views[seat]))
    left = most - len(listed)
    while queue:
        told, before = queue.popleft()
        opened = _opened(game, before, told["action"])
        if opened is not None:
            state, decision = opened
            actions = _choices(state, told["action"]["player"], word) if left > 0 else []
            if len(actions) > left or not actions:
                told["more"] = True
            actions = actions[: max(left, 0)]
            if actions:
                told["next"] = {"decision": decision, "actions": actions}
            left -= len(actions)
            queue.extend((each, state) for each in actions)


def _opened(game: Any, before: Any, action: Answer) -> tuple[Any, Any] | None:
    """The state behind an action and its decision, if that is a further step of the same seat."""
    if action["type"] in BESIDE:
        return None
    try:
        state = game.apply(before, game.action(action)).state
        decision = game.decision(state)
    except oracle.BudgetExceeded as error:
        if error.code == "request_budget_exceeded":
            raise
        return None
    except STOPS:
        return None
    goes_on = decision is not None and decision.player == action["player"] and decision.type != "priority"
    return (state, decision) if goes_on and state.agenda else None


def _choices(state: Any, seat: int, word: Any) -> list[Answer]:
    return [each for each in word(state, seat) if each["action"]["type"] not in BESIDE]
