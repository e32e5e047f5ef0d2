"""Pages as a browser shows them: Chromium lays them out, and its console has nothing to complain of."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.running import RunningServer

DECK = {
    "deck": {
        "game": "maha-yodha",
        "name": "Sun <b>host</b>",
        "format": "preconstructed",
        "sections": {"deck": [{"card": "rama", "count": 2}, {"card": "kodanda", "count": 1}]},
        "options": {"army": "aditya"},
    }
}
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--enable-logging=stderr", "--log-level=0",
)  # fmt: skip


def shown(url: str, profile: Path) -> tuple[str, list[str]]:
    """The page as the browser holds it once it is loaded, and what its console said."""
    command = ["chromium", *QUIET, f"--user-data-dir={profile}", "--dump-dom", url]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return ran.stdout, [line for line in ran.stderr.splitlines() if "CONSOLE" in line]


def registered(server: RunningServer) -> str:
    """The path of the page of a deck that was just registered."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{server.url}/v1/decks", json.dumps(DECK).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return f"/d/{json.load(answer)['id']}"


@pytest.mark.server
def test_the_page_of_a_deck_shows_its_cards_and_its_verdict(server: RunningServer, tmp_path: Path) -> None:
    page, complaints = shown(server.url + registered(server), tmp_path)

    assert "RAMA" in page
    assert "Not legal" in page
    assert "Sun &lt;b&gt;host" in page
    assert complaints == []


@pytest.mark.server
def test_the_first_page_shows_the_three_calls(server: RunningServer, tmp_path: Path) -> None:
    page, complaints = shown(server.url + "/", tmp_path)

    assert page.count("curl -s") == 3
    assert complaints == []
