"""The short page of a turn in a tutorial: the explanation, the advice with its buttons, a picture.

Everything else stands on the usual page, to which a button leads.
"""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.chat.frame import PRIMARY, SECONDARY, SUCCESS, PageBuilder
from bot.chat.markdown import escape
from bot.chat.press import BotItem, button, press_of
from bot.computers.choose import Move
from bot.computers.hints import is_tutorial
from bot.turn.choosing.ways import label_of_move
from bot.turn.help.advice import lay_pictures
from bot.turn.help.glossary import explanations
from bot.turn.help.tutorial import (
    MOVE_LETTERS,
    advised_move_lines,
    comparison_text,
    learnt_text,
    picture_text,
    shown_moves,
    skipped_text,
    target_hexes,
    tutorial_step_text,
)
from bot.turn.pages.last_row import may_undo
from bot.turn.pages.rule_buttons import add_rule_buttons
from bot.turn.session import button_names, words
from bot.turn.session.advised import tutorial_choice
from bot.turn.session.draft import Draft
from bot.turn.session.session import TurnSession
from bot.words import join_and, t, translated
from bot.work.pictures import DrawnPicture
from engine.api.moves import RUN
from engine.api.table import train_label

RUN_BUTTON = button_names.RUN_TRAINS
"""The name of the button that runs the routes of the run page."""


async def build_page(session: TurnSession, usual_page: PageBuilder) -> PageBuilder | None:
    """Build the short page of a turn in a tutorial, with its explanation and advice.

    ``usual_page`` is the page that it replaces; texts and pictures of it are used. None in other games, in a
    rehearsal, if the player is not to act or has chosen something, if he asked for a certain page (such as
    the usual one), and if no advice is found in time. ``session.explained_refusals`` is emptied for it, since
    this page explains none.
    """
    if not is_tutorial(session.info) or session.page_override is not None or not is_before_choice(session):
        return None
    choice = await tutorial_choice(session)
    if choice is None:
        return None
    moves = shown_moves(session, choice)
    is_run_page = session.draft is not None and choice.moves[0][0] == session.draft.kind == RUN
    session.explained_refusals = []
    builder = session.new_page()
    builder.texts = [
        words.turn_header(session.game, session.seat),
        skipped_text(session),
        tutorial_step_text(session),
    ]
    if is_run_page:
        builder.texts += [t("👉 **Try this**: run the trains on these routes."), *_route_texts(usual_page)]
        builder.top_rows = [_run_button_row(usual_page)]
        builder.pictures = usual_page.pictures
    else:
        builder.texts.append("\n".join(advised_move_lines(session, choice, moves)))
        builder.top_rows = [_advised_move_buttons(session, moves)]
        builder.pictures = await _tutorial_pictures(session, moves, usual_page)
    builder.captions = [comparison_text(session)]
    builder.captions += [picture_text(session, moves)] if builder.pictures else []
    builder.below = [_status_text(session)]
    builder.below += await explanations(session, builder)
    builder.add_buttons(_last_buttons(session, is_run_page))
    add_rule_buttons(session, builder)
    return builder


def add_way_back(session: TurnSession, builder: PageBuilder) -> None:
    """Put a button that leads back to the short page first on the usual page of a tutorial.

    It replaces "Refresh", which does the same. While no move is begun, the blue and green buttons become
    grey, since the guide advises none of them.
    """
    way_back = button(session.press(button_names.SHOW_FIRST_PAGE), t("Back to the tutorial"), style=PRIMARY)
    for items in builder.all_rows():
        items[:] = [item for item in items if item.custom_id != way_back.custom_id]
        for item in items if session.draft is None else ():
            if isinstance(item.item, ui.Button) and item.item.style in (PRIMARY, SUCCESS):
                item.item.style = SECONDARY
    builder.rows = [items for items in builder.rows if items]
    builder.top_rows.insert(0, [way_back])


def is_before_choice(session: TurnSession) -> bool:
    """Return True if the player is to act and has chosen nothing yet; False in a rehearsal.

    On the page of a run, the best routes, which it shows first, are no choice of his. A call may fill in
    values of the draft that leave no choice.
    """
    if not session.is_on_turn or session.rehearsal is not None:
        return False
    if session.draft is None:
        return True
    next_field = None if session.draft.args or session.draft.page_state else session.advance_to_next_field()
    return next_field is not None and next_field.kind == "routes"


async def build_closing_page(session: TurnSession) -> PageBuilder:
    """Build the page that a tutorial shows after the first dividend: what the player has learnt so far."""
    builder = session.new_page()
    builder.texts = [_what_comes_text(session)]
    builder.top_rows = [
        [button(session.press(button_names.SHOW_FIRST_PAGE), t("Go on with the game"), style=SUCCESS)]
    ]
    builder.captions = [learnt_text(session), closing_text()]
    return builder


def _what_comes_text(session: TurnSession) -> str:
    """Return whose turn it is after the first dividend of a tutorial, and what the guide does next.

    If the player is not to act for a company, only the latter.
    """
    next_decision, company = session.next_decision, session.company
    guide_text = t(
        "You know the course of a turn. Your page goes on to advise a move until the game ends; the "
        "explanations end when each step has been explained."
    )
    if next_decision is None or company is None or not session.is_on_turn:
        return guide_text
    turn_text = t(
        "It is still the turn of **{company}**, with the step **{step}**.",
        company=escape(company),
        step=translated(next_decision.label),
    )
    return f"{turn_text}\n{guide_text}"


def closing_text() -> str:
    """Return the text on how a player of a tutorial may go on, and which games he can play next."""
    return t(
        "Go on to the end of this game, or begin another: `/game solo` against stronger computers, "
        "`/game new` with friends. There too your page explains each step in your first turns."
    )


def _route_texts(usual_page: PageBuilder) -> list[str]:
    """Return the texts on the routes and their revenue from the usual page of a run.

    ``usual_page`` must be that of `best_runs.run_page`, where they are the third and the fourth text.
    """
    return usual_page.texts[2:4]


def _run_button_row(usual_page: PageBuilder) -> list[BotItem]:
    """Return in a list the button of the usual page that runs the trains without paying out.

    [] if it has none.
    """
    items = [item for items in usual_page.all_rows() for item in items if isinstance(item.item, ui.Button)]
    return [item for item in items if press_of(item).button_name == RUN_BUTTON][:1]


def _advised_move_buttons(session: TurnSession, moves: Sequence[Move]) -> list[BotItem]:
    """Return the buttons for the moves that a tutorial offers.

    It is "Choose that" for a single move. Of two moves, each has a button with its letter, X or Y.
    """
    if len(moves) == 1:
        return [button(session.press(button_names.CHOOSE_ADVICE), t("Choose that"), style=SUCCESS)]
    return [
        button(
            session.press(button_names.CHOOSE_ADVICE, index),
            _choice_label(session, letter, move),
            style=PRIMARY,
        )
        for index, (letter, move) in enumerate(zip(MOVE_LETTERS, moves, strict=False))
    ]


def _choice_label(session: TurnSession, letter: str, move: Move) -> str:
    """Return the label of the button for one of two moves: its letter and its values.

    It is "Choose" and the letter for a move without values, or with values that no menu lists.
    """
    kind, args = move
    label = label_of_move(session, Draft(kind, dict(args)))
    if not label:
        return t("Choose {letter}", letter=letter)
    return f"{letter}: {label}"


async def _tutorial_pictures(
    session: TurnSession, moves: Sequence[Move], usual_page: PageBuilder
) -> list[DrawnPicture]:
    """Return the pictures of a tutorial's page: a map for each offered tile lay.

    If no offered move lays a tile, they are those of the usual page.
    """
    letters = MOVE_LETTERS if len(moves) > 1 else "?"
    hexes_of_moves = [target_hexes(session, move) for move in moves]
    return await lay_pictures(session, moves, letters, hexes_of_moves) or usual_page.pictures


def _status_text(session: TurnSession) -> str:
    """Return a line of small text on the acting company: treasury, share price and trains.

    "" if no company acts, as in a stock round, where the picture tells of all.
    """
    view, company = session.view, session.company
    if company is None:
        return ""
    price = view.price(company)
    trains = [escape(translated(train_label(view, train))) for train in view.trains(company)]
    parts = [t("{money} in the treasury", money=view.money(view.cash(company)))]
    parts += [] if price is None else [t("share price {money}", money=view.money(price))]
    parts += [t("trains: {names}", names=join_and(trains) or t("none"))]
    return f"-# **{escape(company)}**: {' · '.join(parts)}"


def _last_buttons(session: TurnSession, is_run_page: bool) -> list[BotItem]:
    """Return the last buttons of a tutorial's page: to the usual page with all choices, and undo.

    The latter only where the player can undo at once. ``is_run_page``: it is the page of a run, for which the
    usual page offers other routes.
    """
    label = t("Other routes…") if is_run_page else t("Other choices…")
    items = [button(session.press(button_names.SHOW_USUAL_PAGE), label)]
    if may_undo(session):
        items.append(button(session.press(button_names.UNDO_MOVE), t("Undo step")))
    return items
