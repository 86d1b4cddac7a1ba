"""Compresses JSON values one by one, with a dictionary of what game logs repeat.

A compressed value names its dictionary by checksum, so a better one can be added; none is ever changed or
removed. Records shrink to about a sixth of their text.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

from sqlalchemy import Dialect, LargeBinary
from sqlalchemy.types import TypeDecorator

from engine import BadLog

_NEWEST_DICTIONARY = (Path(__file__).parent / "records.txt").read_bytes()
_DICTIONARIES = {zlib.adler32(_NEWEST_DICTIONARY): _NEWEST_DICTIONARY}
_COMPRESSION_LEVEL = 6
MAX_DECOMPRESSED_BYTES = 64 * 1024 * 1024
"""The most bytes of one decompressed value, so that a corrupt one cannot fill the memory."""


def to_compact_json(value: Any) -> bytes:
    """Return a JSON value as compact text in UTF-8; raises TypeError or ValueError if it cannot be JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def compress(raw: bytes) -> bytes:
    """Return bytes compressed for the database, by deflate with the newest dictionary."""
    compressor = zlib.compressobj(
        _COMPRESSION_LEVEL, zlib.DEFLATED, zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, _NEWEST_DICTIONARY
    )
    return compressor.compress(raw) + compressor.flush()


def decompress(compressed: bytes) -> bytes:
    """Return the bytes that `compress` has compressed for the database.

    Raises BadLog, as for every corrupt stored value, if they are corrupt, need an unknown dictionary, or are
    longer than `MAX_DECOMPRESSED_BYTES` (64 MiB).
    """
    try:
        decompressor = zlib.decompressobj(
            zlib.MAX_WBITS, _DICTIONARIES[int.from_bytes(compressed[2:6], "big")]
        )
        raw = decompressor.decompress(compressed, MAX_DECOMPRESSED_BYTES)
    except (KeyError, TypeError, zlib.error) as error:
        raise BadLog("what is stored is damaged") from error
    if not decompressor.eof or decompressor.unused_data:
        raise BadLog("what is stored is damaged")
    return raw


def parse_stored_json(raw: bytes) -> Any:
    """Parse stored JSON (UTF-8) and return its value; raises BadLog if it is invalid."""
    try:
        return json.loads(raw.decode("utf-8", "surrogatepass"))
    except ValueError as error:
        raise BadLog("what is stored is damaged") from error


class CompressedJson(TypeDecorator[Any]):
    """A database column type: a JSON value, compressed by `compress`."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> bytes | None:
        """Return a JSON value compressed for the database column; None (NULL) for None.

        Raises TypeError or ValueError if it cannot be JSON.
        """
        return None if value is None else compress(to_compact_json(value))

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> Any:
        """Return the JSON value of a compressed database column; None for NULL.

        Raises BadLog if it is corrupt.
        """
        return None if value is None else parse_stored_json(decompress(value))
