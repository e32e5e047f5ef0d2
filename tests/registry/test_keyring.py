"""Tokens of a deck: scopes, expiry, rotation, and the last one that may do everything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from registry import (
    Created,
    DeckNotFound,
    InvalidDeck,
    LastAdminToken,
    Policy,
    Registry,
    TokenNotFound,
    TokenRefused,
    TokenRequired,
    TooMany,
    open_registry,
)
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge
from tests.registry.patience import PATIENT

pytestmark = pytest.mark.server


@pytest.fixture
def made(registry: Registry) -> Created:
    """A private deck."""
    return registry.create(small_deck(), visibility="private")


def test_each_scope_opens_what_it_says(registry: Registry, made: Created) -> None:
    keys = {scope: registry.keyring.add(made.deck.id, made.token, {"scope": scope}) for scope in ("read", "edit")}
    read, edit = keys["read"].token, keys["edit"].token

    assert registry.get(made.deck.id, read).id == made.deck.id
    with pytest.raises(TokenRefused):
        registry.patch(made.deck.id, {"name": "x"}, token=read, etag="*")
    assert registry.patch(made.deck.id, {"name": "x"}, token=edit, etag="*").revision == 2
    for token in (read, edit):
        with pytest.raises(TokenRefused):
            registry.keyring.listed(made.deck.id, token)
    scopes = sorted(key.grant.scope for key in registry.keyring.listed(made.deck.id, made.token))
    assert scopes == ["admin", "edit", "read"]
    with pytest.raises(DeckNotFound):
        registry.keyring.listed(made.deck.id, None)


def test_a_token_is_told_once_and_only_by_its_maker(registry: Registry, made: Created) -> None:
    key = registry.keyring.add(made.deck.id, made.token, {"scope": "read", "name": "For Ben", "expires_in": 7})

    listed = {each.grant.id: each for each in registry.keyring.listed(made.deck.id, made.token)}

    assert "token" in key.document()
    assert "token" not in listed[key.grant.id].document()
    assert listed[key.grant.id].grant.name == "For Ben"


def test_a_rotated_token_opens_nothing_by_its_old_secret(registry: Registry, made: Created) -> None:
    own = registry.keyring.listed(made.deck.id, made.token)[0].grant.id

    fresh = registry.keyring.rotate(made.deck.id, made.token, own)

    assert fresh.grant.id == own
    with pytest.raises(DeckNotFound):
        registry.get(made.deck.id, made.token)
    assert registry.get(made.deck.id, fresh.token).id == made.deck.id


def test_a_revoked_token_opens_nothing(registry: Registry, made: Created) -> None:
    key = registry.keyring.add(made.deck.id, made.token, {"scope": "read"})

    registry.keyring.revoke(made.deck.id, made.token, key.grant.id.lower())

    with pytest.raises(DeckNotFound):
        registry.get(made.deck.id, key.token)
    with pytest.raises(TokenNotFound):
        registry.keyring.revoke(made.deck.id, made.token, key.grant.id)


def test_the_last_lasting_token_that_may_do_everything_stays(registry: Registry, made: Created) -> None:
    own = registry.keyring.listed(made.deck.id, made.token)[0].grant.id
    registry.keyring.add(made.deck.id, made.token, {"scope": "admin", "expires_in": 1})

    with pytest.raises(LastAdminToken):
        registry.keyring.revoke(made.deck.id, made.token, own)
    other = registry.keyring.add(made.deck.id, made.token, {"scope": "admin"})
    registry.keyring.revoke(made.deck.id, other.token, own)
    assert registry.get(made.deck.id, other.token).id == made.deck.id


def test_a_deck_has_so_many_tokens_and_no_more(registry: Registry, made: Created) -> None:
    for _ in range(registry.policy.tokens - 1):
        registry.keyring.add(made.deck.id, made.token, {"scope": "read"})

    with pytest.raises(TooMany, match="20"):
        registry.keyring.add(made.deck.id, made.token, {"scope": "read"})


@pytest.mark.parametrize(
    "wanted", [{}, {"scope": "all"}, {"scope": "read", "expires_in": 0}, {"scope": "read", "x": 1}]
)
def test_a_token_that_cannot_be_is_refused(registry: Registry, made: Created, wanted: dict[str, object]) -> None:
    with pytest.raises(InvalidDeck):
        registry.keyring.add(made.deck.id, made.token, wanted)


def test_a_public_deck_shows_its_tokens_to_nobody_else(registry: Registry) -> None:
    made = registry.create(small_deck(), visibility="public")

    with pytest.raises(TokenRequired):
        registry.keyring.listed(made.deck.id, None)
    with pytest.raises(TokenRefused):
        registry.keyring.listed(made.deck.id, registry.create(small_deck()).token)


class Clock:
    """A clock that tests move."""

    time = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def timed(embedded: Path) -> Iterator[tuple[Registry, Clock]]:
    """A registry whose time a test may move, with few tokens a deck."""
    clock = Clock()
    opened = open_registry(data_dir=embedded, judge=SmallJudge(), settings=PATIENT)
    yield Registry(opened._client, SmallJudge(), clock, Policy(tokens=2)), clock
    opened.close()


def test_an_expired_token_opens_nothing_and_makes_room(timed: tuple[Registry, Clock]) -> None:
    registry, clock = timed
    made = registry.create(small_deck(), visibility="private")
    key = registry.keyring.add(made.deck.id, made.token, {"scope": "read", "expires_in": 1})

    clock.time += 86_400

    with pytest.raises(DeckNotFound):
        registry.get(made.deck.id, key.token)
    assert len(registry.keyring.listed(made.deck.id, made.token)) == 1
    registry.keyring.add(made.deck.id, made.token, {"scope": "read"})
