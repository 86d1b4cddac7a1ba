"""The search, the check and the prices of routes of 1862 against brute force on small random positions."""

from __future__ import annotations

from random import Random

import pytest

from engine.routes.policy import Route, check_route, check_routes, has_route, revenue, subsidy
from engine.routes.suggest import alternatives, best_routes
from engine.titles.g1862.companies.receivership import in_receivership
from tests.brute62 import Brute62
from tests.brute_base import spoil
from tests.positions62 import small_position

POSITIONS, BATCH = 150, 25
MOST, MOST_FREIGHT = 60_000, 2_000


class Case:
    """One random position and brute force on it; trains that are too much for that are left out."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.view, self.company = small_position(self.rng)
        self.brute = Brute62(self.view, self.company)
        tries = freight = 1
        for train in self.brute.trains:
            kind = train.data["type"]
            tries *= 1 + len(self.brute.runs(kind, train.kind))
            freight *= 1 + len(self.brute.runs(kind, train.kind)) * (kind == "freight")
            if tries > MOST or freight > MOST_FREIGHT:
                train.owner = "out"
        self.brute = Brute62(self.view, self.company)
        self.runs = {t.id: self.brute.runs(t.data["type"], t.kind) for t in self.brute.trains}


def check_best(case: Case) -> None:
    found = best_routes(case.view, case.company)
    total = in_receivership(case.view, case.company)
    best = case.brute.best(total)
    assert found.proven
    assert found.revenue == found.bound
    if total:
        assert found.revenue + found.subsidy == sum(best)
    else:
        assert (found.revenue, found.subsidy) == best
    assert found.revenue == revenue(case.view, case.company, found.routes)
    assert found.subsidy == subsidy(case.view, case.company, found.routes)
    assert not found.routes or check_routes(case.view, case.company, found.routes) is None
    assert has_route(case.view, case.company) == bool(found.routes) == (best != (0, 0))


def check_alternatives(case: Case) -> None:
    sets = [best_routes(case.view, case.company), *alternatives(case.view, case.company, 3)]
    total = in_receivership(case.view, case.company)
    worth = [s.revenue + s.subsidy if total else s.revenue for s in sets]
    assert worth == sorted(worth, reverse=True)
    assert len({found.routes for found in sets}) == len(sets)
    for each in sets[1:]:
        assert check_routes(case.view, case.company, each.routes) is None
        assert each.revenue == revenue(case.view, case.company, each.routes)


def check_duty(case: Case) -> None:
    """Of all trains that can run together those are refused that leave one idle which could run with them."""
    for names, runs in case.brute.possible.items():
        refused = check_routes(case.view, case.company, [Route(t, run.path) for t, run in runs.items()])
        assert (refused is None) == (names in case.brute.duties)
        assert refused is None or refused.code in ("train_idle", "freight_idle")
    assert (check_routes(case.view, case.company, []) is None) == (not case.brute.possible)


def check_by_hand(case: Case) -> None:
    """Sets of runs drawn at random are judged and priced alike; so are paths that were spoilt."""
    legal = {t: {p for run in runs for p in (run.path, run.turned)} for t, runs in case.runs.items()}
    for _ in range(12):
        runs = {t: case.rng.choice(runs) for t, runs in case.runs.items() if runs and case.rng.random() < 0.8}
        routes = [Route(t, case.rng.choice([run.path, run.turned])) for t, run in runs.items()]
        worth = case.brute.judge(runs) if runs else None
        if runs:
            assert (check_routes(case.view, case.company, routes) is None) == (worth is not None)
        if worth is not None:
            assert revenue(case.view, case.company, routes) == worth
        for route in routes:
            spoilt = spoil(case.rng, route.path, sorted(legal[route.train]))
            refused = check_route(case.view, case.company, Route(route.train, spoilt))
            assert (refused is None) == (spoilt in legal[route.train])


@pytest.mark.parametrize("batch", range(POSITIONS // BATCH))
def test_routes_of_1862_agree_with_brute_force(batch):
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        case = Case(seed)
        check_best(case)
        check_alternatives(case)
        check_duty(case)
        check_by_hand(case)


def test_freight_trains_that_repeat_the_best_run_earn_its_bonus_again():
    check_best(Case(32796))
