"""The hint "What would you do?": the move of a strong computer, its reason, and the alternatives."""

from __future__ import annotations

from bot.chat.frame import PRIMARY, Sheet
from bot.chat.press import Press, button
from bot.computers.hints import are_hints_allowed
from bot.games.outcome import Outcome
from bot.turn.help.advice import advice_text, computer_choice
from bot.turn.pages.workspace import step
from bot.turn.session.draft import Draft
from bot.turn.session.session import PAGES, TurnSession
from bot.words import t


@PAGES.add("hints")
def add_hint(session: TurnSession, sheet: Sheet) -> None:
    """Add the hint's button to a page that asks for a choice, and above the buttons the given hint."""
    if not session.on_turn or not are_hints_allowed(session.info) or not _asks_for_choice(session):
        return
    item = button(session.press("w_hint"), t("What would you do?"))
    if session.advice:
        sheet.texts.append(session.advice)
        item = button(session.press("w_advice"), t("Choose that"), style=PRIMARY)
    sheet.append_button(item)


def _asks_for_choice(session: TurnSession) -> bool:
    """Return True if the page asks for a choice; a run's page does not, it begins with the best routes."""
    if session.draft is None:
        return True
    next_field = session.next_field()
    return next_field is not None and next_field.kind != "routes"


@step("w_hint", chosen=False)
async def _hint(session: TurnSession, press: Press) -> Outcome | None:
    """Put the hint of a strong computer on the page."""
    choice = await computer_choice(session)
    session.advice = advice_text(session, choice)
    return None


@step("w_advice", chosen=False)
async def _follow(session: TurnSession, press: Press) -> Outcome | None:
    """Put the move that the hint recommends into the draft."""
    kind, args = (await computer_choice(session)).moves[0]
    session.choose(Draft(kind, args))
    return None
