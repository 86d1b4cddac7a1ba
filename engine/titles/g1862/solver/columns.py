"""What the choice of runs is about: ways to run a train, sets of them, the best sets that are kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.solver.kept import Kept
from engine.solver.sums import Sums
from engine.titles.g1862.data.options import FREIGHT
from engine.titles.g1862.solver.walks import Run

Unit = tuple[str, tuple[int, ...], int]
"""What runs as one: type, reach of each train (freight joined: several), large stops that pay."""


class Column(NamedTuple):
    """A way to run a train: the things it scores, its bonus, the large stations it meets others at.

    ``left``: stops on the way that it does not score.
    """

    scored: int
    bonus: int
    meets: int
    run: Run
    left: int


Pick = tuple[tuple[Unit, Column], ...]


class Node(NamedTuple):
    """A set so far: its value, the things it scores, the stations it meets, the units that are still idle."""

    value: int
    covered: int
    met: int
    units: Mapping[Unit, int]


class Worth:
    """What sets of things are worth together."""

    def __init__(self, worth: Sequence[int]) -> None:
        self._half = len(worth) // 2
        self._low = (1 << self._half) - 1
        self._sums = (Sums(worth[: self._half]), Sums(worth[self._half :]))

    def of(self, things: int) -> int:
        """The sum for one set."""
        low, high = self._sums
        return low[things & self._low] + high[things >> self._half]

    def gains(self, columns: Iterable[Column], free: int) -> list[int]:
        """The bonus of each run and what it scores among free things."""
        (low, high), mask, half = self._sums, self._low, self._half
        return [
            bonus + low[(found := scored & free) & mask] + high[found >> half]
            for scored, bonus, _, _, _ in columns
        ]


class Picks(Kept[Pick]):
    """The best sets so far, which differ in what they visit."""

    def repeats(self, unit: Unit) -> bool:
        """Whether a run of this unit may be tried again for another one, and none of them stays idle.

        Freight trains earn its bonus again. Others add nothing by it: for one best set those that are idle
        get a run later.
        """
        return unit[0] == FREIGHT or self.count > 1

    def is_whole(self, idle: Iterable[Unit]) -> bool:
        """Whether it is a set when these units have no run."""
        return not any(map(self.repeats, idle))

    def keep(self, value: int, pick: Pick) -> None:
        """Remember a set unless one with the same stops is as good."""
        self.add(tuple(sorted((column.run.stops, column.scored) for _, column in pick)), value, pick)
