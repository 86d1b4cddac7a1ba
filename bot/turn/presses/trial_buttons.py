"""What the buttons of a trial turn do: begin it, have moves proposed, change a move, make all moves."""

from __future__ import annotations

from dataclasses import replace

from bot.chat.press import Press
from bot.chat.respond import UserError
from bot.computers.hints import are_hints_allowed, give_turn_hint
from bot.games import moves
from bot.games.outcome import Outcome
from bot.turn.pages import trials
from bot.turn.pages.workspace import turn_page_button_handler
from bot.turn.session import button_names
from bot.turn.session.session import TurnSession
from bot.turn.session.trial import Trial
from bot.words import t
from bot.work.pool import PoolError


def _require_trial(session: TurnSession) -> Trial:
    """Return the trial of the user's turn page; raises UserError if no turn is tried out.

    A trial has the planned moves of a turn, which are made on a copy of the game only.
    """
    if session.trial is None:
        raise UserError(t("There is no trial turn any more; `/turn` shows what you can do."))
    return session.trial


def _set_move_list_visible(session: TurnSession, *, is_visible: bool = True) -> None:
    """Set whether the page of a trial lists the planned moves, or asks for the next move.

    There must be a trial.
    """
    assert session.trial is not None
    session.trial, session.is_draft_unsaved = replace(session.trial, shows_list=is_visible), True


@turn_page_button_handler(button_names.PROPOSE_TURN, needs_current_draft=False)
async def _propose_turn(session: TurnSession, press: Press) -> None:
    """Handle [My whole turn], [The rest of my turn] and [Propose the rest]: let a computer player propose.

    The moves that a strong computer player would make are added to the trial (a new one if there is none),
    whose moves are listed then. Raises UserError if the game has no hints, if nothing is found in time, or if
    there is no trial and the player is not to act.
    """
    if not are_hints_allowed(session.info):
        raise UserError(t("This table plays without hints."))
    if session.trial is None and not session.is_to_act:
        raise UserError(t("You are not on turn now."))
    bot, trial = session.response.bot, session.trial or Trial(session.company or "")
    try:
        turn_moves = await give_turn_hint(bot.games, bot.pool, session.info, session.game, session.seat)
    except PoolError as error:
        raise UserError(t("Nothing was found in time; ask again.")) from error
    session.try_out(replace(trial, moves=(*trial.moves, *turn_moves), later_moves=()))
    _set_move_list_visible(session)


@turn_page_button_handler(button_names.BEGIN_TRIAL, needs_current_draft=False)
async def _begin_trial(session: TurnSession, press: Press) -> None:
    """Handle [Try out …]: let the player try out the next turn of a company, or their own.

    The moves are made on a copy of the game. ``press.argument_text`` is the company's id, "" for the player's
    own turn. If it is the player's turn already, the current turn is tried out. Raises UserError if the turn
    cannot begin now.
    """
    if not session.try_out(Trial(press.argument_text, is_later_turn=not session.is_to_act)):
        raise UserError(t("This turn cannot be tried out now."))


@turn_page_button_handler(button_names.CHOOSE_MOVE_ANEW, needs_current_draft=False)
async def _reopen_planned_move(session: TurnSession, press: Press) -> None:
    """Handle the menu of a trial's moves: ask for the selected move again.

    The press carries the index of the move, from 0; an index beyond the last move means the last move. The
    moves after it follow as far as they are legal then. Raises UserError if there is no trial, InvalidInput
    if the press carries no number.
    """
    trial = _require_trial(session)
    session.try_out(trial.with_move_reopened(trials.planned_move_index(trial, press.value)))


@turn_page_button_handler(button_names.GO_ON_BY_HAND, needs_current_draft=False)
async def _go_on_by_hand(session: TurnSession, press: Press) -> None:
    """Handle [Go on by hand]: hide the list of planned moves, and ask for the next move of the trial.

    Raises UserError if there is no trial.
    """
    _require_trial(session)
    _set_move_list_visible(session, is_visible=False)


@turn_page_button_handler(button_names.LIST_TRIAL_MOVES, needs_current_draft=False)
async def _list_trial_moves(session: TurnSession, press: Press) -> None:
    """Handle [The whole plan]: show the list of all planned moves of the trial.

    Raises UserError if there is no trial.
    """
    session.try_out(_require_trial(session))
    _set_move_list_visible(session)


@turn_page_button_handler(button_names.REMOVE_LAST_MOVE, needs_current_draft=False)
async def _remove_last_move(session: TurnSession, press: Press) -> None:
    """Handle [Take back the last]: remove the last planned move of the trial.

    The press carries the number of moves that its page showed, so that nothing changes if an earlier press
    has removed the move. Raises UserError if there is no trial, InvalidInput if the press carries no number.
    """
    trial = _require_trial(session)
    session.try_out(trials.without_last_move(trial, press.number_argument()))
    _set_move_list_visible(session, is_visible=trial.shows_list)


@turn_page_button_handler(button_names.LEAVE_TRIAL, needs_current_draft=False)
async def _leave_trial(session: TurnSession, press: Press) -> None:
    """Handle [Leave the trial]: drop the planned moves of the trial, and show the game as it is."""
    session.try_out(None)


@turn_page_button_handler(
    button_names.MAKE_ALL_MOVES, needs_current_draft=False, needs_current_revision=False
)
async def _make_all_moves(session: TurnSession, press: Press) -> Outcome:
    """Handle [Do all of this]: make all planned moves of the trial, or none if one is refused.

    Returns the outcome; a refusal is an outcome, too. Raises UserError if there is no trial, if it has no
    moves, or if its turn has not come.
    """
    trial = _require_trial(session)
    if trial.is_later_turn or not trial.moves:
        raise UserError(t("This turn has not come yet."))
    return await moves.make_moves(
        session.response.bot.games, session.info.id, session.response.user.id, list(trial.moves),
        revision=press.revision, interaction_id=session.response.id, seat=session.seat,
    )  # fmt: skip
