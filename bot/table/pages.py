"""The set-up card of a game, the messages about its lobby, `/game info` and the lines of `/game list`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, repeat
from typing import Any

from discord import ui

from bot.calls.model import HOUR, MINUTE, PingTimes
from bot.cards.texts import end_reason, seat_label
from bot.chat.frame import PRIMARY, SUCCESS, Page, action_row, build_layout
from bot.chat.markdown import escape, leading_lines
from bot.chat.press import Press, button
from bot.chat.table_option import STATUS_LABELS
from bot.computers.words import name_with_level
from bot.games.loading import title_with_options
from bot.store.game_rows import GameInfo, SeatInfo
from bot.table.starting import JOIN_ORDER
from bot.words import t, tn, translated
from engine import TITLES, Game


def _seat_text(info: GameInfo, seat_info: SeatInfo) -> str:
    """Return who holds a seat, for the set-up card: a user's mention, or a computer player with its level."""
    if seat_info.computer_level:
        return escape(name_with_level(seat_info))
    return seat_label(info, seat_info.id)


def setup_card(info: GameInfo) -> Page:
    """Build the set-up card of a game: seats, options and times, and in the lobby the buttons.

    If the game is over, the reason for its end stands in place of the buttons.
    """
    data = title_with_options(info).data
    seats = [
        f"{mark} {_seat_text(info, seat_info)}"
        for mark, seat_info in zip(_seat_prefixes(info), info.seats, strict=False)
    ]
    header = f"## {escape(info.name)}\n{data.name} · {t(STATUS_LABELS[info.status])}"
    seats_line = t("**Seats** {count} taken · {wanted}", count=len(seats), wanted=_player_count_text(info))
    options = "\n".join(filter(None, [options_line(info), time_settings_line(info)]))
    parts: list[Any] = [header, "\n".join([seats_line, *seats]), options, reconstruction_remark(info)]
    if info.status == "lobby":
        parts += [_lobby_buttons(info), t("-# Made by <@{owner}>, who starts the game.", owner=info.owner_id)]
    elif info.end_reason:
        parts.append(f"-# {end_reason(info.end_reason, info)}")
    return Page(build_layout(*parts))


def _seat_prefixes(info: GameInfo) -> Iterator[str]:
    """Return an endless iterator of the prefixes of the lines of seats on the set-up card.

    The prefixes are "1.", "2." and so on if the order of the seats is final, else dashes.
    """
    if info.status == "lobby" and info.settings.get("order") != JOIN_ORDER:
        return repeat("-")
    return (f"{number}." for number in count(1))


def _player_count_text(info: GameInfo) -> str:
    """Return the text of the set-up card on how many players the owner wants and how many can play.

    If the owner gave no number, the text says only how many can play.
    """
    data, wanted_count = title_with_options(info).data, info.settings.get("players")
    range_text = t("{least} to {most}", least=data.min_players, most=data.max_players)
    return (
        t("{wanted} wanted ({span} can play)", wanted=wanted_count, span=range_text)
        if wanted_count
        else t("for {span} players", span=range_text)
    )


def has_all_expected_players(info: GameInfo) -> bool:
    """Return True if as many players have joined the lobby of a game as its owner wants.

    If the owner gave no number (the setting ``players``) or one too high, the maximum of the title is
    expected.
    """
    max_players = title_with_options(info).data.max_players
    return len(info.seats) >= min(max_players, int(info.settings.get("players") or max_players))


def rematch_invitation_page(info: GameInfo) -> Page:
    """Build the message that invites the players of a game, except its owner, to a rematch in the lobby.

    It mentions the players, and says that they have a seat and how to leave.
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
    return Page(build_layout(text))


def all_joined_page(info: GameInfo) -> Page:
    """Build the message that pings the owner when all players expected in the lobby have joined."""
    return Page(
        build_layout(
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

    Start is disabled while players are missing, leave while no seat is taken, join and add a computer if all
    seats are taken.
    """
    data = title_with_options(info).data
    is_full, has_enough_players = len(info.seats) >= data.max_players, len(info.seats) >= data.min_players
    return action_row(
        button(Press(info.id, 0, "join"), t("Join"), style=SUCCESS, disabled=is_full),
        button(Press(info.id, 0, "leave"), t("Leave"), disabled=not info.seats),
        button(Press(info.id, 0, "start"), t("Start"), style=PRIMARY, disabled=not has_enough_players),
        button(Press(info.id, 0, "options"), t("Options")),
        button(Press(info.id, 0, "computers"), t("Add a computer"), disabled=is_full),
    )


def options_line(info: GameInfo) -> str:
    """Return the line of the set-up card with the chosen value of each title option; "" if there is nothing.

    In the lobby it also says how the players will be seated. After the start the log tells how they sit.
    """
    chosen_values = {
        option.key: info.options.get(option.key, option.default) for option in TITLES[info.title].options
    }
    texts = [
        f"{translated(option.label)}: {translated(option.values[chosen_values[option.key]])}"
        for option in TITLES[info.title].options
    ]
    if info.status == "lobby":
        is_join_order = info.settings.get("order") == JOIN_ORDER
        texts.append(t("seats as the players joined") if is_join_order else t("seats drawn at the start"))
    return t("**Options** {list}", list=" · ".join(texts)) if texts else ""


def time_settings_line(info: GameInfo) -> str:
    """Return the line of the set-up card on times: when a player is first pinged, and the hours for a turn.

    The first ping comes some minutes after the turn begins, at once, or never in a live game.
    """
    ping_times = PingTimes.from_settings(info.settings)
    minutes = ping_times.first_delay // MINUTE
    if ping_times.is_live:
        pings = t("live, no pings")
    else:
        ping_text = tn("first ping after {count} minute", "first ping after {count} minutes", minutes)
        pings = ping_text if minutes else t("pings at once")
    hours = (ping_times.time_limit_seconds or 0) // HOUR
    clock = tn("{count} hour a turn", "{count} hours a turn", hours) if hours else t("no clock")
    return t("**Time** {pings} · {clock}", pings=pings, clock=clock)


def reconstruction_remark(info: GameInfo) -> str:
    """Return the set-up card's remark that some components of the title, such as tiles, are reconstructed.

    The remark is "" if none is.
    """
    readings = title_with_options(info).data.readings
    if not any(reading.reconstructed for reading in readings):
        return ""
    return t("-# Some components are reconstructed, since no source prints them: `/game info` lists them.")


def game_info_page(info: GameInfo, game: Game | None = None) -> Page:
    """Build the page of `/game info`: seats, options, pings, random seed and readings of rules.

    The seats are in the order of play, or of joining if the game has not started (``game`` None). At most
    2500 characters of readings are shown. Those about components that no source shows ("reconstructed") come
    first.
    """
    data = title_with_options(info).data
    order = game.view.seats if game else [seat_info.id for seat_info in info.seats]
    seats = "\n".join(f"{place}. {seat_label(info, seat)}" for place, seat in enumerate(order, 1))
    status = t(STATUS_LABELS[info.status])
    owner_line = t(
        "{title} · {status} · owner <@{owner}>", title=data.name, status=status, owner=info.owner_id
    )
    facts = [*filter(None, [owner_line, options_line(info)]), time_settings_line(info)]
    if info.seed is not None:
        facts.append(t("move {rev} · seed of all chance {seed}", rev=info.revision, seed=info.seed))
    facts += [end_reason(info.end_reason, info)] if info.end_reason else []
    interpretation_lines = [
        t(
            "-# **{topic}** (reconstructed): {reading}",
            topic=escape(t(reading.topic)),
            reading=escape(t(reading.reading)),
        )
        if reading.reconstructed
        else f"-# **{escape(t(reading.topic))}**: {escape(t(reading.reading))}"
        for reading in sorted(data.readings, key=lambda reading: not reading.reconstructed)
    ]
    return Page(
        build_layout(
            f"## {escape(info.name)}",
            "\n".join(facts),
            seats or t("no seats taken"),
            _fit_lines(interpretation_lines, 2500),
        )
    )


def _fit_lines(lines: list[str], maximum: int) -> str:
    """Return as one text the first rule interpretations of `/game info` that fit in ``maximum`` characters.

    Lines are not cut. If some do not fit, one more line, beyond the maximum, counts them.
    """
    fitting_lines = [*leading_lines(lines, maximum)]
    if left_out := len(lines) - len(fitting_lines):
        fitting_lines.append(t("-# … {count} more in `/show rules`", count=left_out))
    return "\n".join(fitting_lines)


def game_list_line(info: GameInfo) -> str:
    """Return the line of a game in `/game list`: name, title, status, channel and players.

    The line is cut to 180 characters.
    """
    channel_text = f"<#{info.channel_id}>" if info.channel_id else t("no channel")
    names = ", ".join(escape(seat_info.name) for seat_info in info.seats) or t("nobody yet")
    status = t(STATUS_LABELS[info.status])
    return f"**{escape(info.name)}** · {info.title} · {status} · {channel_text} · {names}"[:180]
