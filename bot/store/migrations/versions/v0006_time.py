"""Waits, members' hours, proxies and votes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
NO = sa.text("false")


def upgrade() -> None:
    """Create the database tables of reminders, of members' settings for them, and of absence and votes."""
    create_wait_table()
    create_member_tables()
    create_absence_tables()


def game_id_column(primary_key: bool = False) -> sa.Column[int]:
    """Return the column for a game's id in a new database table; a row is deleted with its game."""
    key = sa.ForeignKey("game.id", ondelete="CASCADE")
    return sa.Column("game", ID, key, primary_key=primary_key, nullable=False)


def member_id_column(name: str = "user_id") -> sa.Column[int]:
    """Return the column for a member's id, the primary key of a new database table or a part of it."""
    return sa.Column(name, sa.BigInteger, primary_key=True, autoincrement=False)


def create_wait_table() -> None:
    """Create the database table "wait": a row for each seat for which a game waits, with its reminders."""
    op.create_table(
        "wait",
        game_id_column(primary_key=True),
        sa.Column("seat", sa.String(10), primary_key=True),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("mark", sa.String(200), nullable=False),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("start", sa.BigInteger, nullable=False),
        sa.Column("stage", sa.Integer, nullable=False, server_default="0"),
        sa.Column("last", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("touched", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("snoozed", sa.BigInteger),
        sa.Column("by_card", sa.Boolean, nullable=False, server_default=NO),
        sa.Column("told", sa.Boolean, nullable=False, server_default=NO),
        sa.Column("voted", sa.Boolean, nullable=False, server_default=NO),
        sa.Column("nudged", sa.BigInteger),
        sa.Column("extra", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("due", sa.BigInteger),
    )
    op.create_index("ix_wait_due", "wait", ["due"])
    op.create_index("ix_wait_user_id", "wait", ["user_id"])


def create_member_tables() -> None:
    """Create the database tables of members' reminder settings, vacations, muted games and nudges.

    Also create "pulse": the time at which the reminders were last checked.
    """
    op.create_table(
        "member_hours",
        member_id_column(),
        sa.Column("zone", sa.String(64), nullable=False, server_default="UTC"),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("weekend", sa.Boolean, nullable=False, server_default=NO),
        sa.Column("direct", sa.Boolean, nullable=False, server_default=NO),
        sa.Column("gap", sa.Integer, nullable=False, server_default="0"),
        sa.Column("digest", sa.Integer),
        sa.Column("digest_due", sa.BigInteger),
        sa.Column("pinged", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_index("ix_member_hours_digest_due", "member_hours", ["digest_due"])
    op.create_table(
        "vacation",
        sa.Column("id", ID, primary_key=True),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("begins", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_vacation_user_id", "vacation", ["user_id"])
    op.create_table("muted", game_id_column(primary_key=True), member_id_column())
    op.create_table(
        "nudge",
        game_id_column(primary_key=True),
        member_id_column(),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def create_absence_tables() -> None:
    """Create the database tables of proxies, votes, ballots and offered seats."""
    op.create_table(
        "proxy",
        game_id_column(primary_key=True),
        sa.Column("seat", sa.String(10), primary_key=True),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_proxy_until", "proxy", ["until"])
    op.create_table(
        "vote",
        sa.Column("id", ID, primary_key=True),
        game_id_column(),
        sa.Column("seat", sa.String(10), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("name", sa.String(100), nullable=False, server_default=""),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger),
        sa.Column("result", sa.String(40), nullable=False, server_default=""),
    )
    op.create_index("ix_vote_game", "vote", ["game"])
    op.create_table(
        "ballot",
        sa.Column("vote", ID, sa.ForeignKey("vote.id", ondelete="CASCADE"), primary_key=True),
        member_id_column(),
        sa.Column("choice", sa.String(40), nullable=False),
    )
    op.create_table(
        "offered_seat",
        game_id_column(primary_key=True),
        sa.Column("seat", sa.String(10), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
