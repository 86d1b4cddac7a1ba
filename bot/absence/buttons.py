"""Handlers of the buttons of free seats, of computers that play seats, and of votes about absent players."""

from __future__ import annotations

from bot.absence import computer_proxies
from bot.absence import service as absence_service
from bot.absence import votes as seat_votes
from bot.chat.buttons import button_handler
from bot.chat.current_game import pressed_game_info
from bot.chat.press import Press
from bot.chat.respond import Ack, Answer, UserError
from bot.computers.words import LEVELS
from bot.games.outcome import OUTCOME_SENTENCES
from bot.table.outcome_texts import show_outcome
from bot.words import t


@button_handler("take_seat", ack=Ack.PRIVATE)
async def _take_seat(answer: Answer, press: Press) -> None:
    """Handle [Take the seat] on the card of a free or offered seat: let the others vote on giving it.

    Without others to vote, the member gets the seat at once. Confirmed or refused in private.
    """
    outcome = await absence_service.take_seat(
        answer.bot.games,
        press.game_id,
        answer.user.id,
        answer.user.display_name,
        press.arg,
        interaction_id=answer.id,
    )
    await show_outcome(answer, outcome)


@button_handler("keep_seat", ack=Ack.PRIVATE)
async def _keep_seat(answer: Answer, press: Press) -> None:
    """Handle [keep it] on the card by which a player offers his seat to others: withdraw the offer.

    Confirmed or refused in private.
    """
    outcome = await absence_service.keep_seat(
        answer.bot.games, press.game_id, answer.user.id, press.arg, interaction_id=answer.id
    )
    await show_outcome(answer, outcome)


@button_handler("ask_table", ack=Ack.PRIVATE)
async def _start_vote(answer: Answer, press: Press) -> None:
    """Handle the button that starts a vote about the absent player of a seat.

    Confirmed or refused in private. Raises UserError if the game is gone, and for members who neither play in
    it nor are game masters.
    """
    info = await pressed_game_info(answer, press)
    if not info.seats_held_by(answer.user.id) and not answer.is_game_master:
        raise UserError(t(OUTCOME_SENTENCES["not_seated"]))
    outcome = await seat_votes.ask_about_absent_player(
        answer.bot.games,
        press.game_id,
        answer.user.id,
        press.arg,
        revision=press.revision,
        interaction_id=answer.id,
    )
    await show_outcome(answer, outcome)


@button_handler("computer_on", ack=Ack.PRIVATE)
async def _begin_computer(answer: Answer, press: Press) -> None:
    """Handle the menu "Let a computer play for me…": let a computer of the selected level play the seat.

    Confirmed or refused in private. Raises InvalidInput for a level that the menu does not have.
    """
    level = press.require_value(LEVELS)
    outcome = await computer_proxies.set_computer_player(
        answer.bot.games, press.game_id, answer.user.id, press.arg, level, **answer.request_args
    )
    await show_outcome(answer, outcome)


@button_handler("computer_off", ack=Ack.PRIVATE)
async def _end_computer(answer: Answer, press: Press) -> None:
    """Handle "Play myself again": let an absent player who is back play in place of the computer.

    Confirmed or refused in private.
    """
    outcome = await computer_proxies.set_computer_player(
        answer.bot.games, press.game_id, answer.user.id, press.arg, "", **answer.request_args
    )
    await show_outcome(answer, outcome)
