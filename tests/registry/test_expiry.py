"""How long a deck stays: the store's own expiry, moved by use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import redis

from registry import Created, DeckGone, DeckNotFound, Registry, keys, store
from registry.client import Client
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge

pytestmark = pytest.mark.server

DAY = 86_400
LIFE = 400 * DAY
SHORT = 100


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def registry(embedded: Path, clock: Clock) -> Iterator[Registry]:
    """A registry whose clock the test moves; the store's own runs on."""
    opened = Registry(Client(lambda: store.ensure(embedded)), SmallJudge(), clock)
    yield opened
    opened.close()


@pytest.fixture
def bare(embedded: Path) -> Iterator[redis.Redis]:
    """The store itself."""
    with redis.Redis.from_url(store.ensure(embedded), decode_responses=True) as client:
        yield client


def keys_of(made: Created) -> list[str]:
    return [keys.head(made.deck.id), keys.tokens(made.deck.id), keys.revision(made.deck.id, 1)]


def seconds_left(bare: redis.Redis, names: list[str]) -> list[int]:
    return [int(bare.ttl(name)) for name in names]


def lives(seconds: int, life: int = LIFE) -> bool:
    return life - 5 <= seconds <= life


def shorten(bare: redis.Redis, names: list[str]) -> None:
    for name in names:
        bare.expire(name, SHORT)


def test_a_new_deck_stays_for_four_hundred_days(registry: Registry, bare: redis.Redis) -> None:
    made = registry.create(small_deck())

    assert all(lives(seconds) for seconds in seconds_left(bare, keys_of(made)))
    assert made.deck.expires == made.deck.created + LIFE


def test_a_read_moves_the_expiry_of_every_key_once_a_day(registry: Registry, bare: redis.Redis, clock: Clock) -> None:
    made = registry.create(small_deck())
    shorten(bare, keys_of(made))

    clock.now += DAY
    registry.get(made.deck.id)
    assert max(seconds_left(bare, keys_of(made))) <= SHORT

    clock.now += 1
    registry.get(made.deck.id)
    assert all(lives(seconds) for seconds in seconds_left(bare, keys_of(made)))
    assert registry.get(made.deck.id).expires == int(clock.now) + LIFE


def test_a_change_moves_the_expiry_too(registry: Registry, bare: redis.Redis, clock: Clock) -> None:
    made = registry.create(small_deck())
    shorten(bare, keys_of(made))

    clock.now += 2 * DAY
    changed = registry.patch(made.deck.id, {"name": "Changed"}, token=made.token, etag="*")

    names = [*keys_of(made), keys.revision(made.deck.id, 2)]
    assert all(lives(seconds) for seconds in seconds_left(bare, names))
    assert (changed.updated, changed.expires) == (int(clock.now), int(clock.now) + LIFE)
    assert registry.get(made.deck.id) == changed


def test_a_revision_made_on_the_same_day_goes_with_its_head(
    registry: Registry, bare: redis.Redis, clock: Clock
) -> None:
    made = registry.create(small_deck())

    clock.now += 60
    changed = registry.patch(made.deck.id, {"name": "Changed"}, token=made.token, etag="*")

    assert registry.get(made.deck.id) == changed
    assert changed.expires == made.deck.expires
    left = seconds_left(bare, [keys.revision(made.deck.id, 2), *keys_of(made)])
    assert abs(left[0] - left[1]) <= 1


def test_a_revision_made_after_a_lock_lives_as_long_as_the_lock_holds_the_deck(
    registry: Registry, bare: redis.Redis, clock: Clock
) -> None:
    made = registry.create(small_deck(), expiry=1)
    day = datetime.fromtimestamp(clock.now + 100 * DAY, UTC).strftime("%Y-%m-%d")
    registry.history.lock(made.deck.id, 1, token=made.token, until=day)

    registry.patch(made.deck.id, {"name": "Changed"}, token=made.token, etag="*")

    names = [keys.head(made.deck.id), *(keys.revision(made.deck.id, number) for number in (1, 2))]
    left = seconds_left(bare, names)
    assert min(left) > 98 * DAY
    assert max(left) - min(left) <= 1


def test_no_key_of_a_deck_ever_stays_for_good(registry: Registry, bare: redis.Redis, clock: Clock) -> None:
    made = registry.create(small_deck(), visibility="public")
    name, token = made.deck.id, made.token
    day = datetime.fromtimestamp(clock.now + DAY, UTC).strftime("%Y-%m-%d")

    def rotate() -> None:
        nonlocal token
        token = registry.keyring.rotate(name, token, registry.keyring.listed(name, token)[0].grant.id).token or ""

    acts: list[Callable[[], object]] = [
        rotate,
        lambda: registry.keyring.add(name, token, {"scope": "read", "expires_in": 1}),
        lambda: registry.history.lock(name, 1, token=token, until=day),
        lambda: registry.patch(name, {"name": "Changed"}, token=token, etag="*"),
        lambda: registry.history.restore(name, 1, token=token, etag="*"),
        lambda: registry.moderation.hide(name, "why"),
        lambda: registry.moderation.show(name),
        lambda: registry.moderation.approve(name),
        lambda: registry.delete(name, token=token, etag="*"),
    ]
    for act in acts:
        act()
        left = {key: int(bare.ttl(key)) for key in bare.scan_iter(f"{{d:{name}}}*")}
        assert min(left.values()) > 0, left


def test_another_expiry_holds_for_every_key_at_once(registry: Registry, bare: redis.Redis) -> None:
    made = registry.create(small_deck(), expiry=30)
    assert all(lives(seconds, 30 * DAY) for seconds in seconds_left(bare, keys_of(made)))

    registry.patch(made.deck.id, {"expiry": 3660}, token=made.token, etag="*")
    assert all(lives(seconds, 3660 * DAY) for seconds in seconds_left(bare, keys_of(made)))


def test_a_deck_that_nobody_used_is_not_found(registry: Registry, bare: redis.Redis) -> None:
    made = registry.create(small_deck())

    for name in keys_of(made):
        bare.pexpire(name, 0)

    with pytest.raises(DeckNotFound):
        registry.get(made.deck.id, made.token)


def test_a_deleted_deck_leaves_a_tombstone_for_two_years_and_nothing_of_its_cards(
    registry: Registry, bare: redis.Redis
) -> None:
    made = registry.create(small_deck())
    registry.patch(made.deck.id, {"name": "Changed"}, token=made.token, etag="*")

    registry.delete(made.deck.id, token=made.token, etag="*")

    with pytest.raises(DeckGone):
        registry.get(made.deck.id)
    assert set(bare.scan_iter(f"{{d:{made.deck.id}}}*")) == set(keys_of(made)[:2])
    assert all(lives(seconds, 730 * DAY) for seconds in seconds_left(bare, keys_of(made)[:2]))


def test_no_secret_is_stored(registry: Registry, bare: redis.Redis) -> None:
    key = "a-key-that-nobody-can-guess"
    made = registry.create(small_deck(), idempotency_key=key)

    remembered = bare.get(keys.idempotency(key))
    stored = [str(bare.hgetall(name)) for name in keys_of(made)[:2]] + [str(remembered)]

    assert remembered is not None
    assert not [text for text in stored if made.token in text or made.token[7:] in text or key in text]
    assert 86_400 - 5 <= int(bare.ttl(keys.idempotency(key))) <= 86_400
