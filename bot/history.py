"""Taking moves back and looking at the past.

`take_back` is what `/act undo`, `redo` and `restart-turn` do, by the rules of the service: free over one's
own moves, and only for the owner or a game master (`/gm undo-to`) as soon as anybody else has acted.
"""

from __future__ import annotations

from typing import Literal

from bot.here import Here
from bot.respond import Answer
from bot.service import Outcome
from engine import Game, Record, load_game
from engine.story import lines as story_lines

What = Literal["undo", "redo", "restart"]


async def take_back(
    answer: Answer, here: Here, what: What, *, to: int | None = None, rev: int | None = None,
    via: str = "button",
) -> Outcome:  # fmt: skip
    """Undo (the last move, or all after record ``to``), redo, or restart the turn, for the user who asks."""
    service, game, user = answer.bot.service, here.info.id, answer.user.id
    if what == "undo":
        return await service.undo(game, user, to, rev=rev, interaction_id=answer.id, via=via)
    if what == "redo":
        return await service.redo(game, user, rev=rev, interaction_id=answer.id, via=via)
    return await service.restart_turn(game, user, rev=rev, interaction_id=answer.id, via=via)


def position_at(game: Game, seq: int) -> Game:
    """The game as it was just after record ``seq``; a copy that nobody else uses."""
    return load_game(game.genesis, game.log[:seq])


def told(game: Game, record: Record) -> list[str]:
    """The sentences of a record; a short one when it cannot be told."""
    try:
        return story_lines(game.view, record)
    except (KeyError, IndexError, ValueError):
        what = record.kind if record.action is None else record.action.kind
        return [f"{game.view.name(record.by)}: {what}"]


def told_after(game: Game, seq: int) -> list[str]:
    """The sentences of all records after ``seq``, undone moves and their undoing included."""
    return [line for record in game.log[seq:] for line in told(game, record)]


def moves_to_undo(game: Game) -> list[tuple[int, str]]:
    """The records to which the game can be taken back, the newest first, each with its first sentence."""
    found = []
    for record in reversed(game.active[:-1]):
        text = next(iter(told(game, record)), record.kind)
        found.append((record.seq, f"move {record.seq}: {text}"))
    return found
