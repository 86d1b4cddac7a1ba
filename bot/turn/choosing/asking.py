"""Return True if a move that is complete is asked about once more, or made at once.

What can be taken back is made at once, since Undo and Oops stand on the page that follows. A page to confirm
comes before what is marked as dangerous or seldom done, the highest of many amounts, the loss of a
presidency, money that a company still needs, and the end of the game; and before every move for members who
wish it.
"""

from __future__ import annotations

from bot.settings.service import ALWAYS
from bot.turn.choosing import chooser
from bot.turn.session import words
from bot.turn.session.draft import Draft, choice_of
from bot.turn.session.session import TurnSession
from engine import Action, Game, Preview
from engine.api.stories import GameEnded


async def asks_first(session: TurnSession, draft: Draft) -> bool:
    """Return True if a complete draft has a page to confirm before it is submitted."""
    settings = await session.answer.bot.settings.member(session.answer.user.id)
    choice = choice_of(session.game, session.seat, draft.kind)
    if choice is None or choice.danger or choice.seldom or settings.confirm == ALWAYS:
        return True
    if chooser.is_maximum_amount(session, draft):
        return True
    preview = words.preview_or_none(session.game, Action(draft.kind, session.seat, draft.args))
    return preview is None or is_grave(session.game, session.seat, preview)


def is_grave(game: Game, seat: str, preview: Preview) -> bool:
    """Return True if a move ends the game, loses a presidency or spends what a company still needs."""
    if any(isinstance(event, GameEnded) for event in preview.events):
        return True
    return bool(words.train_warning(game, preview)) or bool(lost_presidencies(game, seat, preview))


def lost_presidencies(game: Game, seat: str, preview: Preview) -> list[str]:
    """Return the companies of which the seat would lose the presidency: another holds more in ``preview``."""
    view, found = game.view, []
    for company, after in preview.shares.items():
        before = view.holdings(company)
        if view.president(company) != seat or after.get(seat, 0) >= before.get(seat, 0):
            continue
        if any(after.get(other, 0) > after.get(seat, 0) for other in view.seats if other != seat):
            found.append(company)
    return found
