"""The choice of runs where prices alone do not settle it: sets grow from the home in compiled loops.

What each group of units that are still idle gains at most is looked up by which of the most valuable things
are scored already: of these each pays once, of all others each unit pays the price. Sets that score and meet
the same with the same units left are grown once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from typing import Any

from engine.solver.clock import Clock
from engine.solver.compiled import ints
from engine.solver.flat import Content, memory
from engine.solver.graph import ones
from engine.titles.g1862.solver import kernels as k
from engine.titles.g1862.solver.columns import Column, Node, Picks, Unit

MOST_EXACT, TABLE = 12, 1 << 18
"""Things that are looked at exactly, and entries of the table of bounds, at most."""
SEEN = 1 << 16
"""Sets that are remembered."""
SLICE, COST = 20_000, 400
"""Runs looked at between two looks at the clock, and for one of its steps."""
RANKED = 4
"""Runs laid out for one step of the clock."""


@dataclass
class Growth:
    """One choice, as in `Cover`. worth: of things that are not yet scored.

    ``bound``: what no set exceeds. ``step``: what all sets earn is a multiple of it.
    """

    worth: Sequence[int]
    prices: Sequence[int]
    tables: Mapping[Unit, Sequence[Column]]
    begin: Node
    kept: Picks
    clock: Clock
    bound: int
    step: int = 1
    _rows: list[tuple[Unit, Column]] = field(default_factory=list)
    _trains: int = 0

    def run(self, slices: int | None = None) -> bool:
        """Find the wanted sets; False when that takes more than so many slices. Raises Stopped."""
        m, told = self._laid_out(), k.PAUSED
        if self.bound < self.kept.floor:
            return True
        while told != k.ENDED:
            if slices == 0:
                return False
            slices = None if slices is None else slices - 1
            m[k.STEPS], m[k.FLOOR] = SLICE, -(-self.kept.floor // self.step) * self.step
            told = k.grow(m)
            self.clock.tick(1 + (SLICE - int(m[k.STEPS])) // COST)
            if told == k.FOUND:
                value, *rows = m[m[k.PICKED] : m[k.PICKED] + self._trains + 2]
                self.kept.keep(int(value), tuple(self._rows[row] for row in takewhile(_is_row, rows)))
        return True

    # --- flat tables

    def _laid_out(self) -> Any:
        """The memory of the kernel."""
        units = [unit for unit in self.begin.units if self.tables[unit]]
        counts = [self.begin.units[unit] for unit in units]
        again = [int(self.kept.repeats(unit)) for unit in units]
        strides = [1]
        for count in counts:
            strides.append(strides[-1] * (count + 1))
        groups = strides.pop()
        trains = self._trains = sum(counts)
        scored = {i for unit in units for column in self.tables[unit] for i in ones(column.scored)}
        order = sorted(scored, key=lambda i: (-self.worth[i], i))
        exact = min(MOST_EXACT, len(order), (TABLE // groups).bit_length() - 1)
        worth = [self.worth[i] for i in order]
        prices = [self.prices[i] for i in order]
        prices[:exact] = [0] * exact
        begins, rows = self._ranked(units, order, [w - p for w, p in zip(worth, prices, strict=True)])
        low = (1 << k.WORD) - 1
        fresh = self.kept.count == 1 and len(order) <= k.PARTS * k.WORD
        columns = [column for _, column in self._rows]
        content: Content = {
            k.IDLE: trains, k.GROUP: groups - 1, k.ONE: fresh, k.EXACT: (1 << exact) - 1,
            k.ROWS: begins[-1], k.ENTRIES: SEEN,
            k.DUE: sum(n * due for n, due in zip(counts, again, strict=True)),
            k.BEGINS: begins, k.AGAIN: again, k.STRIDES: strides,
            k.COUNTS: counts, k.RAWS: rows["raws"], k.BONUS: [column.bonus for column in columns],
            k.MEETS: [column.meets for column in columns],
            k.MASKS: [mask >> k.WORD * i & low for mask in rows["masks"] for i in range(k.PARTS)],
            k.FIRST: rows["first"], k.THINGS: rows["things"], k.WORTH: worth, k.PRICES: prices,
            k.COVERED: [0] * len(worth), k.PICKED: [-1] * (trains + 2),
            k.FRAMES: [0, self.begin.met, self.begin.value, sum(prices), *[0] * (k.FRAME * (trains + 1))],
        }  # fmt: skip
        m = memory(k.HEAD, content, {k.BOUNDS: groups << exact, k.SEEN: k.ENTRY * SEEN})
        keys = ints([mask & (1 << exact) - 1 for mask in rows["masks"]])
        self._bounds(m, keys, begins, counts, strides, worth[:exact])
        most = int(m[m[k.BOUNDS] + (groups - 1 << exact)])
        bound = self.begin.value + sum(prices) + most
        self.bound = min(self.bound, bound - bound % self.step)
        return m

    def _ranked(
        self, units: Sequence[Unit], order: Sequence[int], kept: Sequence[int]
    ) -> tuple[list[int], dict[str, list[int]]]:
        """The runs unit by unit, those first that earn most; where each unit begins, and what they score."""
        place = {thing: n for n, thing in enumerate(order)}
        found: dict[str, list[int]] = {"raws": [], "masks": [], "things": [], "first": [0]}
        begins = [0]
        for unit in units:
            self.clock.tick(1 + len(self.tables[unit]) // RANKED)
            parts = [[place[i] for i in ones(column.scored)] for column in self.tables[unit]]
            pairs = zip(self.tables[unit], parts, strict=True)
            raws = [column.bonus + sum([kept[i] for i in part]) for column, part in pairs]
            for n in sorted(range(len(raws)), key=lambda n: -raws[n]):
                self._rows.append((unit, self.tables[unit][n]))
                found["raws"].append(raws[n])
                found["masks"].append(sum([1 << i for i in parts[n]]))
                found["things"] += parts[n]
                found["first"].append(len(found["things"]))
            begins.append(len(self._rows))
        return begins, found

    def _bounds(
        self,
        m: Any,
        keys: Any,
        begins: Sequence[int],
        counts: Sequence[int],
        strides: Sequence[int],
        worth: Sequence[int],
    ) -> None:
        """For each group of units, by the exact things that are scored, what it gains at most."""
        size, sums = 1 << len(worth), [0]
        for each in worth:
            sums += [each + value for value in sums]
        flat, scratch = ints(sums), ints([0] * size)
        ranks = []
        for begin, end in pairwise(begins):
            into, out = ints([0] * size), ints([0] * size)
            ranks.append((into, out, k.ranked(m, scratch, keys, begin, end, flat, into, out)))
        for group in range(1, strides[-1] * (counts[-1] + 1)):
            unit = next(u for u, stride in enumerate(strides) if group // stride % (counts[u] + 1))
            self.clock.tick(1 + size * ranks[unit][2] // (COST * 20))
            k.gain(m, group, group - strides[unit], *ranks[unit], flat)


def _is_row(number: int) -> bool:
    return number >= 0
