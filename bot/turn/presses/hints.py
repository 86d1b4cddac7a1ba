"""The hint "What would you do?": the move of a strong computer, its reason, and the alternatives."""

from __future__ import annotations

from discord import ui

from bot.chat.frame import PRIMARY, SECONDARY, SUCCESS, PageBuilder
from bot.chat.press import Press, button
from bot.computers.hints import are_hints_allowed, is_guided
from bot.games.outcome import Outcome
from bot.turn.help.advice import advice_text
from bot.turn.pages.workspace import turn_page_button
from bot.turn.session.advised import computer_choice
from bot.turn.session.draft import Draft
from bot.turn.session.session import EVERY_PAGE_PARTS, TurnSession
from bot.words import t


@EVERY_PAGE_PARTS.add("hints")
def add_hint(session: TurnSession, builder: PageBuilder) -> None:
    """Add the button "What would you do?" to a turn page; once pressed, the hint and "Choose that" instead.

    A guided game shows its advice in this place. Nothing is added out of turn, without a choice, or at a
    table without hints.
    """
    if not session.is_on_turn or not are_hints_allowed(session.info) or not _asks_for_choice(session):
        return
    if is_guided(session.info):
        _add_guided_advice(session, builder)
        return
    item = button(session.press("w_hint"), t("What would you do?"))
    if session.advice:
        builder.texts.append(session.advice)
        item = button(session.press("w_advice"), t("Choose that"), style=PRIMARY)
    builder.append_button(item)


def _add_guided_advice(session: TurnSession, builder: PageBuilder) -> None:
    """Add the advice of a guided game to a turn page, with "Choose that" directly below it.

    All other buttons of the page become grey then. Nothing is changed on a page without advice.
    """
    if session.advice:
        for item in (item.item for items in builder.rows for item in items):
            if isinstance(item, ui.Button) and item.style in (SUCCESS, PRIMARY):
                item.style = SECONDARY
        builder.below.append(session.advice)
        builder.rows.insert(0, [button(session.press("w_advice"), t("Choose that"), style=SUCCESS)])


def _asks_for_choice(session: TurnSession) -> bool:
    """Return True if the turn page asks for a choice, or for the routes of a run."""
    return session.draft is None or session.next_field() is not None


@turn_page_button("w_hint", needs_current_draft=False)
async def _show_hint(session: TurnSession, press: Press) -> Outcome | None:
    """Handle "What would you do?" on a turn page: show the move that a strong computer would make.

    Nothing is submitted, so it returns None. Raises UserError out of turn, if hints are off, or if nothing is
    found in time.
    """
    choice = await computer_choice(session)
    session.advice = advice_text(session, choice)
    return None


@turn_page_button("w_advice", needs_current_draft=False)
async def _choose_advice(session: TurnSession, press: Press) -> Outcome | None:
    """Handle "Choose that" on a turn page: fill in the move that the hint recommends, in place of another.

    If it needs no confirmation, it is then made by the page. Raises UserError if the hint is not found again.
    """
    kind, args = (await computer_choice(session)).moves[0]
    session.set_draft(Draft(kind, args))
    return None
