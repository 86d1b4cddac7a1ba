"""Copies of a SQLite database while the bot runs. `python -m bot restore` puts one in place.

Kept are the newest copy of each of the last 48 hours and of each of the last 30 days. PostgreSQL has its own
tools; there is nothing to do for it here.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import make_url

from bot.store import files

HOURS, DAYS = 48, 30
_STAMP = "games-%Y%m%dT%H%M%SZ.db"


class BackupFailed(Exception):
    """No copy was made. The text gives the reason in one line."""


async def back_up(url: str, folder: Path, at: datetime | None = None) -> Path | None:
    """Copy the database at a URL into a folder and drop old copies; None when it is no SQLite file.

    Raises BackupFailed; a copy appears under its name only when it is whole and sound.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return None
    moment = at or datetime.now(UTC)
    target = folder / moment.strftime(_STAMP)
    try:
        await asyncio.to_thread(copy_file, Path(parsed.database), target)
        await asyncio.to_thread(_tidy, folder, moment)
    except (OSError, sqlite3.Error) as error:
        why = " ".join(str(error).split())
        raise BackupFailed(f"The database was not copied to {target}: {why}.") from error
    return target


def copy_file(source: Path, target: Path, check: str = "quick_check") -> None:
    """Copy a database, also one in use, with its newest commits; raises OSError or sqlite3.Error.

    The copy gets its name when it is whole, passes the check and is on disk.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".part")
    files.remove(part)
    try:
        _copied(source, part, check)
        files.flush(part)
        part.replace(target)
    finally:
        files.remove(part)
    files.flush(target.parent)


def _copied(source: Path, part: Path, check: str) -> None:
    games = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
    with closing(games), closing(sqlite3.connect(part)) as copy:
        games.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        (found,) = copy.execute(f"PRAGMA {check}(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(f"the copy is damaged ({found})")


def _tidy(folder: Path, at: datetime) -> None:
    for old in superfluous(folder.glob("games-*.db"), at):
        old.unlink()
    for left in folder.glob("games-*.part*"):  # of a copy that was killed
        left.unlink(missing_ok=True)


def superfluous(copies: Iterable[Path], at: datetime) -> list[Path]:
    """The copies that are neither the newest of one of the last hours nor of one of the last days."""
    kept: set[tuple[str, str]] = set()
    found = []
    for copy in sorted(copies, reverse=True):
        try:
            made = datetime.strptime(copy.name, _STAMP).replace(tzinfo=UTC)
        except ValueError:
            continue
        slots = {("hour", made.strftime("%Y%m%d%H"))} if at - made <= timedelta(hours=HOURS) else set()
        slots |= {("day", made.strftime("%Y%m%d"))} if at - made <= timedelta(days=DAYS) else set()
        if slots <= kept:
            found.append(copy)
        kept |= slots
    return found
