"""What the buttons of a vote on taking moves back do."""

from __future__ import annotations

from bot.chat.buttons import verb
from bot.chat.press import Press
from bot.chat.respond import Answer
from bot.votes import undo
from bot.words import msg, t

SAID = {"undo_yes": msg("You agreed; the card shows who is still asked."), "undo_no": msg("The moves stay.")}


@verb("undo_yes")
@verb("undo_no")
async def _voted(answer: Answer, press: Press) -> None:
    outcome = await undo.vote_undo(
        answer.bot.games,
        press.game,
        answer.user.id,
        press.verb == "undo_yes",
        rev=press.rev,
        **answer.asked,
    )
    if await answer.accepts(outcome):
        await answer.say(" ".join(outcome.lines) or t(SAID[press.verb]))
