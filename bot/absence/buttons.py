"""Handlers of the buttons of free seats, and of votes about absent players."""

from __future__ import annotations

from bot.absence import service as absence_service
from bot.absence import votes as seat_votes
from bot.chat.buttons import button_handler
from bot.chat.current_game import game_info_of_press
from bot.chat.press import Press
from bot.chat.respond import Ack, Response, UserError
from bot.games.outcome import OUTCOME_SENTENCES
from bot.table.outcome_texts import show_outcome
from bot.words import t


@button_handler("take_seat", ack=Ack.PRIVATE)
async def _request_seat(response: Response, press: Press) -> None:
    """Handle [Take the seat] on the card of a free or offered seat: ask the other players to vote on it.

    If there is nobody to vote, the member gets the seat at once. The custom id's argument is the seat's id.
    The member gets an ephemeral confirmation, or the reason for a refusal.
    """
    outcome = await absence_service.request_seat(
        response.bot.games,
        press.game_id,
        response.user.id,
        response.user.display_name,
        press.argument_text,
        interaction_id=response.id,
    )
    await show_outcome(response, outcome)


@button_handler("keep_seat", ack=Ack.PRIVATE)
async def _keep_seat(response: Response, press: Press) -> None:
    """Handle [keep it] on the card by which a player offers their seat to others: withdraw the offer.

    The custom id's argument is the seat's id. The member gets an ephemeral confirmation, or a refusal if they
    do not hold the seat.
    """
    outcome = await absence_service.keep_seat(
        response.bot.games, press.game_id, response.user.id, press.argument_text, interaction_id=response.id
    )
    await show_outcome(response, outcome)


@button_handler("ask_table", ack=Ack.PRIVATE)
async def _start_absence_vote(response: Response, press: Press) -> None:
    """Handle [Let the table vote] on a notice about an absent player: open a vote on what to do.

    The custom id's argument is the id of the player's seat. The member gets an ephemeral confirmation, or a
    refusal if the game has moved on. Raises UserError if the game is gone, and for members who neither hold a
    seat in it nor are game masters.
    """
    info = await game_info_of_press(response, press)
    if not info.seats_held_by(response.user.id) and not response.is_game_master:
        raise UserError(t(OUTCOME_SENTENCES["not_seated"]))
    outcome = await seat_votes.start_absence_vote(
        response.bot.games,
        press.game_id,
        response.user.id,
        press.argument_text,
        revision=press.revision,
        interaction_id=response.id,
    )
    await show_outcome(response, outcome)
