"""Stores a new game with its seats and its set-up card, once for each interaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.changes import GameMovedOn
from bot.games.core import Games
from bot.games.outcome import InteractionId, Outcome, channel_taken_outcome
from bot.store import checksums, game_rows, postgres
from bot.store.game_rows import SeatInfo
from bot.store.messages import outbox
from bot.store.messages.outbox import OutboxMessage

SETUP_CARD = OutboxMessage("setup_card", {}, latest_only=True)
"""The message that posts or edits the set-up card of a game in the lobby."""


async def store_new_game(
    games: Games,
    user_id: int,
    interaction_id: InteractionId,
    values: Mapping[str, Any],
    seats: Sequence[SeatInfo],
    store_extra: Callable[[Any, int], Any] | None = None,
) -> Outcome:
    """Create a game with its seats; return the outcome with the game's id.

    ``values`` are columns of the game: owner (user id), title, name, guild, channel, options and settings;
    others, such as status, as needed. ``store_extra(connection, game id)`` stores additional rows. A repeated
    interaction gets its first outcome. The outcome's code is "channel_taken" if the channel has an open game,
    and "not_saved" or "unsure" if the database fails.
    """
    async with games.lock("new game"):
        try:
            first_outcome = await games.find_outcome(interaction_id)
            if first_outcome is not None:
                return first_outcome
            outcome = await _store_game_in_transaction(
                games, user_id, interaction_id, values, seats, store_extra
            )
        except IntegrityError:
            return await games.find_outcome(interaction_id) or channel_taken_outcome()
        except (SQLAlchemyError, OSError):
            outcome = await _outcome_after_failed_creation(games, interaction_id)
    if outcome.ok:
        games.wake_sender()
    return outcome


async def _outcome_after_failed_creation(games: Games, interaction_id: InteractionId) -> Outcome:
    """Log the database error that interrupted the creation of a game; return the outcome for the member.

    It is the stored outcome if the game was created all the same, "not_saved" if not, and "unsure" if the
    database cannot tell. Call this function in an ``except`` clause.
    """
    failure = games.log_failure("not_saved", 0)
    try:
        return await games.resolve_failed_commit(None, interaction_id)
    except GameMovedOn:
        return failure


async def _store_game_in_transaction(
    games: Games, user_id: int, interaction_id: InteractionId, values: Mapping[str, Any],
    seats: Sequence[SeatInfo], store_extra: Callable[[Any, int], Any] | None,
) -> Outcome:  # fmt: skip
    """Store a new game and queue its set-up card in one transaction; return an ok outcome with the game's id.

    The parameters are those of `store_new_game`. Raises IntegrityError if the channel has an open game, and
    other errors of the database.
    """

    async def store_game(conn: AsyncConnection) -> Outcome:
        """Store the rows of a new game and queue its set-up card; return an ok outcome with the game's id.

        The outcome is stored, too, for a repeated interaction. Raises IntegrityError if the channel has an
        open game.
        """
        game_id = await game_rows.create_game(conn, **values)
        await game_rows.replace_seats(conn, game_id, seats)
        if store_extra is not None:
            await store_extra(conn, game_id)
        await checksums.recompute_checksum(conn, game_id)
        await outbox.queue_messages(conn, game_id, [SETUP_CARD])
        info = await game_rows.find_game(conn, game_id)
        outcome = Outcome("ok", game_id, info.revision if info else 0)
        if interaction_id is not None:
            await game_rows.store_interaction_result(
                conn, str(interaction_id), game_id, user_id, (0, outcome.revision), outcome.to_json()
            )
        return outcome

    return await games.store.write(store_game, game_id=postgres.LOCK_NOTHING)
