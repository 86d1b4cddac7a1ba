"""Small shared parts of the loopback server: ids, time stamps, flags and coded errors."""

from __future__ import annotations

import datetime as dt
import itertools
import struct
import time
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

EPHEMERAL, LOADING, V2 = 1 << 6, 1 << 7, 1 << 15
SUPPRESS_EMBEDS = 1 << 2
GUILD_TEXT, DM, THREAD = 0, 1, 11
THREAD_KINDS = (10, 11, 12)
UPLOAD_LIMIT = 10 * 1024 * 1024
PNG_MAGIC = b"\x89PNG\r\n\x1a\n"

_EPOCH_MS = 1_420_070_400_000
_counter = itertools.count()


def snowflake() -> str:
    """A new id of Discord's shape: milliseconds since 2015, then a counter."""
    return str(((int(time.time() * 1000) - _EPOCH_MS) << 22) | (next(_counter) & 0x3FFFFF))


def now() -> str:
    """The present moment as Discord writes it."""
    return dt.datetime.now(dt.UTC).isoformat()


def png_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG file, or None for any other file."""
    if not data.startswith(PNG_MAGIC):
        return None
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component of a message or modal, depth first, in the order in which it is shown."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        for key in ("component", "accessory"):
            if key in component:
                yield from walk([component[key]])


class ApiError(Exception):
    """An answer other than success, with Discord's numeric code."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.headers: dict[str, str] = {}
        self.body: Json = {"code": code, "message": message}
        if errors:
            self.body["errors"] = errors


def invalid_form(path: str, message: str) -> ApiError:
    """Error 50035 for one field, `path` in dots (`data.components.0.label`)."""
    node: Json = {"_errors": [{"code": "INVALID", "message": message}]}
    for part in reversed(path.split(".")):
        node = {part: node}
    return ApiError(400, 50035, "Invalid Form Body", node)


def rate_limited(after: float, headers: dict[str, str]) -> ApiError:
    """Error 429: come back in `after` seconds."""
    error = ApiError(429, 0, "You are being rate limited.")
    error.body = {"message": error.body["message"], "retry_after": round(after, 3), "global": False}
    error.headers = {**headers, "Retry-After": str(int(after) + 1), "X-RateLimit-Remaining": "0"}
    return error
