"""The shape of routes, routes by name, and the search: time, next best sets, other policies, any tiles."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from engine.board.board import Board
from engine.board.mapfile import parse_map
from engine.board.tiles import standard_catalogue
from engine.core.errors import Violation
from engine.core.view import View
from engine.routes.policy import (
    Manner,
    Route,
    RoutePolicy,
    check_routes,
    descriptions,
    has_route,
    parse_routes,
    revenue,
    stops_named,
    stops_of,
)
from engine.routes.suggest import alternatives, best_routes, routes_via, until
from engine.titles.g18ez import TITLE
from tests.bench.boards import late_position
from tests.brute import Brute
from tests.positions import small_position
from tests.scenario import Scenario, on_board

US = "PS&W"
# A row of hexes: off-board - city - town - city - off-board, with a way round the town over the row below.
ROW = {
    "A1": {"face": "red offboard:30 4-s0", "name": "Left"},
    "A3": {"face": "gray city:20:1 145-s0", "name": "Alpha", "also": ["Old Alpha"]},
    "A5": {"face": "gray town:10 14-s0"},
    "A7": {"face": "gray city:40:1 014-s0", "name": "Omega"},
    "A9": {"face": "red offboard:50 14-s0", "name": "Middle"},
    "A11": {"face": "gray city:60:1 1-s0", "name": "Last"},
    "B4": {"face": "gray 2-4"},
    "B6": {"face": "gray 1-3"},
}


class ByKind(RoutePolicy):
    """2: two hex sides; 3: three large stops, doubled; 4: four hex sides, on any track."""

    def manner(self, view, train):
        large, every = frozenset({"city", "offboard"}), self.counts
        return {
            "2": Manner(2, every, hexes=True),
            "3": Manner(3, large, factor=2),
            "4": Manner(4, every, hexes=True, shares=True),
        }[view.state.trains[train].kind]


class Bonus(RoutePolicy):
    """The first stop is worth more."""

    def bonuses(self, view, company):
        return {("A1", 0): 100}


def row(*kinds, tokens=("A3",), rivals=(), reading=RoutePolicy, **policy) -> View:
    """The row with stations of the company and of a rival, trains, and a policy that may differ."""
    hexmap = parse_map({"layout": "pointy", "hexes": ROW})

    def board_of(state) -> Board:
        stations = {token.place: [token.company] for token in state.tokens.values() if token.place}
        return Board(hexmap, standard_catalogue(), state.tiles, stations)

    scene = Scenario(on_board(TITLE, board_of, routes=reading(**policy))).trains(US, *kinds)
    for coord in tokens:
        scene.token(US, coord)
    for coord in rivals:
        scene.token("GV&E", coord)
    return View(scene.title, scene.state)


def best(view: View) -> int:
    """The best revenue, after the check has looked at the set."""
    found = best_routes(view, US)
    assert found.proven
    assert check_routes(view, US, found.routes) is None
    assert revenue(view, US, found.routes) == found.revenue == found.bound
    return found.revenue


# --- form and names --------------------------------------------------------------------------------


@pytest.mark.parametrize(("seconds", "end"), [(5.0, 4.6), (0.2, 0.1)])
def test_a_search_is_told_to_stop_so_early_that_its_answer_is_in_time(seconds, end):
    times = iter([10.0, 10.0 + end - 0.01, 10.0 + end + 0.01])
    stop = until(seconds, lambda: next(times))
    assert [stop(), stop()] == [False, True]


def test_routes_are_read_as_they_are_written():
    route = Route("3-1", (("A1", 6, 4), ("A3", 1, 6)))
    assert parse_routes([route.to_json()]) == (route,)
    assert parse_routes([]) == ()


@pytest.mark.parametrize(
    "raw",
    [
        None,
        3,
        "A1",
        {"train": "3-1"},
        [3],
        [{"train": "3-1"}],
        [{"train": 3, "path": []}],
        [{"train": "3-1", "path": [["A1", 6]]}],
        [{"train": "3-1", "path": [["A1", 6, "4"]]}],
        [{"train": "3-1", "path": [["A1", True, 4]]}],
        [{"train": "3-1", "path": [[1, 6, 4]]}],
        [{"train": "3-1", "path": 5}],
    ],
)
def test_anything_else_is_no_list_of_routes(raw):
    refused = parse_routes(raw)
    assert isinstance(refused, Violation)
    assert refused.code == "bad_routes"


@pytest.mark.parametrize("path", [[("Z9", 6, 4)], [("A1", 6, 99)], [("A1", -1, 6)], [("A1", 6, 6)]])
def test_track_that_is_not_there_is_refused(path):
    refused = check_routes(row("3"), US, [Route("3-1", tuple(path))])
    assert refused is not None
    assert refused.code == "off_the_tile"


def test_stops_are_found_by_name_other_name_and_coordinate():
    view = row()
    assert stops_named(view, " omega ") == stops_named(view, "a7") == (("A7", 0),)
    assert stops_named(view, "Old Alpha") == (("A3", 0),)
    assert stops_named(view, "B4") == stops_named(view, "nowhere") == ()


def test_a_route_is_told_by_its_stops_and_what_it_earns():
    view = row("3")
    route = Route("3-1", (("A1", 6, 4), ("A3", 1, 6), ("A3", 6, 4), ("A5", 1, 6)))
    assert descriptions(view, US, [route]) == ("Left - Alpha - A5 ($60)",)


# --- routes by hand --------------------------------------------------------------------------------


def test_all_ways_through_named_stops_are_found_shortest_first():
    view = row("3")
    ways = routes_via(view, US, "3-1", [("A3", 0), ("A7", 0)])
    assert [[coord for coord, _, _ in way.path] for way in ways] == [["A3", "B4", "B6", "A7"]]
    ways = routes_via(view, US, "3-1", [("A7", 0), ("A5", 0), ("A3", 0), ("A1", 0)])
    assert [stops_of(view, way) for way in ways] == [(("A7", 0), ("A5", 0), ("A3", 0), ("A1", 0))]
    assert routes_via(view, US, "3-1", [("A3", 0), ("A9", 0)]) == ()
    assert (
        routes_via(view, US, "3-1", [("A3", 0)]) == routes_via(view, US, "3-1", [("B4", 0), ("A3", 0)]) == ()
    )


def test_ways_that_the_rules_forbid_are_left_to_the_check():
    view = row("5", rivals=["A7"])
    (way,) = routes_via(view, US, "5-1", [("A3", 0), ("A5", 0), ("A7", 0), ("A9", 0)])
    refused = check_routes(view, US, [way])
    assert refused is not None
    assert refused.code == "through_blocked"
    assert "Omega" in refused.text


# --- policies --------------------------------------------------------------------------------------


def test_the_common_reading():
    assert best(row("2")) == 20 + 40
    assert best(row("3")) == 20 + 40 + 50
    assert best(row("8")) == 30 + 20 + 10 + 40 + 50
    assert best(row("8", rivals=["A7"])) == 30 + 20 + 10 + 40
    assert best(row("8", tokens=[])) == 0
    assert not has_route(row("8", tokens=[]), US)


def test_trains_that_may_share_track():
    assert best(row("3", "3")) == 110 + 20 + 10 + 40
    assert best(row("3", "3", track_shared=True)) == 110 + 110


def test_off_board_areas_that_may_be_passed():
    assert best(row("5")) == 150
    assert best(row("5", pass_offboard=True)) == 30 + 20 + 40 + 50 + 60


def test_routes_that_need_no_station():
    assert best(row("2")) == 60
    assert best(row("2", own_station=False)) == 50 + 60
    assert best(row("3", "2", own_station=False, rivals=["A7"])) == 30 + 20 + 40 + 110


def test_kinds_that_do_not_count_are_mere_track():
    view = row("3", tokens=["A3"], counts=frozenset({"city", "offboard"}))
    assert best(view) == 110
    route = Route("3-1", (("A3", 6, 4), ("A5", 1, 6), ("A5", 6, 4), ("A7", 1, 6)))
    assert stops_of(view, route) == (("A3", 0), ("A7", 0))
    assert check_routes(view, US, [route]) is None
    short = check_routes(view, US, [Route("3-1", route.path[:2])])
    assert short is not None
    assert short.code == "path_broken"


def test_bonuses_and_the_fewest_stops():
    assert best(row("2", reading=Bonus)) == 130 + 20
    assert best(row("2", fewest=3)) == 0


def test_trains_of_one_company_that_run_in_different_manners():
    def earned(*kinds, **more):
        return best(row(*kinds, reading=ByKind, **more))

    assert earned("2") == 20 + 10 + 40
    assert earned("4") == 30 + 20 + 10 + 40 + 50
    assert earned("3") == 2 * (20 + 40 + 50)
    assert earned("2", "3") == 70 + 220
    assert earned("3", "4") == 220 + 150
    assert earned("2", "2", "4") == 70 + (30 + 20) + 150


# --- time and order --------------------------------------------------------------------------------


def late(seed: int, *kinds: str) -> View:
    scene = late_position(TITLE, Random(seed), "8", 200, 4).trains("BL", *kinds)
    return View(TITLE, scene.state)


def test_a_search_that_is_stopped_gives_the_best_so_far_and_a_bound():
    view = late(1, "5", "6", "8")
    full = best_routes(view, "BL")
    seen = []
    for allowed in (0, 2, 5, 9, 14, 10_000):
        asked = iter(range(1_000_000))
        found = best_routes(view, "BL", lambda asked=asked, allowed=allowed: next(asked) >= allowed)  # type: ignore[misc]
        assert check_routes(view, "BL", found.routes) is None
        assert found.revenue == revenue(view, "BL", found.routes)
        assert found.revenue <= full.revenue <= found.bound
        seen.append((found.proven, found.revenue, found.bound))
    assert seen[0][0] is False
    assert seen[-1] == (True, full.revenue, full.revenue)
    assert [bound for _, _, bound in seen] == sorted((bound for _, _, bound in seen), reverse=True)


def test_the_same_position_gives_the_same_routes():
    assert best_routes(late(3, "5", "6", "8"), "BL") == best_routes(late(3, "5", "6", "8"), "BL")


def test_next_best_sets_come_in_order_and_visit_other_stops():
    view = late(2, "6", "8")
    sets = [best_routes(view, "BL"), *alternatives(view, "BL", 8)]
    assert len(sets) == 9
    assert all(a.revenue >= b.revenue for a, b in pairwise(sets))
    visits = {tuple(sorted(tuple(sorted(stops_of(view, r))) for r in found.routes)) for found in sets}
    assert len(visits) == 9
    assert all(check_routes(view, "BL", found.routes) is None for found in sets)


def test_where_there_are_few_sets_fewer_are_offered():
    view = row("2", rivals=["A7"])
    sets = [best_routes(view, US), *alternatives(view, US, 9)]
    assert [found.revenue for found in sets] == [60, 50, 30]
    assert alternatives(row(), US, 3) == ()


# --- tiles of any title ----------------------------------------------------------------------------


@pytest.mark.parametrize("batch", range(4))
def test_forks_and_stops_joined_on_a_tile_agree_with_brute_force(batch):
    """Track that branches at a hex side, and towns side by side on one tile, are in no tile of the title."""
    kinds = {"city", "town", "junction"}
    tiles = [
        t.id for t in standard_catalogue().values() if {s.kind for s in t.stops} <= kinds and len(t.stops) < 3
    ]
    for seed in range(1000 + 15 * batch, 1015 + 15 * batch):
        rng = Random(seed)
        scene = small_position(TITLE, rng, US, ["GV&E", "M&R", "BL"])
        for coord in [c for c in scene.state.tiles if rng.random() < 0.6]:
            old = len(View(scene.title, scene.state).board().face(coord).indices("city"))
            fits = [t for t in tiles if len(standard_catalogue()[t].drawing.indices("city")) >= old]
            scene.state.tiles[coord] = (rng.choice(fits), rng.randrange(6))
        view = View(scene.title, scene.state)
        reaches = [TITLE.data.trains[train.kind].reach for train in view.trains(US)][:2]
        for train in view.trains(US)[2:]:
            train.owner = "out"
        assert best(view) == Brute(view, US).best(reaches)
