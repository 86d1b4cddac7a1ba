"""Fixtures of the tests that sit at a table."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.bot import databases
from tests.bot.databases import Databases
from tests.bot.playing import IN_ORDER, NoPictures, deal_by
from tests.bot.tables import Table, open_table


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A game of 18EZ that has just begun, without pictures."""
    deal_by(monkeypatch, IN_ORDER)
    async with open_table(tmp_path) as made:
        made.bot.pictures = NoPictures()  # type: ignore[assignment]
        await made.started(title="18EZ", order="join")
        yield made


@pytest.fixture
def pages_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after 15 minutes: the bot cannot take away a private page."""
    monkeypatch.setattr("discord.Interaction.is_expired", lambda _: True)


@pytest.fixture(scope="session")
def all_databases() -> Iterator[Databases]:
    """The databases of this session."""
    with databases.opened() as found:
        yield found


@pytest.fixture
def database(request: pytest.FixtureRequest, all_databases: Databases, tmp_path: Path) -> str:
    """The URL of an empty database of a kind (a parameter; SQLite by default)."""
    return all_databases.empty(getattr(request, "param", databases.SQLITE), tmp_path)
