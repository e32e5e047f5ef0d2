from __future__ import annotations

import random
from typing import Any

import pytest

import oracle
from oracle.kernel.hidden import Doubt
from tests.laws.matches import GameT, every_game, every_mode, moments

MAHA = oracle.game("maha-yodha")
UNKNOWN = {"card": None}
ACTIONS = 6


def position(one: dict[str, Any], two: dict[str, Any], **fields: Any) -> Any:
    """A placement of Maha Yodha on turn 5: seat 0 acts."""
    document = {
        "game": "maha-yodha",
        "turn": 5,
        "phase": "placement",
        "chance": {"mode": "seeded", "seed": "s"},
        **fields,
    }
    seats = [{"name": "Ana", "deck": ["vanaras"] * 5, **one}, {"name": "Ben", "deck": ["vanaras"] * 5, **two}]
    return MAHA.load({**document, "players": seats})


def act(**fields: Any) -> Any:
    """An action of seat 0."""
    return MAHA.action({"player": 0, **fields})


def pointers(state: Any, action: Any) -> list[str]:
    """What applying the action needs."""
    with pytest.raises(oracle.HiddenStateNeeded) as needed:
        MAHA.apply(state, action)
    return needed.value.pointers


# -- three-valued verdicts -------------------------------------------------------------------------


def test_a_weapon_on_a_card_that_is_not_known_is_undetermined() -> None:
    state = position({"hand": ["kodanda"], "battlefield": [{"id": 40, "card": None}]}, {})
    weapon = state.players[0].hand[0].id

    verdict = MAHA.judge(state, act(type="play", card=weapon, assign_to=40))

    assert verdict.verdict == "undetermined"
    assert verdict.depends_on == ["which card the object 40 is"]
    assert verdict.violations == []


def test_a_violation_that_is_certain_outweighs_what_is_not_known() -> None:
    state = position({"hand": ["kodanda"], "valor": 0, "battlefield": [{"id": 40, "card": None}]}, {})
    weapon = state.players[0].hand[0].id

    verdict = MAHA.judge(state, act(type="play", card=weapon, assign_to=40))

    assert verdict.verdict == "illegal"
    assert [violation.rule for violation in verdict.violations] == ["MY-11.6"]


def test_what_is_known_is_enough_where_it_decides() -> None:
    state = position({"hand": ["kodanda"], "battlefield": [{"id": 40, "card": None}, {"id": 41, "card": "rama"}]}, {})
    weapon = state.players[0].hand[0].id

    assert MAHA.judge(state, act(type="play", card=weapon, assign_to=41)).verdict == "legal"
    assert MAHA.judge(state, act(type="play", card=weapon)).verdict == "illegal"


def test_what_may_be_legal_is_listed_apart_and_marked() -> None:
    state = position({"hand": ["kodanda"], "battlefield": [{"id": 40, "card": None}, {"id": 41, "card": "rama"}]}, {})

    possible = MAHA.possible(state, 0)

    assert possible.certain == MAHA.legal_actions(state, 0)
    [maybe] = possible.doubtful
    assert bearer(maybe.action) == 40
    assert maybe.depends_on == ["which card the object 40 is"]
    assert 41 in [bearer(action) for action in possible.certain]


def bearer(action: Any) -> Any:
    """On whom a Weapon is laid, if one is."""
    return getattr(action, "assign_to", None)


def test_a_card_of_a_hand_that_is_not_known_here_makes_its_seat_doubtful_to_nobody_else() -> None:
    state = position({"hand": ["rama"]}, {"hand": [UNKNOWN]}, next_id=30, phase="attack")
    MAHA.load(MAHA.document(state))

    foes = MAHA.judge(state, MAHA.action({"type": "discard", "player": 1, "card": 20}))
    own = MAHA.judge(state, act(type="discard", card=20))

    assert (foes.verdict, foes.depends_on) == ("undetermined", ["the cards in the hand of Ben"])
    assert own.verdict == "illegal"


def test_doubts_are_told_in_the_language_asked_for() -> None:
    state = position({"hand": ["kodanda"], "battlefield": [{"id": 40, "card": None}]}, {})
    action = act(type="play", card=state.players[0].hand[0].id, assign_to=40)

    with pytest.raises(oracle.Undetermined) as doubt:
        MAHA.check(state, action)

    [words] = doubt.value.depends_on
    assert isinstance(words, Doubt)
    assert (words.key, words.facts) == ("object", {"object": 40})


@every_game
@every_mode
def test_a_full_state_is_never_undetermined(game: GameT, mode: str) -> None:
    asked = 0

    for moment in moments(game, mode, range(60, 63), every=7):
        possible = game.possible(moment.state)
        assert possible.doubtful == []
        assert possible.certain == game.legal_actions(moment.state)
        asked += 1

    assert asked > 10


@every_game
def test_a_seat_never_meets_undetermined_in_its_own_view(game: GameT) -> None:
    for moment in moments(game, "seeded", range(64, 67), every=7):
        for seat in range(len(moment.state.players)):
            assert game.possible(game.view(moment.state, seat), seat).doubtful == []


@every_game
def test_what_is_legal_is_called_illegal_by_nobody_who_sees_less(game: GameT) -> None:
    in_doubt = 0

    for moment in moments(game, "seeded", range(70, 76), every=5):
        chance = random.Random(len(moment.legal))
        asked = chance.sample(moment.legal, min(len(moment.legal), ACTIONS))
        for viewer in (*range(len(moment.state.players)), "spectator"):
            view = game.view(moment.state, viewer)
            verdicts = [(action, game.judge(view, action)) for action in asked]
            assert [action for action, verdict in verdicts if verdict.verdict == "illegal"] == []
            in_doubt += sum(verdict.verdict == "undetermined" for _, verdict in verdicts)

    assert in_doubt > 10


# -- what is needed --------------------------------------------------------------------------------


def test_the_second_card_of_a_draw_is_needed_where_the_first_is_known() -> None:
    state = position({"hand": ["swift-letter"], "deck": ["rama", None, None]}, {})

    assert pointers(state, act(type="play", card=state.players[0].hand[0].id)) == ["/players/0/deck/1"]


def test_a_theft_needs_every_card_of_the_hand_that_is_not_known() -> None:
    state = position({"hand": ["relic-thief"]}, {"hand": ["rama", UNKNOWN, "forge", UNKNOWN]})

    needed = pointers(state, act(type="play", card=state.players[0].hand[0].id))

    assert needed == ["/players/1/hand/1/card", "/players/1/hand/3/card"]


def test_an_attack_needs_the_card_that_counts() -> None:
    state = position(
        {"battlefield": ["rama"]}, {"battlefield": ["vanaras", {"id": 40, "card": None}]}, phase="attack"
    )  # fmt: skip

    assert pointers(state, act(type="attack")) == ["/players/1/battlefield/1/card"]


def test_in_a_sequence_the_pointers_are_those_of_the_state_that_was_sent() -> None:
    state = position(
        {"hand": ["swift-letter", "swift-letter"], "deck": ["rama", "forge", "kodanda", None], "valor": 5}, {}
    )
    first, second = (act(type="play", card=thing.id) for thing in state.players[0].hand)

    with pytest.raises(oracle.HiddenStateNeeded) as needed:
        MAHA.resolve(state, [first, second])

    assert needed.value.pointers == ["/players/0/deck/3"]


@pytest.mark.parametrize("chance", [{"mode": "manual"}, {"mode": "seeded", "seed": None}])
def test_at_a_table_the_same_is_asked(chance: dict[str, Any]) -> None:
    state = position(
        {"hand": ["swift-letter"], "deck": [None] * 3, "unseen": ["forge", "forge", "rama"]}, {}, chance=chance
    )

    after = MAHA.apply(state, act(type="play", card=state.players[0].hand[0].id)).state

    told = [MAHA.action({"type": "chance", "player": "chance", "outcome": card}) for card in ("forge", "rama", None)]
    assert MAHA.legal_actions(after, "chance") == told
    decision = MAHA.decision(after)
    assert decision is not None
    assert decision.of == "draw"


@pytest.mark.parametrize("viewer", [0, 1, "spectator"])
def test_who_sees_no_seed_sees_that_decks_are_shuffled_and_may_say_that_they_were(viewer: Any) -> None:
    deck = ["rama", "forge", "kodanda"]
    document = {"game": "maha-yodha", "phase": "setup_shuffle", "chance": {"mode": "seeded", "seed": "s"}}
    state = MAHA.load({**document, "players": [{"deck": deck}, {"deck": deck}]})
    view = MAHA.view(state, viewer)
    order = {"type": "chance", "player": "chance", "outcome": sorted(deck)}

    assert MAHA.decision(view) == MAHA.decision(state)
    assert MAHA.judge(view, MAHA.action(order)).verdict == "undetermined"
    assert MAHA.judge(view, MAHA.action({**order, "outcome": ["rama"]})).verdict == "illegal"
    assert MAHA.judge(view, MAHA.action({**order, "outcome": ["None"] * 3})).verdict == "illegal"
    [shuffled] = MAHA.legal_actions(view, "chance")
    after = MAHA.apply(MAHA.apply(view, shuffled).state, shuffled).state
    assert after.phase == "coin"
    assert after.players[0].deck == [None] * 3


@every_game
def test_on_every_view_each_action_of_its_seat_applies_or_says_what_it_needs(game: GameT) -> None:
    asked = 0

    for moment in moments(game, "seeded", range(70, 74), every=3):
        for seat in range(len(moment.state.players)):
            view = game.view(moment.state, seat)
            seeded = game.view(moment.state, seat)
            seeded.chance.seed = "some"
            for action in game.legal_actions(view, seat):
                game.apply(view, action)
                asked += applies_or_needs(game, seeded, action)

    assert asked or game.key in TELLS_ALL


TELLS_ALL = ("muhq",)


def applies_or_needs(game: GameT, state: Any, action: Any) -> int:
    """Whether a seeded view could not go on; then each pointer leads to a null in it."""
    pointers: list[str] = []
    try:
        game.apply(state, action)
    except oracle.HiddenStateNeeded as needed:
        pointers = needed.pointers
        assert pointers != []
    for pointer in pointers:
        place: Any = game.document(state)
        for part in pointer.split("/")[1:]:
            place = place[int(part)] if isinstance(place, list) else place[part]
        assert place is None
    return len(pointers)
