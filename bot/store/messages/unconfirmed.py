"""Messages that were sent to Discord and not confirmed: a row until Discord's response is stored.

After a crash, a lost response or a send that timed out, the row says where to look for the message. So nobody
is pinged twice and no card is posted twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import unconfirmed_message


@dataclass(frozen=True, slots=True)
class UnconfirmedMessage:
    """A message that was sent and not confirmed; Discord's message contains its ``id``.

    ``key`` is the kind of a card, or "row:" and the id of the outbox row; ``queue`` is the queue of the
    outbox. ``outbox_row_id`` is the row that was sent last, at ``sent_at`` (milliseconds since 1970).
    ``revision`` is the revision that a card shows, 0 for another message; ``ping_id`` the `TurnPing` that it
    sends, None for none. ``is_superseded``: it was not found, and another message was sent in its place.
    """

    id: int
    game_id: int
    key: str
    queue: str
    outbox_row_id: int
    channel_id: int
    revision: int
    ping_id: int | None
    sent_at: int
    is_superseded: bool = False


_INSERT_MESSAGE = insert(unconfirmed_message)
_DELETE_MESSAGE = delete(unconfirmed_message).where(unconfirmed_message.c.id == bindparam("message_id"))


async def insert_unconfirmed_message(
    conn: AsyncConnection, game_id: int, key: str, queue: str, outbox_row_id: int, channel_id: int,
    revision: int, ping_id: int | None, sent_at: int,
) -> UnconfirmedMessage:  # fmt: skip
    """Insert the row of a message that is about to be sent to Discord, and return it with its new id.

    The parameters are the fields of `UnconfirmedMessage`; ``sent_at`` is in milliseconds since 1970.
    """
    values = {
        "game": game_id, "key": key, "lane": queue, "row": outbox_row_id, "channel": channel_id,
        "rev": revision,
        "call": ping_id, "since": sent_at,
    }  # fmt: skip
    result = await conn.execute(_INSERT_MESSAGE, values)
    assert result.inserted_primary_key is not None
    new_id = int(result.inserted_primary_key[0])
    return UnconfirmedMessage(
        new_id, game_id, key, queue, outbox_row_id, channel_id, revision, ping_id, sent_at
    )


async def mark_resending(conn: AsyncConnection, message_id: int, outbox_row_id: int, resent_at: int) -> None:
    """Store that an unconfirmed message is about to be sent again, for a row of the outbox.

    ``resent_at`` is the time (milliseconds since 1970).
    """
    values = {"row": outbox_row_id, "since": resent_at}
    await conn.execute(
        update(unconfirmed_message).where(unconfirmed_message.c.id == message_id).values(**values)
    )


_UNCONFIRMED = (
    select(unconfirmed_message)
    .where(unconfirmed_message.c.game == bindparam("game"), unconfirmed_message.c.lane == bindparam("queue"))
    .where(unconfirmed_message.c.lost.is_(False))
    .order_by(unconfirmed_message.c.id)
)


async def unconfirmed_messages(conn: AsyncConnection, game_id: int, queue: str) -> list[UnconfirmedMessage]:
    """Query the messages of a game's queue that Discord may have got but has not confirmed, the oldest first.

    [] if there are none. ``queue`` is the name of the queue (column ``lane``). Superseded messages are left
    out. The bot must search for these messages before it sends anything else of this queue.
    """
    return _build_messages((await conn.execute(_UNCONFIRMED, {"game": game_id, "queue": queue})).all())


async def superseded_messages(conn: AsyncConnection, game_id: int) -> list[UnconfirmedMessage]:
    """Query the superseded unconfirmed messages of a game, the oldest first; [] for none.

    They were not found, and others were sent in their place (column ``lost``), but they may still appear in
    Discord.
    """
    is_superseded = (unconfirmed_message.c.game == game_id) & unconfirmed_message.c.lost.is_(True)
    query = select(unconfirmed_message).where(is_superseded).order_by(unconfirmed_message.c.id)
    return _build_messages((await conn.execute(query)).all())


async def mark_superseded(conn: AsyncConnection, message_id: int) -> None:
    """Store that an unconfirmed message was not found in Discord, and that another is sent in its place."""
    await conn.execute(
        update(unconfirmed_message).where(unconfirmed_message.c.id == message_id).values(lost=True)
    )


async def delete_unconfirmed_message(conn: AsyncConnection, message_id: int) -> None:
    """Delete the row of a message whose delivery was unconfirmed; do nothing if there is no such row.

    Call this when Discord has confirmed or refused the message, or when the search for it has ended.
    """
    await conn.execute(_DELETE_MESSAGE, {"message_id": message_id})


def _build_messages(rows: Sequence[Row[Any]]) -> list[UnconfirmedMessage]:
    """Build unconfirmed messages from their database rows.

    The columns with other names are ``lane`` (the queue), ``row`` (the outbox row), ``call`` (the ping),
    ``since`` (when it was sent) and ``lost`` (true for a superseded message).
    """
    return [
        UnconfirmedMessage(
            row.id, row.game, row.key, row.lane, row.row, row.channel, row.rev, row.call, row.since, row.lost
        )
        for row in rows
    ]
