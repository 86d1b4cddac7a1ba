"""Messages that waited for a log thread of their own: nothing posts them."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Delete the messages for log threads from the outbox."""
    op.execute("DELETE FROM outbox WHERE kind = 'log_line'")
