"""Posts what the service queued: each message at least once, and once where Discord answers.

All that is drawn and said comes from one committed revision. The row of a message goes in the transaction
that notes what was posted; what was sent before a crash is found again (see `bot.post.message`). A call is told by
whichever card comes first after it is due, and by no other.

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
| `undo_vote`, `undo_closed` | a vote on taking moves back (`bot.votes.post`) |
| `offer`, `offer_closed` | a message that calls the other side; edited when it is settled |
| `notice` | an intervention, told to all |
| `game_over` | the ranking |

Another part registers its own kinds: ``@posts("reminder")`` on ``async def f(post: Post)``, which raises
`Moot` when there is nothing to say any more and `Postpone` when it is not yet the time.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.calls import manners
from bot.calls import service as waits
from bot.cards import turn
from bot.cards.end import end_card
from bot.cards.quick import (
    oops,
    quick_answers,
)
from bot.chat.respond import Page
from bot.chat.station import Station
from bot.post.message import (
    LATE,
    Post,
)
from bot.post.outbox import (
    Moot,
    Postpone,
    Statement,
)
from bot.settings import locale as manner
from bot.store import outbox, postings
from bot.store.game_rows import CardInfo, now
from bot.table import pages as setup
from bot.turn import offer_card as offers
from bot.words import told
from bot.work.priority import (
    Rank,
    rank_as,
)
from engine import Game, game_at

log = logging.getLogger(__name__)

FORBIDDEN_WAIT, LONGEST_WAIT = 300.0, 3600.0
"""Seconds. A missing permission is not mended at once, and refused requests count against the bot."""

UNKNOWN_CHANNEL = 10003
LOST_WAIT = 60.0
"""Seconds between two looks for a message that was lost."""

Kind = Callable[[Post], Awaitable[None]]
KINDS: dict[str, Kind] = {}


def posts(*kinds: str) -> Callable[[Kind], Kind]:
    """Register what posts rows of these kinds."""

    def register(kind: Kind) -> Kind:
        KINDS.update(dict.fromkeys(kinds, kind))
        return kind

    return register


class Postman:
    """Turns what the outbox hands over into messages."""

    def __init__(self, bot: Station, clock: Callable[[], int] = now) -> None:
        self._bot, self._clock = bot, clock

    async def __call__(self, row: outbox.Row) -> Statement:
        """Post one message, and say how to note it; raises Moot or Postpone when there is none now."""
        rank_as(Rank.CARD)
        standing, kind = await self._bot.games.standing(row.game), KINDS.get(row.kind)
        if standing is None:
            raise Moot("the game is gone")
        if kind is None:
            raise Postpone(LONGEST_WAIT, f"nothing here posts {row.kind}")
        await manner.for_all(self._bot, standing.info.guild)
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


@posts("setup_card")
async def _setup(post: Post) -> None:
    page, card = setup.setup_card(post.info), post.cards.get("setup")
    if card is not None and _stays(post, card) and await post.edit(card, page):
        return
    if card is not None and not _stays(post, card):
        await post.delete(card)
    if not post.payload.get("edit"):
        await post.send(page, keep="setup")


def _stays(post: Post, card: CardInfo) -> bool:
    """Whether a card may be changed where it stands: nobody wants it elsewhere."""
    return not post.payload.get("anew") and card.channel == post.info.channel


@posts("table_full")
async def _full(post: Post) -> None:
    if post.info.status == "lobby" and setup.is_full(post.info):
        await post.send(setup.full_table(post.info), ping=[post.info.owner])


@posts("again")
async def _made_again(post: Post) -> None:
    others = [s.user for s in post.info.seats if s.user is not None and s.user != post.info.owner]
    if post.info.status == "lobby" and others:
        await post.send(setup.made_again(post.info), ping=await manners.callable_now(post, others))


@posts("turn_card")
async def _turn(post: Post) -> None:
    game, old, call = post.running(), post.cards.get("turn"), post.call()
    waiting = game.waiting()
    if waiting is None or post.info.status == "ended":
        return
    page = await _card(post, game, await _oops_until(post, game))
    if old is not None and call is None and _stays(post, old) and _same(game, old.rev):
        if await post.edit(old, page):
            return
    elif old is not None:
        await post.close_turn(old)
    users = await manners.called_by_card(post, post.users(waiting.players)) if call else []
    await post.send(page, keep="turn", ping=users, call=call)


async def _card(post: Post, game: Game, oops: int | None = None) -> Page:
    clocks = (await waits.deadlines(post.bot.games, post.info.id)).values()
    answers = partial(quick_answers, post.bot, post.info, game)
    return await turn.turn_card(post.info, game, post.bot.pictures, answers, min(clocks, default=None), oops)


async def _oops_until(post: Post, game: Game) -> int | None:
    """Until when the last move may be taken back on the card: as long as the table holds its calls back."""
    begun = [wait.since for wait in await waits.waits_in(post.bot.games, post.info.id)]
    until = max(begun, default=0) + int(post.info.settings.get(outbox.PING_AFTER) or 0)
    free = until > post.bot.games.clock() and oops(post.info, game, until) is not None
    return until if free else None


@posts("oops_over")
async def _oops_over(post: Post) -> None:
    """Whoever is to act is called now: the card stands without the button."""
    game, card = post.running(), post.cards.get("turn")
    if card is None or game.rev != post.payload["rev"] or game.waiting() is None:
        raise Moot("the card is of another moment")
    await post.edit(card, await _card(post, game))


@posts("step_card")
async def _step(post: Post) -> None:
    """The turn goes on: its card shows the step as it is now."""
    game, card = post.running(), post.cards.get("turn")
    if card is None or post.info.status == "ended" or not _same(game, card.rev):
        raise Moot("the card is of another moment")
    await post.edit(card, await _card(post, game, await _oops_until(post, game)))


def _same(game: Game, rev: int) -> bool:
    """True when the card of that revision already calls whom the game waits for now, in the same round."""
    before = game_at(game, rev)
    then, now = before.waiting(), game.waiting()
    if then is None or now is None or before.round_title() != game.round_title():
        return False
    return (then.players, then.company) == (now.players, now.company)


@posts("call")
async def _call(post: Post) -> None:
    call, waiting = post.call(), post.game.waiting() if post.game else None
    if call is None or waiting is None:
        raise Moot("nobody is to be called any more")
    post.owe(outbox.Note("oops_over", {"rev": post.rev}, latest_only=True))
    page = turn.call_page(post.info, post.running(), post.cards.get("turn"))
    users = await manners.called_by_card(post, post.users(waiting.players))
    if not users:
        post.heard(call)
        return
    await post.send(page, ping=users, call=call)


@posts("close_card")
async def _close(post: Post) -> None:
    said, then = post.payload, game_at(post.running(), post.payload["to"])
    card = CardInfo("turn", said["channel"], said["message"], said["from"])
    try:
        await post.result(card, turn.turn_result(post.info, then, card.rev))
    except discord.NotFound as gone:
        raise Moot("the card is gone") from gone


@posts("lost_card")
async def _lost(post: Post) -> None:
    said = post.payload
    card = CardInfo("lost", said["channel"], said["message"], said["from"])
    try:
        await post.change(card, turn.lost_page(post.info))
    except discord.NotFound as gone:
        raise Moot("the card is gone") from gone


@posts("tidy")
async def _tidy(post: Post) -> None:
    lost = await post.bot.store.ask(lambda conn: postings.lost(conn, post.info.id))
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


@posts("offer")
async def _offer(post: Post) -> None:
    game, key = post.running(), f"offer:{post.payload['offer']}"
    offer = game.state.offers.get(post.payload["offer"])
    if offer is None or key in post.cards:
        return
    to = post.info.player_of(offer.to)
    page = await offers.offer_card(post.info, game, offer, post.bot.pictures)
    await post.send(page, keep=key, ping=await manners.called_by_offer(post, to, offer.id))


@posts("offer_closed")
async def _offer_closed(post: Post) -> None:
    card = post.cards.get(f"offer:{post.payload['offer']}")
    if card is not None:
        said = post.payload
        page = offers.offer_result(post.info, said["by"], said["to"], said["how"], said.get("deal", ""))
        await post.finish(card, page)


@posts("notice")
async def _notice(post: Post) -> None:
    text = told(post.payload)
    await post.send(turn.notice(post.payload["user"], text, master=post.payload.get("master", True)))


@posts("game_over")
async def _over(post: Post) -> None:
    game, old = post.running(), post.cards.get("turn")
    if post.info.status != "ended":
        return
    if old is not None:
        await post.close_turn(old)
    page = await end_card(post.info, game, post.payload["reason"], post.bot.pictures)
    users = [s.user for s in post.info.seats if s.user is not None]
    await post.send(page, keep="end", ping=await manners.callable_now(post, users))
