"""Matches of Mantle Magika over a real server: bots see their seat's view only, a referee keeps the full state."""

from __future__ import annotations

import random
from typing import Any

import pytest

import oracle
from tests.http.talking import Api
from tests.laws.matches import GameT, setup

GAME: GameT = oracle.game("mantle-magika")
CALL = f"/v1/games/{GAME.key}"
MOST = 3_000
HEALTH = 7  # so that a whole match is short
LOOK = 40  # so many steps apart a position is asked about in every way
BY_WORD = {"concede", "offer_draw", "answer_draw"}
Document = dict[str, Any]


def asked(api: Api, call: str, **body: Any) -> Document:
    """The document that a call answers."""
    answer = api.post(f"{CALL}/{call}", body)
    assert answer.status == 200, answer.raw
    found: Document = answer.json
    return found


class Referee:
    """Keeps the full state; a bot gets its view and what is legal there, and gives back an action."""

    def __init__(self, api: Api, seats: int, seed: str) -> None:
        self.api, self.seats = api, seats
        self.chance = random.Random(seed)
        self.verdicts: set[str] = set()
        self.samples = 0
        self.calls = self.applied = 0
        self.told: dict[str, Any] = {"views": [*range(seats)], "include": ["state", "legal_actions"]}
        self.take(asked(api, "start", **setup(GAME, seed, options={}, seats=seats), **self.told))

    def take(self, answer: Document) -> None:
        """Keep what an answer says of the match, and what goes to each seat."""
        self.state, self.decision, self.result = answer["state"], answer["decision"], answer["result"]
        self.views = answer["views"]

    def shorten(self) -> None:
        """Everybody has less Health from now on."""
        for player in self.state["players"]:
            player["health"] = HEALTH

    def living(self) -> list[int]:
        """The seats that are still in."""
        return [seat for seat, player in enumerate(self.state["players"]) if player["status"] == "playing"]

    def view(self, seat: int) -> Document:
        """What a seat may know."""
        return asked(self.api, "view", state=self.state, player=seat)

    def decider(self) -> int:
        """One of the seats that decide now."""
        return int(self.chance.choice([self.decision["player"], *self.decision.get("also", [])]))

    def choice(self, seat: int) -> Document:
        """What a bot that knows its view only does next."""
        actions = [each["action"] for each in self.views[str(seat)]["legal_actions"]]
        quiet = [action for action in actions if action["type"] not in BY_WORD]
        return self.chance.choice(quiet or actions)

    def act(self, action: Document) -> None:
        """Apply an action to the full state; what a bot lists from its view is legal there."""
        idle = {str(seat): "idle" for seat in self.living()}
        told = asked(self.api, "resolve", state=self.state, action=action, passes=idle, **self.told)
        assert told["verdict"] == "legal", (action, told)
        self.calls, self.applied = self.calls + 1, self.applied + len(told["applied"])
        self.take(told)

    def step(self) -> None:
        """The next action of whoever decides."""
        self.act(self.choice(self.decider()))

    # -- asking in every way -------------------------------------------------------------------------

    def look(self) -> None:
        """Ask about the position from the decider's view: alike in the full state, and for others never more."""
        seat = self.decider()
        own = self.view(seat)
        full = asked(self.api, "legal-actions", state=self.state, player=seat)["actions"]
        assert asked(self.api, "legal-actions", state=own["state"], player=seat)["actions"] == full
        self.doubt(seat, [each["action"] for each in full])
        self.sampled(seat, own)
        self.branch(own["state"], full)

    def doubt(self, seat: int, actions: list[Document]) -> None:
        """Another seat's view cannot always tell whether an action is legal, and is never wrong where it can."""
        for other in self.living():
            seen = self.view(other)["state"]
            verdicts = asked(self.api, "check", state=seen, actions=actions)["verdicts"]
            told = {verdict["verdict"] for verdict in verdicts}
            assert told <= ({"legal"} if other == seat else {"legal", "undetermined"})
            self.verdicts |= told

    def sampled(self, seat: int, own: Document) -> None:
        """Full states drawn from a view look to that seat as the real one does."""
        decks = [None if other == seat else self.deck_of(other) for other in range(self.seats)]
        told = asked(self.api, "sample", state=own["state"], decks=decks, seed="s", n=1)
        for each in told["samples"]:
            assert asked(self.api, "view", state=each["state"], player=seat)["state"] == own["state"]
            self.samples += 1

    def deck_of(self, seat: int) -> Document:
        """A list of what a seat has brought, as a tracker that guesses right would have it."""
        player = self.state["players"][seat]
        piles = [card for zone in ("hand", "crypt", "removal") for card in player[zone]]
        tokens = [card for card in player["mantle"] if not card["is_token"]]
        stacked = [entry for entry in self.state["stack"] if entry["source"] is None and entry["controller"] == seat]
        keys = [*player["deck"], *player["out"], *(card["card"] for card in [*piles, *tokens, *stacked])]
        counts = {key: keys.count(key) for key in keys}
        return {"sections": {"deck": [{"card": key, "count": count} for key, count in sorted(counts.items())]}}

    def branch(self, own: Document, full: list[Document]) -> None:
        """The outcomes of an action from its seat's view are of one whole."""
        action = next((each["action"] for each in full if each["action"]["type"] not in BY_WORD), None)
        if action is None:
            return
        told = asked(self.api, "outcomes", state=own, action=action, limit=60, include=[])
        if told["kind"] == "exact":
            parts = [(one["probability"]["numerator"], one["probability"]["denominator"]) for one in told["outcomes"]]
            assert abs(sum(n / d for n, d in parts) - 1) < 1e-9


@pytest.mark.server
@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_that_see_their_view_only_play_to_the_end_on_a_real_server(over_http: Api, seats: int) -> None:
    referee = Referee(over_http, seats, f"bots-{seats}")
    referee.shorten()

    while referee.result is None and referee.calls < MOST:
        if referee.calls % LOOK == 0:
            referee.look()
        referee.step()

    assert referee.result is not None
    assert GAME.rulebook.has(referee.result["rule"])
    assert referee.result["reason"] in ("life_zero", "empty_draw")
    assert referee.applied > referee.calls
    assert referee.samples > 0
    assert {"legal", "undetermined"} <= referee.verdicts


@pytest.mark.server
def test_players_leave_in_the_middle_and_the_last_one_wins(over_http: Api) -> None:
    referee = Referee(over_http, 4, "leavers")

    for number in range(80):
        if referee.result is not None:
            break
        if number % 20 == 19:
            leaver = referee.chance.choice(referee.living())
            referee.act({"type": "concede", "player": leaver})
            assert leaver not in referee.living()
        else:
            referee.step()

    assert len(referee.living()) == 1
    assert referee.result is not None
    assert referee.result["winners"] == referee.living()
    assert referee.result["reason"] == "concede"


@pytest.mark.server
def test_mulligans_of_four_seats_are_asked_for_in_any_order_over_a_server(over_http: Api) -> None:
    wants = {0: "mulligan", 1: "keep", 2: "mulligan", 3: "keep"}
    digests = set()
    for order in ((3, 1, 0, 2), (2, 0, 3, 1)):
        referee = Referee(over_http, 4, "mulligans")
        for seat in order:
            listed = asked(over_http, "legal-actions", state=referee.view(seat)["state"], player=seat)["actions"]
            assert {"mulligan", "keep"} <= {each["action"]["type"] for each in listed}
            referee.act({"type": wants[seat], "player": seat})
        digests.add(asked(over_http, "validate", state=referee.state)["digest"])

    assert len(digests) == 1


def test_what_a_negation_can_aim_at_is_named_by_its_sentence(client: Api) -> None:
    deck = ["kindle"] * 5
    ana = {"energy": {"B": 1, "U": 1}, "hand": ["null-word"], "deck": deck}
    state = {"game": GAME.key, "turn": 3, "players": [ana, {"mantle": ["twinblade-dervish"], "deck": deck}]}
    action = {"type": "play_chant", "player": 0, "card": 1}

    told = asked(client, "resolve", state=state, action=action, include=["legal_actions", "labels"])

    labels = [each["label"] for each in told["legal_actions"] if each["action"]["type"] == "choose_target"]
    assert labels == ["Aim at Twinblade Dervish: True Strike", "Aim at Twinblade Dervish: Speed(1)"]
