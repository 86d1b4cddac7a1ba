"""What a company can reach, and the steps from which a route search is built.

Track is walked in a direction: a walker stands on a stop, or comes into a hex over one of its sides. A route
uses a hex side or a stop once only, so it never turns back on its own track. It may enter but not pass an
off-board area, or a city that is full of other companies' markers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.faces import OFFBOARD, STOP, End
from engine.board.hexmap import Place

Side = tuple[str, int]
Node = tuple[str, End]
# Steps of the exact search in one call of ``reach``, see Walk.
SEARCH_STEPS = 50_000


@dataclass(frozen=True)
class Reach:
    """What routes of a company get to.

    starts: the stops where routes begin. stops: (coord, stop) got to, those that block included.
    inbound: hex sides over which a route comes into a hex, which may be empty there.
    """

    starts: frozenset[Place] = frozenset()
    stops: frozenset[Place] = frozenset()
    inbound: frozenset[Side] = frozenset()

    @property
    def hexes(self) -> frozenset[str]:
        """Hexes that hold a start, or into which a route leads."""
        return frozenset(coord for coord, _ in self.inbound) | frozenset(coord for coord, _ in self.starts)


def far_side(board: Board, coord: str, edge: int) -> Side | None:
    """The same hex side as the neighbour names it, whether or not track goes on there; None off the map."""
    other = board.hexmap.neighbour(coord, edge)
    return None if other is None else (other, opposite(edge))


def passable(board: Board, coord: str, index: int, company: str | None) -> bool:
    """Whether a route of the company may go through a stop (it may always end there)."""
    if board.stop(coord, index).kind == OFFBOARD:
        return False
    return not board.blocks(coord, index, company)


def steps_from(board: Board, company: str | None, node: Node, starting: bool = False) -> Iterator[Node]:
    """Nodes that a walker of the company gets to next.

    A node is a stop (coord, STOP + i), or (coord, edge) for coming into the hex over that side. ``starting``
    lets the walker leave a stop that it could not pass. Whether a route used a node before is the caller's
    concern.
    """
    coord, end = node
    if end >= STOP and not starting and not passable(board, coord, end - STOP, company):
        return
    spot = board.hexmap[coord]
    for other in board.face(coord).ends_from(end):
        if other >= STOP:
            yield coord, other
        elif other not in spot.impassable and (beyond := spot.neighbours[other]):
            yield beyond, opposite(other)


def next_stops(
    board: Board, company: str | None, start: Place, kinds: Collection[str], most_sides: int | None = None
) -> Iterator[Place]:
    """The stops of these kinds that come next on routes from a stop, within so many hex sides."""
    begin: Node = (start[0], STOP + start[1])
    walks = [(begin, frozenset({begin}), 0)]
    for node, used, sides in walks:
        for after in steps_from(board, company, node, node == begin):
            coord, end = after
            once = after if end >= STOP else min(after, far_side(board, coord, end) or after)
            crossed = sides + (end < STOP)
            if once in used or (most_sides is not None and crossed > most_sides):
                continue
            if end >= STOP and board.stop(coord, end - STOP).kind in kinds:
                yield coord, end - STOP
            else:
                walks.append((after, used | {once}, crossed))


def reach(board: Board, company: str | None, starts: Iterable[Place]) -> Reach:
    """Everything to which a route of the company from one of the starts (coord, stop index) can lead.

    Company None ignores all markers. A start can be left even where the company could not pass.
    """
    places = frozenset(starts)
    return board.remember(("reach", company, places), lambda: _reach(board, company, places))


def _reach(board: Board, company: str | None, places: frozenset[Place]) -> Reach:
    walk = Walk(board, company, tuple(sorted((coord, STOP + index) for coord, index in places)))
    found = walk.legal_nodes()
    inbound = frozenset(node for node in found if node[1] < STOP)
    return Reach(
        starts=places,
        stops=frozenset((coord, end - STOP) for coord, end in found if end >= STOP),
        inbound=inbound,
    )


@dataclass
class Walk:
    """Search for the nodes that lie on a legal route from the starts.

    A breadth-first search that keeps one route to every node finds nearly all. What lies behind a loop from
    which another way than the way in may lead on is left to an exact search.
    """

    board: Board
    company: str | None
    starts: tuple[Node, ...]
    _bits: dict[Node, int] = field(default_factory=dict)
    _onward: dict[Node, tuple[tuple[Node, int], ...]] = field(default_factory=dict)

    def legal_nodes(self) -> set[Node]:
        """Nodes on some route that uses no stop and no hex side twice."""
        behind_loops = self.possible - self.sure
        return self.sure | self._exact(behind_loops) if behind_loops else self.sure

    @cached_property
    def sure(self) -> set[Node]:
        """Legal nodes that are found at once: nearly all."""
        return self._simple()

    @cached_property
    def possible(self) -> set[Node]:
        """All legal nodes, and perhaps some behind loops that are not."""
        return self.sure | self._arguable()

    def onward(self, node: Node) -> tuple[tuple[Node, int], ...]:
        """Next nodes and their bits, remembered."""
        found = self._onward.get(node)
        if found is None:
            steps = self.steps(node, node in self.starts)
            found = self._onward[node] = tuple((after, self.bit(after)) for after in steps)
        return found

    def steps(self, node: Node, starting: bool) -> Iterator[Node]:
        """Next nodes; ``starting`` at the beginning of a route."""
        return steps_from(self.board, self.company, node, starting)

    def bit(self, node: Node) -> int:
        """One bit for what a route uses once: a stop, or a hex side whichever way it is crossed."""
        found = self._bits.get(node)
        if found is None:
            found = 1 << len(self._bits)
            self._bits[node] = found
            coord, end = node
            if end < STOP and (beyond := far_side(self.board, coord, end)):
                self._bits[beyond] = found
        return found

    def _simple(self) -> set[Node]:
        found = set(self.starts)
        queue = [(node, self.bit(node)) for node in self.starts]
        for node, used in queue:
            for after, bit in self.onward(node):
                if after not in found and not used & bit:
                    found.add(after)
                    queue.append((after, used | bit))
        return found

    def _arguable(self) -> set[Node]:
        """Nodes to which some walk leads without need to use the same stop or side twice.

        ``must`` holds what all walks to a node use before it. A node that is among that itself is behind a
        loop from which the only way back is the way in.
        """
        must = dict.fromkeys(self.starts, 0)
        queue = list(self.starts)
        for node in queue:
            used, bit = must[node], self.bit(node)
            if used & bit:
                continue
            for after, _ in self.onward(node):
                before = must.get(after)
                now = used | bit if before is None else before & (used | bit)
                if now != before:
                    must[after] = now
                    queue.append(after)
        return {node for node, used in must.items() if not used & self.bit(node)}

    def _exact(self, targets: set[Node]) -> set[Node]:
        """Those targets to which some route leads; where the search ends early, the rest are granted."""
        missing = set(targets)
        useful = self._leading_to(targets)
        stack = [(node, self.bit(node)) for node in reversed(self.starts) if node in useful]
        for _ in range(SEARCH_STEPS):
            if not stack or not missing:
                return targets - missing
            node, used = stack.pop()
            missing.discard(node)
            for after, bit in self.onward(node):
                if after in useful and not used & bit:
                    stack.append((after, used | bit))
        return set(targets)

    def _leading_to(self, targets: set[Node]) -> set[Node]:
        before: dict[Node, list[Node]] = {}
        for node, onward in self._onward.items():
            for after, _ in onward:
                before.setdefault(after, []).append(node)
        found = set(targets)
        queue = list(targets)
        for node in queue:
            for earlier in before.get(node, ()):
                if earlier not in found:
                    found.add(earlier)
                    queue.append(earlier)
        return found
