"""Garbage collections that nobody waits for: what stays for good is left out, the rest has quiet moments.

What the bot consists of is frozen once it has started and once more when its caches are warm. The collector
then goes through the young objects by itself; all the others are looked through while nobody is served, and
after a while in any case. How long that takes depends on the games held, which are bounded (`service.core`).
"""

from __future__ import annotations

import gc
import time

YOUNG, OLDER, NEVER = 20_000, 20, 1_000_000
"""Thresholds of the three generations; the oldest one is collected by `quiet` alone."""

WARM = 300.0
"""Seconds after the start at which caches are warm."""

LONGEST = 600.0
"""Seconds after which all is looked through although somebody is being served."""


class Garbage:
    """The collections of this process. ``longest`` is the longest pause so far, in seconds."""

    def __init__(self) -> None:
        self.longest, self.pauses = 0.0, 0
        self._began = self._last = self._begins = time.monotonic()
        self._warm = False

    def settle(self) -> None:
        """All that was loaded so far stays; from now on pauses count."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, OLDER, NEVER)
        self._began = self._last = time.monotonic()
        gc.callbacks.append(self._watch)

    def end(self) -> None:
        """Leave the collector as it was found."""
        if self._watch in gc.callbacks:
            gc.callbacks.remove(self._watch)
            gc.unfreeze()
            gc.set_threshold(700, 10, 10)

    def quiet(self, *, busy: bool) -> bool:
        """A moment for a collection, unless somebody is served; whether there was one."""
        now = time.monotonic()
        if busy and now < self._last + LONGEST:
            return False
        gc.collect()
        if not self._warm and now > self._began + WARM:
            self._warm = True
            gc.freeze()
        self._last = now
        return True

    def _watch(self, phase: str, _: object) -> None:
        now = time.monotonic()
        if phase == "start":
            self._begins = now
        else:
            self.longest = max(self.longest, now - self._begins)
            self.pauses += 1
