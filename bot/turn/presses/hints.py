"""The hint "What would you do?": the move of a strong computer player, its reason, and the alternatives."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.cards.texts import ROUTINE_KINDS
from bot.chat.bounds import value_at
from bot.chat.frame import PRIMARY, ROW_WIDTH, PageBuilder
from bot.chat.onepage import PageGone
from bot.chat.press import Press, button, press_encoded_in
from bot.computers.choose import ComputerDecision
from bot.computers.hints import are_hints_allowed, is_tutorial
from bot.games.outcome import Outcome
from bot.turn.help.hint_texts import alternatives_line, hint_text
from bot.turn.help.tutorial import suggested_moves
from bot.turn.pages.tutorial_page import add_back_to_tutorial_button
from bot.turn.pages.workspace import build_turn_page, show_page, turn_page_button_handler
from bot.turn.session import button_names
from bot.turn.session.draft import Draft
from bot.turn.session.hint_search import find_hint_for_turn
from bot.turn.session.session import EVERY_PAGE_PARTS, TurnSession
from bot.words import t

log = logging.getLogger(__name__)

THINKING_DELAY = 0.5
"""Seconds after which the page says that a hint is being searched; cached hints are shown sooner."""


@EVERY_PAGE_PARTS.add("hints")
def add_hint(session: TurnSession, builder: PageBuilder) -> None:
    """Add the button "What would you do?" to a turn page, or in its place the hint, once that was pressed.

    The hint is a text directly above the button "Choose that", and a line on other moves below it. While it
    is searched, "Thinking…" takes its place. If buttons stand above the picture, all this follows them, so
    that a phone shows the hint where the button was pressed. Nothing is added if the player is not to act,
    if nothing is left to choose, or if the game has no hints or is not running.
    """
    if not session.is_to_act or not are_hints_allowed(session.info) or not _advance_to_open_decision(session):
        return
    if session.hint:
        builder.hint_texts = [session.hint]
        choose_press = session.press_for(button_names.CHOOSE_HINTED_MOVE)
        builder.hint_rows = [[button(choose_press, t("Choose that"), style=PRIMARY)]]
        builder.hint_notes = [session.hint_alternatives]
    elif session.is_hint_awaited:
        builder.hint_texts = [t("⏳ Thinking…")]
    else:
        _add_hint_button(session, builder)


def _add_hint_button(session: TurnSession, builder: PageBuilder) -> None:
    """Add the button "What would you do?" where the hint will stand: after the top rows, or the other rows.

    It shares a row with the buttons that end the step or turn, if these are the last of the top rows.
    """
    ask = button(session.press_for(button_names.SHOW_HINT), t("What would you do?"))
    last_row = builder.top_rows[-1] if builder.top_rows else []
    if not last_row:
        builder.append_button(ask)
    elif len(last_row) < ROW_WIDTH and all(
        press_encoded_in(item).arguments[0] in ROUTINE_KINDS for item in last_row
    ):
        last_row.append(ask)
    else:
        builder.top_rows.append([ask])


def _advance_to_open_decision(session: TurnSession) -> bool:
    """Fill in the draft's fields that have a single legal value; return True if something is left to choose.

    This is a move, if there is no draft, or a value of the draft.
    """
    return session.draft is None or session.advance_to_next_field() is not None


@turn_page_button_handler(button_names.SHOW_HINT, needs_current_draft=False)
async def _show_hint(session: TurnSession, press: Press) -> Outcome | None:
    """Handle "What would you do?": show the move that a strong computer player would make.

    While it is searched, the page says so. Returns None, since nothing is submitted. Raises UserError if the
    player is not to act, if the game has no hints, or if no hint is found in time.
    """
    hint = await _find_hint_while_page_says_so(session)
    session.hint, session.hint_alternatives = hint_text(session, hint), alternatives_line(session, hint)
    return None


async def _find_hint_while_page_says_so(session: TurnSession) -> ComputerDecision:
    """Return the hint for the turn page, which says "Thinking…" if the search takes over half a second.

    Raises what `find_hint_for_turn` raises; before that, the page is shown without "Thinking…".
    """
    search = asyncio.create_task(find_hint_for_turn(session))
    try:
        await asyncio.wait([search], timeout=THINKING_DELAY)
        if search.done():
            return search.result()
        session.is_hint_awaited = True
        await _show_page_meanwhile(session)
        return await search
    except Exception:
        if session.is_hint_awaited:
            session.is_hint_awaited = False
            await _show_page_meanwhile(session)
        raise
    finally:
        search.cancel()


async def _show_page_meanwhile(session: TurnSession) -> None:
    """Show the turn page between a press and its result; if it cannot be shown, this is only logged."""
    try:
        await show_page(session)
    except (discord.HTTPException, OSError, PageGone) as error:
        log.info("game %s: the page does not say that a hint is searched: %s", session.info.id, error)


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
