"""Figures about how the bot does, for Prometheus and in words: kept always, served when a port is set.

    with METRICS.timed("picture"): ...        seconds of a stage
    METRICS.refused.labels("stale").inc()

| stage | from, to |
| --- | --- |
| acknowledged, answered | from Discord's sending of an interaction until it was told, until the page stood |
| saved | a write: judged, stored, committed |
| queued | the wait for a free worker |
| picture, search, work | in a worker: drawn; routes searched; anything else |
| upload | a message with pictures on its way to Discord |
| message | the outbox: from when a message was owed until it was posted |
"""

from __future__ import annotations

import os
import time
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
LAST = 500
"""Times of each stage that are kept for the figures in words."""

STAGES = (
    "acknowledged", "answered", "saved", "queued", "picture", "search", "work", "upload", "message",
)  # fmt: skip


class Metrics:
    """The figures of this process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        own: Any = {"registry": self.registry}
        self._seconds = Histogram(
            "stationmaster_seconds", "Seconds by stage", ["stage"], buckets=BUCKETS, **own
        )
        self.refused = Counter("stationmaster_refused", "Requests not carried out, by why", ["kind"], **own)
        self.faults = Counter("stationmaster_faults", "Work that failed, by what", ["what"], **own)
        self.laws = Counter(
            "stationmaster_laws_failed",
            "Laws of rulebooks that failed in running games",
            ["title", "law"],
            **own,
        )
        self.uploaded = Counter("stationmaster_upload_bytes", "Bytes of pictures sent", **own)
        self.queue = Gauge("stationmaster_queue", "Work that waits for a worker", **own)
        self.working = Gauge("stationmaster_working", "Workers at work", **own)
        self.outbox = Gauge("stationmaster_outbox", "Messages that wait to be posted", **own)
        self.lag = Gauge(
            "stationmaster_outbox_lag_seconds", "For how long the oldest message that is due waits", **own
        )
        self.memory = Gauge(
            "stationmaster_memory_bytes", "Resident memory by kind of process", ["process"], **own
        )
        self.held = Gauge("stationmaster_games_held", "Games in memory", **own)
        self.pause = Gauge("stationmaster_longest_pause_seconds", "The longest garbage collection", **own)
        self.recent: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=LAST))
        for stage in STAGES:
            self._seconds.labels(stage)

    def spent(self, stage: str, seconds: float) -> None:
        """A stage took so long."""
        self._seconds.labels(stage).observe(max(seconds, 0.0))
        self.recent[stage].append(max(seconds, 0.0))

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """The block is the stage."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.spent(stage, time.monotonic() - began)

    def usual(self, stage: str) -> tuple[float, float] | None:
        """The middle and the 95th percentile of the last times of a stage; None without any."""
        return quantiles(self.recent[stage])


def quantiles(times: Sequence[float] | deque[float]) -> tuple[float, float] | None:
    """The middle and the 95th percentile of some times; None without any."""
    ordered = sorted(times)
    if not ordered:
        return None
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]


def memory(pid: int) -> int:
    """The resident memory of a process in bytes; 0 where the system does not tell or it is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


METRICS = Metrics()
"""Those of the process: there is one bot in it."""
