"""Routes over water on the page: from port to port over the sea, with what zones and ferries count."""

import math
from itertools import pairwise

import pytest
from PIL import Image

from engine.board.waters import WATER
from engine.routes.policy import Route
from render.map.boards import crop_frame
from render.pen import theme
from render.pen.geometry import between
from render.routes.crossings import counted, crossings, zones_used
from render.routes.picture import _MOST_WIDE, draw_runs
from render.routes.runlines import line_width, run_lines
from render.routes.told import DrawnRun
from tests.render.europe import chart, scene
from tests.render.samples import count

# From Belfast over two sea zones to Brest.
OPEN = [("H21", 6, 4), ("Celtic Sea", WATER, WATER), ("Bay of Biscay", WATER, WATER), ("P19", 1, 6)]
HEXMAP = scene().board.hexmap


def path_between(start, zones, end):
    return [(*start, WATER), *((zone, WATER, WATER) for zone in zones), (end[0], WATER, end[1])]


def test_a_crossing_leads_over_its_zone_from_port_to_port():
    [crossing] = crossings(chart(), HEXMAP, OPEN)
    assert (crossing.first, crossing.last) == (1, 2)
    assert crossing.way[0] == "H23"
    assert crossing.way[-1] == "P17"
    assert {chart().seas[coord] for coord in crossing.way} == {"Celtic Sea", "Bay of Biscay"}
    for here, there in pairwise(crossing.way):
        assert there in HEXMAP[here].neighbours


def test_offshore_ports_lead_straight_to_their_sea_hex():
    path = path_between(("M28", 6), ["English Channel"], ("U24", 6))
    path[1:2] = [("English Channel", WATER, WATER), ("Bay of Biscay", WATER, WATER)]
    [crossing] = crossings(chart(), HEXMAP, path)
    assert crossing.way[0] == "M32"
    assert crossing.way[-1] == "T21"
    assert zones_used(chart(), HEXMAP, path) == {1: crossing.way}


def test_a_city_between_two_zones_is_passed():
    path = [("F49", 6, 0), ("Skagerrak", WATER, WATER), ("Baltic Sea", WATER, WATER), ("I52", 0, 6)]
    [crossing] = crossings(chart(), HEXMAP, path)
    assert crossing.way[-1] == "J51"
    assert "I50" in crossing.way
    ashore = [coord for coord in crossing.way if coord not in chart().seas]
    assert ashore == ["I50"]


def test_a_crossing_goes_round_the_land():
    """From Göteborg round Denmark to the port of Hamburg."""
    path = [("F49", 6, 0), ("Skagerrak", WATER, WATER), ("German Bight", WATER, WATER), ("K46", WATER, 6)]
    [crossing] = crossings(chart(), HEXMAP, path)
    assert (crossing.way[0], crossing.way[-1]) == ("G48", "J43")
    assert {chart().seas.get(coord) for coord in crossing.way} == {"Skagerrak", "German Bight"}


def test_zones_count_one_each_and_ferries_their_number():
    path = path_between(("M28", 6), ["English Channel", "Bay of Biscay"], ("U24", 6))
    found = counted(chart(), HEXMAP, path)
    assert sorted(found.values()) == [1, 1]
    assert {chart().seas[coord] for coord in found} == {"English Channel", "Bay of Biscay"}
    ferry = [("M26", 6, 0), ("N25", 3, 0), ("O24", 3, 6)]
    assert counted(chart(), HEXMAP, ferry) == {"N25": 1}
    free = [("M28", 6, 5), ("N29", 2, 4), ("N31", 1, 6)]
    assert counted(chart(), HEXMAP, free) == {"N29": 0}


@pytest.mark.parametrize("path", [[("K26", 6, 0), ("L25", 3, 6)], []])
def test_on_land_nothing_counts(path):
    assert counted(chart(), HEXMAP, path) == {}
    assert list(crossings(chart(), HEXMAP, path)) == []


def test_the_line_of_a_run_goes_over_the_sea_without_a_gap():
    frame, page, coords = crop_frame(scene(), ["H21", "P19", *zones_used(chart(), HEXMAP, OPEN)[1]])
    [line] = run_lines(frame, scene().board, [Route("t", tuple(OPEN))], chart())
    steps = [math.dist(a, b) for a, b in pairwise(line)]
    assert max(steps) < 2.2 * frame.size
    assert math.dist(line[0], frame.at("H21")) < 1
    assert math.dist(line[-1], frame.at("P19")) < 1
    assert all(0 <= x <= page[0] and 0 <= y <= page[1] for x, y in line)
    assert len(coords) > 20


def test_two_runs_over_one_zone_lie_side_by_side():
    frame, _, _ = crop_frame(scene(), ["H21", "P19"])
    lines = run_lines(frame, scene().board, [Route("a", tuple(OPEN)), Route("b", tuple(OPEN))], chart())
    middles = [line[len(line) // 2] for line in lines]
    assert math.dist(*middles) > 3


def test_the_line_is_painted_in_the_colour_of_its_train():
    frame, page, _ = crop_frame(scene(), ["H21", "P19"])
    image = Image.new("RGB", page, theme.STANDARD.sea)
    colour, dash, _ = theme.ROUTES[0]
    run = DrawnRun("A", colour, dash, "3", "", 0, Route("t", tuple(OPEN)))
    draw_runs(image, frame, scene().board, [run], chart())
    assert count(image, colour) > 1500


def test_a_long_run_makes_no_huge_picture():
    frame, page, _ = crop_frame(scene(), ["A0", "AG88"], _MOST_WIDE)
    assert 0.9 * _MOST_WIDE < max(page) < 1.05 * _MOST_WIDE
    assert frame.size * math.sqrt(3) >= 44


# --- one line --------------------------------------------------------------------------------------


def sharpest(line):
    """The sharpest turn of a line in degrees."""
    turns = []
    for a, b, c in zip(line, line[1:], line[2:], strict=False):
        if math.dist(a, b) > 0.5 and math.dist(b, c) > 0.5:
            turn = math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
            turns.append(abs(math.degrees((turn + math.pi) % (2 * math.pi) - math.pi)))
    return max(turns)


def test_a_crossing_is_one_line_without_corners_or_gaps_from_port_to_port():
    frame, _, _ = crop_frame(scene(), ["H21", "P19"], _MOST_WIDE)
    [line] = run_lines(frame, scene().board, [Route("t", tuple(OPEN))], chart())
    assert sharpest(line) < 35
    assert max(math.dist(a, b) for a, b in pairwise(line)) < frame.size * 0.5


def test_runs_that_cross_a_sea_both_ways_lie_side_by_side():
    back = [(coord, b, a) for coord, a, b in reversed(OPEN)]
    frame, _, _ = crop_frame(scene(), ["H21", "P19"], _MOST_WIDE)
    there, home = run_lines(frame, scene().board, [Route("t", tuple(p)) for p in (OPEN, back)], chart())
    middle = there[len(there) // 2]
    assert 0.6 * line_width(frame) < min(math.dist(middle, point) for point in spread(home))


def spread(line):
    """Points of a line that lie close together."""
    return [between(a, b, i / 10) for a, b in pairwise(line) for i in range(10)]
