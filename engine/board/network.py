"""What a company can reach, and the steps from which a route search is built.

Track is walked in a direction: a walker stands on a stop, or comes into a hex over one of its sides. A route
uses a hex side or a stop once only, so it never turns back on its own track. It may enter but not pass an
off-board area, or a city that is full of other companies' markers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from weakref import proxy

from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.faces import OFFBOARD, STOP, End, Face
from engine.board.hexmap import HexMap, Place

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


def steps_from(board: Board, company: str | None, node: Node, starting: bool = False) -> Sequence[Node]:
    """Nodes that a walker of the company gets to next.

    A node is a stop (coord, STOP + i), or (coord, edge) for coming into the hex over that side. ``starting``
    lets the walker leave a stop that it could not pass. Whether a route used a node before is the caller's
    concern.
    """
    coord, end = node
    if end >= STOP and not starting and not passable(board, coord, end - STOP, company):
        return ()
    return _track_from(board.hexmap, coord, board.face(coord), end)


@lru_cache(maxsize=1 << 16)
def _track_from(hexmap: HexMap, coord: str, face: Face, end: End) -> tuple[Node, ...]:
    """Where the track of a face leads from one of its ends, whatever lies elsewhere."""
    spot = hexmap[coord]
    onward = ((other, spot.neighbours[other] if other < STOP else coord) for other in face.ends_from(end))
    return tuple(
        (beyond, other if other >= STOP else opposite(other))
        for other, beyond in onward
        if beyond is not None and other not in spot.impassable
    )


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
    nodes = _walk(board, company, places).legal_nodes
    return board.remember(("reach", company, places), lambda: _reach(places, nodes()))


def ways_in(board: Board, company: str | None, starts: Iterable[Place]) -> Iterator[tuple[str, Reach]]:
    """The hexes of `reach`, each with one way into it, as they are found: nearly all, and nothing else."""
    walk = _walk(board, company, frozenset(starts))
    for coord, end in walk.early():
        if end < STOP:
            yield coord, Reach(inbound=frozenset({(coord, end)}))
        elif (coord, end) in walk.starts:
            yield coord, Reach(starts=frozenset({(coord, end - STOP)}))


def leads(board: Board, company: str | None, starts: Iterable[Place], goals: Collection[Place]) -> bool:
    """Whether `reach` gets to one of the goals, which is often seen without a search for the rest."""
    places = frozenset(starts)
    walk, nodes = _walk(board, company, places), {_node(goal) for goal in goals}
    if any(node in nodes for node in walk.early()):
        return True
    return not (nodes.isdisjoint(walk.possible) or reach(board, company, places).stops.isdisjoint(goals))


def _walk(board: Board, company: str | None, places: frozenset[Place]) -> Walk:
    """The walk, kept by the board; it does not hold the board, which is to go with its last user."""
    starts = tuple(sorted(map(_node, places)))
    return board.remember(("walk", company, places), lambda: Walk(proxy(board), company, starts))


def _node(place: Place) -> Node:
    return place[0], STOP + place[1]


def _reach(places: frozenset[Place], found: set[Node]) -> Reach:
    return Reach(
        starts=places,
        stops=frozenset((coord, end - STOP) for coord, end in found if end >= STOP),
        inbound=frozenset(node for node in found if node[1] < STOP),
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
    _followed: int = 0

    def legal_nodes(self) -> set[Node]:
        """Nodes on some route that uses no stop and no hex side twice."""
        behind_loops = self.possible - self.sure
        return self.sure | self._exact(behind_loops) if behind_loops else self.sure

    @cached_property
    def sure(self) -> set[Node]:
        """Legal nodes that are found at once: nearly all."""
        return set(self.early())

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

    def steps(self, node: Node, starting: bool) -> Iterable[Node]:
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

    def early(self) -> Iterator[Node]:
        """The nodes of ``sure``, nearest first; no more is searched than is asked for."""
        at = 0
        while at < len(self._queue):
            yield self._queue[at][0]
            at += 1
            while at == len(self._queue) and self._followed < at:
                self._follow(*self._queue[self._followed])

    @cached_property
    def _queue(self) -> list[tuple[Node, int]]:
        """The nodes found so far, each with what a route to it uses."""
        return [(node, self.bit(node)) for node in self.starts]

    @cached_property
    def _met(self) -> set[Node]:
        return set(self.starts)

    def _follow(self, node: Node, used: int) -> None:
        self._followed += 1
        for after, bit in self.onward(node):
            if after not in self._met and not used & bit:
                self._met.add(after)
                self._queue.append((after, used | bit))

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
        onward = self._onward_in(useful)
        stack = [(node, self.bit(node)) for node in reversed(self.starts) if node in useful]
        for _ in range(SEARCH_STEPS):
            if not stack or not missing:
                return targets - missing
            node, used = stack.pop()
            missing.discard(node)
            stack += [(after, used | bit) for after, bit in onward[node] if not used & bit]
        return set(targets)

    def _onward_in(self, useful: set[Node]) -> dict[Node, list[tuple[Node, int]]]:
        """For each useful node the steps to other useful ones, with their bits."""
        return {node: [step for step in self.onward(node) if step[0] in useful] for node in useful}

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
