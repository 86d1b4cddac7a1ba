"""Seats of computer players, and how many hints seats have taken."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add the level of a computer player to seats; create the database table of hints (how many by seat)."""
    op.add_column("seat", sa.Column("computer", sa.String, nullable=False, server_default=""))
    op.create_table(
        "hint",
        sa.Column("game", ID, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String, primary_key=True),
        sa.Column("taken", sa.Integer, nullable=False),
    )
