"""Addresses (URLs) of databases: parsed, shown without the password, and the file of one locked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store import files, postgres

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}


class StoreUnusable(Exception):
    """The database cannot be used. The text gives the reason in one line."""


def display_url(url: URL) -> str:
    """Return a database URL as text for people: the path of a SQLite file, or a URL without its password."""
    return (
        str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)
    )


def _parse_url(url: str) -> URL:
    """Parse the URL of a database and return it.

    Raises StoreUnusable if it is invalid, or of a database other than SQLite and PostgreSQL.
    """
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise StoreUnusable(
            "The database URL cannot be read; sqlite:////data/stationmaster.db is one."
        ) from error
    backend = parsed.get_backend_name()
    if backend not in _DRIVERS:
        raise StoreUnusable(f"The database must be SQLite or PostgreSQL, not {backend}.")
    return parsed


def prepare_url(url: str) -> URL:
    """Parse a database URL and return it in the form that SQLAlchemy opens: with the name of a driver.

    If a replacement of the SQLite file was interrupted, it is finished first; raises OSError if that fails.
    Raises StoreUnusable if the URL is invalid, or if the SQLite file must not be opened (see
    `_prepare_sqlite_file`).
    """
    parsed = _parse_url(url)
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        _prepare_sqlite_file(parsed.database or "")
    else:
        parsed = postgres.asyncpg_url(parsed)
    return parsed if "+" in parsed.drivername else parsed.set(drivername=_DRIVERS[backend])


def sqlite_file(url: str) -> Path | None:
    """Return the path of the SQLite file in a database URL; None for PostgreSQL.

    The file need not exist. Raises StoreUnusable if the URL is invalid or of another kind of database.
    """
    parsed = _parse_url(url)
    return Path(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None


@contextmanager
def lock_database(url: str) -> Iterator[None]:
    """Lock the SQLite file of a database URL for this process while the block runs.

    Raises StoreUnusable if another process has locked the file, if its directory cannot be written to, or if
    the URL is invalid. Nothing is locked for PostgreSQL, for a URL without a file, if the directory of the
    file does not exist, or if the file system has no locks.
    """
    path = sqlite_file(url)
    with ExitStack() as locks:
        if path is not None and path.name:
            try:
                locks.enter_context(files.lock_file(path))
            except files.UnusableFile as error:
                raise StoreUnusable(str(error)) from error
        yield


def _prepare_sqlite_file(path_text: str) -> None:
    """Finish an interrupted replacement of a SQLite database file, and check the path of the file.

    Raises StoreUnusable if the path names no file ("", ":memory:", "file:...") or a file that
    `check_database_file` refuses. Raises OSError if the replacement cannot be finished. A missing file is
    allowed.
    """
    if path_text in {"", ":memory:"} or path_text.startswith("file:"):
        raise StoreUnusable("The database must be a file: games are never kept in memory only.")
    try:
        files.finish_replacement(Path(path_text))
        files.check_database_file(Path(path_text))
    except files.UnusableFile as error:
        raise StoreUnusable(str(error)) from error
