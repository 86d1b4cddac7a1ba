"""Whom other messages may call now: nobody in quiet hours, at a live table or where he muted them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.calls import service as waits
from bot.calls.model import Pace
from bot.calls.zones import awake, is_quiet
from bot.post.message import Post
from bot.store import outbox

MILLISECONDS = 1000


async def callable_now(post: Post, users: Sequence[int]) -> list[int]:
    """Those whom this message may call."""
    if Pace.of(post.info.settings).live:
        return []
    people = [await waits.member(post.bot.games, user) for user in users]
    now = post.bot.games.clock()
    return [m.user for m in people if not is_quiet(now, m) and post.info.id not in m.muted]


async def called_by_card(post: Post, users: Sequence[int]) -> list[int]:
    """Whom the card of a turn calls; a card that finds them at rest leaves it to a reminder."""
    found = await callable_now(post, users)
    for user in set(users) - set(found):
        await waits.call_later(post.bot.games, user, post.info.id)
    return found


async def called_by_offer(post: Post, user: int | None, offer: str) -> list[int]:
    """Whom an offer calls; one who rests is called when he does no more, if it is still open."""
    if user is None:
        return []
    found = await callable_now(post, [user])
    member, now = await waits.member(post.bot.games, user), post.bot.games.clock()
    if not found and is_quiet(now, member):
        wait = (awake(now, member) - now) * MILLISECONDS
        async with post.bot.store.write(post.info.id) as conn:
            await outbox.owe(
                conn, post.info.id, "offer_call", {"offer": offer, "user": user}, due=post.clock() + wait,
                latest_only=True, key=f"offer_call:{offer}",
            )  # fmt: skip
    return found
