"""Votes on taking moves back are votes like all others; those that are open go on, and so do their cards."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

VOTE_SECONDS = 3 * 24 * 3600


def upgrade() -> None:
    """Move votes on undo to the database table of all votes, and drop their own table."""
    op.add_column("vote", sa.Column("body", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("vote", sa.Column("ends", sa.BigInteger))
    op.execute(f"UPDATE vote SET ends = opened + {VOTE_SECONDS}")
    if not op.get_context().as_sql:
        copy_undo_votes(op.get_bind())
    op.drop_table("undo_vote")


def table_clause(name: str, columns: str, *others: sa.ColumnClause[Any]) -> sa.TableClause:
    """Return a database table for SQL statements, with columns (names separated by spaces) and others."""
    return sa.table(name, *(sa.column(column) for column in columns.split()), *others)


JSON = sa.JSON()
vote = table_clause("vote", "id game seat kind user_id rev opened closed result", sa.column("body", JSON))
ballot = table_clause("ballot", "vote user_id choice")
seat = table_clause("seat", "game seat user_id")
card = table_clause("card", "game kind")
posting = table_clause("posting", "game key")
undo_vote = table_clause("undo_vote", "game user_id at", sa.column("body", JSON))
outbox = table_clause("outbox", "id game kind key", sa.column("payload", JSON))


def copy_undo_votes(conn: sa.Connection) -> None:
    """Copy to the database table of votes the votes on undo that are open or whose result is not posted."""
    for row in conn.execute(sa.select(undo_vote)).all():
        vote_data = row.body
        number = insert_undo_vote(
            conn, row.game, row.user_id, vote_data["seat"], vote_data["rev"], row.at // 1000,
            body={"to": vote_data["to"], "needed": vote_data["needed"]},
        )  # fmt: skip
        holders = sa.select(seat.c.user_id).where(
            seat.c.game == row.game, seat.c.seat.in_(vote_data["agreed"])
        )
        for user in {user for user in conn.execute(holders).scalars() if user is not None}:
            conn.execute(sa.insert(ballot).values(vote=number, user_id=user, choice="yes"))
        rekey_undo_vote_messages(conn, row.game, number)
    closed_votes = (
        sa.select(outbox.c.game, outbox.c.payload).where(outbox.c.kind == "undo_closed").order_by(outbox.c.id)
    )
    for game, payload in conn.execute(closed_votes).all():
        result = "moved" if payload["how"] == "lapsed" else f"{payload['how']}:{payload['by']}"
        rekey_undo_vote_messages(
            conn,
            game,
            insert_undo_vote(
                conn, game, None, "", 0, 0, body={"to": 0, "needed": []}, closed=0, result=result
            ),
        )


def insert_undo_vote(
    conn: sa.Connection,
    game_id: int,
    user_id: int | None,
    asker_seat: str,
    revision: int,
    opened_at: int,
    **other_columns: Any,
) -> int:
    """Insert a vote on undo into the database table of votes, and return its id.

    ``user_id`` is the member who asked for it and ``asker_seat`` the id of their seat; ``revision`` is the
    game's revision and ``opened_at`` the time (seconds since 1970) at which the vote was opened.
    ``other_columns`` are values by column name.
    """
    values = {
        "game": game_id,
        "user_id": user_id,
        "seat": asker_seat,
        "kind": "undo",
        "rev": revision,
        "opened": opened_at,
        **other_columns,
    }
    conn.execute(sa.insert(vote).values(values))
    return int(conn.execute(sa.select(sa.func.max(vote.c.id))).scalar_one())


def rekey_undo_vote_messages(conn: sa.Connection, game_id: int, vote_id: int) -> None:
    """Make the card and the messages of a game's vote on undo name the vote by its id.

    In the card and the unconfirmed messages, the key "undo" becomes "vote:" and the id; in the outbox, the
    messages get the kind "vote", and the id in their payload.
    """
    key = f"vote:{vote_id}"
    conn.execute(sa.update(card).where(card.c.game == game_id, card.c.kind == "undo").values(kind=key))
    conn.execute(sa.update(posting).where(posting.c.game == game_id, posting.c.key == "undo").values(key=key))
    is_about_undo_vote = (outbox.c.game == game_id) & outbox.c.kind.in_(("undo_vote", "undo_closed"))
    conn.execute(
        sa.update(outbox).where(is_about_undo_vote).values(kind="vote", key="vote", payload={"vote": vote_id})
    )
