"""The reminders of each game, stored in the transaction of each write: a crash loses none.

Times are `Games.now()`, seconds since 1970; tests and the local chat replace this clock.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.calls import member_rows, set_back
from bot.calls import rows as reminder_rows
from bot.calls.follow import find_seats_to_act, is_by_player, next_reminders
from bot.calls.model import HOUR, PingTimes, Reminder, ReminderSettings
from bot.calls.plan import compute_deadline, next_check_time, next_digest_time, next_ping_time
from bot.games.changes import Changes
from bot.games.core import WRITE_WATCHERS, Games
from bot.store.game_rows import GameInfo
from bot.store.messages import outbox
from bot.store.messages.outbox import OutboxMessage
from bot.votes import rows as vote_rows
from engine import EngineError, Game

log = logging.getLogger(__name__)

NUDGE_INTERVAL = 6 * HOUR
"""Seconds between two nudges by one member in a game."""


@WRITE_WATCHERS.add("waits")
async def update_reminders_after_write(
    games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, changes: Changes
) -> None:
    """After a write of a game, update its reminders to the seats that the game is waiting for now.

    A turn card in ``changes.messages`` keeps its ping only if one of these reminders counts that ping as its
    first. ``info`` and ``game`` (None in the lobby) are as they are after the write.
    """
    payloads = [
        message.payload
        for message in changes.messages
        if message.kind == "turn_card" and message.payload["ping"]
    ]
    acted_seats = frozenset(record.seat for record in changes.new_records if is_by_player(info, record))
    pinged_seats = frozenset(seat for card in payloads for seat in card["players"])
    open_reminders = await update_reminders(games, conn, info, game, acted_seats, pinged_seats)
    is_pinged_by_card = any(reminder.is_pinged_by_card for reminder in open_reminders)
    changes.messages[:] = [
        replace(message, payload={**message.payload, "ping": message.payload["ping"] and is_pinged_by_card})
        if message.kind == "turn_card"
        else message
        for message in changes.messages
    ]


async def update_reminders(
    games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None,
    acted_seats: frozenset[str] = frozenset(), pinged_seats: frozenset[str] = frozenset(),
) -> list[Reminder]:  # fmt: skip
    """Store the reminders of the seats that are to act in a game (None in the lobby), and return them.

    The posted messages of reminders that have ended are deleted. The seats ``acted_seats`` have just acted;
    the turn card pings ``pinged_seats`` (ids).
    """
    now = games.now()
    seats_to_act = replace(find_seats_to_act(info, game), acted_seats=acted_seats, pinged_seats=pinged_seats)
    old_reminders = await reminder_rows.reminders_of_game(conn, info.id)
    user_ids = [user_id for user_id in seats_to_act.users_by_seat.values() if user_id is not None]
    settings_by_user = await member_rows.reminder_settings_by_user(conn, user_ids)
    ping_times = PingTimes.from_settings(info.settings)
    new_reminders = next_reminders(old_reminders, seats_to_act, ping_times, settings_by_user, now)
    await _end_reminders(conn, info, old_reminders, new_reminders, now)
    pairs = [
        (reminder, settings_by_user.get(reminder.user_id) if reminder.user_id is not None else None)
        for reminder in new_reminders
    ]
    if old_reminders or new_reminders:
        reminders_and_times = [
            (reminder, next_check_time(reminder, ping_times, settings, now)) for reminder, settings in pairs
        ]
        await reminder_rows.store_reminders(conn, info.id, reminders_and_times)
    # Members by their numbers: so no two writers wait for each other.
    for reminder, settings in sorted(pairs, key=lambda pair: pair[0].user_id or 0):
        is_pinged_now = reminder.is_pinged_by_card and reminder.waiting_since == now == reminder.last_ping
        if settings is not None and is_pinged_now:
            await member_rows.store_last_ping(conn, settings.user_id, now)
    return new_reminders


async def start_reminders(games: Games, min_downtime: int) -> None:
    """At the start of the bot, start reminders in running games that have none.

    If the bot was offline for more than ``min_downtime`` seconds, first postpone all deadlines of turns and
    votes by the downtime.
    """
    for game_id in await games.store.write(
        partial(_extend_deadlines_after_downtime, now=games.now(), min_downtime=min_downtime)
    ):
        await _start_reminders_of_game(games, game_id)


async def _extend_deadlines_after_downtime(conn: AsyncConnection, now: int, min_downtime: int) -> list[int]:
    """After a downtime of more than ``min_downtime`` seconds, postpone deadlines and ends of votes by it.

    Turn cards are then edited to show the new deadlines. Also without a downtime, all reminders become due
    for a check. Return the ids of running games without reminders. ``now`` is in seconds since 1970.
    """
    last_check = await set_back.record_check_and_correct_times(conn, now)
    offline = now - last_check if last_check is not None else 0
    if offline > min_downtime:
        await vote_rows.shift_open_votes(conn, offline)
        for game_id in await reminder_rows.extend_deadlines(conn, offline):
            await _queue_turn_card_edit(conn, game_id)
    await reminder_rows.reschedule_reminders(conn, now)
    return await reminder_rows.ids_of_games_without_reminders(conn)


async def _start_reminders_of_game(games: Games, game_id: int) -> None:
    """Start the reminders of a game; do nothing if it is gone, or (logged) if its log cannot be read."""
    try:
        loaded = await games.load(game_id)
    except EngineError:
        log.exception("game %s cannot be read, so nobody is pinged there", game_id)
        return
    if loaded is not None:
        await games.store.write(
            lambda conn: update_reminders(games, conn, loaded.info, loaded.game), game_id=game_id
        )


# --- what members want ---------------------------------------------------------------------


async def reminder_settings_of_member(games: Games, user_id: int) -> ReminderSettings:
    """Return a user's reminder settings (when and how to ping); the defaults if the user has set none."""
    return (await games.store.read(lambda conn: member_rows.reminder_settings_by_user(conn, [user_id])))[
        user_id
    ]


async def reminders_of_user(games: Games, user_id: int) -> list[Reminder]:
    """Return the reminders of a user: one for each seat of theirs that a game is waiting for; [] for none."""
    return await games.store.read(lambda conn: reminder_rows.reminders_of_user(conn, user_id))


async def reminders_of_game(games: Games, game_id: int) -> list[Reminder]:
    """Return the reminders of a game: one for each seat that is to act, sorted by seat; [] for none."""
    return await games.store.read(lambda conn: reminder_rows.reminders_of_game(conn, game_id))


async def set_reminder_settings(games: Games, user_id: int, **values: Any) -> ReminderSettings:
    """Change reminder settings of a user, and return all of them; pings and digest are scheduled anew.

    The names in ``values`` are columns of `member_hours`: zone, quiet_from and quiet_to (minutes of the day;
    None: no quiet hours), weekend and direct (bool), gap (seconds), digest (hour; None: no digest).
    """

    async def store_settings(conn: AsyncConnection) -> ReminderSettings:
        """Store the reminder settings, schedule the user's digest and pings anew, and return all settings."""
        await member_rows.upsert_reminder_settings(conn, user_id, **values)
        new_settings = (await member_rows.reminder_settings_by_user(conn, [user_id]))[user_id]
        await member_rows.upsert_reminder_settings(
            conn, user_id, digest_due=next_digest_time(new_settings, games.now())
        )
        await reminder_rows.reschedule_reminders(conn, games.now(), user_id=user_id)
        return new_settings

    new_settings = await games.store.write(store_settings)
    games.wake_sender()
    return new_settings


async def start_vacation(games: Games, user_id: int, start: int, end: int) -> None:
    """Store a user's vacation, a time without pings, from ``start`` to ``end`` (seconds since 1970).

    The turn cards of games with a time limit that wait for the user are edited to show the new deadline.
    """

    async def store_vacation(conn: AsyncConnection) -> None:
        """Store the vacation, and schedule the user's pings and digest anew."""
        await member_rows.store_vacation(conn, user_id, start, end)
        await _reschedule_user(games, conn, user_id)

    await games.store.write(store_vacation)
    games.wake_sender()


async def end_vacation(games: Games, user_id: int) -> None:
    """End a user's current vacation, so that games ping the user again, and delete later vacations.

    The turn cards of games with a time limit that wait for the user are edited to show the new deadline.
    """

    async def store_vacation_end(conn: AsyncConnection) -> None:
        """Store the end of the vacation, delete later ones, and schedule the user's pings and digest anew."""
        await member_rows.end_vacations(conn, user_id, games.now())
        await _reschedule_user(games, conn, user_id)

    await games.store.write(store_vacation_end)
    games.wake_sender()


async def _reschedule_user(games: Games, conn: AsyncConnection, user_id: int) -> None:
    """Schedule a user's digest and pings anew, in the transaction that has changed a vacation of theirs.

    The turn cards of games with a time limit that wait for the user are edited to show the new deadline.
    """
    settings = (await member_rows.reminder_settings_by_user(conn, [user_id]))[user_id]
    await member_rows.upsert_reminder_settings(
        conn, user_id, digest_due=next_digest_time(settings, games.now())
    )
    for reminder in await reminder_rows.reminders_of_user(conn, user_id):
        await _queue_turn_card_edit(conn, reminder.game_id)
    await reminder_rows.reschedule_reminders(conn, games.now(), user_id=user_id)


async def set_mute(games: Games, user_id: int, game_id: int, is_muted: bool) -> None:
    """Mute a game for a user, so that it pings them no more; with ``is_muted`` False it pings them again."""

    async def store_mute(conn: AsyncConnection) -> None:
        """Store whether the game is muted, and schedule the user's pings anew."""
        await member_rows.store_mute(conn, user_id, game_id, is_muted)
        await reminder_rows.reschedule_reminders(conn, games.now(), user_id=user_id)

    await games.store.write(store_mute)


async def snooze_reminder(games: Games, user_id: int, game_id: int, until: int) -> bool:
    """Snooze a user's next ping of a game until the time ``until`` (seconds since 1970).

    Return False if the game is not waiting for the user.
    """

    async def store_snoozes(conn: AsyncConnection) -> bool:
        """Store the snooze for the seats of the user that are to act; return True if there are any."""
        own_reminders = [
            candidate
            for candidate in await reminder_rows.reminders_of_game(conn, game_id)
            if candidate.user_id == user_id
        ]
        for reminder in own_reminders:
            await reminder_rows.store_snooze_or_nudge(conn, reminder, until)
        await reminder_rows.reschedule_reminders(conn, games.now(), user_id=user_id)
        return bool(own_reminders)

    return await games.store.write(store_snoozes)


async def schedule_reminder(games: Games, user_id: int, game_id: int) -> None:
    """Let a reminder ping a user whom the turn card of a game could not ping, as in quiet hours.

    Nothing is done if the game is not waiting for the user.
    """

    async def reset_ping(conn: AsyncConnection) -> None:
        """Store that the turn card has not pinged the user, and make the user's reminders due now."""
        for reminder in await reminder_rows.reminders_of_game(conn, game_id):
            if reminder.user_id == user_id and reminder.is_pinged_by_card and reminder.ping_count == 1:
                changed_reminder = replace(reminder, ping_count=0, last_ping=0, is_pinged_by_card=False)
                await reminder_rows.store_reminder(conn, changed_reminder, games.now())

    await games.store.write(reset_ping, game_id=game_id)


async def nudge_seat(games: Games, user_id: int, game_id: int, seat: str) -> int | None:
    """Make the ping of a seat's player due now, because another player, ``user_id``, nudges; return None.

    A ping that was snoozed to a later time keeps that time. No nudge is stored if the game is not waiting for
    the seat. If ``user_id`` has nudged in the game less than 6 hours ago, nothing is done, and the time from
    which they may nudge again is returned (seconds since 1970).
    """
    now = games.now()

    async def store_nudge(conn: AsyncConnection) -> int | None:
        """Store the nudge and return None; if it is too soon, return when the next nudge is allowed."""
        previous = await member_rows.last_nudge_time(conn, user_id, game_id)
        if previous is not None and now < previous + NUDGE_INTERVAL:
            return previous + NUDGE_INTERVAL
        for reminder in await reminder_rows.reminders_of_game(conn, game_id):
            if reminder.seat == seat:
                await member_rows.store_nudge(conn, user_id, game_id, now)
                await reminder_rows.store_snooze_or_nudge(
                    conn, reminder, max(now, reminder.snoozed_until or 0), user_id
                )
        await reminder_rows.reschedule_reminders(conn, now, game_id=game_id)
        return None

    return await games.store.write(store_nudge, game_id=game_id)


async def read_next_ping_time(games: Games, game_id: int, seat: str) -> int | None:
    """Return when the player of a seat is pinged next (seconds since 1970), now at the earliest.

    None if never, or if the game is not waiting for the seat.
    """

    async def read_next_ping(conn: AsyncConnection) -> int | None:
        """Compute when the seat's player is pinged next (seconds since 1970); None if never."""
        ping_times = PingTimes.from_settings(
            (await reminder_rows.settings_of_games(conn, [game_id])).get(game_id, {})
        )
        open_reminders = [
            candidate
            for candidate in await reminder_rows.reminders_of_game(conn, game_id)
            if candidate.seat == seat and candidate.user_id
        ]
        settings_by_user = await member_rows.reminder_settings_by_user(
            conn, [candidate.user_id for candidate in open_reminders if candidate.user_id is not None]
        )
        times = [
            next_ping_time(candidate, ping_times, settings_by_user[candidate.user_id], games.now())
            for candidate in open_reminders
            if candidate.user_id is not None
        ]
        return next(iter(times), None)

    return await games.store.read(read_next_ping)


async def read_deadlines(games: Games, game_id: int) -> dict[str, int]:
    """Return the deadlines of a game (seconds since 1970) by seat to act; {} if it has no time limit."""
    return await games.store.read(lambda conn: query_deadlines(conn, game_id))


async def query_deadlines(conn: AsyncConnection, game_id: int) -> dict[str, int]:
    """Query the deadlines of a game (seconds since 1970) by seat to act; {} if it has no time limit."""
    settings = (await reminder_rows.settings_of_games(conn, [game_id])).get(game_id, {})
    time_limit = PingTimes.from_settings(settings).time_limit_seconds
    open_reminders = [
        (reminder.user_id, reminder)
        for reminder in await reminder_rows.reminders_of_game(conn, game_id)
        if reminder.user_id is not None
    ]
    if time_limit is None or not open_reminders:
        return {}
    settings_by_user = await member_rows.reminder_settings_by_user(
        conn, [user_id for user_id, _ in open_reminders]
    )
    return {
        reminder.seat: compute_deadline(
            reminder.time_limit_start, time_limit + reminder.deadline_extension, settings_by_user[user_id]
        )
        for user_id, reminder in open_reminders
    }


async def _end_reminders(
    conn: AsyncConnection,
    info: GameInfo,
    old_reminders: Iterable[Reminder],
    new_reminders: Iterable[Reminder],
    now: int,
) -> None:
    """Queue the deletion of posted reminders that have ended, and close open absence votes about their seats.

    A reminder of ``old_reminders`` has ended if none of ``new_reminders`` has its seat, revision and user.
    ``now`` is in seconds since 1970.
    """
    current_keys = {(reminder.seat, reminder.revision, reminder.user_id) for reminder in new_reminders}
    ended_reminders = [
        reminder
        for reminder in old_reminders
        if (reminder.seat, reminder.revision, reminder.user_id) not in current_keys
    ]
    messages = [
        OutboxMessage("reminder_over", {"seat": reminder.seat})
        for reminder in ended_reminders
        if reminder.is_sent
    ]
    await outbox.queue_messages(conn, info.id, messages)
    for vote in await vote_rows.list_open_votes(conn, info.id) if ended_reminders else ():
        if vote.is_about_absence and vote.seat in {reminder.seat for reminder in ended_reminders}:
            await vote_rows.close_vote(conn, vote, vote_rows.GAME_MOVED_ON, now)


async def _queue_turn_card_edit(conn: AsyncConnection, game_id: int) -> None:
    """Queue an edit of a game's turn card to show the new deadline, if the game has a time limit."""
    if await query_deadlines(conn, game_id):
        await outbox.queue_messages(
            conn, game_id, [OutboxMessage("turn_card", {"rev": 0, "players": [], "ping": False}, True)]
        )
