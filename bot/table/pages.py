"""The card of a table before its start."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, repeat
from typing import Any

from discord import ui

from bot.calls.model import HOUR, MINUTE, Pace
from bot.chat.figures import STATUS, end_reason, escape, seat_label
from bot.chat.frame import GOOD, PRIMARY, layout, row
from bot.chat.press import Press, button
from bot.chat.respond import Page
from bot.games.opening import title_in_play
from bot.store.game_rows import GameInfo
from bot.table.service import JOIN
from bot.words import known, t, tn
from engine import TITLES


def setup_card(info: GameInfo) -> Page:
    """Return the table before its start: seats, options, and the buttons to join.

    Only the facts afterwards.
    """
    data = title_in_play(info).data
    seats = [f"{mark} {seat_label(info, s.seat)}" for mark, s in zip(_marks(info), info.seats, strict=False)]
    head = f"## {escape(info.name)}\n{data.name} · {t(STATUS[info.status])}"
    taken = t("**Seats** {count} of {wanted}", count=len(seats), wanted=_wanted(info))
    options = f"{options_line(info)}\n{time_line(info)}"
    parts: list[Any] = [head, "\n".join([taken, *seats]), options, reconstructed(info)]
    if info.status == "lobby":
        parts += [_lobby_buttons(info), t("-# Made by <@{owner}>, who starts the game.", owner=info.owner)]
    elif info.end_reason:
        parts.append(f"-# {end_reason(info.end_reason, info)}")
    return Page(layout(*parts))


def _marks(info: GameInfo) -> Iterator[str]:
    """Return what stands before each seat: a number only where nothing is drawn any more."""
    if info.status == "lobby" and info.settings.get("order") != JOIN:
        return repeat("-")
    return (f"{i}." for i in count(1))


def _wanted(info: GameInfo) -> str:
    data, wanted = title_in_play(info).data, info.settings.get("players")
    span = t("{least} to {most}", least=data.min_players, most=data.max_players)
    return t("{wanted} wanted ({span} can play)", wanted=wanted, span=span) if wanted else span


def is_full(info: GameInfo) -> bool:
    """Return True if all expected players have joined."""
    most = title_in_play(info).data.max_players
    return len(info.seats) >= min(most, int(info.settings.get("players") or most))


def made_again(info: GameInfo) -> Page:
    """Return the message that tells former players of their seats at the repeated table."""
    others = [f"<@{s.user}>" for s in info.seats if s.user is not None and s.user != info.owner]
    told = t(
        "{names}: <@{owner}> wants to play again, and you have a seat. Press **Leave** on the card if you "
        "do not.",
        names=", ".join(others), owner=info.owner,
    )  # fmt: skip
    return Page(layout(told))


def full_table(info: GameInfo) -> Page:
    """Return the message that pings the owner when all players have joined."""
    return Page(
        layout(
            tn(
                "<@{owner}>, {count} player has joined: press **Start** on the card.",
                "<@{owner}>, {count} players have joined: press **Start** on the card.",
                len(info.seats),
                owner=info.owner,
            )
        )
    )


def _lobby_buttons(info: GameInfo) -> ui.ActionRow[Any]:
    """Return the buttons of a table before its start: join, leave, start, options, computer."""
    data = title_in_play(info).data
    full, enough = len(info.seats) >= data.max_players, len(info.seats) >= data.min_players
    return row(
        button(Press(info.id, 0, "join"), t("Join"), style=GOOD, disabled=full),
        button(Press(info.id, 0, "leave"), t("Leave"), disabled=not info.seats),
        button(Press(info.id, 0, "start"), t("Start"), style=PRIMARY, disabled=not enough),
        button(Press(info.id, 0, "options"), t("Options")),
        button(Press(info.id, 0, "computers"), t("Add a computer"), disabled=full),
    )


def options_line(info: GameInfo) -> str:
    """Return the line of the title's options and the order of seats."""
    joined = info.settings.get("order") == JOIN
    order = t("seats as the players joined") if joined else t("seats drawn at the start")
    chosen = {o.key: info.options.get(o.key, o.default) for o in TITLES[info.title].options}
    told = [f"{known(o.label)}: {known(o.values[chosen[o.key]])}" for o in TITLES[info.title].options]
    return t("**Options** {list}", list=" · ".join([*told, order]))


def time_line(info: GameInfo) -> str:
    """Return the line about pings and the clock."""
    pace = Pace.of(info.settings)
    minutes = pace.first // MINUTE
    if pace.live:
        pings = t("live, no pings")
    else:
        after = tn("first ping after {count} minute", "first ping after {count} minutes", minutes)
        pings = after if minutes else t("pings at once")
    hours = (pace.clock or 0) // HOUR
    clock = tn("{count} hour a turn", "{count} hours a turn", hours) if hours else t("no clock")
    return t("**Time** {pings} · {clock}", pings=pings, clock=clock)


def reconstructed(info: GameInfo) -> str:
    """Return a remark when components of the title are not the printed ones."""
    readings = title_in_play(info).data.readings
    if not any(r.reconstructed for r in readings):
        return ""
    return t("-# Some components are reconstructed, since no source prints them: `/game info` lists them.")
