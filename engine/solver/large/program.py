"""A linear program to maximise, with whole coefficients, and a bound on it that floats cannot spoil."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.solver.compiled import highspy, numpy

SCALE = 1 << 12
"""Prices are taken in parts of this many to the unit, as ints."""
BEYOND = 1 << 40
"""No limit."""
STEPS = 8
"""How often the solver is called back between two questions whether time is up."""
USELESS = 3
"""After so many optima in which it is slack an added row is dropped."""
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
    _rows: list[tuple[Any, Any]] = field(default_factory=list)
    _idle: list[int] = field(default_factory=list)
    impossible: bool = False
    """Whether the last `solve` found that no point is allowed."""
    over: Callable[[], bool] | None = None
    """Asked now and then by `solve`, which then gives up."""
    _solver: Any = None
    _matrix: Any = None
    _looks: int = 0
    _ended: bool = False

    def column(self, gain: int, high: int, tie: int = 0) -> int:
        """A new column from 0 to ``high``; its number."""
        self.gains.append(gain)
        self.ties.append(tie)
        self.lows.append(0)
        self.highs.append(high)
        return len(self.gains) - 1

    def row(self, terms: Iterable[Term], at_most: int = BEYOND, at_least: int = -BEYOND) -> None:
        """A new row, before the first `solve`."""
        kept = [term for term in terms if term[1]]
        self._rows.append((_array(column for column, _ in kept), _array(value for _, value in kept)))
        self._at_least.append(at_least)
        self._at_most.append(at_most)
        self._matrix = None

    def add(self, rows: Sequence[tuple[Any, Any, int]]) -> None:
        """New rows after the first `solve`: columns and values as arrays, and what they are at least."""
        least = [at_least for _, _, at_least in rows]
        self._rows += [(columns, values) for columns, values, _ in rows]
        self._at_least += least
        self._at_most += [BEYOND] * len(rows)
        self._idle += [0] * len(rows)
        self._matrix = None
        if rows:
            sizes = numpy.array([len(columns) for columns, _, _ in rows])
            starts = numpy.cumsum(sizes) - sizes
            columns, values = (numpy.concatenate(part) for part in list(zip(*rows, strict=True))[:2])
            high = _floats(map(_limit, [BEYOND] * len(rows)))
            self._solver.addRows(
                len(rows), _floats(least), high, len(columns), _ints(starts), _ints(columns), _floats(values)
            )

    def shed(self) -> None:
        """Drop rows from `add` that have not mattered for some time."""
        basic = highspy.HighsBasisStatus.kBasic
        status = self._solver.getBasis().row_status
        firm = len(self._rows) - len(self._idle)
        self._idle = [n + 1 if status[firm + i] == basic else 0 for i, n in enumerate(self._idle)]
        gone = {firm + i for i, n in enumerate(self._idle) if n >= USELESS}
        if gone:
            self._solver.deleteRows(len(gone), _ints(sorted(gone)))
            kept = [i for i in range(len(self._rows)) if i not in gone]
            self._rows = [self._rows[i] for i in kept]
            self._at_least = [self._at_least[i] for i in kept]
            self._at_most = [self._at_most[i] for i in kept]
            self._idle = [n for n in self._idle if n < USELESS]
            self._matrix = None

    def limit(self, column: int, low: int, high: int) -> None:
        """Change between what a column may lie."""
        self.lows[column], self.highs[column] = low, high
        if self._solver is not None:
            self._solver.changeColBounds(column, float(low), float(high))

    def solve(self, weight: float) -> list[float] | None:
        """The columns at an optimum of gains less ``weight`` times ties; None when none is found."""
        if self._solver is None:
            self._start(weight)
        self._ended = False
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
        for columns, _ in self._rows:
            starts.append(starts[-1] + len(columns))
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = _ints(starts)
        _, columns, values = self._coefficients()
        model.a_matrix_.index_, model.a_matrix_.value_ = _ints(columns), _floats(values)
        self._solver = highspy.Highs()
        self._solver.setOptionValue("output_flag", False)
        self._solver.setOptionValue("threads", 1)
        self._solver.passModel(model)
        self._solver.cbSimplexInterrupt.subscribe(self._look_up)

    def _look_up(self, event: Any) -> None:
        self._looks += 1
        if self._looks % STEPS == 0 and self.over is not None and not self._ended:
            self._ended = self.over()
        if self._ended:
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
            rows = numpy.repeat(numpy.arange(len(self._rows)), [len(columns) for columns, _ in self._rows])
            columns, values = (numpy.concatenate(parts) for parts in zip(*self._rows, strict=True))
            self._matrix = rows, columns, values
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
    return numpy.fromiter(values, numpy.float64)


def _ints(values: Iterable[int]) -> Any:
    return numpy.fromiter(values, numpy.int32)


def _array(values: Iterable[int]) -> Any:
    return numpy.fromiter(values, numpy.int64)
