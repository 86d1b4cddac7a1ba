"""Messages for spectators that a write makes due: rounds, ends and turns for followers, and the two threads.

| row | payload | when |
| --- | --- | --- |
| `followed` | what, rev, users | a member follows the table closely enough for this event |
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
from engine.api.course import other_round
from engine.api.stories import CursorMoved
from engine.api.table import Cursor

Level = Literal["end", "rounds", "everything"]
LEVELS: dict[str, tuple[Level, ...]] = {
    "end": ("end", "rounds", "everything"),
    "round": ("rounds", "everything"),
    "turn": ("everything",),
}
"""The levels of following that include an event."""

COALESCE_MS = 5000
"""Milliseconds for which log lines, and turns for followers of everything, wait to be sent together."""

LOG, TALK, SPECTATORS = "log", "talk", "spectators"
"""Lanes of the outbox of their own, so that these messages never delay a card."""


@WATCHES.add("spectators", rank=1)
async def watch(games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, work: Work) -> None:
    """Queue the messages for spectators that a write makes due, in its transaction."""
    if game is None:
        return
    event = _event(game, work)
    if event is not None:
        await _notify_followers(conn, info, work, event)
    settings = await rows.server(conn, info.guild) if info.guild is not None else {}
    if settings.get("log_thread") and work.entries:
        due = now() + COALESCE_MS
        work.notes.append(Note("log_lines", {}, latest_only=True, due=due, lane=LOG))
    if settings.get("talk_thread") and "genesis" in work.values:
        work.notes.append(Note("talk", {}, lane=TALK))


def _event(game: Game, work: Work) -> str | None:
    """The most important event of a write for followers: "end", "round" or "turn"; None without one."""
    if work.values.get("status") == "ended":
        return "end"
    records = game.log[len(game.log) - len(work.entries) :] if work.entries else []
    started = started_round(records)
    if started is not None and "genesis" not in work.values:
        return "round"
    if any(note.kind == "turn_card" and note.payload.get("ping") for note in work.notes):
        return "turn"
    return None


def started_round(records: Sequence[Record]) -> Cursor | None:
    """The cursor at the last round that started in these records; None when none started."""
    cursor_moves = [e for r in records if r.kind == "action" for e in r.events if isinstance(e, CursorMoved)]
    starts = [e.after for e in cursor_moves if other_round(e.before, e.after)]
    return starts[-1] if starts else None


async def _notify_followers(conn: AsyncConnection, info: GameInfo, work: Work, event: str) -> None:
    """Queue a message for the members who follow this kind of event; of turns only the latest is sent."""
    recipients = [u for u, level in (await rows.followers(conn, info.id)).items() if level in LEVELS[event]]
    if not recipients:
        return
    payload = {"what": event, "rev": info.rev, "users": recipients}
    if event == "turn":
        due = now() + COALESCE_MS
        note = Note("followed", payload, latest_only=True, due=due, key="followed:turn", lane=SPECTATORS)
    else:
        note = Note("followed", payload, lane=SPECTATORS)
    work.notes.append(note)
