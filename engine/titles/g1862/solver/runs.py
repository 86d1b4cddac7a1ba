"""Tables of the runs of a unit, of which the best choice is made (7.8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from engine.board.board import Board
from engine.solver.clock import Clock, Stopped, never
from engine.solver.graph import ones
from engine.titles.g1862.data.options import FREIGHT, LOCAL
from engine.titles.g1862.solver.columns import Column, Unit
from engine.titles.g1862.solver.coverage import undominated
from engine.titles.g1862.solver.fares import crow_bonus
from engine.titles.g1862.solver.lines import Network
from engine.titles.g1862.solver.walks import Run, Walk

NEAR = 300
"""Steps of a short walk."""
_Walked = Callable[[Callable[[Run], None]], None]
_Ends = set[tuple[int, int]]


@dataclass(frozen=True)
class Runs:
    """The runs over the lines of a company. scale: the weight of what they earn."""

    net: Network
    board: Board
    scale: int

    def wanted(self, unit: Unit, aims: _Ends | None, clock: Clock) -> list[Column]:
        """All that may be wanted, of joined trains between these first and last stops. Raises Stopped."""

        def walked(keep: Callable[[Run], None]) -> None:
            walk = self._walk(unit, keep, clock)
            if aims is not None:
                walk.goals = {
                    start: frozenset(end for begin, end in aims if begin == start) for start, _ in aims
                }
            walk.run()

        if unit[0] == FREIGHT:
            return self._freight(walked)
        return undominated(self._others(walked, unit[2], clock), clock)

    def column(self, unit: Unit, run: Run) -> Column:
        """A way to run a unit: this run, of more stops than are paid the last left out."""
        if unit[0] == FREIGHT:
            ends = (run.start, run.end)
            bonus = crow_bonus(self.board, run.ends, [self.net.kinds[node] for node in ends])
            scored = self.net.bits[run.start] | self.net.bits[run.end]
            return self._column(scored, bonus * self.scale, run)
        left = sum(1 << i for i in list(ones(run.stops))[unit[2] :])
        return self._column((run.stops | run.extras) & ~left, 0, run, left)

    def near(self, unit: Unit) -> Sequence[Column]:
        """Some around the home, as many as a short walk finds."""
        home = self.net.home
        if home is None:
            return ()

        def walked(keep: Callable[[Run], None]) -> None:
            with suppress(Stopped):
                self._walk(unit, keep, Clock(never, NEAR, NEAR)).near(home)

        if unit[0] == FREIGHT:
            return self._freight(walked)
        return self._others(walked, unit[2], Clock(never, NEAR))

    def _walk(self, unit: Unit, keep: Callable[[Run], None], clock: Clock) -> Walk:
        kind, legs, _ = unit
        return Walk(self.net, legs, kind == FREIGHT, kind == LOCAL, keep, clock)

    def _freight(self, walked: _Walked) -> list[Column]:
        """Runs by what they earn; of these only such as meet more stations than another one."""
        net, board = self.net, self.board
        kept: dict[tuple[int, int], list[Run]] = {}

        @cache
        def key_of(start: int, end: int, ends: tuple[str, str]) -> tuple[int, int]:
            kinds = (net.kinds[start], net.kinds[end])
            return net.bits[start] | net.bits[end], crow_bonus(board, ends, kinds)

        def keep(run: Run) -> None:
            others = kept.setdefault(key_of(run.start, run.end, run.ends), [])
            if not any(run.stops & other.stops == run.stops for other in others):
                others[:] = [o for o in others if run.stops & o.stops != o.stops]
                others.append(run)

        walked(keep)
        pairs = ((key, run) for key, runs in kept.items() for run in runs)
        return [self._column(ends, bonus * self.scale, run) for (ends, bonus), run in pairs]

    def _others(self, walked: _Walked, paid: int, clock: Clock) -> list[Column]:
        """Runs by what they score: of more stops than are paid any may be left out."""
        kept: dict[int, Run] = {}

        def keep(run: Run) -> None:
            kept.setdefault(run.stops | run.extras, run)

        walked(keep)
        found: dict[tuple[int, int], Column] = {}
        for things, run in kept.items():
            clock.tick()
            count = max(0, run.stops.bit_count() - paid)
            for left in combinations([1 << i for i in ones(run.stops)], count):
                column = self._column(things & ~sum(left), 0, run, sum(left))
                found.setdefault((column.scored, column.meets), column)
        return list(found.values())

    def _column(self, scored: int, bonus: int, run: Run, left: int = 0) -> Column:
        return Column(scored, bonus, run.stops & self.net.cities, run, left)
