from __future__ import annotations

from typing import Any

import pytest

import oracle
from app import samples


@pytest.fixture
def deck() -> dict[str, Any]:
    """A legal deck as it would be registered."""
    return samples.registrable(oracle.games()[0])
