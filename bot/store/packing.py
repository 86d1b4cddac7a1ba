"""Compresses JSON: each value is deflated with a dictionary of frequent parts of logs.

A packed value names its dictionary by checksum, so a better one can be added; none is ever changed or
removed. Games' records take about a sixth of their text.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

from sqlalchemy import Dialect, LargeBinary
from sqlalchemy.types import TypeDecorator

from engine import BadLog

_NEWEST = (Path(__file__).parent / "records.txt").read_bytes()
_KNOWN = {zlib.adler32(_NEWEST): _NEWEST}
_LEVEL = 6
MOST = 64 * 1024 * 1024
"""Bytes of one value, unpacked; a damaged one cannot fill the memory."""


def wire(value: Any) -> bytes:
    """Return a value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def press(raw: bytes) -> bytes:
    """Return the bytes compressed."""
    made = zlib.compressobj(_LEVEL, zlib.DEFLATED, zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, _NEWEST)
    return made.compress(raw) + made.flush()


def unpress(packed: bytes) -> bytes:
    """Return the decompressed bytes; raises BadLog if `press` did not make them."""
    try:
        made = zlib.decompressobj(zlib.MAX_WBITS, _KNOWN[int.from_bytes(packed[2:6], "big")])
        raw = made.decompress(packed, MOST)
    except (KeyError, TypeError, zlib.error) as error:
        raise BadLog("what is stored is damaged") from error
    if not made.eof or made.unused_data:
        raise BadLog("what is stored is damaged")
    return raw


def read(raw: bytes) -> Any:
    """Parse compact JSON; raises BadLog if it is damaged."""
    try:
        return json.loads(raw.decode("utf-8", "surrogatepass"))
    except ValueError as error:
        raise BadLog("what is stored is damaged") from error


class Packed(TypeDecorator[Any]):
    """A column type for compressed JSON."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> bytes | None:
        """Compress a value for the database."""
        return None if value is None else press(wire(value))

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> Any:
        """Decompress a stored value; raises BadLog if it is damaged."""
        return None if value is None else read(unpress(value))
