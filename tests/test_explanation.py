"""What the explanations show is what the library answers."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from oracle.kernel import package
from tests.running import ROOT

PAGES = sorted((ROOT / "docs").rglob("*.md"))
ORACLE = ROOT / "docs/explanation/how-the-oracle-works.md"


def test_the_examples_answer_as_shown() -> None:
    done = doctest.testfile(str(ORACLE), module_relative=False, encoding="utf-8")

    assert done.attempted > 0
    assert done.failed == 0


def test_the_modules_that_it_points_at_are_there() -> None:
    table = ORACLE.read_text("utf-8").partition("## Where things are")[2]
    named = [name for row in table.splitlines() if row.startswith("| ") for name in re.findall(r"`([a-z_/]+)`", row)]

    assert len(named) > 20
    assert [name for name in named[1:] if not list((ROOT / "oracle/kernel").glob(f"{name.strip('/')}*"))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    linked = re.findall(r"\]\(([^)#]+)[)#]", page.read_text("utf-8"))

    assert [link for link in linked if "://" not in link and not (page.parent / link).exists()] == []


def test_every_field_of_a_package_is_explained() -> None:
    said = package.Package.__doc__ or ""
    shown = {"key", "rulebook", "texts", "seats", "editions", "card_types", "sections", "formats", "conventions"}

    fields = [name for name in package.Package.__dataclass_fields__ if name not in shown and f"`{name}`" not in said]

    assert fields == []
