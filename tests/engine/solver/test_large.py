"""The search on large networks: against all routes on small ones, its bound, and what it leaves to others."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from itertools import combinations
from random import Random

import pytest

from engine.routes.tracks import track_graph
from engine.solver.graph import TrackGraph
from engine.solver.large import rough
from engine.solver.large.rough import rough_set
from engine.solver.problem import Bonus, Kind, Pay, Problem
from engine.solver.routing import best_sets
from tests.bench.large_boards import COMPANY, large_board, large_map, train_kind
from tests.engine.board.exactly import exact, never

program = pytest.importorskip("engine.solver.large.program")


@pytest.fixture(scope="module")
def hexmap():
    return large_map()


@pytest.fixture
def everywhere(monkeypatch):
    """No network is too small."""
    monkeypatch.setattr(rough, "LIVE", 0)


def random_kind(rng: Random, graph: TrackGraph, base: Kind) -> Kind:
    """A kind of train with some of all that there is."""
    stops = range(len(graph.stops))
    kind = replace(base, reach=rng.randint(2, 4), fewest=rng.choice((2, 2, 3)), pay=None)
    small = base.pay.small if base.pay else frozenset[int]()
    way = rng.randrange(6)
    if way < 3:
        kind = replace(kind, pay=Pay(small, rng.randint(0, 3), fill=rng.random() < 0.6))
    elif way == 3:
        kind = replace(kind, pay=Pay(most=rng.randint(1, 3)))
    elif way == 4:
        kind = replace(kind, hexes=True, reach=rng.randint(2, 6))
    if rng.random() < 0.2:
        groups = tuple(frozenset(rng.sample(stops, 30)) for _ in range(2))
        kind = replace(kind, bonuses=(Bonus(100, groups),), base=30)
    if rng.random() < 0.2:
        kind = replace(kind, must=(frozenset(rng.sample(stops, len(stops) // 2)),))
    return replace(kind, shares=rng.random() < 0.15, alone=rng.random() < 0.1)


def random_problem(hexmap, seed: int) -> Problem:
    """A small network of a large map and up to three trains."""
    rng = Random(seed)
    base = train_kind(large_board(hexmap, seed, rng.choice((0.2, 0.3, 0.36))), "3+3")
    base = replace(base, anchors=tuple(sorted(rng.sample(base.anchors, rng.randint(1, 4)))))
    kinds = tuple(random_kind(rng, base.graph, base) for _ in range(rng.randint(1, 2)))
    trains = tuple(rng.randrange(len(kinds)) for _ in range(rng.randint(1, 3)))
    return Problem(kinds, trains, never)


@pytest.mark.parametrize("seed", range(30))
def test_small_networks(everywhere, monkeypatch, hexmap, seed):
    problem = random_problem(hexmap, seed)
    best = exact(problem, monkeypatch)
    found = rough_set(problem)
    assert found is not None
    assert found.value <= best <= found.bound
    assert sum(route.value for route in found.solutions[0].routes if route) == found.value
    answer = best_sets(problem)
    assert answer.proven
    assert answer.value == answer.bound == best


def test_routes_are_whole_and_keep_apart(everywhere, hexmap):
    kind = train_kind(large_board(hexmap, 2, 0.5), "4+4")
    found = rough_set(Problem((kind,), (0, 0), never))
    assert found is not None
    graph = kind.graph
    for route in found.solutions[0].routes:
        assert route is not None
        for (_, _, end), (_, start, _) in zip(route.path, route.path[1:], strict=False):
            assert (end < 6) == (start < 6)
        assert len(set(route.path)) == len(route.path)
        visited = [node for node, bit in enumerate(graph.stop_bits) if route.bits & bit]
        assert set(visited) & set(kind.anchors)
    for one, two in combinations(found.solutions[0].routes, 2):
        assert one is not None
        assert two is not None
        assert not (one.bits & two.bits) >> graph.track_shift


def test_the_same_answer_each_time(everywhere, hexmap):
    kind = train_kind(large_board(hexmap, 4, 0.5), "5+5")
    first, second = (rough_set(Problem((kind,), (0, 0), never)) for _ in range(2))
    assert first == second


def test_told_to_stop_it_says_what_it_has(hexmap):
    kind = train_kind(large_board(hexmap, 1, 0.98), "8+8")
    looks = iter(range(10**9))
    answer = best_sets(Problem((kind,), (0, 0), lambda: next(looks) > 20))
    assert not answer.proven
    assert 0 < answer.value < answer.bound
    every = sum(kind.values)
    assert answer.bound < 2 * every


def test_small_networks_and_missing_packages_are_left_to_the_search_of_all_routes(monkeypatch, hexmap):
    kind = train_kind(large_board(hexmap, 1, 0.3), "3+3")
    problem = Problem((kind,), (0,), never)
    assert rough_set(problem) is None
    monkeypatch.setattr(rough, "LIVE", 0)
    assert rough_set(problem) is not None
    monkeypatch.setattr(rough, "is_ready", lambda: False)
    assert rough_set(problem) is None
    assert best_sets(problem).proven


def test_without_trains_or_stations_there_is_nothing_to_search(everywhere, hexmap):
    kind = train_kind(large_board(hexmap, 1, 0.3), "3+3")
    assert rough_set(Problem((kind,), (), never)) is None
    assert rough_set(Problem((replace(kind, anchors=()),), (0,), never)) is None


def test_the_bound_of_a_program_is_never_below_its_optimum():
    for seed in range(40):
        rng = Random(seed)
        made = program.Program()
        columns = [made.column(rng.randint(-3, 9), 1, rng.randint(0, 3)) for _ in range(8)]
        rows = [([(c, rng.randint(-1, 3)) for c in columns], rng.randint(1, 6)) for _ in range(5)]
        for terms, limit in rows:
            made.row(terms, limit)
        assert made.solve(0.01) is not None
        points = range(1 << len(columns))
        best = max(
            sum(gain for c, gain in enumerate(made.gains) if point >> c & 1)
            for point in points
            if all(sum(v for c, v in terms if point >> c & 1) <= limit for terms, limit in rows)
        )
        assert best <= made.bound() <= best + 9


def test_the_graph_of_the_largest_board(hexmap):
    board = large_board(hexmap, 1, 0.98)
    graph = track_graph(board, COMPANY, ("city", "town", "offboard"), False)
    assert len(graph.names) > 650
    assert len(graph.stops) > 200


def test_the_kernels_are_made_ready():
    assert import_module("engine.solver.large.warm").DONE
