"""What the generated Python client is good for: a match of every game, a deck shared, a spell in two calls.

Run as `python smoke.py URL POSITION`, with the generated package `rules_oracle_client` on the path. `POSITION` is a
file with a state in which seat 0 holds a spell with two targets.
"""

from __future__ import annotations

import json
import random
import sys
from io import BytesIO
from pathlib import Path
from typing import TypeVar

from rules_oracle_client import AuthenticatedClient, Client
from rules_oracle_client.api.catalogue import get_game, list_games
from rules_oracle_client.api.oracle import list_legal_actions, resolve_actions, run_batch, start_match
from rules_oracle_client.api.registry import describe_deck, get_deck, register_deck
from rules_oracle_client.models.action import Action
from rules_oracle_client.models.decision import Decision
from rules_oracle_client.models.deck_document import DeckDocument
from rules_oracle_client.models.deck_reference import DeckReference
from rules_oracle_client.models.game_described import GameDescribed
from rules_oracle_client.models.listing import Listing
from rules_oracle_client.models.offered import Offered
from rules_oracle_client.models.opened import Opened
from rules_oracle_client.models.patching import Patching
from rules_oracle_client.models.problem import Problem
from rules_oracle_client.models.registering import Registering
from rules_oracle_client.models.resolving import Resolving
from rules_oracle_client.models.seat_setup import SeatSetup
from rules_oracle_client.models.starting import Starting
from rules_oracle_client.models.state_by_hand import StateByHand
from rules_oracle_client.types import UNSET, File, Unset

T = TypeVar("T")
NOT_PLAYED = {"concede", "offer_draw"}
MOST_STEPS = 6_000


def good(answer: T | Problem | None) -> T:
    """The answer, which is no problem."""
    if answer is None or isinstance(answer, Problem):
        raise SystemExit(f"this is no answer: {answer}")
    return answer


def there(value: T | Unset | None) -> T:
    """What stands in an answer that was asked for it."""
    if value is None or isinstance(value, Unset):
        raise SystemExit("a part of the answer is missing")
    return value


def seats(game: GameDescribed) -> list[SeatSetup]:
    """As many players as the game needs, with the decks that ship with it, where it has any."""
    decks = [
        DeckReference(format_=deck.format_, sections=deck.sections, options=deck.options)
        for each in game.sets
        for deck in each.decks
    ]
    chosen = [decks[n % len(decks)] if decks else UNSET for n in range(game.seats.min_)]
    return [SeatSetup(name=f"Seat {n}", deck=deck) for n, deck in enumerate(chosen)]


def play(client: Client, key: str) -> str:
    """A whole match, each step one call; how it ended."""
    game = good(get_game.sync(key, client=client))
    begun = good(start_match.sync(key, client=client, body=Starting(players=seats(game), include=["state"])))
    at, steps, chance = begun.state, 0, random.Random(f"{key}, played from outside")
    if isinstance(at, Unset):
        raise SystemExit("the first state is missing")
    offered = good(list_legal_actions.sync(key, client=client, body=Listing(state=at))).actions
    while steps < MOST_STEPS:
        action = picked(offered, chance)
        asked = Resolving(state=at, action=action, include=["state", "events", "legal_actions"])
        told = good(resolve_actions.sync(key, client=client, body=asked))
        steps += 1
        if told.verdict != "legal":
            raise SystemExit(f"{action} was offered and is {told.verdict}: {told.violations}")
        if told.result is not None:
            return f"{game.name}: {told.result.outcome} by {told.result.reason} after {steps} actions"
        at, offered = told.state, there(told.legal_actions)
        if isinstance(at, (Unset, dict)) or not isinstance(told.decision, Decision):
            raise SystemExit("a part of the answer is not what the contract says")
    raise SystemExit(f"{key}: no end after {MOST_STEPS} actions")


def picked(offered: list[Offered], chance: random.Random) -> Action:
    """One of the actions on offer."""
    return chance.choice(
        [each.action for each in offered if each.action.type_ not in NOT_PLAYED] or [offered[0].action]
    )


def share(client: Client, key: str, url: str) -> str:
    """A deck registered, read by its id, and renamed by whoever holds its token."""
    shipped = good(get_game.sync(key, client=client)).sets[0].decks[0]
    deck = DeckDocument(
        game=key, name=shipped.name, format_=shipped.format_, sections=shipped.sections, options=shipped.options
    )
    made = good(register_deck.sync(client=client, body=Registering(deck=deck)))
    read = get_deck.sync_detailed(made.id, client=client)
    if good(read.parsed).list_hash != made.list_hash:
        raise SystemExit("the deck that is read is not the deck that was registered")
    owner = AuthenticatedClient(base_url=url, token=made.token)
    renamed = good(
        describe_deck.sync(made.id, client=owner, body=Patching(name="Shared"), if_match=read.headers["ETag"])
    )
    return f"{renamed.deck.name} at {renamed.url}"


def cast(client: Client, position: Path) -> str:
    """A spell with two targets: one call lists it with its targets, one sends the whole of it."""
    document = json.loads(position.read_text())
    key, at = document["game"], StateByHand.from_dict(document)
    calls = 1
    listed = good(list_legal_actions.sync(key, client=client, body=Listing(state=at, player=0, expand=500)))
    first = next(each for each in listed.actions if isinstance(each.next_, Opened))
    opened = there(first.next_)
    path = [first.action, opened.actions[0].action]
    calls += 1
    told = good(resolve_actions.sync(key, client=client, body=Resolving(state=at, actions=path)))
    if told.verdict != "legal":
        raise SystemExit(f"the spell was offered and is {told.verdict}")
    return f"{first.label} + {opened.actions[0].label} in {calls} calls"


def several(client: Client, position: Path) -> str:
    """Two questions in one request."""
    document = json.loads(position.read_text())
    line = {"op": "legal-actions", "game": document["game"], "body": {"state": document, "limit": 1}}
    lines = "".join(json.dumps({"id": name, **line}) + "\n" for name in ("one", "two"))
    answer = run_batch.sync_detailed(client=client, body=File(payload=BytesIO(lines.encode())))
    told = [json.loads(each) for each in answer.content.splitlines()]
    return f"batch of {len(told)}: {[each['status'] for each in told]}"


def say(line: str) -> None:
    """A line of what was done."""
    sys.stdout.write(f"{line}\n")


def main(url: str, position: Path) -> None:
    """Everything, told line by line."""
    client = Client(base_url=url, raise_on_unexpected_status=True)
    games = [game.game for game in good(list_games.sync(client=client)).games]
    for key in games:
        say(play(client, key))
    say(share(client, games[0], url))
    say(cast(client, position))
    say(several(client, position))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
