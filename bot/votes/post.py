"""Posts the card of a vote, edits the card after each ballot, and closes it."""

from __future__ import annotations

from bot.post.deliver import posts
from bot.post.message import PostContext
from bot.post.sender import Obsolete
from bot.votes import service
from bot.votes.kinds import vote_kind_of
from bot.votes.pages import vote_page


@posts("vote")
async def _post_vote(post: PostContext) -> None:
    """Post or edit the card of a vote in the channel; edit it for the last time when the vote is closed.

    The payload has the ``vote`` (id). Only the first card of a vote pings, not a card that replaces a deleted
    one. Raises Obsolete if the vote is gone, if it was closed before a card was posted, or if the game has
    not started; Postpone if the bot cannot write in the channel; and discord.HTTPException if Discord
    refuses.
    """
    vote = await service.vote_by_id(post.bot.games, post.payload["vote"])
    if vote is None:
        raise Obsolete("the vote is gone")
    card_kind = f"vote:{vote.id}"
    card = post.cards.get(card_kind)
    if card is None and vote.closed_at is not None:
        raise Obsolete("the vote is over, and no message asks")
    page = vote_page(post.info, post.require_started_game(), vote)
    if card is None:
        await post.send(
            page, card_kind=card_kind, mentions=await vote_kind_of(vote).users_to_ping(post, vote)
        )
    elif vote.closed_at is not None:
        await post.finish_card(card, page)
    elif not await post.edit_card(card, page):
        await post.send(page, card_kind=card_kind)
