"""What sets of routes earn at most: a linear program of flows, with the cuts that hold a route together.

Trains of a kind are one flow. A flow begins and ends at stops, uses each piece of track at most once and
visits no more than its trains may; that it is in one piece is said by cuts, found as they are needed: what
flows into a part of the map is no less than what is visited of any stop there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.board.kinds import Kind

from .cuts import Flow, broken
from .network import Network, size_of
from .program import Program, Term

TIE = 0.002
"""What a piece of track costs, so that flows make no detours; bounds leave it out."""
VISIBLE = 1e-6


@dataclass
class Group:
    """The flow of the trains of a kind: its columns by line, and by number of the stop."""

    kind: Kind
    count: int
    runs: int
    flow: dict[int, int]
    begin: dict[int, int]
    end: dict[int, int]
    visit: dict[int, int]


class Relaxation:
    """The program for so many trains of each kind."""

    def __init__(self, network: Network, trains: Sequence[tuple[Kind, int]]) -> None:
        self._network = network
        self.program = Program()
        self.groups = [self._group(kind, count) for kind, count in trains]
        self._share_track()
        self.values: list[float] = []

    def solve(self) -> bool:
        """Find an optimum; whether there is any point at all."""
        found = self.program.solve(TIE)
        self.values = found or []
        return found is not None

    def tighten(self) -> int:
        """Add cuts that the last optimum breaks; how many."""
        added = 0
        for group in self.groups:
            for part, stop in broken(self._flow(group)):
                for other in self.groups:
                    added += self._cut(other, part, stop)
        return added

    def wanted(self, group: Group) -> dict[int, float]:
        """How much the last optimum visits of each stop, for one train of the group."""
        if not self.values:
            return {}
        return {number: self.values[column] / group.count for number, column in group.visit.items()}

    def nodes_of(self, group: Group) -> dict[int, int]:
        """The node of the graph of each stop, by number."""
        return dict(self._network.stops_of(group.kind))

    # --- the program

    def _group(self, kind: Kind, count: int) -> Group:
        network, program = self._network, self.program
        stops = network.stops_of(kind)
        numbers = set(network.layer(kind).numbers.values())
        lines = [i for i, line in enumerate(network.lines) if line.source in numbers]
        group = Group(
            kind,
            count,
            program.column(kind.base, count),
            {i: program.column(0, count, max(1, len(network.lines[i].own))) for i in lines},
            {number: program.column(0, count) for number, _ in stops},
            {number: program.column(0, count) for number, _ in stops},
            {number: program.column(_sure(kind, node), count) for number, node in stops},
        )
        self._keep_flow(group, numbers)
        self._end_somewhere(group)
        self._stay_within_reach(group)
        self._visit_what_must_be(group)
        self._pay(group)
        for bonus in kind.bonuses:
            self._bonus(group, bonus.amount, bonus.groups, bonus.required)
        return group

    def _keep_flow(self, group: Group, numbers: Iterable[int]) -> None:
        """What comes to a node goes on or ends there; a stop is visited by what comes or begins."""
        network, row = self._network, self.program.row
        again = group.kind.graph.again
        for number in numbers:
            into = [(group.flow[line], 1) for line in network.into[number]]
            out = [(group.flow[line], -1) for line in network.out_of[number]]
            node = network.nodes[number][1]
            if number not in group.visit:
                row([*into, *out], 0, 0)
                continue
            begin, end, visit = group.begin[number], group.end[number], group.visit[number]
            row([*into, *out, (begin, 1), (end, -1)], 0, 0)
            row([*into, (begin, 1), (visit, -1)], 2**40 if again and again[node] else 0, 0)
            row([(begin, 1), (end, 1), (visit, -1)], 0, 0 if network.ends[number] else -(2**40))

    def _end_somewhere(self, group: Group) -> None:
        for ends in (group.begin, group.end):
            self.program.row([(group.runs, -1), *((column, 1) for column in ends.values())], 0, 0)

    def _stay_within_reach(self, group: Group) -> None:
        kind, runs = group.kind, (group.runs, -group.kind.reach)
        relief = sum(reduction.amount for reduction in kind.reductions)
        stops = self._network.stops_of(kind)
        large = [(group.visit[number], 1) for number, node in stops if size_of(kind, node) == 1]
        lines = [(self._network.lines[i].arc, column) for i, column in group.flow.items()]
        used: list[Term] = [(column, arc.borders) for arc, column in lines] if kind.hexes else large
        water = [(column, _zones(kind, arc.waters)) for arc, column in lines]
        self.program.row([*used, runs], 0)
        if any(units for _, units in water):
            both: dict[int, int] = {}
            for column, units in (*used, *water):
                both[column] = both.get(column, 0) + units
            self.program.row([*both.items(), (group.runs, -kind.reach - relief)], 0)

    def _visit_what_must_be(self, group: Group) -> None:
        kind, numbers = group.kind, self._network.layer(group.kind).numbers
        everything = frozenset(range(len(kind.values)))
        wanted = [(kind.fewest, everything), (1, frozenset(kind.anchors)), *((1, some) for some in kind.must)]
        for least, some in wanted:
            visits = [(group.visit[numbers[node]], 1) for node in sorted(some) if node in numbers]
            self.program.row([*visits, (group.runs, -least)], at_least=0)
        alike: dict[int, list[int]] = {}
        for number, column in group.visit.items():
            alike.setdefault(self._network.spots[number], []).append(column)
        for columns in alike.values():
            if len(columns) > 1:
                self.program.row([*((column, 1) for column in columns), (group.runs, -1)], 0)

    def _pay(self, group: Group) -> None:
        """Only some stops pay: of small ones, and of large ones where their number is limited."""
        kind, pay, program = group.kind, group.kind.pay, self.program
        if pay is None:
            return
        paid: dict[int, list[Term]] = {0: [], 1: []}
        for number, node in self._network.stops_of(kind):
            size = size_of(kind, node)
            if size == 0 or (size == 1 and pay.most is not None):
                column = program.column(kind.values[node], group.count)
                program.row([(column, 1), (group.visit[number], -1)], 0)
                paid[size].append((column, 1))
        visited = [
            (group.visit[number], 1)
            for number, node in self._network.stops_of(kind)
            if size_of(kind, node) == 1 and not kind.hexes
        ]
        if pay.most is not None:
            program.row([*paid[1], (group.runs, -pay.most)], 0)
        if not pay.fill:
            program.row([*paid[0], (group.runs, -pay.towns)], 0)
        elif not kind.hexes:
            program.row([*paid[0], *visited, (group.runs, -pay.towns - kind.reach)], 0)
        if pay.fill and pay.most is not None:
            program.row([*paid[0], *paid[1], (group.runs, -pay.towns - pay.most)], 0)

    def _bonus(self, group: Group, amount: int, sets: Sequence[frozenset[int]], required: bool) -> None:
        column = self.program.column(amount, group.count)
        numbers = self._network.layer(group.kind).numbers
        self.program.row([(column, 1), (group.runs, -1)], 0, 0 if required else -(2**40))
        for some in sets:
            visits = [(group.visit[numbers[node]], -1) for node in sorted(some) if node in numbers]
            self.program.row([(column, 1), *visits], 0)

    def _share_track(self) -> None:
        """Each piece of track is used once by each train, and by one train only where it is not shared."""
        apart: dict[int, list[Term]] = {}
        for group in self.groups:
            own: dict[int, list[Term]] = {}
            for i, column in group.flow.items():
                line = self._network.lines[i]
                for bit in line.own:
                    within = apart if bit in line.track and not group.kind.shares else own
                    within.setdefault(bit, []).append((column, 1))
            for terms in own.values():
                self.program.row([*terms, (group.runs, -1)], 0)
        for terms in apart.values():
            self.program.row(terms, 1)

    # --- cuts

    def _flow(self, group: Group) -> Flow:
        """What flows in the last optimum."""
        lines, values = self._network.lines, self.values
        ways: dict[int, dict[int, float]] = {}
        for i, column in group.flow.items():
            if values[column] > VISIBLE:
                here = ways.setdefault(lines[i].source, {})
                here[lines[i].to] = here.get(lines[i].to, 0.0) + values[column]
        begin = {n: values[column] for n, column in group.begin.items() if values[column] > VISIBLE}
        visits = {n: values[column] for n, column in group.visit.items()}
        return Flow(ways, begin, visits)

    def _cut(self, group: Group, part: frozenset[int], stop: int) -> int:
        """What comes into a part of the map, or begins there, is no less than what visits the stop in it."""
        if stop not in group.visit:
            return 0
        lines = self._network.lines
        coming = [
            (group.flow[i], 1)
            for node in sorted(part)
            for i in self._network.into[node]
            if lines[i].source not in part
        ]
        begun = [(group.begin[node], 1) for node in sorted(part) if node in group.begin]
        self.program.row([*coming, *begun, (group.visit[stop], -1)], at_least=0)
        return 1


def _sure(kind: Kind, node: int) -> int:
    """What a stop earns by the visit alone."""
    limited = kind.pay is not None and kind.pay.most is not None
    size = size_of(kind, node)
    return 0 if size == 0 or (size == 1 and limited) else kind.values[node]


def _zones(kind: Kind, waters: Iterable[int]) -> int:
    """Units of water that count each time; a ferry counts once however often its track is used."""
    return sum(kind.graph.waters[water].cost for water in waters if not kind.graph.waters[water].ferry)
