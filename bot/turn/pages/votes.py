"""Open votes on the member's private page."""

from __future__ import annotations

from bot.chat.frame import PageBuilder
from bot.turn.session.session import TurnSession
from bot.votes.kinds import VoteContext, vote_kind_of
from bot.votes.pages import vote_component_rows
from bot.votes.rows import Vote
from bot.votes.service import list_open_votes

MAX_VOTES = 3
"""The maximum number of votes on the page; each takes a row or two."""


async def add_open_votes(session: TurnSession, builder: PageBuilder) -> None:
    """Add to the member's turn page the open votes in which they can still vote, with the voting buttons.

    At most three are shown: kinds of votes with ``comes_first`` first, otherwise the oldest first.
    """
    user_id = session.response.user.id
    votes = [
        open_vote
        for open_vote in await list_open_votes(session.response.bot.games, session.info.id)
        if _may_vote(session, open_vote, user_id)
    ]
    for vote in sorted(votes, key=lambda open_vote: not vote_kind_of(open_vote).comes_first)[:MAX_VOTES]:
        context = VoteContext(session.info, session.game, vote)
        builder.texts.append(vote_kind_of(vote).short_question(context))
        builder.rows += vote_component_rows(context)


def _may_vote(session: TurnSession, vote: Vote, user_id: int) -> bool:
    """Return True if the user ``user_id`` is a voter in ``vote`` and has not cast a ballot yet."""
    return user_id in vote_kind_of(vote).voter_ids(session.info, vote) and user_id not in dict(vote.ballots)
