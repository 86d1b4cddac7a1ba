"""The public message of a vote on taking moves back: what it does, its buttons, and how it ended."""

from __future__ import annotations

from bot.press import Press, button
from bot.respond import Page
from bot.service import GameInfo
from bot.store.orders import Vote
from bot.ui.confirm import undone
from bot.ui.figures import seat_of
from bot.ui.frame import GOOD, layout, row
from engine import Game

ENDS = {
    "agreed": "Everybody asked has agreed: the moves are taken back.",
    "decided": "<@{by}> has decided it as the game master: the moves are taken back.",
    "refused": "<@{by}> refused: the moves stay.",
    "withdrawn": "<@{by}> has withdrawn the question: the moves stay.",
    "lapsed": "The game has moved on: the moves stay.",
}


def vote_card(info: GameInfo, game: Game, vote: Vote) -> Page:
    """A member asks those whose moves would be taken back, too."""
    back = [record for record in game.active if record.seq > vote.to]
    asked = "\n".join(_asked(info, vote, seat) for seat in vote.needed)
    buttons = row(
        button(Press(info.id, vote.rev, "undo_yes"), "Agree", style=GOOD),
        button(Press(info.id, vote.rev, "undo_no"), "Refuse"),
    )
    head, *texts = undone(info, game, vote.to, back)
    note = "-# A refusal ends the vote, and so does any move. The owner or a game master may decide it."
    return Page(layout(f"<@{vote.user}> asks:\n{head}", *texts, f"Asked are\n{asked}", buttons, note))


def _asked(info: GameInfo, vote: Vote, seat: str) -> str:
    return f"{'✔' if seat in vote.agreed else '⏳'} {seat_of(info, seat)}"


def vote_result(how: str, by: int) -> Page:
    """How a vote ended."""
    return Page(layout(f"-# {ENDS[how].format(by=by)}"))
