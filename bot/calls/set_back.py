"""Corrects what was stored while the machine's clock was ahead.

Otherwise messages, pings and digests would wait until the clock reaches the stored times again.
"""

from __future__ import annotations

import logging

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.calls import member_rows
from bot.calls import rows as reminder_rows
from bot.calls.model import MINUTE
from bot.calls.plan import next_digest_time
from bot.store.game_rows import now_ms
from bot.store.messages import outbox, pings
from bot.votes import rows as vote_rows

log = logging.getLogger(__name__)

TOLERANCE = 5 * MINUTE
"""Seconds by which the machine's clock may be set back, or be behind another machine's, without effect."""


async def record_check_and_correct_times(conn: AsyncConnection, now: int) -> int | None:
    """Store the time of this check of reminders; return the time of the previous one, None for the first.

    If the machine's clock was set back by more than 5 minutes in between, this is logged, and stored times
    that now lie in the future are reset to ``now``. Times are in seconds since 1970.
    """
    previous_check = await reminder_rows.replace_reminder_check_time(conn, now)
    if previous_check is not None and previous_check > now + TOLERANCE:
        log.warning("the clock was set back by about %s s", previous_check - now)
        await _correct_future_times(conn, now)
    return previous_check


async def _correct_future_times(conn: AsyncConnection, now: int) -> None:
    """Reset the times of messages, pings, reminders and votes that are later than ``now`` to ``now``.

    They were stored while the machine's clock was ahead. Due times of digests are computed again. ``now`` is
    in seconds since 1970.
    """
    await outbox.reschedule_after_system_clock_change(conn, now_ms())
    await pings.reschedule_after_system_clock_change(conn, now_ms())
    await reminder_rows.reschedule_after_system_clock_change(conn, now)
    await member_rows.correct_times_after_system_clock_change(conn, now)
    await vote_rows.reschedule_votes_opened_in_future(conn, now)
    user_ids = await member_rows.ids_of_users_with_later_digest(conn, now)
    for user_id, settings in (await member_rows.reminder_settings_by_user(conn, user_ids)).items():
        await member_rows.upsert_reminder_settings(conn, user_id, digest_due=next_digest_time(settings, now))
