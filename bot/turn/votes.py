"""Votes that wait for a member's answer, on his own page: about moves to take back, clocks and seats."""

from __future__ import annotations

from bot.absence.pages import vote_head, vote_items
from bot.chat.figures import plain
from bot.chat.frame import GOOD, Sheet
from bot.chat.press import Press, button
from bot.turn.session import TurnSession
from bot.votes import undo
from bot.votes.ballots import voters
from bot.votes.rows import UndoVote as Vote
from bot.votes.rows import Vote as SeatVote
from bot.words import t, tn

SHOWN = 2
"""Votes of the table on the page; each takes a row or two."""


async def add_votes(session: TurnSession, sheet: Sheet) -> None:
    """Put what the member is asked on a page, with the buttons that answer it."""
    games, user = session.answer.bot.games, session.answer.user.id
    mine = await undo.open_vote(games, session.info.id)
    if mine is not None and set(mine.open_for) & set(session.info.seats_of(user)):
        _undo(session, sheet, mine)
    asked = [v for v in await undo.open_votes(games, session.info.id) if _is_asked(session, v, user)]
    for vote in asked[:SHOWN]:
        sheet.texts.append(vote_head(session.info, session.game, vote))
        sheet.rows += vote_items(session.info, session.game, vote)


def _undo(session: TurnSession, sheet: Sheet, vote: Vote) -> None:
    back = sum(record.seq > vote.to for record in session.game.active)
    name = plain(session.view.name(vote.seat))
    asked = tn(
        "{name} asks to take back {count} move, of yours: the card of the vote says more.",
        "{name} asks to take back {count} moves, of yours, too: the card of the vote says more.",
        back, name=name,
    )  # fmt: skip
    sheet.texts.append(f"### {asked}")
    yes, no = (Press(session.info.id, vote.rev, verb) for verb in ("undo_yes", "undo_no"))
    sheet.buttons([button(yes, t("Agree"), style=GOOD), button(no, t("Refuse"))])


def _is_asked(session: TurnSession, vote: SeatVote, user: int) -> bool:
    """Whether the member has a voice in it and has not used it."""
    return user in voters(session.info, vote.seat) and user not in {who for who, _ in vote.ballots}
