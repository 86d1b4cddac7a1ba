"""Decides which moves a player must confirm on a page before they are made.

What can be taken back is made at once, since Undo and Oops stand on the page that follows. A page to confirm
comes before what is marked as dangerous or seldom done, the highest of many amounts, the loss of a
presidency, a change in the shares of others, money that a company still needs, a run that is skipped though
it would earn revenue, and the end of the game; and before every move for members who wish it.
"""

from __future__ import annotations

from bot.store.preferences import CONFIRM_ALWAYS
from bot.turn.choosing import chooser
from bot.turn.choosing.forgone import forgone_revenue_text
from bot.turn.session import words
from bot.turn.session.draft import Draft, choice_of
from bot.turn.session.session import TurnSession
from engine import Game, Preview
from engine.api.stories import GameEnded


async def must_be_confirmed(session: TurnSession, draft: Draft) -> bool:
    """Return True if the player must confirm the complete move ``draft`` on a turn page before it is made.

    He confirms dangerous, seldom used and illegal moves, moves with a serious effect (`has_serious_effect`),
    the highest of more than five amounts, and skipping a run that would earn revenue. A member who wishes it
    confirms every move.
    """
    preferences = await session.response.bot.preferences.member_preferences(session.response.user.id)
    choice = choice_of(session.game, session.seat, draft.kind)
    if choice is None or choice.danger or choice.seldom or preferences.confirm == CONFIRM_ALWAYS:
        return True
    if chooser.uses_highest_amount(session, draft):
        return True
    preview = session.preview(draft)
    if preview is None or has_serious_effect(session.game, session.seat, preview):
        return True
    return bool(await forgone_revenue_text(session, draft))


def has_serious_effect(game: Game, seat: str, preview: Preview) -> bool:
    """Return True if a move ends the game, or spends money that the company still needs for a train.

    True also if the player loses a presidency by it, or if it changes the shares of other players. ``game``
    is the state before the move, ``preview`` what it would change.
    """
    if any(isinstance(event, GameEnded) for event in preview.events):
        return True
    if _changes_shares_of_others(game, seat, preview):
        return True
    return bool(words.train_warning(game, preview)) or bool(lost_presidencies(game, seat, preview))


def _changes_shares_of_others(game: Game, seat: str, preview: Preview) -> bool:
    """Return True if a move changes how many percent of a company another player than ``seat`` holds.

    ``game`` is the state before the move, ``preview`` what it would change.
    """
    view = game.view
    return any(
        new_holdings.get(other, 0) != view.holdings(company).get(other, 0)
        for company, new_holdings in preview.shares.items()
        for other in view.seats
        if other != seat
    )


def lost_presidencies(game: Game, seat: str, preview: Preview) -> list[str]:
    """Return the companies (ids) whose presidency the player would lose by his move; [] if none.

    ``game`` is the state before the move, ``preview`` what it would change.
    """
    view, companies = game.view, []
    for company, new_holdings in preview.shares.items():
        old_holdings = view.holdings(company)
        if view.president(company) != seat or new_holdings.get(seat, 0) >= old_holdings.get(seat, 0):
            continue
        if any(
            new_holdings.get(other, 0) > new_holdings.get(seat, 0) for other in view.seats if other != seat
        ):
            companies.append(company)
    return companies
