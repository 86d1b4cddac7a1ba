"""Posts reminders. Before each message is posted, the bot checks again that the game is still waiting.

| row | message |
| --- | --- |
| `reminder` | pings a player who is to act, in the channel or in a direct message; replaces the one before |
| `reminder_over` | the game has moved on: the reminder in the channel is deleted |
| `offer_call` | pings a player who was in quiet hours when an offer was made to them |
| `told` | tells the players that somebody does not respond to reminders, or has left the server |
| `digest` | all games that are waiting for a member, in a direct message |
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.calls import service as reminders
from bot.calls import words
from bot.calls.model import Reminder, ReminderSettings
from bot.calls.plan import first_time_without_days_off
from bot.calls.words import ReminderContext
from bot.calls.zones import first_pingable_time
from bot.chat.frame import Page
from bot.games.core import Games
from bot.post.deliver import posts
from bot.post.message import PostContext
from bot.post.sender import Obsolete, Postpone
from bot.store.game_rows import GameInfo
from bot.work.registry import Registry
from engine import EngineError

log = logging.getLogger(__name__)

PlayerLeftHandler = Callable[[Games, GameInfo, Reminder], Awaitable[None]]
PLAYER_LEFT_HANDLERS = Registry[PlayerLeftHandler]("when whoever is to act has left the server")

UNKNOWN_MEMBER = 10007
FIRST_PING_TO_CHECK = 2
"""The number of the first reminder before which the bot checks that the member is still in the server."""


@posts("reminder")
async def _post_reminder(post: PostContext) -> None:
    """Post the reminder that pings the player to act, by direct message or in the channel.

    A direct message that Discord refuses goes to the channel, where it replaces the seat's last reminder. The
    payload has ``seat`` (id), ``rev`` (the revision at which the game began to wait for the seat), ``last``
    (the time of this ping in seconds since 1970) and ``by`` (the id of the user who nudged, or None). Raises
    Obsolete if the game has moved on or, from the second ping on, the user has left the server
    (PLAYER_LEFT_HANDLERS are then called); Postpone in quiet hours or if the bot cannot write in the channel;
    and discord.HTTPException.
    """
    reminder = await _current_reminder(post)
    assert reminder.user_id is not None
    settings = await reminders.reminder_settings_of_member(post.bot.games, reminder.user_id)
    _check_quiet_hours(post, settings)
    if reminder.ping_count >= FIRST_PING_TO_CHECK and await has_left(post, reminder.user_id):
        for handle_leaving in PLAYER_LEFT_HANDLERS:
            await handle_leaving(post.bot.games, post.info, reminder)
        raise Obsolete("the member has left the server")
    deadlines = await reminders.read_deadlines(post.bot.games, post.info.id)
    context = ReminderContext(post.info, post.require_started_game(), reminder, deadlines.get(reminder.seat))
    nudger_id = post.payload.get("by")
    if settings.by_direct_message and await _send_direct_message(
        post, reminder.user_id, words.reminder_page(context, nudger_id)
    ):
        return
    card_kind = f"reminder:{reminder.seat}"
    previous = post.cards.get(card_kind)
    if previous is not None:
        await post.delete_card(previous)
    await post.send(
        words.reminder_page(context, nudger_id, is_dm_refused=settings.by_direct_message),
        card_kind=card_kind,
        mentions=[reminder.user_id],
    )


async def _current_reminder(post: PostContext) -> Reminder:
    """Return the stored reminder for which a message is to be posted.

    It has the payload's ``seat``, ``rev`` (revision) and ``last`` (the time of the ping), and a user. Raises
    Obsolete if there is no such reminder, because the game has moved on or a later ping came.
    """
    payload = post.payload
    for reminder in await reminders.reminders_of_game(post.bot.games, post.info.id):
        if (reminder.seat, reminder.revision, reminder.last_ping) == (
            payload["seat"],
            payload["rev"],
            payload["last"],
        ) and reminder.user_id:
            return reminder
    raise Obsolete("the game has moved on")


def _check_quiet_hours(post: PostContext, settings: ReminderSettings) -> None:
    """Raise Postpone if a member may not be pinged now: in quiet hours, on a weekend off or on vacation.

    The message then waits until the end of that time.
    """
    now = post.bot.games.now()
    until = first_pingable_time(now, settings)
    if until > now:
        raise Postpone(until - now, "the member's quiet hours")


async def has_left(post: PostContext, user_id: int) -> bool:
    """Return True if Discord says that a user (id) to be pinged is no longer a member of the game's server.

    False if Discord does not respond, if the game has no server, or if the bot is not on it.
    """
    guild = post.bot.get_guild(post.info.guild_id) if post.info.guild_id else None
    if guild is None:
        return False
    try:
        await guild.fetch_member(user_id)
    except discord.NotFound as error:
        return error.code == UNKNOWN_MEMBER
    except discord.HTTPException:
        return False
    return False


async def _send_direct_message(post: PostContext, user_id: int, page: Page) -> bool:
    """Send a reminder or digest to a user (id) as a direct message; return True if Discord accepts it.

    If Discord refuses the message, this is logged, the user's reminder settings are changed so that pings go
    to the channel from now on, and False is returned. Raises Obsolete if the message's row is no longer in
    the outbox, and discord.HTTPException for other errors of Discord.
    """
    try:
        recipient: Any = post.bot.get_user(user_id) or await post.bot.fetch_user(user_id)
        await post.send(
            page, mentions=[user_id], recipient=recipient.dm_channel or await recipient.create_dm()
        )
    except (discord.Forbidden, discord.NotFound) as error:
        log.info("member %s takes no direct messages: %s", user_id, error)
        await reminders.set_reminder_settings(post.bot.games, user_id, direct=False)
        return False
    return True


@posts("reminder_over")
async def _delete_reminder(post: PostContext) -> None:
    """Delete the reminder of a seat in the channel, because the game is no longer waiting for the seat.

    The payload has the ``seat`` (id). Raises Obsolete if no reminder is in the channel, or if a new one of
    the seat was sent meanwhile; Postpone if the bot cannot write in the channel; and discord.HTTPException.
    """
    seat = post.payload["seat"]
    card = post.cards.get(f"reminder:{seat}")
    if card is None:
        raise Obsolete("nothing was posted in the channel")
    if any(
        reminder.seat == seat and reminder.is_sent
        for reminder in await reminders.reminders_of_game(post.bot.games, post.info.id)
    ):
        raise Obsolete("a new reminder of this seat was sent")
    await post.delete_card(card)


@posts("told")
async def _post_notice_to_players(post: PostContext) -> None:
    """Tell all players that one of them does not respond to reminders, or that a player or proxy has left.

    The payload has ``seat`` (id); ``left`` is True if the seat's player has left the server, and "proxy" if
    its proxy has; otherwise ``rev`` is the revision at which the game began to wait for the seat. With
    ``rev``, Obsolete is raised if the game has moved on. Raises Postpone if the bot cannot write in the
    channel, and discord.HTTPException.
    """
    seat = post.payload["seat"]
    if who_left := post.payload.get("left"):
        await post.send(
            (words.proxy_left_notice if who_left == "proxy" else words.player_left_notice)(post.info, seat)
        )
        return
    for reminder in await reminders.reminders_of_game(post.bot.games, post.info.id):
        if (reminder.seat, reminder.revision) == (seat, post.payload["rev"]):
            await post.send(
                words.no_response_notice(ReminderContext(post.info, post.require_started_game(), reminder))
            )
            return
    raise Obsolete("the game has moved on")


@posts("offer_call")
async def _post_offer_ping(post: PostContext) -> None:
    """Post the ping of a member about an offer that was made in the member's quiet hours.

    The payload has ``offer`` and ``user`` (ids). Raises Obsolete if the offer is closed or has no card,
    Postpone in quiet hours or if the bot cannot write in the channel, and discord.HTTPException.
    """
    card = post.cards.get(f"offer:{post.payload['offer']}")
    if post.payload["offer"] not in post.require_started_game().state.offers or card is None:
        raise Obsolete("the offer is closed")
    user_id = post.payload["user"]
    _check_quiet_hours(post, await reminders.reminder_settings_of_member(post.bot.games, user_id))
    await post.send(words.offer_ping_page(post.info, user_id, card), mentions=[user_id])


@posts("digest")
async def _post_digest(post: PostContext) -> None:
    """Send a member's daily digest as a direct message: all games that are waiting for the member.

    Muted games are left out. If Discord refuses the direct message, the digest is posted once in the channel
    of one of these games, and turned off. The payload has ``user`` (id). Raises Obsolete if there are no such
    games, on a weekend off and on vacation; Postpone in quiet hours or if the bot cannot write there; and
    discord.HTTPException.
    """
    user_id, now = post.payload["user"], post.bot.games.now()
    settings = await reminders.reminder_settings_of_member(post.bot.games, user_id)
    if first_time_without_days_off(now, settings) > now:
        raise Obsolete("the member has days off; the next digest comes after them")
    _check_quiet_hours(post, settings)
    contexts = await _digest_contexts(post.bot.games, settings)
    if not contexts:
        raise Obsolete("nothing waits for the member any more")
    page = words.digest_page(user_id, contexts)
    if not await _send_direct_message(post, user_id, page):
        await post.send(page, mentions=[user_id])
        await reminders.set_reminder_settings(post.bot.games, user_id, digest=None)


async def _digest_contexts(games: Games, settings: ReminderSettings) -> list[ReminderContext]:
    """Return a ReminderContext for each game in a member's daily digest; [] if there are none.

    These are the started games that are waiting for the member and not muted, one context for each seat. A
    game whose log cannot be read is logged and left out.
    """
    contexts = []
    for reminder in await reminders.reminders_of_user(games, settings.user_id):
        try:
            loaded = await games.load(reminder.game_id)
        except EngineError as error:
            log.warning("game %s is left out of a digest: %s", reminder.game_id, error)
            continue
        if loaded is not None and loaded.game is not None and reminder.game_id not in settings.muted_games:
            contexts.append(ReminderContext(loaded.info, loaded.game, reminder))
    return contexts
