"""The linear program split in halves, again and again, the best half first."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.solver.large.network import size_of
from engine.solver.large.relaxation import Relaxation
from engine.solver.large.ways import Ways

HALVES = 400
"""Halves of the program that are looked at in vain before the rest is left to the search of all routes."""
SURE, UNSURE = 0.999, 0.001
NO_NEWS = 1 << 60
"""More than any set earns."""
Limits = tuple[tuple[int, int, int], ...]
"""Columns of the program with the ends between which they are held."""


@dataclass
class Halves:
    """Split by how often a kind of train is run, then by how often a stop is visited."""

    relaxation: Relaxation
    ways: Ways | None
    unit: int
    count: int = 0
    _open: list[tuple[int, int, Limits]] = field(default_factory=list)
    _held: dict[int, tuple[int, int]] = field(default_factory=dict)
    _split_at: dict[int, tuple[int, float] | None] = field(default_factory=dict)
    settled: bool = False
    _stuck: int = 0
    _least: int = NO_NEWS
    _vain: int = 0

    def deepen(self, rounds: int, patience: int, over: Callable[[], bool]) -> int:
        """Look at the whole for some rounds; what no set exceeds. ``settled``: more brought nothing."""
        for _ in range(rounds):
            self.settled = not self._round(over) or self._vain >= patience
            if self.settled:
                break
        bound = self._least // self.unit * self.unit
        self._open, self._split_at = [(-bound, 0, ())], {0: self._undecided()}
        return bound

    def _round(self, over: Callable[[], bool]) -> bool:
        """Solve the program and add cuts; whether there were any."""
        if not self.relaxation.solve():
            self._least = 0 if self.relaxation.program.impossible else self._least
            return False
        bound = self.relaxation.program.bound()
        self._least, self._vain = min(self._least, bound), 0 if bound < self._least else self._vain + 1
        return not over() and self.relaxation.tighten() > 0

    def split(self, value: int, patience: int, over: Callable[[], bool]) -> int:
        """Split the half that may earn most in two; what no set exceeds that earns more than ``value``."""
        while self._open and -self._open[0][0] <= value:
            heapq.heappop(self._open)
        if not self._open or self.count > HALVES:
            return max(self._stuck, -self._open[0][0] if self._open else value)
        bound, name, limits = heapq.heappop(self._open)
        choice = self._split_at.pop(name)
        if choice is None:
            self._stuck = max(self._stuck, -bound)
        else:
            column, share = choice
            low, high = next(
                ((a, b) for c, a, b in reversed(limits) if c == column),
                (0, self.relaxation.program.highs[column]),
            )
            for half in ((int(share) + 1, high), (low, int(share))):
                self.count += 1
                part = (*limits, (column, *half))
                most = min(-bound, self._look(part, patience, over))
                if most > value:
                    heapq.heappush(self._open, (-most, -self.count, part))
                    self._split_at[-self.count] = self._undecided()
        return max(self._stuck, -self._open[0][0] if self._open else value)

    def _look(self, limits: Limits, patience: int, over: Callable[[], bool]) -> int:
        """What no set within the limits exceeds, after so many rounds in a row in vain; 0: there is none."""
        program = self.relaxation.program
        for column, (low, high) in self._held.items():
            program.limit(column, low, high)
        for column, low, high in limits:
            self._held.setdefault(column, (program.lows[column], program.highs[column]))
            program.limit(column, low, high)
        self._least, self._vain = NO_NEWS, 0
        while self._vain < patience and self._round(over):
            pass
        return self._least // self.unit * self.unit

    def _undecided(self) -> tuple[int, float] | None:
        """The kind, or else the stop of which the program is least sure, large ones first, and its share."""
        values = self.relaxation.values
        if not values:
            return None
        runs = list(self.ways.undecided()) if self.ways else []
        if runs:
            column = max(runs)[1]
            return column, values[column]
        found = []
        for group in self.relaxation.groups:
            nodes = self.relaxation.nodes_of(group)
            for number, column in group.visit.items():
                part = values[column] % 1
                if UNSURE < part < SURE:
                    large = size_of(group.kind, nodes[number]) > 0
                    found.append((large, -abs(part - 0.5), -column))
        if not found:
            return None
        column = -max(found)[2]
        return column, values[column]
