"""What was stored while the machine's clock was ahead: it is brought back to the right time.

Otherwise messages, pings and digests would wait until the clock is again where it was.
"""

from __future__ import annotations

import logging

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.calls import member_rows
from bot.calls import rows as reminder_rows
from bot.calls.model import MINUTE
from bot.calls.plan import digest_at
from bot.store.game_rows import now_ms
from bot.store.messages import outbox, pings
from bot.votes import rows as vote_rows

log = logging.getLogger(__name__)

TOLERANCE = 5 * MINUTE
"""Seconds by which the clock may be set back, or be behind that of another process, without any effect."""


async def record_check_and_correct_times(conn: AsyncConnection, now: int) -> int | None:
    """Store the time of this check of reminders, and return that of the previous one; None for the first.

    If the machine's clock was set back by more than 5 minutes since then, what was stored with later times
    becomes due as if it had been stored now. Times are in seconds since 1970.
    """
    previous_check = await reminder_rows.store_check_time(conn, now)
    if previous_check is not None and previous_check > now + TOLERANCE:
        log.warning("the clock was set back by about %s s", previous_check - now)
        await _correct_later_times(conn, now)
    return previous_check


async def _correct_later_times(conn: AsyncConnection, now: int) -> None:
    """Correct messages, pings, reminders and votes that were stored with times later than ``now``.

    They were stored while the machine's clock was ahead, and count as stored at ``now`` (seconds since 1970).
    When digests are due is computed anew.
    """
    await outbox.reschedule_after_system_clock_change(conn, now_ms())
    await pings.reschedule_after_system_clock_change(conn, now_ms())
    await reminder_rows.reschedule_after_system_clock_change(conn, now)
    await member_rows.correct_times_after_system_clock_change(conn, now)
    await vote_rows.reschedule_after_system_clock_change(conn, now)
    user_ids = await member_rows.users_with_later_digest(conn, now)
    for user_id, member in (await member_rows.members_by_id(conn, user_ids)).items():
        await member_rows.change_member(conn, user_id, digest_due=digest_at(member, now))
