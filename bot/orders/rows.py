"""Database table and queries for standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Index, Integer, Row, String, Table, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.feature_data import FEATURE_DATA, FeatureData
from bot.orders.order import StandingOrder
from bot.store.game_rows import now_ms
from bot.store.tables import game_id_column, metadata
from bot.words import parse_stored_message, to_stored_message

standing_order = Table(
    "standing_order",
    metadata,
    game_id_column(primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", String, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("body", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_standing_order_user_id", "user_id"),
)


async def orders_of_game(conn: AsyncConnection, game_id: int) -> tuple[StandingOrder, ...]:
    """Query the standing orders of a game, ended ones included, sorted by number."""
    query = select(standing_order).where(standing_order.c.game == game_id).order_by(standing_order.c.number)
    return tuple(_order_from_row(row) for row in (await conn.execute(query)).all())


def _order_from_row(row: Row[Any]) -> StandingOrder:
    """Return the standing order in a database row, whose ``body`` must be as `replace_orders` stores it."""
    body: Any = row.body
    round_id = (body["round"][0], body["round"][1], body["round"][2]) if body["round"] else None
    return StandingOrder(
        row.number, row.seat, row.user_id, row.kind, body["args"], body["since"], round_id,
        body["ended"], body["fired"], parse_stored_message(body["title"]), body["over"], body["why"],
    )  # fmt: skip


async def replace_orders(conn: AsyncConnection, game_id: int, orders: Sequence[StandingOrder]) -> None:
    """Replace the standing orders of a game in the database by these; an empty sequence deletes all."""
    await conn.execute(delete(standing_order).where(standing_order.c.game == game_id))
    now = now_ms()
    rows = [
        {
            "game": game_id, "number": order.number, "seat": order.seat, "user_id": order.user_id,
            "kind": order.kind, "at": now,
            "body": {
                "args": dict(order.args), "since": order.start_revision,
                "round": list(order.round) if order.round else None,
                "ended": order.end_text, "fired": order.move_count,
                "title": to_stored_message(order.round_title), "over": order.ended_revision,
                "why": dict(order.end_reason),
            },
        }
        for order in orders
    ]  # fmt: skip
    if rows:
        await conn.execute(insert(standing_order), rows)


async def ids_of_games_with_orders(conn: AsyncConnection) -> list[int]:
    """Query the ids of the games that have standing orders, active or ended; [] if no game has any."""
    return list((await conn.execute(select(standing_order.c.game).distinct())).scalars())


ORDERS: FeatureData[tuple[StandingOrder, ...]] = FeatureData(
    "standing orders", (), orders_of_game, replace_orders
)
FEATURE_DATA.add(ORDERS.name)(ORDERS)
