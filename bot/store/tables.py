"""The database tables after the newest migration. Times are milliseconds since 1970, UTC.

The log is `record`: append-only, a row for each record of the engine, the truth, compressed and chained
(`bot.store.records`). `game.rev` counts them; `game.writes` counts all that was changed about a game, moves
or not, so whoever holds it in memory knows whether it is still so. A seat is not a user: `tenure` keeps who
held which seat when.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Insert,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.compression import CompressedJson

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

IdType = BigInteger().with_variant(Integer, "sqlite")
"""A key that counts up by itself on every database."""

IS_OPEN = text("status IN ('lobby', 'running', 'paused')")


def upsert_statement(
    conn: AsyncConnection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]
) -> Insert:
    """Return the SQL statement that inserts a row into a database table, or updates the one with this key.

    ``key`` and ``values`` are values by column name; those in ``key`` must be the columns of the primary key
    or of a unique index. ``conn`` only says which database the statement is for; nothing is run.
    """
    statement: Any = (sqlite if conn.dialect.name == "sqlite" else postgresql).insert(table)
    inserted = statement.values(**key, **values)
    query: Insert = inserted.on_conflict_do_update(index_elements=list(key), set_=dict(values))
    return query


def game_id_column(primary_key: bool = False) -> Column[int]:
    """Return the column ``game`` for a database table: the id of the game to which a row belongs.

    The row is deleted with its game. ``primary_key``: the column is the primary key, or a part of it.
    """
    key = ForeignKey("game.id", ondelete="CASCADE")
    return Column("game", IdType, key, primary_key=primary_key, nullable=False)


game = Table(
    "game",
    metadata,
    Column("id", IdType, primary_key=True),
    Column("guild", BigInteger),
    Column("channel", BigInteger),
    Column("title", String, nullable=False),
    Column("name", String, nullable=False),
    Column("owner", BigInteger, nullable=False),
    Column("status", String, nullable=False),
    Column("end_reason", String, nullable=False, server_default=""),
    Column("options", JSON, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("rules_version", Integer),
    Column("seed", BigInteger),
    Column("genesis", CompressedJson),
    Column("rev", Integer, nullable=False, server_default="0"),
    Column("writes", Integer, nullable=False, server_default="0"),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("scores", JSON(none_as_null=True)),
    Column("seal", LargeBinary),
    # One open game a channel or thread: "the game here" is unambiguous.
    Index("one_open_game", "channel", unique=True, sqlite_where=IS_OPEN, postgresql_where=IS_OPEN),
    Index("ix_game_guild", "guild"),
    sqlite_autoincrement=True,
)

seat = Table(
    "seat",
    metadata,
    game_id_column(primary_key=True),
    Column("seat", String, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("user_id", BigInteger),
    Column("computer", String, nullable=False, server_default=""),
    Index("ix_seat_user_id", "user_id"),
)

tenure = Table(
    "tenure",
    metadata,
    Column("id", IdType, primary_key=True),
    game_id_column(),
    Column("seat", String, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("from_rev", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger),
    Index("ix_tenure_game", "game"),
)

record = Table(
    "record",
    metadata,
    game_id_column(primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", String, nullable=False),
    Column("user_id", BigInteger),
    Column("via", String, nullable=False),
    Column("body", CompressedJson, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("digest", LargeBinary, nullable=False),
)

interaction = Table(
    "interaction",
    metadata,
    Column("id", String, primary_key=True),
    game_id_column(),
    Column("user_id", BigInteger, nullable=False),
    Column("rev_from", Integer, nullable=False),
    Column("rev_to", Integer, nullable=False),
    Column("answer", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_interaction_at", "at"),
)

draft = Table(
    "draft",
    metadata,
    game_id_column(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("body", JSON, nullable=False),
    Column("rev", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

plan = Table(
    "plan",
    metadata,
    game_id_column(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("parts", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
)

card = Table(
    "card",
    metadata,
    game_id_column(primary_key=True),
    Column("kind", String, primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("rev", Integer, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", IdType, primary_key=True),
    game_id_column(),
    Column("kind", String, nullable=False),
    Column("payload", JSON, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("error", Text, nullable=False, server_default=""),
    Column("latest_only", Boolean, nullable=False, server_default=text("false")),
    Column("key", String, nullable=False, server_default=""),
    Column("lane", String, nullable=False, server_default=""),
    Column("since", BigInteger, nullable=False, server_default="0"),
    Index("ix_outbox_due", "due"),
    sqlite_autoincrement=True,
)

# Messages that were sent to Discord, whose arrival it has not confirmed (`bot.store.messages.unconfirmed`).
unconfirmed_message = Table(
    "posting",
    metadata,
    Column("id", IdType, primary_key=True),
    game_id_column(),
    Column("key", String, nullable=False),
    Column("lane", String, nullable=False),
    Column("row", IdType, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("rev", Integer, nullable=False),
    Column("call", IdType),
    Column("since", BigInteger, nullable=False),
    Column("lost", Boolean, nullable=False, server_default=text("false")),
    Index("ix_posting_game", "game"),
    sqlite_autoincrement=True,
)

# The ping that a game owes to the seats to act (`bot.store.messages.pings`).
turn_ping = Table(
    "call",
    metadata,
    Column("id", IdType, primary_key=True),
    game_id_column(),
    Column("rev", Integer, nullable=False),
    Column("players", JSON, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("told", BigInteger),
    Index("ix_call_game", "game", unique=True),
    sqlite_autoincrement=True,
)

audit = Table(
    "audit",
    metadata,
    Column("id", IdType, primary_key=True),
    game_id_column(),
    Column("user_id", BigInteger, nullable=False),
    Column("what", String, nullable=False),
    Column("detail", Text, nullable=False),
    Column("rev", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_audit_game", "game"),
)
