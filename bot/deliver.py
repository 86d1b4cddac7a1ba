"""Posts what the service queued, each row at least once and, but for a crash in the moment of sending, once.

A row is done in the transaction that notes its message; a row that comes again meets the same nonce, by
which Discord itself refuses doubles for some minutes. Cards are drawn from the game as it is now, not as it
was when the row was written. Rows of one game go out in their order; games do not wait for each other.

| row | message |
| --- | --- |
| `setup_card` | the table's card, edited in place |
| `turn_card` | a new card with the one ping, the card before shows what came of its turn; an edit if none |
| `offer`, `offer_closed` | a message that calls the other side; edited when it is settled |
| `notice` | an intervention, told to all |
| `game_over` | the ranking |
| `log_line` | none of its own: the lines stand on the cards |
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import discord
from sqlalchemy.exc import SQLAlchemyError

from bot.history import position_at
from bot.respond import Page
from bot.service import CardInfo, GameInfo
from bot.store import games, outbox
from bot.store.outbox import Row
from bot.ui import cards
from engine import Game

if TYPE_CHECKING:
    from bot.app import StationBot

log = logging.getLogger(__name__)

MOST_TRIES, LONGEST_WAIT = 20, 3600.0
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
Channel = discord.abc.Messageable


class Gone(Exception):
    """The row can never be posted: its game or channel is not there."""


class Delivery:
    """The one task that empties the outbox; it ends when nothing is due."""

    def __init__(self, bot: StationBot) -> None:
        self._bot = bot
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._kinds: dict[str, Callable[[Post], Awaitable[None]]] = {
            "setup_card": _setup, "turn_card": _turn, "offer": _offer, "offer_closed": _offer_closed,
            "notice": _notice, "game_over": _over, "log_line": _nothing,
        }  # fmt: skip

    def wake(self) -> None:
        """Something was queued; nothing happens before the bot is connected."""
        if not self._bot.is_ready():
            return
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain())

    async def close(self) -> None:
        """End after what is being sent."""
        self._again = False
        if self._task is not None:
            await asyncio.wait([self._task], timeout=5)
            self._task.cancel()

    async def _drain(self) -> None:
        while self._again:
            self._again = False
            try:
                async with self._bot.store.read() as conn:
                    rows = await outbox.due(conn)
            except SQLAlchemyError:
                log.exception("the queue of messages cannot be read")
                return
            rows.sort(key=lambda r: (r.game, r.id))
            groups = [list(g) for _, g in itertools.groupby(rows, key=lambda r: r.game)]
            if groups:
                results = await asyncio.gather(*(self._game(group) for group in groups))
                self._again = self._again or any(results)

    async def _game(self, rows: Sequence[Row]) -> bool:
        """Post rows of one game until one fails; True when there may be more to do."""
        for row in rows:
            try:
                await self._post(row)
            except Exception as error:
                return await self._failed(row, error)
        return True

    async def _post(self, row: Row) -> None:
        info = await self._bot.service.info(row.game)
        kind = self._kinds.get(row.kind)
        if info is None or info.channel is None or kind is None:
            raise Gone(f"nowhere to post {row.kind}")
        post = Post(self._bot, row, info, await self._bot.service.game(row.game))
        await kind(post)
        await post.done()

    async def _failed(self, row: Row, error: Exception) -> bool:
        hopeless = isinstance(error, Gone) or getattr(error, "code", 0) == UNKNOWN_CHANNEL
        try:
            async with self._bot.store.write() as conn:
                if hopeless or row.attempts >= MOST_TRIES:
                    log.error("message %s (%s) is given up: %s", row.id, row.kind, error)
                    await outbox.sent(conn, [row.id])
                else:
                    wait = _wait(row.attempts, error)
                    log.warning(
                        "message %s (%s) is tried again in %s s", row.id, row.kind, wait, exc_info=error
                    )
                    await outbox.postpone(conn, [row.id], wait, str(error))
        except SQLAlchemyError:
            log.exception("the fate of message %s cannot be noted", row.id)
            return False
        return True

    async def repost(self, infos: Iterable[GameInfo]) -> None:
        """Post the cards of games anew, in new messages."""
        for info in infos:
            async with self._bot.store.write() as conn:
                for kind in await games.cards(conn, info.id):
                    await games.drop_card(conn, info.id, kind)
                await outbox.put(conn, info.id, [_card_of(info)])
        self.wake()


def _card_of(info: GameInfo) -> outbox.Note:
    if info.status == "lobby":
        return outbox.Note("setup_card", {}, latest_only=True)
    return outbox.Note("turn_card", {"rev": info.rev, "players": [], "ping": True}, latest_only=True)


def _wait(attempts: int, error: Exception) -> float:
    # A missing permission is not mended in seconds, and refused requests count against the bot.
    first = 300.0 if isinstance(error, discord.Forbidden) else 5.0
    return min(first * float(2**attempts), LONGEST_WAIT)


class Post:
    """One row on its way: sends or edits, and notes in one transaction what was done."""

    def __init__(self, bot: StationBot, row: Row, info: GameInfo, game: Game | None) -> None:
        self.bot, self.row, self.info, self.game = bot, row, info, game
        self._put: list[CardInfo] = []
        self._drop: list[str] = []

    @property
    def payload(self) -> Any:
        """What the service said."""
        return self.row.payload

    @property
    def rev(self) -> int:
        """The game's revision now."""
        return self.game.rev if self.game else 0

    def running(self) -> Game:
        """The game, which has started; Gone when it has not."""
        if self.game is None:
            raise Gone("the game has not started")
        return self.game

    async def card(self, kind: str) -> CardInfo | None:
        """The message of a kind that was noted last."""
        return (await self.bot.service.cards(self.info.id)).get(kind)

    async def send(self, page: Page, keep: str = "", ping: Sequence[int] = ()) -> None:
        """Post a new message; ``keep`` notes it as the card of that kind, ``ping`` are the users it calls."""
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(user) for user in ping]
        )
        channel = await self.channel(self.info.channel)
        message = await channel.send(
            **page.sending(), allowed_mentions=allowed, nonce=f"sm{self.row.id}", silent=not ping
        )
        if keep:
            self._put.append(CardInfo(keep, message.channel.id, message.id, self.rev))

    async def edit(self, card: CardInfo, page: Page) -> bool:
        """Change a message; False when it is no longer there."""
        try:
            await self._edit(card, page)
        except discord.NotFound:
            self._drop.append(card.kind)
            return False
        self._put.append(card)
        return True

    async def close(self, card: CardInfo, page: Page) -> None:
        """Change a message for the last time. An old one may refuse it, and nothing waits for that."""
        try:
            await self._edit(card, page)
        except discord.HTTPException as error:
            log.warning("message %s cannot be closed: %s", card.message, error)
        self._drop.append(card.kind)

    async def _edit(self, card: CardInfo, page: Page) -> None:
        channel: Any = await self.channel(card.channel)
        message = channel.get_partial_message(card.message)
        await message.edit(**page.editing(), allowed_mentions=discord.AllowedMentions.none())

    async def channel(self, channel_id: int | None) -> Channel:
        """The channel or thread by id, un-archived by what is posted in it."""
        if channel_id is None:
            raise Gone("the game has no channel")
        found = self.bot.get_channel(channel_id) or await self.bot.fetch_channel(channel_id)
        if not isinstance(found, discord.TextChannel | discord.Thread | discord.VoiceChannel):
            raise Gone("the game's channel is none to write in")
        return found

    async def done(self) -> None:
        """Note the messages and drop the row, in one transaction."""
        async with self.bot.store.write() as conn:
            for kind in self._drop:
                await games.drop_card(conn, self.info.id, kind)
            for card in self._put:
                await games.put_card(conn, self.info.id, card)
            await outbox.sent(conn, [self.row.id])


async def _setup(post: Post) -> None:
    page, card = cards.setup_card(post.info), await post.card("setup")
    if card is None or not await post.edit(card, page):
        await post.send(page, keep="setup")


async def _turn(post: Post) -> None:
    game, old = post.running(), await post.card("turn")
    waiting = game.waiting()
    if waiting is None or post.info.status == "ended":
        return
    same = old is not None and not post.payload["ping"] and _same(game, old.rev)
    page = await cards.turn_card(post.info, game, post.bot.pictures)
    if same and old is not None and await post.edit(old, page):
        return
    if old is not None:
        await post.close(old, cards.turn_result(post.info, game, old.rev))
    users = [post.info.user_of(seat) for seat in waiting.players] if post.payload["ping"] else []
    await post.send(page, keep="turn", ping=[u for u in users if u is not None])


def _same(game: Game, rev: int) -> bool:
    """True when the card of that revision already calls whom the game waits for now."""
    then, now = position_at(game, rev).waiting(), game.waiting()
    return then is not None and now is not None and (then.players, then.company) == (now.players, now.company)


async def _offer(post: Post) -> None:
    game, key = post.running(), f"offer:{post.payload['offer']}"
    offer = game.state.offers.get(post.payload["offer"])
    if offer is None or await post.card(key) is not None:
        return
    to = post.info.user_of(offer.to)
    page = cards.offer_card(post.info, game, offer.id, offer.to)
    await post.send(page, keep=key, ping=[to] if to else [])


async def _offer_closed(post: Post) -> None:
    card = await post.card(f"offer:{post.payload['offer']}")
    if card is not None:
        said = post.payload
        await post.close(card, cards.offer_result(post.info, said["by"], said["to"], said["how"]))


async def _notice(post: Post) -> None:
    await post.send(cards.notice(post.payload["user"], post.payload["text"]))


async def _over(post: Post) -> None:
    game, old = post.running(), await post.card("turn")
    if post.info.status != "ended":
        return
    if old is not None:
        await post.close(old, cards.turn_result(post.info, game, old.rev))
    page = await cards.end_card(post.info, game, post.payload["reason"], post.bot.pictures)
    users = [s.user for s in post.info.seats if s.user is not None]
    await post.send(page, keep="end", ping=users)


async def _nothing(post: Post) -> None:
    """The lines of the log stand on the cards and under `/show log`."""
