"""What a company can reach by track and over water, and the least that the water on the way costs.

The routes are those of a train without a limit: it rides ferries, and sails from port to port over sea zones
that adjoin. To come to a stop or a sea zone again leads nowhere that the first time did not, so each is used
once here, whatever a title says of trains. Nodes are those of `engine.board.network`, and more: see below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.faces import JUNCTION, OFFBOARD, STOP, End
from engine.board.hexmap import Place
from engine.board.network import SEARCH_STEPS, Node, Reach, Walk
from engine.board.terms import PLAIN, Terms
from engine.board.waters import WATER, Ferry, may_embark

# A walker in a sea zone is at (zone, WATER). What is added to an end: come ashore by the port of a side; come
# to a stop through one of `Terms.gates`, or of its bars.
LANDED, GATED, BARRED = 16, 32, 64
_END = 15


@dataclass(frozen=True)
class Fares:
    """What water costs, in the title's currency: for a sea zone, for each of a ferry's number.

    ``free`` of these units cost nothing, on the zones and ferries of ``area`` (names).
    """

    zone: int = 0
    ferry: int = 0
    free: int = 0
    area: frozenset[str] = frozenset()


NO_FARES = Fares()

Bills = Sequence[Sequence[tuple[int, int]]]
"""The ways to pay, each as the amount and the free units left, by the number of free units before."""

Tolled = tuple[Node, int, Ferry | None, Bills | None]
"""A step: the node, its bit, the ferry that it rides and, if it costs anything, how that may be paid."""


@dataclass(frozen=True)
class Voyage:
    """What is reached, and what must be paid to get to a node (only those that cost anything)."""

    whole: Reach
    fees: Mapping[Node, int] = field(default_factory=dict)

    def fee(self, place: Place) -> int:
        """The least that the water on the way to a stop costs."""
        return self.fees.get((place[0], STOP + place[1]), 0)

    def ways_to(self, coord: str) -> list[tuple[int, Reach]]:
        """The amounts for which one gets to a hex, from the least, each with the ways in for no more."""
        ways = self._dear.get(coord)
        if ways is None:
            return [(0, self.whole)]
        prices = sorted({price for price, _ in ways})
        return [(most, _ways_in(node for price, node in ways if price <= most)) for most in prices]

    @cached_property
    def _dear(self) -> Mapping[str, list[tuple[int, Node]]]:
        """All ways into the hexes to which one of them costs something."""
        into = [(coord, STOP + i) for coord, i in self.whole.starts]
        found: dict[str, list[tuple[int, Node]]] = {}
        for node in (*into, *self.whole.inbound):
            found.setdefault(node[0], []).append((self.fees.get(node, 0), node))
        return {coord: ways for coord, ways in found.items() if any(price for price, _ in ways)}


def _ways_in(nodes: Iterable[Node]) -> Reach:
    ways = list(nodes)
    return Reach(
        starts=frozenset((coord, end - STOP) for coord, end in ways if end >= STOP),
        inbound=frozenset(node for node in ways if node[1] < STOP),
    )


def voyage(
    board: Board,
    company: str,
    starts: Iterable[Place],
    terms: Terms = PLAIN,
    fares: Fares = NO_FARES,
    shut: frozenset[str] = frozenset(),
) -> Voyage:
    """Everything to which a route of the company from one of the starts can lead, and the fees on the way.

    Stops to which one comes without track, from an offshore port, are among the starts of what is reached.
    ``shut``: hexes whose track is not for the company.
    """
    places = frozenset(starts)
    key = company, places, terms, shut
    walk, found, whole = board.remember(("sailed", *key), lambda: _sailed(board, *key))
    if fares == NO_FARES:
        return Voyage(whole)
    return board.remember(("voyage", fares, *key), lambda: Voyage(whole, walk.fees(found, fares)))


@dataclass(frozen=True)
class VoyageBounds:
    """What is known of a voyage at once.

    reach: all that can be got to, and perhaps more. sure: what is got to for certain, with its fees.
    doubtful: the hexes of which that is not all.
    """

    reach: Reach
    sure: Voyage
    doubtful: frozenset[str]


def voyage_bounds(
    board: Board,
    company: str,
    starts: Iterable[Place],
    terms: Terms = PLAIN,
    fares: Fares = NO_FARES,
    shut: frozenset[str] = frozenset(),
) -> VoyageBounds:
    """What can be said of `voyage` without a search behind loops."""
    key = company, frozenset(starts), terms, shut
    return board.remember(("voyage bounds", fares, *key), lambda: _voyage_bounds(board, fares, *key))


def _voyage_bounds(
    board: Board, fares: Fares, company: str, places: frozenset[Place], terms: Terms, shut: frozenset[str]
) -> VoyageBounds:
    walk = _walk(board, company, places, terms, shut)
    reach = _reach_of(walk, places, walk.possible)
    least, doubtful = walk.plain_fees(walk.possible, fares)
    unsure = doubtful.keys() | (walk.possible - walk.sure)
    sure = Voyage(_reach_of(walk, places, walk.sure), _paid_at(least))
    return VoyageBounds(reach, sure, frozenset(coord for coord, _ in unsure))


def dry_ways(
    board: Board, company: str, starts: Iterable[Place], terms: Terms, shut: frozenset[str]
) -> Iterator[tuple[str, Reach]]:
    """Hex by hex what a route without water comes to, the nearest first, with the ways into the hex so far.

    All of it is legal and costs nothing; it is not all that is legal.
    """
    walk = _walk(board, company, frozenset(starts), terms, shut)
    begun = {(coord, end - STOP) for coord, end in walk.starts}
    into: dict[str, set[Node]] = {}
    for coord, _ in sorted(begun):
        yield coord, Reach(starts=frozenset(place for place in begun if place[0] == coord))
    for coord, end in walk.dry():
        into.setdefault(coord, set()).add((coord, end))
        here = frozenset(place for place in begun if place[0] == coord)
        yield coord, Reach(starts=here, inbound=frozenset(into[coord]))


def _walk(
    board: Board, company: str, places: frozenset[Place], terms: Terms, shut: frozenset[str]
) -> Sailing:
    begin = tuple(sorted((coord, STOP + index) for coord, index in places))
    key = ("walk", company, places, terms, shut)
    return board.remember(key, lambda: Sailing(board, company, begin, terms=terms, shut=shut))


def _sailed(
    board: Board, company: str, places: frozenset[Place], terms: Terms, shut: frozenset[str]
) -> tuple[Sailing, set[Node], Reach]:
    walk = _walk(board, company, places, terms, shut)
    found = walk.legal_nodes()
    return walk, found, _reach_of(walk, places, found)


def _reach_of(walk: Sailing, places: frozenset[Place], found: set[Node]) -> Reach:
    plain = {_plain(node) for node in found if node[1] != WATER}
    return Reach(
        starts=places | walk.landings(found),
        stops=frozenset((coord, end - STOP) for coord, end in plain if end >= STOP),
        inbound=frozenset(node for node in plain if node[1] < STOP),
    )


def _paid_at(least: Mapping[Node, int]) -> dict[Node, int]:
    """The fees of the nodes that cost anything, whichever way one comes to them."""
    paid: dict[Node, int] = {}
    for node, price in least.items():
        if node[1] != WATER:
            paid[_plain(node)] = min(price, paid.get(_plain(node), price))
    return {node: price for node, price in paid.items() if price}


def _plain(node: Node) -> Node:
    return node[0], node[1] & _END


@dataclass
class Sailing(Walk):
    """A search for the nodes on legal routes that knows the title's terms."""

    terms: Terms = PLAIN
    shut: frozenset[str] = frozenset()
    _trackless: set[Node] = field(default_factory=set)

    def steps(self, node: Node, starting: bool) -> Iterator[Node]:
        coord, end = node
        if end == WATER:
            yield from self._ashore(coord)
        elif coord not in self.shut:
            yield from self._by_track(node, starting)

    def _by_track(self, node: Node, starting: bool) -> Iterator[Node]:
        coord, end = node
        at, spot, bare = end & _END, self.board.hexmap[coord], end < STOP or end & LANDED
        if at >= STOP and (starting or self._passes(node, WATER)):
            yield from self._embarked(coord, None)
            if ferry := self.terms.waters.landings.get(coord):
                yield ferry
        for other in self.board.face(coord).ends_from(at):
            if other >= STOP:
                if bare or starting or self._passes(node, other):
                    yield coord, other + self._marked(coord, at)
            elif bare or starting or self._passes(node, other):
                if other not in spot.impassable and (beyond := spot.neighbours[other]):
                    yield beyond, opposite(other)
                yield from self._embarked(coord, other)
                if inland := self.terms.waters.landed((coord, other)):
                    yield from self._stops_of(inland)

    def _marked(self, coord: str, end: End) -> int:
        """How the walker has come to a stop."""
        if (coord, end) in self.terms.bars:
            return BARRED
        return GATED if (coord, end) in self.terms.gates else 0

    def _passes(self, node: Node, leaving: End) -> bool:
        """Whether the walker may go on from a stop to this end."""
        coord, end = node
        index = (end & _END) - STOP
        if self.board.stop(coord, index).kind == OFFBOARD or end & BARRED:
            return False
        if (coord, leaving) in self.terms.bars:
            return False
        gated = end & GATED or (coord, leaving) in self.terms.gates or (coord, index) in self.terms.unblocked
        return bool(gated) or not self.board.blocks(coord, index, self.company)

    def _embarked(self, coord: str, edge: int | None) -> Iterator[Node]:
        """The zones to which the ports of a side lead, or the offshore ports of the hex."""
        for port in self.terms.waters.ports_at(coord, edge):
            if may_embark(self.board, port, self.company or "", self.terms.harbours):
                yield port.zone, WATER

    def _ashore(self, zone: str) -> Iterator[Node]:
        """The zones and ports that a ship in a zone makes for."""
        waters = self.terms.waters
        for other in sorted(waters.zones[zone]):
            yield other, WATER
        for port in waters.ports_in(zone):
            if not may_embark(self.board, port, self.company or "", self.terms.harbours):
                continue
            if port.edge is not None:
                yield port.coord, port.edge + LANDED
            else:
                yield from self._stops_of(port.coord)

    def _stops_of(self, coord: str) -> Iterator[Node]:
        """The stops to which one comes without track: from an offshore port, or from such a ferry."""
        for i, stop in enumerate(self.board.face(coord).stops):
            if stop.kind != JUNCTION:
                self._trackless.add((coord, STOP + i))
                yield coord, STOP + i + self._marked(coord, WATER)

    def bit(self, node: Node) -> int:
        coord, end = node
        if end == WATER or end & LANDED:
            return self._bits.setdefault(node, 1 << len(self._bits))
        return super().bit((coord, end & _END))

    def dry(self) -> Iterator[Node]:
        """Hex sides over which routes come that meet no water, the nearest first."""
        found = set(self.starts)
        queue = [(node, self.bit(node)) for node in self.starts]
        for node, used in queue:
            for after, bit in self.onward(node):
                if after in found or used & bit or self._is_wet(after):
                    continue
                found.add(after)
                queue.append((after, used | bit))
                if after[1] < STOP:
                    yield after

    def _is_wet(self, node: Node) -> bool:
        return node[1] == WATER or bool(node[1] & LANDED) or node in self.terms.waters.by_side

    def landings(self, found: set[Node]) -> frozenset[Place]:
        """The stops among those found to which one comes without track."""
        plain = {_plain(node) for node in found if node[1] >= STOP}
        return frozenset((coord, end - STOP) for coord, end in self._trackless & plain)

    # --- fees --------------------------------------------------------------------------------------------

    def fees(self, found: set[Node], fares: Fares) -> dict[Node, int]:
        """The least to be paid on the way to each node that cannot be had for nothing.

        One route is kept for each node and what is paid to get there, as for the reach. Where a walk that may
        turn round on its way costs less, routes are tried one by one.
        """
        least, doubtful = self.plain_fees(found, fares)
        if doubtful:
            least |= self._tried(doubtful, least, fares)
        return _paid_at(least)

    def plain_fees(self, found: set[Node], fares: Fares) -> tuple[dict[Node, int], dict[Node, int]]:
        """What routes that are found at once cost, and bounds for the nodes to which others may cost less."""
        tolled: dict[Node, list[Tolled]] = {}
        least = self._cheapest(found, fares, tolled, True)
        bounds = self._cheapest(found, fares, tolled, False)
        return least, {node: bounds[node] for node in found if bounds.get(node) != least.get(node)}

    def _tried(self, bounds: dict[Node, int], known: dict[Node, int], fares: Fares) -> dict[Node, int]:
        """The least price of some nodes by trying routes; where the search ends early, the best so far."""
        missing, useful = dict(bounds), self._leading_to(set(bounds))
        onward = self._onward_in(useful)
        tolled = {node: [self._tolled(step, fares) for step in steps] for node, steps in onward.items()}
        best = {node: known[node] for node in bounds if node in known}
        ways: list[tuple[Node, Ferry | None, int, int, int]] = [
            (node, None, fares.free, self.bit(node), 0) for node in self.starts if node in useful
        ]
        for _ in range(SEARCH_STEPS):
            if not ways or not missing:
                break
            node, riding, free, used, price = ways.pop()
            if node in missing and price < best.get(node, price + 1):
                best[node] = price
                if price == missing[node]:
                    del missing[node]
            for after, bit, ferry, bills in tolled[node]:
                if used & bit:
                    continue
                if bills is None or ferry is riding is not None:
                    ways.append((after, riding if after[1] >= STOP else ferry, free, used | bit, price))
                else:
                    ways += [(after, ferry, left, used | bit, price + dearer) for dearer, left in bills[free]]
        return bounds | best

    def _tolled(self, step: tuple[Node, int], fares: Fares) -> Tolled:
        """A step with the ferry that it rides and, if it costs anything, how that may be paid."""
        node, bit = step
        if node[1] == WATER:
            return node, bit, None, _bills(1, fares.zone, node[0], fares)
        ferry = self.terms.waters.by_side.get(node)
        bills = None if ferry is None else _bills(ferry.number, fares.ferry, ferry.name, fares)
        return node, bit, ferry, bills

    def _cheapest(
        self, found: set[Node], fares: Fares, tolled: dict[Node, list[Tolled]], once: bool
    ) -> dict[Node, int]:
        """The least price of each node, cheapest first; ``once`` on routes that use no side or stop twice.

        ``tolled`` is filled with the steps from each node.
        """
        least: dict[Node, int] = {}
        freest: dict[tuple[Node, Ferry | None], int] = {}
        queues: dict[int, list[tuple[Node, Ferry | None, int, int]]] = {}
        queues[0] = [(node, None, fares.free, self.bit(node) if once else 0) for node in self.starts]
        while queues:
            price = min(queues)
            for node, riding, free, used in (queue := queues[price]):
                if free <= freest.get((node, riding), -1):
                    continue
                freest[node, riding] = free
                least.setdefault(node, price)
                if node not in tolled:
                    tolled[node] = [
                        self._tolled(step, fares) for step in self.onward(node) if step[0] in found
                    ]
                for after, bit, ferry, bills in tolled[node]:
                    if used & bit:
                        continue
                    passed = used | bit if once else 0
                    if bills is None or ferry is riding is not None:
                        queue.append((after, riding if after[1] >= STOP else ferry, free, passed))
                        continue
                    for dearer, left in bills[free]:
                        queues.setdefault(price + dearer, []).append((after, ferry, left, passed))
            del queues[price]
        return least


def _bills(units: int, each: int, name: str, fares: Fares) -> Bills:
    """The ways to pay for so many units, for each number of free units."""
    most = units if name in fares.area else 0
    return [
        [((units - used) * each, free - used) for used in range(min(most, free) + 1)]
        for free in range(fares.free + 1)
    ]
