"""The store waits for the disk, as in a bot; the tests of PostgreSQL alone need a server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.bot import databases

if TYPE_CHECKING:
    from bot.store import Store

collect_ignore = [] if databases.POSTGRESQL in databases.KINDS else ["test_postgres.py"]


@pytest.fixture(autouse=True)
def disk() -> None:
    """SQLite writes as in a bot."""


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A new database on SQLite."""
    from bot.store import open_store

    made = await open_store(await databases.blank(tmp_path / "games.db"))
    yield made
    await made.close()
