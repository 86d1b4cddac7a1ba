"""Metrics of how the bot performs: always collected, and served to Prometheus when a port is set.

    with METRICS.timed("picture"): ...        measures the seconds of a stage
    METRICS.refused.labels("stale").inc()

| stage | from, to |
| --- | --- |
| acknowledged, answered | from the creation of an interaction to its acknowledgement, to its page |
| saved | a write: checked by the rules, stored, committed |
| queued | the wait for a free worker |
| picture, search, work | in a worker: a picture, a search for routes, anything else |
| upload | a message with pictures on its way to Discord |
| message | from the moment a message is due in the outbox until it is posted |
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
MAX_RECENT = 500
"""Durations of each stage that are kept for percentiles."""

STAGES = (
    "acknowledged", "answered", "saved", "queued", "picture", "search", "work", "upload", "message",
)  # fmt: skip


class Metrics:
    """The metrics of this process."""

    def __init__(self) -> None:
        """Create the Prometheus metrics in a registry of their own.

        `recent` keeps the last 500 durations of each stage, in seconds.
        """
        self.registry = CollectorRegistry()
        registry_option: Any = {"registry": self.registry}
        self._seconds = Histogram(
            "stationmaster_seconds", "Seconds by stage", ["stage"], buckets=BUCKETS, **registry_option
        )
        self.refused = Counter(
            "stationmaster_refused", "Requests not carried out, by why", ["kind"], **registry_option
        )
        self.faults = Counter(
            "stationmaster_faults", "Work that failed, by what", ["what"], **registry_option
        )
        self.laws = Counter(
            "stationmaster_laws_failed",
            "Laws of rulebooks that failed in running games",
            ["title", "law"],
            **registry_option,
        )
        self.uploaded = Counter("stationmaster_upload_bytes", "Bytes of pictures sent", **registry_option)
        self.queue = Gauge("stationmaster_queue", "Work that waits for a worker", **registry_option)
        self.busy_workers = Gauge("stationmaster_working", "Workers at work", **registry_option)
        self.outbox = Gauge("stationmaster_outbox", "Messages that wait to be posted", **registry_option)
        self.outbox_lag = Gauge(
            "stationmaster_outbox_lag_seconds",
            "For how long the oldest message that is due waits",
            **registry_option,
        )
        self.memory = Gauge(
            "stationmaster_memory_bytes", "Resident memory by kind of process", ["process"], **registry_option
        )
        self.games_in_memory = Gauge("stationmaster_games_held", "Games in memory", **registry_option)
        self.longest_pause = Gauge(
            "stationmaster_longest_pause_seconds", "The longest garbage collection", **registry_option
        )
        self.recent: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=MAX_RECENT))
        for stage in STAGES:
            self._seconds.labels(stage)

    def observe(self, stage: str, seconds: float) -> None:
        """Record a duration (seconds, at least 0) of a stage in the metrics; ``stage`` is one of `STAGES`."""
        self._seconds.labels(stage).observe(max(seconds, 0.0))
        self.recent[stage].append(max(seconds, 0.0))

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Record in the metrics how many seconds the block takes, also if it raises.

        ``stage`` is one of `STAGES`, such as "saved".
        """
        started_at = time.monotonic()
        try:
            yield
        finally:
            self.observe(stage, time.monotonic() - started_at)

    def median_and_p95(self, stage: str) -> tuple[float, float] | None:
        """Return the median and the 95th percentile, in seconds, of the last durations of a stage.

        Only the last 500 durations are used; None if there are none. ``stage`` is one of `STAGES`.
        """
        return median_and_p95(self.recent[stage])


def median_and_p95(durations: Sequence[float] | deque[float]) -> tuple[float, float] | None:
    """Return the median and the 95th percentile of durations in any order; None if there are none.

    Of an even number of durations, the median is the upper of the two middle ones.
    """
    ordered = sorted(durations)
    if not ordered:
        return None
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]


def resident_memory(pid: int) -> int:
    """Return the resident memory of a process (by its id) in bytes; 0 if it is unknown."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


METRICS = Metrics()
"""The metrics of the one bot in this process."""
