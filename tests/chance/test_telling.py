from __future__ import annotations

from typing import Any

import pytest

import oracle

MAHA = oracle.game("maha-yodha")
UNKNOWN = {"card": None}


def drawing(one: dict[str, Any], two: dict[str, Any], active: int = 0, **fields: Any) -> Any:
    """A match of Maha Yodha at a table, in which a seat is about to draw."""
    document = {
        "game": "maha-yodha",
        "phase": "draw",
        "turn": 5 + active,
        "active": active,
        "chance": {"mode": "manual"},
    }
    state = MAHA.load({**document, **fields, "players": [one, two]})
    return after(state, {"type": "draw", "player": active})


def after(state: Any, *actions: dict[str, Any]) -> Any:
    """The state after some actions."""
    for action in actions:
        state = MAHA.apply(state, MAHA.action(action)).state
    return state


def told(outcome: Any) -> dict[str, Any]:
    """An outcome of chance, as it is told."""
    return {"type": "chance", "player": "chance", "outcome": outcome}


def shown(card: str, **where: Any) -> dict[str, Any]:
    """A card that became known."""
    return {"type": "reveal", "player": "chance", "card": card, **where}


def outcomes(state: Any) -> list[Any]:
    """What chance may bring now."""
    return [getattr(action, "outcome", None) for action in MAHA.legal_actions(state, "chance")]


def is_legal(state: Any, action: dict[str, Any]) -> bool:
    """Whether an action is legal."""
    return MAHA.check(state, MAHA.action(action)) == []


# -- a card we did not see -------------------------------------------------------------------------


def test_a_deck_that_is_known_hides_no_card() -> None:
    state = drawing({"deck": ["rama", "forge", "rama"]}, {})

    assert outcomes(state) == ["forge", "rama"]
    assert not is_legal(state, told(None))


def test_from_a_hidden_deck_a_card_may_come_unseen() -> None:
    state = drawing({}, {"deck": [None, None]}, active=1)

    assert outcomes(state)[-1] is None
    end = after(state, told(None))

    assert MAHA.document(end)["players"][1]["hand"] == [UNKNOWN]
    assert end.players[1].deck == [None]


def test_a_card_that_was_told_is_no_longer_unseen() -> None:
    state = drawing({"deck": [None] * 3, "unseen": ["forge", "forge", "rama"]}, {})

    end = after(state, told("forge"))

    assert end.players[0].unseen == ["forge", "rama"]
    assert end.players[0].deck == [None, None]
    assert end.players[0].hand[0].card == "forge"


def test_only_what_is_unseen_can_come() -> None:
    state = drawing({"deck": [None], "unseen": ["forge"]}, {})

    assert outcomes(state) == ["forge", None]
    assert not is_legal(state, told("rama"))


def test_an_unseen_card_takes_with_it_what_was_known_of_the_stock() -> None:
    state = drawing({"deck": [None], "unseen": ["forge"]}, {"deck": ["rama", "raavan", "raavan"]}, active=1)

    end = after(state, told(None))

    assert end.players[1].deck == [None, None]


def test_ids_run_on_where_cards_come_unseen() -> None:
    state = drawing({}, {"deck": [None, None]}, active=1)

    assert after(state, told(None)).next_id == state.next_id + 1


def test_an_unseen_theft_takes_with_it_what_was_known_of_the_hand() -> None:
    document = {"game": "maha-yodha", "turn": 6, "active": 1, "phase": "placement", "chance": {"mode": "manual"}}
    state = MAHA.load({**document, "players": [{"hand": [UNKNOWN, "rama"]}, {"hand": ["relic-thief"]}]})
    thief = state.players[1].hand[0].id

    end = after(state, {"type": "play", "player": 1, "card": thief}, told(None))

    assert MAHA.document(end)["players"][0]["hand"] == [UNKNOWN]
    assert MAHA.document(end)["players"][1]["hand"] == [UNKNOWN]


# -- reveals ---------------------------------------------------------------------------------------


def position(**two: Any) -> Any:
    """A placement of seat 1, whose hand is not known."""
    document = {"game": "maha-yodha", "turn": 6, "active": 1, "phase": "placement", "chance": {"mode": "manual"}}
    return MAHA.load(
        {**document, "players": [{"army": "aditya"}, {"army": "asura", "hand": [UNKNOWN, UNKNOWN], **two}]}
    )


def test_a_card_of_a_hidden_hand_becomes_known_gets_an_id_and_can_be_played() -> None:
    state = position()

    known = after(state, shown("raavan", hand=1))

    thing = known.players[1].hand[0]
    assert (thing.card, thing.id) == ("raavan", state.next_id)
    assert known.players[1].hand[1].card is None
    end = after(known, {"type": "play", "player": 1, "card": thing.id})
    assert [out.card for out in end.players[1].battlefield] == ["raavan"]


def test_a_card_that_its_armys_list_has_no_more_of_cannot_be_there() -> None:
    listed = MAHA.builtin_sets[0].decks["asura"].cards()
    copies = listed.count("raavan")

    assert is_legal(position(), shown("raavan", hand=1))
    assert not is_legal(position(discard=["raavan"] * copies), shown("raavan", hand=1))
    assert not is_legal(position(), shown("no-such-card", hand=1))


def test_a_card_of_the_others_army_was_stolen_and_keeps_its_owner() -> None:
    known = after(position(), shown("rama", hand=1))

    assert known.players[1].hand[0].owner == 0


def test_the_owner_is_told_where_both_have_such_a_card() -> None:
    state = MAHA.load({**MAHA.document(position()), "options": MAHA.document(position())["options"]})
    for player in state.players:
        player.army = "asura"

    own, stolen = (after(state, shown("raavan", hand=1, **more)) for more in ({}, {"owner": 0}))

    assert MAHA.document(own)["players"][1]["hand"][0] == {"id": state.next_id, "card": "raavan"}
    assert MAHA.document(stolen)["players"][1]["hand"][0] == {"id": state.next_id, "card": "raavan", "owner": 0}


@pytest.mark.parametrize("where", [{}, {"hand": 0}, {"object": 99}, {"hand": 1, "object": 99}, {"hand": 1, "owner": 9}])
def test_a_reveal_speaks_of_one_card_that_is_not_known(where: dict[str, int]) -> None:
    state = position()

    verdict = MAHA.judge(state, MAHA.action(shown("raavan", **where)))

    assert verdict.verdict == "illegal"
    assert [violation.code for violation in verdict.violations] == ["impossible_outcome"]


def test_a_reveal_is_legal_while_chance_is_asked_and_on_a_full_state_never() -> None:
    asked = drawing({"deck": [None], "hand": [UNKNOWN]}, {})
    full = drawing({"deck": ["rama"], "hand": ["rama"]}, {})

    assert is_legal(asked, shown("rama", hand=0))
    assert not is_legal(full, shown("rama", hand=0))


def test_a_card_drawn_unseen_by_a_seat_with_a_list_is_off_it_once_it_is_known() -> None:
    state = drawing({"deck": [None] * 2, "unseen": ["forge", "rama"]}, {})

    unseen = after(state, told(None))
    known = after(unseen, shown("rama", hand=0))

    assert unseen.players[0].unseen == ["forge", "rama"]
    assert known.players[0].unseen == ["forge"]


# -- states that cannot be -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unseen", "code"),
    [(["rama"], "unseen_count"), (["rama"] * 4, "unseen_count"), (["rama", "nobody"], "unknown_card")],
)
def test_what_is_unseen_fits_the_places_that_hide_it(unseen: list[str], code: str) -> None:
    document = {"game": "maha-yodha", "players": [{"deck": [None, None], "hand": [UNKNOWN], "unseen": unseen}, {}]}

    state, faults = MAHA.validate(document)

    assert state is None
    assert [(fault.code, fault.at.split("/")[3]) for fault in faults] == [(code, "unseen")]
