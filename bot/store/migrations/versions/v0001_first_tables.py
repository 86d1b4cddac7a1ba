"""The first database tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
OPEN = sa.text("status IN ('lobby', 'running', 'paused')")


def upgrade() -> None:
    """Create the database tables of the first version; Alembic calls this."""
    create_games_table()
    create_seat_tables()
    create_log_tables()
    create_message_tables()


def game_id_column(primary_key: bool = False) -> sa.Column[int]:
    """Return the column for a game's id in a new database table; a row is deleted with its game."""
    key = sa.ForeignKey("game.id", ondelete="CASCADE")
    return sa.Column("game", ID, key, primary_key=primary_key, nullable=False)


def create_games_table() -> None:
    """Create the database table of games."""
    op.create_table(
        "game",
        sa.Column("id", ID, primary_key=True),
        sa.Column("guild", sa.BigInteger),
        sa.Column("channel", sa.BigInteger),
        sa.Column("title", sa.String(20), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("owner", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("end_reason", sa.String(200), nullable=False, server_default=""),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("rules_version", sa.Integer),
        sa.Column("seed", sa.BigInteger),
        sa.Column("genesis", sa.JSON),
        sa.Column("rev", sa.Integer, nullable=False, server_default="0"),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("started_at", sa.BigInteger),
        sa.Column("ended_at", sa.BigInteger),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "one_open_game", "game", ["channel"], unique=True, sqlite_where=OPEN, postgresql_where=OPEN
    )
    op.create_index("ix_game_guild", "game", ["guild"])


def create_seat_tables() -> None:
    """Create the database tables of seats, tenures (who held a seat when) and drafts (unfinished moves)."""
    op.create_table(
        "seat",
        game_id_column(primary_key=True),
        sa.Column("seat", sa.String(10), primary_key=True),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("user_id", sa.BigInteger),
    )
    op.create_index("ix_seat_user_id", "seat", ["user_id"])
    op.create_table(
        "tenure",
        sa.Column("id", ID, primary_key=True),
        game_id_column(),
        sa.Column("seat", sa.String(10), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("from_rev", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )
    op.create_index("ix_tenure_game", "tenure", ["game"])
    op.create_table(
        "draft",
        game_id_column(primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def create_log_tables() -> None:
    """Create the database tables of the records of games and of the stored results of interactions."""
    op.create_table(
        "record",
        game_id_column(primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.String(10), nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("via", sa.String(20), nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "interaction",
        sa.Column("id", sa.String(100), primary_key=True),
        game_id_column(),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("rev_from", sa.Integer, nullable=False),
        sa.Column("rev_to", sa.Integer, nullable=False),
        sa.Column("answer", sa.JSON, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_interaction_at", "interaction", ["at"])


def create_message_tables() -> None:
    """Create the database tables of posted cards and of the outbox."""
    op.create_table(
        "card",
        game_id_column(primary_key=True),
        sa.Column("kind", sa.String(40), primary_key=True),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger, nullable=False),
        sa.Column("rev", sa.Integer, nullable=False),
    )
    op.create_table(
        "outbox",
        sa.Column("id", ID, primary_key=True),
        game_id_column(),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("error", sa.Text, nullable=False, server_default=""),
        sa.Column("latest_only", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_due", "outbox", ["due"])
