"""The search, the check and the prices of routes against brute force on random small boards."""

from __future__ import annotations

from random import Random

import pytest

from engine.board.faces import STOP
from engine.core.view import View
from engine.routes.policy import Route, check_routes, has_route, revenue, stops_of
from engine.routes.suggest import alternatives, best_routes, routes_via
from engine.titles.g18ez import TITLE
from tests.brute import Brute
from tests.brute_base import spoil
from tests.positions import small_position

COMPANY, RIVALS = "PS&W", ["GV&E", "M&R", "BCRR", "BL"]
POSITIONS, BATCH = 150, 25


class Case:
    """One random position with what brute force says about it."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        scene = small_position(TITLE, self.rng, COMPANY, RIVALS)
        self.view = View(scene.title, scene.state)
        bonus = self._hotel() if self.rng.random() < 0.3 else {}
        self.trains = self.view.trains(COMPANY)
        self.reaches = [TITLE.data.trains[train.kind].reach for train in self.trains]
        self.brute = Brute(self.view, COMPANY, bonus)

    def _hotel(self):
        board = self.view.board()
        cities = [
            (c, i) for c in board.hexmap.hexes for i, s in enumerate(board.face(c).stops) if s.kind == "city"
        ]
        if not cities:
            return {}
        place = self.rng.choice(cities)
        self.view.state.markers["hotel"] = place
        self.view.state.companies[COMPANY].data["hotel"] = 10
        return {place: 10}


def check_best(case: Case) -> None:
    found = best_routes(case.view, COMPANY)
    assert found.proven
    assert found.revenue == found.bound == case.brute.best(case.reaches)
    assert found.revenue == revenue(case.view, COMPANY, found.routes)
    assert check_routes(case.view, COMPANY, found.routes) is None
    assert has_route(case.view, COMPANY) == bool(case.brute.runs(2))


def check_ranking(case: Case) -> None:
    reaches = case.reaches[:2]
    if len(reaches) == len(case.trains) and sum(len(case.brute.runs(reach)) for reach in reaches) < 400:
        sets = [best_routes(case.view, COMPANY), *alternatives(case.view, COMPANY, 4)]
        expected = case.brute.ranking(reaches)[:5] or [0]
        assert [each.revenue for each in sets] == expected
        assert all(check_routes(case.view, COMPANY, each.routes) is None for each in sets)


def check_by_hand(case: Case) -> None:
    """Runs drawn by hand are judged and priced alike; so are pairs of them, and paths that were spoilt."""
    runs = {train.id: case.brute.runs(reach) for train, reach in zip(case.trains, case.reaches, strict=True)}
    legal = {train: {run.path for run in runs[train]} for train in runs}
    for _ in range(12):
        chosen = {t: case.rng.choice(runs[t]) for t in runs if runs[t] and case.rng.random() < 0.8}
        routes = [Route(train, run.path) for train, run in chosen.items()]
        sides = [side for run in chosen.values() for side in run.sides]
        assert (check_routes(case.view, COMPANY, routes) is None) == (len(sides) == len(set(sides)))
        for route, run in zip(routes, chosen.values(), strict=True):
            assert revenue(case.view, COMPANY, [route]) == run.worth
            assert stops_of(case.view, route) == run.stops
            assert circles(run.path) or route in routes_via(case.view, COMPANY, route.train, run.stops)
            spoilt = spoil(case.rng, run.path, [other.path for other in runs[route.train]])
            verdict = check_routes(case.view, COMPANY, [Route(route.train, spoilt)])
            assert (verdict is None) == (spoilt in legal[route.train])


def circles(path) -> bool:
    """Whether a run comes to a junction again; such ways are not listed by names."""
    nodes = [(coord, end) for coord, _, end in path if end >= STOP]
    return len(set(nodes)) < len(nodes)


@pytest.mark.parametrize("batch", range(POSITIONS // BATCH))
def test_search_check_and_prices_agree_with_brute_force(batch):
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        case = Case(seed)
        check_best(case)
        check_ranking(case)
        check_by_hand(case)
