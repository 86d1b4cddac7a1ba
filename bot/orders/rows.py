"""The standing orders of a game's members and the vote on taking moves back: private until they are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Index,
    Integer,
    Row,
    String,
    Table,
    delete,
    insert,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.orders.order import Order
from bot.store.games import now
from bot.store.tables import metadata, of_game

standing_order = Table(
    "standing_order",
    metadata,
    of_game(primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", String, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("body", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_standing_order_user_id", "user_id"),
)

undo_vote = Table(
    "undo_vote",
    metadata,
    of_game(primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("body", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Vote:
    """A member asks whether everything after record ``to`` may be taken back.

    Asked at revision ``rev``, and good for that alone. ``needed`` are the seats whose moves it takes back,
    ``agreed`` those that have said yes.
    """

    user: int
    seat: str
    to: int
    rev: int
    needed: tuple[str, ...]
    agreed: tuple[str, ...] = ()

    @property
    def open_for(self) -> tuple[str, ...]:
        """The seats that have not answered yet."""
        return tuple(seat for seat in self.needed if seat not in self.agreed)


@dataclass(frozen=True, slots=True)
class Private:
    """What the members of a game have told the bot alone, and the vote that is open."""

    orders: tuple[Order, ...] = ()
    vote: Vote | None = None


async def load(conn: AsyncConnection, game: int) -> Private:
    """What is kept of a game."""
    return Private(await _orders(conn, game), await _vote(conn, game))


async def put(conn: AsyncConnection, game: int, private: Private) -> None:
    """Keep this of a game in place of what was before."""
    await _put_orders(conn, game, private.orders)
    await _put_vote(conn, game, private.vote)


async def _orders(conn: AsyncConnection, game: int) -> tuple[Order, ...]:
    query = select(standing_order).where(standing_order.c.game == game).order_by(standing_order.c.number)
    return tuple(_order(row) for row in (await conn.execute(query)).all())


def _order(r: Row[Any]) -> Order:
    body: Any = r.body
    place = (body["round"][0], body["round"][1], body["round"][2]) if body["round"] else None
    return Order(
        r.number, r.seat, r.user_id, r.kind, body["args"], body["since"], place,
        body["ended"], body["fired"], body["title"], body["over"], body["why"],
    )  # fmt: skip


async def _put_orders(conn: AsyncConnection, game: int, orders: Sequence[Order]) -> None:
    await conn.execute(delete(standing_order).where(standing_order.c.game == game))
    moment = now()
    rows = [
        {
            "game": game, "number": o.number, "seat": o.seat, "user_id": o.user, "kind": o.kind, "at": moment,
            "body": {
                "args": dict(o.args), "since": o.since, "round": list(o.round) if o.round else None,
                "ended": o.ended, "fired": o.fired, "title": o.title, "over": o.over,
                "why": dict(o.why),
            },
        }
        for o in orders
    ]  # fmt: skip
    if rows:
        await conn.execute(insert(standing_order), rows)


async def games_with(conn: AsyncConnection) -> list[int]:
    """The games in which there are standing orders."""
    return list((await conn.execute(select(standing_order.c.game).distinct())).scalars())


async def _vote(conn: AsyncConnection, game: int) -> Vote | None:
    row = (await conn.execute(select(undo_vote).where(undo_vote.c.game == game))).first()
    if row is None:
        return None
    body = row.body
    needed, agreed = tuple(body["needed"]), tuple(body["agreed"])
    return Vote(row.user_id, body["seat"], body["to"], body["rev"], needed, agreed)


async def _put_vote(conn: AsyncConnection, game: int, v: Vote | None) -> None:
    await conn.execute(delete(undo_vote).where(undo_vote.c.game == game))
    if v is not None:
        body = {
            "seat": v.seat, "to": v.to, "rev": v.rev, "needed": list(v.needed), "agreed": list(v.agreed),
        }  # fmt: skip
        await conn.execute(insert(undo_vote).values(game=game, user_id=v.user, body=body, at=now()))
