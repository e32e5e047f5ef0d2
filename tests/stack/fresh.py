"""A process that knows nothing of a match but what each line tells it: a state and an action.

`python -m tests.stack.fresh` reads one request a line and answers the digest of what came of it.
"""

from __future__ import annotations

import sys

import msgspec

from tests.stack.game import KINDLING

if __name__ == "__main__":
    for line in sys.stdin.buffer:
        asked = msgspec.json.decode(line)
        made = KINDLING.apply(KINDLING.decode(asked["state"].encode()), KINDLING.action(asked["action"]))
        print(KINDLING.digest(made.state), flush=True)  # noqa: T201 - its answer
