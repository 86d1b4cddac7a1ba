"""The search on large networks with all that titles have: water, gates, markers, reliefs, next best sets.

On small made-up maps it is held against the search of all routes, and what it offers against the plain rules;
on the largest map it has to keep its time.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.routes.planning import ask
from engine.routes.policy import check_routes, policy_of, revenue
from engine.routes.suggest import alternatives, best_earning, best_routes
from engine.solver import routing
from engine.solver.large import rough
from engine.solver.large.rough import rough_set
from engine.solver.large.sorts import sorted_out
from engine.solver.problem import Pay, Problem
from engine.solver.routing import Answer, best_sets
from tests.bench.large_boards import large_map
from tests.bench.large_seas import sea_position
from tests.engine.board.exactly import exact, never
from tests.seas import US, random_position

search = pytest.importorskip("engine.solver.large.search")
POSITIONS, BATCH = 60, 20
LEAST_EQUAL = 0.8


@pytest.fixture
def everywhere(monkeypatch):
    """No network is too small, and little is tried."""
    monkeypatch.setattr(rough, "LIVE", 0)
    monkeypatch.setattr(search, "PATIENCE", 2500)
    monkeypatch.setattr(search, "MORE_PORTIONS", 4)


@pytest.fixture
def alone(everywhere, monkeypatch):
    """What is offered is what the search on large networks knows."""
    every = routing._sets

    def rough_only(problem, count):
        found = rough_set(problem, count)
        if found is None:
            assert not any(kind.anchors for kind in problem.kinds)
            return every(problem, count)
        return Answer(found.solutions, False, found.bound)

    monkeypatch.setattr(routing, "_sets", rough_only)


def problem_of(seed: int) -> Problem:
    return ask(random_position(Random(seed)), US, never).problem


@pytest.mark.parametrize("batch", range(POSITIONS // BATCH))
def test_it_finds_most_of_the_best_sets_and_its_bound_is_never_too_low(everywhere, monkeypatch, batch):
    equal = total = 0
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        problem = problem_of(seed)
        found = rough_set(problem)
        if found is None:
            assert not any(kind.anchors for kind in problem.kinds)
            continue
        best = exact(problem, monkeypatch)
        assert found.value <= best <= found.bound
        equal += found.value == best
        total += 1
    assert total > BATCH // 2
    assert equal >= LEAST_EQUAL * total


@pytest.mark.parametrize("batch", range(2))
def test_what_it_offers_is_legal_and_earns_what_it_says(alone, batch):
    for seed in range(100 + batch * BATCH, 100 + (batch + 1) * BATCH):
        view = random_position(Random(seed))
        offered = [best_routes(view, US), *alternatives(view, US, 2)]
        for each in offered:
            assert check_routes(view, US, each.routes) is None
            assert revenue(view, US, each.routes) == each.revenue <= each.bound
        earned = [each.revenue for each in offered[1:]]
        assert earned == sorted(earned, reverse=True)
        visits = [{stops_of(view, route) for route in each.routes} for each in offered[1:]]
        assert all(one != other for i, one in enumerate(visits) for other in visits[:i])


def stops_of(view, route):
    """The hexes with stops on the way of a route."""
    faces = view.board().face
    return frozenset(
        (coord, end)
        for coord, *ends in route.path
        for end in ends
        if end >= 6 and faces(coord).stops[end - 6].kind != "junction"
    )


def test_what_it_finds_is_finished_by_the_search_of_all_routes(everywhere, monkeypatch):
    for seed in range(20):
        problem = problem_of(seed)
        for count in (1, 3):
            found = rough_set(problem, count)
            if found is None:
                continue
            known = found.solutions
            answer = routing._exact(problem, count, known)
            assert answer.proven
            assert answer.value == answer.bound == exact(problem, monkeypatch)
            assert len(answer.solutions) >= min(count, len(known))


def test_a_small_stop_that_is_worth_more_takes_the_place_of_a_large_one(everywhere, monkeypatch):
    """The bound counts it too."""
    low = 0
    for seed in range(40):
        problem = problem_of(seed)
        kinds = [kind for kind in problem.kinds if kind.pay is None and not kind.hexes and kind.anchors]
        if not kinds:
            continue
        kind = kinds[0]
        small = frozenset(node for node in range(len(kind.values)) if node not in kind.anchors)
        values = tuple(90 if node in small else 10 for node in range(len(kind.values)))
        other = replace(kind, values=values, pay=Pay(small, 0, fill=True, lesser=values), must=())
        one = Problem((other,), (0,), never)
        found, best = rough_set(one), exact(one, monkeypatch)
        assert found is not None
        assert found.value <= best <= found.bound
        low += best > 20
    assert low > 3


def test_sorts_of_trains_are_those_that_run_alike():
    problem = next(p for p in map(problem_of, range(99)) if len(p.plans) > 4)
    sorts = sorted_out(problem.kinds, problem.plans)
    named = {number for plan in problem.plans for number in plan}
    assert sorted(number for sort in sorts for number in sort.kinds) == sorted(named)
    for sort in sorts:
        for kind in sort.kinds.values():
            assert kind.graph is sort.wish.graph
            assert kind.values == sort.wish.values
            assert kind.reach <= sort.wish.reach
        assert sort.count == max(sum(n in sort.kinds for n in plan) for plan in problem.plans)


def test_a_bonus_that_must_be_earned_is_sought(alone, monkeypatch):
    found = 0
    for seed in range(60, 100):
        view = random_position(Random(seed))
        for bonus in policy_of(view).extras(view, US).bonuses[:1]:
            got = best_earning(view, US, bonus.name)
            if got is not None:
                found += 1
                assert check_routes(view, US, got.routes) is None
                assert revenue(view, US, got.routes) == got.revenue
    assert found > 3


def test_on_the_largest_map_it_keeps_its_time_with_water_and_many_ways_to_use_trains():
    view = sea_position(large_map(), 1, 0.98, ("8+8", "5D"))
    looks = iter(range(10**9))
    problem = ask(view, US, lambda: next(looks) > 200).problem
    assert len(problem.plans) > 20
    assert any(bonus.amount == 100 and bonus.required for kind in problem.kinds for bonus in kind.bonuses)
    answer = best_sets(problem)
    assert next(looks) < 250
    assert not answer.proven
    assert 1500 < answer.value <= answer.bound < 3000
