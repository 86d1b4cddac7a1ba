"""Prices of track from the start: the search against brute force, and its bounds when it is cut short."""

from __future__ import annotations

import pytest

from engine.routes.suggest import best_routes
from engine.solver.exact import sets
from engine.solver.exact.pricing import Pricing
from tests.engine.routes import test_routes_brute as ez
from tests.engine.routes import test_routes_seas_brute as seas
from tests.positions26 import US as CORPORATION
from tests.seas import US as COMPANY
from tests.titles.g1826 import test_1826_routes_brute as french

FEW = 3
SEEDS = range(7000, 7045)


def after(limit):
    """Says stop once it was asked so often."""
    asked = iter(range(limit))
    return lambda: next(asked, None) is None


@pytest.fixture
def rounds(monkeypatch):
    """How often prices were tuned."""
    counted = []
    tune = Pricing.improve

    def improve(self, packing, tables):
        tune(self, packing, tables)
        counted.append(bool(self.limits))

    monkeypatch.setattr(sets, "FEW", FEW)
    monkeypatch.setattr(Pricing, "improve", improve)
    return counted


@pytest.mark.parametrize("title", [ez, french])
def test_routes_at_prices_agree_with_brute_force(rounds, title):
    for seed in SEEDS:
        case = title.Case(seed)
        title.check_best(case)
        title.check_ranking(case)
    assert sum(rounds) > len(SEEDS) // 2


def test_a_search_that_is_cut_short_has_a_bound_that_holds(rounds):
    cut = 0
    for seed in SEEDS:
        case = french.Case(seed)
        best = best_routes(case.view, CORPORATION)
        for limit in (0, 1, 3, 6):
            found = best_routes(case.view, CORPORATION, after(limit))
            assert found.revenue <= best.revenue <= found.bound
            assert bool(found.routes) == bool(best.routes)
            cut += not found.proven
    assert cut


def test_when_time_was_up_before_it_began_there_are_routes_all_the_same():
    some = 0
    for seed in SEEDS:
        case = seas.Case(seed)
        best = best_routes(case.view, COMPANY)
        found = best_routes(case.view, COMPANY, lambda: True)
        assert found.revenue <= best.revenue <= found.bound
        assert bool(found.routes) == bool(best.routes)
        some += bool(found.routes) and not found.proven
    assert some
