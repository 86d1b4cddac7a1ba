"""Messages for spectators that a write makes due: rounds, ends and turns for followers, and the two threads.

| row | payload | when |
| --- | --- | --- |
| `followed` | what, rev, users | a member follows the game closely enough for this event |
| `log_lines` | {} | the server has log threads and something was recorded; waits a little for more |
| `talk` | {} | the server has talk threads (players and spectators chat there) and the game has begun |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.changes import Changes
from bot.games.core import WRITE_WATCHERS, Games
from bot.store import followers
from bot.store.game_rows import GameInfo, now_ms
from bot.store.messages.outbox import OutboxMessage
from bot.store.preferences import SERVERS
from engine import Game, Record
from engine.api.course import is_other_round
from engine.api.stories import CursorMoved
from engine.api.table import Cursor

NewsLevel = Literal["end", "rounds", "everything"]
NEWS_LEVELS_BY_EVENT: dict[str, tuple[NewsLevel, ...]] = {
    "end": ("end", "rounds", "everything"),
    "round": ("rounds", "everything"),
    "turn": ("everything",),
}
"""For each event, the levels of news (chosen by followers) that include it."""

COALESCE_MS = 5000
"""Milliseconds for which log lines, and turns for followers of everything, wait to be sent together."""

LOG, TALK, SPECTATORS = "log", "talk", "spectators"
"""Queues of a game's messages, so that these messages never delay a card."""


@WRITE_WATCHERS.add("spectators", order=1)
async def queue_spectator_messages(
    games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, changes: Changes
) -> None:
    """After each write to a game, add to ``changes`` the messages that spectators should get about it.

    These are news for followers; if the server wants a log thread, the new lines of the log; and if it wants
    a talk thread, in which players and spectators chat, its opening when the game starts. Nothing is added
    before the start (``game`` None). Raises errors of the database.
    """
    if game is None:
        return
    event = _event_for_followers(game, changes)
    if event is not None:
        await _add_follower_news(conn, info, changes, event)
    settings = await SERVERS.query_preferences(conn, info.guild_id) if info.guild_id is not None else {}
    if settings.get("log_thread") and changes.new_records:
        due = now_ms() + COALESCE_MS
        changes.messages.append(OutboxMessage("log_lines", {}, latest_only=True, due=due, queue=LOG))
    if settings.get("talk_thread") and _starts_game(changes):
        changes.messages.append(OutboxMessage("talk", {}, queue=TALK))


def _starts_game(changes: Changes) -> bool:
    """Return True if a write starts the game: if ``changes`` set the game's setup (column "genesis")."""
    return "genesis" in changes.game_columns


def _event_for_followers(game: Game, changes: Changes) -> str | None:
    """Return the most important event of a write to a game for its followers: "end", "round" or "turn".

    "round" means that a round begins that is not the first; "turn" means that the write queues a turn card
    that pings a player. Returns None if there is no event. ``game`` is the state after the write.
    """
    if changes.game_columns.get("status") == "ended":
        return "end"
    records = game.log[len(game.log) - len(changes.new_records) :] if changes.new_records else []
    new_round = last_round_start(records)
    if new_round is not None and not _starts_game(changes):
        return "round"
    if any(message.kind == "turn_card" and message.payload.get("ping") for message in changes.messages):
        return "turn"
    return None


def last_round_start(records: Sequence[Record]) -> Cursor | None:
    """Return the cursor (the round and who acts in it) with which the last new round in these records began.

    It is for news to followers. Returns None if no round began. Records of undo and redo are ignored.
    """
    cursor_moves = [
        event
        for record in records
        if record.kind == "action"
        for event in record.events
        if isinstance(event, CursorMoved)
    ]
    new_rounds = [event.after for event in cursor_moves if is_other_round(event.before, event.after)]
    return new_rounds[-1] if new_rounds else None


async def _add_follower_news(conn: AsyncConnection, info: GameInfo, changes: Changes, event: str) -> None:
    """Add to ``changes`` a message for the followers of the game who want news of this event.

    ``event`` is "end", "round" or "turn". Nothing is added if nobody wants the news. News of a turn waits 5
    seconds, and replaces an earlier one that still waits. Raises errors of the database.
    """
    recipients = [
        user_id
        for user_id, news_level in (await followers.news_levels_by_follower(conn, info.id)).items()
        if news_level in NEWS_LEVELS_BY_EVENT[event]
    ]
    if not recipients:
        return
    payload = {"what": event, "rev": info.revision, "users": recipients}
    if event == "turn":
        due = now_ms() + COALESCE_MS
        message = OutboxMessage(
            "followed", payload, latest_only=True, due=due, key="followed:turn", queue=SPECTATORS
        )
    else:
        message = OutboxMessage("followed", payload, queue=SPECTATORS)
    changes.messages.append(message)
