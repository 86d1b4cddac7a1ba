"""The time settings of a game (time limit, first ping, ping delay, pace): limits and announcements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.calls.model import MAX_FIRST_PING, MAX_TIME_LIMIT
from bot.games.outcome import Outcome, refused_outcome
from bot.words import LazyText, t, t_lazy


def time_settings_refusal(values: Mapping[str, Any]) -> Outcome | None:
    """Return a refused Outcome if a game's time limit or first ping is out of range, None if neither is.

    The keys of ``values`` are "clock" (the time limit of a turn in hours, 0 for none) and "first_ping"
    (minutes after the start of a turn); each may be missing.
    """
    time_limit, first_ping = values.get("clock", 0), values.get("first_ping", 0)
    if not 0 <= time_limit <= MAX_TIME_LIMIT:
        return refused_outcome(
            "bad_clock", t("A clock has 1 to {most} hours; 0 is none.", most=MAX_TIME_LIMIT)
        )
    if not 0 <= first_ping <= MAX_FIRST_PING:
        text = t("The first ping comes at once (0) or up to {most} minutes later.", most=MAX_FIRST_PING)
        return refused_outcome("bad_first", text)
    return None


def timing_settings_texts(values: Mapping[str, Any]) -> list[LazyText]:
    """Return the announcements of new time settings of a game: its time limit, first ping and pace.

    They have no subject: the name of the user who changed the settings comes before them. The keys of
    ``values`` are "clock" (the time limit in hours, 0 for none), "first_ping" (minutes) and "pace"; a missing
    key gives no announcement.
    """
    texts = []
    if "clock" in values and not values["clock"]:
        texts.append(t_lazy("took the clock away"))
    elif "clock" in values:
        texts.append(_time_limit_text(values["clock"]))
    if "first_ping" in values:
        texts.append(_first_ping_text(values["first_ping"]))
    if values.get("pace") == "live":
        texts.append(t_lazy("made this a live table: nobody is pinged"))
    elif "pace" in values:
        texts.append(t_lazy("made this a table with pings"))
    return texts


def _time_limit_text(hours: int) -> LazyText:
    """Return the announcement, without its subject, of a game's new time limit per turn, in hours."""
    if hours == 1:
        return t_lazy("set the clock to an hour a turn")
    return t_lazy("set the clock to {hours} hours a turn", hours=hours)


def _first_ping_text(minutes: int) -> LazyText:
    """Return the predicate of the announcement "NAME set the first ping to N minutes after the turn begins".

    ``minutes`` is the new number of minutes.
    """
    if minutes == 1:
        return t_lazy("set the first ping to a minute after the turn begins")
    return t_lazy("set the first ping to {minutes} minutes after the turn begins", minutes=minutes)


def ping_delay_text(seconds: int) -> LazyText:
    """Return the announcement, without its subject, that the ping delay was set to this number of seconds."""
    if seconds == 1:
        return t_lazy("set the hold before a call to a second")
    return t_lazy("set the hold before a call to {seconds} seconds", seconds=seconds)
