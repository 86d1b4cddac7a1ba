"""A linear program to maximise, with whole coefficients, and a bound on it that floats cannot spoil."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .compiled import highspy, numpy

SCALE = 1 << 12
"""Prices are taken in parts of this many to the unit, as ints."""
BEYOND = 1 << 40
"""No limit."""
STEPS = 8
"""How often the solver is called back between two questions whether time is up."""
Term = tuple[int, int]
"""A column and its coefficient."""


@dataclass
class Program:
    """Columns have a gain, a small cost that only breaks ties, and lie between two ints; rows likewise."""

    gains: list[int] = field(default_factory=list)
    ties: list[int] = field(default_factory=list)
    lows: list[int] = field(default_factory=list)
    highs: list[int] = field(default_factory=list)
    _at_least: list[int] = field(default_factory=list)
    _at_most: list[int] = field(default_factory=list)
    _rows: list[Sequence[Term]] = field(default_factory=list)
    impossible: bool = False
    """Whether the last `solve` found that no point is allowed."""
    over: Callable[[], bool] | None = None
    """Asked now and then by `solve`, which then gives up."""
    _solver: Any = None
    _matrix: Any = None
    _looks: int = 0

    def column(self, gain: int, high: int, tie: int = 0) -> int:
        """A new column from 0 to ``high``; its number."""
        self.gains.append(gain)
        self.ties.append(tie)
        self.lows.append(0)
        self.highs.append(high)
        return len(self.gains) - 1

    def row(self, terms: Iterable[Term], at_most: int = BEYOND, at_least: int = -BEYOND) -> None:
        """A new row; after the first `solve` too."""
        kept = [term for term in terms if term[1]]
        self._rows.append(kept)
        self._at_least.append(at_least)
        self._at_most.append(at_most)
        self._matrix = None
        if self._solver is not None:
            columns, values = zip(*kept, strict=True) if kept else ((), ())
            self._solver.addRow(_limit(at_least), _limit(at_most), len(kept), _ints(columns), _floats(values))

    def limit(self, column: int, low: int, high: int) -> None:
        """Change between what a column may lie."""
        self.lows[column], self.highs[column] = low, high
        if self._solver is not None:
            self._solver.changeColBounds(column, float(low), float(high))

    def solve(self, weight: float) -> list[float] | None:
        """The columns at an optimum of gains less ``weight`` times ties; None when none is found."""
        if self._solver is None:
            self._start(weight)
        self._solver.run()
        status, known = self._solver.getModelStatus(), highspy.HighsModelStatus
        self.impossible = status in (known.kInfeasible, known.kUnboundedOrInfeasible)
        if status != known.kOptimal:
            return None
        found: list[float] = list(self._solver.getSolution().col_value)
        return found

    def _start(self, weight: float) -> None:
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(self.gains), len(self._rows)
        model.sense_ = highspy.ObjSense.kMaximize
        costs = [gain - weight * tie for gain, tie in zip(self.gains, self.ties, strict=True)]
        model.col_cost_ = _floats(costs)
        model.col_lower_, model.col_upper_ = _floats(self.lows), _floats(self.highs)
        model.row_lower_ = _floats(map(_limit, self._at_least))
        model.row_upper_ = _floats(map(_limit, self._at_most))
        starts = [0]
        for row in self._rows:
            starts.append(starts[-1] + len(row))
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = _ints(starts)
        model.a_matrix_.index_ = _ints(column for row in self._rows for column, _ in row)
        model.a_matrix_.value_ = _floats(value for row in self._rows for _, value in row)
        self._solver = highspy.Highs()
        self._solver.setOptionValue("output_flag", False)
        self._solver.setOptionValue("threads", 1)
        self._solver.passModel(model)
        self._solver.cbSimplexInterrupt.subscribe(self._look_up)

    def _look_up(self, event: Any) -> None:
        self._looks += 1
        if self._looks % STEPS == 0 and self.over is not None and self.over():
            event.interrupt()

    def bound(self) -> int:
        """No point earns more, by the prices of the last solution: in whole numbers, so exact."""
        prices = numpy.rint(numpy.array(self._solver.getSolution().row_dual) * SCALE).astype(numpy.int64)
        least, most = _array(self._at_least), _array(self._at_most)
        prices = numpy.where((most >= BEYOND) & (prices > 0), 0, prices)
        prices = numpy.where((least <= -BEYOND) & (prices < 0), 0, prices)
        rows, columns, values = self._coefficients()
        left = _array(self.gains) * SCALE
        numpy.subtract.at(left, columns, values * prices[rows])
        total = numpy.where(prices > 0, prices * most, 0) + numpy.where(prices < 0, prices * least, 0)
        best = numpy.where(left > 0, left * _array(self.highs), left * _array(self.lows))
        return int((total.sum() + best.sum()) // SCALE)

    def _coefficients(self) -> Any:
        if self._matrix is None:
            rows = [i for i, row in enumerate(self._rows) for _ in row]
            columns = [column for row in self._rows for column, _ in row]
            values = [value for row in self._rows for _, value in row]
            self._matrix = _array(rows), _array(columns), _array(values)
        return self._matrix


def summed(terms: Iterable[Term]) -> list[Term]:
    """The terms with each column once."""
    found: dict[int, int] = {}
    for column, share in terms:
        found[column] = found.get(column, 0) + share
    return [*found.items()]


def _limit(value: int) -> float:
    return float("inf") if value >= BEYOND else float("-inf") if value <= -BEYOND else float(value)


def _floats(values: Iterable[float]) -> Any:
    return numpy.array(list(values), numpy.float64)


def _ints(values: Iterable[int]) -> Any:
    return numpy.array(list(values), numpy.int32)


def _array(values: Iterable[int]) -> Any:
    return numpy.array(list(values), numpy.int64)
