"""Why something is refused that is no play: what is said at the start, a Search, an offer of a draw."""

from __future__ import annotations

from typing import Any

from tests.mantle.refused import Action, Refused, Rules
from tests.mantle.table import listed


class RefusedWords(Refused):
    """What one seat is told about what it says."""

    def mulligan(self, _action: Action) -> Rules:
        """One Mulligan a game, as long as the choice is open."""
        return {"3.4"} if self.player["mulligan_used"] else self.keep(_action)

    def keep(self, _action: Action) -> Rules:
        """The opening hand, as long as the choice is open."""
        return set() if self.document["phase"] == "setup" and not self.player["ready"] else {"3.3"}

    def concede(self, _action: Action) -> Rules:
        """Any living player gives up."""
        return set() if self.seat in self.table.alive() else {"2.4"}

    def offer_draw(self, _action: Action) -> Rules:
        """Any living player offers a draw, while no offer is open."""
        free = self.seat in self.table.alive() and self.document["draw_offer"] is None
        return set() if free else {"2.5"}

    def answer_draw(self, _action: Action) -> Rules:
        """Any other living player answers an open offer, once."""
        offer = self.document["draw_offer"]
        told = [offer["player"] if "player" in offer else offer["by"], *offer["accepted"]] if offer else []
        return set() if offer and self.seat in self.table.alive() and self.seat not in told else {"2.5"}

    def search_pick(self, action: Action) -> Rules:
        """A card that fits in a zone that is Searched; none where none fits."""
        step = sought(self.table.cards[self.document["agenda"][-1]["card"]])
        fit = [*self.matches(step)]
        if "card" in action:
            return set() if action["card"] in fit else {"20.4", "20.5"}
        return {"20.1", "R90"} if fit and not self.table.options["search_may_fail"] else set()

    def matches(self, step: dict[str, Any]) -> list[Any]:
        """The cards of the wanted kind: of the deck by name, of a pile by number."""
        found: list[Any] = []
        for zone in listed(step["zone"]):
            for card in self.player[zone]:
                key = card if zone == "deck" else card["card"]
                if self.legal.fits_selector(step["for"], key):
                    found.append(key if zone == "deck" else card["id"])
        return found


def sought(said: Any) -> dict[str, Any]:
    """The step of a card that Searches."""
    parts = list(said.values()) if isinstance(said, dict) else said if isinstance(said, list) else []
    if isinstance(said, dict) and "search" in said and "zone" in said["search"]:
        found: dict[str, Any] = said["search"]
        return found
    return next((found for part in parts if (found := sought(part))), {})
