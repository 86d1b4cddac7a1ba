"""Connections of SQLite between two uses: who waits, who fails and who is cancelled."""

import asyncio
import threading
from functools import partial

import aiosqlite
import pytest
from sqlalchemy import literal, select
from sqlalchemy.exc import SQLAlchemyError

from bot.store import open_store
from tests.bot.store.units import Halt, fails_after, kept, put, unstorable


@pytest.fixture
def rollbacks(monkeypatch):
    """The connections that the pool has rolled back so far."""
    found, plain = [], aiosqlite.Connection.rollback

    async def noted(connection):
        found.append(connection)
        await plain(connection)

    monkeypatch.setattr(aiosqlite.Connection, "rollback", noted)
    return found


async def test_the_pool_rolls_back_a_connection_only_after_a_failure(store, rollbacks):
    for _ in range(3):
        await store.read(nothing)
        await store.write(put(1))
    assert rollbacks == []
    for use in (store.read, store.write):
        with pytest.raises(KeyError):
            await use(fails_after(2, KeyError("no")))
    assert len(rollbacks) == 1, "a unit that fails has a savepoint of its own when it writes"
    with pytest.raises(SQLAlchemyError):
        await store.write(unstorable)
    assert len(rollbacks) == 2
    assert await store.read(partial(kept, user=1)) == 1
    assert await store.write(put(3)) == 3


async def test_a_reader_who_is_cancelled_leaves_no_open_transaction(store, rollbacks):
    halt = Halt(1)
    reading = asyncio.create_task(store.read(halt))
    await asyncio.to_thread(halt.begun.wait)
    reading.cancel()
    asyncio.get_running_loop().call_later(0.01, halt.go.set)
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert len(rollbacks) == 1
    assert await asyncio.gather(*(store.read(partial(kept, user=1)) for _ in range(6))) == [0] * 6


async def test_readers_wait_for_each_other_when_there_are_more_than_connections(store):
    halts = [Halt(n, writes=False) for n in range(6)]
    reading = [asyncio.create_task(store.read(halt)) for halt in halts]
    await asyncio.gather(*(asyncio.to_thread(halt.begun.wait, 10) for halt in halts[:4]))
    assert not any(halt.begun.is_set() for halt in halts[4:])
    for halt in halts:
        halt.go.set()
    assert await asyncio.gather(*reading) == list(range(6))


async def test_no_thread_outlives_the_store(tmp_path):
    before = set(threading.enumerate())
    made, halt = await open_store(f"sqlite:///{tmp_path / 'other.db'}"), Halt(1, writes=False)
    reading = asyncio.create_task(made.read(halt))
    await asyncio.to_thread(halt.begun.wait)
    await asyncio.gather(made.read(nothing), made.write(put(1)))
    halt.go.set()
    await reading
    await made.close()
    for thread in set(threading.enumerate()) - before:
        if "connection_worker" in thread.name:
            await asyncio.to_thread(thread.join, 10)
            assert not thread.is_alive()


async def nothing(conn):
    await conn.execute(select(literal(1)))
