"""The search for routes of 1862: time limits, the same answer each time, next best sets, by hand."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from engine.routes.policy import Route, check_routes, parse_routes, revenue, stops_named
from engine.routes.suggest import alternatives, best_routes, routes_via
from engine.solver.clock import Clock, Stopped
from engine.titles.g1862.solver.search import best_sets
from engine.titles.g1862.solver.walks import PATIENCE
from tests.positions62 import small_position
from tests.titles.g1862.mania_routes import NW, SE, SW, N, Rails, S, along


def wide(seed: int):
    """A position on most of the map."""
    return small_position(Random(seed), size=26)


@pytest.mark.parametrize("seed", [1, 6, 14])
def test_a_search_that_is_stopped_gives_a_set_and_a_bound(seed):
    view, company = wide(seed)
    full = best_routes(view, company)
    assert full.routes
    for allowed in (0, 1, 2, 4, 8, 16):
        asked = count()
        found = best_routes(view, company, lambda asked=asked, allowed=allowed: next(asked) >= allowed)  # type: ignore[misc]
        assert found.routes
        assert check_routes(view, company, found.routes) is None
        assert found.revenue == revenue(view, company, found.routes)
        assert found.revenue <= full.revenue <= found.bound
    assert best_routes(view, company, lambda: False) == full


def test_the_clock_stops_when_asked_or_when_the_work_is_done():
    clock = Clock(lambda: True, PATIENCE, 10_000)
    clock.tick(PATIENCE - 1)
    with pytest.raises(Stopped):
        clock.tick()
    with pytest.raises(Stopped):
        Clock(lambda: False, PATIENCE, 100).tick(101)


@pytest.mark.parametrize("seed", [1, 14])
def test_the_same_position_gives_the_same_routes(seed):
    assert best_routes(*wide(seed)) == best_routes(*wide(seed))


@pytest.mark.parametrize("seed", [1, 14])
def test_next_best_sets_come_in_order(seed):
    view, company = wide(seed)
    sets = [best_routes(view, company), *alternatives(view, company, 5)]
    assert len(sets) == 6
    assert [s.revenue for s in sets] == sorted((s.revenue for s in sets), reverse=True)
    assert len({s.routes for s in sets}) == 6
    assert all(check_routes(view, company, s.routes) is None for s in sets)
    assert best_sets(view, company, 6, lambda: False)[0] == sets[0]


def test_routes_keep_the_stops_that_they_leave_out_in_json():
    route = Route("B-1", (("F3", 6, 0), ("F5", 3, 6)), (("F3", 0),))
    assert route.to_json()["uncounted"] == [["F3", 0]]
    assert parse_routes([route.to_json()]) == (route,)
    for wrong in (3, [3], [["F3"]], [["F3", "0"]], [[3, 0]], [["F3", True]]):
        refused = parse_routes([{**route.to_json(), "uncounted": wrong}])
        assert not isinstance(refused, tuple)
        assert refused.code == "bad_routes"


def test_routes_by_the_names_of_their_large_stops():
    rails = Rails("ENR", "local", phase="A").lay("F3", N, S).lay("F5", N, SE).lay("G6", NW, S)
    rails.lay("G8", N, SW).own("local", "C")
    view, train = rails.view(), rails.card("C", "local")
    stops = [stops_named(view, name)[0] for name in ("cromer", "Norwich", "G8")]
    (way,) = routes_via(view, "ENR", train, stops)
    assert way.path == along(view, "F3", "F5", "G6", "G8")
    assert check_routes(view, "ENR", [way]) is None
