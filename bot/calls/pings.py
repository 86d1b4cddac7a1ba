"""The time settings of a game: limits and notices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.calls.model import MOST_CLOCK, MOST_FIRST
from bot.games.outcome import Outcome, refused
from bot.words import Later, later, t


def bad_pace(values: Mapping[str, Any]) -> Outcome | None:
    """Return a refusal if these time settings are out of range, else None."""
    clock, first = values.get("clock", 0), values.get("first_ping", 0)
    if not 0 <= clock <= MOST_CLOCK:
        return refused("bad_clock", t("A clock has 1 to {most} hours; 0 is none.", most=MOST_CLOCK))
    if not 0 <= first <= MOST_FIRST:
        text = t("The first ping comes at once (0) or up to {most} minutes later.", most=MOST_FIRST)
        return refused("bad_first", text)
    return None


def pace_told(values: Mapping[str, Any]) -> list[Later]:
    """Return one sentence for each changed time setting."""
    words = []
    if "clock" in values and not values["clock"]:
        words.append(later("took the clock away"))
    elif "clock" in values:
        words.append(_clock_told(values["clock"]))
    if "first_ping" in values:
        words.append(_first_told(values["first_ping"]))
    if values.get("pace") == "live":
        words.append(later("made this a live table: nobody is pinged"))
    elif "pace" in values:
        words.append(later("made this a table with pings"))
    return words


def _clock_told(hours: int) -> Later:
    if hours == 1:
        return later("set the clock to an hour a turn")
    return later("set the clock to {hours} hours a turn", hours=hours)


def _first_told(minutes: int) -> Later:
    if minutes == 1:
        return later("set the first ping to a minute after the turn begins")
    return later("set the first ping to {minutes} minutes after the turn begins", minutes=minutes)


def hold_told(seconds: int) -> Later:
    """Return the sentence about a changed hold before a call."""
    if seconds == 1:
        return later("set the hold before a call to a second")
    return later("set the hold before a call to {seconds} seconds", seconds=seconds)
