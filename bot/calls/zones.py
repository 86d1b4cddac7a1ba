"""Local time of a member: quiet hours, weekends and vacations, across daylight saving.

Timestamps are seconds since 1970, UTC.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.calls.model import DAY, HOUR, MINUTE, ReminderSettings

SATURDAY = 5
MORNING_HOUR = 9
"""The local hour at which a snooze until tomorrow ends."""

POPULAR_ZONES = (
    "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Amsterdam", "Europe/Madrid", "Europe/Rome",
    "Europe/Stockholm", "Europe/Helsinki", "Europe/Warsaw", "America/New_York", "America/Chicago",
    "America/Denver", "America/Los_Angeles", "America/Toronto", "America/Vancouver", "America/Sao_Paulo",
    "Asia/Tokyo", "Asia/Seoul", "Asia/Singapore", "Asia/Hong_Kong", "Asia/Kolkata", "Australia/Sydney",
    "Australia/Perth", "Pacific/Auckland", "UTC",
)  # fmt: skip
"""The zones that are suggested before the member types anything."""


@lru_cache
def zone_by_name(name: str) -> ZoneInfo:
    """Return the time zone with this IANA name, for a member's reminders; UTC if it is unknown."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


@lru_cache
def zone_names() -> tuple[str, ...]:
    """Return the IANA names of all time zones that a member may choose for reminders, sorted."""
    return tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


def matching_zones(typed: str) -> list[str]:
    """Return the IANA names of time zones that contain the typed text, for `/remind timezone`.

    Popular zones come first; for an empty text only these are returned. Case is ignored.
    """
    search = typed.lower().replace(" ", "_")
    matches = [name for name in POPULAR_ZONES if search in name.lower()]
    return matches + [
        name for name in zone_names() if search and search in name.lower() and name not in matches
    ]


def is_time_zone(name: str) -> bool:
    """Return True if a member may choose the time zone with this IANA name for reminders."""
    return name in zone_names()


def local_time(timestamp: int, zone: str) -> datetime:
    """Return a member's local time at ``timestamp`` (seconds since 1970), for reminders.

    ``zone`` is the IANA name of the member's time zone; an unknown name counts as UTC.
    """
    return datetime.fromtimestamp(timestamp, UTC).astimezone(zone_by_name(zone))


def is_quiet(timestamp: int, settings: ReminderSettings) -> bool:
    """Return True if reminders must not ping a member at ``timestamp`` (seconds since 1970).

    That is so in the member's quiet hours, on a weekend off and on vacation.
    """
    if any(start <= timestamp < end for start, end in settings.vacations):
        return True
    member_time = local_time(timestamp, settings.zone)
    return (settings.is_free_at_weekends and member_time.weekday() >= SATURDAY) or _is_in_quiet_hours(
        member_time, settings.quiet_hours
    )


def _is_in_quiet_hours(member_time: datetime, quiet_hours: tuple[int, int] | None) -> bool:
    """Return True if a member's local time lies within the quiet hours; False if ``quiet_hours`` is None.

    ``quiet_hours`` are their start and end in minutes after midnight. The start belongs to them, the end does
    not. They span midnight if the end is before the start.
    """
    if quiet_hours is None:
        return False
    start, end = quiet_hours
    minute = member_time.hour * 60 + member_time.minute
    return start <= minute < end if start <= end else minute >= start or minute < end


def first_pingable_time(timestamp: int, settings: ReminderSettings) -> int:
    """Return the first time from ``timestamp`` on at which a member may be pinged.

    The member's quiet hours, weekends off and vacations are skipped. Both times are in seconds since 1970.
    """
    candidate = timestamp
    while is_quiet(candidate, settings):
        candidate = next(
            (end for start, end in sorted(settings.vacations) if start <= candidate < end), None
        ) or min(edge for edge in _possible_ping_times(candidate, settings) if edge > candidate)
    return candidate


def _possible_ping_times(timestamp: int, settings: ReminderSettings) -> Iterator[int]:
    """Yield the times at which pings can become possible again: midnights, and ends of the quiet hours.

    They are those of three days, the first being that of ``timestamp`` in the member's time zone. If a local
    time occurs twice (end of summer time), both times are yielded. Times are seconds since 1970, not in
    order.
    """
    today = local_time(timestamp, settings.zone).date()
    minutes = [0, *([settings.quiet_hours[1]] if settings.quiet_hours else [])]
    for days in range(3):
        for minute in minutes:
            for fold in (0, 1):
                yield timestamp_of(today + timedelta(days), minute, settings.zone, fold)


def timestamp_of(day: date, minute: int, zone: str, fold: int = 0) -> int:
    """Return the time (seconds since 1970) of a day and minute in a member's time zone, for reminders.

    ``minute`` counts from midnight, 0 to 1439; others raise ValueError. ``zone`` is an IANA name. A local
    time skipped by daylight saving time is moved one hour later; for a local time that occurs twice, ``fold``
    1 selects the second.
    """
    local = time(minute // 60, minute % 60, fold=fold)
    return int(datetime.combine(day, local, zone_by_name(zone)).timestamp())


def next_time_at_hour(timestamp: int, zone: str, hour: int) -> int:
    """Return the next time after ``timestamp`` at which it is ``hour`` o'clock (0 to 23) in a time zone.

    A daily digest is due then. Both times are in seconds since 1970; ``zone`` is an IANA name.
    """
    today = local_time(timestamp, zone).date()
    timestamps = (timestamp_of(today + timedelta(days), hour * 60, zone) for days in range(3))
    return next(candidate for candidate in timestamps if candidate > timestamp)


def tomorrow_morning(timestamp: int, zone: str) -> int:
    """Return the time (seconds since 1970) of 9:00, local time, on the day after ``timestamp``.

    A reminder can be snoozed until then. ``zone`` is the IANA name of the member's time zone.
    """
    return timestamp_of(local_time(timestamp, zone).date() + timedelta(1), MORNING_HOUR * 60, zone)


DURATION_PATTERN = re.compile(r"(?:in\s+)?(\d{1,4})\s*(m|min|minutes?|h|hours?|d|days?)", re.IGNORECASE)
TIME_PATTERN = re.compile(
    r"(?:(\d{4}-\d\d-\d\d)\s+|(tomorrow|morgen)\s+)?(\d{1,2})(?::([0-5]\d))?", re.IGNORECASE
)
SECONDS_BY_UNIT = {"m": MINUTE, "h": HOUR, "d": DAY}


def is_duration(typed: str) -> bool:
    """Return True if the text typed for a snooze is a duration from now, such as "3 h" or "in 20 min"."""
    return DURATION_PATTERN.fullmatch(typed.strip()) is not None


def parse_snooze_time(typed: str, now: int, zone: str) -> int | None:
    """Parse the typed time until which a reminder is snoozed, and return it in seconds since 1970.

    Examples: "3 h", "18:30", "tomorrow 8", "2026-12-24 10:00"; a plain number is an hour of the day. Returns
    None if the text is invalid or the time is past. ``now`` is in seconds since 1970, ``zone`` is the IANA
    name of the member's time zone.
    """
    duration = DURATION_PATTERN.fullmatch(typed.strip())
    if duration:
        return now + int(duration[1]) * SECONDS_BY_UNIT[duration[2][0].lower()] if int(duration[1]) else None
    match = TIME_PATTERN.fullmatch(typed.strip())
    return _resolve_time_of_day(match, now, zone) if match else None


def _resolve_time_of_day(match: re.Match[str], now: int, zone: str) -> int | None:
    """Return the time (seconds since 1970) that a match of TIME_PATTERN stands for, to snooze a reminder.

    The groups of the match: 1 an ISO day, 2 the word "tomorrow" (both may be None), 3 the hour, 4 the minutes
    (or None). Without a day it is the next such time after ``now``. None if the time does not exist or is
    past. ``zone`` is the IANA name of the member's time zone.
    """
    minute = int(match[3]) * 60 + int(match[4] or 0)
    day = local_time(now, zone).date() + timedelta(1 if match[2] else 0)
    try:
        result = timestamp_of(date.fromisoformat(match[1]) if match[1] else day, minute, zone)
        if result <= now and not match[1]:
            result = timestamp_of(day + timedelta(1), minute, zone)
    except (ValueError, OverflowError):
        return None
    return result if result > now else None


def parse_day(typed: str) -> date | None:
    """Parse a typed day of a vacation in ISO form, such as "2026-12-24"; return None if it is invalid."""
    try:
        return date.fromisoformat(typed.strip())
    except ValueError:
        return None


def parse_minute_of_day(typed: str) -> int | None:
    """Parse a typed time of quiet hours, such as "22" or "22:30", into minutes after midnight (0 to 1439).

    Returns None if the text is invalid. The hour 24 counts as 0.
    """
    match = re.fullmatch(r"(\d{1,2})(?::(\d\d))?", typed.strip())
    if match is None or int(match[1]) > 24 or int(match[2] or 0) > 59:
        return None
    return (int(match[1]) * 60 + int(match[2] or 0)) % 1440
