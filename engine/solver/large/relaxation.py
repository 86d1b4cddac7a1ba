"""What sets of routes earn at most: a linear program of flows, with the cuts that hold a route together.

Trains of a kind are one flow. A flow begins and ends at stops, uses each piece of track at most once and
visits no more than its trains may; that it is made of routes in one piece each is said by `cuts`, found as
they are needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.solver.compiled import numpy
from engine.solver.large.crossing import Crossing
from engine.solver.large.cuts import Cut, Cutter
from engine.solver.large.earning import earn_bonus, pay_stops, sure
from engine.solver.large.network import Network, size_of
from engine.solver.large.program import Program, Term, summed
from engine.solver.problem import Bonus, Kind, Reduction

TIE = 0.002
"""What a piece of track costs, so that flows make no detours; bounds leave it out."""


@dataclass
class Group:
    """The flow of the trains of a kind: its columns by line, and by number of the stop.

    used: what counts against the reach, water apart; counted: water that does; towns: small stops that pay;
    larges: stops of which those may not take the place; doubled: stops that are, where only some may be;
    reductions and bonuses with their columns.
    """

    kind: Kind
    count: int
    runs: int
    flow: dict[int, int]
    begin: dict[int, int]
    end: dict[int, int]
    visit: dict[int, int]
    used: list[Term] = field(default_factory=list)
    counted: list[Term] = field(default_factory=list)
    towns: list[Term] = field(default_factory=list)
    larges: list[Term] = field(default_factory=list)
    doubled: list[Term] = field(default_factory=list)
    reductions: list[tuple[Reduction, int]] = field(default_factory=list)
    bonuses: list[tuple[Bonus, int]] = field(default_factory=list)


class Relaxation:
    """The program for so many trains of each kind."""

    def __init__(self, network: Network, trains: Sequence[tuple[Kind, int]]) -> None:
        self._network = network
        self.program = Program()
        self.groups = [self._group(kind, count) for kind, count in trains]
        self._share_track()
        self._cutter = Cutter(network, self.groups)
        self.values: list[float] = []

    def solve(self) -> bool:
        """Find an optimum; whether there was one (see `Program.impossible`)."""
        found = self.program.solve(TIE)
        self.values = found or []
        return found is not None

    @property
    def point(self) -> Any:
        """The last optimum as an array."""
        return numpy.array(self.values)

    def cuts(self) -> list[Cut]:
        """Cuts that the last optimum breaks."""
        return self._cutter.cuts(self.point) if self.values else []

    def tighten(self) -> int:
        """Add these cuts and drop those that do not matter any more; how many were added."""
        cuts = self.cuts()
        self.program.shed()
        self.program.add([(cut.columns, cut.shares, cut.least) for cut in cuts])
        return len(cuts)

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
            {number: program.column(sure(network, kind, node), count) for number, node in stops},
        )
        self._keep_flow(group, numbers)
        self._end_somewhere(group)
        self._stay_within_reach(group)
        self._visit_what_must_be(group)
        runs = group.runs, count
        group.towns, group.larges, group.doubled = pay_stops(
            program, network, kind, group.visit, runs, group.counted
        )
        numbers_of = network.layer(kind).numbers
        group.bonuses = [
            (bonus, earn_bonus(program, numbers_of, bonus, group.visit, runs)) for bonus in kind.bonuses
        ]
        return group

    def _keep_flow(self, group: Group, numbers: Iterable[int]) -> None:
        """What comes to a node goes on or ends there; a stop is visited by what comes or begins."""
        network, row = self._network, self.program.row
        again, land = group.kind.graph.returns, any(bonus.land for bonus in group.kind.bonuses)
        for number in numbers:
            into = [(group.flow[line], 1) for line in network.into[number]]
            out = [(group.flow[line], -1) for line in network.out_of[number]]
            node = network.nodes[number][1]
            if number not in group.visit:
                row([*into, *out], 0, 0)
                continue
            begin, end, visit = group.begin[number], group.end[number], group.visit[number]
            row([*into, *out, (begin, 1), (end, -1)], 0, 0)
            row([*into, (begin, 1), (visit, -1)], 2**40 if again(node) else 0, 0)
            back = group.count if land and again(node) else 0
            row([(begin, 1), (end, 1), (visit, -1)], back, 0 if network.ends[number] else -(2**40))

    def _end_somewhere(self, group: Group) -> None:
        for ends in (group.begin, group.end):
            self.program.row([(group.runs, -1), *((column, 1) for column in ends.values())], 0, 0)

    def _stay_within_reach(self, group: Group) -> None:
        kind, network, runs = group.kind, self._network, (group.runs, group.count)
        lines = [(network.lines[i].arc, column) for i, column in group.flow.items()]
        group.used = (
            [(column, arc.borders) for arc, column in lines]
            if kind.hexes
            else [(group.visit[n], 1) for n, node in network.stops_of(kind) if size_of(kind, node) == 1]
        )
        self.program.row([*group.used, (group.runs, -kind.reach)], 0)
        sea = Crossing(self.program, network, kind, group.flow, group.visit, runs)
        group.counted, group.reductions = sea.counted, sea.reductions
        if group.counted:
            self.program.row(summed([*group.used, *group.counted, (group.runs, -kind.reach)]), 0)

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
