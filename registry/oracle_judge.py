"""The oracle as the registry's judge."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

import oracle
from registry.legality import Legality


class OracleJudge:
    """Answers the registry's questions from the oracle's public functions."""

    def games(self) -> list[str]:
        """Give the keys of the games there are."""
        return [game.key for game in oracle.games()]

    def basis(self, game: str) -> str:
        """Give the rules edition and a digest of the card sets, on which verdicts depend."""
        judge = oracle.game(game)
        sets = msgspec.json.encode(judge.sets, order="deterministic")
        return f"{judge.edition}/{hashlib.sha256(sets).hexdigest()[:16]}"

    def card_name(self, game: str, card: str, sets: list[str]) -> str | None:
        """Give the printed name of a card, or None when no such card is known."""
        try:
            found = oracle.game(game).card(card, sets)
        except (KeyError, oracle.OracleError):
            return None
        return _printed(found.document["name"])

    def verdict(self, deck: dict[str, Any]) -> Legality:
        """Judge a deck given as plain data."""
        verdict = oracle.game(deck["game"]).check_deck(deck)
        return msgspec.convert(msgspec.to_builtins(verdict), Legality)


def _printed(name: str | dict[str, str]) -> str:
    """Give the name in the language it was printed in: the first one that is given."""
    return name if isinstance(name, str) else next(iter(name.values()))
