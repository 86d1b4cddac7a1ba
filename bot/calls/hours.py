"""Changes of reminder settings that members request by a command or a button."""

from __future__ import annotations

from datetime import timedelta
from typing import Protocol

from bot.calls import service as reminders
from bot.calls.model import DAY, HOUR, MINUTE, NO_ZONE, Member
from bot.calls.zones import (
    is_duration,
    local_time,
    parse_day,
    parse_minute_of_day,
    parse_time,
    timestamp_of,
    tomorrow_morning,
)
from bot.chat.bounds import read_whole_number
from bot.chat.current_game import is_open_to
from bot.chat.respond import Response, UserError
from bot.games import stored_games
from bot.games.core import Games
from bot.store.game_rows import GameInfo
from bot.words import msg, t, tn
from bot.work.registry import Registry

MAX_SNOOZE, MAX_VACATION_DAYS, MAX_VACATION_DAYS_A_YEAR = 14 * DAY, 30, 60
"""A snooze in seconds; days of one vacation and of all in a year."""

LAST_YEAR = 9000
"""The year from which on no calendar counts."""

TIME_FORMATS_TEXT = msg(
    "Write a time such as 3 h, 18:30, tomorrow 9 or 2026-12-24 10:00, at most two weeks ahead."
)
NOT_WAITING_TEXT = msg("This game does not wait for you now.")


class ArrangeVacationProxy(Protocol):
    """A function of a feature that lets a proxy, such as a computer, play for a member on vacation."""

    async def __call__(self, games: Games, user_id: int, begins: int, ends: int, level: str) -> int:
        """Let a proxy play for a member (user id) during his vacation; return in how many games.

        ``begins`` and ``ends`` are in seconds since 1970; ``level`` is that of a computer. With the level ""
        no proxy begins, and the present one stops at ``ends``; the number is then of no use.
        """


VACATION_PROXIES = Registry[ArrangeVacationProxy]("who plays for a member on vacation")


def parse_quiet_hours(start: str, end: str) -> dict[str, int | None]:
    """Parse typed quiet hours, such as "22:00" and "7:30", into columns of the reminder settings.

    The keys are "quiet_from" and "quiet_to", the values minutes after midnight; two empty texts make both
    None. Raises UserError if a text is invalid, only one is empty, or they are the same time.
    """
    if not start and not end:
        return {"quiet_from": None, "quiet_to": None}
    start_minute, end_minute = parse_minute_of_day(start), parse_minute_of_day(end)
    if start_minute is None or end_minute is None or start_minute == end_minute:
        raise UserError(t("Quiet hours are two different times of the day, such as 22:00 and 7:30."))
    return {"quiet_from": start_minute, "quiet_to": end_minute}


async def snooze_to_typed_time(response: Response, game_id: int, typed: str) -> None:
    """Put off (snooze) the member's next ping of a game to a typed time, and confirm it in the answer.

    The time is such as "3 h", "18:30" or "tomorrow 9". Raises UserError if it is invalid, past or more than
    two weeks ahead, or the game does not wait for him.
    """
    now, member = (
        response.bot.games.now(),
        await reminders.member_settings(response.bot.games, response.user.id),
    )
    until = parse_time(typed, now, member.zone)
    if until is None or until > now + MAX_SNOOZE:
        raise UserError(t(TIME_FORMATS_TEXT))
    await snooze_until(response, game_id, until, is_time_of_day=not is_duration(typed))


async def snooze_until(response: Response, game_id: int, until: int, *, is_time_of_day: bool) -> None:
    """Put off (snooze) the member's next ping of a game to a time in seconds since 1970, and confirm it.

    ``is_time_of_day``: the time depends on his time zone; if he has set none, the answer names the default.
    It also warns him if the clock of his turn runs out before. Raises UserError if the game does not wait for
    him.
    """
    games, user_id = response.bot.games, response.user.id
    if not await reminders.snooze_reminder(games, user_id, game_id, until):
        raise UserError(t(NOT_WAITING_TEXT))
    lines = [t("You are called again <t:{until}:R> (<t:{until}:f>), if it is still your turn.", until=until)]
    if is_time_of_day and (await reminders.member_settings(games, user_id)).zone == NO_ZONE:
        lines.append(t("-# That is in the time zone UTC; `/remind timezone` sets yours."))
    clocks = await reminders.deadlines(games, game_id)
    ends = [
        clocks[reminder.seat]
        for reminder in await reminders.reminders_of_game(games, game_id)
        if reminder.user_id == user_id and reminder.seat in clocks
    ]
    if ends and min(ends) < until:
        lines.append(t("-# The clock of the table runs out before, <t:{end}:R>.", end=min(ends)))
    await response.show_text("\n".join(lines))


def snooze_button_time(button_arg: str, now: int, member: Member) -> int:
    """Return the time to which a snooze button puts off a ping: in some hours, or tomorrow at 9:00.

    ``button_arg`` is a number of hours, or any text with ":" for tomorrow in the member's time zone. The
    result and ``now`` are in seconds since 1970. Raises InvalidInput if it is neither or over two weeks.
    """
    return (
        tomorrow_morning(now, member.zone)
        if ":" in button_arg
        else now + read_whole_number(button_arg, MAX_SNOOZE // HOUR) * HOUR
    )


async def change_vacation(response: Response, start: str, end: str, level: str = "") -> None:
    """Store a member's vacation without pings, from a typed first to a typed last day, and confirm it.

    The days are ISO dates; an empty ``start`` is today, and without both days the present vacation ends. With
    a ``level`` other than "", a computer of that level plays his games meanwhile. Raises UserError if a day
    is invalid or past, if the vacation has more than 30 days, or if those of a year have more than 60.
    """
    games = response.bot.games
    if not start and not end:
        await reminders.end_vacation(games, response.user.id)
        await _arrange_vacation_proxy(games, response.user.id, games.now(), games.now(), "")
        await response.show_text(t("Welcome back: you are called again as before."))
        return
    now, member = games.now(), await reminders.member_settings(games, response.user.id)
    begins, ends = _parse_vacation(start, end, now, member)
    used_seconds = sum(until - since for since, until in member.vacations if until > now - 365 * DAY)
    if (
        ends - begins > MAX_VACATION_DAYS * DAY + HOUR
        or used_seconds + ends - begins > MAX_VACATION_DAYS_A_YEAR * DAY + HOUR
    ):
        refusal = t(
            "A vacation has at most {most} days, and all of a year {year}.",
            most=MAX_VACATION_DAYS,
            year=MAX_VACATION_DAYS_A_YEAR,
        )
        raise UserError(refusal)
    await reminders.start_vacation(games, response.user.id, begins, ends)
    lines = [
        t(
            "You are away from <t:{begins}:f> to <t:{ends}:f>: nobody calls you, and clocks stand still. "
            "`/remind vacation` alone ends it.",
            begins=begins,
            ends=ends,
        )
    ]
    if level:
        count = await _arrange_vacation_proxy(games, response.user.id, begins, ends, level)
        lines.append(
            tn(
                "A computer plays for you meanwhile in {count} game.",
                "A computer plays for you meanwhile in {count} games.",
                count,
            )
        )
    await response.show_text("\n".join(lines))


async def _arrange_vacation_proxy(games: Games, user_id: int, begins: int, ends: int, level: str) -> int:
    """Call the functions registered in VACATION_PROXIES, which let proxies play for a member on vacation.

    ``begins`` and ``ends`` are in seconds since 1970. With the ``level`` "", present proxies stop at
    ``ends``. Returns the largest number of games that one of the functions returns, 0 without functions.
    """
    counts = [await arrange_proxy(games, user_id, begins, ends, level) for arrange_proxy in VACATION_PROXIES]
    games.wake_sender()
    return max(counts, default=0)


def _parse_vacation(start: str, end: str, now: int, member: Member) -> tuple[int, int]:
    """Parse the typed days of a vacation without pings; return its start and end in seconds since 1970.

    The days are ISO dates in the member's time zone; an empty ``start`` is today. The start is not before
    ``now`` (seconds since 1970), and the end is the midnight after the last day. Raises UserError if the days
    are invalid, past or in the wrong order.
    """
    today = local_time(now, member.zone).date()
    first, last = parse_day(start) if start else today, parse_day(end)
    if first is None or last is None or not (today <= first <= last and last.year < LAST_YEAR):
        raise UserError(t("Write days such as 2026-12-24, the last one not before the first, from today on."))
    ends = timestamp_of(last + timedelta(1), 0, member.zone)
    return max(now, timestamp_of(first, 0, member.zone)), ends


async def switch_mute(response: Response, typed: str) -> None:
    """Turn the member's pings of a game off, or on again if they are off, and confirm it.

    ``typed`` is the id or name of one of his games, "" for that of this channel. Raises UserError if there is
    none, it has ended or he may not see it.
    """
    games, user_id = response.bot.games, response.user.id
    info = await _find_game(response, typed)
    is_muted = info.id not in (await reminders.member_settings(games, user_id)).muted_games
    await reminders.set_mute(games, user_id, info.id, is_muted)
    text = t("“{name}”: you are called there again.", name=info.name)
    if is_muted:
        text = t("“{name}”: you are not called there any more.", name=info.name)
    await response.show_text(text)


async def _find_game(response: Response, typed: str) -> GameInfo:
    """Return the game of `/remind mute`: by its typed id or name, or that of this channel for "".

    If typed, it must be one of the member's open games. Raises UserError if there is none, it has ended or
    the member may not see it.
    """
    games = response.bot.games
    if typed:
        own_games = await stored_games.list_games(games, user_id=response.user.id)
        info = next(
            (own_game for own_game in own_games if typed.strip() in (str(own_game.id), own_game.name)), None
        )
    else:
        channel = response.interaction.channel_id
        info = await stored_games.game_info_of_channel(games, channel) if channel else None
    if info is None or info.status == "ended" or not is_open_to(response.interaction, info):
        raise UserError(t("Choose one of your games that go on."))
    return info


async def nudge_player(response: Response, info: GameInfo, player: str = "") -> None:
    """Make the ping of a player who is to act due now (a nudge), on behalf of the member of ``response``.

    The answer says when the ping comes; a snooze or quiet hours of the player postpone it. ``player`` is a
    seat id, or a name in upper or lower case; "" takes the first to act. Raises UserError if the game waits
    for no such player, the member holds no seat in it or nudged there less than 6 hours ago, the player has
    muted the game, or its pace is "live".
    """
    games, user_id = response.bot.games, response.user.id
    if not info.seats_held_by(user_id):
        raise UserError(t("Only players of this game nudge each other."))
    open_reminders = [
        reminder
        for reminder in await reminders.reminders_of_game(games, info.id)
        if reminder.user_id not in (None, user_id)
    ]
    search = player.strip().lower()
    names = {seat.id: seat.name for seat in info.seats}
    nudged_reminder = next(
        (
            reminder
            for reminder in open_reminders
            if not search or search in (reminder.seat, names[reminder.seat].lower())
        ),
        None,
    )
    if nudged_reminder is None or nudged_reminder.user_id is None:
        raise UserError(t("The game does not wait for any such player now."))
    member = await reminders.member_settings(games, nudged_reminder.user_id)
    if info.id in member.muted_games or info.settings.get("pace") == "live":
        raise UserError(t("Nobody is pinged there: it is a live table, or the player has muted it."))
    next_nudge = await reminders.nudge_seat(games, user_id, info.id, nudged_reminder.seat)
    if next_nudge is not None:
        raise UserError(t("You nudged here not long ago; you can again <t:{again}:R>.", again=next_nudge))
    name = names[nudged_reminder.seat]
    ping_time = await reminders.next_ping_time(games, info.id, nudged_reminder.seat)
    if ping_time is None or ping_time <= games.now() + MINUTE:
        await response.show_text(t("{name} is called in your name.", name=name))
    else:
        text = t(
            "{name} is called in your name <t:{at}:R>, and does not want to be earlier.",
            name=name,
            at=ping_time,
        )
        await response.show_text(text)
