"""Every card says what it does, in every language of its game; nothing is made up where a template is missing."""

from __future__ import annotations

from typing import Any

import pytest

import oracle
from oracle.kernel.effects.text import Writer
from oracle.kernel.effects.wording import required
from tests.language.garden import GARDEN

GAMES: tuple[oracle.Game[Any, Any], ...] = (*oracle.games(), GARDEN)
TONGUES = [(game, language) for game in GAMES for language in game.languages]
both = pytest.mark.parametrize(("game", "language"), TONGUES, ids=lambda value: getattr(value, "key", value))
each = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@both
def test_every_word_of_a_game_can_be_said(game: oracle.Game[Any, Any], language: str) -> None:
    said = game.texts.sections.get(language, {}).get("effects", {})

    assert sorted(required(game.vocabulary) - set(said)) == []


@both
def test_every_shipped_card_is_said_without_a_gap(game: oracle.Game[Any, Any], language: str) -> None:
    writer = Writer(game, language, {card.key: card for card in game.cards()})

    for card in game.cards():
        text = writer.card(card)
        assert "{" not in text, f"{card.key}: {text}"
        assert bool(text) is has_words(game, card), card.key

    assert writer.missing == set()


def has_words(game: oracle.Game[Any, Any], card: Any) -> bool:
    """Whether a card has anything to say."""
    return any(getattr(card.record, slot, None) for slot in (*game.vocabulary.slots, *game.vocabulary.requirements))


def test_a_missing_template_is_noted() -> None:
    writer = Writer(GARDEN, "en", {})

    assert writer.say("when_midnight") == "When midnight"
    assert writer.missing == {"when_midnight"}


@each
def test_every_word_cites_a_clause_of_its_rulebook(game: oracle.Game[Any, Any]) -> None:
    words = game.vocabulary
    cited = {
        **{f"primitive {name}": primitive.rules for name, primitive in words.primitives.items()},
        **{f"cost {name}": primitive.rules for name, primitive in words.payments.items()},
        **{f"event {name}": rules for name, rules in words.events.items()},
        **{f"keyword {name}": rules for name, rules in words.keywords.items()},
        **{f"stat {name}": rules for name, rules in words.stats.items()},
        **{f"replaced {name}": rules for name, rules in words.replaces.items()},
        **{f"choice {name}": (rule,) for name, rule in words.clauses.items()},
    }

    assert not {word: rules for word, rules in cited.items() if not rules or not all(map(game.rulebook.has, rules))}
