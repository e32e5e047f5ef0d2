"""A judge with a few cards and one rule, in the oracle's place."""

from __future__ import annotations

from typing import Any

from registry import EditionUnknown, Fault, Legality

NAMES = {"rama": "RAMA", "vanaras": "VANARAS", "forge": "VISHWAKARMA'S FORGE"}


class SmallJudge:
    """Knows three cards of one game; a deck of an unknown card, or of fewer than two cards, is illegal."""

    def __init__(self) -> None:
        self.names = dict(NAMES)
        self.edition = "1.0"
        self.asked = 0

    def games(self) -> list[str]:
        return ["maha-yodha"]

    def basis(self, game: str) -> str:
        return f"{self.edition}/{len(self.names)}/{hash(tuple(self.names.items()))}"

    def card_name(self, game: str, card: str, sets: list[str]) -> str | None:
        return self.names.get(card)

    def content_faults(self, game: str, kind: str, content: object) -> list[Fault]:
        return [] if isinstance(content, list) else [Fault("wrong_type", f"/{kind}", "a list")]

    def verdict(self, deck: dict[str, Any], edition: str | None = None) -> Legality:
        self.asked += 1
        if edition not in (None, self.edition):
            raise EditionUnknown(str(edition), [self.edition])
        cards = [line for lines in deck["sections"].values() for line in lines]
        unknown = [_violation("unknown_card", line["card"]) for line in cards if line["card"] not in self.names]
        few = [] if sum(line["count"] for line in cards) >= 2 else [_violation("too_few_cards", None)]
        violations = unknown + few
        return Legality("illegal" if violations else "legal", violations, [], self.edition)


def _violation(code: str, card: str | None) -> dict[str, Any]:
    return {"code": code, "rule": "MY-D2", "message": code, "data": {"card": card}}
