"""The files of an open SQLite database: each commit goes to those that were opened, and leaves its mark.

    check_files       before a transaction that writes: the database and its ``-wal`` are what they were
    on_commit         after it: how long the ``-wal`` is, and which ids the database has given
    find_tables_with_lost_rows
                      at the next start: for which database tables these ids are not known

SQLite would go on writing files that were deleted, and behind the end of a ``-wal`` that was truncated, and
nobody would find that again. If the ``-wal`` is lost while the bot is down, SQLite opens the database as it
was before. The ids of rows are counted up and never down, so a file beside the database shows that
(`highest_ids_path`).
"""

from __future__ import annotations

import json
import os
import sqlite3
import struct
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from bot.store import files

if sys.platform != "win32":
    import fcntl

ID_COUNTERS = "SELECT name, seq FROM sqlite_sequence WHERE seq > 0"
"""SQL for the highest row id that each table of a SQLite database has given, if it has given one."""

MIN_LENGTH = 256
"""Characters of the file of the highest row ids: the text is written in one piece over the old one."""


class OpenFiles:
    """The files of a database that this process has opened, as they were after the last commit."""

    def __init__(self, path: Path) -> None:
        """Prepare to watch the SQLite database at a path; the first `check_files` notes its files."""
        self._path = path
        self._opened_files: files.FileIdentity | None = None
        self._wal_size = 0
        self._ids: Mapping[str, int] = {}

    def check_files(self, connection: sqlite3.Connection) -> None:
        """Raise OSError if the path of the SQLite database leads to other files than at the first check.

        OSError is also raised if a file is missing, or if the ``-wal`` file has become shorter before all of
        it was written into the database by another program. ``connection`` must have no open transaction.
        """
        current_files = files.read_file_identity(self._path)
        opened_files = self._opened_files or current_files
        self._opened_files = opened_files
        if current_files.database != opened_files.database:
            raise OSError(f"The database {self._path} is another file than the bot has opened.")
        if current_files.wal != opened_files.wal:
            raise OSError(
                f"The file {self._path}{files.WAL} was deleted or replaced while the bot runs: "
                "end the bot and start it again. Do not kill it, or the newest moves are lost."
            )
        if current_files.wal_size < self._wal_size:
            self._check_truncated_wal(connection, current_files.wal_size)

    def _check_truncated_wal(self, connection: sqlite3.Connection, size: int) -> None:
        """Raise OSError for a ``-wal`` file that has become shorter, unless it is completely in the database.

        It may be there because another program has written all of it into the database (a checkpoint).
        ``size`` is the present length of the file, in bytes. Before the error is raised, SQLite is kept from
        copying the rest of the file into the database.
        """
        with suppress(sqlite3.Error):
            if size == 0 and not connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()[0]:
                self._wal_size = 0
                return
        _keep_wal_at_close(self._path)
        raise OSError(
            f"The file {self._path}{files.WAL} was cut short while the bot runs, and the newest moves were "
            "in it: kill the bot, start it again and see whether it asks for a backup."
        )

    def on_commit(self, connection: sqlite3.Connection) -> None:
        """Remember the length of the ``-wal`` file after a commit, and write the highest row ids to a file.

        The ids are written only if they have changed (see `highest_ids_path`). OSError and SQLite errors are
        ignored.
        """
        with suppress(OSError, sqlite3.Error):
            self._wal_size = files.read_file_identity(self._path).wal_size
            ids = dict(connection.execute(ID_COUNTERS).fetchall())
            if ids != self._ids:
                _write_highest_ids(self._path, ids)
                self._ids = ids


_SHARED_LOCK = struct.pack("hhqqi4x", 0, os.SEEK_SET, 0x40000002, 510, 0)
"""A read lock (``struct flock``) on the bytes by which SQLite knows that a database is in use."""

_kept_open: dict[Path, int] = {}
"""The descriptors that hold this lock, by the path of the database. They are never closed."""


def _keep_wal_at_close(path: Path) -> None:
    """Keep SQLite from copying a ``-wal`` file into the database at ``path`` when this process closes it.

    Call this for a ``-wal`` file that was truncated: its last commit may be incomplete. A lock, which lasts
    until this process ends, shows SQLite that the database is in use. Does nothing on other systems than
    Linux.
    """
    if sys.platform == "linux" and path not in _kept_open:
        _kept_open[path] = os.open(path, os.O_RDONLY)
        with suppress(OSError):
            fcntl.fcntl(_kept_open[path], fcntl.F_OFD_SETLK, _SHARED_LOCK)


def highest_ids_path(path: Path) -> Path:
    """Return the path of the file with the highest row id of each database table, beside the database."""
    return files.path_with_ending(path.resolve(), files.IDS)


def _write_highest_ids(path: Path, ids: Mapping[str, int]) -> None:
    """Write the highest row ids to the file beside the SQLite database at ``path``.

    ``ids`` are the highest row ids, by database table. Raises OSError if that fails. This does not wait for
    the disk: after a power cut the file may have lower ids, which does no harm.
    """
    descriptor = os.open(highest_ids_path(path), os.O_WRONLY | os.O_CREAT, 0o644)
    try:
        os.write(descriptor, json.dumps(ids).ljust(MIN_LENGTH).encode())
    finally:
        os.close(descriptor)


def read_highest_ids(path: Path) -> dict[str, int]:
    """Return the highest row ids, by database table, from the file beside the SQLite database at ``path``.

    Return {} if that file is missing or corrupt.
    """
    try:
        ids = json.loads(highest_ids_path(path).read_text("utf-8"))
        return {str(table): int(highest) for table, highest in ids.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def find_tables_with_lost_rows(
    ids_in_file: Mapping[str, int], ids_in_database: Mapping[str, int]
) -> list[str]:
    """Return the names of the database tables whose newest rows are lost; [] if there are none.

    Rows are lost if ``ids_in_file`` (from `read_highest_ids`) has a higher id for the database table than
    ``ids_in_database``. Both are the highest row ids by database table.
    """
    return [table for table, highest in ids_in_file.items() if highest > ids_in_database.get(table, 0)]
