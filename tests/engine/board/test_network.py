"""The board as it stands, and what a company reaches on it."""

from dataclasses import replace

import pytest

from engine.board import network
from engine.board.coords import format_coord
from engine.board.faces import STOP
from engine.board.mapfile import parse_map
from engine.board.network import far_side, leads, reach, steps_from, ways_in
from tests.bench.large_boards import COMPANY, large_board, large_map
from tests.engine.board.samples import board, face, field, title_map
from tests.rulemark import rule

RED = face("red offboard:30 1-s0")
CITIES = field(C2=face("city"), C6=face("city"), C8=face("town"), C12=RED, C4={})
# C2 - C4 - C6 - C8 - C10 - red C12, straight east.
LINE = {"C2": ("57", 1), "C4": ("9", 1), "C6": ("57", 1), "C8": ("4", 1), "C10": ("9", 1)}


def edges(here, found):
    """The sides crossed or met, named from both hexes."""
    return found.inbound | {side for node in found.inbound if (side := far_side(here, *node))}


def line(stations, **more):
    return board(CITIES, LINE, stations, **more)


def test_a_line_is_reached_to_its_end():
    here = line({("C2", 0): ["A"]})
    found = reach(here, "A", [("C2", 0)])
    assert found.stops == {("C2", 0), ("C6", 0), ("C8", 0), ("C12", 0)}
    assert ("C4", 1) in edges(here, found)
    assert ("C2", 4) in edges(here, found)
    assert ("C12", 1) in found.inbound
    assert ("C2", 4) not in found.inbound
    # Track also leads west off the first city, into an empty hex or off the map.
    assert "C4" in found.hexes


@rule("18EZ", "2.6")
def test_a_full_city_may_be_entered_but_not_passed():
    blocked = line({("C2", 0): ["A"], ("C6", 0): ["B"]})
    found = reach(blocked, "A", [("C2", 0)])
    assert found.stops == {("C2", 0), ("C6", 0)}
    assert ("C8", 1) not in edges(blocked, found)
    assert reach(blocked, "B", [("C6", 0)]).stops == {("C2", 0), ("C6", 0), ("C8", 0), ("C12", 0)}
    assert reach(blocked, None, [("C2", 0)]).stops == {("C2", 0), ("C6", 0), ("C8", 0), ("C12", 0)}


@rule("18EZ", "2.5")
def test_a_home_not_yet_placed_takes_a_circle_but_does_not_block():
    here = line({("C2", 0): ["A"]}, reserved={("C6", 0): ["H"]})
    assert ("C8", 0) in reach(here, "A", [("C2", 0)]).stops
    assert here.open_slots("C6", 0, "A") == 0
    assert here.open_slots("C6", 0, "H") == 1
    assert here.open_slots("C6", 0) == 0


@rule("18EZ", "2.6")
def test_a_city_with_a_free_circle_does_not_block():
    here = board(CITIES, {**LINE, "C6": ("14", 1)}, {("C2", 0): ["A"], ("C6", 0): ["B"]})
    assert ("C8", 0) in reach(here, "A", [("C2", 0)]).stops
    assert here.open_slots("C6", 0, "A") == 1
    full = board(CITIES, {**LINE, "C6": ("14", 1)}, {("C2", 0): ["A"], ("C6", 0): ["B", "C"]})
    assert ("C8", 0) not in reach(full, "A", [("C2", 0)]).stops
    wide = board(CITIES, full.laid, full.stations, extra_slots={("C6", 0): 1})
    assert ("C8", 0) in reach(wide, "A", [("C2", 0)]).stops
    assert wide.slots("C6", 0) == 3


@rule("18EZ", "2.6")
def test_off_board_areas_are_ends_of_routes():
    red = field(C4=face("red offboard:30 14-s0"), C2=face("city"), C6=face("city"))
    found = reach(board(red, {"C2": ("57", 1), "C6": ("57", 1)}), "A", [("C2", 0)])
    assert ("C4", 0) in found.stops
    assert ("C6", 0) not in found.stops


def test_a_start_can_be_left_even_when_full_of_others():
    here = line({("C6", 0): ["B"]})
    assert ("C2", 0) in reach(here, "A", [("C6", 0)]).stops


def test_junctions_join_all_their_track():
    hexmap = field(C2=face("city"))
    here = board(hexmap, {"C2": ("57", 1), "C4": ("544", 1), "C6": ("9", 1)})
    found = reach(here, "A", [("C2", 0)])
    assert {("C4", edge) for edge in here.face("C4").exits} <= edges(here, found)


def test_crossing_lines_are_not_connected():
    here = board(field(C2=face("city")), {"C2": ("57", 1), "C4": ("20", 1)})
    found = reach(here, "A", [("C2", 0)])
    assert ("C6", 1) in found.inbound
    assert ("C4", 2) not in edges(here, found)


def test_impassable_sides_stop_a_route():
    walled = field(C2=face("city") | {"impassable": [4]}, C4={"impassable": [1]})
    assert reach(board(walled, {"C2": ("57", 1), "C4": ("9", 1)}), "A", [("C2", 0)]).hexes == {"C2"}


def test_several_cities_on_a_tile_are_apart():
    here = board(title_map("1826"), {"G9": ("514", 0), "H8": ("9", 0)})
    found = reach(here, "PO", [("G9", 0)])
    assert found.stops == {("G9", 0), ("I7", 0)}
    assert {("H8", 3), ("I7", 3), ("J6", 3)} <= found.inbound
    assert ("G9", 1) not in edges(here, found)
    assert here.revenue("G9", 0, "2H") == 70


LOOP = {
    **{"C2": ("57", 1), "C4": ("23", 4), "C6": ("23", 1)},
    **{"C8": ("7", 0), "D7": ("7", 2)},
}  # fmt: skip


def test_a_loop_does_not_turn_a_train_round():
    """C4 branches to B3 only for those who come from the east; the loop C6-C8-D7 ends on the same side."""
    here = board(field(C2=face("city")), LOOP)
    found = reach(here, "A", [("C2", 0)])
    assert ("C6", 4) in edges(here, found)
    assert ("C6", 5) in edges(here, found)
    assert ("C4", 2) not in edges(here, found)
    assert "B3" not in found.hexes


ROUND = {
    **{"C2": ("5", 4), "C4": ("23", 4), "C6": ("47", 0), "C8": ("7", 1), "B7": ("7", 5)},
    **{"D3": ("8", 2), "D5": ("8", 1)},
}  # fmt: skip


def test_a_longer_way_is_found_where_the_short_one_uses_what_is_needed_later():
    """To B3 the route must go by D3 and D5, round C8 and B7, and come into C4 from the east."""
    here = board(field(C2=face("city")), ROUND)
    assert "B3" in reach(here, "A", [("C2", 0)]).hexes
    cut = board(field(C2=face("city")), {k: v for k, v in ROUND.items() if k != "D5"})
    assert "B3" not in reach(cut, "A", [("C2", 0)]).hexes


def test_a_search_that_is_cut_short_grants_the_rest(monkeypatch):
    """One step does not get to B3; what is plainly behind its own way in is not granted for all that."""
    monkeypatch.setattr(network, "SEARCH_STEPS", 1)
    assert "B3" in reach(board(field(C2=face("city")), ROUND), "A", [("C2", 0)]).hexes
    assert "B3" not in reach(board(field(C2=face("city")), LOOP), "A", [("C2", 0)]).hexes


def test_steps_for_a_route_search():
    here = line({("C2", 0): ["A"], ("C6", 0): ["B"]})
    assert here.face("C4").track == ((1, 4),)
    assert far_side(here, "C4", 4) == ("C6", 1)
    assert far_side(here, "A2", 2) is None
    assert list(steps_from(here, "A", ("C4", 1))) == [("C6", 1)]
    assert list(steps_from(here, "A", ("C6", 1))) == [("C6", STOP)]
    assert list(steps_from(here, "A", ("C6", STOP))) == []
    assert list(steps_from(here, "A", ("C6", STOP), starting=True)) == [("C4", 4), ("C8", 1)]
    assert here.across("C4", 4) == "C6"
    assert here.across("C4", 0) is None


def test_the_board_is_a_view():
    here = line({("C2", 0): ["A"]})
    more = here.with_tile("C4", "23", 4)
    assert here.face("C4").tile == "9"
    assert more.face("C4").tile == "23"
    assert more.companies_at("C2", 0) == ["A"]
    assert here.has_station("C2", "A")
    assert not here.has_station("C4", "A")
    assert here.stop("C8", 0).kind == "town"
    with pytest.raises(KeyError):
        here.face("Z99")


def test_a_map_of_1500_hexes():
    """As many hexes as the largest title has, each with track to all six sides."""
    coords = [format_coord(row, 2 * n + row % 2) for row in range(34) for n in range(44)]
    big = parse_map({"layout": "pointy", "plain": coords})
    here = board(big, dict.fromkeys(big.hexes, ("63", 0)))
    found = reach(here, "A", [("R43", 0)])
    assert len(big.hexes) == 1496
    assert len(found.hexes) == len(found.stops) == 1496
    sides = sum(n is not None for spot in big.hexes.values() for n in spot.neighbours)
    assert len(edges(here, found)) == sides


@pytest.mark.parametrize(("seed", "part"), [(1, 0.3), (3, 0.9)])
def test_what_is_found_early_is_reached_and_goals_are_judged_as_by_the_whole_search(seed, part):
    here = large_board(large_map(), seed, part)
    starts = here.stations_of(COMPANY)
    known, fresh = reach(here, COMPANY, starts), replace(here)
    ways = list(ways_in(fresh, COMPANY, starts))
    assert len(ways) > len(starts)
    for coord, found in ways:
        assert found.hexes == {coord}
        assert found.starts <= known.starts
        assert found.inbound <= known.inbound
    stops = [(c, i) for c in here.hexmap.hexes for i in range(len(here.face(c).stops))]
    assert {stop for stop in stops if leads(fresh, COMPANY, starts, [stop])} == known.stops
    assert not leads(fresh, COMPANY, starts, [])
