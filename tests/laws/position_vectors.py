"""The published positions: what is legal in each, what is refused and why, what comes next.

They are made from the golden playthroughs, without words in any language: `python -m tests.laws.position_vectors`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import oracle
from tests.laws.golden import FOLDER
from tests.laws.matches import GameT
from tests.running import ROOT

Document = dict[str, Any]

VECTORS = ROOT / "tests/vectors/positions"


def path_of(game: GameT) -> Path:
    """The file of a game."""
    return VECTORS / f"{game.key}.json"


def vectors(game: GameT) -> Document:
    """Everything that is published of a game."""
    recorded = json.loads((FOLDER / f"{game.key}.json").read_text("utf-8"))
    return {
        "game": game.key,
        "rules": game.edition,
        "sets": list(game.default_sets),
        "matches": [match(each) for each in recorded if "setup" in each],
        "positions": [position(game, each) for each in recorded if "state" in each],
    }


def match(recorded: Document) -> Document:
    """A match: its setup, and the legal actions, the action and the digest behind it at each step."""
    return {
        "start": recorded["setup"],
        "digest": recorded["digest"],
        "steps": [
            {"legal": legal(each), "action": each["action"], "digest": each["digest"]} for each in recorded["steps"]
        ],
        "result": recorded["end"]["result"],
    }


def position(game: GameT, recorded: Document) -> Document:
    """A position: the state in full, what is legal, where actions lead, and by which clauses others are refused."""
    state = game.load(recorded["state"])
    return {
        "state": game.document(state),
        "digest": game.digest(state),
        "decides": recorded["decision"] and recorded["decision"]["player"],
        "legal": legal(recorded),
        "next": [{"action": each["action"], "digest": each["digest"]} for each in recorded["taken"]],
        "refused": [refusal(each) for each in recorded["refused"]],
    }


def legal(recorded: Document) -> list[Document]:
    """The legal actions of all seats, in the order of the list."""
    return [each["action"] for each in recorded["legal"]]


def refusal(recorded: Document) -> Document:
    """An action that is not legal, with the codes and clauses of all that it breaks."""
    found = [{"code": each["code"], "rule": each["rule"]} for each in recorded["verdict"]["violations"]]
    return {"action": recorded["action"], "verdict": recorded["verdict"]["verdict"], "violations": found}


def written(document: Document) -> str:
    """The file: a match step a line, a position a line."""
    lines = {name: "".join(f"\n{line(each)}," for each in document[name])[:-1] for name in ("matches", "positions")}
    head = ", ".join(f'"{name}": {line(document[name])}' for name in ("game", "rules", "sets"))
    return f'{{{head},\n"matches": [{lines["matches"]}],\n"positions": [{lines["positions"]}]}}\n'


def line(document: Any) -> str:
    """A document in one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    VECTORS.mkdir(exist_ok=True)
    for each in oracle.games():
        path_of(each).write_text(written(vectors(each)), "utf-8")
