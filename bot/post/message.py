"""One message on its way to a channel: send, edit, find again after a crash, and store what was posted.

Before a message is sent, a row of `bot.store.messages.unconfirmed` is stored for it. The message contains the
id of this row as its nonce and as the id of its first component. Until Discord's response is stored, nothing
else of the same queue is sent before the message was searched for in the channel. So neither a crash nor a
lost response posts it twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.cards import turn
from bot.chat.bot_client import BotClient
from bot.chat.frame import Page
from bot.games.announcements import build_close_card_message
from bot.games.changes import GameSnapshot
from bot.post.fallback import send_with_fallback
from bot.post.finished import finished_turn_card, kinds_to_forget
from bot.post.sender import Obsolete, Postpone
from bot.store import game_rows
from bot.store.game_rows import CardInfo, now_ms
from bot.store.messages import outbox, pings, unconfirmed
from bot.store.messages.outbox import OutboxMessage
from bot.store.messages.pings import TurnPing
from bot.store.messages.unconfirmed import UnconfirmedMessage
from engine import Game

log = logging.getLogger(__name__)

ID_OFFSET = 1_000_000
"""The offset of component ids. Discord's own ids are small."""

MAX_CLOCK_SKEW = 60_000
"""Milliseconds by which the clocks of Discord and this machine may differ."""

FIRST_SEARCH_MS = 10_000
"""Milliseconds before the first search for a superseded message."""

SEARCH_LIMIT = 300
"""Messages of a channel that are searched for one of the bot."""

CLOSE_TIMEOUT = 10.0
"""Seconds for the last edit of an old card; nobody waits longer for it."""

LAST_SEARCH_MS = 900_000
"""Milliseconds for which superseded messages are searched for."""

SEARCH_SUPERSEDED = OutboxMessage("tidy", {}, latest_only=True)
WRITABLE = (discord.TextChannel, discord.Thread, discord.VoiceChannel, discord.DMChannel)


class PostContext:
    """A row of the outbox while its message is posted: the bot, the game, and what `store_changes` stores.

    The game, its cards and its ping are those of one committed revision.
    """

    def __init__(
        self, bot: BotClient, row: outbox.OutboxRow, snapshot: GameSnapshot, clock: Callable[[], int] = now_ms
    ) -> None:
        """Begin to post a row of the outbox for a ``snapshot`` of its game; ``clock`` is in ms since 1970."""
        self.bot, self.row, self.clock = bot, row, clock
        self.info, self.game, self.cards = snapshot.info, snapshot.game, dict(snapshot.cards)
        self._turn_ping = snapshot.turn_ping
        self._deleted_card_kinds: list[str] = []
        self._cards_to_store: list[CardInfo] = []
        self._sent_ping_ids: list[int] = []
        self._confirmed_ids: list[int] = []
        self._queued_messages: list[OutboxMessage] = []

    @property
    def payload(self) -> Any:
        """Return the payload (a dict of JSON) of the outbox row; its keys depend on the row's kind."""
        return self.row.payload

    @property
    def revision(self) -> int:
        """Return the revision of the game that the posted message shows; 0 before the start."""
        return self.game.revision if self.game else 0

    def require_started_game(self) -> Game:
        """Return the game of the message to be posted; raises Obsolete if it has not started."""
        if self.game is None:
            raise Obsolete("the game has not started")
        return self.game

    def due_ping(self) -> TurnPing | None:
        """Return the ping to the seats to act, if it is due and was not sent; None if not.

        Return None also if the game is not running. This does not mark it as sent.
        """
        ping = self._turn_ping
        if ping is None or ping.pinged_at is not None or ping.due_at > self.clock():
            return None
        return ping if self.info.status == "running" else None

    def user_ids_of_seats(self, seats: Sequence[str]) -> list[int]:
        """Return the Discord ids of the users who play seats; computer players and free seats have none.

        A user who plays a seat for its absent holder counts, not the holder. Pings for the users may still be
        muted.
        """
        return [user_id for seat in seats if (user_id := self.info.user_id_playing(seat)) is not None]

    async def send(
        self, page: Page, card_kind: str = "", mentions: Sequence[int] = (),
        turn_ping: TurnPing | None = None, recipient: discord.abc.Messageable | None = None,
    ) -> None:  # fmt: skip
        """Post a new message in the game's channel or to ``recipient`` (a channel, thread or user).

        It is first stored as unconfirmed. It becomes the card of ``card_kind`` ("": no card) and pings the
        users ``mentions`` (ids); ``turn_ping`` then counts as sent. Raises Obsolete if it has mentions and
        its row has left the outbox, Postpone (no channel for messages), HTTPException or RateLimited.
        """
        channel: Any = recipient or await self.find_channel(self.info.channel_id)
        sent_message = await self._store_unconfirmed_message(card_kind, channel.id, turn_ping, mentions)
        set_component_id(page, sent_message.id)
        send = partial(
            channel.send, nonce=f"sm{sent_message.id}", silent=not mentions,
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(user_id) for user_id in mentions]
            ),
        )  # fmt: skip
        try:
            with page.measure_upload():
                message = await send_with_fallback(page, lambda sent_page: send(**sent_page.send_kwargs()))
        except (discord.HTTPException, discord.RateLimited) as error:
            if isinstance(error, discord.RateLimited) or error.status < 500:
                await self.delete_unconfirmed_message(sent_message)
            raise
        self._confirmed_ids.append(sent_message.id)
        self._sent_ping_ids += [turn_ping.id] if turn_ping else []
        if card_kind:
            self._cards_to_store.append(CardInfo(card_kind, message.channel.id, message.id, self.revision))

    def skip_ping(self, turn_ping: TurnPing) -> None:
        """Count a ping as sent although no message has it: a reminder will ping the player later."""
        self._sent_ping_ids.append(turn_ping.id)

    async def _store_unconfirmed_message(
        self, card_kind: str, channel_id: int, turn_ping: TurnPing | None, mentions: Sequence[int]
    ) -> UnconfirmedMessage:
        """Store that a message is about to be sent, and return its row as an unconfirmed message.

        If the same message was sent before and not confirmed, its row is used again. Other unconfirmed
        messages of this card or outbox row become superseded. The parameters are as for `send`. Raises
        Obsolete if the message has mentions and its row is no longer in the outbox.
        """
        key, revision = card_kind or f"row:{self.row.id}", self.revision if card_kind else 0
        ping_id = turn_ping.id if turn_ping else None

        async def store_or_reuse(conn: AsyncConnection) -> UnconfirmedMessage:
            """Store or reuse the row; raises Obsolete if the message pings and left the outbox."""
            if mentions and not await outbox.is_message_queued(conn, self.row.id):
                raise Obsolete("something newer has taken its place")
            for earlier in await unconfirmed.unconfirmed_messages(conn, self.info.id, self.row.queue):
                if earlier.key != key:
                    continue
                if (earlier.channel_id, earlier.revision, earlier.ping_id) == (channel_id, revision, ping_id):
                    await unconfirmed.mark_resending(conn, earlier.id, self.row.id, self.clock())
                    return earlier
                await self._mark_superseded(conn, earlier)
            row = self.info.id, key, self.row.queue, self.row.id, channel_id, revision, ping_id, self.clock()
            return await unconfirmed.insert_unconfirmed_message(conn, *row)

        return await self.bot.store.write(store_or_reuse, game_id=self.info.id)

    async def _mark_superseded(self, conn: AsyncConnection, sent_message: UnconfirmedMessage) -> None:
        """Store that another message replaces an unconfirmed one; queue the search for the latter in 10 s."""
        await unconfirmed.mark_superseded(conn, sent_message.id)
        search = replace(SEARCH_SUPERSEDED, due=self.clock() + FIRST_SEARCH_MS)
        await outbox.queue_messages(conn, self.info.id, [search])

    async def recover_unconfirmed_messages(self) -> bool:
        """Search Discord for the unconfirmed messages of this row's queue; store those found as posted.

        Return True if one of them was sent for this outbox row and is up to date, so that nothing need be
        sent. Raises Postpone or discord.HTTPException as `find_message` does.
        """
        messages = await self.bot.store.read(
            lambda conn: unconfirmed.unconfirmed_messages(conn, self.info.id, self.row.queue)
        )
        return any([await self._recover_message(sent_message) for sent_message in messages])

    async def _recover_message(self, sent_message: UnconfirmedMessage) -> bool:
        """Search Discord for an unconfirmed message, and store it as posted if it is found.

        Return True if it was found, was sent for this outbox row and, if it is a card, shows the present
        revision. Raises Postpone or discord.HTTPException as `find_message` does.
        """
        message = await self.find_message(sent_message)
        if message is None:
            await self._supersede_unless_resent(sent_message)
            return False
        store_message = partial(self._store_found_message, sent_message=sent_message, message=message)
        await self.bot.store.write(store_message, game_id=self.info.id)
        if self._turn_ping is not None and sent_message.ping_id == self._turn_ping.id:
            self._turn_ping = None
        is_up_to_date = sent_message.key not in self.cards or sent_message.revision == self.revision
        return is_up_to_date and sent_message.outbox_row_id == self.row.id

    async def _supersede_unless_resent(self, sent_message: UnconfirmedMessage) -> None:
        """Mark an unconfirmed message that was not found as superseded if it will not be sent again."""

        async def mark_unless_resent(conn: AsyncConnection) -> None:
            """Mark it if it is no card and its row is gone, or if this row announces the game's end."""
            is_card = not sent_message.key.startswith("row:")
            is_row_gone = not is_card and not await outbox.is_message_queued(conn, sent_message.outbox_row_id)
            if is_row_gone or self.row.kind == "game_over":
                await self._mark_superseded(conn, sent_message)

        await self.bot.store.write(mark_unless_resent, game_id=self.info.id)

    async def _store_found_message(
        self, conn: AsyncConnection, sent_message: UnconfirmedMessage, message: discord.Message
    ) -> None:
        """Store that an unconfirmed message was posted after all (as ``message``), and delete its row.

        Its ping counts as sent. A card becomes the current one of its kind; if it is a turn's card, the last
        edit of the previous one is queued.
        """
        log.info("game %s: message %s was posted, though its answer was lost", self.info.id, message.id)
        await unconfirmed.delete_unconfirmed_message(conn, sent_message.id)
        if sent_message.ping_id is not None:
            await pings.mark_ping_sent(conn, sent_message.ping_id, self.clock())
        if sent_message.key.startswith("row:"):
            return
        old_card = self.cards.get(sent_message.key)
        if old_card is not None and old_card.message_id != message.id and sent_message.key == "turn":
            last_edit = build_close_card_message(old_card, sent_message.revision)
            await outbox.queue_messages(conn, self.info.id, [last_edit])
        card = CardInfo(sent_message.key, message.channel.id, message.id, sent_message.revision)
        await game_rows.store_card(conn, self.info.id, card)
        self.cards[sent_message.key] = card

    async def find_message(self, sent_message: UnconfirmedMessage) -> discord.Message | None:
        """Search Discord for an unconfirmed message and return it; None if it or its channel is not there.

        The first 300 messages since a minute before it was sent are searched. Raises Postpone if that channel
        cannot have messages, and discord.HTTPException if Discord refuses the search.
        """
        try:
            channel = await self.find_channel(sent_message.channel_id)
        except discord.NotFound:
            return None
        earliest_ms = sent_message.sent_at - MAX_CLOCK_SKEW - discord.utils.DISCORD_EPOCH
        after = discord.Object(max(earliest_ms, 0) << 22)
        async for message in channel.history(limit=SEARCH_LIMIT, after=after, oldest_first=True):
            candidate: discord.Message = message
            component_ids = [getattr(component, "id", None) for component in candidate.components]
            if ID_OFFSET + sent_message.id in component_ids:
                return candidate
        return None

    async def tidy_superseded_message(self, sent_message: UnconfirmedMessage, found: discord.Message) -> None:
        """Edit or delete a superseded message that was ``found`` in Discord after all, and delete its row.

        A turn's card is edited to show the turn's result, or deleted if there is none; a lobby's card is
        deleted; any other message stays. Raises Obsolete if the message is a turn's card and the game has not
        started, Postpone if the channel cannot have messages, and discord.HTTPException.
        """
        card = CardInfo(sent_message.key, found.channel.id, found.id, sent_message.revision)
        if sent_message.key == "turn":
            page = turn.turn_result_card(self.info, self.require_started_game(), card.revision)
            await self.edit_or_delete(card, page)
        elif sent_message.key == "setup":
            await self.delete_card(card)
        await self.delete_unconfirmed_message(sent_message)

    async def delete_unconfirmed_message(self, sent_message: UnconfirmedMessage) -> None:
        """Delete the row of an unconfirmed message that need not be searched for, in its own transaction."""
        delete = partial(unconfirmed.delete_unconfirmed_message, message_id=sent_message.id)
        await self.bot.store.write(delete, game_id=self.info.id)

    async def edit_card(self, card: CardInfo, page: Page) -> bool:
        """Edit a posted card to show ``page``; return False if its message or channel was deleted, else True.

        `store_changes` then updates the card's row, or deletes it. Raises Postpone or discord.HTTPException.
        """
        try:
            await self.edit_message(card, page)
        except discord.NotFound:
            self._deleted_card_kinds.append(card.kind)
            return False
        self._cards_to_store.append(card)
        return True

    async def finish_card(self, card: CardInfo, page: Page) -> None:
        """Edit a posted card for the last time, if it is there; `store_changes` deletes the card's row.

        Raises Postpone if its channel cannot have messages, and discord.HTTPException if Discord refuses.
        """
        await self.edit_card(card, page)
        self._cards_to_store = [stored_card for stored_card in self._cards_to_store if stored_card != card]
        self._deleted_card_kinds.append(card.kind)

    async def close_turn_card(self, card: CardInfo) -> None:
        """Edit the card of a turn, if it is there, to show the turn's result; without a result, delete it.

        `store_changes` deletes the card's row. If the edit or deletion fails or takes over 10 seconds, a
        message that repeats it is queued. Raises Obsolete if the game has not started.
        """
        page = turn.turn_result_card(self.info, self.require_started_game(), card.revision)
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self.edit_or_delete(card, page)
            if page is not None:
                self.keep_finished_card(finished_turn_card(card, self.revision))
        except discord.NotFound:
            log.info("message %s of game %s is gone", card.message_id, self.info.id)
        except Exception as error:  # whatever it is, the next card must not wait for it
            log.warning("game %s: message %s is not closed: %s", self.info.id, card.message_id, error)
            self._queued_messages.append(build_close_card_message(card, self.revision))
        self._deleted_card_kinds.append(card.kind)

    def keep_finished_card(self, card: CardInfo) -> None:
        """Let `store_changes` store a finished card (see `bot.post.finished`) and delete the oldest ones."""
        self._deleted_card_kinds += kinds_to_forget(self.cards, card)
        self._cards_to_store.append(card)

    async def delete_card(self, card: CardInfo) -> None:
        """Delete the posted message of a card, if it is there; `store_changes` deletes the card's row.

        Raises Postpone if its channel cannot have messages, and discord.HTTPException if Discord refuses.
        """
        try:
            await self.edit_or_delete(card, None)
        except discord.NotFound:
            log.info("message %s of game %s is gone", card.message_id, self.info.id)
        self._deleted_card_kinds.append(card.kind)

    async def edit_or_delete(self, card: CardInfo, page: Page | None) -> None:
        """Edit a posted card to show a page (a turn's result); delete its message if the page is None.

        Raises NotFound if it was deleted before, other HTTPException, or Postpone (no channel for messages).
        """
        if page is not None:
            await self.edit_message(card, page)
        else:
            channel: Any = await self.find_channel(card.channel_id)
            await channel.get_partial_message(card.message_id).delete()

    async def edit_message(self, card: CardInfo, page: Page) -> None:
        """Edit a posted card's message to show a page; it pings nobody. Raises as `edit_or_delete` does."""
        channel: Any = await self.find_channel(card.channel_id)
        message = channel.get_partial_message(card.message_id)
        edit = partial(message.edit, allowed_mentions=discord.AllowedMentions.none())
        await send_with_fallback(page, lambda sent_page: edit(**sent_page.edit_kwargs()))

    async def find_channel(self, channel_id: int | None) -> Any:
        """Return the Discord channel or thread that has this id, to post in it.

        Raises Postpone (an hour) if there is no id or the channel cannot have messages, discord.NotFound if
        it is gone, and other discord.HTTPException.
        """
        if channel_id is None:
            raise Postpone(3600, "the game has no channel")
        channel = self.bot.get_channel(channel_id) or await self.bot.fetch_channel(channel_id)
        if not isinstance(channel, WRITABLE):
            raise Postpone(3600, "the game's channel is none to write in")
        return channel

    def queue_message(self, message: outbox.OutboxMessage) -> None:
        """Queue another message of the game in the outbox, together with the result of this post."""
        self._queued_messages.append(message)

    async def store_changes(self, conn: AsyncConnection) -> None:
        """Store cards, sent pings and queued messages; delete rows of closed cards and confirmed messages."""
        for kind in self._deleted_card_kinds:
            await game_rows.delete_card_row(conn, self.info.id, kind)
        for card in self._cards_to_store:
            await game_rows.store_card(conn, self.info.id, card)
        for ping_id in self._sent_ping_ids:
            await pings.mark_ping_sent(conn, ping_id, self.clock())
        for message_id in self._confirmed_ids:
            await unconfirmed.delete_unconfirmed_message(conn, message_id)
        await outbox.queue_messages(conn, self.info.id, self._queued_messages)


def set_component_id(page: Page, unconfirmed_id: int) -> None:
    """Set the id of a page's first component to that of an unconfirmed message (plus `ID_OFFSET`).

    So the message can be found in Discord. A page of plain text has no component and stays as it is.
    """
    for component in page.view.children[:1] if page.view is not None else ():
        component.id = ID_OFFSET + unconfirmed_id
