"""A service at whose table a constructed position is played."""

from __future__ import annotations

import pytest_asyncio

from tests.bot.orders.sitting import Sitting


@pytest_asyncio.fixture
async def sit(tmp_path, monkeypatch):
    made = Sitting(tmp_path, monkeypatch)
    await made.open()
    yield made
    await made.store.close()
