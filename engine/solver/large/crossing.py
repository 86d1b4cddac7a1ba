"""What the linear program says of water: how many units count against the reach, and which do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.solver.large.network import Network
from engine.solver.large.program import Program, Term, summed
from engine.solver.problem import Kind, Reduction


class Crossing:
    """The water of the flow of a kind of train: terms for its units, and a column for each reduction.

    flow: the columns by line; visit: by stop; runs: the column of the routes that are run, and the most of
    them. Nothing here if no line leads over water that counts.
    """

    def __init__(
        self,
        program: Program,
        network: Network,
        kind: Kind,
        flow: dict[int, int],
        visit: dict[int, int],
        runs: tuple[int, int],
    ) -> None:
        self._program, self._network, self._flow, self._runs = program, network, flow, runs
        self._waters = kind.graph.waters
        self.units = [self._units(water) for water in range(len(self._waters))]
        self.reductions: list[tuple[Reduction, int]] = []
        numbers = network.layer(kind).numbers
        wet = any(self.units)
        for reduction in kind.reductions if wet else ():
            stops = [visit[numbers[node]] for node in sorted(reduction.stops) if node in numbers]
            if stops or not reduction.stops:
                self.reductions.append((reduction, self._reduced(reduction, stops)))
        if self.reductions:
            program.row(summed([*self._off(), *_less(self._all(range(len(self.units))))]), 0)

    @property
    def counted(self) -> list[Term]:
        """The units that count."""
        return [*self._all(range(len(self.units))), *((column, -1) for column, _ in self._off())]

    def _off(self) -> list[Term]:
        return [(column, 1) for _, column in self.reductions]

    def _units(self, water: int) -> list[Term]:
        """How often a zone is entered; whether a ferry is used, however much of it."""
        here = [i for i in self._flow if water in self._network.lines[i].arc.waters]
        cost = self._waters[water].cost
        if not cost or not here:
            return []
        if not self._waters[water].ferry:
            return [(self._flow[i], cost) for i in here]
        used = self._program.column(0, self._runs[1])
        bits = {bit for i in here for bit in self._network.lines[i].own}
        parts = {tuple(i for i in here if bit in self._network.lines[i].own) for bit in sorted(bits)}
        for part in sorted(parts):
            self._program.row([*((self._flow[i], 1) for i in part), (used, -1)], 0)
        return [(used, cost)]

    def _reduced(self, reduction: Reduction, stops: Sequence[int]) -> int:
        program, amount = self._program, reduction.amount
        column = program.column(0, amount * self._runs[1])
        program.row([(column, 1), (self._runs[0], -amount)], 0)
        if reduction.stops:
            program.row([(column, 1), *((stop, -amount) for stop in stops)], 0)
        first = self._all(reduction.waters)
        times = amount if reduction.abutting else 1
        program.row(summed([(column, 1), *_less(first, times)]), 0)
        if reduction.abutting:
            program.row(summed([(column, 1), *_less(self._all(self._near(reduction)))]), 0)
        return column

    def _near(self, reduction: Reduction) -> set[int]:
        """The waters of which units may be taken off."""
        near = set(reduction.waters)
        for _ in range(reduction.amount - 1):
            near |= {other for water in near for other in self._waters[water].abuts}
        return near

    def _all(self, waters: Iterable[int]) -> list[Term]:
        return [term for water in sorted(waters) for term in self.units[water]]


def _less(terms: Iterable[Term], times: int = 1) -> list[Term]:
    return [(column, -times * share) for column, share in terms]
