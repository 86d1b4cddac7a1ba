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
    """Add the hint's button to a page that asks for a choice, and above the buttons the hint given."""
    if not session.on_turn or not are_hints_allowed(session.info) or not _asks_for_choice(session):
        return
    item = button(session.press("w_hint"), t("What would you do?"))
    if session.advice:
        sheet.texts.append(session.advice)
        item = button(session.press("w_advice"), t("Choose that"), style=PRIMARY)
    last = sheet.rows[-1] if sheet.rows else []
    if last and len(last) < ROW_WIDTH and all(hasattr(one, "label") for one in last):
        last.append(item)
    else:
        sheet.rows.append([item])


def _asks_for_choice(session: TurnSession) -> bool:
    """Return whether the page asks for a choice; a run's page does not, it begins with the best routes."""
    if session.draft is None:
        return True
    wanted = session.next_field()
    return wanted is not None and wanted.kind != "routes"


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
    """Return the computer's choice for this seat; raises UserError where hints are off or time runs out."""
    if not session.on_turn or not are_hints_allowed(session.info):
        raise UserError(t("This table plays without hints."))
    bot = session.answer.bot
    try:
        return await hint(bot.games, bot.pool, session.info, session.game, session.seat)
    except PoolFault as fault:
        raise UserError(t("Nothing was found in time; ask again.")) from fault


def _advice_text(session: TurnSession, choice: ComputerChoice) -> str:
    """Return the recommended move, its reason, and the alternatives, as text."""
    first, *_ = choice.moves
    others = [_move_text(session, move) for move, _ in choice.weighed if move != first]
    said = t("**A strong player would**: {what}", what=_move_text(session, first))
    weighed = (
        [t("-# Also weighed: {others}", others=" · ".join(dict.fromkeys(others[:OTHERS])))] if others else []
    )
    return "\n".join([said, f"-# {shorten_escaped(known(choice.reason), 300)}", *weighed])


def _move_text(session: TurnSession, move: Move) -> str:
    """Return a sentence on what a move does, or its label if it is not legal."""
    kind, args = move
    preview = words.preview_or_none(session.game, Action(kind, session.seat, dict(args)))
    lines = words.preview_lines(session.game, preview) if preview is not None else []
    label = next((c.label for c in session.game.choices(session.seat) if c.kind == kind), kind)
    return brief_line(lines[0]) if lines else known(label)


def brief_line(text: str) -> str:
    """Shorten a line of escaped text."""
    return text if len(text) <= LENGTH else f"{text[: LENGTH - 2]} …"
