"""Changes of reminder settings that members request by a command or a button."""

from __future__ import annotations

from datetime import timedelta
from typing import Protocol

from bot.calls import service as reminders
from bot.calls.model import DAY, HOUR, MINUTE, NO_ZONE, ReminderSettings
from bot.calls.zones import (
    is_duration,
    local_time,
    parse_day,
    parse_minute_of_day,
    parse_snooze_time,
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
"""The maximum of a snooze in seconds, of a vacation in days, and of the days of vacation in a year."""

LAST_YEAR = 9000
"""The first year in which no vacation may end, as its times could not be computed."""

TIME_FORMATS_TEXT = msg(
    "Write a time such as 3 h, 18:30, tomorrow 9 or 2026-12-24 10:00, at most two weeks ahead."
)
NOT_WAITING_TEXT = msg("This game does not wait for you now.")


class ArrangeVacationProxy(Protocol):
    """A function of a feature that lets a proxy, such as a computer player, play for a member on vacation."""

    async def __call__(self, games: Games, user_id: int, start: int, end: int, computer_level: str) -> int:
        """Let a proxy play for a member (user id) during a vacation; return in how many games.

        ``start`` and ``end`` are in seconds since 1970; ``computer_level`` is the strength of the computer
        player. If it is "", no proxy is arranged, and a present one stops at ``end``; the returned number
        then means nothing.
        """


VACATION_PROXIES = Registry[ArrangeVacationProxy]("who plays for a member on vacation")


def parse_quiet_hours(start: str, end: str) -> dict[str, int | None]:
    """Parse typed quiet hours, such as "22:00" and "7:30", into columns of the reminder settings.

    The keys are "quiet_from" and "quiet_to", the values minutes after midnight; two empty texts make both
    None. Raises UserError if a text is invalid, if only one is empty, or if they are the same time.
    """
    if not start and not end:
        return {"quiet_from": None, "quiet_to": None}
    start_minute, end_minute = parse_minute_of_day(start), parse_minute_of_day(end)
    if start_minute is None or end_minute is None or start_minute == end_minute:
        raise UserError(t("Quiet hours are two different times of the day, such as 22:00 and 7:30."))
    return {"quiet_from": start_minute, "quiet_to": end_minute}


async def snooze_to_typed_time(response: Response, game_id: int, typed: str) -> None:
    """Snooze the member's next ping of a game until a typed time, and confirm that in the response.

    The time is, for example, "3 h", "18:30" or "tomorrow 9". Raises UserError if the time is invalid, past or
    more than two weeks ahead, or if the game is not waiting for the member.
    """
    now, settings = (
        response.bot.games.now(),
        await reminders.reminder_settings_of_member(response.bot.games, response.user.id),
    )
    until = parse_snooze_time(typed, now, settings.zone)
    if until is None or until > now + MAX_SNOOZE:
        raise UserError(t(TIME_FORMATS_TEXT))
    await snooze_until(response, game_id, until, is_time_of_day=not is_duration(typed))


async def snooze_until(response: Response, game_id: int, until: int, *, is_time_of_day: bool) -> None:
    """Snooze the member's next ping of a game until a time in seconds since 1970, and confirm that.

    ``is_time_of_day``: the time depends on the member's time zone; if none is set, the response names the
    default. It also warns if the member's deadline comes before. Raises UserError if the game is not waiting
    for the member.
    """
    games, user_id = response.bot.games, response.user.id
    if not await reminders.snooze_reminder(games, user_id, game_id, until):
        raise UserError(t(NOT_WAITING_TEXT))
    lines = [t("You are called again <t:{until}:R> (<t:{until}:f>), if it is still your turn.", until=until)]
    if is_time_of_day and (await reminders.reminder_settings_of_member(games, user_id)).zone == NO_ZONE:
        lines.append(t("-# That is in the time zone UTC; `/remind timezone` sets yours."))
    deadlines = await reminders.read_deadlines(games, game_id)
    own_deadlines = [
        deadlines[reminder.seat]
        for reminder in await reminders.reminders_of_game(games, game_id)
        if reminder.user_id == user_id and reminder.seat in deadlines
    ]
    if own_deadlines and min(own_deadlines) < until:
        lines.append(t("-# The clock of the table runs out before, <t:{end}:R>.", end=min(own_deadlines)))
    await response.show_text("\n".join(lines))


def snooze_end(button_arg: str, now: int, settings: ReminderSettings) -> int:
    """Return the time until which a snooze button puts off a ping: some hours from now, or tomorrow at 9:00.

    ``button_arg`` is a number of hours, or any text with ":" for tomorrow in the member's time zone. The
    result and ``now`` are in seconds since 1970. Raises InvalidInput if ``button_arg`` is neither of these,
    or is more than two weeks.
    """
    return (
        tomorrow_morning(now, settings.zone)
        if ":" in button_arg
        else now + read_whole_number(button_arg, MAX_SNOOZE // HOUR) * HOUR
    )


async def change_vacation(
    response: Response, first_day: str, last_day: str, computer_level: str = ""
) -> None:
    """Store or end the member's vacation, a time without pings, and confirm that.

    ``first_day`` and ``last_day`` are typed ISO dates; an empty ``first_day`` means today, and if both are
    empty, the current vacation ends. With a ``computer_level`` other than "", a computer player of this
    strength plays the member's games meanwhile. Raises UserError if a day is invalid or past, if the vacation
    has more than 30 days, or if the vacations of a year have more than 60.
    """
    games = response.bot.games
    if not first_day and not last_day:
        await reminders.end_vacation(games, response.user.id)
        await _arrange_vacation_proxy(games, response.user.id, games.now(), games.now(), "")
        await response.show_text(t("Welcome back: you are called again as before."))
        return
    now, settings = games.now(), await reminders.reminder_settings_of_member(games, response.user.id)
    start, end = _parse_vacation(first_day, last_day, now, settings)
    _check_vacation_length(start, end, now, settings)
    await reminders.start_vacation(games, response.user.id, start, end)
    lines = [
        t(
            "You are away from <t:{begins}:f> to <t:{ends}:f>: nobody calls you, and clocks stand still. "
            "`/remind vacation` alone ends it.",
            begins=start,
            ends=end,
        )
    ]
    if computer_level:
        count = await _arrange_vacation_proxy(games, response.user.id, start, end, computer_level)
        lines.append(
            tn(
                "A computer plays for you meanwhile in {count} game.",
                "A computer plays for you meanwhile in {count} games.",
                count,
            )
        )
    await response.show_text("\n".join(lines))


def _check_vacation_length(start: int, end: int, now: int, settings: ReminderSettings) -> None:
    """Raise UserError if a new vacation has more than 30 days, or the vacations of a year more than 60.

    Counted for the year are the new vacation and those in ``settings`` that ended within the 365 days before
    ``now`` or are still to come. Times are seconds since 1970.
    """
    used_seconds = sum(
        vacation_end - vacation_start
        for vacation_start, vacation_end in settings.vacations
        if vacation_end > now - 365 * DAY
    )
    if (
        end - start > MAX_VACATION_DAYS * DAY + HOUR
        or used_seconds + end - start > MAX_VACATION_DAYS_A_YEAR * DAY + HOUR
    ):
        refusal = t(
            "A vacation has at most {most} days, and all of a year {year}.",
            most=MAX_VACATION_DAYS,
            year=MAX_VACATION_DAYS_A_YEAR,
        )
        raise UserError(refusal)


async def _arrange_vacation_proxy(
    games: Games, user_id: int, start: int, end: int, computer_level: str
) -> int:
    """Call the functions registered in VACATION_PROXIES, which let proxies play for a member on vacation.

    ``start`` and ``end`` are in seconds since 1970. If ``computer_level`` is "", no proxy is arranged, and
    present ones stop at ``end``. Returns the maximum of the numbers of games that the functions return, 0 if
    none is registered.
    """
    counts = [
        await arrange_proxy(games, user_id, start, end, computer_level) for arrange_proxy in VACATION_PROXIES
    ]
    games.wake_sender()
    return max(counts, default=0)


def _parse_vacation(first_day: str, last_day: str, now: int, settings: ReminderSettings) -> tuple[int, int]:
    """Parse the typed days of a vacation; return its start and end in seconds since 1970.

    The days are ISO dates in the member's time zone; an empty ``first_day`` is today. The start is not before
    ``now`` (seconds since 1970), and the end is the midnight after the last day. Raises UserError if a day is
    invalid or past, or if the days are in the wrong order.
    """
    today = local_time(now, settings.zone).date()
    first, last = parse_day(first_day) if first_day else today, parse_day(last_day)
    if first is None or last is None or not (today <= first <= last and last.year < LAST_YEAR):
        raise UserError(t("Write days such as 2026-12-24, the last one not before the first, from today on."))
    end = timestamp_of(last + timedelta(1), 0, settings.zone)
    return max(now, timestamp_of(first, 0, settings.zone)), end


async def toggle_mute(response: Response, typed: str) -> None:
    """Turn the member's pings of a game off, or on again if they are off, and confirm that.

    ``typed`` is the id or name of one of the member's games, "" for the game of this channel. Raises
    UserError if there is no such game, if it has ended, or if the member may not see it.
    """
    games, user_id = response.bot.games, response.user.id
    info = await _find_game(response, typed)
    is_muted = info.id not in (await reminders.reminder_settings_of_member(games, user_id)).muted_games
    await reminders.set_mute(games, user_id, info.id, is_muted)
    text = t("“{name}”: you are called there again.", name=info.name)
    if is_muted:
        text = t("“{name}”: you are not called there any more.", name=info.name)
    await response.show_text(text)


async def _find_game(response: Response, typed: str) -> GameInfo:
    """Return the game of `/remind mute`: by its typed id or name, or that of this channel for "".

    A typed game must be one of the member's open games. Raises UserError if there is no such game, if it has
    ended, or if the member may not see it.
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
    """Nudge a player who is to act on behalf of the member: the player's next ping becomes due now.

    The response says when the ping comes; a snooze or quiet hours of the player postpone it. ``player`` is a
    seat id, or a name (ignoring case); "" takes the first player to act. Raises UserError if the game is not
    waiting for such a player, if the member holds no seat in the game or nudged there less than 6 hours ago,
    if the player has muted the game, or if the game's pace is "live".
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
    settings = await reminders.reminder_settings_of_member(games, nudged_reminder.user_id)
    if info.id in settings.muted_games or info.settings.get("pace") == "live":
        raise UserError(t("Nobody is pinged there: it is a live table, or the player has muted it."))
    next_nudge = await reminders.nudge_seat(games, user_id, info.id, nudged_reminder.seat)
    if next_nudge is not None:
        raise UserError(t("You nudged here not long ago; you can again <t:{again}:R>.", again=next_nudge))
    name = names[nudged_reminder.seat]
    ping_time = await reminders.read_next_ping_time(games, info.id, nudged_reminder.seat)
    if ping_time is None or ping_time <= games.now() + MINUTE:
        await response.show_text(t("{name} is called in your name.", name=name))
    else:
        text = t(
            "{name} is called in your name <t:{at}:R>, and does not want to be earlier.",
            name=name,
            at=ping_time,
        )
        await response.show_text(text)
