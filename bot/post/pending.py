"""The queue of messages (the outbox) as other rooms use it: adding, retrying, and what waits in it."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.announcements import build_close_card_message
from bot.games.core import Games
from bot.games.stored_games import OPEN_STATUSES
from bot.store import game_rows
from bot.store.game_rows import CardInfo, GameFilter
from bot.store.messages import outbox, unconfirmed
from bot.store.messages.outbox import OutboxMessage, OutboxRow


async def queue_message(games: Games, game_id: int, kind: str) -> None:
    """Queue a message with an empty payload in the outbox for a game's channel, and wake the sender.

    ``kind`` is a kind of message with a handler, such as "table_full". A waiting message of this kind and
    game is replaced.
    """
    await games.store.write(
        lambda conn: outbox.queue_messages(conn, game_id, [OutboxMessage(kind, {}, latest_only=True)]),
        game_id=game_id,
    )
    games.wake_sender()


async def queue_outdated_card_edit(games: Games, game_id: int, card: CardInfo) -> None:
    """Queue the outbox message that edits ``card``, of an earlier turn, to show the result of that turn.

    The sender is woken. Nothing is queued if ``card`` is a current card, if the game has no current turn
    card, or while a message is being posted in the game's channel. Raises BadLog if the game's log cannot be
    read.
    """
    snapshot = await games.snapshot(game_id)
    cards = snapshot.cards if snapshot else {}
    if (
        snapshot is None
        or "turn" not in cards
        or card.message_id in {current_card.message_id for current_card in cards.values()}
    ):
        return
    revision = snapshot.info.revision

    async def queue_edit(conn: AsyncConnection) -> None:
        """Queue the edit of the old card, unless a message is being posted in the game's channel."""
        # A card that is just being posted is stored in a moment.
        if not await unconfirmed.unconfirmed_messages(conn, game_id, ""):
            await outbox.queue_messages(conn, game_id, [build_close_card_message(card, revision)])

    await games.store.write(queue_edit, game_id=game_id)
    games.wake_sender()


async def retry_failed_messages(games: Games, *, guild_id: int | None = None) -> None:
    """Make the failed messages of a server's games due now, and wake the sender.

    ``guild_id`` None stands for all servers. Call it when permissions or channels have changed.
    """
    filters = GameFilter(guild_id, statuses=(*OPEN_STATUSES, "ended"))

    async def make_due(conn: AsyncConnection) -> None:
        """Make the failed messages of the server's games due now, so that they are sent again."""
        game_ids = (
            None
            if guild_id is None
            else [info.id for info in await game_rows.list_games(conn, filters, 10_000)]
        )
        await outbox.retry_failed_messages(conn, game_rows.now_ms(), game_ids)

    await games.store.write(make_due)
    games.wake_sender()


async def failed_messages(games: Games) -> list[OutboxRow]:
    """Return the messages in the outbox (at most 500) whose sending has failed, the longest waiting first.

    Rows of the kind "tidy" (searches for superseded messages) are left out.
    """
    return await games.store.read(outbox.failed_messages)


async def count_due_messages(games: Games) -> tuple[int, int | None]:
    """Return the number of due messages in the outbox, and when the first of them fell due.

    The time is in milliseconds since 1970, None if no message is due. Rows of the kind "tidy" (searches for
    superseded messages) are not counted.
    """
    return await games.store.read(lambda conn: outbox.count_due_messages(conn, game_rows.now_ms()))
