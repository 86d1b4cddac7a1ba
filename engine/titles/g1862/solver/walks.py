"""All runs of a train, or of freight trains joined end to end, over the lines of a company (7.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.solver.clock import Clock
from engine.titles.g1862.solver.lines import Line, Network

Trail = tuple["Trail | None", Line]
PATIENCE = 32
"""Steps of a search between two questions whether to stop."""
Crew = tuple[int, bool, tuple[int, ...]]
"""Who may drive on: what is left of this train's reach, whether it met an own station, trains to come."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run as it was walked: its first and last stop, the stops on it, what locals score beyond these.

    ``ends``: the hexes from which its length is counted as the crow flies (7.8.1).
    """

    start: int
    end: int
    stops: int
    extras: int
    ends: tuple[str, str]
    trail: Trail


def takers(own: bool, need: int, trains: tuple[int, ...]) -> list[Crew]:
    """Trains that may begin at a stop: their own station must be near enough."""
    return [
        (leg, own, trains[:i] + trains[i + 1 :])
        for i, leg in enumerate(trains)
        if leg >= need and leg not in trains[:i]
    ]


def moved(crews: Sequence[Crew], cost: int, own: bool, need: int) -> list[Crew]:
    """Those that can drive on to a stop: a train without a station must be near enough to one."""
    return [
        (left - cost, met or own, rest) for left, met, rest in crews if left - cost >= (0 if met else need)
    ]


def lines_of(trail: Trail | None) -> list[Line]:
    """The lines of a trail in running order."""
    found = []
    while trail is not None:
        trail, line = trail
        found.append(line)
    return found[::-1]


@dataclass
class Walk:
    """Depth-first search of all runs, each in one direction only.

    legs: the reach of each train, in borders for freight, in lines for others. Freight trains follow each
    other in any order; one takes over from another at a large station. Each meets a station of its own.
    goals: of freight, where runs from a stop to stops of greater numbers may end; without it anywhere.
    """

    net: Network
    legs: Sequence[int]
    freight: bool
    local: bool
    keep: Callable[[Run], None]
    clock: Clock
    goals: Mapping[int, frozenset[int]] | None = None
    _need: tuple[int, ...] = ()
    _start: int = 0
    _over: int = 0
    _ends_at: frozenset[int] = frozenset()
    _far: dict[int, int] = field(default_factory=dict)
    _ends: str = ""
    _mask: int = field(default=0)

    def run(self) -> None:
        """Call ``keep`` with each run. Raises Stopped."""
        self._begin()
        for start in range(len(self.net.stops)) if self.goals is None else sorted(self.goals):
            if self.goals is not None:
                self._ends_at = self.goals[start]
                self._far = {}
            self._from(start, start)

    def near(self, home: int) -> None:
        """Call ``keep`` with each run, those around the home first, and often with both directions of one."""
        self._begin()
        seen = [home]
        for node in seen:
            seen += dict.fromkeys(line.to for line in self.net.lines[node] if line.to not in seen)
            self._from(node, -1)

    def _begin(self) -> None:
        self._need = self.net.costs(self.freight)
        self._mask = sum(set(self.net.bits))

    def _from(self, start: int, over: int) -> None:
        """Walk from a stop to all those of a greater number than ``over``."""
        crews = self._takers(start, tuple(self.legs))
        if crews and not (self.local and self.net.kinds[start]):
            self._start, self._over = start, over
            self._go(start, self.net.bits[start], 0, None, crews)

    def _takers(self, node: int, trains: tuple[int, ...]) -> list[Crew]:
        return takers(self.net.own[node], self._need[node], trains)

    def _go(self, node: int, used: int, extras: int, trail: Trail | None, crews: Sequence[Crew]) -> None:
        kinds, first = self.net.kinds, self.net.kinds[self._start]
        for line in self.net.lines[node]:
            kind = kinds[line.to]
            if used & line.bits or (kind and (self.local or kind == first)):
                continue
            onward = self._moved(line, crews)
            if onward and self.goals is not None:
                far = self._to_goal(line.to)
                onward = [crew for crew in onward if crew[0] + sum(crew[2]) >= far]
            if onward:
                if trail is None:
                    self._ends = self.net.measured(node, line.near[0])
                more = extras | line.towns | line.hexes if self.local else 0
                self._arrive(line.to, used | line.bits, more, (trail, line), onward)

    def _moved(self, line: Line, crews: Sequence[Crew]) -> list[Crew]:
        cost = line.borders if self.freight else 1
        return moved(crews, cost, self.net.own[line.to], self._need[line.to])

    def _to_goal(self, node: int) -> int:
        """The fewest borders from a stop to a goal."""
        if node not in self._far:
            self._far[node] = min(self.net.borders[node][goal] for goal in self._ends_at)
        return self._far[node]

    def _arrive(self, node: int, used: int, extras: int, trail: Trail, crews: list[Crew]) -> None:
        self.clock.tick()
        net = self.net
        open_to = self._over < node if self.goals is None else node in self._ends_at
        if open_to and any(met and not rest for _, met, rest in crews):
            line = trail[1]
            ends = (self._ends, net.measured(node, line.near[1]))
            self.keep(Run(self._start, node, used & self._mask, extras, ends, trail))
        if net.kinds[node]:
            return
        fresh = [taker for _, met, rest in crews if met and rest for taker in self._takers(node, rest)]
        onward = dict.fromkeys([*crews, *fresh] if net.passable[node] else fresh)
        if onward:
            self._go(node, used, extras, trail, tuple(onward))
