"""Standing orders of members, and votes on taking moves back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the database tables of standing orders and of votes on undo."""
    op.create_table(
        "standing_order",
        sa.Column("game", ID, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.String(10), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_standing_order_user_id", "standing_order", ["user_id"])
    op.create_table(
        "undo_vote",
        sa.Column("game", ID, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
