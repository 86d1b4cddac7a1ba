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
from bot.store.packing import from_compact_json, pack, to_compact_json, unpack
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
    time = now()
    before = await _read_head(conn, game) if head is None else head
    bodies = [to_compact_json(dict(e.body)) for e in entries]
    links = [Link(e.seq, e.seat, e.via, time, raw) for e, raw in zip(entries, bodies, strict=True)]
    digests = chain.digests_of(before, links)
    rows = [
        {
            "game": game, "seq": e.seq, "seat": e.seat, "user_id": e.user, "via": e.via,
            "packed": pack(raw), "at": time, "digest": digest,
        }
        for e, raw, digest in zip(entries, bodies, digests, strict=True)
    ]  # fmt: skip
    if rows:
        await conn.execute(_APPEND, rows)
    return digests[-1] if digests else before


async def _read_head(conn: AsyncConnection, game: int) -> bytes:
    """The digest of the newest record, else of the game's start; b"" when neither is stored."""
    newest = select(t.record.c.digest).where(t.record.c.game == game).order_by(t.record.c.seq.desc()).limit(1)
    digest: bytes | None = (await conn.execute(newest)).scalar()
    if digest is not None:
        return digest
    packed = (await conn.execute(_GENESIS, {"game": game})).scalar()
    return b"" if packed is None else chain.root_digest(unpack(packed))


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
        return Log() if self.genesis is None else verify(self.game, self.genesis, self.rows, self.rev)


async def read_stored(conn: AsyncConnection, game: int, rev: int) -> Stored:
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
    """The rows of a game's records, in order."""
    return (await conn.execute(_ROWS, {"game": game})).all()


def verify(game: int, genesis: bytes, rows: Sequence[Row[Any]], rev: int) -> Log:
    """The log that rows contain; raises Damaged when a record is not as it was stored."""
    seq, records = 1, []
    try:
        raw = unpack(genesis)
        head, start = chain.root_digest(raw), from_compact_json(raw)
        for seq, row in enumerate(rows, 1):
            link = _link(row)
            head = chain.next_digest(head, link)
            if row.seq != seq or row.digest != head:
                raise Damaged(game, seq)
            records.append(from_compact_json(link.raw))
    except Damaged:
        raise
    except BadLog as error:
        raise Damaged(game, seq) from error
    if len(records) != rev:
        raise Damaged(game, min(len(records), rev) + 1)
    return Log(start, records, head)


def _link(row: Row[Any]) -> Link:
    """What the digest of a row covers."""
    return Link(row.seq, row.seat, row.via, row.at, unpack(row.body))


async def rechain(conn: AsyncConnection, game: int) -> None:
    """Compute the digests of a log again after it was changed on purpose, as when a member is forgotten."""
    packed = (await conn.execute(_GENESIS, {"game": game})).scalar()
    if packed is None:
        return
    rows = await _rows(conn, game)
    digests = chain.digests_of(chain.root_digest(unpack(packed)), map(_link, rows))
    changed = [
        {"number": row.seq, "made": made}
        for row, made in zip(rows, digests, strict=True)
        if made != row.digest
    ]
    if changed:
        where = and_(t.record.c.game == game, t.record.c.seq == bindparam("number"))
        await conn.execute(update(t.record).where(where).values(digest=bindparam("made")), changed)
