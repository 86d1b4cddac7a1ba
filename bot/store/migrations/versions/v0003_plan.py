"""What members plan for themselves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the database table of the members' private plans."""
    op.create_table(
        "plan",
        sa.Column("game", ID, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("parts", sa.JSON, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
