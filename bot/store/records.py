"""The log of a game: rows that are only ever added, compressed and chained (`compression`, `chain`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import LargeBinary, Row, and_, bindparam, insert, select, type_coerce, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import chain
from bot.store import tables as db
from bot.store.chain import ChainedRecord, Damaged
from bot.store.compression import compress, decompress, parse_stored_json, to_compact_json
from bot.store.game_rows import now_ms
from engine import BadLog

Json = Any


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A record to add to the log: the engine's record as JSON (``body``), and who caused it (None: nobody).

    ``origin`` says how it was caused, such as "button".
    """

    number: int
    seat: str
    body: Mapping[str, Json]
    user_id: int | None
    origin: str


@dataclass(frozen=True, slots=True)
class VerifiedLog:
    """The setup of a game and its records as JSON, after their digests were verified.

    Before the start ``setup`` is None and ``records`` is empty. ``newest_digest`` is the digest of the newest
    record, or of the setup without records.
    """

    setup: Json = None
    records: Sequence[Json] = ()
    newest_digest: bytes = b""


_INSERT_RECORDS = insert(db.record).values(body=bindparam("packed", type_=LargeBinary))


async def append_records(
    conn: AsyncConnection, game_id: int, new_records: Sequence[NewRecord], newest_digest: bytes | None = None
) -> bytes:
    """Append ``new_records`` to the stored log of a game, and return the digest of the last one.

    ``newest_digest`` is the digest of the record before them; None queries it from the database. If there are
    no new records, nothing is stored and this digest is returned. Raises IntegrityError if the number of a
    record is taken, and BadLog if the digest is queried and the game's setup is corrupt.
    """
    now = now_ms()
    previous = await _read_newest_digest(conn, game_id) if newest_digest is None else newest_digest
    bodies = [to_compact_json(dict(new_record.body)) for new_record in new_records]
    chained_records = [
        ChainedRecord(new_record.number, new_record.seat, new_record.origin, now, body)
        for new_record, body in zip(new_records, bodies, strict=True)
    ]
    digests = chain.digests_of_records(previous, chained_records)
    rows = [
        {
            "game": game_id, "seq": new_record.number, "seat": new_record.seat, "user_id": new_record.user_id,
            "via": new_record.origin, "packed": compress(body), "at": now, "digest": digest,
        }
        for new_record, body, digest in zip(new_records, bodies, digests, strict=True)
    ]  # fmt: skip
    if rows:
        await conn.execute(_INSERT_RECORDS, rows)
    return digests[-1] if digests else previous


async def _read_newest_digest(conn: AsyncConnection, game_id: int) -> bytes:
    """Query the digest of the newest record in a game's log; without records, return that of its setup.

    Return b"" if the game has not started. Raises BadLog if the setup is needed and corrupt.
    """
    query = (
        select(db.record.c.digest)
        .where(db.record.c.game == game_id)
        .order_by(db.record.c.seq.desc())
        .limit(1)
    )
    digest: bytes | None = (await conn.execute(query)).scalar()
    if digest is not None:
        return digest
    compressed_setup = (await conn.execute(_SETUP, {"game": game_id})).scalar()
    return b"" if compressed_setup is None else chain.first_digest(decompress(compressed_setup))


@dataclass(frozen=True, slots=True)
class StoredLog:
    """The log of a game as the database has it, compressed and not yet verified.

    ``revision`` is the number of records that it must have. ``compressed_setup`` is None before the start.
    """

    game_id: int
    revision: int
    compressed_setup: bytes | None
    rows: Sequence[Row[Any]]

    def verify(self) -> VerifiedLog:
        """Decompress the stored log, verify each record and return the log; before the start it is empty.

        Raises Damaged with the number (from 1) of the first record that is missing or not as it was stored.
        """
        if self.compressed_setup is None and self.revision:
            raise Damaged(self.game_id, 1)
        return (
            VerifiedLog()
            if self.compressed_setup is None
            else verify_log(self.game_id, self.compressed_setup, self.rows, self.revision)
        )


async def read_stored_log(conn: AsyncConnection, game_id: int, revision: int) -> StoredLog:
    """Query the stored log of a game, compressed and not verified.

    ``revision`` is the number of records that it should have. Before the start of the game, it has no records
    and no setup.
    """
    compressed_setup = (await conn.execute(_SETUP, {"game": game_id})).scalar()
    rows = () if compressed_setup is None else await _record_rows(conn, game_id)
    return StoredLog(game_id, revision, compressed_setup, rows)


_SETUP = select(type_coerce(db.game.c.genesis, LargeBinary)).where(db.game.c.id == bindparam("game"))
_ROWS = (
    select(
        db.record.c.seq, db.record.c.seat, db.record.c.via, db.record.c.at, db.record.c.digest,
        type_coerce(db.record.c.body, LargeBinary).label("body"),
    )
    .where(db.record.c.game == bindparam("game"))
    .order_by(db.record.c.seq)
)  # fmt: skip


async def _record_rows(conn: AsyncConnection, game_id: int) -> Sequence[Row[Any]]:
    """Query the database rows of a game's records, in order.

    Each has ``seq``, ``seat``, ``via``, ``at``, ``digest`` and ``body`` (compressed JSON).
    """
    return (await conn.execute(_ROWS, {"game": game_id})).all()


def verify_log(game_id: int, compressed_setup: bytes, rows: Sequence[Row[Any]], revision: int) -> VerifiedLog:
    """Decompress and verify the log of a game, from its setup and the rows of its records; return it.

    The rows are those of `_record_rows`. ``revision`` is the number of records that there must be. Raises
    Damaged with the number (from 1) of the first record that is missing or not as it was stored.
    """
    record_number, records = 1, []
    try:
        setup_json = decompress(compressed_setup)
        digest, setup = chain.first_digest(setup_json), parse_stored_json(setup_json)
        for record_number, row in enumerate(rows, 1):
            record = _hashed_fields(row)
            digest = chain.next_digest(digest, record)
            if row.seq != record_number or row.digest != digest:
                raise Damaged(game_id, record_number)
            records.append(parse_stored_json(record.raw))
    except Damaged:
        raise
    except BadLog as error:
        raise Damaged(game_id, record_number) from error
    if len(records) != revision:
        raise Damaged(game_id, min(len(records), revision) + 1)
    return VerifiedLog(setup, records, digest)


def _hashed_fields(row: Row[Any]) -> ChainedRecord:
    """Return the fields of a record that its digest in the hash chain covers, from the record's database row.

    Raises BadLog if the row is corrupt.
    """
    return ChainedRecord(row.seq, row.seat, row.via, row.at, decompress(row.body))


async def recompute_digests(conn: AsyncConnection, game_id: int) -> None:
    """Compute and store the digests of a game's log again after its records were edited deliberately.

    Only rows whose digest differs are written; none if the game has not started. Raises BadLog if the setup
    or a record cannot be decompressed.
    """
    compressed_setup = (await conn.execute(_SETUP, {"game": game_id})).scalar()
    if compressed_setup is None:
        return
    rows = await _record_rows(conn, game_id)
    setup_digest = chain.first_digest(decompress(compressed_setup))
    digests = chain.digests_of_records(setup_digest, map(_hashed_fields, rows))
    changed_rows = [
        {"number": row.seq, "new_digest": digest}
        for row, digest in zip(rows, digests, strict=True)
        if digest != row.digest
    ]
    if changed_rows:
        is_record = and_(db.record.c.game == game_id, db.record.c.seq == bindparam("number"))
        await conn.execute(
            update(db.record).where(is_record).values(digest=bindparam("new_digest")), changed_rows
        )
