"""The messages of votes and of seats that are to be had."""

from __future__ import annotations

from bot.absence import pages
from bot.absence import service as absences
from bot.absence import votes as seat_votes
from bot.calls.manners import callable_now
from bot.cards.maps import at_once, drawn_of
from bot.post.deliver import posts
from bot.post.message import Post
from bot.post.sender import Obsolete
from bot.votes.ballots import voters


@posts("vote")
async def _vote(post: Post) -> None:
    vote = await seat_votes.vote_of(post.bot.games, post.payload["vote"])
    if vote is None:
        raise Obsolete("the vote is gone")
    key = f"vote:{vote.id}"
    card, page = post.cards.get(key), pages.vote_page(post.info, post.running(), vote)
    if card is None and vote.closed is None:
        # Who rests now sees the vote later; nothing hangs on him alone.
        await post.send(page, card=key, ping=await callable_now(post, voters(post.info, vote.seat)))
    elif card is not None and vote.closed is None:
        if not await post.edit(card, page):
            await post.send(page, card=key)
    elif card is not None:
        await post.finish(card, page)


@posts("seat_free")
async def _seat_free(post: Post) -> None:
    game, seat = post.running(), post.payload["seat"]
    if (
        seat not in await absences.seats_to_be_had(post.bot.games, post.info.id)
        or post.info.status == "ended"
    ):
        raise Obsolete("the seat is not to be had any more")
    drawn = await drawn_of(post.bot.pictures, post.info.id, game, at_once(game.view))
    key = f"seat:{seat}"
    old = post.cards.get(key)
    if old is not None:
        await post.delete(old)
    await post.send(pages.seat_page(post.info, game, seat, [drawn] if drawn else []), card=key)


@posts("seat_taken")
async def _seat_taken(post: Post) -> None:
    card = post.cards.get(f"seat:{post.payload['seat']}")
    if card is None:
        raise Obsolete("no message offers the seat")
    await post.finish(card, pages.seat_taken(post.info))
