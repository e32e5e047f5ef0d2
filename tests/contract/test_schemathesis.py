"""Schemathesis with all its checks against a real server with a real store: thousands of requests, right and wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import oracle
from app import samples
from tests.contract.tools import BESIDE, CONTRACT, ran
from tests.http.talking import Api, OverHttp
from tests.running import ROOT, RunningServer

pytestmark = [pytest.mark.server, pytest.mark.slow, pytest.mark.timeout(900)]

SEED = 20261130
AT_LEAST = 2_000

# What a schema cannot say (a state of another game, a deck that is not there) is refused with these.
SENSE = ["2xx", "3xx", "400", "401", "403", "404", "409", "410", "412", "413", "415", "422", "428", "451"]
REFUSED = ["400", "401", "403", "404", "405", "409", "410", "412", "413", "414", "415", "422", "428", "451"]

# Calls that take a state: every boundary value of all that is in one makes tens of thousands of requests.
LARGE = [
    "checkActions",
    "explainActions",
    "listLegalActions",
    "listOutcomes",
    "replayMatch",
    "resolveActions",
    "sampleStates",
    "viewState",
]

CONFIG = """
seed = {seed}
workers = 2
continue-on-failure = true
request-timeout = 30
suppress-health-check = ["all"]
hooks = "tests.contract.schemathesis_hooks"
warnings = false

[dictionaries]
games = {{ values = {games} }}

[parameters]
"path.game" = {{ dictionary = "games", probability = 0.9 }}
"path.id" = "{deck}"
"path.number" = "1"
"path.token" = "{token_id}"
"path.content" = "{card_set}"
"header.If-Match" = "*"

[auth.openapi.editToken]
bearer = "{token}"

[generation]
deterministic = false
no-shrink = true
max-examples = {examples}

[checks.positive_data_acceptance]
expected-statuses = {sense}
[checks.negative_data_rejection]
expected-statuses = {refused}
[checks.missing_required_header]
expected-statuses = {refused}

[phases.stateful.generation]
max-examples = {stories}

[[operations]]
include-operation-id = {not_covered}
phases.coverage.enabled = false

# These tell what is wrong with a body instead of refusing it.
[[operations]]
include-operation-id = ["checkCards", "validateState", "runBatch"]
checks.negative_data_rejection.expected-statuses = {told}

# These spend what the others need.
[[operations]]
include-operation-id = ["deleteDeck", "revokeToken", "rotateToken"]
parameters = {{ "path.id" = "{spent}" }}
[[operations]]
include-operation-id = ["deleteCardSet"]
parameters = {{ "path.content" = "{spent_set}" }}
"""


def kept(url: str) -> dict[str, str]:
    """What there must be for the calls of the registry to find something."""
    talk = OverHttp(url)
    api = Api(talk)
    game = oracle.games()[0]
    decks = [api.post("/v1/decks", {"deck": samples.registrable(game)}).json for _ in range(2)]
    owner = {"authorization": f"Bearer {decks[0]['token']}"}
    told = api.get(f"/v1/decks/{decks[0]['id']}/tokens", **owner).json
    cards = [card.document for card in game.cards()[:2]]
    sets = [api.post("/v1/card-sets", {"game": game.key, "name": "Set", "cards": [card]}).json for card in cards]
    talk.connection.close()
    return {
        "deck": decks[0]["id"],
        "spent": decks[1]["id"],
        "token": decks[0]["token"],
        "token_id": told["tokens"][0]["id"],
        "card_set": sets[0]["hash"],
        "spent_set": sets[1]["hash"],
    }


def tried(server: RunningServer, folder: Path, not_covered: list[str], **wanted: int) -> str:
    """What schemathesis says once it has found nothing."""
    games = json.dumps([game.key for game in oracle.games()])
    lists = {"sense": SENSE, "refused": REFUSED, "told": ["200", *REFUSED], "not_covered": not_covered}
    config = folder / "schemathesis.toml"
    words = {
        "seed": SEED,
        "games": games,
        **kept(server.url),
        **{name: json.dumps(each) for name, each in lists.items()},
    }
    config.write_text(CONFIG.format(**words, **wanted))
    command = [BESIDE / "schemathesis", f"--config-file={config}", "run", CONTRACT, "--url", server.url]
    return ran([*command, "--checks", "all"], seconds=850, within=folder, PYTHONPATH=str(ROOT))


def cases(said: str) -> int:
    """How many requests were made."""
    found = re.search(r"(\d+) generated", said)
    assert found, said
    return int(found[1])


def test_thousands_of_requests_find_no_fault(
    start_server: Callable[..., RunningServer], tmp_path: Path, record_property: Callable[[str, str], None]
) -> None:
    server = start_server(environment={"REGISTRY_MISSES": "0"})

    said = tried(server, tmp_path, examples=6, stories=15, not_covered=LARGE)

    assert cases(said) >= AT_LEAST
    record_property("told", f"schemathesis: {cases(said)} requests, all checks, no fault")


@pytest.mark.soak
def test_every_boundary_value_of_every_field_finds_no_fault(
    start_server: Callable[..., RunningServer], tmp_path: Path, record_property: Callable[[str, str], None]
) -> None:
    server = start_server(environment={"REGISTRY_MISSES": "0"})

    said = tried(server, tmp_path, examples=200, stories=100, not_covered=["none"])

    record_property("told", f"schemathesis, with boundary values: {cases(said)} requests, all checks, no fault")
