"""Card sets and maps on every engine: named by what they hold, kept as long as somebody keeps them."""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from registry import Asked, DeckHidden, InvalidWish, Registry, RegistryUnavailable, SetGone, SetNotFound, TokenRefused
from registry.client import Client
from registry.sets import KINDS

pytestmark = pytest.mark.server

kinds = pytest.mark.parametrize("kind", KINDS)


def content() -> list[dict[str, Any]]:
    """Content that nobody else has registered."""
    return [{"key": f"k-{secrets.token_hex(4)}", "name": "MINE"}]


def document(kind: str, held: object, **more: Any) -> dict[str, Any]:
    return {"game": "maha-yodha", "name": "Mine", KINDS[kind]: held, **more}


@kinds
def test_the_same_content_has_one_hash_and_goes_with_the_last_who_brought_it(registry: Registry, kind: str) -> None:
    held = content()
    first, token, is_new = registry.sets.add(kind, document(kind, held))
    again, other, is_newer = registry.sets.add(kind, document(kind, [dict(reversed(held[0].items()))]))

    assert (is_new, is_newer, again.hash) == (True, False, first.hash)
    with pytest.raises(TokenRefused):
        registry.sets.remove(kind, first.hash, "rodeck_nonsense")
    registry.sets.remove(kind, first.hash, token)
    assert registry.sets.get(kind, first.hash).content == held
    registry.sets.remove(kind, first.hash, other)
    with pytest.raises(SetGone):
        registry.sets.get(kind, first.hash)


@kinds
def test_what_is_kept_is_lent_to_the_oracle_of_its_game_only(registry: Registry, kind: str) -> None:
    held = content()
    made, *_ = registry.sets.add(kind, document(kind, held))
    cards, board = registry.sets.brought("maha-yodha", made.hash), registry.sets.brought_map("maha-yodha", made.hash)

    assert cards == ({held[0]["key"]: held[0]} if kind == "cards" else None)
    assert board == (held if kind == "maps" else None)
    assert registry.sets.brought("machai", made.hash) is registry.sets.brought_map("machai", made.hash) is None
    assert registry.sets.brought_map("maha-yodha", "0" * 64) is None


@kinds
def test_what_was_lent_once_is_lent_while_the_store_is_silent(
    registry: Registry, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, *_ = registry.sets.add(kind, document(kind, content()))
    lend = registry.sets.brought if kind == "cards" else registry.sets.brought_map
    lent = lend("maha-yodha", made.hash)

    def silent(*_: Any) -> None:
        raise RegistryUnavailable("silent")

    monkeypatch.setattr("registry.sets._FRESH_SECONDS", -1.0)
    monkeypatch.setattr(Client, "run", silent)

    assert lent
    assert lend("maha-yodha", made.hash) == lent


@kinds
def test_one_follows_another_is_listed_and_can_be_hidden(registry: Registry, kind: str) -> None:
    first, *_ = registry.sets.add(kind, document(kind, content()))
    second, *_ = registry.sets.add(kind, document(kind, content(), previous=first.hash))

    listed = registry.listing(Asked(game="maha-yodha", kind=kind, limit=100)).entries
    registry.sets.hide(second.hash, "spam")

    assert second.previous == first.hash
    assert {first.hash, second.hash} <= {entry.id for entry in listed}
    with pytest.raises(DeckHidden, match="spam"):
        registry.sets.get(kind, second.hash)
    registry.sets.show(second.hash)
    assert registry.sets.get(kind, second.hash) == second


@kinds
def test_the_other_kind_is_not_found_there_and_faults_are_told(registry: Registry, kind: str) -> None:
    made, *_ = registry.sets.add(kind, document(kind, content()))
    (other,) = KINDS.keys() - {kind}

    with pytest.raises(SetNotFound):
        registry.sets.get(other, made.hash)
    with pytest.raises(InvalidWish):
        registry.sets.add(kind, document(kind, "no list"))
    with pytest.raises(InvalidWish):
        registry.sets.add(kind, document(kind, content(), previous="nonsense"))
