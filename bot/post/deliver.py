"""Posts what the service queued: each message at least once, and once where Discord answers.

All that is drawn and said comes from one committed revision. The row of a message goes in the transaction
that notes what was posted; what was sent before a crash is found again (see `bot.post.message`). A call is
told by whichever card comes first after it is due, and by no other.

| row | message |
| --- | --- |
| `setup_card` | the table's card, edited in place |
| `turn_card` | a new card with the one ping, the card before shows what came of its turn; an edit if none |
| `call` | calls whoever is to act, where the table waits before it pings |
| `close_card` | an old card that refused its last edit |
| `oops_over` | the turn's card, without the button that took a move back until the call |
| `tidy` | looks for what was sent without an answer and superseded meanwhile |
| `table_full` | calls the owner, who can start |
| `again` | calls those who have a seat at a table that was made again |
| `vote` | a vote of the table: its card, edited with each ballot and at its end (`bot.votes.post`) |
| `offer`, `offer_closed` | a message that calls the other side; edited when it is settled |
| `notice` | an intervention, told to all |
| `game_over` | the ranking |

Another part registers its own kinds: ``@posts("reminder")`` on ``async def f(post: Post)``, which raises
`Obsolete` when there is nothing to say any more and `Postpone` when it is not yet the time.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.cards import turn
from bot.chat.station import Station
from bot.post.message import LATE, Post
from bot.post.sender import Obsolete, Postpone, Statement
from bot.settings import locale
from bot.store import outbox, postings
from bot.store.game_rows import CardInfo, now
from bot.work.priority import Rank, set_rank
from bot.work.registry import Registry
from engine import game_at

log = logging.getLogger(__name__)

FORBIDDEN_WAIT, LONGEST_WAIT = 300.0, 3600.0
"""Seconds. A missing permission is not mended at once, and refused requests count against the bot."""

UNKNOWN_CHANNEL = 10003
LOST_WAIT = 60.0
"""Seconds between two looks for a message that was lost."""

Kind = Callable[[Post], Awaitable[None]]
KINDS = Registry[Kind]("messages that are owed")
posts = KINDS.add
"""Registers what posts rows of these kinds."""


class Postman:
    """Turns what the outbox hands over into messages."""

    def __init__(self, bot: Station, clock: Callable[[], int] = now) -> None:
        self._bot, self._clock = bot, clock

    async def __call__(self, row: outbox.Row) -> Statement:
        """Post one message, and say how to note it; raises Obsolete or Postpone when there is none now."""
        set_rank(Rank.CARD)
        standing, kind = await self._bot.games.standing(row.game), KINDS.get(row.kind)
        if standing is None:
            raise Obsolete("the game is gone")
        if kind is None:
            raise Postpone(LONGEST_WAIT, f"nothing here posts {row.kind}")
        await locale.for_all(self._bot, standing.info.guild)
        post = Post(self._bot, row, standing, self._clock)
        try:
            if not await post.recover():
                await kind(post)
        except discord.Forbidden as error:
            log.warning("game %s: the bot may not post in its channel: %s", row.game, error)
            raise _later(row, f"the bot may not post there: {error}") from error
        except discord.RateLimited as error:
            raise Postpone(error.retry_after, "Discord asks to wait") from error
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise _later(row, "the channel is gone") from error
            raise
        return post.note


def _later(row: outbox.Row, why: str) -> Postpone:
    return Postpone(min(FORBIDDEN_WAIT * 2.0 ** min(row.attempts, 10), LONGEST_WAIT), why)


def stays(post: Post, card: CardInfo) -> bool:
    """Whether a card may be changed where it stands: nobody wants it elsewhere."""
    return not post.payload.get("anew") and card.channel == post.info.channel


@posts("close_card")
async def _close(post: Post) -> None:
    said, then = post.payload, game_at(post.running(), post.payload["to"])
    card = CardInfo("turn", said["channel"], said["message"], said["from"])
    try:
        await post.result(card, turn.turn_result(post.info, then, card.rev))
    except discord.NotFound as gone:
        raise Obsolete("the card is gone") from gone


@posts("lost_card")
async def _lost(post: Post) -> None:
    said = post.payload
    card = CardInfo("lost", said["channel"], said["message"], said["from"])
    try:
        await post.change(card, turn.lost_page(post.info))
    except discord.NotFound as gone:
        raise Obsolete("the card is gone") from gone


@posts("tidy")
async def _tidy(post: Post) -> None:
    lost = await post.bot.store.read(lambda conn: postings.lost(conn, post.info.id))
    waits = False
    for posting in lost:
        message = await post.find(posting)
        if message is not None:
            await post.put_away(posting, message)
        elif post.clock() < posting.since + LATE:
            waits = True
        else:
            await post.give_up(posting)
    if waits:
        raise Postpone(LOST_WAIT, "a message may still turn up")
