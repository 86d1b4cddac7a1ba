"""Posts what the service queued, each message at least once and, but for a crash while sending, once.

The outbox row is dropped in the transaction that notes its message; a row that comes again meets the same
nonce, by which Discord itself refuses doubles for some minutes. Cards are drawn from the game as it is now,
not as it was when the row was written.

| row | message |
| --- | --- |
| `setup_card` | the table's card, edited in place |
| `turn_card` | a new card with the one ping, the card before shows what came of its turn; an edit if none |
| `table_full` | calls the owner, who can start |
| `offer`, `offer_closed` | a message that calls the other side; edited when it is settled |
| `notice` | an intervention, told to all |
| `game_over` | the ranking |
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.history import position_at
from bot.outbox import Postpone, Statement, Undeliverable
from bot.respond import Page
from bot.service import CardInfo, GameInfo
from bot.station import Station
from bot.store import games, outbox
from bot.texts import told
from bot.ui.cards import setup, turn
from bot.ui.offers import card as offers
from engine import Game

log = logging.getLogger(__name__)

MOST_TRIES = 20
FORBIDDEN_WAIT, LONGEST_WAIT = 300.0, 3600.0
"""Seconds. A missing permission is not mended at once, and refused requests count against the bot."""

UNKNOWN_CHANNEL = 10003


class Postman:
    """Turns what the outbox hands over into messages."""

    def __init__(self, bot: Station) -> None:
        self._bot = bot
        self._kinds: dict[str, Callable[[Post], Awaitable[None]]] = {
            "setup_card": _setup, "turn_card": _turn, "offer": _offer, "offer_closed": _offer_closed,
            "table_full": _full, "notice": _notice, "game_over": _over,
        }  # fmt: skip

    async def __call__(self, row: outbox.Row) -> Statement:
        """Post one message, and say how to note it; raises Undeliverable or Postpone when it cannot be."""
        info = await self._bot.service.info(row.game)
        kind = self._kinds.get(row.kind)
        if info is None or info.channel is None or kind is None:
            raise Undeliverable(f"nowhere to post {row.kind}")
        if row.attempts >= MOST_TRIES:
            raise Undeliverable(f"given up after {row.attempts} attempts")
        post = Post(self._bot, row, info, await self._bot.service.game(row.game))
        try:
            await kind(post)
        except discord.Forbidden as error:
            log.warning("game %s: the bot may not post in its channel: %s", info.id, error)
            raise Postpone(min(FORBIDDEN_WAIT * 2.0**row.attempts, LONGEST_WAIT)) from error
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise Undeliverable("the channel is gone") from error
            raise
        return post.note


class Post:
    """One message on its way: sends or edits, and remembers what is to be noted of it."""

    def __init__(self, bot: Station, row: outbox.Row, info: GameInfo, game: Game | None) -> None:
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
        """The game, which has started; Undeliverable when it has not."""
        if self.game is None:
            raise Undeliverable("the game has not started")
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

    async def channel(self, channel_id: int | None) -> discord.abc.Messageable:
        """The channel or thread by id, un-archived by what is posted in it."""
        if channel_id is None:
            raise Undeliverable("the game has no channel")
        found = self.bot.get_channel(channel_id) or await self.bot.fetch_channel(channel_id)
        if not isinstance(found, discord.TextChannel | discord.Thread | discord.VoiceChannel):
            raise Undeliverable("the game's channel is none to write in")
        return found

    async def note(self, conn: AsyncConnection) -> None:
        """Note the messages, in the transaction that drops the row."""
        for kind in self._drop:
            await games.drop_card(conn, self.info.id, kind)
        for card in self._put:
            await games.put_card(conn, self.info.id, card)


async def _setup(post: Post) -> None:
    page, card = setup.setup_card(post.info), await post.card("setup")
    if card is not None and await post.edit(card, page):
        return
    if not post.payload.get("edit"):
        await post.send(page, keep="setup")


async def _full(post: Post) -> None:
    if post.info.status == "lobby" and setup.is_full(post.info):
        await post.send(setup.full_table(post.info), ping=[post.info.owner])


async def _turn(post: Post) -> None:
    game, old = post.running(), await post.card("turn")
    waiting = game.waiting()
    if waiting is None or post.info.status == "ended":
        return
    same = old is not None and not post.payload["ping"] and _same(game, old.rev)
    page = await turn.turn_card(post.info, game, post.bot.pictures)
    if same and old is not None and await post.edit(old, page):
        return
    if old is not None:
        await post.close(old, turn.turn_result(post.info, game, old.rev))
    users = [post.info.user_of(seat) for seat in waiting.players] if post.payload["ping"] else []
    await post.send(page, keep="turn", ping=[u for u in users if u is not None])


def _same(game: Game, rev: int) -> bool:
    """True when the card of that revision already calls whom the game waits for now, in the same round."""
    before = position_at(game, rev)
    then, now = before.waiting(), game.waiting()
    if then is None or now is None or before.round_title() != game.round_title():
        return False
    return (then.players, then.company) == (now.players, now.company)


async def _offer(post: Post) -> None:
    game, key = post.running(), f"offer:{post.payload['offer']}"
    offer = game.state.offers.get(post.payload["offer"])
    if offer is None or await post.card(key) is not None:
        return
    to = post.info.user_of(offer.to)
    page = await offers.offer_card(post.info, game, offer, post.bot.pictures)
    await post.send(page, keep=key, ping=[to] if to else [])


async def _offer_closed(post: Post) -> None:
    card = await post.card(f"offer:{post.payload['offer']}")
    if card is not None:
        said = post.payload
        await post.close(card, offers.offer_result(post.info, said["by"], said["to"], said["how"]))


async def _notice(post: Post) -> None:
    text = told(post.payload)
    await post.send(turn.notice(post.payload["user"], text, master=post.payload.get("master", True)))


async def _over(post: Post) -> None:
    game, old = post.running(), await post.card("turn")
    if post.info.status != "ended":
        return
    if old is not None:
        await post.close(old, turn.turn_result(post.info, game, old.rev))
    page = await turn.end_card(post.info, game, post.payload["reason"], post.bot.pictures)
    users = [s.user for s in post.info.seats if s.user is not None]
    await post.send(page, keep="end", ping=users)
