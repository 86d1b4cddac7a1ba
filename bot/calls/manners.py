"""Decides whom a message may ping: nobody in quiet hours, in live games or in games that he has muted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.calls import service as waits
from bot.calls.model import Pace
from bot.calls.zones import awake, is_quiet
from bot.post.message import Post
from bot.store import outbox

MILLISECONDS = 1000


async def callable_now(post: Post, users: Sequence[int]) -> list[int]:
    """Return those of the users whom this message may ping now."""
    if Pace.of(post.info.settings).live:
        return []
    people = [await waits.member(post.bot.games, user) for user in users]
    now = post.bot.games.clock()
    return [m.user for m in people if not is_quiet(now, m) and post.info.id not in m.muted]


async def called_by_card(post: Post, users: Sequence[int]) -> list[int]:
    """Return the users whom a turn card pings; for the others, a reminder is scheduled."""
    found = await callable_now(post, users)
    for user in set(users) - set(found):
        await waits.call_later(post.bot.games, user, post.info.id)
    return found


async def called_by_offer(post: Post, user: int | None, offer: str) -> list[int]:
    """Return the user whom an offer pings, or an empty list.

    A user in quiet hours is pinged at their end if the offer is still open.
    """
    if user is None:
        return []
    found = await callable_now(post, [user])
    member, now = await waits.member(post.bot.games, user), post.bot.games.clock()
    if not found and is_quiet(now, member):
        wait = (awake(now, member) - now) * MILLISECONDS
        unit = partial(
            outbox.owe, game=post.info.id, kind="offer_call", payload={"offer": offer, "user": user},
            due=post.clock() + wait, latest_only=True, key=f"offer_call:{offer}",
        )  # fmt: skip
        await post.bot.store.write(unit, game=post.info.id)
    return found
