"""A table at which computers play; pages go out in words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.bot.tables import Table

TITLE = "1889"


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Table]:
    """A table without a game."""
    from tests.bot.playing import NoPictures
    from tests.bot.tables import open_table

    async with open_table(tmp_path) as made:
        made.bot.pictures = NoPictures()  # type: ignore[assignment]
        yield made


@pytest.fixture
async def solo(room: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Ann plays with two mild computers, and is first to act."""
    from tests.bot.playing import IN_ORDER, deal_by

    deal_by(monkeypatch, IN_ORDER)
    await room.member("Ann").slash("/game solo", title=TITLE, level="easy")
    return room
