"""Pings that games owe to players, messages that Discord has not confirmed, and queues of the outbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
NO, NOTHING, NEVER = sa.text("false"), "", "0"


def upgrade() -> None:
    """Create the database tables "call" (pings) and "posting" (messages that Discord has not confirmed).

    Also add the columns key, lane (the queue) and since to the outbox, and store a ping for each game of
    which a turn card with a ping waits in the outbox.
    """
    op.add_column("outbox", sa.Column("key", sa.String(60), nullable=False, server_default=NOTHING))
    op.add_column("outbox", sa.Column("lane", sa.String(40), nullable=False, server_default=NOTHING))
    op.add_column("outbox", sa.Column("since", sa.BigInteger, nullable=False, server_default=NEVER))
    op.execute("UPDATE outbox SET key = kind, since = due")
    op.create_table(
        "posting",
        sa.Column("id", ID, primary_key=True),
        sa.Column("game", ID, sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False),
        sa.Column("key", sa.String(60), nullable=False),
        sa.Column("lane", sa.String(40), nullable=False),
        sa.Column("row", ID, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("call", ID),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("lost", sa.Boolean, nullable=False, server_default=NO),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_posting_game", "posting", ["game"])
    op.create_table(
        "call",
        sa.Column("id", ID, primary_key=True),
        sa.Column("game", ID, sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("players", sa.JSON, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("told", sa.BigInteger),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_call_game", "call", ["game"], unique=True)
    # Calls of cards that still wait to be posted.
    op.execute(
        "INSERT INTO call (game, rev, players, since, due) "
        "SELECT game, 0, '[]', MIN(since), MIN(since) FROM outbox "
        "WHERE kind = 'turn_card' AND CAST(payload AS TEXT) LIKE '%\"ping\":%true%' GROUP BY game"
    )
