"""The published vectors of the generator hold here, and a literal reading of their description gives them too."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from oracle.kernel.chance import below, shuffled
from oracle.kernel.state import Chance
from tests.running import ROOT

VECTORS = json.loads((ROOT / "tests/vectors/chance.json").read_text("utf-8"))


def block(seed: str, number: int) -> int:
    """As the description says it, without a look at the code."""
    digest = hashlib.sha256(seed.encode("utf-8") + b":" + str(number).encode("ascii")).digest()
    return sum(byte << (8 * (7 - place)) for place, byte in enumerate(digest[:8]))


def literal_number(seed: str, drawn: int, bound: int) -> tuple[int, int]:
    """A number below the bound and the count behind it, by the description."""
    if bound == 1:
        return 0, drawn
    greatest = (2**64 // bound) * bound
    value = block(seed, drawn)
    while value >= greatest:
        drawn += 1
        value = block(seed, drawn)
    return value % bound, drawn + 1


@pytest.mark.parametrize("vector", VECTORS["blocks"], ids=str)
def test_blocks_are_as_published(vector: dict[str, Any]) -> None:
    assert block(vector["seed"], vector["n"]) == int(vector["value"])


@pytest.mark.parametrize("vector", VECTORS["draws"], ids=lambda v: f"{v['seed']}, below {v['bound']}")
def test_draws_are_as_published(vector: dict[str, Any]) -> None:
    bound = int(vector["bound"])
    chance = Chance(seed=vector["seed"], drawn=vector["drawn"])
    count, literal = vector["drawn"], []
    for _ in vector["values"]:
        number, count = literal_number(vector["seed"], count, bound)
        literal.append(number)

    drawn = [below(chance, bound) for _ in vector["values"]]

    assert drawn == [int(value) for value in vector["values"]] == literal
    assert chance.drawn == vector["drawn_after"] == count


@pytest.mark.parametrize("vector", VECTORS["shuffles"], ids=lambda v: f"{v['seed']}, {len(v['cards'])} cards")
def test_shuffles_are_as_published(vector: dict[str, Any]) -> None:
    chance = Chance(seed=vector["seed"], drawn=vector["drawn"])
    literal, count = list(vector["cards"]), vector["drawn"]
    for i in reversed(range(1, len(literal))):
        j, count = literal_number(vector["seed"], count, i + 1)
        literal[i], literal[j] = literal[j], literal[i]

    order = shuffled(chance, vector["cards"])

    assert order == vector["order"] == literal
    assert chance.drawn == vector["drawn_after"] == count


def test_the_vectors_show_a_block_passed_over_a_draw_of_nothing_and_letters_beyond_ascii() -> None:
    draws = VECTORS["draws"]

    assert any(v["drawn_after"] - v["drawn"] > len(v["values"]) for v in draws)
    assert any(int(v["bound"]) == 1 and v["drawn_after"] == v["drawn"] for v in draws)
    assert any(not v["seed"].isascii() for v in draws)
    assert any(v["drawn"] > 0 for v in draws)
