"""Parts of the map that a flow visits more than it comes there: what a route in one piece does not do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

SOURCE = -1
BLUNT, SHARP = 0.02, 1e-7
"""How much a cut must be broken to be of use, and what is as good as nothing."""
Ways = dict[int, dict[int, float]]


@dataclass(frozen=True)
class Flow:
    """What flows from node to node, what begins at stops, and how much each stop is visited."""

    ways: Ways
    begin: dict[int, float]
    visits: dict[int, float]


def broken(flow: Flow) -> Iterator[tuple[frozenset[int], int]]:
    """Parts of the map with a stop in each that is visited more than all that comes into the part."""
    ways = {SOURCE: flow.begin, **flow.ways}
    done: set[int] = set()
    for stop in sorted(flow.visits, key=lambda node: (-flow.visits[node], node)):
        wanted = flow.visits[stop]
        if wanted < BLUNT:
            return
        if stop in done:
            continue
        left = {node: dict(here) for node, here in ways.items()}
        if _pushed(left, stop, wanted) < wanted - BLUNT:
            part = _behind(left, stop)
            done |= part
            yield part, stop


def _pushed(left: Ways, goal: int, wanted: float) -> float:
    """How much comes from the source to the goal; ``left`` becomes what may still flow."""
    total = 0.0
    while total < wanted - SHARP:
        came = _way(left, goal)
        if goal not in came:
            break
        steps = []
        node = goal
        while node != SOURCE:
            steps.append((came[node], node))
            node = came[node]
        least = min(left[a][b] for a, b in steps)
        for a, b in steps:
            left[a][b] -= least
            back = left.setdefault(b, {})
            back[a] = back.get(a, 0.0) + least
        total += least
    return total


def _way(left: Ways, goal: int) -> dict[int, int]:
    """The nodes on the way from the source, with the one that each was come to from."""
    came, queue = {SOURCE: SOURCE}, [SOURCE]
    for node in queue:
        for other, rest in left.get(node, {}).items():
            if rest > SHARP and other not in came:
                came[other] = node
                if other == goal:
                    return came
                queue.append(other)
    return came


def _behind(left: Ways, goal: int) -> frozenset[int]:
    """The nodes from which more could flow to the goal: the least part that is cut off."""
    into: dict[int, list[int]] = {}
    for node, here in left.items():
        for other, rest in here.items():
            if rest > SHARP:
                into.setdefault(other, []).append(node)
    part, queue = {goal}, [goal]
    for node in queue:
        fresh = [other for other in into.get(node, ()) if other not in part]
        part.update(fresh)
        queue += fresh
    return frozenset(part)
