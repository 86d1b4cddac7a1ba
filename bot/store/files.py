"""The SQLite database file: locked for one process, checked before it is opened, replaced safely.

    with lock_file(path): ...               only this process uses the file; raises UnusableFile
    check_database_file(path)               refuse a file that must not be opened; raises UnusableFile
    replace_database_file(path, new_file)   put a complete database in place of the file, which is kept; if
                                            the process is killed, one of the two is there, and the next
                                            start finishes the job

The newest commits of a file in use are in ``-wal`` beside it. A file without its ``-wal``, or with another's,
is corrupt, so the two are always moved together.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

log = logging.getLogger(__name__)

WAL, SHM, JOURNAL, REPLACEMENT, LOCK, IDS = "-wal", "-shm", "-journal", ".restoring", ".lock", ".ids"
SQLITE_MAGIC = b"SQLite format 3\0"


class UnusableFile(Exception):
    """The database file must not be used as it is; the text is one line that says what to do."""


def path_with_ending(path: Path, ending: str) -> Path:
    """Return the path of a file beside a database file: the same name with an ending such as "-wal"."""
    return path.with_name(path.name + ending)


def check_database_file(path: Path) -> None:
    """Raise UnusableFile if a database path is no regular file, an empty file or in a missing directory.

    A missing file is allowed, unless its ``-wal`` file is still there and not empty. The contents are not
    read.
    """
    if path.is_dir():
        raise UnusableFile(f"The database {path} is a directory, not a file.")
    if not path.parent.is_dir():
        raise UnusableFile(f"The directory {path.parent} of the database does not exist.")
    if path.exists() and not path.is_file():
        raise UnusableFile(f"The database {path} is not a file.")
    if path.exists() and path.stat().st_size == 0:
        raise UnusableFile(
            f"The database {path} is empty (0 bytes), as no database ever is: restore a backup with "
            "python -m bot restore FILE, or delete the file to begin anew."
        )
    wal = path_with_ending(path, WAL)
    if not path.exists() and wal.exists() and wal.stat().st_size:
        raise UnusableFile(
            f"The database {path} is gone, but {wal.name} beside it is not: put the file back, or restore a "
            "backup with python -m bot restore FILE."
        )


def create_temporary_database_file(path: Path) -> Path | None:
    """Create an empty temporary file for a new SQLite database, and return its path.

    Does nothing and returns None if there is a database at ``path``. Otherwise it first deletes the leftovers
    of an earlier attempt, and the file ``.ids`` beside ``path``, which has the highest row ids of an earlier
    database.
    """
    if path.exists():
        return None
    new_path = path_with_ending(path, ".new")
    delete_database_file(new_path)
    path_with_ending(path, IDS).unlink(missing_ok=True)
    new_path.touch()
    return new_path


@dataclass(frozen=True, slots=True)
class FileIdentity:
    """Device and inode of a database file and of its ``-wal`` file; ``wal`` is None if there is none.

    ``wal_size`` is the length of the ``-wal`` file in bytes.
    """

    database: tuple[int, int]
    wal: tuple[int, int] | None
    wal_size: int = 0


def read_file_identity(path: Path) -> FileIdentity:
    """Return device and inode of a SQLite database file and of its ``-wal`` file, and the latter's size.

    If there is no ``-wal`` file, its identity is None and its size 0. If ``path`` is a symbolic link, the
    ``-wal`` file is the one beside the file to which it leads. Raises OSError if there is no database file.
    """
    status = path.stat()
    try:
        wal = path_with_ending(path.resolve(), WAL).stat()
    except FileNotFoundError:
        return FileIdentity((status.st_dev, status.st_ino), None)
    return FileIdentity((status.st_dev, status.st_ino), (wal.st_dev, wal.st_ino), wal.st_size)


def delete_database_file(path: Path) -> None:
    """Delete a SQLite database file and its -wal, -shm, -journal and .ids files, as far as they exist."""
    for ending in ("", WAL, SHM, JOURNAL, IDS):
        path_with_ending(path, ending).unlink(missing_ok=True)


def shrink_database_file(path: Path) -> None:
    """Vacuum the SQLite file at a path if more than half (and more than 100) of its pages are free.

    Raises sqlite3.Error if that fails.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        pragmas = ("freelist_count", "page_count")
        free_pages, pages = (database.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in pragmas)
        if free_pages > max(pages // 2, 100):
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


# --- one process at a time ---------------------------------------------------------------------------


@contextmanager
def lock_file(path: Path) -> Iterator[None]:
    """Lock the database file for this process while the block runs, or until the process dies.

    Raises UnusableFile if another process has locked it, or its directory cannot be written to. Nothing is
    locked if the directory does not exist or the file system has no locks. A file and the symbolic links to
    it share one lock.
    """
    lock_path = path_with_ending(path.resolve(), LOCK)
    try:
        lock_stream = lock_path.open("a+b")
    except FileNotFoundError:
        yield  # no directory: `check_database_file` says so
        return
    except OSError as error:
        raise UnusableFile(f"The folder {path.parent} of the database cannot be written: {error}.") from error
    with lock_stream:
        if not _lock(lock_stream.fileno()):
            raise UnusableFile(
                f"Another process ({_lock_owner(lock_path)}) uses the database {path}; end it first."
            )
        with suppress(OSError):
            lock_stream.truncate(0)
            lock_stream.write(f"process {os.getpid()}".encode())
            lock_stream.flush()
        yield


def _lock_owner(path: Path) -> str:
    """Return the text of the lock file at ``path``: the process that has locked the database, as "process 7".

    Return "of this machine" if that file is empty or cannot be read: an error message puts the result in
    brackets after "Another process".
    """
    try:
        return path.read_text("utf-8")[:40] or "of this machine"
    except (OSError, UnicodeDecodeError):
        return "of this machine"


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        """Lock an open file (its descriptor) until it is closed, and return True.

        Return False if another process has locked it, or if the system refuses the lock for another reason.
        """
        try:
            os.lseek(descriptor, 1 << 20, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            os.lseek(descriptor, 0, os.SEEK_SET)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        """Lock an open file (its descriptor) until it is closed, and return True.

        Return False if another process has locked it. If the file system has no locks, this is logged, and
        True is returned.
        """
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            log.warning(
                "the file system knows no locks: a second process would not be noticed", exc_info=True
            )
        return True


# --- another database in its place -------------------------------------------------------------------


def replace_database_file(path: Path, new_file: Path) -> Path | None:
    """Put the file ``new_file``, a complete and closed SQLite database, in place of the database file.

    Return the path at which the old file is kept; None if there was none. An interrupted replacement is
    finished first. Both files must be in the same file system. Raises OSError if a file cannot be moved.
    """
    finish_replacement(path)
    sync_to_disk(new_file)
    new_file.replace(path_with_ending(path, REPLACEMENT))
    sync_to_disk(path.parent)
    return finish_replacement(path)


def finish_replacement(path: Path) -> Path | None:
    """Finish an interrupted replacement of a SQLite database file; return where the old file is kept.

    Return None if no replacement was begun, or if there was no old file. Raises OSError if a file cannot be
    moved.
    """
    replacement = path_with_ending(path, REPLACEMENT)
    if not replacement.exists():
        return None
    time = datetime.fromtimestamp(replacement.stat().st_mtime, UTC)
    backup = path.with_name(f"{path.stem}-replaced-{time:%Y%m%dT%H%M%S%fZ}{path.suffix}")
    for ending in ("", WAL, JOURNAL):
        old_file = path_with_ending(path, ending)
        if old_file.exists():
            old_file.replace(path_with_ending(backup, ending))
            sync_to_disk(path.parent)
    path_with_ending(path, SHM).unlink(missing_ok=True)
    replacement.replace(path)
    sync_to_disk(path.parent)
    return backup if backup.exists() else None


def sync_to_disk(path: Path) -> None:
    """Wait until a file or directory is written to the disk (fsync); an OSError is ignored."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
