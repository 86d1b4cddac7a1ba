"""The checksums of a game's log: the digest of each record covers the one before it.

The first digest covers the game's setup. A flipped bit, a missing record or an inserted one is noticed when
the game is opened. There is no key, so this does not stop anybody who can write the database. Users are not
covered, because their data may be deleted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from engine import BadLog

DIGEST_BYTES = 16
"""Bytes of a digest."""


class Damaged(BadLog):
    """A stored log is corrupt; ``revision`` is the number of the first record that is wrong or missing."""

    def __init__(self, game_id: int, revision: int, name: str = "") -> None:
        """Build the error for the corrupt stored log of a game.

        ``revision`` is its first wrong or missing record. ``name`` is the name of the game, "" if it is not
        known.
        """
        super().__init__(f"table {game_id} is damaged at record {revision}")
        self.game_id, self.revision, self.name = game_id, revision, name


@dataclass(frozen=True, slots=True)
class ChainedRecord:
    """What the digest of a record covers: its number, seat, ``origin`` (how it came) and time.

    ``at`` is in milliseconds since 1970; ``raw`` is the engine's record as compact JSON.
    """

    number: int
    seat: str
    origin: str
    at: int
    raw: bytes


def first_digest(setup_json: bytes) -> bytes:
    """Return the digest (16 bytes) of a game's setup (compact JSON), the first digest of its stored log."""
    return _chained_digest(b"", setup_json)


def next_digest(previous_digest: bytes, record: ChainedRecord) -> bytes:
    """Return the digest (16 bytes) of a stored record, which also covers the records before it.

    ``previous_digest`` is that of the record before it; for the first record, that of the setup.
    """
    header: Any = [record.number, record.seat, record.origin, record.at]
    return _chained_digest(previous_digest, json.dumps(header).encode() + b"\n" + record.raw)


def digests_of_records(previous_digest: bytes, records: Iterable[ChainedRecord]) -> list[bytes]:
    """Return the digests of consecutive records of a game's stored log, one for each; [] for no records.

    ``previous_digest`` is that of the record before the first of them; if that is the first record of the
    log, it is the digest of the setup.
    """
    digests = []
    for record in records:
        previous_digest = next_digest(previous_digest, record)
        digests.append(previous_digest)
    return digests


def _chained_digest(previous_digest: bytes, data: bytes) -> bytes:
    """Return the next link of a stored log's hash chain.

    It is the BLAKE2b hash (16 bytes) of the previous digest followed by ``data``.
    """
    return blake2b(previous_digest + data, digest_size=DIGEST_BYTES).digest()
