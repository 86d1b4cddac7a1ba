"""The final scores of a game that the rules ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the column of final scores to the database table of games."""
    op.add_column("game", sa.Column("scores", sa.JSON(none_as_null=True)))
