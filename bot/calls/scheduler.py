"""The task that wakes when the next reminder, digest or vote falls due, and puts what is due into the outbox.

A ping is queued in the transaction that stores it, so a crash neither loses nor repeats it. On delivery its
message checks whether the game still waits (`bot.calls.post`). Several processes can share the work: each
locks the games and members of its transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.calls import member_rows, set_back
from bot.calls import rows as reminder_rows
from bot.calls import service as reminders
from bot.calls.model import Member, PingTimes, Reminder
from bot.calls.plan import DueMessage, digest_at, find_due_messages, next_check_at
from bot.games.core import Games
from bot.store import postgres
from bot.store.messages import outbox
from bot.store.messages.outbox import OutboxMessage
from bot.votes import rows as vote_rows
from bot.votes.service import end_expired_votes
from bot.work.registry import Registry

MIN_DOWNTIME = 300
"""Seconds without a check after which the bot counts as away, so that clocks are extended."""

BATCH_SIZE, MAX_BATCHES = 50, 400
"""The number of reminders in one transaction, and the number of transactions in one check."""


class ExpiryHandler(Protocol):
    """A function of a feature that ends what has reached its time limit, such as votes."""

    async def __call__(self, games: Games) -> None:
        """End what has reached its time limit, in all games; called at each check of the reminders."""


EXPIRY_HANDLERS = Registry[ExpiryHandler]("over by the clock")
EXPIRY_HANDLERS.add("votes", order=1)(end_expired_votes)


class Scheduler:
    """Finds the reminders, digests and votes that are due. `queue_due` may be called at any time."""

    def __init__(self, games: Games) -> None:
        """Prepare the checks of these games' reminders; nothing is done until the first `queue_due`."""
        self._games = games
        self._has_caught_up = False

    async def queue_due(self) -> int | None:
        """Queue all pings, digests and notices that are due; return when the next check must be.

        That is in seconds since 1970; None if nothing is due later. Before that, what has reached its time
        limit is ended (`EXPIRY_HANDLERS`), and the time of this check is stored. The first call also catches
        up after a downtime.
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

        In seconds since 1970; None if there is none of these.
        """

        async def read_times(conn: AsyncConnection) -> tuple[int | None, int | None]:
            """Query the next time of reminders, digests and ends of proxies, and that of the next vote's end.

            In seconds since 1970; None for never.
            """
            now = self._games.now()
            return await reminder_rows.next_due_time(conn), await vote_rows.next_vote_end(conn, now)

        times = await self._games.store.read(read_times)
        return min((timestamp for timestamp in times if timestamp is not None), default=None)

    async def _process_batch(self, conn: AsyncConnection) -> tuple[int, bool]:
        """Queue the pings and notices of at most 50 due reminders.

        Return the number of these reminders (0: none is due), and True if any ping, notice or vote was due.
        """
        due_reminders = await reminder_rows.due_reminders(conn, self._games.now(), BATCH_SIZE)
        return len(due_reminders), await self._process_reminders(
            conn, due_reminders
        ) if due_reminders else False

    async def _process_reminders(self, conn: AsyncConnection, due_reminders: list[Reminder]) -> bool:
        """Queue the pings and notices of due reminders, and store when each must be checked next.

        Where a clock has run out, a vote about the seat is opened. Return True if any ping, notice or vote
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
        await member_rows.lock_members(conn, user_ids)
        members = await member_rows.members_by_id(conn, user_ids)
        plan = find_due_messages(due_reminders, ping_times_by_game, members, now)
        for user_id in plan.pinged_users:
            await member_rows.change_member(conn, user_id, pinged=now)
        members = await member_rows.members_by_id(conn, members)
        for reminder in due_reminders:
            changed_reminder = plan.reminders.get((reminder.game_id, reminder.seat), reminder)
            await self._store_reminder(conn, changed_reminder, ping_times_by_game, members)
        messages = [
            (due_message.reminder.game_id, await self._outbox_message_of(conn, due_message, members))
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
        members: Mapping[int, Member],
    ) -> None:
        """Store a reminder and when it must be checked next, in the transaction of the check.

        ``ping_times_by_game`` must have its game, by id; ``members`` are by user id.
        """
        member = members.get(reminder.user_id) if reminder.user_id is not None else None
        await reminder_rows.store_reminder(
            conn,
            reminder,
            next_check_at(reminder, ping_times_by_game[reminder.game_id], member, self._games.now()),
        )

    async def _outbox_message_of(
        self, conn: AsyncConnection, due_message: DueMessage, members: Mapping[int, Member]
    ) -> OutboxMessage | None:
        """Return the outbox message of a due ping or notice.

        For a clock that has run out, return None and open a vote of the players about the seat, unless one is
        open. ``members`` are by user id and must have the player to ping.
        """
        reminder = due_message.reminder
        if due_message.kind == "ping":
            by_direct_message = reminder.user_id is not None and members[reminder.user_id].by_direct_message
            return OutboxMessage(
                "reminder",
                {
                    "seat": reminder.seat,
                    "rev": reminder.revision,
                    "last": reminder.last_ping,
                    "by": due_message.nudger_id,
                },
                # A call that waits for its member to wake holds up nobody else's.
                key=f"reminder:{reminder.seat}",
                queue=f"dm:{reminder.user_id}" * by_direct_message,
            )
        if due_message.kind == "notice":
            return OutboxMessage("told", {"seat": reminder.seat, "rev": reminder.revision})
        if await vote_rows.has_open_absence_vote(conn, reminder.game_id, reminder.seat):
            return None
        question = vote_rows.Question(vote_rows.CLOCK_VOTE, reminder.seat, reminder.revision)
        await vote_rows.open_vote(conn, reminder.game_id, question, self._games.now())
        return None

    async def _queue_digests(self, conn: AsyncConnection) -> bool:
        """Queue the daily digests of reminders that are due, and store when each member's next one is due.

        Games that the member has muted, and games whose log cannot be read, do not count; without any other
        game that waits for him, he gets none. Return True if any was queued.
        """
        now, has_queued = self._games.now(), False
        for user_id, member in (
            await member_rows.members_by_id(conn, await member_rows.users_with_due_digest(conn, now))
        ).items():
            await member_rows.change_member(conn, user_id, digest_due=digest_at(member, now))
            open_reminders = [
                reminder
                for reminder in await reminder_rows.reminders_of_user(conn, user_id)
                if reminder.game_id not in {*member.muted_games, *self._games.unreadable_games}
            ]
            if open_reminders:
                await outbox.queue_messages(
                    conn,
                    open_reminders[0].game_id,
                    [OutboxMessage("digest", {"user": user_id}, queue=f"dm:{user_id}")],
                )
                has_queued = True
        return has_queued
