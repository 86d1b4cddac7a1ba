"""Garbage collection while the bot serves nobody, so that no member waits for it.

All objects that exist after the start, and again once the caches are warm, are frozen: the collector skips
them. It handles young objects by itself. A full collection runs while the bot serves nobody, or at the
latest after `MAX_DELAY`. Its duration depends on the games in memory, whose number is bounded.
"""

from __future__ import annotations

import gc
import time

YOUNG, OLDER, NEVER = 20_000, 20, 1_000_000
"""Thresholds of the collector's three generations; the oldest is collected by `collect_if_idle` alone."""

FREEZE_AFTER = 300.0
"""Seconds after the start by which caches are warm."""

MAX_DELAY = 600.0
"""Seconds after which a full collection runs even while the bot is serving members."""


class GarbageCollector:
    """Controls Python's garbage collector in this process; `pauses` counts its pauses.

    `longest_pause` is the longest of them in seconds.
    """

    def __init__(self) -> None:
        """Begin without measured pauses of garbage collection; `start` begins to measure them."""
        self.longest_pause, self.pauses = 0.0, 0
        self._started_at = self._last_at = self._pause_started_at = time.monotonic()
        self._has_frozen = False

    def start(self) -> None:
        """Collect garbage and freeze all objects, so that later collections skip them; then measure pauses.

        The collector's thresholds are raised: only `collect_if_idle` collects the oldest generation.
        """
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, OLDER, NEVER)
        self._started_at = self._last_at = time.monotonic()
        gc.callbacks.append(self._on_collection)

    def stop(self) -> None:
        """Stop measuring pauses, unfreeze all objects and restore Python's default thresholds.

        Does nothing before `start`.
        """
        if self._on_collection in gc.callbacks:
            gc.callbacks.remove(self._on_collection)
            gc.unfreeze()
            gc.set_threshold(700, 10, 10)

    def collect_if_idle(self, *, is_busy: bool) -> bool:
        """Run a full collection unless the bot is busy; return True if it ran.

        A busy bot collects, too, once 10 minutes have passed since the last full collection. The first full
        collection later than 5 minutes after `start` also freezes the objects that are left, so that later
        ones skip them.
        """
        now = time.monotonic()
        if is_busy and now < self._last_at + MAX_DELAY:
            return False
        gc.collect()
        if not self._has_frozen and now > self._started_at + FREEZE_AFTER:
            self._has_frozen = True
            gc.freeze()
        self._last_at = now
        return True

    def _on_collection(self, phase: str, _: object) -> None:
        """Measure a pause of garbage collection: Python calls this with the ``phase`` "start", then "stop".

        `longest_pause` (seconds) and the count `pauses` are updated at the stop.
        """
        now = time.monotonic()
        if phase == "start":
            self._pause_started_at = now
        else:
            self.longest_pause = max(self.longest_pause, now - self._pause_started_at)
            self.pauses += 1
