"""Votes on taking moves back are votes like all others; those that are open go on, and so do their cards."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

LASTS = 3 * 24 * 3600


def upgrade() -> None:
    """Turn votes on undo into votes like all others, and drop their table."""
    op.add_column("vote", sa.Column("body", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("vote", sa.Column("ends", sa.BigInteger))
    op.execute(f"UPDATE vote SET ends = opened + {LASTS}")
    if not op.get_context().as_sql:
        carry_over(op.get_bind())
    op.drop_table("undo_vote")


def named(name: str, columns: str, *others: sa.ColumnClause[Any]) -> sa.TableClause:
    """Build a table with only the columns that are named in a text."""
    return sa.table(name, *(sa.column(column) for column in columns.split()), *others)


JSON = sa.JSON()
vote = named("vote", "id game seat kind user_id rev opened closed result", sa.column("body", JSON))
ballot = named("ballot", "vote user_id choice")
seat = named("seat", "game seat user_id")
card = named("card", "game kind")
posting = named("posting", "game key")
undo_vote = named("undo_vote", "game user_id at", sa.column("body", JSON))
outbox = named("outbox", "id game kind key", sa.column("payload", JSON))


def carry_over(conn: sa.Connection) -> None:
    """Copy the open votes on undo, and those whose result is not yet posted, to the table of votes."""
    for row in conn.execute(sa.select(undo_vote)).all():
        asked = row.body
        number = begin(
            conn, row.game, row.user_id, asked["seat"], asked["rev"], row.at // 1000,
            body={"to": asked["to"], "needed": asked["needed"]},
        )  # fmt: skip
        holders = sa.select(seat.c.user_id).where(seat.c.game == row.game, seat.c.seat.in_(asked["agreed"]))
        for user in {user for user in conn.execute(holders).scalars() if user is not None}:
            conn.execute(sa.insert(ballot).values(vote=number, user_id=user, choice="yes"))
        hand_on(conn, row.game, number)
    ended = (
        sa.select(outbox.c.game, outbox.c.payload).where(outbox.c.kind == "undo_closed").order_by(outbox.c.id)
    )
    for game, payload in conn.execute(ended).all():
        how = "moved" if payload["how"] == "lapsed" else f"{payload['how']}:{payload['by']}"
        hand_on(
            conn, game, begin(conn, game, None, "", 0, 0, body={"to": 0, "needed": []}, closed=0, result=how)
        )


def begin(
    conn: sa.Connection, game: int, user: int | None, asker: str, rev: int, at: int, **more: Any
) -> int:
    """Insert a vote on undo; return its id."""
    values = {"game": game, "user_id": user, "seat": asker, "kind": "undo", "rev": rev, "opened": at, **more}
    conn.execute(sa.insert(vote).values(values))
    return int(conn.execute(sa.select(sa.func.max(vote.c.id))).scalar_one())


def hand_on(conn: sa.Connection, game: int, number: int) -> None:
    """Give a vote's number to its card and to its messages in the outbox."""
    key = f"vote:{number}"
    conn.execute(sa.update(card).where(card.c.game == game, card.c.kind == "undo").values(kind=key))
    conn.execute(sa.update(posting).where(posting.c.game == game, posting.c.key == "undo").values(key=key))
    mine = (outbox.c.game == game) & outbox.c.kind.in_(("undo_vote", "undo_closed"))
    conn.execute(sa.update(outbox).where(mine).values(kind="vote", key="vote", payload={"vote": number}))
