"""Posts reminders. Before each message is posted, it is checked again that the wait still exists.

| row | message |
| --- | --- |
| `reminder` | pings a player who is to act, in the channel or in a direct message; replaces the one before |
| `reminder_over` | the game has moved on: the reminder in the channel is deleted |
| `offer_call` | pings a player who was in quiet hours when an offer was made to him |
| `told` | tells the players that reminders do not help, or that a member has left the server |
| `digest` | all games that wait for a member, in a direct message |
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.calls import service as waits
from bot.calls import words
from bot.calls.model import Member, Wait
from bot.calls.plan import skip_days_off
from bot.calls.words import WaitContext
from bot.calls.zones import skip_quiet_time
from bot.chat.respond import Page
from bot.games.core import Games
from bot.post.deliver import posts
from bot.post.message import Post
from bot.post.sender import Obsolete, Postpone
from bot.store.game_rows import GameInfo
from bot.work.registry import Registry

log = logging.getLogger(__name__)

Left = Callable[[Games, GameInfo, Wait], Awaitable[None]]
LEFT = Registry[Left]("when whoever is to act has left the server")

UNKNOWN_MEMBER = 10007
LOOKS_FROM = 2
"""The number of the first reminder before which the bot checks that the member is still in the server."""


@posts("reminder")
async def _post_reminder(post: Post) -> None:
    """Post the reminder that pings the player to act, by direct message or in the channel.

    It replaces the last reminder. Raises Obsolete when the game has moved on or the member has left the
    server, and Postpone in quiet hours.
    """
    wait = await _current_wait(post)
    assert wait.user is not None
    member = await waits.member(post.bot.games, wait.user)
    _check_quiet_hours(post, member)
    if wait.stage >= LOOKS_FROM and await has_left(post, wait.user):
        for handle_leaving in LEFT:
            await handle_leaving(post.bot.games, post.info, wait)
        raise Obsolete("the member has left the server")
    deadlines = await waits.deadlines(post.bot.games, post.info.id)
    context = WaitContext(post.info, post.running(), wait, deadlines.get(wait.seat))
    nudger = post.payload.get("by")
    if member.direct and await _send_direct(post, wait.user, words.reminder(context, nudger)):
        return
    card_kind = f"reminder:{wait.seat}"
    previous = post.cards.get(card_kind)
    if previous is not None:
        await post.delete(previous)
    await post.send(
        words.reminder(context, nudger, is_dm_refused=member.direct), card=card_kind, ping=[wait.user]
    )


async def _current_wait(post: Post) -> Wait:
    """Return the wait that a reminder in the outbox is about.

    Raises Obsolete if the game has moved on or a later ping came.
    """
    payload = post.payload
    for wait in await waits.waits_of_game(post.bot.games, post.info.id):
        if (wait.seat, wait.rev, wait.last) == (
            payload["seat"],
            payload["rev"],
            payload["last"],
        ) and wait.user:
            return wait
    raise Obsolete("the game has moved on")


def _check_quiet_hours(post: Post, member: Member) -> None:
    """Raise Postpone during the member's quiet hours or days off, so that the ping comes at their end."""
    now = post.bot.games.clock()
    until = skip_quiet_time(now, member)
    if until > now:
        raise Postpone(until - now, "the member's quiet hours")


async def has_left(post: Post, user: int) -> bool:
    """Return True if the player to be pinged (Discord user id) has left the server of the game.

    False if that is unknown.
    """
    guild = post.bot.get_guild(post.info.guild) if post.info.guild else None
    if guild is None:
        return False
    try:
        await guild.fetch_member(user)
    except discord.NotFound as error:
        return error.code == UNKNOWN_MEMBER
    except discord.HTTPException:
        return False
    return False


async def _send_direct(post: Post, user: int, page: Page) -> bool:
    """Send a reminder or digest as a direct message; return False if Discord refuses it.

    The reminder settings are then changed: from now on the member is pinged in the channel.
    """
    try:
        recipient: Any = post.bot.get_user(user) or await post.bot.fetch_user(user)
        await post.send(page, ping=[user], recipient=recipient.dm_channel or await recipient.create_dm())
    except (discord.Forbidden, discord.NotFound) as error:
        log.info("member %s takes no direct messages: %s", user, error)
        await waits.set_hours(post.bot.games, user, direct=False)
        return False
    return True


@posts("reminder_over")
async def _delete_reminder(post: Post) -> None:
    """Delete the reminder in the channel after the player has acted.

    Raises Obsolete if there is none, or the seat was reminded anew.
    """
    seat = post.payload["seat"]
    card = post.cards.get(f"reminder:{seat}")
    if card is None:
        raise Obsolete("nothing was posted in the channel")
    if any(
        wait.seat == seat and wait.posted for wait in await waits.waits_of_game(post.bot.games, post.info.id)
    ):
        raise Obsolete("it waits for this seat again, and was told so")
    await post.delete(card)


@posts("told")
async def _tell_table(post: Post) -> None:
    """Post to all players that reminders do not help, or that a player or proxy has left the server.

    Raises Obsolete when the game has moved on.
    """
    seat = post.payload["seat"]
    if left_role := post.payload.get("left"):
        await post.send(
            (words.proxy_left_notice if left_role == "proxy" else words.player_left_notice)(post.info, seat)
        )
        return
    for wait in await waits.waits_of_game(post.bot.games, post.info.id):
        if (wait.seat, wait.rev) == (seat, post.payload["rev"]):
            await post.send(words.unanswered_notice(WaitContext(post.info, post.running(), wait)))
            return
    raise Obsolete("the game has moved on")


@posts("offer_call")
async def _post_offer_ping(post: Post) -> None:
    """Ping a member for an offer that was made in his quiet hours.

    Raises Obsolete when it is closed, Postpone in quiet hours.
    """
    card = post.cards.get(f"offer:{post.payload['offer']}")
    if post.payload["offer"] not in post.running().state.offers or card is None:
        raise Obsolete("the offer is closed")
    user = post.payload["user"]
    _check_quiet_hours(post, await waits.member(post.bot.games, user))
    await post.send(words.offer_ping(post.info, user, card), ping=[user])


@posts("digest")
async def _post_digest(post: Post) -> None:
    """Send the member's daily digest: all games that wait for him and that he has not muted.

    Raises Obsolete without any or on a day off, Postpone in quiet hours. If Discord refuses a direct message,
    it goes to the channel once and the digest is turned off.
    """
    user, now = post.payload["user"], post.bot.games.clock()
    member = await waits.member(post.bot.games, user)
    if skip_days_off(now, member) > now:
        raise Obsolete("the member has days off; the next digest comes after them")
    _check_quiet_hours(post, member)
    contexts = []
    for wait in await waits.waits_of_user(post.bot.games, user):
        loaded = await post.bot.games.load(wait.game)
        if loaded is not None and loaded.game is not None and wait.game not in member.muted:
            contexts.append(WaitContext(loaded.info, loaded.game, wait))
    if not contexts:
        raise Obsolete("nothing waits for the member any more")
    page = words.digest(user, contexts)
    if not await _send_direct(post, user, page):
        await post.send(page, ping=[user])
        await waits.set_hours(post.bot.games, user, digest=None)
