"""Each change of a game is counted, and words have any length: PostgreSQL refuses what is longer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

TEXT_COLUMNS = (
    "audit.what", "ballot.choice", "card.kind", "follower.level", "game.end_reason", "game.name",
    "game.status", "game.title", "interaction.id", "member_hours.zone", "offered_seat.seat", "outbox.key",
    "outbox.kind", "outbox.lane", "posting.key", "posting.lane", "proxy.seat", "record.seat", "record.via",
    "seat.name",
    "seat.seat", "standing_order.kind", "standing_order.seat", "tenure.seat", "vote.kind", "vote.name",
    "vote.result", "vote.seat", "wait.mark", "wait.seat",
)  # fmt: skip


def upgrade() -> None:
    """Add the write counter to the database table of games.

    On PostgreSQL, also remove the length limits of text columns.
    """
    op.add_column("game", sa.Column("writes", sa.Integer, nullable=False, server_default="0"))
    if op.get_context().dialect.name != "postgresql":
        return  # SQLite keeps words of any length, whatever a column says
    for column_path in TEXT_COLUMNS:
        table, column = column_path.split(".")
        op.alter_column(table, column, type_=sa.String())
