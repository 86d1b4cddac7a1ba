"""What a company earned in its last operating rounds, and what became of it, from the log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from engine.api.round_state import WAYS, revenue_told
from engine.core.events import CursorMoved, Said
from engine.core.state import Cursor
from engine.core.view import View
from engine.game import Game

__all__ = ["Income", "incomes"]


@dataclass(frozen=True, slots=True)
class Income:
    """What a company earned in an operating round.

    way, each: as in `engine.api.round_state.LastRun`.
    """

    round: str
    revenue: int
    way: str
    each: str = ""


def incomes(game: Game, company: str, most: int = 3) -> list[Income]:
    """The last incomes of a company, at most so many, the oldest first. Moves taken back are left out."""
    return list(islice(_newest(game, company), most))[::-1]


def _newest(game: Game, company: str) -> Iterator[Income]:
    cursor = game.state.cursor
    for record in reversed(game.active_records):
        for event in reversed(record.events):
            if isinstance(event, CursorMoved):
                cursor = event.before
            elif isinstance(event, Said) and event.key in WAYS and event.params["company"] == company:
                each = str(event.params.get("per_share", ""))
                yield Income(_title(game, cursor), revenue_told(event), WAYS[event.key], each)


def _title(game: Game, cursor: Cursor) -> str:
    """The title of the round at a moment."""
    then = View(game.title, replace(game.state, cursor=cursor))
    return game.title.rounds[cursor.round].title(then)
