"""Files that members hand in, read and judged anew in a process of their own, with limits, one after another.

The process is started for the first file and ends a while after the last one. The event loop sees only what
came of it: a few facts, and the records in small pieces.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from bot.words import language, speaking, t
from bot.work.pool import Pool, PoolFault, WorkLate
from engine import BadLog, Game, import_game
from engine.face.judging import UNSOUND, forged, limited, parse_export, retold

log = logging.getLogger(__name__)

MAX_FILE = 10_000_000
"""Bytes of a file: as much as Discord lets a member upload."""

MAX_RECORDS = 12_000
"""More than such a file holds: the longest games of all titles have 4,250 records of 0.9 to 1.4 kB."""

PIECE = 50
"""Records that go to the database at once."""

SECONDS, MEGABYTES = 180.0, 1500
"""What the judging of a file may take; the memory includes that of the rules themselves.

4,250 records take 27 s of processor time and 270 MB.
"""

REST = 60.0
"""Seconds after the last file until the process ends."""

QUEUE = 4
"""Files that may wait."""

SEED_BITS = 48
"""A seed of so many bits is exact in every JSON reader."""


class BadFile(Exception):
    """The file is no game that can be taken in; one sentence says why."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A game that was read and judged. ``pieces`` hold its records: (number, seat, wire form)."""

    title: str
    names: tuple[str, ...]
    options: Mapping[str, str]
    seed: int
    rules_version: int
    genesis: Mapping[str, Any]
    rev: int
    ended: str
    pieces: tuple[bytes, ...]

    def records(self) -> Iterator[list[tuple[int, str, Any]]]:
        """The records, piece by piece."""
        for piece in self.pieces:
            yield pickle.loads(piece)


class Intake:
    """Reads files for all members. ``processes=False`` reads in a thread, for tests that start many bots."""

    def __init__(self, *, processes: bool = True, seconds: float = SECONDS) -> None:
        self._processes, self._seconds = processes, seconds
        self._one = asyncio.Lock()
        self._waiting: set[int] = set()
        self._pool: Pool | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def read(self, data: bytes, user: int) -> Taken:
        """The game in a file of a user; raises BadFile."""
        if user in self._waiting or len(self._waiting) >= QUEUE:
            raise BadFile(t("Other files are being checked; hand this one in again in some minutes."))
        self._waiting.add(user)
        try:
            async with self._one:
                return await self._judge(data)
        finally:
            self._waiting.discard(user)
            self._rest_later()

    async def _judge(self, data: bytes) -> Taken:
        if self._pool is None:
            self._pool = Pool(1, processes=self._processes)
        limits = self._seconds if self._processes else None
        try:
            found = await self._pool.run(judge, data, language(), limits, deadline=self._seconds + 10)
        except WorkLate:
            raise unsound(t("it takes too long to check.")) from None
        except PoolFault as fault:
            log.warning("a file could not be judged: %s", str(fault)[:200])
            raise unsound(t("its parts do not fit together ({fault}).", fault=type(fault).__name__)) from None
        if isinstance(found, str):
            raise unsound(found)
        return found

    def _rest_later(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(REST, self._rest)

    def _rest(self) -> None:
        if not self._waiting and self._pool is not None:
            pool, self._pool = self._pool, None
            pool.close()

    async def close(self) -> None:
        """End the process."""
        if self._timer is not None:
            self._timer.cancel()
        if self._pool is not None:
            await self._pool.close()


def unsound(fault: str) -> BadFile:
    """The sentence that a member is told."""
    return BadFile(t("The file is not a sound game: {fault}", fault=fault))


# --- in the process of its own ------------------------------------------------------------------------


def judge(data: bytes, speech: str, seconds: float | None) -> Taken | str:
    """The game in a file, if today's rules make each of its records so; else what is wrong with it."""
    try:
        with speaking(speech), _limits(seconds):
            return _taken(judged(parse_export(data)))
    except BadLog as fault:
        return str(fault)[:500]


@contextmanager
def _limits(seconds: float | None) -> Iterator[None]:
    with limited(seconds, MEGABYTES) if seconds is not None else nullcontext():
        yield


def judged(raw: Any) -> Game:
    """The game in an exported file, if today's rules make each of its records so; raises BadLog.

    Its sentences are those of today: what the file says in words is not taken over.
    """
    try:
        stated = _read(raw)
        fault = _forged(stated)
        game, difference = (stated, fault) if fault else retold(stated)
    except BadLog:
        raise
    except UNSOUND as error:
        # What the file holds was taken for a position and could not be one; its text may say anything.
        raise BadLog(t("its parts do not fit together ({fault}).", fault=type(error).__name__)) from error
    if difference is not None:
        raise BadLog(difference)
    return game


def _read(raw: Any) -> Game:
    if not isinstance(raw, dict) or not isinstance(raw.get("records"), list):
        raise BadLog(t("it was not written by `/game export`."))
    if len(raw["records"]) > MAX_RECORDS:
        raise BadLog(t("it has more than {most} records.", most=MAX_RECORDS))
    return import_game(raw)


def _forged(game: Game) -> str | None:
    names: tuple[object, ...] = game.genesis.names
    named = all(isinstance(name, str) and 0 < len(name.strip()) <= 100 for name in names)
    if not named or not 0 <= game.genesis.seed < 2**SEED_BITS:
        return t("its names or its seed are not such as a table has.")
    return forged(game)


def _taken(game: Game) -> Taken:
    start = game.genesis
    rows = [(r.seq, r.by, r.to_json()) for r in game.log]
    return Taken(
        game.title.key, start.names, dict(start.options), start.seed, start.rules_version, start.to_json(),
        game.rev, str(game.state.ended or ""), pieces_of(rows),
    )  # fmt: skip


def pieces_of(rows: Sequence[tuple[int, str, Any]]) -> tuple[bytes, ...]:
    """The records, pickled in small pieces."""
    return tuple(pickle.dumps(list(rows[i : i + PIECE])) for i in range(0, len(rows), PIECE))


Reader = Callable[[bytes, int], Awaitable[Taken]]


async def in_thread(data: bytes, user: int) -> Taken:
    """Read a file in a thread of this process."""
    found = await asyncio.to_thread(judge, data, language(), None)
    if isinstance(found, str):
        raise unsound(found)
    return found
