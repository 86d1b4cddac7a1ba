"""The data on which the plan of pings is based. All times are seconds since 1970, UTC."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.store.messages.outbox import PING_AFTER

MINUTE, HOUR, DAY = 60, 3600, 86400

DEFAULT_FIRST_PING = 2
"""Minutes from the start of a turn to the first ping, unless the game has another setting."""

PING_DELAY = PING_AFTER
"""The key of a game's ping delay: seconds after a move without pings, so that the move can be undone."""

MAX_FIRST_PING, MAX_TIME_LIMIT = 120, 24 * 30
"""The maximum time before the first ping in minutes, and the maximum time limit in hours, of a game."""


@dataclass(frozen=True, slots=True)
class PingTimes:
    """When players of a game are pinged, and how long a turn may take.

    ``first_delay``: seconds from the start of a turn to the first ping. ``is_live``: nobody is pinged.
    ``time_limit_seconds``: the time limit of a turn, None if there is none.
    """

    first_delay: int = DEFAULT_FIRST_PING * MINUTE
    is_live: bool = False
    time_limit_seconds: int | None = None

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> PingTimes:
        """Return when players are pinged and the time limit of a turn, read from the settings of a game.

        The keys are "clock" (the time limit in hours; 0: none), "first_ping" (minutes), "pace" ("live":
        nobody is pinged, "at once", or another text) and `PING_DELAY` (seconds); each may be missing. The
        first ping comes after `PING_DELAY` at the earliest. A first ping after 0 minutes stays 0 here,
        because the outbox then waits for `PING_DELAY`.
        """
        hours = int(settings.get("clock") or 0)
        minutes = settings.get("first_ping")
        default_minutes = 0 if settings.get("pace") == "at once" else DEFAULT_FIRST_PING
        first = MINUTE * (default_minutes if minutes is None else int(minutes))
        delay = max(first, int(settings.get(PING_DELAY) or 0)) if first else 0
        return cls(delay, settings.get("pace") == "live", hours * HOUR or None)


NO_ZONE = "UTC"
"""The time zone of a member who has not set one."""


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    """When and how a member wants to be pinged.

    ``zone``: the IANA name of the member's time zone. ``quiet_hours``: their start and end, in minutes after
    local midnight. ``min_gap``: the minimum number of seconds between two pings. ``digest_hour``: the local
    hour of the daily digest. ``vacations``: pairs of start and end. ``last_ping``: the time of the last ping
    by any game, 0 for none.
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

    ``revision`` and ``waiting_since``: the revision and the time at which the game began to wait for the
    seat. ``time_limit_start``: the time from which the time limit of the turn counts. ``ping_count``: the
    number of pings so far. ``last_ping``: the time of the last ping, 0 for none. ``last_move``: the time of
    the player's last move since ``waiting_since``, 0 for none. ``snoozed_until``: the time of the next ping
    if a snooze or nudge has set it. ``is_pinged_by_card``: the turn card itself pings. ``is_notice_sent``:
    the other players were notified. ``is_vote_opened``: a vote about the seat was opened. ``nudger_id``: the
    user who nudged for the next ping. ``deadline_extension``: seconds by which downtimes of the bot have
    postponed the deadline.
    """

    game_id: int
    seat: str
    user_id: int | None
    round_and_company: str
    revision: int
    waiting_since: int
    time_limit_start: int
    ping_count: int = 0
    last_ping: int = 0
    last_move: int = 0
    snoozed_until: int | None = None
    is_pinged_by_card: bool = False
    is_notice_sent: bool = False
    is_vote_opened: bool = False
    nudger_id: int | None = None
    deadline_extension: int = 0

    @property
    def is_sent(self) -> bool:
        """Return True if a reminder message was sent, not only a ping by the turn card."""
        return self.last_ping > 0 and self.ping_count > self.is_pinged_by_card
