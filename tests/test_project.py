"""What must be true of the project as a whole."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from app.version import VERSION
from tests.running import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GAMES = ("maha-yodha", "machai", "mantle-magika", "muhq", "thay-phap")
NAMES_A_GAME = re.compile("|".join(game.replace("-", "[-_ ]?") for game in GAMES), re.IGNORECASE)
PINNED = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)
HASH = re.compile(r" +--hash=sha256:[0-9a-f]{64}")


def modules(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def pins(name: str) -> dict[str, str]:
    return dict(PINNED.findall((ROOT / "requirements" / f"{name}.txt").read_text()))


@pytest.mark.parametrize(
    "path", modules("oracle/kernel", "app", "registry"), ids=lambda path: str(path.relative_to(ROOT))
)
def test_nothing_outside_the_games_names_a_game(path: Path) -> None:
    named = [
        f"{path.name}:{number}: {line.strip()}"
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if NAMES_A_GAME.search(line)
    ]

    assert named == []


@pytest.mark.parametrize("name", ["runtime", "dev", "build", "pins"])
def test_requirements_name_versions_and_hashes_and_nothing_else(name: str) -> None:
    lines = (ROOT / "requirements" / f"{name}.txt").read_text().splitlines()

    strange = [line for line in lines if not PINNED.match(line) and not HASH.fullmatch(line.removesuffix(" \\"))]
    bare = [
        line
        for line, after in zip(lines, [*lines[1:], ""], strict=True)
        if PINNED.match(line) and not HASH.match(after)
    ]
    assert strange == []
    assert bare == []


def test_every_dependency_of_the_project_is_pinned() -> None:
    declared = {re.split(r"[^a-z0-9-]", each)[0] for each in PYPROJECT["project"]["dependencies"]}

    assert declared - set(pins("runtime")) == set()


def test_every_package_that_the_code_imports_is_declared() -> None:
    declared = {re.split(r"[^a-z0-9-]", each)[0] for each in PYPROJECT["project"]["dependencies"]}
    imported = {name for path in modules("app", "oracle", "registry") for name in imports_of(path)}
    foreign = imported - sys.stdlib_module_names - {"app", "oracle", "registry", "_typeshed"}

    known = packages_distributions()
    assert {known[name][0].lower().replace("_", "-") for name in foreign} - declared == set()


def test_the_sets_of_pins_agree_with_each_other() -> None:
    dev = pins("dev")

    for name in ("runtime", "build"):
        assert {package: dev.get(package) for package in pins(name)} == pins(name)


def test_the_version_stands_in_the_changelog_or_is_not_released_yet() -> None:
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)

    assert headings[0] == "Unreleased"
    assert VERSION in headings or len(headings) == 1


def test_decision_records_are_numbered_without_a_gap() -> None:
    numbers = [int(path.name[:4]) for path in sorted((ROOT / "docs" / "adr").glob("*.md"))]

    assert numbers == list(range(1, len(numbers) + 1))


def test_what_is_tracked_are_plain_files() -> None:
    listed = subprocess.run(["git", "ls-files", "--stage"], cwd=ROOT, check=True, capture_output=True, text=True).stdout

    assert [line for line in listed.splitlines() if not line.startswith("100")] == []


@pytest.mark.slow
def test_the_wheel_ships_every_file_of_the_packages(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], cwd=ROOT, check=True)

    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        shipped = set(wheel.namelist())
    tracked = subprocess.run(
        ["git", "ls-files", "app", "oracle", "registry"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert set(tracked.stdout.split("\n")) - {""} - shipped == set()
