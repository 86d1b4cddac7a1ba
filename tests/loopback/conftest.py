"""A server and the sample bot, shared by the tests of one module; each test starts without faults."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.loopback import BotProcess, LoopbackServer

SAMPLE = [sys.executable, "-m", "tests.loopback.sample_bot"]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_server() -> AsyncIterator[LoopbackServer]:
    """A server with two members and one channel."""
    async with LoopbackServer() as server:
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_bot(
    shared_server: LoopbackServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    """The sample bot, started once."""
    bot = BotProcess(shared_server, tmp_path_factory.mktemp("bot"), SAMPLE)
    await bot.start()
    yield bot
    await bot.stop()


@pytest_asyncio.fixture(loop_scope="module")
async def server(shared_server: LoopbackServer, shared_bot: BotProcess) -> AsyncIterator[LoopbackServer]:
    """The shared server, with a connected bot and no faults."""
    if not shared_bot.running:
        await shared_bot.start()
    await shared_server.wait_ready()
    yield shared_server
    shared_server.faults.clear()
    shared_server.interactions.deadline = 3.0


@pytest.fixture
def sample_command() -> list[str]:
    """How to start the sample bot."""
    return list(SAMPLE)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """An empty data directory."""
    return tmp_path / "data"
