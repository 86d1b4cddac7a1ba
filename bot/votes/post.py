"""Posts the vote on taking moves back: one card, edited with each answer and at its end."""

from __future__ import annotations

from bot.post.deliver import posts
from bot.post.message import Post
from bot.post.sender import Obsolete
from bot.votes import undo
from bot.votes.pages import vote_card, vote_result

CARD = "undo"


@posts("undo_vote")
async def _vote(post: Post) -> None:
    vote, game = await undo.open_vote(post.bot.games, post.info.id), post.running()
    if vote is None or vote.rev != game.rev:
        raise Obsolete("the vote is over")
    page, card = vote_card(post.info, game, vote), post.cards.get(CARD)
    if card is None or not await post.edit(card, page):
        await post.send(page, card=CARD, ping=post.users(vote.needed))


@posts("undo_closed")
async def _closed(post: Post) -> None:
    card = post.cards.get(CARD)
    if card is not None:
        await post.finish(card, vote_result(post.payload["how"], post.payload["by"]))
