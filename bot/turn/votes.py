"""Open votes on the member's private page."""

from __future__ import annotations

from bot.chat.frame import Sheet
from bot.turn.session import TurnSession
from bot.votes.kinds import VoteContext, kind_of
from bot.votes.pages import vote_items
from bot.votes.rows import Vote
from bot.votes.service import open_votes

SHOWN = 3
"""Votes on the page at most; each takes a row or two."""


async def add_votes(session: TurnSession, sheet: Sheet) -> None:
    """Add the votes that await the member's answer to a page, with buttons to answer."""
    user = session.answer.user.id
    found = [
        v for v in await open_votes(session.answer.bot.games, session.info.id) if _may_vote(session, v, user)
    ]
    for vote in sorted(found, key=lambda v: not kind_of(v).first)[:SHOWN]:
        asked = VoteContext(session.info, session.game, vote)
        sheet.texts.append(kind_of(vote).short_question(asked))
        sheet.rows += vote_items(asked)


def _may_vote(session: TurnSession, vote: Vote, user: int) -> bool:
    """Return whether the member may vote and has not voted yet."""
    return user in kind_of(vote).voters(session.info, vote) and user not in dict(vote.ballots)
