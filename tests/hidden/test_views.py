from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from tests.hidden.masks import DECK, MASKS, Choose, LayMask, Whisper
from tests.laws.matches import GameT, every_game, every_mode, moments


def laid() -> tuple[Any, list[dict[str, Any]]]:
    """A match in which both masks lie face down, and the events of laying them."""
    players = [{"name": name, "deck": DECK} for name in ("Ana", "Ben")]
    state = MASKS.start({"players": players, "chance": {"mode": "seeded", "seed": "face down"}}).state
    for seat in (0, 1):
        state = MASKS.apply(state, Choose(player=seat, changes=False)).state
    events: list[dict[str, Any]] = []
    for seat in (0, 1):
        outcome = MASKS.apply(state, LayMask(player=seat, card=int(state.players[seat].hand[0].id or 0)))
        state, events = outcome.state, outcome.events
    return state, events


def test_what_lies_face_down_in_a_place_of_its_own_keeps_its_id() -> None:
    state, _ = laid()
    mine, yours = (player.mask[0] for player in state.players)

    view = MASKS.document(MASKS.view(state, 0))

    assert view["players"][0]["mask"] == [{"id": mine.id, "card": mine.card, "lifted": False}]
    assert view["players"][1]["mask"] == [{"id": yours.id, "card": None, "lifted": False}]
    assert view["players"][1]["hand"] == [{"card": None}, {"card": None}]


def test_what_is_turned_up_in_such_a_place_shows_to_all() -> None:
    state, _ = laid()

    end = MASKS.apply(state, MASKS.action({"type": "lift", "player": 0})).state

    for viewer in (0, 1, "spectator"):
        shown = MASKS.view(end, viewer).players
        assert [player.mask[0].card for player in shown] == [player.mask[0].card for player in end.players]


def test_a_card_laid_face_down_cannot_be_linked_to_the_hand_that_it_left() -> None:
    state, events = laid()

    moves = {viewer: [e for e in MASKS.events_for(events, viewer) if e["type"] == "move"] for viewer in (0, 1)}

    own, other = moves[1][1], moves[0][1]
    assert (own["card"], own["object"]) == (state.players[1].mask[0].card, own["object"])
    assert (other["card"], other["object"], other["now"]) == (None, None, state.players[1].mask[0].id)


def test_secret_fields_of_a_frame_show_to_its_player_only() -> None:
    state, _ = laid()
    state.agenda = [Whisper(player=1, word="crow", cards=[4, 5])]

    own, other = (MASKS.document(MASKS.view(state, viewer))["agenda"] for viewer in (1, 0))

    assert own == [{"step": "whisper", "player": 1, "word": "crow", "cards": [4, 5]}]
    assert other == [{"step": "whisper", "player": 1, "word": None, "cards": [None, None]}]


def test_a_card_face_down_is_revealed_by_its_id_in_a_state_that_does_not_know_it() -> None:
    state, _ = laid()
    view = MASKS.view(state, 0)
    mask = state.players[1].mask[0]

    told = MASKS.apply(view, MASKS.action({"type": "reveal", "player": "chance", "object": mask.id, "card": mask.card}))

    assert told.state.players[1].mask[0].card == mask.card
    assert told.state.players[1].mask[0].id == mask.id
    with pytest.raises(Exception, match="not possible"):
        MASKS.apply(told.state, MASKS.action({"type": "reveal", "player": "chance", "object": mask.id, "card": "ash"}))


@every_game
@every_mode
def test_a_view_of_a_view_is_itself(game: GameT, mode: str) -> None:
    for moment in moments(game, mode, range(80, 83), every=5):
        for viewer in (*range(len(moment.state.players)), "spectator"):
            view = game.view(moment.state, viewer)
            assert game.encode(game.view(view, viewer)) == game.encode(view)
            assert game.faults(view) == []


@every_game
@every_mode
def test_no_event_names_an_id_that_only_another_seat_sees(game: GameT, mode: str) -> None:
    named = 0

    for moment in moments(game, mode, range(84, 88)):
        for viewer in (*range(len(moment.after.players)), "spectator"):
            secret = secret_ids(game, moment.state, viewer) | secret_ids(game, moment.after, viewer)
            told = {*ids_in(game.events_for(moment.events, viewer))}
            assert not told & secret
            named += len(told)

    assert named > 100


def secret_ids(game: GameT, state: Any, viewer: Any) -> set[int]:
    """The ids that a viewer does not find in its view of the state."""
    shown = {*game.ids(game.view(state, viewer))}
    return {number for number in game.ids(state) if number not in shown}


def ids_in(value: Any, key: str = "") -> Any:
    """Every object id in events."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from ids_in(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from ids_in(part, key)
    elif type(value) is int and key in NAMES_AN_ID and not (key == "pick" and value < MOST_SEATS):
        yield value


NAMES_AN_ID = {"object", "now", "source", "pick", "attacker", "effect", "target", "targets"}
MOST_SEATS = 4  # below this a pick may be a seat


@every_game
def test_what_a_seat_has_not_seen_is_what_is_left_of_its_own_and_nothing_of_where(game: GameT) -> None:
    checked = 0

    for moment in moments(game, "seeded", range(90, 93), every=6):
        for seat, player in enumerate(moment.state.players):
            view = game.view(moment.state, seat)
            zones = [zone for zone in game.zones.values() if zone.seen == "nobody" and not zone.shared]
            assert view.players[seat].unseen == sorted(card for zone in zones for card in zone.of(player))
            assert all(card is None for zone in zones for card in zone.of(view.players[seat]))
            assert all(other.unseen is UNSET for i, other in enumerate(view.players) if i != seat)
            checked += len(player.deck)

    assert checked > 50


@every_game
def test_views_are_documents_like_any_other(game: GameT) -> None:
    for moment in moments(game, "seeded", range(94, 95), every=15):
        for viewer in (*range(len(moment.state.players)), "spectator"):
            view = game.view(moment.state, viewer)
            assert game.encode(game.load(msgspec.json.decode(game.encode(view)))) == game.encode(view)
