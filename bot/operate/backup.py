"""Backups of a SQLite database while the bot runs; `python -m bot restore` puts one in place.

The newest backup of each of the last 48 hours and of each of the last 30 days is kept. PostgreSQL has its own
tools, so nothing is done for it here.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import make_url

from bot.store import files

HOURS, DAYS = 48, 30
MAX_DELETED = 4
"""Expired backups that a new one replaces at most: a clock that is ahead for a while does not delete all."""

_NAME_FORMAT = "games-%Y%m%dT%H%M%SZ.db"
_ONE_AT_A_TIME = threading.Lock()
"""Held while a backup is made: two at once would delete each other's partial files."""


class BackupFailed(Exception):
    """No backup was made; the text is one line that says why."""


async def back_up(url: str, folder: Path, now: datetime | None = None) -> Path | None:
    """Copy the SQLite database at a URL into a folder, delete expired backups, and return the new one.

    ``now`` is the time in the name of the backup's file (None: the present). Returns None if the database is
    not a SQLite file. Raises BackupFailed if the copy fails. A backup gets its name only when it is complete
    and has been checked.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return None
    now = now or datetime.now(UTC)
    target = folder / now.strftime(_NAME_FORMAT)
    try:
        await asyncio.to_thread(_copy_and_delete_expired, Path(parsed.database), target, now)
    except (OSError, sqlite3.Error) as error:
        why = " ".join(str(error).split())
        raise BackupFailed(f"The database was not copied to {target}: {why}.") from error
    return target


def _copy_and_delete_expired(source: Path, target: Path, now: datetime) -> None:
    """Copy the database to the backup ``target`` and delete the backups that have expired by ``now``.

    Only one thread does this at a time. Raises OSError or sqlite3.Error.
    """
    with _ONE_AT_A_TIME:
        copy_database_file(source, target)
        _delete_expired(target.parent, now, target)


def is_backup_overdue(folder: Path, now: datetime | None = None) -> bool:
    """Return True if a folder has backups, but none made within an hour of ``now`` (None: the present).

    It is asked at the start of the bot, so that a bot that never runs for a whole hour makes backups, too.
    """
    now = now or datetime.now(UTC)
    times = [time for path in folder.glob("games-*.db") if (time := _backup_time(path)) is not None]
    return bool(times) and all(abs(now - time) > timedelta(hours=1) for time in times)


def copy_database_file(source: Path, target: Path, pragma: str = "quick_check") -> None:
    """Copy a SQLite database to a backup file, even while the database is in use.

    Commits that are still in its write-ahead log are included. The copy gets its name only when it is
    complete, has passed the check ``pragma`` ("quick_check" or "integrity_check") and is on disk. An earlier
    file at ``target`` is replaced. Raises OSError or sqlite3.Error, also if the copy is corrupt.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    partial_file = target.with_suffix(".part")
    files.delete_database_file(partial_file)
    try:
        _copy_and_check(source, partial_file, pragma)
        files.sync_to_disk(partial_file)
        partial_file.replace(target)
    finally:
        files.delete_database_file(partial_file)
    files.sync_to_disk(target.parent)


def _copy_and_check(source: Path, target: Path, pragma: str) -> None:
    """Copy a SQLite database to a new backup file and check the copy.

    ``pragma`` is "quick_check" or "integrity_check". Raises sqlite3.Error if the source cannot be read or the
    copy is damaged.
    """
    database = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
    with closing(database), closing(sqlite3.connect(target)) as copy:
        database.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        (result,) = copy.execute(f"PRAGMA {pragma}(1)").fetchone()
    if result != "ok":
        raise sqlite3.DatabaseError(f"the copy is damaged ({result})")


def _delete_expired(folder: Path, now: datetime, newest: Path) -> None:
    """Delete the oldest backups in a folder that have expired by ``now``, at most `MAX_DELETED`.

    ``newest``, the backup just made, is always kept: if the system's time was set back, another backup of its
    hour may have a later time in its name. Partial files of interrupted backups are deleted, too. Raises
    OSError if a backup cannot be deleted.
    """
    expired = [backup for backup in expired_backups(folder.glob("games-*.db"), now) if backup != newest]
    for backup in expired[-MAX_DELETED:]:
        backup.unlink()
    for partial_file in folder.glob("games-*.part*"):
        partial_file.unlink(missing_ok=True)


def expired_backups(backups: Iterable[Path], now: datetime) -> list[Path]:
    """Return the backup files of the database that have expired by ``now``, the newest first.

    The newest backup of each of the last 48 hours and of each of the last 30 days is kept. Files with other
    names are left out.
    """
    used_slots: set[tuple[str, str]] = set()
    expired = []
    for backup in sorted(backups, reverse=True):
        created_at = _backup_time(backup)
        if created_at is None:
            continue
        slots = (
            {("hour", created_at.strftime("%Y%m%d%H"))}
            if now - created_at <= timedelta(hours=HOURS)
            else set()
        )
        slots |= (
            {("day", created_at.strftime("%Y%m%d"))} if now - created_at <= timedelta(days=DAYS) else set()
        )
        if slots <= used_slots:
            expired.append(backup)
        used_slots |= slots
    return expired


def _backup_time(backup: Path) -> datetime | None:
    """Return when a backup was made (UTC), by its name; None for a file with another name."""
    try:
        return datetime.strptime(backup.name, _NAME_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return None
