"""Grids, distances and walks, held against a slow checker that counts the diagonals of every walk."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.kernel.board import EVERY_SECOND, FROM_SECOND, Grid, Ranges, walks
from tests.board.plain import doubled_every_second, doubled_from_the_second, fewest_steps

RULES = ((FROM_SECOND, doubled_from_the_second), (EVERY_SECOND, doubled_every_second))
OPEN_9 = Grid.of(["." * 9] * 9)


@st.composite
def drawings(draw: st.DrawFn, voids: str = "#") -> list[str]:
    """Drawn maps of up to six by six tiles, with voids."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    rows = draw(st.lists(st.text(".." + voids, min_size=width, max_size=width), min_size=height, max_size=height))
    return [("." + row[1:]) if y == 0 else row for y, row in enumerate(rows)]


@given(drawings(), st.integers(0, 9), st.data())
@settings(max_examples=60, deadline=None)
def test_ranges_hold_what_a_walk_over_the_tiles_that_exist_leads_to(
    rows: list[str], most: int, data: st.DataObject
) -> None:
    grid = Grid.of(rows)
    origin = data.draw(st.sampled_from(sorted(grid)))

    for rule, costs in RULES:
        expected = fewest_steps(grid, origin, most, costs, grid)
        ranges = Ranges(grid, rule)

        assert ranges.around(origin, most) == expected
        assert [tile for tile in grid.spots if ranges.within(origin, tile, most)] == sorted(
            expected, key=lambda tile: (tile[1], tile[0])
        )


@given(drawings(), st.data())
@settings(max_examples=30, deadline=None)
def test_distances_are_the_fewest_steps_and_none_where_no_walk_leads(rows: list[str], data: st.DataObject) -> None:
    grid = Grid.of(rows)
    origin = data.draw(st.sampled_from(sorted(grid)))

    for rule, costs in RULES:
        ranges = Ranges(grid, rule)
        expected = fewest_steps(grid, origin, 200, costs, grid)

        assert {tile: ranges.between(origin, tile) for tile in grid} == {tile: expected.get(tile) for tile in grid}
        assert all(ranges.between(tile, origin) == ranges.between(origin, tile) for tile in grid)
        assert ranges.between(origin, (99, 0)) is None


@given(drawings(), st.integers(0, 9), st.data())
@settings(max_examples=60, deadline=None)
def test_walks_go_over_open_tiles_and_may_end_on_others(rows: list[str], most: int, data: st.DataObject) -> None:
    grid = Grid.of(rows)
    tiles = sorted(grid)
    start = data.draw(st.sampled_from(tiles))
    shut = data.draw(st.sets(st.sampled_from(tiles), max_size=len(tiles) // 2))
    ends = data.draw(st.sets(st.sampled_from(tiles), max_size=3)) & shut

    for rule, costs in RULES:
        found = walks(grid, start, most, rule, lambda tile: tile not in shut, ends)

        assert found == fewest_steps(grid, start, most, costs, set(tiles) - shut, ends)
        assert list(found.values()) == sorted(found.values())


def test_range_sizes_on_an_open_board() -> None:
    ranges = Ranges(OPEN_9, FROM_SECOND)

    assert [len(ranges.around((4, 4), most)) for most in range(4)] == [1, 9, 21, 37]


def test_distances_on_an_open_board() -> None:
    ranges = Ranges(OPEN_9, FROM_SECOND)

    assert [ranges.between((4, 4), tile) for tile in ((5, 5), (6, 5), (6, 6), (4, 7), (7, 7), (8, 8))] == [
        1,
        2,
        3,
        3,
        5,
        7,
    ]


def test_a_void_is_walked_round() -> None:
    grid = Grid.of(["...", "##.", "..."])
    ranges = Ranges(grid, FROM_SECOND)

    assert ranges.between((0, 0), (0, 2)) == 5
    assert ranges.between((1, 0), (1, 2)) == 3
    assert not ranges.within((0, 0), (0, 2), 4)


def test_a_board_asks_about_each_tile_once_and_about_none_beyond_the_steps() -> None:
    asked: list[tuple[int, int]] = []

    def may(tile: tuple[int, int]) -> bool:
        asked.append(tile)
        return True

    walks(Grid.of(["." * 32] * 32), (16, 16), 5, EVERY_SECOND, may)

    assert len(asked) == len(set(asked))
    assert all(max(abs(x - 16), abs(y - 16)) <= 5 for x, y in asked)


def test_tiles_around_are_given_row_by_row() -> None:
    assert Grid.of(["...", ".#.", "..."]).around((0, 1)) == [(0, 0), (1, 0), (0, 2), (1, 2)]
