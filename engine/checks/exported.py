"""Reads a file that says it is an exported game, and may say anything: within limits of size, depth and kind.

    with limited(seconds=60, megabytes=1024):
        game = import_game(parsed(data))

Money is in whole numbers and texts are short, so a file with fractions, endless digits, half characters or a
thousand levels is none of ours. Whatever breaks a limit is `Unfit`, which is a `BadLog` in one sentence.
"""

from __future__ import annotations

import json
import resource
import signal
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from engine.core.actions import Json
from engine.core.errors import BadLog

MOST_BYTES = 20_000_000
"""Of the file, unpacked; the longest games played here have 9 MB."""

MOST_PARTS = 2_500_000
"""Values, lists and objects in it."""

DEPTH, TEXT, DIGITS = 40, 2000, 18
"""Levels, characters of a text, digits of a number."""

GZIP = b"\x1f\x8b"


class Unfit(BadLog):
    """The file breaks a limit that every exported game keeps."""


def parsed(data: bytes) -> Json:
    """The JSON in a file, plain or gzipped; raises Unfit."""
    text = _text(data)
    if sum(map(text.count, ",[{")) > MOST_PARTS:
        raise Unfit("it has more parts than any game has.")
    try:
        raw = json.loads(
            text, object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_fraction
        )
    except RecursionError:
        raise Unfit(f"it has more than {DEPTH} levels.") from None
    except ValueError as error:
        raise Unfit("it is no JSON.") from error
    _check(raw)
    return raw


def _text(data: bytes) -> str:
    if data[:2] == GZIP:
        data = _unpacked(data)
    if len(data) > MOST_BYTES:
        raise Unfit(f"it has more than {MOST_BYTES // 1_000_000} MB.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unfit("it is no text in UTF-8.") from error


def _unpacked(data: bytes) -> bytes:
    """As much as a game may have and one byte more, however much is packed into it."""
    packed = zlib.decompressobj(31)
    try:
        text = packed.decompress(data, MOST_BYTES + 1)
    except zlib.error as error:
        raise Unfit("it is no gzip file.") from error
    if packed.unused_data:
        raise Unfit("it is a gzip file with something behind it.")
    return text


def _object(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise Unfit("it names something twice.")
    return made


def _whole(digits: str) -> int:
    if len(digits.removeprefix("-")) > DIGITS:
        raise Unfit(f"it has a number of more than {DIGITS} digits.")
    return int(digits)


def _fraction(text: str) -> NoReturn:
    raise Unfit(f"it has {text[:20]}, which is no whole number.")


def _check(raw: Json) -> None:
    """Depth and texts of a document."""
    level: list[Any] = [raw]
    for _ in range(DEPTH):
        for text in _texts(level):
            if len(text) > TEXT:
                raise Unfit(f"it has a text of more than {TEXT} characters.")
            if "\0" in text or any("\ud800" <= c <= "\udfff" for c in text):
                raise Unfit("it has characters that are none.")
        level = [each for value in level for each in _inside(value)]
    if level:
        raise Unfit(f"it has more than {DEPTH} levels.")


def _texts(values: Sequence[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            yield from value


def _inside(value: Any) -> Sequence[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else ()


@contextmanager
def limited(seconds: float, megabytes: int) -> Iterator[None]:
    """Let the main thread of this process work so long, and take so much memory, in a block; else Unfit."""

    def late(*_: object) -> NoReturn:
        raise Unfit(f"it cannot be checked within {seconds:g} seconds.")

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    before = signal.signal(signal.SIGALRM, late)
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, hard))
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except MemoryError:
        raise Unfit(f"it cannot be checked within {megabytes} MB.") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
