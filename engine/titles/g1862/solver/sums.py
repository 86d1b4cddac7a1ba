"""What sets of things are worth, each set a mask of bits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.solver.graph import ones
from engine.titles.g1862.solver.columns import Column

PART = 10
"""Things whose sums are remembered together."""


class Sums:
    """What sets of things are worth together; sums of their parts are remembered."""

    def __init__(self, worth: Sequence[int]) -> None:
        self._half = len(worth) // 2
        self._low = (1 << self._half) - 1
        self._sums = (_Half(worth[: self._half]), _Half(worth[self._half :]))

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


class _Half(dict[int, int]):
    """Sums of sets, by parts of some bits each."""

    def __init__(self, worth: Sequence[int]) -> None:
        super().__init__()
        self.parts = [_Part(worth[i : i + PART]) for i in range(0, len(worth), PART)]

    def __missing__(self, things: int) -> int:
        found, left = 0, things
        for part in self.parts:
            found += part[left & (1 << PART) - 1]
            left >>= PART
        self[things] = found
        return found


class _Part(dict[int, int]):
    def __init__(self, worth: Sequence[int]) -> None:
        super().__init__()
        self.worth = worth

    def __missing__(self, things: int) -> int:
        found = self[things] = sum([self.worth[i] for i in ones(things)])
        return found
