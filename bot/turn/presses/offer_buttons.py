"""What the buttons of offers do, on public cards and on the private pages."""

from __future__ import annotations

from functools import partial

from bot.chat.buttons import button_handler
from bot.chat.current_game import started_game_of_press
from bot.chat.markdown import escape
from bot.chat.press import Press
from bot.chat.respond import Response, UserError
from bot.computers.offers import own_page_message
from bot.games import moves
from bot.games.changes import Changes, LoadedGame
from bot.games.outcome import Outcome, refused_outcome
from bot.turn.offer_card import is_card_of_open_offer
from bot.turn.pages import offers as pages
from bot.turn.pages.workspace import turn_page_button_handler
from bot.turn.session import button_names
from bot.turn.session.draft import Draft
from bot.turn.session.session import TurnSession
from bot.words import t
from engine import Action, Game, Record
from engine.api.moves import ACCEPT, DECLINE, WITHDRAW

ANSWERS = (ACCEPT, DECLINE, WITHDRAW)


@button_handler("accept")
@button_handler("decline")
async def _answer_offer(response: Response, press: Press) -> None:
    """Handle [Accept] and [Decline] on the public card of an offer, and show the result to the member alone.

    The press carries the offer's id. A refusal is shown in an ephemeral message, too. Raises UserError if the
    offer was made to another player, or if the game is gone or has not started.
    """
    current_game = await started_game_of_press(response, press)
    offer = current_game.game.state.offers.get(press.argument_text)
    seat = offer.to if offer is not None else None
    if seat is not None and current_game.own_seats and seat not in current_game.own_seats:
        raise UserError(
            t(
                "{seat} alone is asked this; you can follow it here.",
                seat=escape(current_game.game.view.name(seat)),
            )
        )
    apply_answer = partial(_answer_shown_offer, press=press, user_id=response.user.id, seat=seat)
    outcome = await response.bot.games.write(press.game_id, response.user.id, response.id, apply_answer)
    if await response.ok_or_show_refusal(outcome):
        await response.show_text(" ".join(outcome.lines)[:1500] or t("Done."))


def _answer_shown_offer(
    loaded: LoadedGame, changes: Changes, *, press: Press, user_id: int, seat: str | None
) -> Outcome:
    """Accept or decline the offer that the pressed card shows, for a seat of the user; return the outcome.

    In a game with computer players, a refresh of the open page of the seat's turn is queued, since it tells
    that they wait for the answer. The outcome is a refusal if the user may not act for the seat, or if the
    card shows an undone offer and a newer one has its id. Raises Refused if the engine refuses the answer,
    SearchNeeded if the engine first needs the result of a search for routes.
    """
    acting_seat = moves.find_seat(loaded, user_id, seat)
    if isinstance(acting_seat, Outcome):
        return acting_seat

    def submit(game: Game, acting_seat: str) -> list[Record] | Outcome:
        """Submit the answer to the engine; return its record in a list, or a refused outcome.

        Raises Refused if the engine refuses the answer, SearchNeeded if the engine needs a search for routes
        first.
        """
        if press.argument_text in game.state.offers and not is_card_of_open_offer(
            game, press.argument_text, press.revision
        ):
            return refused_outcome(
                "offer_undone", t("This offer is no longer open; More lists those that are.")
            )
        kind = ACCEPT if press.button_name == "accept" else DECLINE
        return [game.submit(Action(kind, acting_seat, {"offer": press.argument_text}))]

    outcome = moves.apply_and_record(
        loaded, changes, submit, acting_seat, revision=None, user_id=user_id, origin="button"
    )
    if outcome.ok and loaded.info.computer_levels:
        changes.messages.append(own_page_message(acting_seat))
    return outcome


@turn_page_button_handler(button_names.SHOW_OFFERS, needs_current_draft=False, needs_current_revision=False)
async def _show_more_page(session: TurnSession, press: Press) -> None:
    """Handle [More…]: show the page of the player's open offers and of moves that are legal at any time."""
    session.page_override = pages.more_page


@turn_page_button_handler(button_names.ANSWER_OFFER, needs_current_draft=False)
async def _ask_to_confirm_answer(session: TurnSession, press: Press) -> None:
    """Handle a button on a turn page that accepts, declines or withdraws an offer: ask to confirm it.

    The press carries the kind of answer and the offer's id. Raises UserError if the offer is no longer open,
    or if the kind is unknown.
    """
    kind, _, offer = press.argument_text.partition(".")
    if kind not in ANSWERS or offer not in session.view.state.offers:
        raise UserError(t("This offer is no longer open; More lists those that are."))
    session.set_draft(Draft(kind, {"offer": offer}))


@turn_page_button_handler(button_names.COUNTER_OFFER, needs_current_draft=False)
async def _begin_counter_offer(session: TurnSession, press: Press) -> None:
    """Handle [Counter…] on a turn page: begin a counter-offer, whose price is asked for next.

    The press carries the offer's id. Raises UserError if the offer is not open, was not made to this player,
    or cannot be countered. Only an offer about the sale of a private company can be countered.
    """
    offer = session.view.state.offers.get(press.argument_text)
    draft = None if offer is None or offer.to != session.seat else pages.counter_offer_draft(session, offer)
    if draft is None:
        raise UserError(t("There is no counter to this offer; accept or decline it."))
    session.set_draft(draft)
