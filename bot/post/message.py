"""One message on its way to a channel: send, edit, find again after a crash, and store what was posted.

Before a message is sent, a row of `bot.store.postings` announces it. The id of this row goes along as nonce
and as the id of the first component. Until Discord's answer is stored, nothing else is sent in that lane
before the message was looked for in the channel. So neither a crash nor a lost answer posts it twice.
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
from bot.chat.respond import Page
from bot.chat.station import Station
from bot.games.announcements import close_card_note
from bot.games.work import Standing
from bot.post.sender import Obsolete, Postpone
from bot.store import calls, game_rows, outbox, postings
from bot.store.calls import Call
from bot.store.game_rows import CardInfo, now
from bot.store.outbox import Note
from bot.store.postings import Posting
from engine import Game

log = logging.getLogger(__name__)

MARKS = 1_000_000
"""The offset of component ids. Discord's own ids are small."""

MAX_CLOCK_SKEW = 60_000
"""Milliseconds by which the clocks of Discord and this machine may differ."""

FIRST_LOOK = 10_000
"""Milliseconds before the first search for a lost message."""

SEARCH_LIMIT = 300
"""Messages of others among which one is looked for."""

CLOSE_TIMEOUT = 10.0
"""Seconds for the last edit of an old card; nobody waits longer for it."""

LATE = 900_000
"""Milliseconds after which the search for a lost message ends."""

TIDY = Note("tidy", {}, latest_only=True)
UNFIT = (400, 413)
WRITABLE = (discord.TextChannel, discord.Thread, discord.VoiceChannel, discord.DMChannel)


class Post:
    """One row of the outbox that is being posted. It collects the results for `note`."""

    def __init__(
        self, bot: Station, row: outbox.Row, standing: Standing, clock: Callable[[], int] = now
    ) -> None:
        self.bot, self.row, self.clock = bot, row, clock
        self.info, self.game, self.cards = standing.info, standing.game, dict(standing.cards)
        self._call = standing.call
        self._drop: list[str] = []
        self._put: list[CardInfo] = []
        self._told: list[int] = []
        self._ended: list[int] = []
        self._owed: list[Note] = []

    @property
    def payload(self) -> Any:
        """Return the payload of the outbox row."""
        return self.row.payload

    @property
    def rev(self) -> int:
        """Return the revision of the game that this message shows; 0 before the start."""
        return self.game.rev if self.game else 0

    def running(self) -> Game:
        """Return the game. Raises Obsolete when it has not started."""
        if self.game is None:
            raise Obsolete("the game has not started")
        return self.game

    def call(self) -> Call | None:
        """Return the ping that is due and not yet sent; None if there is none or the game is not running."""
        call = self._call
        if call is None or call.told is not None or call.due > self.clock():
            return None
        return call if self.info.status == "running" else None

    def users(self, seats: Sequence[str]) -> list[int]:
        """Return the users who play these seats."""
        return [user for seat in seats if (user := self.info.player_of(seat)) is not None]

    # --- sending -------------------------------------------------------------------------------

    async def send(
        self,
        page: Page,
        card: str = "",
        ping: Sequence[int] = (),
        call: Call | None = None,
        to: discord.abc.Messageable | None = None,
    ) -> None:
        """Post a new message to the table's channel or `to`.

        `card` stores it as the card of this kind, `ping` are the users to mention, `call` is the ping that it
        delivers. Raises Obsolete when it would ping and its outbox row was superseded.
        """
        channel: Any = to or await self.channel(self.info.channel)
        posting = await self._begin(card, channel.id, call, pings=bool(ping))
        mark(page, posting.id)
        send = partial(
            channel.send, nonce=f"sm{posting.id}", silent=not ping, allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(user) for user in ping]
            ),
        )  # fmt: skip
        try:
            with page.count_upload():
                message = await fitting(page, lambda fit: send(**fit.send_kwargs()))
        except (discord.HTTPException, discord.RateLimited) as error:
            if isinstance(error, discord.RateLimited) or error.status < 500:
                await self.give_up(posting)
            raise
        self._ended.append(posting.id)
        self._told += [call.id] if call else []
        if card:
            self._put.append(CardInfo(card, message.channel.id, message.id, self.rev))

    def heard(self, call: Call) -> None:
        """Mark a ping as delivered without a message: the player gets a reminder later."""
        self._told.append(call.id)

    async def _begin(self, card: str, channel: int, call: Call | None, *, pings: bool) -> Posting:
        """Return the posting of this message: the unanswered one to retry, or a new one.

        Raises Obsolete when the message would ping and its outbox row was superseded.
        """
        key, rev = card or f"row:{self.row.id}", self.rev if card else 0
        same = (channel, rev, call.id if call else None)

        async def begin_or_resume(conn: AsyncConnection) -> Posting:
            if pings and not await outbox.is_pending(conn, self.row.id):
                raise Obsolete("something newer has taken its place")
            for old in await postings.unanswered(conn, self.info.id, self.row.lane):
                if old.key == key and (old.channel, old.rev, old.call) == same:
                    await postings.begin_again(conn, old.id, self.row.id, self.clock())
                    return old
                if old.key == key:
                    await self._mark_lost(conn, old)
            return await postings.begin(
                conn, game=self.info.id, key=key, lane=self.row.lane, row=self.row.id, channel=channel,
                rev=rev, call=same[2], since=self.clock(),
            )  # fmt: skip

        return await self.bot.store.write(begin_or_resume, game=self.info.id)

    async def _mark_lost(self, conn: AsyncConnection, old: Posting) -> None:
        """Mark a superseded posting as lost, and queue a search that puts its message away if it turns up."""
        await postings.mark_lost(conn, old.id)
        await outbox.queue_messages(conn, self.info.id, [replace(TIDY, due=self.clock() + FIRST_LOOK)])

    async def _write(self, statement: Callable[[AsyncConnection], Any]) -> None:
        await self.bot.store.write(statement, game=self.info.id)

    # --- finding again -------------------------------------------------------------------------

    async def recover(self) -> bool:
        """Search for unconfirmed messages; return True if the message of this row is already posted."""
        unanswered = await self.bot.store.read(
            lambda conn: postings.unanswered(conn, self.info.id, self.row.lane)
        )
        return any([await self._recovered(posting) for posting in unanswered])

    async def _recovered(self, posting: Posting) -> bool:
        """Look for the message of an unanswered posting and store it. Return whether it is this one."""
        message = await self.find(posting)
        if message is None:
            await self._missed(posting)
            return False
        await self._write(partial(self._adopt, posting=posting, message=message))
        if self._call is not None and posting.call == self._call.id:
            self._call = None
        mine = posting.row == self.row.id
        return mine and (posting.key not in self.cards or posting.rev == self.rev)

    async def _missed(self, posting: Posting) -> None:
        """Mark a posting without a message as lost, unless a retry or a newer card replaces it."""

        async def unit(conn: AsyncConnection) -> None:
            single = posting.key.startswith("row:") and not await outbox.is_pending(conn, posting.row)
            if single or self.row.kind == "game_over":
                await self._mark_lost(conn, posting)

        await self.bot.store.write(unit, game=self.info.id)

    async def _adopt(self, conn: AsyncConnection, posting: Posting, message: discord.Message) -> None:
        """Store a message that was posted although Discord's answer was lost."""
        log.info("game %s: message %s was posted, though its answer was lost", posting.game, message.id)
        await postings.end(conn, posting.id)
        if posting.call is not None:
            await calls.mark_pinged(conn, posting.call, self.clock())
        if posting.key.startswith("row:"):
            return
        old = self.cards.get(posting.key)
        if old is not None and old.message != message.id and posting.key == "turn":
            await outbox.queue_messages(conn, posting.game, [close_card_note(old, posting.rev)])
        card = CardInfo(posting.key, message.channel.id, message.id, posting.rev)
        await game_rows.put_card(conn, posting.game, card)
        self.cards[posting.key] = card

    async def find(self, posting: Posting) -> discord.Message | None:
        """Find the message of a posting in its channel; None if it is not there."""
        try:
            channel = await self.channel(posting.channel)
        except discord.NotFound:
            return None
        after = discord.Object(max(posting.since - MAX_CLOCK_SKEW - discord.utils.DISCORD_EPOCH, 0) << 22)
        async for message in channel.history(limit=SEARCH_LIMIT, after=after, oldest_first=True):
            candidate: discord.Message = message
            if any(getattr(box, "id", None) == MARKS + posting.id for box in candidate.components):
                return candidate
        return None

    async def put_away(self, posting: Posting, message: discord.Message) -> None:
        """Close or delete a card that turned up after it was superseded."""
        card = CardInfo(posting.key, message.channel.id, message.id, posting.rev)
        if posting.key == "turn":
            await self.result(card, turn.turn_result(self.info, self.running(), card.rev))
        elif posting.key == "setup":
            await self.delete(card)
        await self.give_up(posting)

    async def give_up(self, posting: Posting) -> None:
        """Forget a posting: no message of it is expected."""
        await self._write(partial(postings.end, posting_id=posting.id))

    # --- changing ------------------------------------------------------------------------------

    async def edit(self, card: CardInfo, page: Page) -> bool:
        """Edit a message and store it as its card. Return False when it was deleted."""
        try:
            await self.change(card, page)
        except discord.NotFound:
            self._drop.append(card.kind)
            return False
        self._put.append(card)
        return True

    async def finish(self, card: CardInfo, page: Page) -> None:
        """Edit a message for the last time, and forget its card."""
        await self.edit(card, page)
        self._put = [kept for kept in self._put if kept != card]
        self._drop.append(card.kind)

    async def close_turn(self, card: CardInfo) -> None:
        """Edit the card of a turn to show its result. If Discord refuses, the edit is queued for later."""
        page = turn.turn_result(self.info, self.running(), card.rev)
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self.result(card, page)
        except discord.NotFound:
            log.info("message %s of game %s is gone", card.message, self.info.id)
        except Exception as error:  # whatever it is, the next card must not wait for it
            log.warning("message %s of game %s cannot be closed yet: %s", card.message, self.info.id, error)
            self._owed.append(close_card_note(card, self.rev))
        self._drop.append(card.kind)

    async def delete(self, card: CardInfo) -> None:
        """Delete the message of a card, if it is still there."""
        try:
            channel: Any = await self.channel(card.channel)
            await channel.get_partial_message(card.message).delete()
        except discord.NotFound:
            log.info("message %s of game %s is gone", card.message, self.info.id)
        self._drop.append(card.kind)

    async def result(self, card: CardInfo, page: Page | None) -> None:
        """Edit the card of a turn to show its result; without a page delete it. Raises discord.NotFound."""
        if page is not None:
            await self.change(card, page)
            return
        channel: Any = await self.channel(card.channel)
        await channel.get_partial_message(card.message).delete()

    async def change(self, card: CardInfo, page: Page) -> None:
        """Edit a message to show a page; pings nobody. Raises discord.HTTPException."""
        channel: Any = await self.channel(card.channel)
        message = channel.get_partial_message(card.message)
        no_mentions = discord.AllowedMentions.none()
        await fitting(page, lambda fit: message.edit(**fit.edit_kwargs(), allowed_mentions=no_mentions))

    async def channel(self, channel_id: int | None) -> Any:
        """Return the channel or thread with this id. Raises Postpone when there is none to write in."""
        if channel_id is None:
            raise Postpone(3600, "the game has no channel")
        channel = self.bot.get_channel(channel_id) or await self.bot.fetch_channel(channel_id)
        if not isinstance(channel, WRITABLE):
            raise Postpone(3600, "the game's channel is none to write in")
        return channel

    def owe(self, note: outbox.Note) -> None:
        """Queue another message, in the transaction that stores this one."""
        self._owed.append(note)

    # --- noting --------------------------------------------------------------------------------

    async def note(self, conn: AsyncConnection) -> None:
        """Store what was posted, in the transaction that deletes the outbox row."""
        for kind in self._drop:
            await game_rows.drop_card(conn, self.info.id, kind)
        for card in self._put:
            await game_rows.put_card(conn, self.info.id, card)
        for number in self._told:
            await calls.mark_pinged(conn, number, self.clock())
        for number in self._ended:
            await postings.end(conn, number)
        await outbox.queue_messages(conn, self.info.id, self._owed)


def mark(page: Page, number: int) -> None:
    """Put the id of a posting into the message, so that it can be found again."""
    for box in page.view.children[:1] if page.view is not None else ():
        box.id = MARKS + number


async def fitting(page: Page, attempt: Callable[[Page], Any]) -> Any:
    """Send or edit a page; if Discord refuses its pictures, try again without them."""
    try:
        return await attempt(page)
    except discord.HTTPException as error:
        if not page.files or not (error.status in UNFIT or isinstance(error, discord.Forbidden)):
            raise
        log.warning("a message goes without its pictures: %s", error)
        return await attempt(page.without_pictures())
