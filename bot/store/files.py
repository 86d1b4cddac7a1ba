"""Guards the SQLite file: one process at a time, no accidental new file, no parts of another database.

    with sole(url): ...     this process alone has the file; raises StoreUnusable
    fit(path)               what must not be opened is refused; raises Unfit
    replace(path, made)     a whole database takes the place of the file, which is kept; whenever it is
                            killed, either is there, and the next start brings it to its end

A file in use has its newest commits in ``-wal`` beside it; a file without its own, or with another's, is not
what was stored. So they go together.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

log = logging.getLogger(__name__)

WAL, SHM, JOURNAL, READY, LOCK = "-wal", "-shm", "-journal", ".restoring", ".lock"
MAGIC = b"SQLite format 3\0"


class Unfit(Exception):
    """The file must not be opened. The text says in one line what to do."""


def beside(path: Path, ending: str) -> Path:
    """Return the path with a suffix appended to its name."""
    return path.with_name(path.name + ending)


def fit(path: Path) -> None:
    """Raise Unfit if the file is damaged, incomplete or not a database of this bot; it may be missing."""
    if path.is_dir():
        raise Unfit(f"The database {path} is a directory, not a file.")
    if not path.parent.is_dir():
        raise Unfit(f"The directory {path.parent} of the database does not exist.")
    if path.exists() and not path.is_file():
        raise Unfit(f"The database {path} is not a file.")
    if path.exists() and path.stat().st_size == 0:
        raise Unfit(
            f"The database {path} is empty (0 bytes), as no database ever is: restore a backup with "
            "python -m bot restore FILE, or delete the file to begin anew."
        )
    wal = beside(path, WAL)
    if not path.exists() and wal.exists() and wal.stat().st_size:
        raise Unfit(
            f"The database {path} is gone, but {wal.name} beside it is not: put the file back, or restore a "
            "backup with python -m bot restore FILE."
        )


def room_for_new(path: Path) -> Path | None:
    """Return the temporary path at which a new database is created; None if a database exists."""
    if path.exists():
        return None
    part = beside(path, ".new")
    remove(part)
    return part


def remove(path: Path) -> None:
    """Delete a database and the files that belong to it."""
    for ending in ("", WAL, SHM, JOURNAL):
        beside(path, ending).unlink(missing_ok=True)


# --- one process at a time ---------------------------------------------------------------------------


@contextmanager
def sole(path: Path) -> Iterator[None]:
    """Lock the file for this process; raises Unfit while another process holds it."""
    try:
        holding = beside(path, LOCK).open("a+b")
    except FileNotFoundError:
        yield  # no directory: `fit` says so
        return
    except OSError as error:
        raise Unfit(f"The folder {path.parent} of the database cannot be written: {error}.") from error
    with holding:
        if not _locked(holding.fileno()):
            raise Unfit(
                f"Another process ({_holder(beside(path, LOCK))}) uses the database {path}; end it first."
            )
        with suppress(OSError):
            holding.truncate(0)
            holding.write(f"process {os.getpid()}".encode())
            holding.flush()
        yield


def _holder(path: Path) -> str:
    try:
        return path.read_text("utf-8")[:40] or "of this machine"
    except (OSError, UnicodeDecodeError):
        return "of this machine"


if sys.platform == "win32":
    import msvcrt

    def _locked(number: int) -> bool:
        """Take the lock of an open file; it goes with the process."""
        try:
            os.lseek(number, 1 << 20, os.SEEK_SET)
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
            os.lseek(number, 0, os.SEEK_SET)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(number: int) -> bool:
        """Take the lock of an open file; it goes with the process."""
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            log.warning(
                "the file system knows no locks: a second process would not be noticed", exc_info=True
            )
        return True


# --- another database in its place -------------------------------------------------------------------


def replace(path: Path, made: Path) -> Path | None:
    """Put a whole, closed database in the place of the file; returns where the old one is kept, if any."""
    settle(path)
    flush(made)
    made.replace(beside(path, READY))
    flush(path.parent)
    return settle(path)


def settle(path: Path) -> Path | None:
    """Bring a replacement to its end that was begun; returns where the old file is kept, if any."""
    ready = beside(path, READY)
    if not ready.exists():
        return None
    made = datetime.fromtimestamp(ready.stat().st_mtime, UTC)
    kept = path.with_name(f"{path.stem}-replaced-{made:%Y%m%dT%H%M%S%fZ}{path.suffix}")
    for ending in ("", WAL, JOURNAL):
        old = beside(path, ending)
        if old.exists():
            old.replace(beside(kept, ending))
            flush(path.parent)
    beside(path, SHM).unlink(missing_ok=True)
    ready.replace(path)
    flush(path.parent)
    return kept if kept.exists() else None


def flush(path: Path) -> None:
    """Wait until a file or folder is on disk, where the system can say so."""
    with suppress(OSError):
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
