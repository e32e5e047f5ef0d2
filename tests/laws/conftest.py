from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Says a line that is printed below the results, from whichever process the test ran in."""
    return lambda line: record_property("told", line)
