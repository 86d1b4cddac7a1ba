"""Which users a message may ping: nobody in quiet hours, at a live table or who muted the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.calls import service as reminders
from bot.calls.model import PingTimes
from bot.calls.zones import is_quiet, skip_quiet_time
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
    members = [await reminders.member_settings(post.bot.games, user_id) for user_id in user_ids]
    now = post.bot.games.now()
    return [
        member.user_id
        for member in members
        if not is_quiet(now, member) and post.info.id not in member.muted_games
    ]


async def users_pinged_by_card(post: PostContext, user_ids: Sequence[int]) -> list[int]:
    """Return those of the users (Discord ids) whom the turn card may ping now (`pingable_users`).

    The reminder of each of the others is scheduled, so that it pings him later.
    """
    pingable = await pingable_users(post, user_ids)
    for user_id in set(user_ids) - set(pingable):
        await reminders.schedule_reminder(post.bot.games, user_id, post.info.id)
    return pingable


async def users_pinged_by_offer(post: PostContext, user_id: int | None, offer: str) -> list[int]:
    """Return the user (id) in a list if the card of an offer may ping him now, else [].

    ``offer`` is its id in the game. In quiet hours, on a weekend off and on vacation, a ping is queued for
    the end of that time, which is sent if the offer is open then. [] if ``user_id`` is None.
    """
    if user_id is None:
        return []
    pingable = await pingable_users(post, [user_id])
    member, now = await reminders.member_settings(post.bot.games, user_id), post.bot.games.now()
    if not pingable and is_quiet(now, member):
        delay = (skip_quiet_time(now, member) - now) * MILLISECONDS
        operation = partial(
            outbox.queue_message, game_id=post.info.id, kind="offer_call",
            payload={"offer": offer, "user": user_id},
            due=post.clock() + delay, latest_only=True, key=f"offer_call:{offer}",
        )  # fmt: skip
        await post.bot.store.write(operation, game_id=post.info.id)
    return pingable
