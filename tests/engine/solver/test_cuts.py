"""The cuts of the linear program: every set of routes keeps to them, and they bring the bound down."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.solver.large.network import Network
from tests.bench.large_boards import large_board, large_map, train_kind

numpy = pytest.importorskip("numpy")
relaxing = pytest.importorskip("engine.solver.large.relaxation")


@pytest.fixture(scope="module")
def hexmap():
    return large_map()


def walk(rng: Random, network: Network, group, shut: set[int]) -> list[int]:
    """Lines of a random route that visits an anchor and uses no track that is shut; empty if it failed."""
    layer = network.layer(group.kind)
    anchors = {layer.numbers[node] for node in group.kind.anchors}
    start = rng.choice(sorted(anchors if rng.random() < 0.4 else group.visit))
    used, spots, route, here = set(shut), {network.spots[start]}, list[int](), start
    for _ in range(rng.randint(1, 60)):
        ways = [
            i
            for i in network.out_of[here]
            if used.isdisjoint(network.lines[i].own)
            and network.spots[network.lines[i].to] not in spots - {-1}
        ]
        if not ways or (network.ends[here] and route):
            break
        line = network.lines[rng.choice(ways)]
        route.append(network.lines.index(line))
        used.update(line.own)
        here = line.to
        spots.add(network.spots[here])
    while route and network.spots[network.lines[route[-1]].to] < 0:
        route.pop()
    visited = {start, *(network.lines[i].to for i in route)}
    return route if visited & anchors else []


def routes(rng: Random, network: Network, relaxation) -> list[float]:
    """The values of the program for random routes that keep apart."""
    point = [0.0] * len(relaxation.program.gains)
    shut: set[int] = set()
    for group in relaxation.groups:
        for _ in range(group.count):
            route = walk(rng, network, group, set() if group.kind.shares else shut)
            if not route:
                continue
            nodes = [network.lines[route[0]].source, *(network.lines[i].to for i in route)]
            point[group.runs] += 1
            point[group.begin[nodes[0]]] += 1
            point[group.end[nodes[-1]]] += 1
            for line in route:
                point[group.flow[line]] += 1
            for node in {node for node in nodes if node in group.visit}:
                point[group.visit[node]] += 1
            if not group.kind.shares:
                shut.update(bit for i in route for bit in network.lines[i].track)
    return point


def relaxed(hexmap, seed: int) -> tuple[Network, Any]:
    """Some trains on a board with little track or much; the first kind may share its track."""
    rng = Random(seed)
    board = large_board(hexmap, seed, rng.choice((0.4, 0.6, 0.75, 0.98)))
    kinds = [train_kind(board, name) for name in rng.sample(("5D", "3+3", "6+6", "4D"), rng.randint(1, 2))]
    kinds[0] = replace(kinds[0], shares=rng.random() < 0.2)
    return Network(kinds), relaxing.Relaxation(Network(kinds), [(kind, rng.randint(1, 2)) for kind in kinds])


@pytest.mark.parametrize("seed", range(8))
def test_routes_keep_to_all_cuts(hexmap, seed):
    rng = Random(seed)
    network, relaxation = relaxed(hexmap, seed)
    points = numpy.array([point for _ in range(40) if any(point := routes(rng, network, relaxation))])
    assert len(points) > 10
    found = 0
    for _ in range(4):
        assert relaxation.solve()
        for cut in relaxation.cuts():
            found += 1
            assert cut.broken(relaxation.point) > 0
            assert (points[:, cut.columns] @ cut.shares).min() >= cut.least
        relaxation.tighten()
    assert found


def test_cuts_bring_the_bound_down_to_the_best(hexmap):
    kind = train_kind(large_board(hexmap, 1, 0.5), "5D")
    relaxation = relaxing.Relaxation(Network([kind]), [(kind, 1)])
    bounds = []
    for _ in range(30):
        assert relaxation.solve()
        bounds.append(relaxation.program.bound())
        if not relaxation.tighten():
            break
    assert bounds[0] > 700
    assert bounds[-1] == 600
