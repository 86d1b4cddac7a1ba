"""Searches timed: milliseconds of processor time, and how long they went without asking whether to stop."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core.view import View
from engine.routes.policy import RouteSet, check_routes
from engine.routes.suggest import best_routes


@dataclass
class Times:
    """The figures of some searches. ``limit``: seconds after which a search is told to stop."""

    limit: float = 10.0
    times: list[float] = field(default_factory=list)
    proven: int = 0
    silence: float = 0.0
    _began: float = 0.0
    _asked: float = 0.0

    def search(self, view: View, company: str) -> RouteSet:
        """Time one search and see that the check agrees with what it found."""
        self._began = self._asked = time.process_time()
        found = best_routes(view, company, self._is_over)
        self._is_over()
        self.add(self._asked - self._began, found.proven)
        assert not found.routes or check_routes(view, company, found.routes) is None
        return found

    def add(self, seconds: float, proven: bool) -> None:
        """Count a search."""
        self.times.append(seconds * 1000)
        self.proven += proven

    def _is_over(self) -> bool:
        now = time.process_time()
        self.silence = max(self.silence, now - self._asked)
        self._asked = now
        return now - self._began > self.limit

    def told(self) -> dict[str, Any]:
        """All figures; ``silence_ms``: the longest time between two questions whether to stop."""
        return {**spread(self.times), "proven": self.proven, "silence_ms": round(self.silence * 1000, 1)}


def spread(times: Sequence[float]) -> dict[str, Any]:
    """How many there are, the median, the 95th percentile and the worst, in milliseconds."""
    ordered = sorted(times)
    return {
        "count": len(ordered),
        "median_ms": round(statistics.median(ordered), 1),
        "p95_ms": round(ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)], 1),
        "worst_ms": round(ordered[-1], 1),
    }
