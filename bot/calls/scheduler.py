"""The task that wakes when the next reminder, digest or vote is due, and queues due messages in the outbox.

A ping is queued in the transaction that stores it, so a crash neither loses nor repeats it. On delivery the
message checks whether the game is still waiting (`bot.calls.post`). Several processes can share the work:
each locks the games and members of its transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.calls import member_rows, set_back
from bot.calls import rows as reminder_rows
from bot.calls import service as reminders
from bot.calls.model import PingTimes, Reminder, ReminderSettings
from bot.calls.plan import DueMessage, find_due_messages, next_check_time, next_digest_time
from bot.games.core import Games
from bot.store import postgres
from bot.store.messages import outbox
from bot.store.messages.outbox import OutboxMessage
from bot.votes import rows as vote_rows
from bot.votes.service import end_expired_votes
from bot.work.registry import Registry

MIN_DOWNTIME = 300
"""Seconds without a check after which the bot is said to have been offline, and deadlines are postponed."""

BATCH_SIZE, MAX_BATCHES = 50, 400
"""The number of reminders in one transaction, and the number of transactions in one check."""


class ExpiryHandler(Protocol):
    """A function of a feature that ends what has reached its time limit, such as votes."""

    async def __call__(self, games: Games) -> None:
        """End what has reached its time limit, in all games; called at each check of the reminders."""


EXPIRY_HANDLERS = Registry[ExpiryHandler]("over by the clock")
EXPIRY_HANDLERS.add("votes", order=1)(end_expired_votes)


class Scheduler:
    """Finds the reminders, digests and votes that are due. `queue_due_messages` may be called at any time."""

    def __init__(self, games: Games) -> None:
        """Prepare the checks of these games' reminders.

        Nothing is done until the first `queue_due_messages`.
        """
        self._games = games
        self._has_caught_up = False

    async def queue_due_messages(self) -> int | None:
        """Queue all pings, digests and notices that are due; return when the next check must be.

        First, what has reached its time limit is ended (`EXPIRY_HANDLERS`), and the time of this check is
        stored. The first call also extends deadlines after a downtime. The result is in seconds since 1970;
        None if nothing is due later.
        """
        if not self._has_caught_up:
            await reminders.start_reminders(self._games, MIN_DOWNTIME)
            self._has_caught_up = True
        store, is_any_queued = self._games.store, False
        for expire in EXPIRY_HANDLERS:
            await expire(self._games)
        await store.write(
            lambda conn: set_back.record_check_and_correct_times(conn, self._games.now()),
            game_id=postgres.LOCK_NOTHING,
        )
        for _ in range(MAX_BATCHES):
            count, has_queued = await store.write(self._process_batch, game_id=postgres.LOCK_NOTHING)
            is_any_queued |= has_queued
            if not count:
                break
        is_any_queued |= await store.write(self._queue_digests, game_id=postgres.LOCK_NOTHING)
        if is_any_queued:
            self._games.wake_sender()
        return await self._next_due_time()

    async def _next_due_time(self) -> int | None:
        """Return when the next reminder or digest is due, or the next vote or proxy ends.

        The time is in seconds since 1970; None if there is none of these.
        """

        async def read_times(conn: AsyncConnection) -> tuple[int | None, int | None]:
            """Query the next time of reminders, digests and ends of proxies, and that of the next vote's end.

            The times are in seconds since 1970; None for never.
            """
            now = self._games.now()
            return await reminder_rows.next_due_time(conn), await vote_rows.next_vote_deadline(conn, now)

        times = await self._games.store.read(read_times)
        return min((timestamp for timestamp in times if timestamp is not None), default=None)

    async def _process_batch(self, conn: AsyncConnection) -> tuple[int, bool]:
        """Queue the pings and notices, and open the votes, of at most 50 due reminders.

        Returns how many reminders were due, and whether any ping, notice or vote was due for them.
        """
        due_reminders = await reminder_rows.due_reminders(conn, self._games.now(), BATCH_SIZE)
        return len(due_reminders), await self._process_reminders(
            conn, due_reminders
        ) if due_reminders else False

    async def _process_reminders(self, conn: AsyncConnection, due_reminders: list[Reminder]) -> bool:
        """Queue the pings and notices of due reminders, and store when each must be checked next.

        If a deadline has passed, a vote about the seat is opened. Returns True if any ping, notice or vote
        was due.
        """
        now = self._games.now()
        settings = await reminder_rows.settings_of_games(
            conn, [reminder.game_id for reminder in due_reminders]
        )
        ping_times_by_game = {
            game_id: PingTimes.from_settings(values) for game_id, values in settings.items()
        }
        user_ids = [reminder.user_id for reminder in due_reminders if reminder.user_id is not None]
        await member_rows.lock_reminder_settings(conn, user_ids)
        settings_by_user = await member_rows.reminder_settings_by_user(conn, user_ids)
        plan = find_due_messages(due_reminders, ping_times_by_game, settings_by_user, now)
        for user_id in plan.pinged_users:
            await member_rows.upsert_reminder_settings(conn, user_id, pinged=now)
        settings_by_user = await member_rows.reminder_settings_by_user(conn, settings_by_user)
        for reminder in due_reminders:
            changed_reminder = plan.reminders.get((reminder.game_id, reminder.seat), reminder)
            await self._store_reminder(conn, changed_reminder, ping_times_by_game, settings_by_user)
        messages = [
            (
                due_message.reminder.game_id,
                await self._make_message_or_open_vote(conn, due_message, settings_by_user),
            )
            for due_message in plan.messages
        ]
        for game_id, message in messages:
            await outbox.queue_messages(conn, game_id, [message] if message is not None else [])
        return bool(plan.messages)

    async def _store_reminder(
        self,
        conn: AsyncConnection,
        reminder: Reminder,
        ping_times_by_game: Mapping[int, PingTimes],
        settings_by_user: Mapping[int, ReminderSettings],
    ) -> None:
        """Store a reminder and when it must be checked next, in the transaction of the check.

        ``ping_times_by_game`` maps game ids to ping times and must contain the reminder's game;
        ``settings_by_user`` maps user ids to reminder settings.
        """
        settings = settings_by_user.get(reminder.user_id) if reminder.user_id is not None else None
        await reminder_rows.store_reminder(
            conn,
            reminder,
            next_check_time(reminder, ping_times_by_game[reminder.game_id], settings, self._games.now()),
        )

    async def _make_message_or_open_vote(
        self, conn: AsyncConnection, due_message: DueMessage, settings_by_user: Mapping[int, ReminderSettings]
    ) -> OutboxMessage | None:
        """Return the outbox message of a due ping or notice; for a passed deadline, open a vote instead.

        The players then vote about the seat, unless such a vote is open, and None is returned.
        ``settings_by_user`` maps user ids to reminder settings and must contain the player to ping.
        """
        reminder = due_message.reminder
        if due_message.kind == "ping":
            by_direct_message = (
                reminder.user_id is not None and settings_by_user[reminder.user_id].by_direct_message
            )
            return OutboxMessage(
                "reminder",
                {
                    "seat": reminder.seat,
                    "rev": reminder.revision,
                    "last": reminder.last_ping,
                    "by": due_message.nudger_id,
                },
                # A ping postponed by a member's quiet hours must not delay those of others.
                key=f"reminder:{reminder.seat}",
                queue=f"dm:{reminder.user_id}" * by_direct_message,
            )
        if due_message.kind == "notice":
            return OutboxMessage("told", {"seat": reminder.seat, "rev": reminder.revision})
        if await vote_rows.has_open_absence_vote(conn, reminder.game_id, reminder.seat):
            return None
        question = vote_rows.Question(vote_rows.TIME_LIMIT_VOTE, reminder.seat, reminder.revision)
        await vote_rows.open_vote(conn, reminder.game_id, question, self._games.now())
        return None

    async def _queue_digests(self, conn: AsyncConnection) -> bool:
        """Queue the daily digests that are due, and store when each member's next one is due.

        Muted games and games whose log cannot be read are left out; a member with no other game waiting for
        them gets no digest. Returns True if any digest was queued.
        """
        now, has_queued = self._games.now(), False
        for user_id, settings in (
            await member_rows.reminder_settings_by_user(
                conn, await member_rows.ids_of_users_with_due_digest(conn, now)
            )
        ).items():
            await member_rows.upsert_reminder_settings(
                conn, user_id, digest_due=next_digest_time(settings, now)
            )
            open_reminders = [
                reminder
                for reminder in await reminder_rows.reminders_of_user(conn, user_id)
                if reminder.game_id not in {*settings.muted_games, *self._games.unreadable_games}
            ]
            if open_reminders:
                await outbox.queue_messages(
                    conn,
                    open_reminders[0].game_id,
                    [OutboxMessage("digest", {"user": user_id}, queue=f"dm:{user_id}")],
                )
                has_queued = True
        return has_queued
