"""Triggers: the active seat's first, each owner orders its own, on the stack or at once."""

from __future__ import annotations

from typing import Any

from tests.stack.game import AT_ONCE, AT_ONCE_NEXT, BY_AGE, KINDLING
from tests.stack.walks import Match, position


def falling(game: Any = KINDLING, **fields: Any) -> Match:
    """A fork fells an imp of each seat: a chorister with two triggers of seat 0, a chorister of seat 1."""
    match = position(
        {"hand": ["fork"], "field": ["chorister", "imp"]}, {"field": ["chorister", "imp"]}, game=game, **fields
    )
    first, second = match.imp(0, "chorister"), match.imp(1, "chorister")
    return match.play(0, "fork", target=first).choose(0, second).pass_by(1, 0)


def waiting(match: Match) -> list[int]:
    """The triggers that may come next."""
    return [action.pick for action in match.game.legal_actions(match.state) if type(action).__name__ == "Choose"]


def entries(match: Match) -> list[tuple[int, int]]:
    """The triggers on the stack, bottom first: whose, and which ability."""
    return [(entry.controller, entry.abilities[0]) for entry in match.state.stack if entry.kind == "trigger"]


def test_the_active_seat_puts_its_triggers_first_and_each_owner_orders_its_own() -> None:
    match = falling()
    assert match.word == (0, "order_trigger")
    match.choose(0, waiting(match)[1])

    assert match.word == (1, "order_trigger")
    assert entries(match) == [(0, 1), (0, 0)]
    match.choose(1, waiting(match)[0])
    assert entries(match) == [(0, 1), (0, 0), (1, 0), (1, 1)]
    assert match.word == (0, "priority")


def test_it_is_the_active_seat_that_comes_first_whatever_its_number() -> None:
    match = position(
        {"field": ["chorister"]},
        {"hand": ["fork"], "field": ["chorister"]},
        game=BY_AGE,
        active=1,
        priority={"holder": 1},
    )
    match.play(1, "fork", target=match.imp(0, "chorister")).choose(1, match.imp(1, "chorister")).pass_by(0, 1)

    assert entries(match) == [(1, 0), (1, 1), (0, 0), (0, 1)]


def test_the_trigger_put_last_is_resolved_first() -> None:
    match = falling(flow="single")
    match.choose(0, waiting(match)[0]).choose(1, waiting(match)[0])
    match.pass_by(0, 1)

    assert [event["player"] for event in match.events if event["type"] == "draw"][:1] == [1]
    assert entries(match) == [(0, 0), (0, 1), (1, 0)]


def test_by_age_nobody_is_asked_and_the_oldest_source_comes_first() -> None:
    match = falling(BY_AGE)

    assert entries(match) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert match.word == (0, "priority")


def test_triggers_that_use_no_stack_are_done_at_once_and_cannot_be_answered() -> None:
    match = falling(AT_ONCE)

    assert match.stack == []
    assert match.lives == [7, 7]
    told = [(event["player"], event["ability"]) for event in match.events if event["type"] == "trigger"]
    assert told == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_a_trigger_is_told_once_when_it_is_put_on_the_stack() -> None:
    match = falling()
    match.choose(0, waiting(match)[0])
    told = [event for event in match.events if event["type"] == "trigger"]
    match.choose(1, waiting(match)[0])
    told += [event for event in match.events if event["type"] == "trigger"]
    match.pass_by(0, 1)
    told += [event for event in match.events if event["type"] == "trigger"]

    assert len(told) == 4


def mourning(game: Any) -> Match:
    """Two mourners and a herald fall to each other: each trigger needs a target."""
    field = ["mourner", "mourner", "chorister"]
    match = position({"hand": ["bolt"], "field": ["imp"]}, {"field": field}, game=game)
    return match.play(0, "bolt", target=match.imp(1, "mourner")).pass_by(1, 0)


def test_a_trigger_chooses_its_target_when_it_is_put_on_the_stack_and_is_not_taken_back() -> None:
    match = mourning(KINDLING)
    assert match.word == (1, "declare")
    assert match.refused("cancel", 1) == ["not_taken_back"]

    match.choose(1, match.imp(1, "mourner"))
    (entry,) = match.state.stack
    assert (entry.kind, entry.controller, entry.targets[0].ref) == ("trigger", 1, {"object": match.imp(1, "mourner")})
    assert match.word == (0, "priority")
    seen = KINDLING.view(match.state, 0)
    assert seen.stack[0].card == "mourner"


def test_a_trigger_without_a_target_is_put_nowhere() -> None:
    match = position({"hand": ["bolt"]}, {"field": ["mourner"]})
    match.play(0, "bolt", target=match.imp(1, "mourner")).pass_by(1, 0)

    assert match.told == [("resolve", "bolt"), ("fizzle", "no_target")]
    assert match.stack == []
    assert match.word == (0, "priority")


def test_what_a_trigger_causes_waits_behind_the_batch_or_comes_next() -> None:
    order = {}
    for name, game in (("later", AT_ONCE), ("next", AT_ONCE_NEXT)):
        match = position(
            {"hand": ["fork"], "field": ["mourner", "chorister"]}, {"field": ["chorister", "imp"]}, game=game
        )
        first, second = match.imp(0, "mourner"), match.imp(1, "chorister")
        match.play(0, "fork", target=first).choose(0, second).pass_by(1, 0)
        match.choose(0, match.imp(0, "chorister"))
        order[name] = [(e["player"], e["card"]) for e in match.events if e["type"] == "trigger"]

    assert order["later"] == [
        (0, "mourner"), (1, "chorister"), (1, "chorister"), (0, "chorister"), (0, "chorister"),
    ]  # fmt: skip
    assert order["next"] == [
        (0, "mourner"), (0, "chorister"), (0, "chorister"), (1, "chorister"), (1, "chorister"),
    ]  # fmt: skip


def test_an_entry_that_resolves_causes_its_triggers_before_the_next_one_is_resolved() -> None:
    match = position({"hand": ["herald"]}, {"hand": ["jolt"]})
    match.play(0, "herald").play(1, "jolt").pass_by(0, 1)

    assert match.told == [("resolve", "jolt"), ("resolve", "herald")]
    assert [(entry.kind, entry.card) for entry in match.state.stack] == [("trigger", "herald")]
    assert match.word == (1, "priority")


def test_a_seat_that_leaves_while_it_chooses_for_its_trigger_takes_the_trigger_along() -> None:
    match = position({"hand": ["bolt"]}, {"field": ["mourner"]}, {"field": ["imp"]})
    match.play(0, "bolt", target=match.imp(1, "mourner")).pass_by(1, 2, 0)
    assert match.word == (1, "declare")

    match.act("concede", 1)
    assert (match.state.agenda, match.stack, match.word) == ([], [], (0, "priority"))


def test_of_one_seat_the_older_source_comes_first() -> None:
    field = ["imp", {"id": 21, "card": "chorister"}, {"id": 20, "card": "mourner"}]
    match = position({"hand": ["volley"], "field": field}, {}, game=BY_AGE).play(0, "volley")
    match.choose(0, 21).choose(0, 20).pass_by(1, 0).choose(0, match.imp(0))

    assert [(entry.source, entry.abilities[0]) for entry in match.state.stack] == [(20, 0), (21, 0), (21, 1)]


def test_a_trigger_put_on_the_stack_stops_the_resolution_of_a_whole_stack() -> None:
    match = position({"hand": ["lesson"]}, {"hand": ["bolt"], "field": ["chorister"]}, game=BY_AGE)
    match.play(0, "lesson").play(1, "bolt", target=match.imp(1, "chorister")).pass_by(0, 1)

    assert match.stack == ["lesson", "chorister", "chorister"]
    assert match.word == (0, "priority")
    match.pass_by(0, 1)
    assert match.stack == []


def test_a_seat_that_leaves_while_its_effect_asks_takes_the_effect_along() -> None:
    field = ["mourner"]
    match = position({"hand": ["bolt"]}, {"field": field}, {"field": ["imp", "imp"]}, game=AT_ONCE)
    match.play(0, "bolt", target=match.imp(1, "mourner")).pass_by(1, 2, 0)
    assert match.word == (1, "target")

    match.act("concede", 1)
    assert (match.state.agenda, match.word) == ([], (0, "priority"))
    assert [imp.damage for imp in match.state.players[2].field] == [0, 0]
