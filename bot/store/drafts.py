"""Queries of what a user has begun in a game: the draft of a move, and the private plan (`/plan`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import tables as db
from bot.store.game_rows import Json, now_ms


@dataclass(frozen=True, slots=True)
class DraftInfo:
    """The draft (JSON) of a user's move, begun and not completed, and the revision at which it was begun."""

    body: Json
    revision: int


_DRAFT = select(db.draft).where(db.draft.c.game == bindparam("game"), db.draft.c.user_id == bindparam("user"))


async def find_draft(conn: AsyncConnection, game_id: int, user_id: int) -> DraftInfo | None:
    """Query a user's draft in a game: a move that is begun and not completed. None if there is none."""
    row = (await conn.execute(_DRAFT, {"game": game_id, "user": user_id})).first()
    return None if row is None else DraftInfo(row.body, row.rev)


async def store_draft(conn: AsyncConnection, game_id: int, user_id: int, body: Json, revision: int) -> None:
    """Store the draft (``body``, JSON) of a user's move in a game, in place of the user's earlier draft.

    ``revision`` is the revision of the game at which the move was begun.
    """
    await delete_draft(conn, game_id, user_id)
    await conn.execute(
        insert(db.draft).values(game=game_id, user_id=user_id, body=body, rev=revision, at=now_ms())
    )


_NO_DRAFT = delete(db.draft).where(
    db.draft.c.game == bindparam("game"), db.draft.c.user_id == bindparam("user")
)


async def delete_draft(conn: AsyncConnection, game_id: int, user_id: int) -> None:
    """Delete a user's draft in a game from the database, if there is one."""
    await conn.execute(_NO_DRAFT, {"game": game_id, "user": user_id})


async def find_plan_items(conn: AsyncConnection, game_id: int, user_id: int) -> list[Any]:
    """Query the items (JSON) of a user's private plan for a game; [] if there is no plan.

    Each item is a planned tile, station marker or train (a `Part` of `engine.api.plans`).
    """
    row = (
        await conn.execute(select(db.plan).where(_game_and_user_condition(db.plan.c, game_id, user_id)))
    ).first()
    return [] if row is None else list(row.parts)


async def store_plan(conn: AsyncConnection, game_id: int, user_id: int, items: Sequence[Any]) -> None:
    """Store the items (JSON) of a user's private plan for a game in place of the earlier plan.

    [] deletes the plan.
    """
    await conn.execute(delete(db.plan).where(_game_and_user_condition(db.plan.c, game_id, user_id)))
    if items:
        await conn.execute(
            insert(db.plan).values(game=game_id, user_id=user_id, parts=list(items), at=now_ms())
        )


def _game_and_user_condition(columns: Any, game_id: int, user_id: int) -> Any:
    """Return the SQL condition that the row of a draft or plan belongs to a game and a user.

    ``columns`` are those of a database table with the columns ``game`` and ``user_id``.
    """
    return and_(columns.game == game_id, columns.user_id == user_id)
