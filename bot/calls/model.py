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

    ``first_delay``: seconds before the first ping. ``is_live``: nobody is pinged. ``clock_seconds``: for a
    turn, None without a clock.
    """

    first_delay: int = DEFAULT_FIRST_PING * MINUTE
    is_live: bool = False
    clock_seconds: int | None = None

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> PingTimes:
        """Return when players are pinged and how long the clock is, read from the settings of a game.

        The keys are "clock" (hours; 0: none), "first_ping" (minutes), "pace" ("live": nobody is pinged, "at
        once", or another text) and `PING_DELAY` (seconds); each may be missing. The first ping comes after
        `PING_DELAY` at the earliest. A first ping after 0 minutes stays 0 here, because the outbox then waits
        for `PING_DELAY`.
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

    ``zone``: the IANA name of his time zone. ``quiet_hours``: their start and end, in minutes after local
    midnight. ``min_gap``: the minimum number of seconds between two pings. ``digest_hour``: the local hour of
    the daily digest. ``vacations``: pairs of start and end. ``last_ping``: the time of the last ping by any
    game, 0 for none.
    """

    user_id: int
    zone: str = NO_ZONE
    quiet_hours: tuple[int, int] | None = None
    is_free_at_weekends: bool = False
    by_direct_message: bool = False
    min_gap: int = 0
    digest_hour: int | None = None
    muted_games: frozenset[int] = frozenset()
    vacations: tuple[tuple[int, int], ...] = ()
    last_ping: int = 0


@dataclass(frozen=True, slots=True)
class Reminder:
    """The reminder of a seat that is to act, whether it was posted or not; the user ``user_id`` plays it.

    ``revision`` and ``waiting_since``: the revision and the time since when the game waits. ``clock_start``:
    when the clock began. ``ping_count``: pings so far. ``last_ping``: the time of the last one, 0 for none.
    ``last_move``: the time of the member's last move since then. ``snoozed_to``: to when the next ping was
    put off. ``is_pinged_by_card``: the turn card itself pings. ``is_notice_sent``: the other players were
    informed. ``is_vote_opened``: the players vote about the seat. ``nudger_id``: who asked for the next ping.
    ``clock_extension``: seconds for which the clock stood still.
    """

    game_id: int
    seat: str
    user_id: int | None
    round_and_company: str
    revision: int
    waiting_since: int
    clock_start: int
    ping_count: int = 0
    last_ping: int = 0
    last_move: int = 0
    snoozed_to: int | None = None
    is_pinged_by_card: bool = False
    is_notice_sent: bool = False
    is_vote_opened: bool = False
    nudger_id: int | None = None
    clock_extension: int = 0

    @property
    def is_sent(self) -> bool:
        """Return True if a reminder message was sent, not only a ping by the turn card."""
        return self.last_ping > 0 and self.ping_count > self.is_pinged_by_card
