"""What is stored of games beside their logs: lists, drafts, plans and cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.core import Games
from bot.games.outcome import InteractionId
from bot.store import drafts, game_rows, postgres
from bot.store.drafts import DraftInfo
from bot.store.game_rows import CardInfo, GameFilter, GameInfo, Status
from bot.store.messages import restore_points

OPEN_STATUSES: tuple[Status, ...] = ("lobby", "running", "paused")
KEEP_OUTCOMES_MS = 7 * 24 * 3600 * 1000


async def list_games(
    games: Games, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None,
    statuses: Sequence[Status] = OPEN_STATUSES,
) -> list[GameInfo]:  # fmt: skip
    """Return the stored games of a server, channel and seated user (Discord ids; None: any), newest first.

    Only games with one of the ``statuses`` are returned, by default open ones (lobby, running or paused), and
    at most 100.
    """
    return await games.store.read(
        lambda conn: game_rows.list_games(conn, GameFilter(guild_id, channel_id, user_id, statuses))
    )


async def game_info_of_channel(games: Games, channel_id: int) -> GameInfo | None:
    """Return the open game of a channel or thread, else its newest ended one; None if it has neither.

    An open game that is in memory and current is not read again; its log need not be readable.
    """
    id_and_write_count = await games.store.read(
        partial(game_rows.find_open_game_in_channel, channel_id=channel_id)
    )
    info = games.info_in_memory(*id_and_write_count) if id_and_write_count is not None else None
    if info is not None:
        return info
    candidates = await list_games(games, channel_id=channel_id, statuses=(*OPEN_STATUSES, "ended"))
    return next((info for info in candidates if info.status != "ended"), next(iter(candidates), None))


async def info_of_game(games: Games, game_id: int) -> GameInfo | None:
    """Return the stored info of a game, with its seats; None if there is no such game.

    The log of the game, which may be corrupt, is not loaded.
    """
    return await games.store.read(partial(game_rows.find_game, game_id=game_id))


async def find_draft(games: Games, game_id: int, user_id: int) -> DraftInfo | None:
    """Return a user's draft in a game (a move begun and not completed) with its revision, or None."""
    return await games.store.read(lambda conn: drafts.find_draft(conn, game_id, user_id))


async def store_draft(games: Games, game_id: int, user_id: int, body: Any, revision: int) -> None:
    """Store a user's draft in a game (``body``, JSON), in place of an earlier draft.

    ``revision`` is the revision at which the user began the draft. The user's next stored move deletes it.
    """
    await games.store.write(
        lambda conn: drafts.store_draft(conn, game_id, user_id, body, revision), game_id=game_id
    )


async def delete_draft(games: Games, game_id: int, user_id: int) -> None:
    """Delete a user's draft (a move begun and not completed) in a game, if there is one."""
    await games.store.write(lambda conn: drafts.delete_draft(conn, game_id, user_id), game_id=game_id)


async def find_plan(games: Games, game_id: int, user_id: int) -> list[Any]:
    """Return the items (JSON) of a user's private plan for a game (see `engine.api.plans`), or []."""
    return await games.store.read(lambda conn: drafts.find_plan_items(conn, game_id, user_id))


async def store_plan(games: Games, game_id: int, user_id: int, items: Sequence[Any]) -> None:
    """Store the items (JSON) of a user's private plan for a game in place of the earlier plan.

    [] deletes the plan. No other member sees it.
    """
    await games.store.write(lambda conn: drafts.store_plan(conn, game_id, user_id, items), game_id=game_id)


async def store_typed_text(
    games: Games, game_id: int, user_id: int, text: str, interaction_id: InteractionId
) -> None:
    """Store a text that a user typed about a game, such as a reason, until the user confirms it.

    ``interaction_id`` is the interaction in which the text was typed; if a text is already stored for it,
    that text is kept. The text is deleted after about 7 days (`delete_old_outcomes`).
    """

    async def store_first_text(conn: AsyncConnection) -> None:
        """Store the typed text about the game, unless this interaction has stored one."""
        if await game_rows.find_interaction_result(conn, f"words:{interaction_id}") is None:
            await game_rows.store_interaction_result(
                conn, f"words:{interaction_id}", game_id, user_id, (0, 0), text
            )

    await games.store.write(store_first_text, game_id=game_id)


async def find_typed_text(
    games: Games, game_id: int, user_id: int, interaction_id: InteractionId
) -> str | None:
    """Return the text that a user typed about a game in the interaction with this id.

    Return None if no text is stored for this interaction, game and user.
    """
    text = await games.store.read(
        lambda conn: game_rows.find_interaction_result(
            conn, f"words:{interaction_id}", game_and_user=(game_id, user_id)
        )
    )
    return None if text is None else str(text)


async def cards_of_game(games: Games, game_id: int) -> dict[str, CardInfo]:
    """Return where the current cards of a game are (messages in Discord), by kind of card, such as "turn"."""
    return await games.store.read(lambda conn: game_rows.cards_of_game(conn, game_id))


async def shows_lost_moves(games: Games, game_id: int, revision: int, sent_at: int) -> bool:
    """Return True if a message in Discord shows moves of a game that a restored backup lacks.

    ``revision`` is the revision that it shows, ``sent_at`` its time (milliseconds since 1970). The restores
    are read from the database at the first call.
    """
    if games.restore_points is None:
        games.restore_points = await games.store.read(restore_points.read_restore_points)
    return any(point.outdates_message(revision, sent_at) for point in games.restore_points.get(game_id, ()))


async def delete_old_outcomes(games: Games) -> None:
    """Delete the stored outcomes of interactions, and typed texts, that are over 7 days old.

    Discord repeats no interaction that is so old. Nothing is done while another process does so.
    """

    async def delete_outcomes(conn: AsyncConnection) -> None:
        """Delete the old outcomes of interactions in a transaction, unless another process does so now."""
        if await games.store.try_lock_task(conn, "sweep"):
            await game_rows.delete_old_interaction_results(conn, game_rows.now_ms() - KEEP_OUTCOMES_MS)

    await games.store.write(delete_outcomes, game_id=postgres.LOCK_NOTHING)
