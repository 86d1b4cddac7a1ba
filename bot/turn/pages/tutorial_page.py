"""The short page of a turn in a tutorial: the explanation, the hint with its buttons, a picture.

Everything else stands on the full page (the ordinary turn page), to which a button leads.
"""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.chat.frame import PRIMARY, SECONDARY, SUCCESS, PageBuilder
from bot.chat.markdown import escape
from bot.chat.press import BotItem, button, press_encoded_in
from bot.computers.choose import Move
from bot.computers.hints import is_tutorial
from bot.turn.choosing.ways import label_of_move
from bot.turn.help.glossary import explanation_lines
from bot.turn.help.hint_texts import draw_tile_lays
from bot.turn.help.tutorial import (
    MOVE_LETTERS,
    lessons_learnt_text,
    picture_explanation,
    shown_moves,
    skipped_steps_text,
    suggested_move_lines,
    target_hexes,
    tutorial_step_text,
    worth_and_revenue_text,
)
from bot.turn.pages.last_buttons import can_undo_last_move
from bot.turn.pages.rule_buttons import add_rule_buttons
from bot.turn.session import button_names, words
from bot.turn.session.draft import Draft
from bot.turn.session.hint_search import find_tutorial_hint
from bot.turn.session.session import TurnSession
from bot.words import join_and, t, translated
from bot.work.pictures import DrawnPicture
from engine.api.moves import RUN
from engine.api.table import train_label

RUN_BUTTON = button_names.RUN_TRAINS
"""The name of the button that runs the routes of the run page."""


async def build_tutorial_page(session: TurnSession, full_page: PageBuilder) -> PageBuilder | None:
    """Build the short page of a turn in a tutorial, with its explanation and the hint of a computer player.

    ``full_page`` is the ordinary turn page, which the short page replaces; some of its texts and pictures are
    used. Returns None outside a tutorial, in a trial, if the player is not to act or has chosen something, if
    the session has a ``page_override`` (such as the full page on request), and if no hint is found in time.
    Otherwise empties ``session.explained_refusals``, since the short page explains no refusals.
    """
    if (
        not is_tutorial(session.info)
        or session.page_override is not None
        or not has_chosen_nothing_yet(session)
    ):
        return None
    hint = await find_tutorial_hint(session)
    if hint is None:
        return None
    moves = shown_moves(session, hint)
    is_run_page = session.draft is not None and hint.moves[0][0] == session.draft.kind == RUN
    session.explained_refusals = []
    builder = session.new_page()
    builder.texts = [
        words.turn_page_heading(session.game, session.seat),
        skipped_steps_text(session),
        tutorial_step_text(session),
    ]
    if is_run_page:
        builder.texts += [t("👉 **Try this**: run the trains on these routes."), *_route_texts(full_page)]
        builder.top_rows = [_run_row_of_tutorial(full_page)]
        builder.pictures = full_page.pictures
    else:
        builder.texts.append("\n".join(suggested_move_lines(session, hint, moves)))
        builder.top_rows = [_hint_move_buttons(session, moves)]
        builder.pictures = await _tutorial_pictures(session, moves, full_page)
    builder.captions = [worth_and_revenue_text(session)]
    builder.captions += [picture_explanation(session, moves)] if builder.pictures else []
    builder.texts_below_pictures = [_company_status_text(session)]
    builder.texts_below_pictures += await explanation_lines(session, builder)
    builder.add_buttons(_tutorial_last_buttons(session, is_run_page))
    add_rule_buttons(session, builder)
    return builder


def add_back_to_tutorial_button(session: TurnSession, builder: PageBuilder) -> None:
    """Put the button [Back to the tutorial] first on the full turn page of a tutorial.

    It leads to the short page, and replaces [Refresh], which does the same. While the player has no draft,
    the blue and green buttons become grey, since the tutorial recommends none of them.
    """
    back_button = button(
        session.press_for(button_names.SHOW_FIRST_PAGE), t("Back to the tutorial"), style=PRIMARY
    )
    for items in builder.all_rows():
        items[:] = [item for item in items if item.custom_id != back_button.custom_id]
        for item in items if session.draft is None else ():
            if isinstance(item.item, ui.Button) and item.item.style in (PRIMARY, SUCCESS):
                item.item.style = SECONDARY
    builder.rows = [items for items in builder.rows if items]
    builder.top_rows.insert(0, [back_button])


def has_chosen_nothing_yet(session: TurnSession) -> bool:
    """Return True if it is the player's turn and nothing is chosen yet on the turn page; False in a trial.

    The best routes, which a run page shows at first, do not count as chosen. The fields of the draft that
    have a single legal value are filled in, which is a change of the session.
    """
    if not session.is_to_act or session.trial is not None:
        return False
    if session.draft is None:
        return True
    next_field = None if session.draft.args or session.draft.page_state else session.advance_to_next_field()
    return next_field is not None and next_field.kind == "routes"


async def build_closing_page(session: TurnSession) -> PageBuilder:
    """Build the turn page of a tutorial after the first dividend: what the player has learnt so far."""
    builder = session.new_page()
    builder.texts = [_next_steps_text(session)]
    builder.top_rows = [
        [button(session.press_for(button_names.SHOW_FIRST_PAGE), t("Go on with the game"), style=SUCCESS)]
    ]
    builder.captions = [lessons_learnt_text(session), tutorial_closing_text()]
    return builder


def _next_steps_text(session: TurnSession) -> str:
    """Return whose turn it is after the first dividend of a tutorial, and what the tutorial does later.

    If the player is not to act for a company, only the latter is returned.
    """
    next_decision, company = session.next_decision, session.company
    outlook = t(
        "You know the course of a turn. Your page goes on to advise a move until the game ends; the "
        "explanations end when each step has been explained."
    )
    if next_decision is None or company is None or not session.is_to_act:
        return outlook
    turn_text = t(
        "It is still the turn of **{company}**, with the step **{step}**.",
        company=escape(company),
        step=translated(next_decision.label),
    )
    return f"{turn_text}\n{outlook}"


def tutorial_closing_text() -> str:
    """Return the text on how a player of a tutorial may go on, and which games to play next."""
    return t(
        "Go on to the end of this game, or begin another: `/game solo` against stronger computers, "
        "`/game new` with friends. There too your page explains each step in your first turns."
    )


def _route_texts(full_page: PageBuilder) -> list[str]:
    """Return the texts on the routes and their revenue from ``full_page``, the run page.

    ``full_page`` must be the page of `best_runs.run_page`, where they are the third and the fourth text.
    """
    return full_page.texts[2:4]


def _run_row_of_tutorial(full_page: PageBuilder) -> list[BotItem]:
    """Return a row for a tutorial's page with the button of ``full_page`` that runs the trains.

    What becomes of the revenue is decided later. Returns [] if the full page has no such button.
    """
    buttons = [item for items in full_page.all_rows() for item in items if isinstance(item.item, ui.Button)]
    return [item for item in buttons if press_encoded_in(item).button_name == RUN_BUTTON][:1]


def _hint_move_buttons(session: TurnSession, moves: Sequence[Move]) -> list[BotItem]:
    """Return the buttons for the one or two moves that a tutorial's page offers.

    A single move has [Choose that]. Of two moves, each has a button with its letter, X or Y; the press
    carries the index of the move, from 0.
    """
    if len(moves) == 1:
        return [button(session.press_for(button_names.CHOOSE_HINTED_MOVE), t("Choose that"), style=SUCCESS)]
    return [
        button(
            session.press_for(button_names.CHOOSE_HINTED_MOVE, index),
            _move_button_label(session, letter, move),
            style=PRIMARY,
        )
        for index, (letter, move) in enumerate(zip(MOVE_LETTERS, moves, strict=False))
    ]


def _move_button_label(session: TurnSession, letter: str, move: Move) -> str:
    """Return the label of the button for one of two moves that a tutorial offers: its letter and its values.

    If the move has no values, or values that no menu lists, the label is "Choose" and the letter.
    """
    kind, args = move
    label = label_of_move(session, Draft(kind, dict(args)))
    if not label:
        return t("Choose {letter}", letter=letter)
    return f"{letter}: {label}"


async def _tutorial_pictures(
    session: TurnSession, moves: Sequence[Move], full_page: PageBuilder
) -> list[DrawnPicture]:
    """Return the pictures of a tutorial's page: a map for each tile lay among the offered ``moves``.

    If none of them lays a tile, or no map can be drawn, the pictures of the full page are returned.
    """
    letters = MOVE_LETTERS if len(moves) > 1 else "?"
    hexes_of_moves = [target_hexes(session, move) for move in moves]
    return await draw_tile_lays(session, moves, letters, hexes_of_moves) or full_page.pictures


def _company_status_text(session: TurnSession) -> str:
    """Return the small text of a tutorial's page on the acting company: treasury, share price and trains.

    Returns "" if no company acts, as in a stock round, where the picture shows all companies.
    """
    view, company = session.view, session.company
    if company is None:
        return ""
    price = view.price(company)
    trains = [escape(translated(train_label(view, train))) for train in view.trains(company)]
    facts = [t("{money} in the treasury", money=view.money(view.cash(company)))]
    facts += [] if price is None else [t("share price {money}", money=view.money(price))]
    facts += [t("trains: {names}", names=join_and(trains) or t("none"))]
    return f"-# **{escape(company)}**: {' · '.join(facts)}"


def _tutorial_last_buttons(session: TurnSession, is_run_page: bool) -> list[BotItem]:
    """Return the last buttons of a tutorial's page: the one that opens the full page, and undo.

    Undo is left out if the player cannot undo at once. ``is_run_page`` says that the page is about a run; the
    full page then offers other routes.
    """
    label = t("Other routes…") if is_run_page else t("Other choices…")
    items = [button(session.press_for(button_names.SHOW_FULL_PAGE), label)]
    if can_undo_last_move(session):
        items.append(button(session.press_for(button_names.UNDO_MOVE), t("Undo step")))
    return items
