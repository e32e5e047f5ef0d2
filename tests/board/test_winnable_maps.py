"""Ways to win that nobody could go: regions, staffs, VIPs and buildings that no unit comes near, and too late."""

from __future__ import annotations

import pytest

from oracle.games.muhq import GAME, maps
from oracle.games.muhq.map_reach import reach_faults
from oracle.kernel.errors import InvalidSetup
from tests.board.test_maps import CAUSEWAY, FORD, MATCH, changed, found


def test_a_region_that_nobody_can_reach_is_told() -> None:
    island = {
        **FORD,
        "rows": [".......", ".......", "#######", "#..f..#", "#######", ".......", "......."],
        "deploy": [[[0, 5]], [[0, 0]]],
        "regions": {"island": [[2, 3]]},
        "win": [{"type": "capture"}],
    }

    assert found(island) == [("win_data", "/regions/island"), ("win_data", "/win/0/min_held")]
    assert found({**island, "pairs": [[[0, 6], [1, 3]]]}) == []


def test_a_staff_that_nobody_can_reach_is_told() -> None:
    walled = {**CAUSEWAY, "rows": ["..wwwww..", "..g###g..", ".rr#a#rr.", "..g###g..", ".o.....o."]}

    assert ("win_data", "/start/4/tile") in found(walled)


APART = [".......", ".......", "..#.#..", "..###..", ".......", "..###..", "..#.#.."]
"""A pocket at 3,6 into which no step leads, and one at 3,2 that is open to the north."""


def test_a_vip_whom_no_enemy_can_come_near_is_told() -> None:
    start = [
        {"card": "sovereign", "tile": [3, y], "seat": seat, "flags": {"vip": True}} for seat, y in ((0, 6), (1, 2))
    ]
    walled = {
        **FORD,
        "rows": APART,
        "deploy": [[[0, 6]], [[0, 0]]],
        "start": start,
        "regions": {},
        "win": [{"type": "vip"}],
    }

    assert found(walled) == [("win_data", "/start/0/tile")]
    assert found({**walled, "pairs": [[[0, 6], [3, 6]]]}) == []
    assert found({**walled, "win": [{"type": "resource", "limit": 40}]}) == []


def test_a_vip_is_attacked_from_afar() -> None:
    """A longbow shoots three tiles far, four from a hill."""
    rows = ["....", "wwww", "wwww", "wwww", "...."]
    start = [
        {"card": "sovereign", "tile": [0, y], "seat": seat, "flags": {"vip": True}} for seat, y in ((0, 4), (1, 0))
    ]
    river = {
        **FORD, "rows": rows, "deploy": [[[1, 4]], [[1, 0]]], "start": start, "regions": {}, "win": [{"type": "vip"}],
    }  # fmt: skip

    assert found(river) == []
    assert found({**river, "tile_types": {"ford": {}, "hill": {}, "shrine": {}}}) == [
        ("win_data", "/start/0/tile"),
        ("win_data", "/start/1/tile"),
    ]


def test_buildings_are_told_of_which_too_few_can_be_attacked() -> None:
    rows = ["..#######", "..#.#.#..", "..#####.."]
    start = [
        {"card": "keep", "tile": [x, y], "seat": seat, "flags": {"building": True}}
        for seat, x, y in ((0, 0, 1), (0, 3, 1), (1, 8, 1), (1, 5, 1))
    ]
    halves = {
        **CAUSEWAY, "rows": rows, "deploy": [[[0, 0], [7, 2]], [[1, 0], [7, 1]]], "start": start, "pairs": [],
        "win": [{"type": "buildings", "keep": 1}],
    }  # fmt: skip

    assert found({**halves, "win": [{"type": "buildings", "keep": 2}]}) == []
    assert found(halves) == [("win_data", "/win/0/keep"), ("win_data", "/win/0/keep")]


def test_a_way_to_win_that_opens_after_the_last_round_of_the_match_is_told() -> None:
    late = changed(changed(FORD, "win", 1, "from_round", to=101), "limits", to={})

    with pytest.raises(InvalidSetup) as caught:
        GAME.start({**MATCH, "map": late})

    assert [(each.code, each.at) for each in caught.value.faults] == [("win_data", "/map/win/1/from_round")]
    assert GAME.start({**MATCH, "map": late, "options": {"max_rounds": 101}}).state.phase == "draft"


RIVER = {
    **FORD,
    "rows": [".......", ".......", ".......", "wwwwwww", ".......", "wwwwwww", "......."],
    "deploy": [[[0, 6]], [[0, 0]]],
    "start": [
        {"card": "sovereign", "tile": [3, 6], "seat": 0, "flags": {"vip": True}},
        {"card": "sovereign", "tile": [3, 0], "seat": 1, "flags": {"vip": True}},
    ],
    "regions": {"between": [[2, 4]], "south": [[2, 6]], "water": [[2, 5]]},
    "win": [{"type": "capture", "min_held": 1}],
}


def test_water_is_no_way_for_who_walks() -> None:
    assert found(RIVER) == [("win_data", "/regions/between"), ("win_data", "/regions/water")]


def test_water_is_a_way_where_swimmers_are_deployed() -> None:
    """The demo sets have a swimmer that is manned."""
    assert found({**RIVER, "deploy": [[[0, 6], [0, 5]], [[0, 0]]]}) == []


def test_nobody_lands_where_no_swimmer_is_manned() -> None:
    few = {card.key: card for card in GAME.cards() if card.key != "war-barge"}
    record = maps.read_map({**RIVER, "deploy": [[[0, 6], [0, 5]], [[0, 0]]]})[1]

    assert record is not None
    assert [fault.at for fault in reach_faults(record, few)] == ["/regions/between"]
