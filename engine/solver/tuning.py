"""Prices that bound a choice from above, improved step by step (subgradient).

What is asked for more often than it is there gets dearer, what is asked for too little gets cheaper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Demand = Callable[[Sequence[int]], tuple[int, Sequence[int]]]
"""The bound at these prices, and how often each thing is asked for."""


@dataclass
class Tuner:
    """Tunes the prices of things of which there are so many, and which cost so much at most.

    slower: how much shorter the steps become after some that did not help.
    """

    capacity: Sequence[int]
    most: Sequence[int]
    slower: float
    _speed: float = 1.0

    def tuned(
        self, prices: Sequence[int], bound: int, aim: int, steps: int, demand: Demand, active: Iterable[int]
    ) -> Sequence[int]:
        """The best prices of so many steps from these, or of fewer if they bring the bound down to the aim.

        active: the things whose prices may change.
        """
        best, found, now, active = bound + 1, prices, prices, tuple(active)
        for _ in range(steps):
            bound, used = demand(now)
            if bound < best:
                best, found = bound, now
            pull = {
                i: used[i] - self.capacity[i]
                for i in active
                if used[i] > self.capacity[i] or (now[i] and used[i] != self.capacity[i])
            }
            length = sum(way * way for way in pull.values())
            if bound <= aim or not length:
                break
            step, now = self._speed * (bound - aim) / length, list(now)
            for i, way in pull.items():
                now[i] = min(self.most[i], max(0, now[i] + int(step * way)))
        return found

    def slow_down(self) -> None:
        """Make shorter steps."""
        self._speed *= self.slower
