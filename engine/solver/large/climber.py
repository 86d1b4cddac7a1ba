"""The local search over a network, in portions between which the caller may look at the clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from engine.solver.flat import Content, memory, starts
from engine.solver.graph import Arc
from engine.solver.large.earning import is_outdone
from engine.solver.large.local import memory as at
from engine.solver.large.local.climbing import climb, row_of, start
from engine.solver.large.local.kernels import IN_BAR, IN_GATE, OUT_BAR, OUT_GATE, hops
from engine.solver.large.network import Line, Network, size_of
from engine.solver.large.sorts import Sort
from engine.solver.problem import Bonus, Kind, Pay, Reduction

ROOM = 400
"""The most arcs of a route."""
PLENTY = 1 << 20
GUIDANCE = 7
"""How many times the greatest value, in sixteenths, a stop counts more that the bound wants wholly."""
COLD = 40
"""The greatest value is so many times the loss by a change that is taken in one of eight cases."""
EVERYTHING = Pay()


class Tracks(NamedTuple):
    """Routes as the local search has them: what they earn by its own count, the way to use the trains, and
    for each train of it where it begins (-1: it stays at home) and the lines it runs over.
    """

    money: int
    plan: int
    routes: tuple[tuple[int, list[int]], ...]


class Climber:
    """Looks for sets of routes that earn much.

    ``sorts`` are of the kinds, which ``plans`` name by number; ``others``: how many sets are kept besides the
    best one, each for stops of its own.
    """

    def __init__(
        self, network: Network, sorts: Sequence[Sort], plans: Sequence[Sequence[int]], others: int = 0
    ) -> None:
        kinds = {number: kind for sort in sorts for number, kind in sort.kinds.items()}
        order = {number: i for i, number in enumerate(sorted(kinds))}
        self._plans, self._nodes, self._trains = plans, len(network.nodes), max(map(len, plans))
        self._sets = at.OTHERS + others
        sort_of = [next(i for i, s in enumerate(sorts) if n in s.kinds) for n in order]
        each = [kinds[number] for number in order]
        padded = [[order[n] for n in plan] + [-1] * (self._trains - len(plan)) for plan in plans]
        content = {
            **_track(network),
            **_sorts(network, sorts),
            **_kinds(network, each, sort_of),
            **_bonuses(network, each),
            **_reductions(network, each),
            **self._numbers(network),
            at.PLANS: [n for row in padded for n in row],
        }
        self._memory = memory(at.HEAD, content, self._scratch(network, len(each)))
        hops(self._memory)
        self._top = max((max(kind.values, default=0) for kind in each), default=0)
        start(self._memory, 0)

    def guide(self, wanted: Sequence[Mapping[int, float]], favour: int = -1) -> None:
        """Prefer stops by number, for each sort, by how much (0 to 1) the bound wants them; and a plan."""
        m = self._memory
        m[at.FAVOUR] = favour
        for sort, stops in enumerate(wanted):
            for node in range(self._nodes):
                share = min(1.0, stops.get(node, 0.0))
                m[m[at.GUIDE] + sort * self._nodes + node] = int(share * self._top * GUIDANCE)

    def run(self, rounds: int, target: int) -> int:
        """Search on, until ``target`` is earned or so many rounds are done; what the best set earns."""
        return int(climb(self._memory, rounds, target, max(6, self._top // COLD)))

    def begin(self, plan: int) -> None:
        """Go on from an empty set in this way to use the trains."""
        self._memory[self._memory[at.MONEY]] = 0
        start(self._memory, plan)

    @property
    def best(self) -> Tracks:
        """The best set."""
        return self._saved(at.BEST)

    @property
    def others(self) -> list[Tracks]:
        """The other sets that are kept, best first."""
        return sorted(map(self._saved, range(at.OTHERS, self._sets)), key=lambda tracks: -tracks.money)

    def _saved(self, number: int) -> Tracks:
        m = self._memory
        plan, routes = int(m[m[at.SAVED_PLAN] + number]), []
        for train in range(len(self._plans[plan])):
            row = row_of(m, number) + train
            first = m[at.PATH] + row * ROOM
            lines = [int(m[first + i]) for i in range(m[m[at.LENGTH] + row])]
            routes.append((int(m[m[at.START] + row]), lines))
        return Tracks(int(m[m[at.SAVED_MONEY] + number]), plan, tuple(routes))

    def _numbers(self, network: Network) -> Content:
        bits, rng = _bits(network), Random(18)
        common = {bit for line in network.lines for bit in line.own} - {
            bit for line in network.lines for bit in line.track
        }
        return {
            at.ROOM: ROOM,
            at.BIT_COUNT: bits,
            at.TRAINS: self._trains,
            at.PLAN_COUNT: len(self._plans),
            at.SETS: self._sets,
            at.FAVOUR: -1,
            at.COMMON: [int(bit - _shift(network) in common) for bit in range(bits)],
            at.RANDOM: [20_241_121],
            at.SALT: [rng.getrandbits(60) for _ in range(_shift(network) + 1)],
        }

    def _scratch(self, network: Network, kinds: int) -> dict[int, int]:
        """The sizes of tables that begin empty."""
        nodes, trains, sets = len(network.nodes), self._trains, self._sets
        waters, cuts = _waters(network), sum(len(kind.reductions) for kind in network.kinds)
        rows = trains + 1 + sets * trains
        sizes = [
            (rows * ROOM, (at.PATH,)),
            (rows, (at.LENGTH, at.START)),
            (trains + 1, (at.KIND,)),
            (sets, (at.SAVED_PLAN, at.SAVED_MONEY, at.SAVED_SIGN)),
            (_bits(network), (at.USED,)),
            (nodes + 1, (at.MARK, at.BACK, at.QUEUE, at.OTHER, at.KEY, at.SEEN)),
            (2 * nodes + ROOM, (at.OUT, at.KEPT)),
            (ROOM + 1, (at.ORDER,)),
            (3 * (ROOM + 3), (at.GAPS,)),
            (6 * 2 * (ROOM + 2), (at.PAY,)),
            (waters + 1, (at.ZONE_MARK, at.UNITS, at.TAKEN, at.CLOSED, at.MET)),
            (cuts + 1, (at.READY,)),
            (7, (at.TALLY,)),
            (trains * kinds, (at.EARNS,)),
            (4, (at.MONEY,)),
        ]
        return {place: size for size, places in sizes for place in places}


def _track(network: Network) -> Content:
    stops = [i for i, spot in enumerate(network.spots) if spot >= 0]
    row = [-1] * len(network.nodes)
    for i, node in enumerate(stops):
        row[node] = i
    shift = _shift(network)
    bits = [[shift + bit for bit in line.own] for line in network.lines]
    arcs = [line.arc for line in network.lines]
    flags = [_flags(network, line) for line in network.lines]
    table = network.waters if any(arc.waters for arc in arcs) else ()
    places = range(len(network.nodes))
    return {
        at.NODES: len(network.nodes),
        at.ARCS: len(network.lines),
        at.COLUMNS: len(stops),
        at.ODD: int(bool(table) or any(flags)),
        at.FIRST: starts(network.out_of),
        at.SOURCE: [line.source for line in network.lines],
        at.TO: [line.to for line in network.lines],
        at.BIT_FIRST: starts(bits),
        at.BITS: [bit for here in bits for bit in here],
        at.LAND: [arc.land for arc in arcs],
        at.BORDERS: [arc.borders for arc in arcs],
        at.FLAGS: flags,
        at.SPOT: network.spots,
        at.ENDS: map(int, network.ends),
        at.PASSABLE: [int(network.passes(node)) for node in places],
        at.AGAIN: [int(network.returns(node)) for node in places],
        at.ZONE: [network.zone(node) for node in places],
        at.ROW: row,
        at.NEAR: [PLENTY] * len(stops) ** 2,
        at.BACK_FIRST: starts(network.into),
        at.BACK_ARCS: [line for lines in network.into for line in lines],
        at.WATER_COUNT: len(table),
        at.WATER_FIRST: starts([arc.waters for arc in arcs]),
        at.WATERS: [water for arc in arcs for water in arc.waters],
        at.UNIT_COST: [water.cost for water in table],
        at.FERRY: [int(water.ferry) for water in table],
        at.ABUTS: [int(other in water.abuts) for water in table for other in range(len(table))],
    }


def _flags(network: Network, line: Line) -> int:
    (layer, source), (_, to) = network.nodes[line.source], network.nodes[line.to]
    graph, arc = layer.graph, line.arc
    out, into = (source, _out(arc)), (to, arc.path[-1][1])
    flags = OUT_GATE * (out in graph.gates) | OUT_BAR * (out in graph.bars)
    return flags | IN_GATE * (into in graph.gates) | IN_BAR * (into in graph.bars)


def _out(arc: Arc) -> int:
    return arc.path[0][2]


def _sorts(network: Network, sorts: Sequence[Sort]) -> Content:
    nodes = len(network.nodes)
    places = (at.VALUE, at.LESSER, at.SIZE, at.TWIN, at.THROUGH, at.ANCHOR)
    tables: dict[int, list[int]] = {place: [] for place in places}
    anchors: list[list[int]] = []
    for sort in sorts:
        kind = sort.wish
        rows = {place: [0] * nodes for place in places}
        for number in set(network.layer(kind).numbers.values()):
            rows[at.THROUGH][number] = 1
        anchors.append([])
        lesser = kind.pay.lesser if kind.pay and kind.pay.lesser else kind.values
        for number, node in network.stops_of(kind):
            size = size_of(kind, node)
            rows[at.VALUE][number], rows[at.LESSER][number] = kind.values[node], lesser[node]
            rows[at.SIZE][number] = size
            rows[at.TWIN][number] = int(kind.pay is not None and node in kind.pay.twins)
            rows[at.THROUGH][number] = int((size != 1 or kind.hexes) and not network.ends[number])
            rows[at.ANCHOR][number] = int(node in kind.anchors)
            if node in kind.anchors:
                anchors[-1].append(number)
        for place in places:
            tables[place] += rows[place]
    return {
        **tables,
        at.SORT_COUNT: len(sorts),
        at.GUIDE: [0] * nodes * len(sorts),
        at.ANCHOR_FIRST: starts(anchors),
        at.ANCHORS: [number for here in anchors for number in here],
        at.BLOCKS: [int(_blocks(one.wish, other.wish)) for one in sorts for other in sorts],
    }


def _kinds(network: Network, kinds: Sequence[Kind], sorts: Sequence[int]) -> Content:
    pays = [kind.pay or EVERYTHING for kind in kinds]
    return {
        at.KINDS: len(kinds),
        at.SORT: sorts,
        at.REACH: [kind.reach for kind in kinds],
        at.HEXES: [int(kind.hexes) for kind in kinds],
        at.FEWEST: [kind.fewest for kind in kinds],
        at.TOWNS: [pay.towns for pay in pays],
        at.FILL: [pay.fill * (1 + is_outdone(network, kind)) for kind, pay in zip(kinds, pays, strict=True)],
        at.MOST: [PLENTY if pay.most is None else pay.most for pay in pays],
        at.DOUBLED: [PLENTY if pay.doubled is None else pay.doubled for pay in pays],
        at.BASE: [kind.base for kind in kinds],
    }


def _bonuses(network: Network, kinds: Sequence[Kind]) -> Content:
    """Bonuses, and after them what must be visited, as bonuses of nothing without which there is no route."""
    bonuses: list[list[Bonus]] = []
    groups: list[list[list[int]]] = []
    for kind in kinds:
        numbers = network.layer(kind).numbers
        here = [*kind.bonuses, *(Bonus(0, (group,), required=True) for group in kind.must)]
        bonuses.append(here)
        groups += [[[numbers[n] for n in sorted(g) if n in numbers] for g in bonus.groups] for bonus in here]
    stops = [group for bonus in groups for group in bonus]
    each = [bonus for here in bonuses for bonus in here]
    return {
        at.BONUS_FIRST: starts(bonuses),
        at.BONUS_MONEY: [bonus.amount for bonus in each],
        at.BONUS_LAND: [int(bonus.land) for bonus in each],
        at.BONUS_MUST: [int(bonus.required) for bonus in each],
        at.GROUP_FIRST: starts(groups),
        at.STOP_FIRST: starts(stops),
        at.GROUP_STOP: [node for group in stops for node in group],
    }


def _reductions(network: Network, kinds: Sequence[Kind]) -> Content:
    """Reductions that a train may get; those whose stops it cannot come to are left out."""
    waters, cuts = _waters(network), list[list[Reduction]]()
    stops: list[list[int]] = []
    for kind in kinds:
        numbers = network.layer(kind).numbers
        cuts.append([cut for cut in kind.reductions if not cut.stops or cut.stops & numbers.keys()])
        stops += [[numbers[n] for n in sorted(cut.stops) if n in numbers] for cut in cuts[-1]]
    each = [cut for here in cuts for cut in here]
    return {
        at.CUT_FIRST: starts(cuts),
        at.CUT_AMOUNT: [cut.amount for cut in each],
        at.CUT_ABUT: [int(cut.abutting) for cut in each],
        at.CUT_WATER: [int(water in cut.waters) for cut in each for water in range(waters)],
        at.CUT_STOP_FIRST: starts(stops),
        at.CUT_STOPS: [stop for here in stops for stop in here],
    }


def _waters(network: Network) -> int:
    """How many sea zones and ferries there are, if any leads anywhere."""
    wet = any(line.arc.waters for line in network.lines)
    return len(network.waters) if wet else 0


def _shift(network: Network) -> int:
    """The number of the first piece of track: those before it are stops."""
    return max((layer.graph.track_shift for layer in network.layers), default=0)


def _bits(network: Network) -> int:
    """How many stops and pieces of track there are."""
    return _shift(network) + 1 + max((bit for line in network.lines for bit in line.own), default=0)


def _blocks(kind: Kind, other: Kind) -> bool:
    return kind.alone or other.alone or not (kind.shares or other.shares)
