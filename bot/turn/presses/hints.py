"""The hint "What would you do?": the move of a strong computer player, its reason, and the alternatives."""

from __future__ import annotations

from bot.chat.bounds import value_at
from bot.chat.frame import PRIMARY, PageBuilder
from bot.chat.press import Press, button
from bot.computers.hints import are_hints_allowed, is_tutorial
from bot.games.outcome import Outcome
from bot.turn.help.hint_texts import hint_text
from bot.turn.help.tutorial import suggested_moves
from bot.turn.pages.tutorial_page import add_back_to_tutorial_button
from bot.turn.pages.workspace import build_turn_page, turn_page_button_handler
from bot.turn.session import button_names
from bot.turn.session.draft import Draft
from bot.turn.session.hint_search import find_hint_for_turn
from bot.turn.session.session import EVERY_PAGE_PARTS, TurnSession
from bot.words import t


@EVERY_PAGE_PARTS.add("hints")
def add_hint(session: TurnSession, builder: PageBuilder) -> None:
    """Add the button "What would you do?" to a turn page; once it was pressed, the hint and "Choose that".

    If buttons stand above the picture, "Choose that" is the first of them. Nothing is added if the player is
    not to act, if nothing is left to choose, or if the game has no hints or is not running.
    """
    if not session.is_to_act or not are_hints_allowed(session.info) or not _advance_to_open_decision(session):
        return
    if not session.hint:
        builder.append_button(button(session.press_for(button_names.SHOW_HINT), t("What would you do?")))
        return
    builder.texts.append(session.hint)
    choose = button(session.press_for(button_names.CHOOSE_HINTED_MOVE), t("Choose that"), style=PRIMARY)
    if builder.top_rows:
        builder.top_rows.insert(0, [choose])
    else:
        builder.append_button(choose)


def _advance_to_open_decision(session: TurnSession) -> bool:
    """Fill in the draft's fields that have a single legal value; return True if something is left to choose.

    This is a move, if there is no draft, or a value of the draft.
    """
    return session.draft is None or session.advance_to_next_field() is not None


@turn_page_button_handler(button_names.SHOW_HINT, needs_current_draft=False)
async def _show_hint(session: TurnSession, press: Press) -> Outcome | None:
    """Handle "What would you do?": show the move that a strong computer player would make.

    Returns None, since nothing is submitted. Raises UserError if the player is not to act, if the game has no
    hints, or if no hint is found in time.
    """
    hint = await find_hint_for_turn(session)
    session.hint = hint_text(session, hint)
    return None


@turn_page_button_handler(button_names.CHOOSE_HINTED_MOVE, needs_current_draft=False)
async def _choose_hint(session: TurnSession, press: Press) -> Outcome | None:
    """Handle "Choose that": replace the draft by the move of the hint, that of a strong computer player.

    In a tutorial, the press may carry the index (from 0) of one of the offered moves. Returns None; if the
    move needs no confirmation, the page submits it. Raises UserError if the player is not to act, if the game
    has no hints, or if none is found in time; InvalidInput for an index that is not offered.
    """
    hint = await find_hint_for_turn(session)
    moves = suggested_moves(session, hint) if is_tutorial(session.info) else hint.moves
    kind, args = value_at(moves, press.number_argument() if press.argument_text else 0)
    session.set_draft(Draft(kind, args))
    return None


@turn_page_button_handler(button_names.SHOW_FULL_PAGE, needs_current_draft=False)
async def _show_full_page(session: TurnSession, press: Press) -> None:
    """Handle "Other choices…" and "Other routes…" of a tutorial: show the full page with all legal moves."""
    session.page_override = _build_full_page


async def _build_full_page(session: TurnSession) -> PageBuilder:
    """Build the full (ordinary) turn page in a tutorial, with a button back to the short page.

    Raises UserError if the page is about an offer that is no longer open.
    """
    builder = await build_turn_page(session)
    add_back_to_tutorial_button(session, builder)
    return builder
