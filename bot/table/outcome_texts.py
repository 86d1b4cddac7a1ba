"""Private confirmations after something was done about a seat."""

from __future__ import annotations

from discord import ui

from bot.chat.respond import Response
from bot.games.outcome import Outcome
from bot.words import msg, t

OUTCOME_TEXTS = {
    "taken": msg("The seat is yours."),
    "offered": msg("The seat is posted here; it is yours until the table gives it to somebody."),
    "free": msg("The free seat is posted here anew."),
    "kept": msg("You keep the seat, and it is offered no more."),
    "asked": msg("The others are asked whether you may have the seat."),
}
DONE_TEXT = msg("Done, and told to all here.")


async def show_outcome(response: Response, outcome: Outcome, view: ui.View | None = None) -> None:
    """Confirm to the member in private what was done to a seat or a game, or send the reason for refusal.

    ``view`` has components for the confirmation; None adds none.
    """
    if await response.ok_or_show_refusal(outcome):
        await response.show_text(t(OUTCOME_TEXTS.get(outcome.code, DONE_TEXT)), view)
