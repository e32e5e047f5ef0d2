"""Clients that others' tools make of the contract: they compile, and a match is played with each."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import oracle
from tests.contract.tools import BESIDE, CLIENTS, CONTRACT, NODE, ran
from tests.running import ROOT, RunningServer

pytestmark = [pytest.mark.server, pytest.mark.slow]

POSITION = CLIENTS / "position.json"


@pytest.fixture(scope="module")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the package that openapi-python-client makes."""
    folder = tmp_path_factory.mktemp("python")
    command = [BESIDE / "openapi-python-client", "generate", "--path", CONTRACT, "--config", CLIENTS / "python.yaml"]
    said = ran([*command, "--meta", "none", "--output-path", folder / "rules_oracle_client"], seconds=200)
    assert "warning" not in said.lower(), said
    return folder


def test_the_python_client_is_typed_plays_a_match_of_each_game_and_shares_a_deck(
    python_client: Path, server: RunningServer, tmp_path: Path
) -> None:
    smoke = shutil.copy(CLIENTS / "smoke.py", tmp_path)
    checked = [BESIDE / "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}", smoke]

    ran([*checked, "--follow-imports=silent"], seconds=250, within=tmp_path, MYPYPATH=str(python_client))
    said = ran([BESIDE / "python", smoke, server.url, POSITION], seconds=250, PYTHONPATH=str(python_client))

    told_of_every_game(said)
    assert re.search(r"^Shared at /d/\S+$", said, re.MULTILINE)
    assert "batch of 2: [200, 200]" in said


def test_the_typescript_types_compile_strictly_and_a_match_of_each_game_is_played_with_them(
    server: RunningServer, tmp_path: Path
) -> None:
    for name in ("smoke.ts", "tsconfig.json", "position.json"):
        shutil.copy(CLIENTS / name, tmp_path)

    ran([NODE / "openapi-typescript", CONTRACT, "--output", tmp_path / "api.ts"], seconds=120)
    ran([NODE / "tsc", "--project", tmp_path], seconds=200)
    said = ran(["node", tmp_path / "built/smoke.js", server.url], seconds=250)

    told_of_every_game(said)


def told_of_every_game(said: str) -> None:
    """A match of every game came to its end, and a spell with two targets cost two calls."""
    for game in oracle.games():
        assert re.search(rf"^{game.name}: (win|draw) by \w+ after \d+ actions", said, re.MULTILINE), said
    assert re.search(r"Salvage .* \+ .* in 2 calls$", said, re.MULTILINE), said


def test_a_newcomer_plays_a_match_of_each_game_with_the_contract_and_the_readme_alone(
    server: RunningServer, tmp_path: Path
) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    (shell,) = re.findall(r"```sh\nnpx openapi-typescript (\S+) --output (\S+)\n```", readme)
    (program,) = re.findall(r"```ts\n(.*?)```", readme, re.DOTALL)
    here = "http://127.0.0.1:8000"
    (tmp_path / "match.ts").write_text(program.replace(here, server.url), "utf-8")
    shutil.copy(CLIENTS / "tsconfig.json", tmp_path)

    ran([NODE / "openapi-typescript", shell[0].replace(here, server.url), "--output", tmp_path / shell[1]], seconds=120)
    ran([NODE / "tsc", "--project", tmp_path], seconds=200)
    said = ran(["node", tmp_path / "built/match.js"], seconds=250)

    for game in oracle.games():
        assert re.search(rf"^{game.name} ended: (win|draw) by \w+$", said, re.MULTILINE), said
