"""The best solutions that a search has found so far."""

from __future__ import annotations

import heapq
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass
class Kept(Generic[T]):
    """Keeps solutions by what tells them apart; ``count`` are wanted, worth ``floor`` at least.

    ``unit``: all values are multiples of it.
    """

    count: int
    floor: int
    unit: int = 1
    found: dict[Hashable, tuple[int, T]] = field(default_factory=dict)

    def add(self, key: Hashable, value: int, solution: T) -> None:
        """Remember a solution unless one of its key is as good; once enough are found the floor rises."""
        if key not in self.found or value > self.found[key][0]:
            self.found[key] = value, solution
        if len(self.found) >= self.count:
            least = heapq.nlargest(self.count, (known for known, _ in self.found.values()))[-1]
            self.floor = max(self.floor, least + self.unit)

    @property
    def best(self) -> list[tuple[int, T]]:
        """All solutions with their values, best first."""
        return sorted(self.found.values(), key=lambda found: -found[0])
