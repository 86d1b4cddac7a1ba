"""What a computer player advises on a page of a turn: found in a worker, told as text."""

from __future__ import annotations

from bot.chat.figures import shorten_plain
from bot.chat.respond import UserError
from bot.computers.choose import Chosen, Move
from bot.computers.hints import allowed, hint, is_guided
from bot.turn import words
from bot.turn.session import TurnSession
from bot.words import known, t
from bot.work.pool import PoolFault
from engine import Action

OTHERS, LENGTH = 3, 160
"""The most alternatives in a hint, and the most characters of each."""


async def computer_choice(session: TurnSession) -> Chosen:
    """Return the computer's choice for this seat; raises UserError where hints are off or time runs out."""
    if not session.on_turn or not allowed(session.info):
        raise UserError(t("This table plays without hints."))
    bot = session.answer.bot
    try:
        return await hint(bot.games, bot.pool, session.info, session.game, session.seat)
    except PoolFault as fault:
        raise UserError(t("Nothing was found in time; ask again.")) from fault


def advice_text(session: TurnSession, choice: Chosen) -> str:
    """Return the recommended move, its reason, and the alternatives, as text."""
    first, *_ = choice.moves
    others = [_move_text(session, move) for move, _ in choice.weighed if move != first]
    move = _move_text(session, first)
    if is_guided(session.info):
        return "\n".join([t("👉 **Try this**: {move}", move=move), _reason_line(choice)])
    said = t("**A strong player would**: {what}", what=move)
    weighed = (
        [t("-# Also weighed: {others}", others=" · ".join(dict.fromkeys(others[:OTHERS])))] if others else []
    )
    return "\n".join([said, _reason_line(choice), *weighed])


def _reason_line(choice: Chosen) -> str:
    """Return the computer's reason as a small line."""
    return f"-# {shorten_plain(known(choice.reason), 300)}"


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
