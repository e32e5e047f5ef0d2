"""What an operator does with other people's decks."""

from __future__ import annotations

import pytest

from registry import DeckGone, DeckHidden, DeckNotFound, Registry
from tests.registry.documents import small_deck

pytestmark = pytest.mark.server


def test_a_hidden_deck_answers_with_the_reason_until_it_is_shown(registry: Registry) -> None:
    made = registry.create(small_deck())

    registry.moderation.hide(made.deck.id, "a reason with blanks, ünicode\nand lines")
    with pytest.raises(DeckHidden, match="ünicode"):
        registry.get(made.deck.id, made.token)
    with pytest.raises(DeckHidden):
        registry.fork(made.deck.id)
    with pytest.raises(DeckHidden):
        registry.patch(made.deck.id, {"name": "x"}, token=made.token, etag="*")
    registry.moderation.show(made.deck.id)

    assert registry.get(made.deck.id) == made.deck


def test_a_hidden_private_deck_is_as_absent_as_before(registry: Registry) -> None:
    made = registry.create(small_deck(), visibility="private")

    registry.moderation.hide(made.deck.id, "spam")

    with pytest.raises(DeckNotFound):
        registry.get(made.deck.id)
    with pytest.raises(DeckHidden):
        registry.get(made.deck.id, made.token)


def test_a_deleted_deck_is_gone_with_all_its_revisions(registry: Registry) -> None:
    made = registry.create(small_deck())
    registry.patch(made.deck.id, {"name": "Second"}, token=made.token, etag="*")
    registry.history.lock(made.deck.id, 1, token=made.token)

    registry.moderation.delete(made.deck.id)

    with pytest.raises(DeckGone):
        registry.get(made.deck.id, revision=1)
    with pytest.raises(DeckGone):
        registry.moderation.hide(made.deck.id, "again")
    assert registry._client._ask(lambda store: store.exists(f"{{d:{made.deck.id}}}:rev:1")) == 0


def test_what_is_not_there_cannot_be_moderated(registry: Registry) -> None:
    for act in (registry.moderation.show, registry.moderation.delete, registry.moderation.approve):
        with pytest.raises(DeckNotFound):
            act("0" * 16)
