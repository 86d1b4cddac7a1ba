"""The log of a game: rows that are only ever added, packed and chained (`packing`, `chain`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import LargeBinary, Row, and_, bindparam, insert, select, type_coerce, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import chain
from bot.store import tables as t
from bot.store.chain import Damaged, Link
from bot.store.game_rows import now
from bot.store.packing import press, read, unpress, wire
from engine import BadLog

Json = Any


@dataclass(frozen=True, slots=True)
class Entry:
    """A row for the log: the engine's record in wire form, and who sent it by which path."""

    seq: int
    seat: str
    body: Mapping[str, Json]
    user: int | None
    via: str


@dataclass(frozen=True, slots=True)
class Log:
    """The start of a game and its records as JSON; ``head`` is the digest of the newest record."""

    genesis: Json = None
    records: Sequence[Json] = ()
    head: bytes = b""


_APPEND = insert(t.record).values(body=bindparam("packed", type_=LargeBinary))


async def append(
    conn: AsyncConnection, game: int, entries: Sequence[Entry], head: bytes | None = None
) -> bytes:
    """Add rows to the log after the record of digest ``head``; returns the new one.

    None for ``head`` looks it up. IntegrityError when a row of that number is there.
    """
    moment = now()
    before = await _head(conn, game) if head is None else head
    raws = [wire(dict(e.body)) for e in entries]
    made = [Link(e.seq, e.seat, e.via, moment, raw) for e, raw in zip(entries, raws, strict=True)]
    digests = chain.digests_of(before, made)
    rows = [
        {
            "game": game, "seq": e.seq, "seat": e.seat, "user_id": e.user, "via": e.via,
            "packed": press(raw), "at": moment, "digest": digest,
        }
        for e, raw, digest in zip(entries, raws, digests, strict=True)
    ]  # fmt: skip
    if rows:
        await conn.execute(_APPEND, rows)
    return digests[-1] if digests else before


async def _head(conn: AsyncConnection, game: int) -> bytes:
    newest = select(t.record.c.digest).where(t.record.c.game == game).order_by(t.record.c.seq.desc()).limit(1)
    found: bytes | None = (await conn.execute(newest)).scalar()
    if found is not None:
        return found
    packed = (await conn.execute(_GENESIS, {"game": game})).scalar()
    return b"" if packed is None else chain.root_digest(unpress(packed))


@dataclass(frozen=True, slots=True)
class Stored:
    """The log of a game of so many records as it lies in the database."""

    game: int
    rev: int
    genesis: bytes | None
    rows: Sequence[Row[Any]]

    def log(self) -> Log:
        """What it says, each record verified; raises Damaged. Nothing before the start."""
        if self.genesis is None and self.rev:
            raise Damaged(self.game, 1)
        return Log() if self.genesis is None else verified(self.game, self.genesis, self.rows, self.rev)


async def stored(conn: AsyncConnection, game: int, rev: int) -> Stored:
    """The log of a game, still to be read: that of a long one is nothing for the event loop."""
    packed = (await conn.execute(_GENESIS, {"game": game})).scalar()
    return Stored(game, rev, packed, () if packed is None else await _rows(conn, game))


_GENESIS = select(type_coerce(t.game.c.genesis, LargeBinary)).where(t.game.c.id == bindparam("game"))
_ROWS = (
    select(
        t.record.c.seq, t.record.c.seat, t.record.c.via, t.record.c.at, t.record.c.digest,
        type_coerce(t.record.c.body, LargeBinary).label("body"),
    )
    .where(t.record.c.game == bindparam("game"))
    .order_by(t.record.c.seq)
)  # fmt: skip


async def _rows(conn: AsyncConnection, game: int) -> Sequence[Row[Any]]:
    return (await conn.execute(_ROWS, {"game": game})).all()


def verified(game: int, genesis: bytes, rows: Sequence[Row[Any]], rev: int) -> Log:
    """Verify and unpack rows; raises Damaged."""
    seq, found = 1, []
    try:
        raw = unpress(genesis)
        head, began = chain.root_digest(raw), read(raw)
        for seq, row in enumerate(rows, 1):
            link = _link(row)
            head = chain.next_digest(head, link)
            if row.seq != seq or row.digest != head:
                raise Damaged(game, seq)
            found.append(read(link.raw))
    except Damaged:
        raise
    except BadLog as error:
        raise Damaged(game, seq) from error
    if len(found) != rev:
        raise Damaged(game, min(len(found), rev) + 1)
    return Log(began, found, head)


def _link(row: Row[Any]) -> Link:
    return Link(row.seq, row.seat, row.via, row.at, unpress(row.body))


async def rechain(conn: AsyncConnection, game: int) -> None:
    """Chain a log anew of which something was changed on purpose: a member's name was taken out of it."""
    packed = (await conn.execute(_GENESIS, {"game": game})).scalar()
    if packed is None:
        return
    rows = await _rows(conn, game)
    digests = chain.digests_of(chain.root_digest(unpress(packed)), map(_link, rows))
    changed = [
        {"number": row.seq, "made": made}
        for row, made in zip(rows, digests, strict=True)
        if made != row.digest
    ]
    if changed:
        where = and_(t.record.c.game == game, t.record.c.seq == bindparam("number"))
        await conn.execute(update(t.record).where(where).values(digest=bindparam("made")), changed)
