"""A checksum of what stands beside a game's log; games of before get theirs when the database is opened."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the column "seal" (the checksum of row and seats) to the database table of games."""
    op.add_column("game", sa.Column("seal", sa.LargeBinary))
