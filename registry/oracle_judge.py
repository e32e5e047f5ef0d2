"""The oracle as the registry's judge."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import msgspec

import oracle
from registry.errors import EditionUnknown, Fault, RegistryError
from registry.legality import Legality

DEFAULT = "en"
_GAMES = [game.key for game in oracle.games()]


class OracleJudge:
    """Answers the registry's questions from the oracle's public functions."""

    def games(self) -> list[str]:
        """Give the keys of the games there are."""
        return _GAMES

    def basis(self, game: str) -> str:
        """Give the rules edition and a digest of the card sets that ship, on which verdicts depend."""
        return _basis(game)

    def card_name(self, game: str, card: str, sets: list[str]) -> str | None:
        """Give the name that is printed on a card, or None when no such card is known."""
        try:
            found = oracle.game(game).card(card, sets or None)
        except (KeyError, oracle.OracleError, RegistryError):
            return None
        return _printed(found.document["name"])

    def content_faults(self, game: str, kind: str, content: object) -> list[Fault]:
        """Tell what is wrong with cards, and with maps where the game has them."""
        if kind == "maps":
            try:
                found = oracle.game(game).check_map(content).faults
            except KeyError:
                return [Fault("no_maps", "/game", "This game is played without maps.")]
            return [Fault(each.code, f"/map{each.pointer}", each.message, each.data) for each in found]
        if not isinstance(content, list):
            return [Fault("wrong_type", "/cards", "A list of card definitions is expected here.")]
        report = oracle.game(game).check_cards({"cards": content}, DEFAULT)
        return [Fault(each.code, each.pointer, each.message, each.data) for each in report.faults]

    def verdict(self, deck: dict[str, Any], edition: str | None = None) -> Legality:
        """Judge a deck given as plain data; what the oracle cannot even read is illegal for that reason."""
        judge = oracle.game(deck["game"])
        if edition is not None and edition not in judge.editions:
            raise EditionUnknown(edition, list(judge.editions))
        try:
            verdict = judge.check_deck(deck)
        except oracle.UnknownSet as unknown:
            fault = oracle.Fault(code="unknown_set", at="/sets", message=str(unknown), data={"set": unknown.name})
            return _illegal(judge.edition, [fault])
        except oracle.InvalidSetup as error:
            return _illegal(judge.edition, error.faults)
        except (oracle.InvalidCards, RegistryError) as error:
            code = getattr(error, "code", "invalid-cards").replace("-", "_")
            return _illegal(judge.edition, [oracle.Fault(code=code, at="/sets", message=str(error))])
        return msgspec.convert(msgspec.to_builtins(verdict), Legality)


@cache
def _basis(game: str) -> str:
    judge = oracle.game(game)
    sets = "\n".join(judge.default_sets)
    return f"{judge.edition}/{hashlib.sha256(sets.encode()).hexdigest()[:16]}"


def _illegal(rules: str, faults: list[oracle.Fault]) -> Legality:
    violations = [{"rule": None} | msgspec.to_builtins(fault) for fault in faults]
    return Legality("illegal", violations, [], rules)


def _printed(name: str | dict[str, str]) -> str:
    """Give the name in the language it was printed in, which card sets give first."""
    return name if isinstance(name, str) else next(iter(name.values()))
