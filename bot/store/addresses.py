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
    """Return a database URL as text to show: the file, or the server's address without the password."""
    return (
        str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)
    )


def _parse_url(url: str) -> URL:
    """Parse a database URL; raises StoreUnusable if it is invalid or for an unsupported database."""
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
    """Parse a database URL and add its driver; raises StoreUnusable if it or its file must not be opened.

    That is also so if the folder of the file does not exist, or the database would be in memory only. An
    interrupted replacement of a SQLite file is finished first.
    """
    parsed = _parse_url(url)
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        _check_sqlite_file(parsed.database or "")
    else:
        parsed = postgres.driver_url(parsed)
    return parsed if "+" in parsed.drivername else parsed.set(drivername=_DRIVERS[backend])


def sqlite_file(url: str) -> Path | None:
    """Return the path of a SQLite database, None for PostgreSQL; raises StoreUnusable for an invalid URL."""
    parsed = _parse_url(url)
    return Path(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None


@contextmanager
def lock_database(url: str) -> Iterator[None]:
    """Lock a SQLite file for this process while the block runs; raises StoreUnusable if another has it.

    It is also raised for an invalid URL and a folder that cannot be written. A database server is not locked,
    nor a file whose folder does not exist.
    """
    path = sqlite_file(url)
    with ExitStack() as locks:
        if path is not None and path.name:
            try:
                locks.enter_context(files.lock_file(path))
            except files.UnusableFile as error:
                raise StoreUnusable(str(error)) from error
        yield


def _check_sqlite_file(path_text: str) -> None:
    """Finish an interrupted replacement of a SQLite database file and check it.

    Raises StoreUnusable if the path ("" or ":memory:") names no file, or its folder is missing, or it is a
    directory or an empty file. A missing file is allowed.
    """
    if path_text in {"", ":memory:"} or path_text.startswith("file:"):
        raise StoreUnusable("The database must be a file: games are never kept in memory only.")
    try:
        files.finish_replacement(Path(path_text))
        files.check_database_file(Path(path_text))
    except files.UnusableFile as error:
        raise StoreUnusable(str(error)) from error
