"""Which users a message may ping: nobody in quiet hours, at a live table or who muted the game."""

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
    """Return the users whom this message may ping now."""
    if Pace.of(post.info.settings).live:
        return []
    people = [await waits.member(post.bot.games, user) for user in users]
    now = post.bot.games.clock()
    return [m.user for m in people if not is_quiet(now, m) and post.info.id not in m.muted]


async def called_by_card(post: Post, users: Sequence[int]) -> list[int]:
    """Return the users whom the card of a turn may ping; the others get a reminder later."""
    pinged = await callable_now(post, users)
    for user in set(users) - set(pinged):
        await waits.call_later(post.bot.games, user, post.info.id)
    return pinged


async def called_by_offer(post: Post, user: int | None, offer: str) -> list[int]:
    """Return whom an offer pings. A member in quiet hours is pinged after them if the offer is still open."""
    if user is None:
        return []
    pinged = await callable_now(post, [user])
    member, now = await waits.member(post.bot.games, user), post.bot.games.clock()
    if not pinged and is_quiet(now, member):
        delay = (awake(now, member) - now) * MILLISECONDS
        unit = partial(
            outbox.queue_message, game=post.info.id, kind="offer_call",
            payload={"offer": offer, "user": user},
            due=post.clock() + delay, latest_only=True, key=f"offer_call:{offer}",
        )  # fmt: skip
        await post.bot.store.write(unit, game=post.info.id)
    return pinged
