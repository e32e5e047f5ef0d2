"""The map linter: every mistake is a fault with its pointer, and with line and column where text was given."""

from __future__ import annotations

import json
from copy import deepcopy
from time import monotonic
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.games.muhq import GAME, maps
from oracle.kernel.yaml import read
from tests.running import ROOT

Document = dict[str, Any]
FORD: Document = dict(maps.shipped()[maps.pinned("muhq/fordwatch")].document)
CAUSEWAY: Document = dict(maps.shipped()[maps.pinned("muhq/ember-causeway")].document)


MATCH: Document = {"players": [{"name": "Ana"}, {"name": "Ben"}], "chance": {"mode": "seeded", "seed": "reference"}}


def found(document: Any) -> list[tuple[str, str]]:
    """The faults of a map as codes with pointers."""
    return [(fault.code, fault.pointer) for fault in GAME.check_map(document).faults]


def changed(document: Document, *path: Any, to: Any) -> Document:
    """A map with another value at a place."""
    made = deepcopy(document)
    place: Any = made
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = to
    return made


def without(document: Document, part: str) -> Document:
    """A map that lacks a part."""
    return {name: value for name, value in document.items() if name != part}


@pytest.mark.parametrize("document", [FORD, CAUSEWAY, {"map": FORD}], ids=["ford", "causeway", "wrapped"])
def test_the_maps_that_ship_are_without_faults(document: Document) -> None:
    assert found(document) == []


MISTAKES: list[tuple[str, Document, tuple[str, str]]] = [
    ("a row too short", changed(FORD, "rows", 2, to=".h...h"), ("ragged_rows", "/rows/2")),
    ("a row too long", changed(FORD, "rows", 0, to="........"), ("ragged_rows", "/rows/0")),
    ("an unknown symbol", changed(FORD, "rows", 1, to="..x...."), ("unknown_symbol", "/rows/1")),
    ("no tile at all", changed(FORD, "rows", to=["##", "##"]), ("no_tiles", "/rows")),
    ("rows without letters", changed(FORD, "rows", to=["", ""]), ("no_tiles", "/rows")),
    ("no rows", changed(FORD, "rows", to=[]), ("too_few", "/rows")),
    ("rows of numbers", changed(FORD, "rows", 0, to=7), ("wrong_type", "/rows/0")),
    ("a wider map than any", changed(FORD, "rows", 0, to="." * 65), ("too_long", "/rows/0")),
    ("a higher map than any", changed(FORD, "rows", to=["..."] * 65), ("too_many", "/rows")),
    ("a symbol of two letters", changed(FORD, "legend", "ab", to="plain"), ("too_long", "/legend/ab")),
    ("the symbol of no tile", changed(FORD, "legend", "#", to="plain"), ("reserved_symbol", "/legend/#")),
    ("a type that is not there", changed(FORD, "legend", "h", to="hil"), ("unknown_type", "/legend/h")),
    ("dry deep water", changed(FORD, "tile_types", "deep", to={}), ("reserved_type", "/tile_types/deep/deep")),
    (
        "wet plains",
        changed(FORD, "tile_types", "plain", to={"deep": True}),
        ("reserved_type", "/tile_types/plain/deep"),
    ),
    (
        "high plains",
        changed(FORD, "tile_types", "plain", to={"high_ground": True}),
        ("reserved_type", "/tile_types/plain/high_ground"),
    ),
    (
        "plains that do something",
        changed(FORD, "tile_types", "plain", to={"abilities": CAUSEWAY["tile_types"]["bog"]["abilities"]}),
        ("reserved_type", "/tile_types/plain/abilities"),
    ),
    (
        "a tile that is used like a card",
        changed(FORD, "tile_types", "ford", to={"abilities": [{"kw": "swim"}]}),
        ("not_here", "/tile_types/ford/abilities/0"),
    ),
    (
        "an unknown word in a tile's effect",
        changed(FORD, "tile_types", "ford", to={"abilities": [{"when": {"event": "tile_entr"}, "do": []}]}),
        ("unknown_event", "/tile_types/ford/abilities/0/when/event"),
    ),
    ("a word that maps have not", {**FORD, "tiletypes": {}}, ("unknown_field", "/tiletypes")),
    ("an id with blanks", changed(FORD, "id", to="Ford Watch"), ("bad_key", "/id")),
    ("five seats", changed(FORD, "seats", to=5), ("too_large", "/seats")),
    ("a tile twice in a zone", changed(FORD, "deploy", 0, 1, to=[0, 5]), ("map_tile", "/deploy/0/1")),
    ("a zone beyond the map", changed(FORD, "deploy", 1, 0, to=[7, 0]), ("map_tile", "/deploy/1/0")),
    ("a zone on a void", changed(CAUSEWAY, "deploy", 1, 0, to=[4, 1]), ("map_tile", "/deploy/1/0")),
    ("half a tile", changed(FORD, "deploy", 1, 0, to=[7]), ("too_few", "/deploy/1/0")),
    ("a negative tile", changed(FORD, "deploy", 1, 0, to=[-1, 0]), ("too_small", "/deploy/1/0/0")),
    ("a zone for one seat only", changed(FORD, "deploy", to=[[[0, 5]]]), ("map_incomplete", "/deploy")),
    ("a zone of water", changed(FORD, "deploy", 0, to=[[0, 3], [1, 3]]), ("no_deploy_tile", "/deploy/0")),
    ("an empty zone", changed(FORD, "deploy", 1, to=[]), ("no_deploy_tile", "/deploy/1")),
    ("regions that overlap", changed(FORD, "regions", "west", 0, to=[3, 3]), ("map_tile", "/regions/west/0")),
    ("a region beyond the map", changed(FORD, "regions", "east", 0, to=[9, 9]), ("map_tile", "/regions/east/0")),
    ("a region without tiles", changed(FORD, "regions", "none", to=[]), ("map_tile", "/regions/none")),
    ("two on one tile", changed(FORD, "start", 1, "tile", to=[3, 6]), ("map_tile", "/start/1/tile")),
    ("a permanent beyond the map", changed(FORD, "start", 0, "tile", to=[3, 7]), ("map_tile", "/start/0/tile")),
    ("a permanent in water", changed(FORD, "start", 0, "tile", to=[0, 3]), ("map_tile", "/start/0/tile")),
    ("a swimmer on land", changed(FORD, "start", 0, "card", to="reef-serpent"), ("map_tile", "/start/0/tile")),
    ("a spell on the map", changed(FORD, "start", 0, "card", to="aegis"), ("map_tile", "/start/0/card")),
    ("a card that is not there", changed(FORD, "start", 0, "card", to="soverain"), ("unknown_card", "/start/0/card")),
    ("a seat that is not there", changed(FORD, "start", 0, "seat", to=2), ("no_such_seat", "/start/0/seat")),
    (
        "an unknown flag",
        changed(FORD, "start", 0, "flags", to={"king": True}),
        ("unknown_field", "/start/0/flags/king"),
    ),
    ("a VIP of nobody", changed(FORD, "start", 0, "seat", to=None), ("win_data", "/start/0/flags/vip")),
    ("a staff of somebody", changed(CAUSEWAY, "start", 4, "seat", to=0), ("win_data", "/start/4/flags/staff")),
    ("a soft building", changed(CAUSEWAY, "start", 0, "card", to="recruit"), ("win_data", "/start/0/flags/building")),
    ("a link into a void", changed(CAUSEWAY, "pairs", 0, 0, to=[4, 3]), ("map_tile", "/pairs/0/0")),
    ("a link to itself", changed(CAUSEWAY, "pairs", 0, 0, to=[7, 4]), ("map_tile", "/pairs/0/1")),
    ("no resource", without(FORD, "resource"), ("map_incomplete", "/resource")),
    ("no base income", changed(FORD, "resource", to={"start": [1, 2]}), ("missing", "/resource/base")),
    ("one seat's resource", changed(FORD, "resource", "start", to=[1]), ("map_incomplete", "/resource/start")),
    ("a start deck of nobody", changed(FORD, "start_deck", to={}), ("map_incomplete", "/start_deck")),
    ("an empty start deck", changed(FORD, "start_deck", "all", to={}), ("map_incomplete", "/start_deck/all")),
    ("an empty deck of one", changed(FORD, "start_deck", to=[{"recruit": 1}, {}]), ("map_incomplete", "/start_deck/1")),
    ("no name at all", changed(FORD, "name", to=""), ("too_short", "/name")),
    ("a name without end", changed(FORD, "name", to="a" * 81), ("too_long", "/name")),
    ("a name in no language", changed(FORD, "name", to={}), ("too_few", "/name")),
    ("no start deck", without(FORD, "start_deck"), ("map_incomplete", "/start_deck")),
    ("a deck of one seat", changed(FORD, "start_deck", to=[{"recruit": 1}]), ("map_incomplete", "/start_deck")),
    (
        "no cards of a kind",
        changed(FORD, "start_deck", "all", "recruit", to=0),
        ("too_small", "/start_deck/all/recruit"),
    ),
    (
        "an unknown start card",
        changed(FORD, "start_deck", "all", "rekrut", to=1),
        ("unknown_card", "/start_deck/all/rekrut"),
    ),
    ("no way to win", changed(FORD, "win", to=[]), ("map_incomplete", "/win")),
    ("an unknown way to win", changed(FORD, "win", 0, to={"type": "chess"}), ("unknown_value", "/win/0/type")),
    ("a way to win twice", changed(FORD, "win", 1, to={"type": "vip"}), ("win_data", "/win/1/type")),
    ("a seat without VIP", changed(FORD, "start", 1, "flags", to={}), ("win_data", "/win/0")),
    ("a seat with two VIPs", changed(FORD, "start", 1, "seat", to=0), ("win_data", "/start/1/flags/vip")),
    ("more regions than there are", changed(FORD, "win", 1, "min_held", to=4), ("win_data", "/win/1/min_held")),
    ("capture without regions", changed(FORD, "regions", to={}), ("win_data", "/win/1")),
    ("capture after the end", changed(FORD, "win", 1, "from_round", to=61), ("win_data", "/win/1/from_round")),
    ("a limit that is reached", changed(CAUSEWAY, "win", 0, "limit", to=3), ("win_data", "/win/0/limit")),
    ("more buildings than there are", changed(CAUSEWAY, "win", 1, "keep", to=3), ("win_data", "/win/1/keep")),
    ("no staff", changed(CAUSEWAY, "start", to=CAUSEWAY["start"][:4]), ("win_data", "/win/2")),
    ("a match of no rounds", changed(FORD, "limits", to={"max_rounds": 0}), ("too_small", "/limits/max_rounds")),
]


@pytest.mark.parametrize(("document", "expected"), [each[1:] for each in MISTAKES], ids=[each[0] for each in MISTAKES])
def test_a_mistake_is_told_with_its_place(document: Document, expected: tuple[str, str]) -> None:
    assert expected in found(document)


def test_the_map_in_the_reference_is_without_faults_and_can_be_played_on() -> None:
    text = (ROOT / "docs/reference/maps.md").read_text("utf-8").partition("```yaml\n")[2].partition("```")[0]
    document = read(text).value

    assert GAME.check_map(text).faults == []
    assert GAME.start({**MATCH, "map": document}).state.phase == "draft"


def test_the_requests_in_the_reference_begin_matches() -> None:
    blocks = (ROOT / "docs/reference/maps.md").read_text("utf-8").split("```json\n")[1:]
    requests = [json.loads(block.partition("```")[0]) for block in blocks]

    begun = [GAME.start({**request, "chance": MATCH["chance"]}).state for request in requests]

    assert [state.phase for state in begun] == ["draft", "upkeep"]
    assert [str(state.map).partition("@")[0] for state in begun] == ["muhq/fordwatch", "muhq/ember-causeway"]


def test_faults_have_line_and_column_in_yaml_and_in_json() -> None:
    text = 'map:\n  id: tiny\n  name: Tiny\n  rows:\n    - "..."\n    - ".."\n    - "..."\n'
    fault = GAME.check_map(text).faults[0]
    assert (fault.code, fault.pointer, fault.line, fault.column) == ("ragged_rows", "/map/rows/1", 6, 7)

    written = json.dumps({"id": "tiny", "name": "Tiny", "rows": ["...", ".."]}, indent=1)
    fault = next(each for each in GAME.check_map(written).faults if each.code == "ragged_rows")
    assert (fault.line, fault.column) == (6, 3)


BOMBS: dict[str, Any] = {
    "ten megabytes of text": b"map: [" + b"0, " * 3_500_000 + b"]",
    "a hundred levels of YAML": "map: " + "[" * 100 + "]" * 100,
    "a hundred levels of JSON": '{"map": ' + "[" * 100 + "]" * 100 + "}",
    "an alias": "map: &all {id: a}\nother: *all\n",
    "a laughing billion": "a: &a [1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nmap: [*b,*b,*b,*b]\n",
    "a zone of a million tiles": {**FORD, "deploy": [[[0, 0]] * 400_000, []]},
    "a legend of everything": {**FORD, "legend": {chr(300 + i): f"type{i}" for i in range(40_000)}},
    "types without end": {**FORD, "tile_types": {f"t{i}": {} for i in range(30_000)}},
    "regions without end": {**FORD, "regions": {f"r{i}": [[0, 0]] for i in range(10_000)}},
    "not UTF-8": b"map: \xff\xfe",
    "two documents": "map: {}\n---\nmap: {}\n",
    "nothing": "",
    "a number": 7,
    "a list": [FORD],
    "a text": "fordwatch",
    "true": True,
}


@pytest.mark.parametrize("bomb", list(BOMBS.values()), ids=list(BOMBS))
def test_whatever_is_sent_is_refused_quickly(bomb: Any) -> None:
    before = monotonic()
    faults = found(bomb)

    assert faults
    assert len(faults) <= 500
    assert monotonic() - before < 5


def test_data_of_many_levels_is_refused() -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]

    assert found({**FORD, "pairs": deep}) == [("too_deep", "")]


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


@given(st.data(), JUNK)
@settings(max_examples=150, deadline=None)
def test_a_map_with_anything_anywhere_never_breaks_the_linter(data: st.DataObject, junk: Any) -> None:
    document: Any = deepcopy(data.draw(st.sampled_from([FORD, CAUSEWAY])))
    place: Any = document
    while isinstance(place, (dict, list)) and place:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else list(range(len(place)))))
        if not isinstance(place[key], (dict, list)) or not place[key] or data.draw(st.booleans()):
            place[key] = junk
            break
        place = place[key]

    assert all(fault.pointer.startswith("/") or fault.pointer == "" for fault in GAME.check_map(document).faults)
