"""What the choice of runs is about: ways to run a train, sets of them, the best sets that are kept."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.titles.g1862.options import FREIGHT
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


@dataclass
class Kept:
    """The best sets so far; ``count`` are wanted that differ in what they visit, worth ``floor`` at least."""

    count: int
    floor: int
    sets: dict[object, tuple[int, Pick]] = field(default_factory=dict)

    def repeats(self, unit: Unit) -> bool:
        """Whether a run of this unit may be tried again for another one, and none of them stays idle.

        Freight trains earn its bonus again. Others add nothing by it: for one best set those that are idle
        get a run later.
        """
        return unit[0] == FREIGHT or self.count > 1

    def is_whole(self, idle: Iterable[Unit]) -> bool:
        """Whether it is a set when these units have no run."""
        return not any(map(self.repeats, idle))

    def add(self, value: int, pick: Pick) -> None:
        """Remember a set unless one with the same stops is as good; when all are found the floor rises."""
        key = tuple(sorted((column.run.stops, column.scored) for _, column in pick))
        if value > self.sets.get(key, (-1,))[0]:
            self.sets[key] = (value, pick)
        if len(self.sets) >= self.count:
            values = heapq.nlargest(self.count, (found[0] for found in self.sets.values()))
            self.floor = max(self.floor, values[-1] + 1)
