"""Logs are packed, each record has a checksum that covers the one before it; moves lost by a restore."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.store import chain
from bot.store.compression import compress, to_compact_json

revision = "0009"
down_revision = "0008"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
BROKEN = b""
"""The digest of a record that could not be read: its table is closed, all others are not."""


def upgrade() -> None:
    """Compress all records, add their checksums, and create the table of moves lost by a restore."""
    op.create_table("record_packed", *columns())
    op.add_column("game", sa.Column("genesis_packed", sa.LargeBinary))
    if not op.get_context().as_sql:
        pack_all(op.get_bind())
    op.drop_table("record")
    op.rename_table("record_packed", "record")
    op.drop_column("game", "genesis")
    op.execute("ALTER TABLE game RENAME COLUMN genesis_packed TO genesis")
    key = sa.ForeignKey("game.id", ondelete="CASCADE")
    op.create_table(
        "lost_moves",
        sa.Column("game", ID, key, primary_key=True, nullable=False),
        sa.Column("at", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("rev", sa.Integer, nullable=False),
    )


def columns() -> Iterator[sa.Column[Any]]:
    """Yield the columns of the new table of records."""
    key = sa.ForeignKey("game.id", ondelete="CASCADE")
    yield sa.Column("game", ID, key, primary_key=True, nullable=False)
    yield sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False)
    yield sa.Column("seat", sa.String(10), nullable=False)
    yield sa.Column("user_id", sa.BigInteger)
    yield sa.Column("via", sa.String(20), nullable=False)
    yield sa.Column("body", sa.LargeBinary, nullable=False)
    yield sa.Column("at", sa.BigInteger, nullable=False)
    yield sa.Column("digest", sa.LargeBinary, nullable=False)


def pack_all(conn: sa.Connection) -> None:
    """Copy all records to the new table, compressed and with checksums; compress the starts of games."""
    # The text as it stands: a damaged one must not keep all tables from being opened.
    text = "CAST({} AS BLOB)" if conn.dialect.name == "sqlite" else "convert_to({}::text, 'UTF8')"
    begun = sa.text(f"SELECT id, {text.format('genesis')} FROM game WHERE genesis IS NOT NULL")
    rows = sa.text(
        f"SELECT seq, seat, user_id, via, {text.format('body')} AS body, at FROM record "
        "WHERE game = :game ORDER BY seq"
    )
    for game, genesis in conn.execute(begun).all():
        raw, _ = compact(genesis)
        conn.execute(
            sa.text("UPDATE game SET genesis_packed = :packed WHERE id = :game"),
            {"packed": compress(raw), "game": game},
        )
        packed = list(chained(game, chain.root_digest(raw), conn.execute(rows, {"game": game})))
        if packed:
            conn.execute(INSERT, packed)


INSERT = sa.text(
    "INSERT INTO record_packed (game, seq, seat, user_id, via, body, at, digest) "
    "VALUES (:game, :seq, :seat, :user_id, :via, :body, :at, :digest)"
)


def chained(game: int, head: bytes, rows: Any) -> Iterator[dict[str, Any]]:
    """Yield the new rows of a game's records, each with a checksum that covers the one before it."""
    for row in rows.mappings():
        raw, sound = compact(row["body"])
        head = chain.next_digest(
            head, chain.ChainedRecord(row["seq"], row["seat"], row["via"], row["at"], raw)
        )
        digest = head if sound else BROKEN
        yield {**row, "game": game, "body": compress(raw), "digest": digest}


def compact(stored: bytes) -> tuple[bytes, bool]:
    """Return JSON as it will be stored, and whether it could be read."""
    try:
        return to_compact_json(json.loads(stored)), True
    except ValueError:
        return bytes(stored), False
