"""The pace of a table (clock, first ping, delay of pings): limits, and announcements of a change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.calls.model import MAX_CLOCK, MAX_FIRST_PING
from bot.games.outcome import Outcome, refused
from bot.words import LazyText, t, t_lazy


def validate_time_settings(values: Mapping[str, Any]) -> Outcome | None:
    """Return a refused Outcome if a game's clock or first ping is out of range; None if neither is.

    The keys of ``values`` are "clock" (hours) and "first_ping" (minutes); each may be missing.
    """
    clock, first_ping = values.get("clock", 0), values.get("first_ping", 0)
    if not 0 <= clock <= MAX_CLOCK:
        return refused("bad_clock", t("A clock has 1 to {most} hours; 0 is none.", most=MAX_CLOCK))
    if not 0 <= first_ping <= MAX_FIRST_PING:
        text = t("The first ping comes at once (0) or up to {most} minutes later.", most=MAX_FIRST_PING)
        return refused("bad_first", text)
    return None


def ping_settings_texts(values: Mapping[str, Any]) -> list[LazyText]:
    """Return the announcements of new settings of a game: its clock, its first ping, its pace.

    They have no subject: the name of the user who changed them comes before them. The keys of ``values`` are
    "clock" (hours; 0: none), "first_ping" (minutes) and "pace"; a missing one gives no announcement.
    """
    texts = []
    if "clock" in values and not values["clock"]:
        texts.append(t_lazy("took the clock away"))
    elif "clock" in values:
        texts.append(_clock_text(values["clock"]))
    if "first_ping" in values:
        texts.append(_first_ping_text(values["first_ping"]))
    if values.get("pace") == "live":
        texts.append(t_lazy("made this a live table: nobody is pinged"))
    elif "pace" in values:
        texts.append(t_lazy("made this a table with pings"))
    return texts


def _clock_text(hours: int) -> LazyText:
    """Return the announcement, without its subject, of a game's new clock: the hours that a turn may take."""
    if hours == 1:
        return t_lazy("set the clock to an hour a turn")
    return t_lazy("set the clock to {hours} hours a turn", hours=hours)


def _first_ping_text(minutes: int) -> LazyText:
    """Return the announcement, without its subject, of how many minutes after a turn's start a ping comes."""
    if minutes == 1:
        return t_lazy("set the first ping to a minute after the turn begins")
    return t_lazy("set the first ping to {minutes} minutes after the turn begins", minutes=minutes)


def ping_delay_text(seconds: int) -> LazyText:
    """Return the announcement, without its subject, of how long pings wait for an undo, in seconds."""
    if seconds == 1:
        return t_lazy("set the hold before a call to a second")
    return t_lazy("set the hold before a call to {seconds} seconds", seconds=seconds)
