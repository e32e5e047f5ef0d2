"""A match of the garden for tests: cards as YAML, plays by card key, the state carried through JSON at every step."""

from __future__ import annotations

from typing import Any

from oracle.kernel.yaml import read
from tests.language.garden import GARDEN


class Match:
    """A position of the garden with cards of its own, and what happened in the last action."""

    def __init__(
        self, cards: str, ana: Any = None, ben: Any = None, *, script: list[Any] | None = None, **top: Any
    ) -> None:
        reading = read(cards)
        assert not reading.faults, reading.faults
        self.script = script
        document = {
            "game": "garden", "active": 0, "turn": 1, "phase": "day", "options": {},
            "cards": reading.value, "chance": {"mode": "seeded", "seed": "garden"},
            "players": [ana or {}, ben or {}], **top,
        }  # fmt: skip
        self.state: Any = GARDEN.load(document)
        self.events: list[dict[str, Any]] = []

    def player(self, seat: int) -> Any:
        return self.state.players[seat]

    def find(self, card: str, zone: str = "bed", seat: int | None = None) -> int:
        """The id of the first card of that key in a zone."""
        seats = (0, 1) if seat is None else (seat,)
        return int(next(t.id for s in seats for t in getattr(self.state.players[s], zone) if t.card == card))

    def act(self, **action: Any) -> Match:
        """An action that is legal, listed, and leaves a state that JSON can carry."""
        done = GARDEN.action({"player": self.seat, **action})
        assert not GARDEN.check(self.state, done)
        assert action["type"] == "play" or done in GARDEN.legal_actions(self.state)
        script, self.script = self.script, None
        outcome = GARDEN.apply(self.state, done, script)
        raw = GARDEN.encode(outcome.state)
        self.state, self.events = GARDEN.decode(raw), outcome.events
        assert GARDEN.encode(self.state) == raw
        return self

    @property
    def seat(self) -> Any:
        decision = GARDEN.decision(self.state)
        assert decision is not None
        return decision.player

    @property
    def asked(self) -> str:
        """The type of the decision that is waited for."""
        decision = GARDEN.decision(self.state)
        return decision.type if decision is not None else "over"

    @property
    def picks(self) -> list[Any]:
        """What can be picked now."""
        legal = GARDEN.legal_actions(self.state)
        return [action.pick for action in legal if action.__struct_config__.tag == "choose"]  # type: ignore[attr-defined]

    def play(self, card: str, **more: Any) -> Match:
        return self.act(type="play", card=self.find(card, "hand", self.seat), **more)

    def pick(self, pick: Any) -> Match:
        return self.act(type="choose", pick=pick)

    def answer(self, *, accept: bool) -> Match:
        return self.act(type="answer_may", accept=accept)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The events of one type in the last action."""
        return [event for event in self.events if event["type"] == kind]


def text_of(cards: str, key: str) -> str:
    """What a card says in English."""
    report = GARDEN.check_cards(cards)
    assert not report.faults, report.faults
    return next(card.text["en"] for card in report.cards if card.key == key)


def faults_of(abilities: str, **more: Any) -> list[tuple[str, str]]:
    """The codes and pointers of what is wrong with the abilities of one card."""
    reading = read(abilities)
    assert not reading.faults, reading.faults
    document = {"key": "card", "name": "Card", "type": "act", "abilities": reading.value, **more}
    _, faults = GARDEN.compile_card(document, "", {"card", "weed"}.__contains__)
    return [(fault.code, fault.at) for fault in faults]
