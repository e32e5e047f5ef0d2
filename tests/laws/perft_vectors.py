"""The published perft counts and how each position is reached; `python -m tests.laws.perft_vectors` counts anew."""

from __future__ import annotations

import json
from typing import Any

import msgspec

import oracle
from tests.laws.matches import GameT, deck_documents, walk
from tests.running import ROOT

PATH = ROOT / "tests/vectors/perft.json"
MOST = 6_000
PLIES = {"fresh": 0, "early": 25, "late": 90}


def decks(game: GameT, keys: list[str]) -> list[dict[str, Any]]:
    """Shipped decks by key."""
    known = [key for card_set in game.builtin_sets for key in card_set.decks]
    return [deck_documents(game)[known.index(key)] for key in keys]


def setup_of(game: GameT, entry: dict[str, Any]) -> dict[str, Any]:
    """The setup document of an entry."""
    players = [{"deck": deck} for deck in decks(game, entry["decks"])]
    return {"players": players, "options": entry["options"], "chance": entry["chance"]}


def state_of(entry: dict[str, Any]) -> Any:
    """The state that an entry counts from."""
    game = oracle.game(entry["game"])
    state = game.start(setup_of(game, entry)).state
    for action in entry["actions"]:
        state = game.apply(state, game.action(action)).state
    return state


def counted(game: GameT, state: Any) -> list[int]:
    """The counts for depth 0, 1, 2 and so on, as long as they stay modest."""
    nodes = [1]
    while nodes[-1] <= MOST // 8 and len(nodes) < 7:
        nodes.append(oracle.perft(game, state, len(nodes)))
        if nodes[-1] == 0:
            break
    return nodes


def entries() -> list[dict[str, Any]]:
    """Each game fresh, early and late in a match, with chance asked for and with chance drawn."""
    found = []
    for game in oracle.games():
        keys = [key for card_set in game.builtin_sets for key in card_set.decks][:2]
        for chance in ({"mode": "manual"}, {"mode": "seeded", "seed": "perft"}):
            for name, plies in PLIES.items():
                entry: dict[str, Any] = {"game": game.key, "name": name, "decks": keys, "options": {}, "chance": chance}
                begun = walk(game, setup_of(game, entry), "perft", plies)
                entry["actions"] = [msgspec.to_builtins(moment.action) for moment in begun]
                entry["nodes"] = counted(game, state_of(entry))
                found.append(entry)
    return found


def write() -> None:
    """Count anew and write the file, one entry a line."""
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries())
    PATH.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    write()
