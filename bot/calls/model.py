"""The data on which the plan of pings is based. All times are seconds since 1970, UTC."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.store.messages.outbox import PING_AFTER

MINUTE, HOUR, DAY = 60, 3600, 86400

DEFAULT_FIRST_PING = 2
"""Minutes before the first ping, where a table says nothing else."""

PING_DELAY = PING_AFTER
"""The setting of a game: seconds after a move without pings, so that the move can be undone."""

MAX_FIRST_PING, MAX_CLOCK = 120, 24 * 30
"""The longest time before the first ping in minutes and the longest clock in hours that a table may set."""


@dataclass(frozen=True, slots=True)
class PingTimes:
    """When players of a game are pinged, and how long a turn may take.

    first: seconds before the first ping. live: nobody is pinged. clock: seconds for a turn, None without a
    clock.
    """

    first: int = DEFAULT_FIRST_PING * MINUTE
    live: bool = False
    clock: int | None = None

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> PingTimes:
        """Read from the settings of a game when its players are pinged, and how long its clock gives them.

        Nobody is pinged before the delay for an undo (`PING_DELAY`) is over. If the turn card itself pings (a
        first ping at once), its message in the outbox is delayed, otherwise the first ping. A missing setting
        has its default; without hours there is no clock.
        """
        hours = int(settings.get("clock") or 0)
        minutes = settings.get("first_ping")
        default_minutes = 0 if settings.get("pace") == "at once" else DEFAULT_FIRST_PING
        first = MINUTE * (default_minutes if minutes is None else int(minutes))
        delay = max(first, int(settings.get(PING_DELAY) or 0)) if first else 0
        return cls(delay, settings.get("pace") == "live", hours * HOUR or None)


NO_ZONE = "UTC"
"""The zone of a member who has not set one."""


@dataclass(frozen=True, slots=True)
class Member:
    """When and how a member wants to be pinged.

    quiet: start and end of the quiet hours, in minutes of the local day. gap: the least number of seconds
    between two pings. digest: the local hour of the daily digest. muted: the ids of muted games. vacations:
    pairs of start and end. pinged: the time of the last ping by any game.
    """

    user: int
    zone: str = NO_ZONE
    quiet: tuple[int, int] | None = None
    weekend: bool = False
    direct: bool = False
    gap: int = 0
    digest: int | None = None
    muted: frozenset[int] = frozenset()
    vacations: tuple[tuple[int, int], ...] = ()
    pinged: int = 0


@dataclass(frozen=True, slots=True)
class Reminder:
    """The reminder of a seat for which a game waits, whether it was posted or not; ``user`` plays the seat.

    mark: the round and the company. rev, since: the revision and the time since when the game waits. start:
    when the clock began. stage: the number of pings so far. last: the time of the last ping. touched: the
    time of the member's last move since then. snoozed: the time to which the next ping was put off. by_card:
    the turn card itself pings. told: the other players were informed. voted: the clock has run out. nudged:
    the member who asked for the next ping. extra: seconds for which the clock stood still.
    """

    game: int
    seat: str
    user: int | None
    mark: str
    rev: int
    since: int
    start: int
    stage: int = 0
    last: int = 0
    touched: int = 0
    snoozed: int | None = None
    by_card: bool = False
    told: bool = False
    voted: bool = False
    nudged: int | None = None
    extra: int = 0

    @property
    def posted(self) -> bool:
        """Return True if a reminder was posted in the channel in addition to the turn card."""
        return self.last > 0 and self.stage > self.by_card
