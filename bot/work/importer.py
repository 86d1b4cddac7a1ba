"""Game files that members upload: parsed and replayed by the rules in a process of its own, with limits.

The process starts for the first file and ends a while after the last one. The event loop receives only a
few facts and the records in small batches.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from bot.words import language, t, using_language
from bot.work.pool import Pool, PoolError, WorkTimeout
from engine import BadLog, Game, import_game
from engine.api.judging import BROKEN_GAME_ERRORS, forgery_reason, limited, parse_export, replay_and_compare

log = logging.getLogger(__name__)

MAX_FILE_BYTES = 10_000_000
"""Bytes of a file: as much as Discord lets a member upload."""

MAX_RECORDS = 12_000
"""More than such a file holds: the longest games of all titles have 4,250 records of 0.9 to 1.4 kB."""

BATCH_SIZE = 50
"""Records that are written to the database in one batch."""

MAX_SECONDS, MAX_MEGABYTES = 180.0, 1500
"""What the check of a file may take; the memory includes that of the rules themselves.

4,250 records take 27 s of processor time and 270 MB.
"""

IDLE_SECONDS = 60.0
"""Seconds without a file after which the process ends."""

MAX_WAITING = 4
"""Files that may wait or be checked at the same time."""

SEED_BITS = 48
"""A seed of so many bits is exact in every JSON reader."""


class BadFile(Exception):
    """The file is not a game that the bot can import; the text says why in one sentence."""


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """An imported game: its title's key, the players' names by seating order, and the options by key.

    ``setup`` is the engine's setup as JSON, ``revision`` the number of records, ``end_reason`` why it ended
    ("" if it has not). ``pickled_batches`` are pickled batches of its records: (number, seat, JSON form).
    """

    title: str
    names: tuple[str, ...]
    options: Mapping[str, str]
    seed: int
    rules_version: int
    setup: Mapping[str, Any]
    revision: int
    end_reason: str
    pickled_batches: tuple[bytes, ...]

    def records(self) -> Iterator[list[tuple[int, str, Any]]]:
        """Yield the imported game's records in order, in batches of at most 50.

        Each record is a tuple of its number, the id of its seat and its JSON.
        """
        for pickled_batch in self.pickled_batches:
            yield pickle.loads(pickled_batch)


class Importer:
    """Imports game files for all members, one at a time.

    ``processes=False`` checks in a thread, for tests that start many bots.
    """

    def __init__(self, *, processes: bool = True, seconds: float = MAX_SECONDS) -> None:
        """Prepare to check game files for imports in a worker process, which starts with the first file.

        ``seconds`` is the time limit for a file. Without ``processes``, files are checked in a thread of this
        process.
        """
        self._processes, self._seconds = processes, seconds
        self._lock = asyncio.Lock()
        self._waiting: set[int] = set()
        self._pool: Pool | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def import_file(self, data: bytes, user_id: int) -> ImportedGame:
        """Return the game in an uploaded file after a worker process has replayed it by the rules.

        ``data`` is the file's content; one file is checked at a time. Raises BadFile, with a sentence for the
        user, if the file is not a valid export or takes too long, if 4 files are already being checked or
        waiting, or if one of them is from this user (``user_id`` is a Discord id).
        """
        if user_id in self._waiting or len(self._waiting) >= MAX_WAITING:
            raise BadFile(t("Other files are being checked; hand this one in again in some minutes."))
        self._waiting.add(user_id)
        try:
            async with self._lock:
                return await self._check_in_worker(data)
        finally:
            self._waiting.discard(user_id)
            self._restart_timer()

    async def _check_in_worker(self, data: bytes) -> ImportedGame:
        """Replay an uploaded game file by the rules in the import worker, and return its game.

        Raises BadFile, with a sentence for the user, if the file is not a valid export or takes too long, or
        if the worker fails.
        """
        if self._pool is None:
            self._pool = Pool(1, processes=self._processes)
        seconds = self._seconds if self._processes else None
        try:
            result = await self._pool.run(
                parse_and_check_file, data, language(), seconds, deadline=self._seconds + 10
            )
        except WorkTimeout:
            raise bad_file_error(t("it takes too long to check.")) from None
        except PoolError as error:
            log.warning("a file could not be checked: %s", str(error)[:200])
            raise bad_file_error(
                t("its parts do not fit together ({fault}).", fault=type(error).__name__)
            ) from None
        if isinstance(result, str):
            raise bad_file_error(result)
        return result

    def _restart_timer(self) -> None:
        """Restart the timer that ends the import worker after 60 idle seconds."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end_if_idle)

    def _end_if_idle(self) -> None:
        """End the import worker, unless an uploaded file is being checked or waits for that."""
        if not self._waiting and self._pool is not None:
            pool, self._pool = self._pool, None
            pool.close()

    async def close(self) -> None:
        """End the import worker and its idle timer, and wait until the process is gone."""
        if self._timer is not None:
            self._timer.cancel()
        if self._pool is not None:
            await self._pool.close()


def bad_file_error(fault: str) -> BadFile:
    """Build the translated BadFile error for an uploaded file that is not a valid game; do not raise it.

    ``fault`` is the end of its sentence: what is wrong with the file, translated.
    """
    return BadFile(t("The file is not a sound game: {fault}", fault=fault))


# --- in the process of its own ------------------------------------------------------------------------


def parse_and_check_file(data: bytes, language_code: str, time_limit: float | None) -> ImportedGame | str:
    """Parse an uploaded game file and replay it by the rules, in the import worker.

    Return the imported game, or a text (at most 500 characters, in the language ``language_code``) on what is
    wrong. ``data`` is the file's content. ``time_limit`` is in seconds; with it, the memory is limited to
    1500 MB, too. None sets no limits.
    """
    try:
        with using_language(language_code), _limit_time_and_memory(time_limit):
            return _build_imported_game(rebuild_game(parse_export(data)))
    except BadLog as error:
        return str(error)[:500]


@contextmanager
def _limit_time_and_memory(time_limit: float | None) -> Iterator[None]:
    """Limit the block, in the import worker, to ``time_limit`` seconds and 1500 MB; None sets no limits.

    Raises BadLog if the block exceeds a limit.
    """
    with limited(time_limit, MAX_MEGABYTES) if time_limit is not None else nullcontext():
        yield


def rebuild_game(export: Any) -> Game:
    """Replay an uploaded export with the present rules, in the import worker, and return the game.

    ``export`` is the parsed JSON of the file. Texts in the file are ignored; those of the present rules take
    their place. Raises BadLog, whose text is for the user, if the file is not an export, has more than 12,000
    records or was altered, or if the rules do not reproduce each record.
    """
    try:
        uploaded_game = _parse_game(export)
        forgery = _forgery_text(uploaded_game)
        game, fault = (uploaded_game, forgery) if forgery else replay_and_compare(uploaded_game)
    except BadLog:
        raise
    except BROKEN_GAME_ERRORS as error:
        # What the file holds was taken for a position and could not be one; its text may say anything.
        raise BadLog(t("its parts do not fit together ({fault}).", fault=type(error).__name__)) from error
    if fault is not None:
        raise BadLog(fault)
    return game


def _parse_game(export: Any) -> Game:
    """Return, in the import worker, the game in the parsed JSON of an uploaded file.

    Raises BadLog if the file is not an export, is too long or was altered, and other errors
    (`BROKEN_GAME_ERRORS`), such as KeyError, if a part of it has a wrong form.
    """
    if not isinstance(export, dict) or not isinstance(export.get("records"), list):
        raise BadLog(t("it was not written by `/game export`."))
    if len(export["records"]) > MAX_RECORDS:
        raise BadLog(t("it has more than {most} records.", most=MAX_RECORDS))
    return import_game(export)


def _forgery_text(game: Game) -> str | None:
    """Return why the bot cannot have written the uploaded file of this game; None if it may have.

    The reason is the end of a translated sentence. The import worker calls this before it replays the game.
    """
    names: tuple[object, ...] = game.setup.names
    has_valid_names = all(isinstance(name, str) and 0 < len(name.strip()) <= 100 for name in names)
    if not has_valid_names or not 0 <= game.setup.seed < 2**SEED_BITS:
        return t("its names or its seed are not such as a table has.")
    return forgery_reason(game)


def _build_imported_game(game: Game) -> ImportedGame:
    """Return the facts and pickled records of a game that the import worker has checked."""
    setup = game.setup
    rows = [(record.number, record.by, record.to_json()) for record in game.log]
    return ImportedGame(
        game.title.key, setup.names, dict(setup.options), setup.seed, setup.rules_version,
        setup.to_json(), game.revision, str(game.state.ended or ""), pickle_batches(rows),
    )  # fmt: skip


def pickle_batches(records: Sequence[tuple[int, str, Any]]) -> tuple[bytes, ...]:
    """Return the records of an imported game, pickled by the import worker in batches of at most 50.

    Each record is a tuple of its number, the id of its seat and its JSON.
    """
    return tuple(pickle.dumps(list(records[i : i + BATCH_SIZE])) for i in range(0, len(records), BATCH_SIZE))


FileReader = Callable[[bytes, int], Awaitable[ImportedGame]]


async def check_file_in_thread(data: bytes, user_id: int) -> ImportedGame:
    """Check an uploaded game file in a thread of this process, without limits, and return its game.

    ``data`` is the file's content; ``user_id`` (Discord) is ignored. Raises BadFile, with a sentence for the
    user, if the file is not a valid game.
    """
    result = await asyncio.to_thread(parse_and_check_file, data, language(), None)
    if isinstance(result, str):
        raise bad_file_error(result)
    return result
