from __future__ import annotations

from typing import Any

import oracle

PHAP = oracle.game("thay-phap")
DEAR = {"name": "Dear", "type": "monster", "cost": 0, "attack": 1, "life": 1, "requires": [{"discard": 2}]}


def halfway() -> Any:
    """Seat 0 has picked one of two cards that it must discard."""
    mage = next(card.key for card in PHAP.cards() if card.type == "mage")
    spare = [card.key for card in PHAP.cards() if card.type == "monster"][:4]
    state = PHAP.load({
        "game": "thay-phap", "cards": {"dear": DEAR}, "next_id": 40, "chance": {"mode": "seeded", "seed": "costs"},
        "players": [
            {"mage": mage, "mana": 9, "hand": ["dear", *spare], "deck": spare},
            {"mage": mage, "hand": [], "deck": spare},
        ],
    })  # fmt: skip
    state = after(state, type="summon", card=state.players[0].hand[0].id)
    return after(state, type="choose", pick=state.players[0].hand[2].id)


def after(state: Any, **action: Any) -> Any:
    """The state after an action of seat 0."""
    return PHAP.apply(state, PHAP.action({"player": 0, **action})).state


def test_which_card_was_picked_only_its_holder_sees() -> None:
    state = halfway()
    pick = state.players[0].hand[2].id

    own, other = (PHAP.document(PHAP.view(state, viewer)) for viewer in (0, 1))

    assert own["agenda"][-1]["picked"] == [pick]
    assert other["agenda"][-1]["picked"] == [None]
    decision = PHAP.decision(PHAP.view(state, 1))
    assert decision is not None
    assert decision.chosen == [None]


def test_the_events_of_a_pick_tell_others_no_id() -> None:
    state = halfway()
    action = PHAP.action({"type": "choose", "player": 0, "pick": state.players[0].hand[0].id})

    events = PHAP.apply(state, action).events

    [own] = [event for event in PHAP.events_for(events, 0) if event["type"] == "choose"]
    [other] = [event for event in PHAP.events_for(events, 1) if event["type"] == "choose"]
    assert own["pick"] == state.players[0].hand[0].id
    assert other["pick"] is None


def test_a_sample_goes_on_where_a_cost_is_half_paid() -> None:
    state = halfway()
    view = PHAP.view(state, 1)
    cards = [thing.card for thing in state.players[0].hand] + state.players[0].deck
    deck = {
        "sections": {"mage": [{"card": state.players[0].mage.card}], "deck": [{"card": c} for c in [*cards, "dear"]]}
    }

    for made in PHAP.samples(view, [deck], "costs", 5):
        assert PHAP.digest(PHAP.view(made, 1)) == PHAP.digest(view)
        [action, *_] = PHAP.legal_actions(made, 0)
        end = PHAP.apply(made, action).state
        assert len(end.players[0].discard) == 2
        assert [thing.card for thing in end.players[0].monsters] == ["dear"]


def test_a_hidden_pick_is_paid_with_a_card_that_nobody_here_sees() -> None:
    view = PHAP.view(halfway(), 1)
    view.chance.mode = "manual"
    card = next(card.key for card in PHAP.cards() if card.type == "spell")

    known = PHAP.apply(view, PHAP.action({"type": "reveal", "player": "chance", "hand": 0, "card": card})).state
    pick = next(thing.id for thing in known.players[0].hand if thing.card == card)
    end = after(known, type="choose", pick=pick)

    assert sorted(str(thing.card) for thing in end.players[0].discard) == sorted(["None", card])
