"""The local search over a network, in portions between which the caller may look at the clock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.board.kinds import Kind

from . import memory as at
from .climbing import begin, climb, keep_best
from .kernels import hops
from .network import Network, size_of, wet

ROOM = 400
"""The most arcs of a route."""
PLENTY = 1 << 20
GUIDANCE = 7
"""How many times the greatest value, in sixteenths, a stop counts more that the bound wants wholly."""
COLD = 40
"""The greatest value is so many times the loss by a change that is taken in one of eight cases."""


class Climber:
    """Looks for sets of routes that earn much, one route for each of the kinds, in their order."""

    def __init__(self, network: Network, kinds: Sequence[Kind]) -> None:
        self._kinds, self._nodes = kinds, len(network.nodes)
        self._memory = at.memory({**_track(network), **_trains(network, kinds), **_scratch(network, kinds)})
        hops(self._memory)
        self._top = max((max(kind.values, default=0) for kind in kinds), default=0)
        self._begun = False

    def guide(self, wanted: Sequence[Mapping[int, float]]) -> None:
        """Prefer stops by number, for each train, by how much (0 to 1) the bound wants them."""
        m = self._memory
        for train, stops in enumerate(wanted):
            for node in range(self._nodes):
                share = min(1.0, stops.get(node, 0.0))
                m[m[at.GUIDE] + train * self._nodes + node] = int(share * self._top * GUIDANCE)

    def run(self, rounds: int, target: int) -> int:
        """Search on, until ``target`` is earned or so many rounds are done; what the best set earns."""
        if not self._begun:
            self._begun = True
            for train in range(len(self._kinds)):
                begin(self._memory, train)
            keep_best(self._memory)
        return int(climb(self._memory, rounds, target, max(6, self._top // COLD)))

    @property
    def routes(self) -> list[tuple[int, list[int]]]:
        """The best set: for each train the node where it begins and the lines it runs over."""
        m = self._memory
        found = []
        for train in range(len(self._kinds)):
            first = m[at.BEST_PATH] + train * ROOM
            lines = [int(m[first + i]) for i in range(m[m[at.BEST_LENGTH] + train])]
            found.append((int(m[m[at.BEST_START] + train]), lines))
        return found


Tables = dict[int, int | Iterable[int]]


def _track(network: Network) -> Tables:
    stops = [i for i, spot in enumerate(network.spots) if spot >= 0]
    row = [-1] * len(network.nodes)
    for i, node in enumerate(stops):
        row[node] = i
    bits = [[_shift(network) + bit for bit in line.track] for line in network.lines]
    through = [spot < 0 for spot in network.spots]
    for kind in network.kinds:
        for number, node in network.stops_of(kind):
            through[number] = size_of(kind, node) != 1 and not network.ends[number]
    return {
        at.FIRST: _starts(network.out_of),
        at.SOURCE: [line.source for line in network.lines],
        at.TO: [line.to for line in network.lines],
        at.BIT_FIRST: _starts(bits),
        at.BITS: [bit for here in bits for bit in here],
        at.SPOT: network.spots,
        at.THROUGH: map(int, through),
        at.ENDS: map(int, network.ends),
        at.ROW: row,
        at.NEAR: [PLENTY] * len(stops) ** 2,
        at.COLUMNS: len(stops),
        at.BACK_FIRST: _starts(network.into),
        at.BACK_ARCS: [line for lines in network.into for line in lines],
        at.NODES: len(network.nodes),
        at.ARCS: len(network.lines),
    }


def _trains(network: Network, kinds: Sequence[Kind]) -> Tables:
    nodes, count = len(network.nodes), len(kinds)
    value, size, anchor = [0] * nodes * count, [0] * nodes * count, [0] * nodes * count
    cost: list[int] = []
    for train, kind in enumerate(kinds):
        for number, node in network.stops_of(kind):
            value[train * nodes + number] = kind.values[node]
            size[train * nodes + number] = size_of(kind, node)
            anchor[train * nodes + number] = int(node in kind.anchors)
        cost += [wet(kind, line.arc) + (line.arc.borders if kind.hexes else 0) for line in network.lines]
    pays = [kind.pay for kind in kinds]
    return {
        at.TRAINS: count,
        at.REACH: [kind.reach for kind in kinds],
        at.HEXES: [int(kind.hexes) for kind in kinds],
        at.TOWNS: [pay.towns if pay else 0 for pay in pays],
        at.FILL: [int(pay.fill) if pay else 0 for pay in pays],
        at.MOST: [pay.most if pay and pay.most is not None else PLENTY for pay in pays],
        at.BASE: [kind.base for kind in kinds],
        at.VALUE: value,
        at.SIZE: size,
        at.ANCHOR: anchor,
        at.GUIDE: [0] * nodes * count,
        at.COST: cost,
        at.BLOCKS: [int(_blocks(kind, other)) for kind in kinds for other in kinds],
        **_bonuses(network, kinds),
    }


def _bonuses(network: Network, kinds: Sequence[Kind]) -> Tables:
    numbers = [network.layer(kind).numbers for kind in kinds]
    bonuses = [(bonus, known) for kind, known in zip(kinds, numbers, strict=True) for bonus in kind.bonuses]
    groups = [[[known.get(n, -1) for n in sorted(group)] for group in b.groups] for b, known in bonuses]
    stops = [group for bonus in groups for group in bonus]
    return {
        at.BONUS_FIRST: _starts([kind.bonuses for kind in kinds]),
        at.BONUS_MONEY: [bonus.amount for bonus, _ in bonuses],
        at.GROUP_FIRST: _starts(groups),
        at.STOP_FIRST: _starts(stops),
        at.GROUP_STOP: [node for group in stops for node in group],
    }


def _scratch(network: Network, kinds: Sequence[Kind]) -> Tables:
    nodes, trains = len(network.nodes), len(kinds)
    bits = _shift(network) + 1 + max((bit for line in network.lines for bit in line.track), default=0)
    found: Tables = {at.ROOM: ROOM, at.BIT_COUNT: bits, at.PAY_ROOM: 2 * ROOM + 4, at.RANDOM: [20_241_121]}
    sizes = [
        (trains * ROOM, (at.PATH, at.SPARE_PATH, at.BEST_PATH)),
        (trains, (at.LENGTH, at.START, at.SPARE_LENGTH, at.SPARE_START, at.BEST_LENGTH, at.BEST_START)),
        (bits, (at.USED,)),
        (nodes + 1, (at.MARK, at.BACK, at.QUEUE, at.OTHER, at.KEY)),
        (2 * nodes + 2, (at.OUT, at.KEPT)),
        (2 * ROOM + 4, (at.ORDER, at.PAY)),
        (3, (at.MONEY,)),
    ]
    for size, places in sizes:
        found.update({place: [0] * size for place in places})
    return found


def _shift(network: Network) -> int:
    """The number of the first piece of track: those before it are stops."""
    return max((layer.graph.track_shift for layer in network.layers), default=0)


def _blocks(kind: Kind, other: Kind) -> bool:
    return kind.alone or other.alone or not (kind.shares or other.shares)


def _starts(lists: Sequence[Sequence[object]]) -> list[int]:
    """Where each list begins when all are joined, and where the last one ends."""
    found = [0]
    for here in lists:
        found.append(found[-1] + len(here))
    return found
