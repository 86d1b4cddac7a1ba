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
"""The digest of a record that could not be read: its game is closed then, all others are not."""


def upgrade() -> None:
    """Compress all records and add digests; create the database table of restores from backups."""
    op.create_table("record_packed", *record_columns())
    op.add_column("game", sa.Column("genesis_packed", sa.LargeBinary))
    if not op.get_context().as_sql:
        compress_records_and_setups(op.get_bind())
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


def record_columns() -> Iterator[sa.Column[Any]]:
    """Yield the columns that this migration gives to the database table of records."""
    key = sa.ForeignKey("game.id", ondelete="CASCADE")
    yield sa.Column("game", ID, key, primary_key=True, nullable=False)
    yield sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False)
    yield sa.Column("seat", sa.String(10), nullable=False)
    yield sa.Column("user_id", sa.BigInteger)
    yield sa.Column("via", sa.String(20), nullable=False)
    yield sa.Column("body", sa.LargeBinary, nullable=False)
    yield sa.Column("at", sa.BigInteger, nullable=False)
    yield sa.Column("digest", sa.LargeBinary, nullable=False)


def compress_records_and_setups(conn: sa.Connection) -> None:
    """Copy all records to the new database table, compressed and with digests; compress games' setups."""
    # The text as it stands: a corrupt one must not keep the database from being opened.
    as_bytes = "CAST({} AS BLOB)" if conn.dialect.name == "sqlite" else "convert_to({}::text, 'UTF8')"
    setups_query = sa.text(f"SELECT id, {as_bytes.format('genesis')} FROM game WHERE genesis IS NOT NULL")
    records_query = sa.text(
        f"SELECT seq, seat, user_id, via, {as_bytes.format('body')} AS body, at FROM record "
        "WHERE game = :game ORDER BY seq"
    )
    for game_id, setup_json in conn.execute(setups_query).all():
        setup, _ = try_compact_json(setup_json)
        conn.execute(
            sa.text("UPDATE game SET genesis_packed = :packed WHERE id = :game"),
            {"packed": compress(setup), "game": game_id},
        )
        stored_records = conn.execute(records_query, {"game": game_id})
        new_rows = list(new_record_rows(game_id, chain.first_digest(setup), stored_records))
        if new_rows:
            conn.execute(INSERT, new_rows)


INSERT = sa.text(
    "INSERT INTO record_packed (game, seq, seat, user_id, via, body, at, digest) "
    "VALUES (:game, :seq, :seat, :user_id, :via, :body, :at, :digest)"
)


def new_record_rows(game_id: int, setup_digest: bytes, stored_records: Any) -> Iterator[dict[str, Any]]:
    """Yield the new database rows of a game's records, each with a digest that covers the one before it.

    The rows are values by column name. ``setup_digest`` is the digest of the game's setup, ``stored_records``
    are the old rows in order. A record that is not valid JSON gets `BROKEN` instead of a digest.
    """
    digest = setup_digest
    for row in stored_records.mappings():
        body, is_json = try_compact_json(row["body"])
        digest = chain.next_digest(
            digest, chain.ChainedRecord(row["seq"], row["seat"], row["via"], row["at"], body)
        )
        stored_digest = digest if is_json else BROKEN
        yield {**row, "game": game_id, "body": compress(body), "digest": stored_digest}


def try_compact_json(stored: bytes) -> tuple[bytes, bool]:
    """Return stored JSON in compact form, and True; if it cannot be parsed, the bytes unchanged and False."""
    try:
        return to_compact_json(json.loads(stored)), True
    except ValueError:
        return bytes(stored), False
