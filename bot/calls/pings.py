"""The pace of a table (clock, first ping, hold): limits, and sentences that announce a change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.calls.model import MAX_CLOCK, MAX_FIRST_PING
from bot.games.outcome import Outcome, refused
from bot.words import LaterText, t, t_later


def refuse_ping_settings(values: Mapping[str, Any]) -> Outcome | None:
    """Return the refused Outcome if a game's clock (hours) or first ping (minutes) is out of range.

    The keys are "clock" and "first_ping". None if both fit; a missing value fits.
    """
    clock, first_ping = values.get("clock", 0), values.get("first_ping", 0)
    if not 0 <= clock <= MAX_CLOCK:
        return refused("bad_clock", t("A clock has 1 to {most} hours; 0 is none.", most=MAX_CLOCK))
    if not 0 <= first_ping <= MAX_FIRST_PING:
        text = t("The first ping comes at once (0) or up to {most} minutes later.", most=MAX_FIRST_PING)
        return refused("bad_first", text)
    return None


def ping_settings_texts(values: Mapping[str, Any]) -> list[LaterText]:
    """Return the sentences that announce new settings of a game: the clock, the first ping, the pace.

    They follow the name of who changed them. The keys of ``values`` are "clock" (hours), "first_ping"
    (minutes) and "pace"; settings that are not in it have no sentence.
    """
    sentences = []
    if "clock" in values and not values["clock"]:
        sentences.append(t_later("took the clock away"))
    elif "clock" in values:
        sentences.append(_clock_text(values["clock"]))
    if "first_ping" in values:
        sentences.append(_first_ping_text(values["first_ping"]))
    if values.get("pace") == "live":
        sentences.append(t_later("made this a live table: nobody is pinged"))
    elif "pace" in values:
        sentences.append(t_later("made this a table with pings"))
    return sentences


def _clock_text(hours: int) -> LaterText:
    """Return the sentence that announces a new clock of a game, in hours a turn, for its pings."""
    if hours == 1:
        return t_later("set the clock to an hour a turn")
    return t_later("set the clock to {hours} hours a turn", hours=hours)


def _first_ping_text(minutes: int) -> LaterText:
    """Return the sentence that announces the delay of a game's first ping, in minutes."""
    if minutes == 1:
        return t_later("set the first ping to a minute after the turn begins")
    return t_later("set the first ping to {minutes} minutes after the turn begins", minutes=minutes)


def ping_delay_text(seconds: int) -> LaterText:
    """Return the sentence that announces how long a game's pings wait for an undo, in seconds."""
    if seconds == 1:
        return t_later("set the hold before a call to a second")
    return t_later("set the hold before a call to {seconds} seconds", seconds=seconds)
