"""One message on its way to a channel: send, edit, find again after a crash, and store what was posted.

Before a message is sent, a row of `bot.store.messages.postings` announces it. The id of this row goes along
as nonce and as the id of the first component. Until Discord's answer is stored, nothing else is sent in that
lane before the message was looked for in the channel. So neither a crash nor a lost answer posts it twice.
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
from bot.games.announcements import close_card_message
from bot.games.changes import GameSnapshot
from bot.post.sender import Obsolete, Postpone
from bot.store import game_rows
from bot.store.game_rows import CardInfo, now_ms
from bot.store.messages import calls, outbox, postings
from bot.store.messages.calls import Call
from bot.store.messages.outbox import OutboxMessage
from bot.store.messages.postings import Posting
from engine import Game

log = logging.getLogger(__name__)

ID_OFFSET = 1_000_000
"""The offset of component ids. Discord's own ids are small."""

MAX_CLOCK_SKEW = 60_000
"""Milliseconds by which the clocks of Discord and this machine may differ."""

FIRST_SEARCH_MS = 10_000
"""Milliseconds before the first search for the message of a superseded posting."""

SEARCH_LIMIT = 300
"""Messages of others among which one is looked for."""

CLOSE_TIMEOUT = 10.0
"""Seconds for the last edit of an old card; nobody waits longer for it."""

LAST_SEARCH_MS = 900_000
"""Milliseconds after which that search ends."""

SEARCH_SUPERSEDED = OutboxMessage("tidy", {}, latest_only=True)
UNFIT_STATUSES = (400, 413)
WRITABLE = (discord.TextChannel, discord.Thread, discord.VoiceChannel, discord.DMChannel)


class PostContext:
    """The bot, game and cards with which a row of the outbox is posted, and what `store_result` stores."""

    def __init__(
        self, bot: BotClient, row: outbox.OutboxRow, snapshot: GameSnapshot, clock: Callable[[], int] = now_ms
    ) -> None:
        """Begin to post a row of the outbox for a committed ``snapshot``; ``clock`` is in ms since 1970."""
        self.bot, self.row, self.clock = bot, row, clock
        self.info, self.game, self.cards = snapshot.info, snapshot.game, dict(snapshot.cards)
        self._call = snapshot.call
        self._deleted_card_kinds: list[str] = []
        self._cards_to_store: list[CardInfo] = []
        self._pinged_calls: list[int] = []
        self._ended_postings: list[int] = []
        self._queued_messages: list[OutboxMessage] = []

    @property
    def payload(self) -> Any:
        """Return the payload of the outbox row that is posted."""
        return self.row.payload

    @property
    def rev(self) -> int:
        """Return the revision of the game that the posted message shows; 0 before the start."""
        return self.game.rev if self.game else 0

    def started_game(self) -> Game:
        """Return the game that the message to be posted is about; raises Obsolete when it has not started."""
        if self.game is None:
            raise Obsolete("the game has not started")
        return self.game

    def due_call(self) -> Call | None:
        """Return the call (a message that pings the players to act) that is due and not yet delivered.

        None if there is none or the game is not running.
        """
        call = self._call
        if call is None or call.pinged_at is not None or call.due_at > self.clock():
            return None
        return call if self.info.status == "running" else None

    def users_of(self, seats: Sequence[str]) -> list[int]:
        """Return the Discord ids of those pinged by a message to these seats: no free seats or computers."""
        return [user for seat in seats if (user := self.info.player_of(seat)) is not None]

    # --- sending -------------------------------------------------------------------------------

    async def send(
        self,
        page: Page,
        card: str = "",
        ping: Sequence[int] = (),
        call: Call | None = None,
        recipient: discord.abc.Messageable | None = None,
    ) -> None:
        """Post a new message to the game's channel or to ``recipient``.

        ``card`` stores it as the card of this kind, ``ping`` are the ids of the users to mention, ``call`` is
        the call that it delivers. Raises Obsolete when it would ping and its outbox row was superseded,
        Postpone without a channel, and discord.HTTPException.
        """
        channel: Any = recipient or await self.find_channel(self.info.channel_id)
        posting = await self._begin_posting(card, channel.id, call, pings=bool(ping))
        mark_page(page, posting.id)
        send = partial(
            channel.send, nonce=f"sm{posting.id}", silent=not ping, allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(user) for user in ping]
            ),
        )  # fmt: skip
        try:
            with page.count_upload():
                message = await send_fitting(page, lambda fitting_page: send(**fitting_page.send_kwargs()))
        except (discord.HTTPException, discord.RateLimited) as error:
            if isinstance(error, discord.RateLimited) or error.status < 500:
                await self.end_posting(posting)
            raise
        self._ended_postings.append(posting.id)
        self._pinged_calls += [call.id] if call else []
        if card:
            self._cards_to_store.append(CardInfo(card, message.channel.id, message.id, self.rev))

    def mark_pinged(self, call: Call) -> None:
        """Mark a call (a ping to act) as delivered without a post, as the player gets a reminder later."""
        self._pinged_calls.append(call.id)

    async def _begin_posting(self, card: str, channel_id: int, call: Call | None, *, pings: bool) -> Posting:
        """Return the posting that announces this message: the unconfirmed one to retry, or a new one.

        ``card`` is the kind of card or "", ``channel_id`` a channel's id, ``call`` what it delivers (None:
        nothing). Raises Obsolete when the message would ping and its outbox row was superseded.
        """
        key, rev = card or f"row:{self.row.id}", self.rev if card else 0
        expected = (channel_id, rev, call.id if call else None)

        async def begin_or_resume(conn: AsyncConnection) -> Posting:
            """Return the posting to retry or a new one; mark others as superseded. May raise Obsolete."""
            if pings and not await outbox.is_queued(conn, self.row.id):
                raise Obsolete("something newer has taken its place")
            for posting in await postings.unconfirmed_postings(conn, self.info.id, self.row.lane):
                if posting.key == key and (posting.channel, posting.rev, posting.call) == expected:
                    await postings.retry_posting(conn, posting.id, self.row.id, self.clock())
                    return posting
                if posting.key == key:
                    await self._mark_superseded(conn, posting)
            return await postings.begin_posting(
                conn, game=self.info.id, key=key, lane=self.row.lane, row=self.row.id, channel=channel_id,
                rev=rev, call=expected[2], since=self.clock(),
            )  # fmt: skip

        return await self.bot.store.write(begin_or_resume, game_id=self.info.id)

    async def _mark_superseded(self, conn: AsyncConnection, posting: Posting) -> None:
        """Mark a posting as superseded, and queue a search, in 10 seconds, that closes its message."""
        await postings.mark_superseded(conn, posting.id)
        await outbox.queue_messages(
            conn, self.info.id, [replace(SEARCH_SUPERSEDED, due=self.clock() + FIRST_SEARCH_MS)]
        )

    async def _write_postings(self, statement: Callable[[AsyncConnection], Any]) -> None:
        """Run a statement about postings in a transaction of its own."""
        await self.bot.store.write(statement, game_id=self.info.id)

    # --- finding again -------------------------------------------------------------------------

    async def recover_unconfirmed(self) -> bool:
        """Search for messages of this row's lane that Discord did not confirm, and store those found.

        Return True if the message of this outbox row is among them.
        """
        unanswered = await self.bot.store.read(
            lambda conn: postings.unconfirmed_postings(conn, self.info.id, self.row.lane)
        )
        return any([await self._recover_posting(posting) for posting in unanswered])

    async def _recover_posting(self, posting: Posting) -> bool:
        """Search for the message of an unconfirmed posting in its channel, and store it as posted.

        Return True if it is the message of this outbox row and shows what the row should show now.
        """
        message = await self.find_message(posting)
        if message is None:
            await self._handle_missing_message(posting)
            return False
        await self._write_postings(partial(self._store_found, posting=posting, message=message))
        if self._call is not None and posting.call == self._call.id:
            self._call = None
        is_of_this_row = posting.row == self.row.id
        return is_of_this_row and (posting.key not in self.cards or posting.rev == self.rev)

    async def _handle_missing_message(self, posting: Posting) -> None:
        """Mark a posting whose message was not found as superseded if no attempt to send it will follow.

        That is so when its outbox row is gone or the game is over; else it is retried or replaced.
        """

        async def mark_if_superseded(conn: AsyncConnection) -> None:
            """Mark the posting as superseded if its outbox row was superseded or the game is over."""
            is_row_gone = posting.key.startswith("row:") and not await outbox.is_queued(conn, posting.row)
            if is_row_gone or self.row.kind == "game_over":
                await self._mark_superseded(conn, posting)

        await self.bot.store.write(mark_if_superseded, game_id=self.info.id)

    async def _store_found(self, conn: AsyncConnection, posting: Posting, message: discord.Message) -> None:
        """Store that the message of a posting was posted, although Discord's answer was lost.

        Its call counts as delivered. If it is a card it becomes the current one, and the turn's card before
        it is to be closed.
        """
        log.info("game %s: message %s was posted, though its answer was lost", posting.game, message.id)
        await postings.end_posting(conn, posting.id)
        if posting.call is not None:
            await calls.mark_pinged(conn, posting.call, self.clock())
        if posting.key.startswith("row:"):
            return
        old_card = self.cards.get(posting.key)
        if old_card is not None and old_card.message_id != message.id and posting.key == "turn":
            await outbox.queue_messages(conn, posting.game, [close_card_message(old_card, posting.rev)])
        card = CardInfo(posting.key, message.channel.id, message.id, posting.rev)
        await game_rows.store_card(conn, posting.game, card)
        self.cards[posting.key] = card

    async def find_message(self, posting: Posting) -> discord.Message | None:
        """Return the message of a posting from Discord; None if the message or its channel is not there.

        The first 300 messages since shortly before the posting began are searched. Raises Postpone if nothing
        can be written there.
        """
        try:
            channel = await self.find_channel(posting.channel)
        except discord.NotFound:
            return None
        after = discord.Object(max(posting.since - MAX_CLOCK_SKEW - discord.utils.DISCORD_EPOCH, 0) << 22)
        async for message in channel.history(limit=SEARCH_LIMIT, after=after, oldest_first=True):
            candidate: discord.Message = message
            if any(
                getattr(component, "id", None) == ID_OFFSET + posting.id for component in candidate.components
            ):
                return candidate
        return None

    async def close_superseded(self, posting: Posting, message: discord.Message) -> None:
        """Close the posted message of a turn, or delete that of the lobby, that turned up too late.

        It was superseded. Any other message stays. The posting is ended.
        """
        card = CardInfo(posting.key, message.channel.id, message.id, posting.rev)
        if posting.key == "turn":
            await self.show_result(card, turn.turn_result_card(self.info, self.started_game(), card.rev))
        elif posting.key == "setup":
            await self.delete_card(card)
        await self.end_posting(posting)

    async def end_posting(self, posting: Posting) -> None:
        """Delete a posting: no message of it is expected any more."""
        await self._write_postings(partial(postings.end_posting, posting_id=posting.id))

    # --- changing ------------------------------------------------------------------------------

    async def edit_card(self, card: CardInfo, page: Page) -> bool:
        """Edit a posted card to show a page, and store it as the current card.

        Return False when its message was deleted; the card's row is then deleted. Both are stored only by
        `store_result`. Raises discord.HTTPException.
        """
        try:
            await self.edit_message(card, page)
        except discord.NotFound:
            self._deleted_card_kinds.append(card.kind)
            return False
        self._cards_to_store.append(card)
        return True

    async def finish_card(self, card: CardInfo, page: Page) -> None:
        """Edit the posted message of a card, if it is still there, for the last time, and delete its row."""
        await self.edit_card(card, page)
        self._cards_to_store = [stored_card for stored_card in self._cards_to_store if stored_card != card]
        self._deleted_card_kinds.append(card.kind)

    async def close_turn(self, card: CardInfo) -> None:
        """Edit the message of a turn's card to show its result, and delete the card's row.

        If that fails within 10 seconds, the edit is queued for later; nothing is raised.
        """
        page = turn.turn_result_card(self.info, self.started_game(), card.rev)
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self.show_result(card, page)
        except discord.NotFound:
            log.info("message %s of game %s is gone", card.message_id, self.info.id)
        except Exception as error:  # whatever it is, the next card must not wait for it
            log.warning("game %s: message %s is not closed: %s", self.info.id, card.message_id, error)
            self._queued_messages.append(close_card_message(card, self.rev))
        self._deleted_card_kinds.append(card.kind)

    async def delete_card(self, card: CardInfo) -> None:
        """Delete the posted message of a card, if it is still there, and the card's row."""
        try:
            await self.show_result(card, None)
        except discord.NotFound:
            log.info("message %s of game %s is gone", card.message_id, self.info.id)
        self._deleted_card_kinds.append(card.kind)

    async def show_result(self, card: CardInfo, page: Page | None) -> None:
        """Edit the posted message of a turn to show its result, ``page``; without a page delete it.

        Raises discord.NotFound if it was deleted before.
        """
        if page is not None:
            await self.edit_message(card, page)
            return
        channel: Any = await self.find_channel(card.channel_id)
        await channel.get_partial_message(card.message_id).delete()

    async def edit_message(self, card: CardInfo, page: Page) -> None:
        """Edit the message of a card to show a page; it pings nobody. Raises discord.HTTPException."""
        channel: Any = await self.find_channel(card.channel_id)
        message = channel.get_partial_message(card.message_id)
        no_mentions = discord.AllowedMentions.none()
        await send_fitting(
            page,
            lambda fitting_page: message.edit(**fitting_page.edit_kwargs(), allowed_mentions=no_mentions),
        )

    async def find_channel(self, channel_id: int | None) -> Any:
        """Return the Discord channel or thread to post in, by its id.

        Raises Postpone (an hour) for None or if nothing can be written there, and discord.NotFound if it is
        gone.
        """
        if channel_id is None:
            raise Postpone(3600, "the game has no channel")
        channel = self.bot.get_channel(channel_id) or await self.bot.fetch_channel(channel_id)
        if not isinstance(channel, WRITABLE):
            raise Postpone(3600, "the game's channel is none to write in")
        return channel

    def queue_message(self, message: outbox.OutboxMessage) -> None:
        """Queue another message in the outbox, in the transaction that stores this one."""
        self._queued_messages.append(message)

    # --- noting --------------------------------------------------------------------------------

    async def store_result(self, conn: AsyncConnection) -> None:
        """Store what was posted and its pings, in the transaction that deletes the outbox row.

        Further messages are queued.
        """
        for kind in self._deleted_card_kinds:
            await game_rows.delete_card(conn, self.info.id, kind)
        for card in self._cards_to_store:
            await game_rows.store_card(conn, self.info.id, card)
        for row_id in self._pinged_calls:
            await calls.mark_pinged(conn, row_id, self.clock())
        for row_id in self._ended_postings:
            await postings.end_posting(conn, row_id)
        await outbox.queue_messages(conn, self.info.id, self._queued_messages)


def mark_page(page: Page, posting_id: int) -> None:
    """Put the id of a posting into the page's first component, by which its message is found again.

    A page of plain text gets no mark.
    """
    for component in page.view.children[:1] if page.view is not None else ():
        component.id = ID_OFFSET + posting_id


async def send_fitting(page: Page, attempt: Callable[[Page], Any]) -> Any:
    """Send or edit a message and return it; if Discord refuses its pictures, try without them.

    Raises discord.HTTPException when Discord refuses it for another reason.
    """
    try:
        return await attempt(page)
    except discord.HTTPException as error:
        if not page.files or not (error.status in UNFIT_STATUSES or isinstance(error, discord.Forbidden)):
            raise
        log.warning("a message goes without its pictures: %s", error)
        return await attempt(page.without_pictures())
