"""The hint "What would you do?": the move of a strong computer, its reason, and the alternatives."""

from __future__ import annotations

from bot.chat.figures import shorten_escaped
from bot.chat.frame import PRIMARY, ROW_WIDTH, Sheet
from bot.chat.press import Press, button
from bot.chat.respond import UserError
from bot.computers.choose import ComputerChoice, Move
from bot.computers.hints import are_hints_allowed, hint
from bot.games.outcome import Outcome
from bot.turn import words
from bot.turn.draft import Draft
from bot.turn.session import PAGES, TurnSession
from bot.turn.workspace import step
from bot.words import known, t
from bot.work.pool import PoolFault
from engine import Action

OTHERS, LENGTH = 3, 160
"""The most alternatives in a hint, and the most characters of each."""


@PAGES.add("hints")
def add_hint(session: TurnSession, sheet: Sheet) -> None:
    """Add the hint's button to a page that asks for a choice, and above the buttons the given hint."""
    if not session.on_turn or not are_hints_allowed(session.info) or not _asks_for_choice(session):
        return
    item = button(session.press("w_hint"), t("What would you do?"))
    if session.advice:
        sheet.texts.append(session.advice)
        item = button(session.press("w_advice"), t("Choose that"), style=PRIMARY)
    last_row = sheet.rows[-1] if sheet.rows else []
    if last_row and len(last_row) < ROW_WIDTH and all(hasattr(last_item, "label") for last_item in last_row):
        last_row.append(item)
    else:
        sheet.rows.append([item])


def _asks_for_choice(session: TurnSession) -> bool:
    """Return True if the page asks for a choice; a run's page does not, it begins with the best routes."""
    if session.draft is None:
        return True
    next_field = session.next_field()
    return next_field is not None and next_field.kind != "routes"


@step("w_hint", chosen=False)
async def _hint(session: TurnSession, press: Press) -> Outcome | None:
    """Put the hint of a strong computer on the page."""
    choice = await _computer_choice(session)
    session.advice = _advice_text(session, choice)
    return None


@step("w_advice", chosen=False)
async def _follow(session: TurnSession, press: Press) -> Outcome | None:
    """Put the move that the hint recommends into the draft."""
    kind, args = (await _computer_choice(session)).moves[0]
    session.choose(Draft(kind, args))
    return None


async def _computer_choice(session: TurnSession) -> ComputerChoice:
    """Return the computer's choice for this seat; raises UserError if hints are off or time runs out."""
    if not session.on_turn or not are_hints_allowed(session.info):
        raise UserError(t("This table plays without hints."))
    bot = session.answer.bot
    try:
        return await hint(bot.games, bot.pool, session.info, session.game, session.seat)
    except PoolFault as error:
        raise UserError(t("Nothing was found in time; ask again.")) from error


def _advice_text(session: TurnSession, choice: ComputerChoice) -> str:
    """Return the recommended move, its reason, and the alternatives, as lines."""
    best_move, *_ = choice.moves
    alternatives = [_move_text(session, move) for move, _ in choice.weighed if move != best_move]
    recommendation = t("**A strong player would**: {what}", what=_move_text(session, best_move))
    alternatives_line = (
        [t("-# Also weighed: {others}", others=" · ".join(dict.fromkeys(alternatives[:OTHERS])))]
        if alternatives
        else []
    )
    return "\n".join([recommendation, f"-# {shorten_escaped(known(choice.reason), 300)}", *alternatives_line])


def _move_text(session: TurnSession, move: Move) -> str:
    """Return a sentence on what a move does, or its label if it is not legal."""
    kind, args = move
    preview = words.preview_or_none(session.game, Action(kind, session.seat, dict(args)))
    lines = words.preview_lines(session.game, preview) if preview is not None else []
    label = next((choice.label for choice in session.game.choices(session.seat) if choice.kind == kind), kind)
    return brief_line(lines[0]) if lines else known(label)


def brief_line(text: str) -> str:
    """Return a line of escaped text, cut to `LENGTH` characters."""
    return text if len(text) <= LENGTH else f"{text[: LENGTH - 2]} …"
