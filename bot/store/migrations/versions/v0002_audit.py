"""The audit of interventions by owners and game masters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the database table of the audit log: what owners of games and game masters did."""
    op.create_table(
        "audit",
        sa.Column("id", ID, primary_key=True),
        sa.Column("game", ID, sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_audit_game", "audit", ["game"])
