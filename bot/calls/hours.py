"""Changes of reminder settings that members request by a command or a button."""

from __future__ import annotations

from datetime import timedelta
from typing import Protocol

from bot.calls import service as waits
from bot.calls.model import DAY, HOUR, MINUTE, NO_ZONE, Member
from bot.calls.zones import is_duration, local_time, moment_of, read_day, read_minute, read_time, tomorrow
from bot.chat.bounds import read_whole
from bot.chat.current_table import is_open_to
from bot.chat.respond import Answer, UserError
from bot.games import shelf
from bot.games.core import Games
from bot.store.game_rows import GameInfo
from bot.words import msg, t, tn
from bot.work.registry import Registry

MAX_SNOOZE, MOST_AWAY, AWAY_A_YEAR = 14 * DAY, 30, 60
"""A snooze in seconds; days of one vacation and of all in a year."""

FOREVER = 9000
"""The year from which on no calendar counts."""

TIMES = msg("Write a time such as 3 h, 18:30, tomorrow 9 or 2026-12-24 10:00, at most two weeks ahead.")
NOT_WAITED = msg("This game does not wait for you now.")


class StandIn(Protocol):
    """A function of a feature that lets somebody play for a member during a vacation."""

    async def __call__(self, games: Games, user: int, begins: int, ends: int, level: str) -> int:
        """Arrange it from ``begins`` to ``ends`` (seconds since 1970); return the number of games.

        An empty ``level`` ends what was arranged before, at ``ends``.
        """


STAND_INS = Registry[StandIn]("who plays for a member on vacation")


def quiet_hours(start: str, end: str) -> dict[str, int | None]:
    """Return the columns for typed quiet hours, which empty texts remove; raises UserError."""
    if not start and not end:
        return {"quiet_from": None, "quiet_to": None}
    begins, ends = read_minute(start), read_minute(end)
    if begins is None or ends is None or begins == ends:
        raise UserError(t("Quiet hours are two different times of the day, such as 22:00 and 7:30."))
    return {"quiet_from": begins, "quiet_to": ends}


async def snooze(answer: Answer, game: int, typed: str) -> None:
    """Put off the next ping of a game to a typed time.

    Raises UserError if it cannot be read or is too late.
    """
    now, member = answer.bot.games.clock(), await waits.member(answer.bot.games, answer.user.id)
    until = read_time(typed, now, member.zone)
    if until is None or until > now + MAX_SNOOZE:
        raise UserError(t(TIMES))
    await snooze_until(answer, game, until, of_day=not is_duration(typed))


async def snooze_until(answer: Answer, game: int, until: int, *, of_day: bool) -> None:
    """Put off the next ping of a game; ``of_day``: the time depends on the member's zone."""
    games, user = answer.bot.games, answer.user.id
    if not await waits.snooze(games, user, game, until):
        raise UserError(t(NOT_WAITED))
    told = [t("You are called again <t:{until}:R> (<t:{until}:f>), if it is still your turn.", until=until)]
    if of_day and (await waits.member(games, user)).zone == NO_ZONE:
        told.append(t("-# That is in the time zone UTC; `/remind timezone` sets yours."))
    clocks = await waits.deadlines(games, game)
    ends = [clocks[w.seat] for w in await waits.waits_in(games, game) if w.user == user and w.seat in clocks]
    if ends and min(ends) < until:
        told.append(t("-# The clock of the table runs out before, <t:{end}:R>.", end=min(ends)))
    await answer.say("\n".join(told))


def button_time(arg: str, now: int, member: Member) -> int:
    """The moment that a snooze button means: so many hours, or tomorrow morning."""
    return tomorrow(now, member.zone) if ":" in arg else now + read_whole(arg, MAX_SNOOZE // HOUR) * HOUR


async def vacation(answer: Answer, start: str, end: str, level: str = "") -> None:
    """Store a vacation from a typed first to a typed last day; without days, end the vacation.

    With a ``level``, a computer of that level plays the member's games meanwhile.
    """
    games = answer.bot.games
    if not start and not end:
        await waits.come_back(games, answer.user.id)
        await _arrange_stand_in(games, answer.user.id, games.clock(), games.clock(), "")
        await answer.say(t("Welcome back: you are called again as before."))
        return
    now, member = games.clock(), await waits.member(games, answer.user.id)
    begins, ends = _days(start, end, now, member)
    spent = sum(until - since for since, until in member.vacations if until > now - 365 * DAY)
    if ends - begins > MOST_AWAY * DAY + HOUR or spent + ends - begins > AWAY_A_YEAR * DAY + HOUR:
        told = t(
            "A vacation has at most {most} days, and all of a year {year}.", most=MOST_AWAY, year=AWAY_A_YEAR
        )
        raise UserError(told)
    await waits.go_away(games, answer.user.id, begins, ends)
    lines = [
        t(
            "You are away from <t:{begins}:f> to <t:{ends}:f>: nobody calls you, and clocks stand still. "
            "`/remind vacation` alone ends it.",
            begins=begins,
            ends=ends,
        )
    ]
    if level:
        count = await _arrange_stand_in(games, answer.user.id, begins, ends, level)
        lines.append(
            tn(
                "A computer plays for you meanwhile in {count} game.",
                "A computer plays for you meanwhile in {count} games.",
                count,
            )
        )
    await answer.say("\n".join(lines))


async def _arrange_stand_in(games: Games, user: int, begins: int, ends: int, level: str) -> int:
    """Arrange or end who plays for a member on vacation; return the number of games."""
    counts = [await stand_in(games, user, begins, ends, level) for stand_in in STAND_INS]
    games.after_commit()
    return max(counts, default=0)


def _days(start: str, end: str, now: int, member: Member) -> tuple[int, int]:
    """Parse the first and the last day of a vacation. Return its start and end in seconds since 1970.

    An empty start is today. Raises UserError when the days cannot be read or lie in the past.
    """
    today = local_time(now, member.zone).date()
    first, last = read_day(start) if start else today, read_day(end)
    if first is None or last is None or not (today <= first <= last and last.year < FOREVER):
        raise UserError(t("Write days such as 2026-12-24, the last one not before the first, from today on."))
    ends = moment_of(last + timedelta(1), 0, member.zone)
    return max(now, moment_of(first, 0, member.zone)), ends


async def mute(answer: Answer, typed: str) -> None:
    """Mute or unmute one of the member's games."""
    games, user = answer.bot.games, answer.user.id
    info = await _game(answer, typed)
    on = info.id not in (await waits.member(games, user)).muted
    await waits.mute(games, user, info.id, on)
    told = t("“{name}”: you are called there again.", name=info.name)
    if on:
        told = t("“{name}”: you are not called there any more.", name=info.name)
    await answer.say(told)


async def _game(answer: Answer, typed: str) -> GameInfo:
    """Return the member's game by its id or name, or the game of this channel if nothing was typed.

    Raises UserError when there is none or it has ended.
    """
    games = answer.bot.games
    if typed:
        mine = await shelf.list_games(games, user=answer.user.id)
        info = next((g for g in mine if typed.strip() in (str(g.id), g.name)), None)
    else:
        channel = answer.interaction.channel_id
        info = await shelf.game_in(games, channel) if channel else None
    if info is None or info.status == "ended" or not is_open_to(answer.interaction, info):
        raise UserError(t("Choose one of your games that go on."))
    return info


async def nudge(answer: Answer, info: GameInfo, player: str = "") -> None:
    """Ping the player who is to act on behalf of another player."""
    games, user = answer.bot.games, answer.user.id
    if not info.held_by(user):
        raise UserError(t("Only players of this game nudge each other."))
    open_waits = [w for w in await waits.waits_in(games, info.id) if w.user not in (None, user)]
    wanted = player.strip().lower()
    names = {s.seat: s.name for s in info.seats}
    found = next((w for w in open_waits if not wanted or wanted in (w.seat, names[w.seat].lower())), None)
    if found is None or found.user is None:
        raise UserError(t("The game does not wait for any such player now."))
    member = await waits.member(games, found.user)
    if info.id in member.muted or info.settings.get("pace") == "live":
        raise UserError(t("Nobody is pinged there: it is a live table, or the player has muted it."))
    again = await waits.nudge(games, user, info.id, found.seat)
    if again is not None:
        raise UserError(t("You nudged here not long ago; you can again <t:{again}:R>.", again=again))
    name = names[found.seat]
    at = await waits.next_ping(games, info.id, found.seat)
    if at is None or at <= games.clock() + MINUTE:
        await answer.say(t("{name} is called in your name.", name=name))
    else:
        told = t(
            "{name} is called in your name <t:{at}:R>, and does not want to be earlier.", name=name, at=at
        )
        await answer.say(told)
