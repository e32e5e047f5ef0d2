"""Law 8: cards are conserved, numbers stay in bounds, somebody can always act, and every match ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import UNSET

import oracle
from tests.laws.matches import GameT, every_game, every_mode, setup, starts, variants, walk

PLAYOUTS = 25
LONGEST = 20_000
FEW = {"any": 8, "each": 4}  # shares in CI and in the soak: of any number of seats, or of each number
ALL = {"any": 80, "each": 40}
BY_A_CAP = ("turn_cap", "endless_loop")
CAPPED = {"mantle-magika": 0.01}  # what is less than this share of them ends by a cap, where that is asserted


def shares(count: dict[str, int]) -> list[Any]:
    """Every game, number of seats and share of its playouts."""
    return [
        pytest.param(game, seats, share, id=f"{share}-{seats or 'any'}-{game.key}")
        for game in oracle.games()
        for seats in (range(game.seats[0], game.seats[1] + 1) if game.key in CAPPED else (None,))
        for share in range(count["any" if seats is None else "each"])
    ]


def cards_in(game: GameT, state: Any) -> Iterator[tuple[int | None, str]]:
    """Every card with the seat that owns it, wherever it is; what came into being in the match apart."""
    for zone in game.zones.values():
        for seat, cards in zone.lists(state):
            for card in cards:
                if zone.holds is None or game.is_card(card):
                    yield owner_of(card, seat), key_of(card)
    for entry in () if "stack" in game.zones else state.stack:
        if getattr(entry, "kind", None) in ("card", "play", "spell"):
            yield getattr(entry, "owner", entry.controller), entry.card


def owner_of(card: Any, seat: int | None) -> int | None:
    """The seat that owns a card; on a stack, which is nobody's, its controller unless it says otherwise."""
    owner = getattr(card, "owner", UNSET)
    if owner is not UNSET:
        return None if owner is None else int(owner)
    return getattr(card, "controller", None) if seat is None else seat


def key_of(card: Any) -> str:
    return card if isinstance(card, str) else card.card


def kept(game: GameT, state: Any, *, by_owner: bool) -> Counter[Any]:
    """The cards that must be there at every moment."""
    made = {card.key for card in game.cards_of(state).values() if getattr(card.record, "token", False)}
    cards = [(owner, key) for owner, key in cards_in(game, state) if key not in made]
    return Counter(cards if by_owner else [key for _, key in cards])


def assert_whole(game: GameT, state: Any) -> None:
    """A state that play has reached is one that the oracle accepts, with one decision that has an answer."""
    _, faults = game.validate(game.document(state))
    assert not faults, faults
    decision = game.decision(state)
    legal = game.legal_actions(state)
    if state.result is not None:
        assert decision is None
        assert not legal
        return
    assert decision is not None
    deciding = [action for action in legal if action.player in (decision.player, *(decision.also or ()))]
    assert deciding, f"nobody can act in {state.phase}"
    assert len(legal) <= 400
    assert decision.default is None or game.action(decision.default) in legal
    elsewhere = {game.type_of[type(a)].name for a in legal if a not in deciding}
    assert all(game.action_types[name].aside for name in elsewhere)


def play_out(
    game: GameT, seed: int, mode: str = "seeded", options: dict[str, Any] | None = None, seats: int | None = None
) -> Any:
    """Play a random match to its end and look at it on the way; its last state."""
    document = setup(game, f"playout-{seed}", mode, options, seats)
    state = game.start(document).state
    apart = not any(cards for zone in game.zones.values() if zone.shared for _, cards in zone.lists(state))
    first = kept(game, state, by_owner=apart)
    for number, moment in enumerate(walk(game, document, f"playout-{seed}", LONGEST)):
        state = moment.after
        if number % 16 == 0 or state.result is not None:
            assert kept(game, state, by_owner=apart) == first
            assert_whole(game, state)
    assert state.result is not None, f"{game.key}: no end after {LONGEST} steps"
    assert game.rulebook.has(state.result.rule)
    return state


def report(game: GameT, ends: list[Any]) -> str:
    """How matches ended, and when."""
    reasons = Counter(state.result.reason for state in ends)
    turns = sorted(state.turn for state in ends)
    return (
        f"{game.key}: {len(ends)} playouts, turns {turns[0]} to {turns[-1]}, ended by {dict(sorted(reasons.items()))}"
    )


def play_share(game: GameT, seats: int | None, share: int, tell: Callable[[str], None]) -> None:
    """Play one share of the playouts and say how they ended."""
    options: dict[str, Any] | None = {} if game.key in CAPPED else None
    ends = [play_out(game, share * PLAYOUTS + number, options=options, seats=seats) for number in range(PLAYOUTS)]
    tell(f"share {share:>2} of {seats or 'any'} seats of {report(game, ends)}")
    capped = sum(state.result.reason in BY_A_CAP for state in ends)
    assert capped < CAPPED.get(game.key, 1) * PLAYOUTS or not capped


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "share"), shares(FEW))
def test_a_share_of_the_playouts_ends_and_loses_nothing(
    game: GameT, seats: int | None, share: int, tell: Callable[[str], None]
) -> None:
    play_share(game, seats, share, tell)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "seats", "share"), shares(ALL))
def test_a_thousand_playouts_end_and_lose_nothing(
    game: GameT, seats: int | None, share: int, tell: Callable[[str], None]
) -> None:
    play_share(game, seats, share, tell)


@every_game
def test_matches_followed_at_a_table_end_and_lose_nothing(game: GameT, tell: Callable[[str], None]) -> None:
    tell(f"at a table: {report(game, [play_out(game, seed, 'manual') for seed in range(6)])}")


@every_game
def test_matches_under_each_value_of_each_option_end_and_lose_nothing(game: GameT) -> None:
    assert play_variants(game, game.seats[0] if game.key in CAPPED else None) >= len(variants(game)) * 3 // 4


@pytest.mark.soak
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("key", CAPPED)
def test_so_do_those_of_more_seats(key: str, seats: int) -> None:
    game = oracle.game(key)

    assert play_variants(game, seats) >= len(variants(game)) * 3 // 4


def play_variants(game: GameT, seats: int | None) -> int:
    """Play a match under each value of each option; how many could be played."""
    played = 0
    for number, options in enumerate(variants(game)):
        if any(starts(game, document) for document in candidates(game, options, seats)):
            play_out(game, 500 + number, options=options, seats=seats)
            played += 1
    return played


def candidates(game: GameT, options: dict[str, Any], seats: int | None) -> Iterator[dict[str, Any]]:
    """A setup under these options, if so many seats and shipped decks can be played with them."""
    try:
        yield setup(game, 1, "seeded", options, seats)
    except LookupError:
        return


@every_game
@every_mode
def test_every_state_of_a_match_is_whole(game: GameT, mode: str) -> None:
    for moment in walk(game, setup(game, 7, mode), 7, 150):
        assert_whole(game, moment.after)


@every_game
@every_mode
def test_ids_are_never_used_twice(game: GameT, mode: str) -> None:
    born: dict[int, str | None] = {}

    for moment in walk(game, setup(game, 8, mode), 8, 300):
        before, now = set(game.ids(moment.state)), set(game.ids(moment.after))
        assert all(number >= moment.state.next_id for number in now - before)
        assert max(now, default=0) < moment.after.next_id
        for number, place in game.places(moment.after).items():
            assert born.setdefault(number, place.object.card) == place.object.card
