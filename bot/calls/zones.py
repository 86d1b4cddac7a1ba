"""Local time of members: quiet hours, weekends and vacations, including daylight saving time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.calls.model import DAY, HOUR, MINUTE, Member

SATURDAY = 5
MORNING = 9
"""The local hour at which a snooze until tomorrow ends."""

POPULAR = (
    "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Amsterdam", "Europe/Madrid", "Europe/Rome",
    "Europe/Stockholm", "Europe/Helsinki", "Europe/Warsaw", "America/New_York", "America/Chicago",
    "America/Denver", "America/Los_Angeles", "America/Toronto", "America/Vancouver", "America/Sao_Paulo",
    "Asia/Tokyo", "Asia/Seoul", "Asia/Singapore", "Asia/Hong_Kong", "Asia/Kolkata", "Australia/Sydney",
    "Australia/Perth", "Pacific/Auckland", "UTC",
)  # fmt: skip
"""The zones that are suggested before the member types anything."""


@lru_cache
def zone_of(name: str) -> ZoneInfo:
    """Return the zone with an IANA name, or UTC if the name is unknown."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


@lru_cache
def zone_names() -> tuple[str, ...]:
    """Return the names of all zones in alphabetical order."""
    return tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


def zones_like(typed: str) -> list[str]:
    """Return the zones whose names contain the typed text, popular zones first."""
    words = typed.lower().replace(" ", "_")
    found = [name for name in POPULAR if words in name.lower()]
    return found + [name for name in zone_names() if words and words in name.lower() and name not in found]


def is_zone(name: str) -> bool:
    """Return True if a zone with this name exists."""
    return name in zone_names()


def on_wall(moment: int, zone: str) -> datetime:
    """Convert seconds since 1970 to the local time of a zone."""
    return datetime.fromtimestamp(moment, UTC).astimezone(zone_of(zone))


def is_quiet(moment: int, member: Member) -> bool:
    """Return True if the member must not be pinged at this moment (seconds since 1970)."""
    if any(start <= moment < end for start, end in member.vacations):
        return True
    here = on_wall(moment, member.zone)
    return (member.weekend and here.weekday() >= SATURDAY) or _in_hours(here, member.quiet)


def _in_hours(here: datetime, quiet: tuple[int, int] | None) -> bool:
    if quiet is None:
        return False
    start, end = quiet
    now = here.hour * 60 + here.minute
    return start <= now < end if start <= end else now >= start or now < end


def awake(moment: int, member: Member) -> int:
    """Return the first moment from this one on at which the member may be pinged (seconds since 1970)."""
    at = moment
    while is_quiet(at, member):
        at = next((end for start, end in sorted(member.vacations) if start <= at < end), None) or min(
            t for t in _edges(at, member) if t > at
        )
    return at


def _edges(moment: int, member: Member) -> Iterator[int]:
    """Yield moments near this one at which quiet hours or a weekend may end."""
    today = on_wall(moment, member.zone).date()
    minutes = [0, *([member.quiet[1]] if member.quiet else [])]
    for days in range(3):
        for minute in minutes:
            for fold in (0, 1):
                yield at_wall(today + timedelta(days), minute, member.zone, fold)


def at_wall(day: date, minute: int, zone: str, fold: int = 0) -> int:
    """Convert a local day and minute of the day to seconds since 1970.

    If daylight saving skips this local time, the result is one hour later.
    """
    shown = time(minute // 60, minute % 60, fold=fold)
    return int(datetime.combine(day, shown, zone_of(zone)).timestamp())


def next_hour(moment: int, zone: str, hour: int) -> int:
    """Return the next moment after this one at which the local time is ``hour``:00 (seconds since 1970)."""
    today = on_wall(moment, zone).date()
    found = (at_wall(today + timedelta(days), hour * 60, zone) for days in range(3))
    return next(at for at in found if at > moment)


def tomorrow(moment: int, zone: str) -> int:
    """Return tomorrow morning in a zone (seconds since 1970)."""
    return at_wall(on_wall(moment, zone).date() + timedelta(1), MORNING * 60, zone)


SPAN = re.compile(r"(?:in\s+)?(\d{1,4})\s*(m|min|minutes?|h|hours?|d|days?)", re.IGNORECASE)
CLOCK = re.compile(r"(?:(\d{4}-\d\d-\d\d)\s+|(tomorrow|morgen)\s+)?(\d{1,2})(?::([0-5]\d))?", re.IGNORECASE)
UNITS = {"m": MINUTE, "h": HOUR, "d": DAY}


def is_span(typed: str) -> bool:
    """Return True if the text is a duration such as "3 h", which does not depend on the zone."""
    return SPAN.fullmatch(typed.strip()) is not None


def read_time(typed: str, moment: int, zone: str) -> int | None:
    """Parse a future time such as "3 h", "18:30", "tomorrow 8" or "2026-12-24 10:00".

    Returns seconds since 1970, or None if the text cannot be read.
    """
    span = SPAN.fullmatch(typed.strip())
    if span:
        return moment + int(span[1]) * UNITS[span[2][0].lower()] if int(span[1]) else None
    found = CLOCK.fullmatch(typed.strip())
    return _clock(found, moment, zone) if found else None


def _clock(found: re.Match[str], moment: int, zone: str) -> int | None:
    minute = int(found[3]) * 60 + int(found[4] or 0)
    day = on_wall(moment, zone).date() + timedelta(1 if found[2] else 0)
    try:
        at = at_wall(date.fromisoformat(found[1]) if found[1] else day, minute, zone)
        if at <= moment and not found[1]:
            at = at_wall(day + timedelta(1), minute, zone)
    except (ValueError, OverflowError):
        return None
    return at if at > moment else None


def read_day(typed: str) -> date | None:
    """Parse a day such as "2026-12-24"; return None if the text cannot be read."""
    try:
        return date.fromisoformat(typed.strip())
    except ValueError:
        return None


def read_minute(typed: str) -> int | None:
    """Parse a time such as "22" or "22:30" into minutes of the day; return None if it cannot be read."""
    found = re.fullmatch(r"(\d{1,2})(?::(\d\d))?", typed.strip())
    if found is None or int(found[1]) > 24 or int(found[2] or 0) > 59:
        return None
    return (int(found[1]) * 60 + int(found[2] or 0)) % 1440
