"""Switches that make the server misbehave, one request at a time."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field

from .wire import Json, rate_limited

CALLBACK = r"/interactions/.+/callback$"
MESSAGES = r"/channels/\d+/messages"


@dataclass
class Fault:
    """What to do with the next `times` requests that match.

    `status` answers with that status, `drop` resets the connection, `delay` waits first (seconds), `hold`
    when the work is done; with `after` the work is done and only its answer is replaced or lost.
    """

    method: str
    pattern: str
    times: int = 1
    status: int | None = None
    body: Json = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0
    hold: float = 0
    drop: bool = False
    after: bool = False
    hits: int = 0

    def takes(self, method: str, path: str) -> bool:
        """Whether this fault strikes the request; counts the hit."""
        fits = self.hits < self.times and self.method in ("*", method) and re.search(self.pattern, path)
        self.hits += bool(fits)
        return bool(fits)


class Faults:
    """All faults that are set, and the rate limits of buckets."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._limits: dict[tuple[str, str], tuple[int, float]] = {}
        self._buckets: dict[tuple[str, str], tuple[int, float]] = {}

    def add(self, fault: Fault) -> Fault:
        """Set a fault; its `hits` tell later how often it struck."""
        self._faults.append(fault)
        return fault

    def error_once(self, pattern: str, status: int = 500, *, times: int = 1, after: bool = False) -> Fault:
        """Answer `times` requests with an error of the server."""
        return self.add(Fault("*", pattern, times, status, {"message": str(status), "code": 0}, after=after))

    def rate_limit_once(self, pattern: str, retry_after: float = 0.3, *, times: int = 1) -> Fault:
        """Answer `times` requests with 429."""
        error = rate_limited(retry_after, {"X-RateLimit-Scope": "user"})
        return self.add(Fault("*", pattern, times, 429, error.body, error.headers))

    def lose_callback(self, *, after: bool = False) -> Fault:
        """Reset the connection of the next answer to an interaction; with `after` it has arrived."""
        return self.add(Fault("POST", CALLBACK, drop=True, after=after))

    def clear(self) -> None:
        """Behave again."""
        self._faults.clear()
        self._limits.clear()
        self._buckets.clear()

    def strike(self, method: str, path: str) -> Fault | None:
        """The fault for this request, if any."""
        return next((f for f in self._faults if f.takes(method, path)), None)

    def limit(self, method: str, route: str, count: int, per: float) -> None:
        """Allow `count` requests in `per` seconds for each path of a route (`/channels/{c}/messages`)."""
        self._limits[method, route] = (count, per)

    def bucket(self, method: str, route: str, path: str) -> dict[str, str]:
        """Count one request; the headers that announce the limit, or error 429."""
        if (method, route) not in self._limits:
            return {}
        count, per = self._limits[method, route]
        moment = time.time()
        left, reset = self._buckets.get((method, path), (count, moment + per))
        if moment >= reset:
            left, reset = count, moment + per
        headers = {"X-RateLimit-Limit": str(count), "X-RateLimit-Reset": f"{reset:.3f}"}
        headers.update(
            {"X-RateLimit-Reset-After": f"{reset - moment:.3f}", "X-RateLimit-Bucket": method + route}
        )
        if left <= 0:
            raise rate_limited(reset - moment, headers)
        self._buckets[method, path] = (left - 1, reset)
        return {**headers, "X-RateLimit-Remaining": str(left - 1)}
