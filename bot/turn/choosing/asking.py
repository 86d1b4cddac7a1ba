"""Decides which moves a player must confirm on a page before they are made.

A move that can be undone is made at once, since the page that follows has the buttons Undo and Oops. A page
asks to confirm moves that are marked as dangerous or rarely used, the maximum of many amounts, the loss of a
presidency, a change in the shares of others, spending money that a company still needs, skipping a run that
would earn revenue, and the end of the game. Members can choose to confirm every move.
"""

from __future__ import annotations

from bot.store.preferences import CONFIRM_ALWAYS
from bot.turn.choosing import chooser
from bot.turn.choosing.forgone import forgone_revenue_text
from bot.turn.session import words
from bot.turn.session.draft import Draft, legal_move_of_kind
from bot.turn.session.session import TurnSession
from engine import Game, Preview
from engine.api.stories import GameEnded


async def must_be_confirmed(session: TurnSession, draft: Draft) -> bool:
    """Return True if the player must confirm the complete move ``draft`` on a turn page before it is made.

    Confirmation is needed for dangerous, rarely used and illegal moves, for moves with a serious effect
    (`has_serious_effect`), for the maximum of more than five legal amounts, for skipping a run that would
    earn revenue, and, if the member's preferences say so, for every move.
    """
    preferences = await session.response.bot.preferences.member_preferences(session.response.user.id)
    legal_move = legal_move_of_kind(session.game, session.seat, draft.kind)
    if legal_move is None or legal_move.danger or legal_move.seldom or preferences.confirm == CONFIRM_ALWAYS:
        return True
    if chooser.uses_maximum_amount(session, draft):
        return True
    preview = session.preview(draft)
    if preview is None or has_serious_effect(session.game, session.seat, preview):
        return True
    return bool(await forgone_revenue_text(session, draft))


def has_serious_effect(game: Game, seat: str, preview: Preview) -> bool:
    """Return True if a move would change the game in a way that the player should confirm.

    These are: the end of the game, spending money that the company still needs for a train, the loss of a
    presidency by the player, and a change of other players' shares. ``game`` is the state before the move,
    ``preview`` what the move would change.
    """
    if any(isinstance(event, GameEnded) for event in preview.events):
        return True
    if _changes_shares_of_others(game, seat, preview):
        return True
    return bool(words.train_warning(game, preview)) or bool(lost_presidencies(game, seat, preview))


def _changes_shares_of_others(game: Game, seat: str, preview: Preview) -> bool:
    """Return True if a move changes which percentage of a company a player other than ``seat`` holds.

    ``game`` is the state before the move, ``preview`` what the move would change.
    """
    view = game.view
    return any(
        new_holdings.get(other, 0) != view.holdings(company).get(other, 0)
        for company, new_holdings in preview.shares.items()
        for other in view.seats
        if other != seat
    )


def lost_presidencies(game: Game, seat: str, preview: Preview) -> list[str]:
    """Return the companies (ids) whose presidency the player ``seat`` would lose by a move; [] if none.

    ``game`` is the state before the move, ``preview`` what the move would change.
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
