"""Whether trains that are joined have a run that meets a stop: one run, not all (7.8.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.solver.clock import Clock
from engine.titles.g1862.solver.lines import Line, Network
from engine.titles.g1862.solver.walks import Crew, Run, Trail, moved, takers

FAR = 1_000


@dataclass
class Relay:
    """Looks for a run of freight trains, joined if several, that meets one of the stops of ``goal`` (bits).

    Who drives on is told as in `Walk`; here a train must also find a station that the run has not used.
    """

    net: Network
    legs: tuple[int, ...]
    goal: int
    clock: Clock
    _own: list[int] = field(default_factory=list)
    _far: tuple[int, ...] = ()
    _start: int = 0
    _ends: str = ""

    def find(self) -> Run | None:
        """A run, or None when there is none. Raises Stopped."""
        net = self.net
        nodes = range(len(net.stops))
        self._own = [node for node in nodes if net.own[node]]
        self._far = net.borders_to([node for node in nodes if net.bits[node] & self.goal])
        for start in sorted(nodes, key=self._far.__getitem__):
            self._start = start
            crews = self._takers(start, net.bits[start], self.legs)
            found = self._go(start, net.bits[start], None, self._useful(start, net.bits[start], crews))
            if found is not None:
                return found
        return None

    def _go(self, node: int, used: int, trail: Trail | None, crews: Sequence[Crew]) -> Run | None:
        net = self.net
        for line in sorted(net.lines[node], key=lambda line: self._far[line.to]) if crews else ():
            kind = net.kinds[line.to]
            if used & line.bits or (kind and kind == net.kinds[self._start]):
                continue
            self.clock.tick()
            if trail is None:
                self._ends = net.measured(node, line.near[0])
            found = self._arrive(line, used | line.bits, (trail, line), self._moved(line, used, crews))
            if found is not None:
                return found
        return None

    def _arrive(self, line: Line, used: int, trail: Trail, crews: Sequence[Crew]) -> Run | None:
        net, node = self.net, line.to
        if used & self.goal and any(met and not rest for _, met, rest in crews):
            ends = (self._ends, net.measured(node, line.near[1]))
            return Run(self._start, node, used & sum(set(net.bits)), 0, ends, trail)
        if net.kinds[node]:
            return None
        fresh = [new for _, met, rest in crews if met for new in self._takers(node, used, rest)]
        onward = dict.fromkeys([*crews, *fresh] if net.passable[node] else fresh)
        return self._go(node, used, trail, self._useful(node, used, list(onward)))

    def _takers(self, node: int, used: int, trains: tuple[int, ...]) -> list[Crew]:
        return takers(self.net.own[node], self._need(node, used), trains)

    def _moved(self, line: Line, used: int, crews: Sequence[Crew]) -> list[Crew]:
        return moved(crews, line.borders, self.net.own[line.to], self._need(line.to, used))

    def _need(self, node: int, used: int) -> int:
        """The fewest borders to a station that is not used yet, or is here."""
        if self.net.own[node]:
            return 0
        borders = self.net.borders[node]
        return min((borders[own] for own in self._own if not self.net.bits[own] & used), default=FAR)

    def _useful(self, node: int, used: int, crews: Sequence[Crew]) -> list[Crew]:
        """Those that can still reach the goal and have stations enough: each serves two trains at most."""
        far = 0 if used & self.goal else self._far[node]
        served = 2 * sum(not self.net.bits[own] & used for own in self._own) + self.net.own[node]
        return [
            (left, met, rest)
            for left, met, rest in crews
            if left + sum(rest) >= far and len(rest) + (not met) <= served
        ]
