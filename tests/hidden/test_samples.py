from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from msgspec import UNSET

import oracle
from tests.laws.matches import GameT, every_game, setup, walk
from tests.laws.twins import hidden_half, twin_of
from tests.stack.game import KINDLING

MAHA = oracle.game("maha-yodha")
DRAWS = 600


class Trap(list[Any]):
    """A list that must not be looked into."""

    def refuse(self, *_: Any) -> Any:
        message = "the hidden half was read"
        raise AssertionError(message)

    __iter__ = __getitem__ = __len__ = __contains__ = copy = refuse


def lists(document: dict[str, Any]) -> list[Any]:
    """The decks of a setup, by seat."""
    return [player["deck"] for player in document["players"]]


def positions(game: GameT, seed: str, every: int = 9) -> list[tuple[dict[str, Any], Any]]:
    """States of a random match, with the setup that it began from."""
    document = setup(game, seed)
    states = [moment.state for moment in walk(game, document, seed, 120)]
    return [(document, state) for state in states[::every]]


@every_game
@pytest.mark.parametrize("seed", ["sample-0", "sample-1"])
def test_the_view_of_a_sample_is_the_view_that_it_was_made_from(game: GameT, seed: str) -> None:
    seen = 0

    for document, state in positions(game, seed):
        for viewer in (*range(len(state.players)), "spectator"):
            view = game.view(state, viewer)
            for made in game.samples(view, lists(document), seed, 2):
                assert game.digest(game.view(made, viewer)) == game.digest(view)
                assert game.faults(made) == []
                assert all(None not in pile for zone in game.zones.values() for _, pile in zone.lists(made))
                assert all(thing.card is not None for thing in (place.object for place in game.places(made).values()))
                seen += 1

    assert seen > 12


@every_game
def test_a_sample_is_a_full_state_to_play_on_with_every_card_conserved(game: GameT) -> None:
    for document, state in positions(game, "conserved", 20):
        view = game.view(state, 0)
        made = game.sample(view, lists(document))

        assert cards_of(game, made) == cards_of(game, state)
        assert game.faults(made) == []
        action = random.Random(1).choice(game.legal_actions(made))
        game.apply(made, action)


def prepared(decks: int) -> tuple[dict[str, Any], Any]:
    """A match of Machai in which seat 1 has laid a card face down, of a list in which not every card can be."""
    game = oracle.game("machai")
    for seed in range(decks):
        document = setup(game, f"prepared-{seed}", options={"prepared_face_down": True})
        sections = document["players"][1]["deck"]["sections"].values()
        listed = {line["card"] for lines in sections for line in lines}
        able = [card.prepared for card in game.cards() if card.key in listed]
        if all(able) or sum(able) < 6:
            continue
        for moment in walk(game, document, f"prepared-{seed}", 200):
            laid = [place.card for place in game.view(moment.state, 0).players[1].zones if place.card is not None]
            if laid and all(card.card is None for card in laid):
                return document, moment.state
    message = "nobody prepares a card"
    raise LookupError(message)


def test_a_card_that_lies_hidden_where_not_every_card_can_is_one_of_those_that_can() -> None:
    game = oracle.game("machai")
    document, state = prepared(40)
    view = game.view(state, 0)

    found = game.samples(view, lists(document), "face down", 60)

    laid = {place.card.card for made in found for place in made.players[1].zones if place.card is not None}
    assert len(laid) > 3
    for made in found:
        assert game.faults(made) == []
        assert game.encode(game.view(made, 0)) == game.encode(view)


def cards_of(game: GameT, state: Any) -> Counter[tuple[Any, str]]:
    """Every card with its owner."""
    found: Counter[tuple[Any, str]] = Counter()
    for zone in game.zones.values():
        for seat, cards in zone.lists(state):
            for card in cards:
                owner = seat if zone.holds is None or card.owner is UNSET else card.owner
                shared = any(entry.shared and pile for entry in game.zones.values() for _, pile in entry.lists(state))
                found[None if shared else owner, card if zone.holds is None else card.card] += 1
    return found


@every_game
def test_sampling_never_reads_the_hidden_half(game: GameT) -> None:
    differed = 0

    for document, state in positions(game, "trap", 7):
        view = game.view(state, 0)
        twin = twin_of(game, state, 0, random.Random("twin"))
        for player in state.players[1:]:
            player.deck, player.hand = Trap(), Trap()
        state.players[0].deck = Trap()

        made = game.sample(view, lists(document), "one seed")

        other = game.sample(game.view(twin, 0), lists(document), "one seed")
        assert game.digest(made) == game.digest(other)
        differed += hidden_half(game, twin, 0) != hidden_half(game, made, 0)

    assert differed > 3


@every_game
def test_the_same_seed_gives_the_same_samples_and_each_number_its_own(game: GameT) -> None:
    document, state = positions(game, "again")[3]
    view = game.view(state, 0)

    few = game.samples(view, lists(document), "seed", 2)
    many = game.samples(view, lists(document), "seed", 5)

    assert [game.digest(made) for made in few] == [game.digest(made) for made in many[:2]]
    assert len({game.digest(made) for made in many}) == 5


def test_hidden_cards_are_dealt_evenly_over_hand_and_deck() -> None:
    view = MAHA.load({
        "game": "maha-yodha", "options": {"deck_mode": "custom"}, "next_id": 9,
        "players": [
            {"deck": [None] * 3, "unseen": ["forge", "rama", "vanaras"], "hand": []},
            {"deck": [None] * 3, "hand": [{"card": None}, {"card": None}], "discard": ["raavan"]},
        ],
    })  # fmt: skip
    foe = deck("raavan", "raavan", "kodanda", "rama", "vanaras", "forge")
    tops: Counter[Any] = Counter()
    hands: Counter[tuple[str, ...]] = Counter()

    for batch in range(DRAWS // 100):
        for made in MAHA.samples(view, [None, foe], f"even-{batch}", 100):
            tops[made.players[0].deck[0]] += 1
            hands[tuple(sorted(thing.card or "" for thing in made.players[1].hand))] += 1

    assert distance(tops, 3) < 9.21  # 1 % of even deals are further away, with 2 degrees of freedom
    assert distance(hands, 10) < 21.67  # the same with 9


def distance(counts: Counter[Any], kinds: int) -> float:
    """The chi-square distance of counts from an even distribution."""
    even = counts.total() / kinds
    assert len(counts) == kinds
    return sum((count - even) ** 2 / even for count in counts.values())


def deck(*cards: str) -> dict[str, Any]:
    """A deck list of these cards."""
    return {"sections": {"deck": [{"card": card, "count": 1} for card in cards]}}


def test_the_published_list_of_an_army_needs_not_be_assumed() -> None:
    document = setup(MAHA, "army", options={})
    state = MAHA.start(document).state

    made = MAHA.sample(MAHA.view(state, 1))

    assert cards_of(MAHA, made) == cards_of(MAHA, state)


def test_a_list_that_is_needed_is_asked_for_by_name() -> None:
    state = MAHA.start(setup(MAHA, "custom", options={"deck_mode": "custom"})).state
    view = MAHA.view(state, 0)

    with pytest.raises(oracle.InvalidSetup) as refused:
        MAHA.sample(view)

    [fault] = refused.value.faults
    assert (fault.code, fault.at) == ("deck_needed", "/decks/1")
    assert fault.data == {"seat": 1, "hidden": len(state.players[1].deck) + len(state.players[1].hand)}


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (["rama"], "list_does_not_fit"),
        (["no-such-card"], "unknown_card"),
        (["rama"] * 6, "more_than_listed"),
        ([], "more_than_listed"),
    ],
)
def test_a_list_that_cannot_be_is_refused(cards: list[str], code: str) -> None:
    view = MAHA.load({
        "game": "maha-yodha", "options": {"deck_mode": "custom"},
        "players": [{"unseen": []}, {"deck": [None] * 5, "discard": ["raavan"] if code == "more_than_listed" else []}],
    })  # fmt: skip

    with pytest.raises(oracle.InvalidSetup) as refused:
        MAHA.sample(view, [None, deck(*cards)])

    assert code in [fault.code for fault in refused.value.faults]


def test_a_card_that_the_other_stole_unseen_is_dealt_to_its_hand_with_its_owner() -> None:
    view = MAHA.load({
        "game": "maha-yodha", "options": {"deck_mode": "custom"}, "next_id": 12,
        "players": [
            {"deck": [None], "unseen": ["forge"], "hand": ["vanaras"]},
            {"deck": [None], "hand": [{"card": None}, {"card": None}]},
        ],
    })  # fmt: skip
    own = deck("forge", "vanaras", "rama")

    made = MAHA.samples(view, [own, deck("raavan", "kodanda")], "theft", 20)

    for state in made:
        stolen = [thing for thing in state.players[1].hand if thing.owner == 0]
        assert [thing.card for thing in stolen] == ["rama"]
        assert MAHA.digest(MAHA.view(state, 0)) == MAHA.digest(MAHA.view(view, 0))
    assert {state.players[1].deck[0] for state in made} == {"raavan", "kodanda"}


def test_work_that_another_seat_has_begun_is_found_again() -> None:
    begun = 0

    for seed in range(4):
        document = setup(KINDLING, f"work-{seed}", seats=2)
        for moment in walk(KINDLING, document, seed, 120):
            work = moment.state.agenda[-1] if moment.state.agenda else None
            if work is None or not KINDLING.view(moment.state, 0).agenda[-1].is_outline:
                continue
            view = KINDLING.view(moment.state, 0)
            made = KINDLING.sample(view, lists(document))
            assert not made.agenda[-1].is_outline
            assert KINDLING.digest(KINDLING.view(made, 0)) == KINDLING.digest(view)
            KINDLING.apply(made, random.Random(seed).choice(KINDLING.legal_actions(made)))
            begun += 1

    assert begun > 5
