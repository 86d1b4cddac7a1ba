"""The card of a table before its start."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, repeat
from typing import Any

from discord import ui

from bot.calls.model import HOUR, MINUTE, PingTimes
from bot.cards.texts import end_reason, seat_label
from bot.chat.frame import PRIMARY, SUCCESS, Page, layout, row
from bot.chat.markdown import escape
from bot.chat.press import Press, button
from bot.chat.table_option import STATUS_LABELS
from bot.computers.words import name_with_level
from bot.games.loading import title_with_options
from bot.store.game_rows import GameInfo, SeatInfo
from bot.table.starting import JOIN_ORDER
from bot.words import t, tn, translated
from engine import TITLES


def _seat_text(info: GameInfo, seat_info: SeatInfo) -> str:
    """Return who has a seat, for the set-up card; of a computer that plays for no user, name and level."""
    if seat_info.computer and seat_info.user_id is None:
        return escape(name_with_level(seat_info))
    return seat_label(info, seat_info.id)


def setup_card(info: GameInfo) -> Page:
    """Build the set-up card of a game: seats, options, pings, and in the lobby the buttons.

    If the game is over, the reason for its end stands in place of the buttons.
    """
    data = title_with_options(info).data
    seats = [
        f"{mark} {_seat_text(info, seat_info)}"
        for mark, seat_info in zip(_seat_marks(info), info.seats, strict=False)
    ]
    header = f"## {escape(info.name)}\n{data.name} · {t(STATUS_LABELS[info.status])}"
    seats_line = t("**Seats** {count} taken · {wanted}", count=len(seats), wanted=_player_count_text(info))
    options = f"{options_line(info)}\n{time_settings_line(info)}"
    parts: list[Any] = [header, "\n".join([seats_line, *seats]), options, reconstruction_remark(info)]
    if info.status == "lobby":
        parts += [_lobby_buttons(info), t("-# Made by <@{owner}>, who starts the game.", owner=info.owner_id)]
    elif info.end_reason:
        parts.append(f"-# {end_reason(info.end_reason, info)}")
    return Page(layout(*parts))


def _seat_marks(info: GameInfo) -> Iterator[str]:
    """Yield the mark before each seat on the set-up card: a number if the order is final, else a dash.

    The marks never end.
    """
    if info.status == "lobby" and info.settings.get("order") != JOIN_ORDER:
        return repeat("-")
    return (f"{i}." for i in count(1))


def _player_count_text(info: GameInfo) -> str:
    """Return the text of the set-up card on how many players the owner looks for and how many can play.

    Without a number from the owner, it is the title's range alone.
    """
    data, wanted_count = title_with_options(info).data, info.settings.get("players")
    range_text = t("{least} to {most}", least=data.min_players, most=data.max_players)
    return (
        t("{wanted} wanted ({span} can play)", wanted=wanted_count, span=range_text)
        if wanted_count
        else t("for {span} players", span=range_text)
    )


def has_all_expected_players(info: GameInfo) -> bool:
    """Return True if all players whom the owner of a game in the lobby expects have joined.

    Without his number (the setting ``players``) it is the most that can play.
    """
    max_players = title_with_options(info).data.max_players
    return len(info.seats) >= min(max_players, int(info.settings.get("players") or max_players))


def invite_page(info: GameInfo) -> Page:
    """Build the message that tells the players of a game, except the owner, that he wants a rematch.

    It says that they have a seat in it.
    """
    mentions = [
        f"<@{seat_info.user_id}>"
        for seat_info in info.seats
        if seat_info.user_id is not None and seat_info.user_id != info.owner_id
    ]
    text = t(
        "{names}: <@{owner}> wants to play again, and you have a seat. Press **Leave** on the card if you "
        "do not.",
        names=", ".join(mentions), owner=info.owner_id,
    )  # fmt: skip
    return Page(layout(text))


def full_table_page(info: GameInfo) -> Page:
    """Build the message that pings the owner when all expected players have joined."""
    return Page(
        layout(
            tn(
                "<@{owner}>, {count} player has joined: press **Start** on the card.",
                "<@{owner}>, {count} players have joined: press **Start** on the card.",
                len(info.seats),
                owner=info.owner_id,
            )
        )
    )


def _lobby_buttons(info: GameInfo) -> ui.ActionRow[Any]:
    """Return the row of buttons of the set-up card: join, leave, start, options, add a computer.

    Disabled: start while players are missing, leave while there are none, join and computers if all seats are
    taken.
    """
    data = title_with_options(info).data
    is_table_full, is_enough = len(info.seats) >= data.max_players, len(info.seats) >= data.min_players
    return row(
        button(Press(info.id, 0, "join"), t("Join"), style=SUCCESS, disabled=is_table_full),
        button(Press(info.id, 0, "leave"), t("Leave"), disabled=not info.seats),
        button(Press(info.id, 0, "start"), t("Start"), style=PRIMARY, disabled=not is_enough),
        button(Press(info.id, 0, "options"), t("Options")),
        button(Press(info.id, 0, "computers"), t("Add a computer"), disabled=is_table_full),
    )


def options_line(info: GameInfo) -> str:
    """Return the line of the set-up card with the chosen value of each variant, and the order of seats."""
    is_join_order = info.settings.get("order") == JOIN_ORDER
    order = t("seats as the players joined") if is_join_order else t("seats drawn at the start")
    chosen_values = {
        option.key: info.options.get(option.key, option.default) for option in TITLES[info.title].options
    }
    texts = [
        f"{translated(option.label)}: {translated(option.values[chosen_values[option.key]])}"
        for option in TITLES[info.title].options
    ]
    return t("**Options** {list}", list=" · ".join([*texts, order]))


def time_settings_line(info: GameInfo) -> str:
    """Return the line of the set-up card about the first ping (minutes) and the clock (hours for a turn)."""
    ping_times = PingTimes.from_settings(info.settings)
    minutes = ping_times.first_delay // MINUTE
    if ping_times.is_live:
        pings = t("live, no pings")
    else:
        ping_text = tn("first ping after {count} minute", "first ping after {count} minutes", minutes)
        pings = ping_text if minutes else t("pings at once")
    hours = (ping_times.clock_seconds or 0) // HOUR
    clock = tn("{count} hour a turn", "{count} hours a turn", hours) if hours else t("no clock")
    return t("**Time** {pings} · {clock}", pings=pings, clock=clock)


def reconstruction_remark(info: GameInfo) -> str:
    """Return the remark of the set-up card that some components are reconstructed; "" if none is."""
    readings = title_with_options(info).data.readings
    if not any(reading.reconstructed for reading in readings):
        return ""
    return t("-# Some components are reconstructed, since no source prints them: `/game info` lists them.")
