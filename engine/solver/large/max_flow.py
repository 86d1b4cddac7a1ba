"""What can flow from one node to another, compiled.

A flow net has edges in pairs: 2k and 2k + 1 are the two ways along one line, ``heads`` where they lead,
``rest`` how much more may flow. ``order`` lists the edges by the node where they begin, from ``first[node]``.
``came`` gets, by node, the edge by which it was reached plus one, -1 for the start and 0 for the others; the
second half of it is scratch.
"""

from __future__ import annotations

from engine.solver.compiled import Ints, compiled


@compiled
def reach(first: Ints, order: Ints, heads: Ints, rest: Ints, start: int, goal: int, came: Ints) -> bool:
    """Whether more may flow from start to goal; if not, ``came`` marks all nodes that it may flow to."""
    queue = len(came) // 2
    for node in range(queue):
        came[node] = 0
    came[start], came[queue] = -1, start
    done, count = queue, queue + 1
    while done < count:
        node = came[done]
        done += 1
        for i in range(first[node], first[node + 1]):
            edge = order[i]
            there = heads[edge]
            if rest[edge] > 0 and came[there] == 0:
                came[there] = edge + 1
                if there == goal:
                    return True
                came[count] = there
                count += 1
    return False


@compiled
def push(
    first: Ints,
    order: Ints,
    heads: Ints,
    rest: Ints,
    start: int,
    goal: int,
    wanted: int,
    came: Ints,
) -> int:
    """Let as much flow as can, up to ``wanted``; how much."""
    total = 0
    while total < wanted and reach(first, order, heads, rest, start, goal, came):
        least, node = wanted - total, goal
        while node != start:
            least = min(least, rest[came[node] - 1])
            node = heads[came[node] - 1 ^ 1]
        node = goal
        while node != start:
            edge = came[node] - 1
            rest[edge] -= least
            rest[edge ^ 1] += least
            node = heads[edge ^ 1]
        total += least
    return total


@compiled
def spread(first: Ints, near: Ints, barred: Ints, start: int, part: Ints, queue: Ints) -> None:
    """Mark in ``part`` what hangs together with a node without nodes that are ``barred``."""
    for node in range(len(part)):
        part[node] = 0
    part[start], queue[0] = 1, start
    done, count = 0, 1
    while done < count:
        node = queue[done]
        done += 1
        for i in range(first[node], first[node + 1]):
            there = near[i]
            if part[there] == 0 and barred[there] == 0:
                part[there] = 1
                queue[count] = there
                count += 1
