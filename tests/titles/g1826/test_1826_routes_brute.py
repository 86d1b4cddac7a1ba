"""The search, the check and the prices of routes of 1826 against brute force on small random positions."""

from __future__ import annotations

from random import Random

import pytest

from engine.routes.policy import Route, check_routes, has_route, revenue, stops_of
from engine.routes.suggest import alternatives, best_routes, routes_via
from tests.brute26 import Brute26
from tests.brute_base import overlap, spoil
from tests.positions26 import US, small_position
from tests.rulemark import rule

POSITIONS, BATCH = 150, 25
POWER = {1: (2, 2), 2: (3, 2), 3: (3, 2), 4: (4, 2)}
MOST_RUNS, MOST_SETS = 4_000, 60_000


class Case:
    """One random position and brute force on it; trains that are too much for that are left out."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.view = small_position(self.rng)
        late = self.view.state.phase == "TGV"
        sold = sum(t.kind == "E" and t.owner != "depot" for t in self.view.state.trains.values())
        mail = self.view.state.companies[US].data.get("mail")
        power = (5, 1) if late else POWER.get(sold, (0, 0))
        self.brute = Brute26(self.view, US, power, tuple(mail) if mail else None)
        tries = 1
        for train in self.view.trains(US):
            runs = len(self.brute.runs(train.kind))
            tries *= 1 + (runs if train.kind != "TGV" else 1)
            if runs > MOST_RUNS or tries > 30 * MOST_SETS:
                train.owner = "out"
        self.trains = self.view.trains(US)
        self.kinds = [train.kind for train in self.trains]


def check_best(case: Case) -> None:
    found = best_routes(case.view, US)
    assert found.proven
    assert found.revenue == found.bound == case.brute.best(case.kinds)
    assert found.revenue == revenue(case.view, US, found.routes)
    assert check_routes(case.view, US, found.routes) is None
    assert has_route(case.view, US) == any(case.brute.runs(kind) for kind in case.kinds)


def check_ranking(case: Case) -> None:
    sets = 1
    for kind in case.kinds:
        sets *= 1 + len(case.brute.one_way(kind))
    if sets < MOST_SETS:
        found = [best_routes(case.view, US), *alternatives(case.view, US, 4)]
        assert [each.revenue for each in found] == (case.brute.ranking(case.kinds)[:5] or [0])
        assert all(check_routes(case.view, US, each.routes) is None for each in found)


def check_by_hand(case: Case) -> None:
    """Runs drawn by hand are judged and priced alike; so are pairs of them, and paths that were spoilt."""
    runs = {train.id: case.brute.runs(train.kind) for train in case.trains}
    legal = {train: {run.path for run in runs[train]} for train in runs}
    for _ in range(12):
        chosen = {t: case.rng.choice(runs[t]) for t in runs if runs[t] and case.rng.random() < 0.8}
        routes = [Route(train, run.path) for train, run in chosen.items()]
        assert (check_routes(case.view, US, routes) is None) == (not overlap([*chosen.values()]))
        for route, run in zip(routes, chosen.values(), strict=True):
            assert revenue(case.view, US, [route]) == run.worth
            assert stops_of(case.view, route) == run.stops
            if not circles(run.path):
                assert route in routes_via(case.view, US, route.train, run.stops)
            spoilt = spoil(case.rng, run.path, [other.path for other in runs[route.train]])
            verdict = check_routes(case.view, US, [Route(route.train, spoilt)])
            assert (verdict is None) == (spoilt in legal[route.train])


def circles(path):
    """Whether a path comes back to a town that it only passes, or to a junction; nobody names such ways."""
    ends = [(coord, b) for coord, _, b in path if b >= 6]
    return len(ends) > len(set(ends))


@rule("1826", "O71", "O78", "O79", "O80", "O117")
@pytest.mark.parametrize("batch", range(POSITIONS // BATCH))
def test_search_check_and_prices_agree_with_brute_force(batch):
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        case = Case(seed)
        check_best(case)
        check_ranking(case)
        check_by_hand(case)
