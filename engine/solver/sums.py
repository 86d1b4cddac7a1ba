"""What sets of things are worth, each set a mask of bits."""

from __future__ import annotations

from collections.abc import Sequence

from engine.solver.graph import ones

PART = 10
"""Things whose sums are remembered together."""


class Sums(dict[int, int]):
    """What sets of things are worth together, by mask; sums of their parts are remembered."""

    def __init__(self, worth: Sequence[int]) -> None:
        super().__init__()
        self._parts = [_Part(worth[i : i + PART]) for i in range(0, len(worth), PART)]

    def __missing__(self, things: int) -> int:
        found, left = 0, things
        for part in self._parts:
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
