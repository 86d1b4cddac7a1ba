"""Fixtures of the tests that sit at a table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

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
