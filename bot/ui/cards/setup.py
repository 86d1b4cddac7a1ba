"""The card of a table before its start."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.press import Press, button
from bot.reminders.model import HOUR, MINUTE, Pace
from bot.respond import Page
from bot.service import GameInfo
from bot.ui.figures import plain, seat_of
from bot.ui.frame import GOOD, PRIMARY, layout, row
from engine import TITLES

STATUS = {"lobby": "open for players", "running": "running", "paused": "paused", "ended": "over"}


def setup_card(info: GameInfo) -> Page:
    """The table before its start: seats, options, and the buttons to join; only the facts afterwards."""
    data = TITLES[info.title].data
    seats = [f"{i}. {seat_of(info, s.seat)}" for i, s in enumerate(info.seats, 1)]
    head = f"## {plain(info.name)}\n{data.name} · {STATUS[info.status]}"
    count = f"**Seats** {len(seats)} of {_wanted(info)}"
    options = f"{options_line(info)}\n{time_line(info)}"
    parts: list[Any] = [head, "\n".join([count, *seats]), options, reconstructed(info)]
    if info.status == "lobby":
        parts += [_lobby_buttons(info), f"-# Made by <@{info.owner}>, who starts the game."]
    elif info.end_reason:
        parts.append(f"-# {plain(info.end_reason)}")
    return Page(layout(*parts))


def _wanted(info: GameInfo) -> str:
    data, wanted = TITLES[info.title].data, info.settings.get("players")
    span = f"{data.min_players} to {data.max_players}"
    return f"{wanted} wanted ({span} can play)" if wanted else span


def is_full(info: GameInfo) -> bool:
    """Whether as many have joined as the owner looks for, or as can play."""
    return len(info.seats) >= int(info.settings.get("players") or TITLES[info.title].data.max_players)


def full_table(info: GameInfo) -> Page:
    """Calls the owner: everybody is here."""
    return Page(
        layout(f"<@{info.owner}>, {len(info.seats)} players have joined: press **Start** on the card.")
    )


def _lobby_buttons(info: GameInfo) -> ui.ActionRow[Any]:
    data = TITLES[info.title].data
    full, enough = len(info.seats) >= data.max_players, len(info.seats) >= data.min_players
    return row(
        button(Press(info.id, 0, "join"), "Join", style=GOOD, disabled=full),
        button(Press(info.id, 0, "leave"), "Leave", disabled=not info.seats),
        button(Press(info.id, 0, "start"), "Start", style=PRIMARY, disabled=not enough),
        button(Press(info.id, 0, "options"), "Options"),
    )


def options_line(info: GameInfo) -> str:
    """The title's options and the order of the seats."""
    order = "drawn at the start" if info.settings.get("order") == "random" else "as the players joined"
    chosen = {o.key: info.options.get(o.key, o.default) for o in TITLES[info.title].options}
    told = [f"{o.label}: {o.values[chosen[o.key]]}" for o in TITLES[info.title].options]
    return "**Options** " + " · ".join([*told, f"seats {order}"])


def time_line(info: GameInfo) -> str:
    """When members are pinged, and how long a turn may take."""
    pace = Pace.of(info.settings)
    minutes = pace.first // MINUTE
    pings = f"first ping after {minutes} minutes" if minutes else "pings at once"
    clock = f"{pace.clock // HOUR} hours a turn" if pace.clock else "no clock"
    return f"**Time** {'live, no pings' if pace.live else pings} · {clock}"


def reconstructed(info: GameInfo) -> str:
    """A remark when components of the title are not the printed ones."""
    readings = TITLES[info.title].data.readings
    if not any(r.reconstructed for r in readings):
        return ""
    return "-# Some components are reconstructed, since no source prints them: `/game info` lists them."
