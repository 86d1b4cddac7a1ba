"""The databases of the store's tests: SQLite, and PostgreSQL where a server can be started (see the header).

A test that asks for `database` gets the URL of an empty one of the newest schema, and runs on each kind. Its
server starts once, when the first test needs it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store, database, open_store, tables
from tests.postgres import Cluster, why_not

SQLITE, POSTGRESQL = "sqlite", "postgresql"
KINDS = (SQLITE, POSTGRESQL) if not why_not() else (SQLITE,)
EACH = [pytest.param(kind, marks=pytest.mark.slow if kind == POSTGRESQL else ()) for kind in KINDS]
"""The same as parameters of tests; a server takes its time to start."""

CARELESS = tuple("synchronous=OFF" if p.startswith("synchronous") else p for p in database._PRAGMAS)
"""Pragmas of a SQLite database that waits for no disk: only a power cut loses what was written."""


class Databases:
    """One server for all tests, and one database in it that is emptied for each."""

    def __init__(self) -> None:
        self._cluster: Cluster | None = None
        self._shared = ""

    @property
    def cluster(self) -> Cluster:
        """The server, started now if it is not yet."""
        if self._cluster is None:
            self._cluster = Cluster().__enter__()
        return self._cluster

    def empty(self, kind: str, folder: Path) -> str:
        """The URL of a database with nothing in it."""
        if kind == SQLITE:
            _begin(folder / "games.db")
            return f"sqlite:///{folder / 'games.db'}"
        return self.emptied()

    def emptied(self) -> str:
        """The URL of the shared database on the server, all tables empty."""

        if not self._shared:
            self._shared = self.cluster.database()
            asyncio.run(_migrated(self.cluster.url(self._shared)))
        names = ", ".join(f'"{name}"' for name in tables.metadata.tables)
        self.cluster.sql(f"TRUNCATE {names} RESTART IDENTITY CASCADE", self._shared)
        return self.cluster.url(self._shared)

    def close(self) -> None:
        """Stop the server, if it was started."""
        if self._cluster is not None:
            self._cluster.__exit__(None, None, None)


@contextmanager
def opened() -> Iterator[Databases]:
    """The databases of a session."""
    found = Databases()
    try:
        yield found
    finally:
        found.close()


async def _migrated(url: str) -> None:

    await (await open_store(url)).close()


async def blank(path: Path) -> str:
    """The URL of a SQLite database: what stands there, or one of the newest schema with nothing in it."""
    await asyncio.to_thread(_begin, path)
    return f"sqlite:///{path}"


def _begin(path: Path) -> None:
    if not path.exists():
        path.write_bytes(_template())


@cache
def _template() -> bytes:
    """A migrated database, made once in a process."""
    with TemporaryDirectory() as folder:
        made = Path(folder) / "games.db"
        asyncio.run(_migrated(f"sqlite:///{made}"))
        return made.read_bytes()


async def value(store: Store, query: Select[Any]) -> Any:
    """What a query finds: one value, None when there is none."""

    async def unit(conn: AsyncConnection) -> Any:
        return (await conn.execute(query)).scalar()

    return await store.read(unit)
