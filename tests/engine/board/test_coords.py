"""Coordinates and edges of both layouts."""

import doctest
import math

import pytest

from engine.board import coords
from engine.board.coords import (
    Layout,
    centre,
    corner,
    distance,
    edge_midpoint,
    format_coord,
    is_coord,
    neighbour,
    opposite,
    parse,
    sort_key,
)

COORDS = ["E9", "F10", "B2", "AA62", "Z83", "C15"]


def test_docstring_examples_hold():
    assert doctest.testmod(coords).failed == 0


def test_worked_example_of_the_flat_layout():
    around = [neighbour(Layout.FLAT, "E6", edge) for edge in range(6)]
    assert around == ["E8", "D7", "D5", "E4", "F5", "F7"]


def test_worked_example_of_the_pointy_layout():
    around = [neighbour(Layout.POINTY, "G9", edge) for edge in range(6)]
    assert around == ["H8", "G7", "F8", "F10", "G11", "H10"]


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("coord", COORDS)
def test_the_way_back_is_the_opposite_edge(layout, coord):
    for edge in range(6):
        other = neighbour(layout, coord, edge)
        if other is not None:
            assert neighbour(layout, other, opposite(edge)) == coord
            assert distance(layout, coord, other) == 1


def test_no_names_before_a_and_below_zero():
    assert neighbour(Layout.FLAT, "A2", 1) is None
    assert neighbour(Layout.FLAT, "E0", 3) is None
    assert neighbour(Layout.POINTY, "A5", 2) is None
    assert format_coord(0, -2) is None


@pytest.mark.parametrize("text", ["A0", "Z9", "AA62", "AZ1", "BA10"])
def test_parse_and_format_undo_each_other(text):
    assert format_coord(*parse(text)) == text


@pytest.mark.parametrize("text", ["", "9E", "e9", "E", "E09", "E-2", "AAA1"])
def test_what_is_no_coordinate(text):
    assert not is_coord(text)
    with pytest.raises(ValueError, match="not a hex coordinate"):
        parse(text)


@pytest.mark.parametrize(
    ("layout", "a", "b", "expected"),
    [
        (Layout.POINTY, "E9", "E9", 0),
        (Layout.POINTY, "C11", "G9", 4),
        (Layout.POINTY, "D2", "D16", 7),
        (Layout.POINTY, "E1", "A5", 4),
        (Layout.POINTY, "E1", "A13", 8),
        (Layout.FLAT, "A2", "A14", 6),
        (Layout.FLAT, "A2", "C2", 2),
        (Layout.FLAT, "A2", "C10", 5),
    ],
)
def test_distance_as_the_crow_flies(layout, a, b, expected):
    assert distance(layout, a, b) == distance(layout, b, a) == expected


@pytest.mark.parametrize("layout", Layout)
def test_distance_is_the_number_of_steps(layout):
    reached, frontier, steps = {"M30"}, ["M30"], 0
    while steps < 4:
        steps += 1
        ring = {n for c in frontier for e in range(6) if (n := neighbour(layout, c, e))} - reached
        assert len(ring) == 6 * steps
        assert {distance(layout, "M30", coord) for coord in ring} == {steps}
        reached |= ring
        frontier = sorted(ring)


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("edge", range(6))
def test_geometry_agrees_with_the_neighbours(layout, edge):
    x, y = centre(layout, "K20")
    other = neighbour(layout, "K20", edge)
    assert other is not None
    ox, oy = centre(layout, other)
    mx, my = edge_midpoint(layout, edge)
    assert (ox - x, oy - y) == pytest.approx((2 * mx, 2 * my))
    (ax, ay), (bx, by) = corner(layout, edge), corner(layout, (edge + 1) % 6)
    assert ((ax + bx) / 2, (ay + by) / 2) == pytest.approx((mx, my))
    assert math.hypot(ax, ay) == pytest.approx(1)


def test_coordinates_sort_by_letter_then_number():
    assert sorted(["B10", "AA2", "B9", "A13"], key=sort_key) == ["A13", "B9", "B10", "AA2"]
