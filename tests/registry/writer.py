"""Registers decks without end and prints the id of each one that was acknowledged: a process for tests to kill."""

from __future__ import annotations

import sys

from registry import open_registry
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge
from tests.registry.patience import PATIENT


def main() -> None:
    """Write to the embedded store of the directory that the command line names."""
    registry = open_registry(data_dir=sys.argv[1], judge=SmallJudge(), settings=PATIENT)
    while True:
        made = registry.create(small_deck())
        changed = registry.patch(made.deck.id, {"name": "Changed"}, token=made.token, etag=made.deck.etag)
        sys.stdout.write(f"{changed.id}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
