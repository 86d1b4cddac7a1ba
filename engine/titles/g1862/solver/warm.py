"""Imported where there is time: makes the compiled loops of the search ready, seconds at the first time."""

from __future__ import annotations

from engine.solver.clock import Clock, never
from engine.titles.g1862.data.options import EXPRESS
from engine.titles.g1862.solver.columns import Column, Node, Picks, Unit
from engine.titles.g1862.solver.growth import Growth
from engine.titles.g1862.solver.lines import Line
from engine.titles.g1862.solver.walks import Run


def warm() -> bool:
    """Let two trains run on two lines from a home; whether the best set was found."""
    unit: Unit = (EXPRESS, (1,), 2)
    run = Run(0, 1, 0, 0, ("", ""), (None, Line(0, 0, 0, 0, 0, ("", ""), ())))
    table = [Column(0b011, 0, 0b011, run, 0), Column(0b101, 0, 0b101, run, 0)]
    kept = Picks(1, 1)
    begin = Node(0, 0, 0b001, {unit: 2})
    Growth([20, 30, 40], [0, 0, 0], {unit: table}, begin, kept, Clock(never, 1_000, 1_000), 90).run()
    return kept.best[0][0] == 90


DONE = warm()
