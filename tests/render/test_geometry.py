"""Track meets at hex sides, in both layouts, for every tile."""

import itertools
import math
from random import Random

import pytest
from PIL import Image

from engine.board.coords import Layout, edge_midpoint, neighbour, opposite
from engine.board.faces import CITY, STOP
from engine.board.tiles import standard_catalogue
from render.map.grid import Grid
from render.map.spots import Spots, below
from render.pen.geometry import Frame, bounds, corners, piece_line, rim_curve, stop_points
from tests.render.samples import MAPS, bare_scene

LAYOUTS = list(Layout)
TILES = standard_catalogue()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_plain_track_leaves_each_side_in_its_middle_and_at_a_right_angle(layout):
    for a in range(6):
        for b in range(6):
            if a == b:
                continue
            line = rim_curve(layout, a, b)
            for edge, here, following in ((a, line[0], line[1]), (b, line[-1], line[-2])):
                middle = edge_midpoint(layout, edge)
                assert math.dist(here, middle) < 1e-9
                inward = (following[0] - here[0], following[1] - here[1])
                cosine = (
                    -(inward[0] * middle[0] + inward[1] * middle[1])
                    / math.hypot(*inward)
                    / math.hypot(*middle)
                )
                assert cosine > 0.97


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_piece_of_every_tile_runs_from_end_to_end_inside_the_hex(layout):
    for tile in TILES.values():
        for rotation in tile.rotations:
            face = tile.face(rotation)
            spots = stop_points(layout, face)
            for a, b in face.track:
                line = piece_line(layout, face, a, b)
                ends = [spots[end - STOP] if end >= STOP else edge_midpoint(layout, end) for end in (a, b)]
                assert math.dist(line[0], ends[0]) < 0.02, (tile.id, rotation)
                assert math.dist(line[-1], ends[1]) < 0.12, (tile.id, rotation)
                assert piece_line(layout, face, b, a) == line[::-1]
                assert all(math.hypot(*point) < 0.9 for point in line)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_several_cities_of_a_tile_stand_apart(layout):
    for tile in TILES.values():
        cities = tile.drawing.indices(CITY)
        points = [stop_points(layout, tile.drawing)[i] for i in cities]
        for i, point in enumerate(points):
            assert all(math.dist(point, other) > 0.4 for other in points[:i]), tile.id


@pytest.mark.parametrize(("layout", "start"), [(Layout.FLAT, "E6"), (Layout.POINTY, "E7")])
def test_a_side_is_the_same_place_seen_from_both_hexes(layout, start):
    frame = Frame(layout, 50.0, 10.0, 20.0)
    for edge in range(6):
        other = neighbour(layout, start, edge)
        assert other is not None
        mine = frame.point(start, edge_midpoint(layout, edge))
        theirs = frame.point(other, edge_midpoint(layout, opposite(edge)))
        assert math.dist(mine, theirs) < 1e-6


@pytest.mark.parametrize("title", MAPS)
def test_all_hexes_lie_inside_the_bounds(title):
    scene = bare_scene(title)
    left, top, right, bottom = bounds(scene.layout, scene.board.hexmap.hexes)
    frame = Frame(scene.layout, 1.0, 0.0, 0.0)
    points = [frame.point(c, corner) for c in scene.board.hexmap.hexes for corner in corners(scene.layout)]
    assert min(x for x, _ in points) == pytest.approx(left)
    assert max(x for x, _ in points) == pytest.approx(right)
    assert min(y for _, y in points) == pytest.approx(top)
    assert max(y for _, y in points) == pytest.approx(bottom)


def test_bounds_of_nothing_is_an_error():
    with pytest.raises(ValueError, match="empty"):
        bounds(Layout.FLAT, [])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_placed_lies_in_the_hex_and_clear_of_the_rest(layout):
    spots = Spots(layout)
    spots.take((0.0, 0.0), 0.36)
    placed = [point for _ in range(5) if (point := spots.place(0.15)) is not None]
    assert len(placed) == 5
    for i, point in enumerate(placed):
        assert math.hypot(*point) > 0.36 + 0.15 - 1e-9
        assert all(math.dist(point, other) >= 0.3 - 1e-9 for other in placed[:i])
        assert all(abs(v) < 0.9 for v in point)


def test_a_place_near_a_point_is_preferred():
    for near in ((0.6, 0.0), (-0.6, 0.0), (0.0, 0.5)):
        at = Spots(Layout.FLAT).place(0.1, near)
        assert at is not None
        assert math.dist(at, near) < 0.1


def test_a_box_goes_where_nothing_is():
    spots = Spots(Layout.POINTY)
    spots.take_box((0.0, -0.4), 1.4, 0.9)
    at = spots.place_box(0.5, 0.14)
    assert at is not None
    assert at[1] >= 0.12
    assert not spots.free((0.0, -0.4), 0.5, 0.1)
    assert spots.free((0.0, 0.85), 0.2, 0.05)


def test_a_box_finds_the_only_place_there_is():
    free = (0.72 * math.cos(math.radians(40)), 0.72 * math.sin(math.radians(40)))
    spots = Spots(Layout.FLAT)
    for i, j in itertools.product(range(-9, 10), repeat=2):
        if math.dist((i / 10, j / 10), free) > 0.17:
            spots.take((i / 10, j / 10), 0.08)
    found = spots.place_box(0.1, 0.1)
    assert found is not None
    assert math.dist(found, free) < 0.06
    assert spots.place_box(0.4, 0.4) is None


def test_what_is_tried_on_a_copy_takes_no_room():
    spots = Spots(Layout.FLAT)
    copy = spots.copy()
    copy.take((0.0, 0.0), 0.5)
    assert spots.free((0.0, 0.0), 0.2, 0.2)
    assert not copy.free((0.0, 0.0), 0.2, 0.2)
    spots.become(copy)
    assert not spots.free((0.0, 0.0), 0.2, 0.2)


def test_several_boxes_find_a_place_together():
    spots = Spots(Layout.POINTY)
    spots.take_line(((-1.0, 0.0), (1.0, 0.0)), 0.1)
    at = spots.find([((0.0, -0.15), (0.8, 0.2)), ((0.0, 0.15), (0.8, 0.2))], below)
    assert at is not None
    assert abs(at[1]) >= 0.15 + 0.1 + 0.1 - 0.03


# --- the grid --------------------------------------------------------------------------------------

WIDE, HIGH = 13, 9


def grid_of(cells):
    """A grid, and the number of some of its cells."""
    grid = Grid(WIDE, HIGH)
    image = Image.new("1", (WIDE, HIGH))
    for cell in cells:
        image.putpixel(cell, 1)
    return grid, grid.read(image.tobytes())


def cells_of(grid, number):
    """The cells of a number, each a column and a row."""
    return {cell for cell in CELLS if number & grid.part(*cell, *cell)}


CELLS = list(itertools.product(range(WIDE), range(HIGH)))


@pytest.mark.parametrize("seed", range(12))
def test_the_grid_finds_the_cells_around_which_a_box_is_free(seed):
    rng = Random(seed)
    taken = set(rng.sample(CELLS, 5))
    grid, number = grid_of(taken)
    assert cells_of(grid, number) == taken
    for across, down in ((0, 0), (1, 0), (0, 2), (2, 1), (3, 3), (7, 1), (20, 20)):
        free = {
            (x, y)
            for x, y in CELLS
            if across <= x < WIDE - across
            and down <= y < HIGH - down
            and not any(abs(x - a) <= across and abs(y - b) <= down for a, b in taken)
        }
        assert cells_of(grid, grid.free(number, across, down)) == free


@pytest.mark.parametrize("step", [(0, 3), (0, -3), (4, 0), (-4, 0), (2, -1), (-12, 8), (13, 0)])
def test_cells_of_the_grid_are_moved_and_none_comes_back_on_another_side(step):
    cells = set(Random(3).sample(CELLS, 60))
    grid, number = grid_of(cells)
    wanted = {(x, y) for x, y in CELLS if (x + step[0], y + step[1]) in cells}
    assert cells_of(grid, grid.moved(number, *step)) == wanted


def nearest(grid, number, x, y):
    """The cell of a number that is nearest to a place."""
    rows = sorted(range(HIGH), key=lambda row: abs(row - y))
    return grid.best(number, x, rows, lambda row, across: float((row - y) ** 2 + across**2))


@pytest.mark.parametrize("seed", range(12))
def test_the_grid_finds_the_nearest_cell_also_from_outside(seed):
    rng = Random(seed)
    grid, number = grid_of(rng.sample(CELLS, 6))
    cells = cells_of(grid, number)
    for x, y in itertools.product((-4, 0, 5, 12, 30), (-2, 3, 11)):
        key = min(((b - y) ** 2 + (a - x) ** 2, b, a) for a, b in cells)
        assert nearest(grid, number, x, y) == (key[2], key[1])
    assert grid.best(0, 3, range(HIGH), lambda row, across: float(row + across)) is None
