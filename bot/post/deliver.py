"""Posts the rows of the outbox: each at least once, and exactly once if Discord responds.

The pictures and texts of a message show one committed revision. The transaction that stores the result of a
message also deletes its row. A message that was sent before a crash is found again (see `bot.post.message`).
The first card after a ping is due contains it, and no other card does.

Each kind of row has a function ``async def f(post: PostContext)`` with ``@posts("reminder")``; its docstring
says what it posts or edits. It raises `Obsolete` if the message is no longer useful and `Postpone` if it is
too early. Most of these functions are in the files ``post.py`` of other rooms.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.cards import turn
from bot.chat import locale
from bot.chat.bot_client import BotClient
from bot.post.finished import finished_turn_card
from bot.post.message import LAST_SEARCH_MS, PostContext
from bot.post.sender import Obsolete, Postpone, StoreResult
from bot.store.game_rows import CardInfo, now_ms
from bot.store.messages import outbox, unconfirmed
from bot.work.priority import Priority, set_worker_call_context
from bot.work.registry import Registry

log = logging.getLogger(__name__)

FORBIDDEN_WAIT, LONGEST_WAIT = 300.0, 3600.0
"""The first and the longest delay in seconds after a refusal. Refused requests count against the bot."""

UNKNOWN_CHANNEL = 10003
SEARCH_PAUSE_SECONDS = 60.0
"""Seconds between two searches for a superseded message."""

MessageHandler = Callable[[PostContext], Awaitable[None]]
MESSAGE_HANDLERS = Registry[MessageHandler]("messages that are owed")
posts = MESSAGE_HANDLERS.add
"""Decorator that registers the function which posts rows of a kind."""


class OutboxDelivery:
    """Posts the rows of the outbox as messages in Discord."""

    def __init__(self, bot: BotClient, clock: Callable[[], int] = now_ms) -> None:
        """Begin to post rows of the outbox as this bot; ``clock`` returns milliseconds since 1970."""
        self._bot, self._clock = bot, clock

    async def __call__(self, row: outbox.OutboxRow) -> StoreResult:
        """Post the message of one row, unless Discord has it; return the function that stores the result.

        Raises Obsolete if the row must be deleted (also if the game is gone), Postpone if it must be tried
        again later (also if nothing posts its kind, or Discord refuses or asks to wait), and other errors of
        Discord, the database or the game's log (BadLog).
        """
        set_worker_call_context(Priority.CARD)
        snapshot, handler = await self._bot.games.snapshot(row.game_id), MESSAGE_HANDLERS.get(row.kind)
        if snapshot is None:
            raise Obsolete("the game is gone")
        if handler is None:
            raise Postpone(LONGEST_WAIT, f"nothing here posts {row.kind}")
        await locale.apply_server_preferences(self._bot, snapshot.info.guild_id)
        post = PostContext(self._bot, row, snapshot, self._clock)
        try:
            if not await post.recover_unconfirmed_messages():
                await handler(post)
        except discord.Forbidden as error:
            log.warning("game %s: the bot may not post in its channel: %s", row.game_id, error)
            raise _postpone_error(row, f"the bot may not post there: {error}") from error
        except discord.RateLimited as error:
            raise Postpone(error.retry_after, "Discord asks to wait") from error
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise _postpone_error(row, "the channel is gone") from error
            raise
        return post.store_changes


def _postpone_error(row: outbox.OutboxRow, reason: str) -> Postpone:
    """Return the Postpone exception for a row of the outbox whose message Discord has refused.

    Its ``reason`` is logged. The delay is 300 seconds at first and doubles with each failed attempt, up to an
    hour.
    """
    return Postpone(min(FORBIDDEN_WAIT * 2.0 ** min(row.attempts, 10), LONGEST_WAIT), reason)


def can_edit(post: PostContext, card: CardInfo) -> bool:
    """Return True if a posted card can be edited where it is; False if it must be posted again.

    It must be posted again if the game has moved to another channel, or if "anew" in the payload of the
    outbox row is true.
    """
    return not post.payload.get("anew") and card.channel_id == post.info.channel_id


@posts("close_card")
async def _close_card(post: PostContext) -> None:
    """Edit the card of an earlier turn to show the turn's result, or delete it if there is none to show.

    The payload has "channel" and "message" (ids) and the revisions "from" and "to" of the turn. Raises
    Obsolete if the card was deleted before or the game has not started, Postpone if its channel cannot have
    messages, and discord.HTTPException.
    """
    payload, game = post.payload, post.require_started_game()
    card = CardInfo("turn", payload["channel"], payload["message"], payload["from"])
    page = turn.past_turn_card(post.info, game, card.revision, payload["to"])
    try:
        await post.edit_or_delete(card, page)
    except discord.NotFound as error:
        raise Obsolete("the card is gone") from error
    if page is not None:
        post.keep_finished_card(finished_turn_card(card, payload["to"]))


@posts("lost_card")
async def _edit_lost_moves_card(post: PostContext) -> None:
    """Edit a card that shows moves which a restored backup lacks: it then says that they are lost.

    The payload has "channel" and "message" (ids) and "from", the revision at which the card was posted.
    Raises Obsolete if the card was deleted before, Postpone if its channel cannot have messages, and
    discord.HTTPException.
    """
    payload = post.payload
    card = CardInfo("lost", payload["channel"], payload["message"], payload["from"])
    try:
        await post.edit_message(card, turn.lost_moves_card(post.info))
    except discord.NotFound as error:
        raise Obsolete("the card is gone") from error


@posts("tidy")
async def _tidy_superseded_messages(post: PostContext) -> None:
    """Search Discord for the superseded messages of a game; edit or delete those that are found.

    A superseded message is one that Discord did not confirm, so that another was sent in its place. Each is
    searched for until 15 minutes after it was sent. Raises Postpone, for another search in a minute, while
    one of them is still missing; Obsolete for a turn's card of a game that has not started; and
    discord.HTTPException.
    """
    messages = await post.bot.store.read(lambda conn: unconfirmed.superseded_messages(conn, post.info.id))
    is_any_missing = False
    for sent_message in messages:
        message = await post.find_message(sent_message)
        if message is not None:
            await post.tidy_superseded_message(sent_message, message)
        elif post.clock() < sent_message.sent_at + LAST_SEARCH_MS:
            is_any_missing = True
        else:
            await post.delete_unconfirmed_message(sent_message)
    if is_any_missing:
        raise Postpone(SEARCH_PAUSE_SECONDS, "a message may still turn up")
