"""Which users a message may ping: nobody in quiet hours, in a live game or in a game that they have muted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.calls import service as reminders
from bot.calls.model import PingTimes
from bot.calls.zones import first_pingable_time, is_quiet
from bot.post.message import PostContext
from bot.store.messages import outbox

MILLISECONDS = 1000


async def pingable_users(post: PostContext, user_ids: Sequence[int]) -> list[int]:
    """Return those of the users (Discord ids) whom a message of a game may ping now.

    Left out are members in quiet hours, on a weekend off or on vacation, and those who have muted the game.
    [] in a game with the pace "live".
    """
    if PingTimes.from_settings(post.info.settings).is_live:
        return []
    settings_by_user = [
        await reminders.reminder_settings_of_member(post.bot.games, user_id) for user_id in user_ids
    ]
    now = post.bot.games.now()
    return [
        settings.user_id
        for settings in settings_by_user
        if not is_quiet(now, settings) and post.info.id not in settings.muted_games
    ]


async def select_pings_and_schedule_others(post: PostContext, user_ids: Sequence[int]) -> list[int]:
    """Return the users (Discord ids) whom the turn card may ping now, and schedule reminders for the others.

    Who may be pinged is decided by `pingable_users`. The scheduled reminders ping the other users later.
    """
    pingable = await pingable_users(post, user_ids)
    for user_id in set(user_ids) - set(pingable):
        await reminders.schedule_reminder(post.bot.games, user_id, post.info.id)
    return pingable


async def pingable_users_or_queue_ping(post: PostContext, user_id: int | None, offer: str) -> list[int]:
    """Return [user_id] if the card of an offer may ping this user now, else [].

    If the user is in quiet hours, on a weekend off or on vacation, a ping is also queued for the end of that
    time; it is sent only if the offer is still open then. ``offer`` is the offer's id in the game. Returns []
    if ``user_id`` is None.
    """
    if user_id is None:
        return []
    pingable = await pingable_users(post, [user_id])
    settings, now = await reminders.reminder_settings_of_member(post.bot.games, user_id), post.bot.games.now()
    if not pingable and is_quiet(now, settings):
        delay = (first_pingable_time(now, settings) - now) * MILLISECONDS
        operation = partial(
            outbox.queue_message, game_id=post.info.id, kind="offer_call",
            payload={"offer": offer, "user": user_id},
            due=post.clock() + delay, latest_only=True, key=f"offer_call:{offer}",
        )  # fmt: skip
        await post.bot.store.write(operation, game_id=post.info.id)
    return pingable
