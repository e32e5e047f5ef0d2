"""Entries on their way off the stack: order, targets looked at again, countered, negated in part."""

from __future__ import annotations

from typing import Any

from tests.stack.game import NEVER_FIZZLES
from tests.stack.walks import Match, position


def two_imps(hand: list[str], answer: list[str], **fields: Any) -> Match:
    """Seat 1 has two imps out; seat 0 holds `hand`, seat 1 `answer`."""
    return position({"hand": hand}, {"hand": answer, "field": ["imp", "imp"]}, **fields)


def test_an_entry_all_of_whose_targets_are_gone_does_nothing() -> None:
    match = two_imps(["bolt"], ["bolt"])
    victim = match.imp(1)
    match.play(0, "bolt", target=victim).play(1, "bolt", target=victim).pass_by(0, 1)

    assert match.told == [("resolve", "bolt"), ("fizzle", "target_gone"), ("fizzle", "all_targets_gone")]
    assert match.field(1) == ["imp"]
    assert (match.discard(0), match.discard(1)) == (["bolt"], ["imp", "bolt"])


def test_with_some_targets_gone_the_rest_is_done() -> None:
    match = two_imps(["fork"], ["bolt"])
    first, second = match.imp(1), match.imp(1, number=1)
    match.play(0, "fork", target=first).choose(0, second).play(1, "bolt", target=first).pass_by(0, 1)

    assert match.told == [("resolve", "bolt"), ("fizzle", "target_gone"), ("resolve", "fork")]
    assert [imp.damage for imp in match.state.players[1].field] == [1]


def test_a_card_that_has_changed_zones_is_another_object_and_no_target_any_more() -> None:
    match = two_imps(["hush"], ["jolt"])
    match = position({"hand": ["jolt", "hush"]}, {"hand": ["hush"]})
    match.play(0, "jolt").play(1, "hush", target=match.state.stack[0].id)
    match.play(0, "hush", target=match.state.stack[0].id).pass_by(1, 0)

    assert match.told == [
        ("resolve", "hush"), ("fizzle", "countered"),
        ("fizzle", "target_gone"), ("fizzle", "all_targets_gone"),
    ]  # fmt: skip
    assert match.lives == [8, 8]


def test_where_nothing_fizzles_an_entry_without_targets_is_resolved_all_the_same() -> None:
    match = two_imps(["bolt"], ["bolt"], game=NEVER_FIZZLES)
    victim = match.imp(1)
    match.play(0, "bolt", target=victim).play(1, "bolt", target=victim).pass_by(0, 1)

    assert match.told == [("resolve", "bolt"), ("fizzle", "target_gone"), ("resolve", "bolt")]


def test_a_countered_card_goes_to_its_pile_and_is_not_resolved() -> None:
    match = position({"hand": ["lesson"]}, {"hand": ["hush"]})
    match.play(0, "lesson").play(1, "hush", target=match.state.stack[0].id).pass_by(0, 1)

    assert match.told == [("resolve", "hush"), ("fizzle", "countered")]
    assert match.lives == [8, 8]
    assert match.discard(0) == ["lesson"]
    moves = [(e["card"], e["from"], e["to"], e["reason"]) for e in match.events if e["type"] == "move"]
    assert moves == [("lesson", "stack", "discard", "countered"), ("hush", "stack", "discard", "resolve")]


def test_a_counter_can_be_countered() -> None:
    match = position({"hand": ["lesson", "hush"]}, {"hand": ["hush"]})
    match.play(0, "lesson").play(1, "hush", target=match.state.stack[0].id)
    match.play(0, "hush", target=match.state.stack[1].id).pass_by(1, 0)

    assert match.told == [("resolve", "hush"), ("fizzle", "countered"), ("resolve", "lesson")]
    assert match.lives == [8, 7]


def test_an_ability_on_the_stack_is_no_card_to_be_countered() -> None:
    match = position({"field": ["tinker", "imp"]}, {"hand": ["hush"]})
    match.use(0, "tinker", target=match.imp(0))

    assert match.word == (1, "priority")
    assert match.refused("play", 1, card=match.hand(1, "hush"), target=match.state.stack[0].id) == [
        "no_legal_choice", "target_not_allowed",
    ]  # fmt: skip


def test_one_part_of_an_entry_is_negated_and_the_other_is_done() -> None:
    match = position({"hand": ["lesson"]}, {"hand": ["muffle"]})
    match.play(0, "lesson")
    entry = match.state.stack[0].id
    match.play(1, "muffle", target={"entry": entry, "part": 0})
    assert match.state.stack[-1].targets[0].ref == {"entry": entry, "part": 0}
    match.pass_by(0, 1)

    assert match.told == [("resolve", "muffle"), ("fizzle", "negated"), ("resolve", "lesson")]
    assert match.lives == [8, 8]
    assert len(match.state.players[0].hand) == 1


def test_an_imp_comes_out_as_a_new_object_and_an_event_tells_both_ids() -> None:
    match = position({"hand": ["imp"]}, {})
    before = match.hand(0, "imp")
    match.play(0, "imp")
    (played,) = [event for event in match.events if event["type"] == "play" and event.get("seats") == [0]]
    entry = match.state.stack[0].id
    assert (played["object"], played["now"]) == (before, entry)
    match.pass_by(1, 0)

    (entered,) = [event for event in match.events if event["type"] == "move"]
    assert (entered["object"], entered["now"]) == (entry, match.imp(0))
    assert len({before, entry, match.imp(0)}) == 3


def test_an_ability_is_done_though_its_imp_has_fallen_meanwhile() -> None:
    match = position({"field": ["tinker"]}, {"hand": ["bolt"], "field": ["imp"]})
    match.use(0, "tinker", target=match.imp(1)).play(1, "bolt", target=match.imp(0, "tinker")).pass_by(0, 1)

    assert match.told == [("resolve", "bolt"), ("resolve", "tinker")]
    assert match.state.players[1].field[0].damage == 1
    assert match.discard(0) == ["tinker"]


def test_seats_and_imps_are_targets_of_one_slot() -> None:
    match = position({"hand": ["spark", "spark"]}, {"field": ["imp"]})
    match.play(0, "spark", target={"player": 1}).pass_by(1, 0).play(0, "spark", target=match.imp(1)).pass_by(1, 0)

    assert match.lives == [8, 6]
    assert match.field(1) == []


def test_what_came_out_is_checked_before_anybody_has_the_word() -> None:
    wisp = {"key": "wisp", "name": "Wisp", "type": "imp", "speed": 1, "cost": 1, "toughness": 0}
    match = position({"hand": ["wisp"]}, {}, cards={"wisp": wisp}).play(0, "wisp").pass_by(1, 0)

    assert match.field(0) == []
    assert match.discard(0) == ["wisp"]


def test_an_entry_names_its_owner_only_where_another_controls_it() -> None:
    match = position({"hand": [{"id": 5, "card": "jolt", "owner": 1}, {"id": 6, "card": "jolt"}]}, {})
    match.act("play", 0, card=5).pass_by(1).act("play", 0, card=6)

    documents = match.game.document(match.state)["stack"]
    assert [entry.get("owner") for entry in documents] == [1, None]
    match.pass_by(1, 0)
    assert (match.discard(0), match.discard(1)) == (["jolt"], ["jolt"])


def test_a_target_that_is_there_but_could_not_be_chosen_any_more_is_left_out() -> None:
    nail = {
        "key": "nail", "name": "Nail", "type": "spell", "speed": 2, "cost": 0,
        "abilities": [
            {
                "targets": [
                    {"as": "first", "choose": {"zone": "field", "tapped": False}},
                    {"as": "second", "choose": {"zone": "field", "tapped": False}},
                ],
                "do": [{"damage": {"to": "first", "amount": 1}}, {"damage": {"to": "second", "amount": 1}}],
            }
        ],
    }  # fmt: skip
    match = position({"hand": ["nail"]}, {"field": ["tinker", "imp"]}, cards={"nail": nail})
    tinker, imp = match.imp(1, "tinker"), match.imp(1)
    match.play(0, "nail", target=tinker).choose(0, imp).use(1, "tinker", target=tinker).pass_by(0, 1)

    assert match.told == [("resolve", "tinker"), ("fizzle", "target_gone"), ("resolve", "nail")]
    assert [(out.card, out.damage) for out in match.state.players[1].field] == [("tinker", 1), ("imp", 1)]
