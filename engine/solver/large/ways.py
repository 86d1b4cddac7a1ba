"""What the linear program says of the ways to use the trains: one program for all of them.

Each way has a column, and all together are one. So what the trains of a sort may do is the mean of what each
way lets them, and no way earns more than the program says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.solver.large.program import Term, summed
from engine.solver.large.relaxation import Group, Relaxation
from engine.solver.large.sorts import Sort, amount_of, doubled, times_of
from engine.solver.problem import Kind, Pay

SEEN = 1e-6


class Ways:
    """The columns of the ways to use the trains, and of how often each kind is run, by number."""

    def __init__(self, relaxation: Relaxation, sorts: Sequence[Sort], plans: Sequence[Sequence[int]]) -> None:
        self._relaxation, self._program = relaxation, relaxation.program
        self._ways = [self._program.column(0, 1) for _ in plans]
        self._program.row([(way, 1) for way in self._ways], 1, 1)
        self.runs: dict[int, int] = {}
        for sort in sorts:
            for number in sort.kinds:
                counts = [plan.count(number) for plan in plans]
                self.runs[number] = self._program.column(0, max(counts))
                uses = [(way, -count) for way, count in zip(self._ways, counts, strict=True) if count]
                self._program.row([(self.runs[number], 1), *uses], 0, 0)
        for group, sort in zip(relaxation.groups, sorts, strict=True):
            self._hold(group, sort)

    @property
    def favour(self) -> int:
        """The way of which the last optimum has most; -1 before there is one."""
        values = self._relaxation.values
        if not values:
            return -1
        return max(range(len(self._ways)), key=lambda plan: (values[self._ways[plan]], -plan))

    def undecided(self) -> Iterator[tuple[float, int]]:
        """Kinds that the last optimum runs in part: how far from whole, and the column."""
        values = self._relaxation.values
        for column in self.runs.values() if values else ():
            part = values[column] % 1
            if SEEN < part < 1 - SEEN:
                yield min(part, 1 - part), column

    def _hold(self, group: Group, sort: Sort) -> None:
        """Hold the trains of a sort to what their kinds may, each as often as it is run."""
        kinds = sort.kinds
        self._at_most([(group.runs, 1)], ((n, 1) for n in kinds))
        self._at_most(group.used, ((n, kind.reach) for n, kind in kinds.items()))
        if group.counted:
            self._at_most([*group.used, *group.counted], ((n, kind.reach) for n, kind in kinds.items()))
        pays = {n: kind.pay or Pay() for n, kind in kinds.items()}
        if not any(pay.fill for pay in pays.values()):
            self._at_most(group.towns, ((n, pay.towns) for n, pay in pays.items()))
        elif not sort.wish.hexes:
            large = [*group.towns, *group.larges, *group.counted]
            self._at_most(large, ((n, pay.towns + kinds[n].reach) for n, pay in pays.items()))
        if group.doubled:
            self._at_most(group.doubled, ((n, doubled(kind)) for n, kind in kinds.items()))
        for reduction, column in group.reductions:
            self._at_most([(column, 1)], ((n, amount_of(kind, reduction)) for n, kind in kinds.items()))
        for bonus, column in group.bonuses:
            self._at_most([(column, 1)], ((n, min(1, times_of(kind, bonus))) for n, kind in kinds.items()))
        if len(kinds) > 1:
            self._base(group, kinds)

    def _at_most(self, terms: Sequence[Term], shares: Iterable[tuple[int, int]]) -> None:
        """The terms are at most what kinds add to them, each as often as it is run."""
        if terms:
            self._program.row(summed([*terms, *((self.runs[n], -share) for n, share in shares)]), 0)

    def _base(self, group: Group, kinds: dict[int, Kind]) -> None:
        """Money for any run of a kind: only if it is run, and with what it must earn."""
        gains: list[tuple[Kind, Term]] = []
        for number, kind in kinds.items():
            if kind.base:
                column = self._program.column(kind.base, group.count)
                self._program.row([(column, 1), (self.runs[number], -1)], 0)
                gains.append((kind, (column, 1)))
        if gains:
            self._program.row([*(term for _, term in gains), (group.runs, -1)], 0)
        for bonus, column in group.bonuses:
            bound = [term for kind, term in gains if replace(bonus, required=True) in kind.bonuses]
            if bound:
                self._program.row([*bound, (column, -1)], 0)
