"""The last buttons of the first page of a turn: undo, trial turns, and what is reached at any time."""

from __future__ import annotations

from bot.absence.pages import play_myself_again_button
from bot.chat.press import BotItem, button
from bot.computers.hints import are_hints_allowed
from bot.turn.pages.taking_back import count_moves_undone_with_own
from bot.turn.pages.trials import trial_last_buttons
from bot.turn.session import button_names
from bot.turn.session.session import TurnSession
from bot.votes.undo import affected_seats, can_undo_at_once
from bot.words import t, with_ellipsis
from engine.api.moves import Subject

MAX_COMPANIES = 3
"""The maximum number of companies whose next turn has a button to try it out."""


def last_buttons(session: TurnSession) -> list[BotItem]:
    """Return the last buttons of a turn's first page: undo, restart, redo, More, trial turns, Auto, Refresh.

    All but Auto and Refresh are left out if they can do nothing. If a computer player plays the seat, a
    button that ends this comes first. In a trial, the buttons are those of `trial_last_buttons`.
    """
    if session.trial is not None:
        return trial_last_buttons(session)
    items = []
    if session.seat in session.info.computer_levels:
        items.append(play_myself_again_button(session.info.id, session.revision, session.seat))
    if can_undo_last_move(session):
        label = t("Undo step") if session.is_to_act else t("Oops, take it back")
        label = with_ellipsis(label) if count_moves_undone_with_own(session) else label
        items.append(button(session.press_for(button_names.UNDO_MOVE), label))
    if can_restart_turn(session):
        items.append(button(session.press_for(button_names.RESTART_TURN), t("Restart turn")))
    last_record = session.game.log[-1]
    if last_record.kind == "undo" and last_record.by == session.seat:
        items.append(button(session.press_for(button_names.REDO_MOVE), t("Redo")))
    if session.moves_at_any_time() or session.view.state.offers:
        items.append(button(session.press_for(button_names.SHOW_OFFERS), t("More…")))
    return [
        *items,
        *_plan_turn_buttons(session),
        button(session.press_for(button_names.SHOW_ORDERS), t("Auto…")),
        button(session.press_for(button_names.SHOW_FIRST_PAGE), t("Refresh")),
    ]


def _plan_turn_buttons(session: TurnSession) -> list[BotItem]:
    """Return the button that proposes the rest of the turn, or those that try out a next turn.

    A player who is to act gets the first, if a company acts, no forced decision interrupts its turn, and the
    game has hints: a computer player then proposes the moves. Another player gets the others: one for each of
    their floated companies, at most three, and in a stock round one for themselves. Returns [] if the game is
    not running.
    """
    if session.info.status != "running":
        return []
    if session.is_to_act:
        can_propose = (
            session.company is not None and not session.view.state.pending and are_hints_allowed(session.info)
        )
        has_begun = session.game.turn_start() < max(record.number for record in session.game.active_records)
        label = t("The rest of my turn") if has_begun else t("My whole turn")
        return [button(session.press_for(button_names.PROPOSE_TURN), label)] if can_propose else []
    own_companies = [
        company for company in session.view.presided(session.seat) if session.view.company(company).floated
    ][:MAX_COMPANIES]
    buttons = [
        button(session.press_for(button_names.BEGIN_TRIAL, company), t("Try out {company}", company=company))
        for company in own_companies
    ]
    if session.next_decision is not None and session.next_decision.subject is Subject.STOCK:
        buttons.insert(0, button(session.press_for(button_names.BEGIN_TRIAL, ""), t("Try out my turn")))
    return buttons


def can_undo_last_move(session: TurnSession) -> bool:
    """Return True if the player of a turn page can undo their last move at once, without a vote.

    The consent of computer players is not needed.
    """
    return can_undo_at_once(session.game, session.seat, session.info.computer_levels)


def can_restart_turn(session: TurnSession) -> bool:
    """Return True if the player of a turn page is to act and can undo all moves of this turn without a vote.

    Returns False if the turn has only one move so far, or none.
    """
    if not session.is_to_act:
        return False
    start = session.game.turn_start()
    turn_records = [record for record in session.game.active_records if record.number > start]
    return len(turn_records) > 1 and not affected_seats(session.game, session.seat, start)
