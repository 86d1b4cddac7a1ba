"""What spectators are told: the end of a round or of the game, each turn; and the log in its own thread.

| row | payload | when |
| --- | --- | --- |
| `followed` | what, rev, users | somebody follows this table closely enough |
| `log_lines` | {} | the server has log threads and something was recorded; waits a little for more |
| `talk` | {} | the server has talk threads and the game has begun |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.core import WATCHES, Games
from bot.games.work import Work
from bot.settings import rows
from bot.store.game_rows import GameInfo, now
from bot.store.outbox import Note
from engine import Game, Record
from engine.face.course import other_round
from engine.face.stories import CursorMoved
from engine.face.table import Cursor

Level = Literal["end", "rounds", "everything"]
LEVELS: dict[str, tuple[Level, ...]] = {
    "end": ("end", "rounds", "everything"),
    "round": ("rounds", "everything"),
    "turn": ("everything",),
}
"""Who is told of what."""

COALESCE = 5000
"""Milliseconds that lines for the log, and turns for those who follow everything, wait for more of them."""

LOG, TALK, SPECTATORS = "log", "talk", "spectators"
"""Lanes: none of them holds up a card."""


@WATCHES.add("spectators", rank=1)
async def watch(games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, work: Work) -> None:
    """Queue what spectators are told of a write."""
    if game is None:
        return
    event = _event(game, work)
    if event is not None:
        await _tell(conn, info, work, event)
    settings = await rows.server(conn, info.guild) if info.guild is not None else {}
    if settings.get("log_thread") and work.entries:
        due = now() + COALESCE
        work.notes.append(Note("log_lines", {}, latest_only=True, due=due, lane=LOG))
    if settings.get("talk_thread") and "genesis" in work.values:
        work.notes.append(Note("talk", {}, lane=TALK))


def _event(game: Game, work: Work) -> str | None:
    """The greatest thing that a write brought about."""
    if work.values.get("status") == "ended":
        return "end"
    made = game.log[len(game.log) - len(work.entries) :] if work.entries else []
    begun = round_begun(made)
    if begun is not None and "genesis" not in work.values:
        return "round"
    if any(note.kind == "turn_card" and note.payload.get("ping") for note in work.notes):
        return "turn"
    return None


def round_begun(made: Sequence[Record]) -> Cursor | None:
    """The round that began with these records, if one did."""
    moves = [e for r in made if r.kind == "action" for e in r.events if isinstance(e, CursorMoved)]
    found = [e.after for e in moves if other_round(e.before, e.after)]
    return found[-1] if found else None


async def _tell(conn: AsyncConnection, info: GameInfo, work: Work, what: str) -> None:
    wanted = [u for u, level in (await rows.followers(conn, info.id)).items() if level in LEVELS[what]]
    if not wanted:
        return
    payload = {"what": what, "rev": info.rev, "users": wanted}
    if what == "turn":
        due = now() + COALESCE
        note = Note("followed", payload, latest_only=True, due=due, key="followed:turn", lane=SPECTATORS)
    else:
        note = Note("followed", payload, lane=SPECTATORS)
    work.notes.append(note)
