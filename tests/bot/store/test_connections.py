"""Connections of SQLite: who waits, who is cancelled, and that threads end with the store."""

import asyncio
import threading
from functools import partial

import pytest
from sqlalchemy import literal, select
from sqlalchemy.exc import SQLAlchemyError

from bot.store import open_store, reads
from tests.bot.store.units import Halt, fails_after, kept, put


async def test_a_reader_who_is_cancelled_leaves_no_open_transaction(store):
    halt = Halt(1)
    reading = asyncio.create_task(store.read(halt))
    await asyncio.to_thread(halt.begun.wait)
    reading.cancel()
    asyncio.get_running_loop().call_later(0.01, halt.go.set)
    with pytest.raises(asyncio.CancelledError):
        await reading
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


async def test_readers_who_share_a_trip_see_nothing_of_each_other(store):
    """One fails, one writes, one is cancelled while it waits; the others read what is stored."""
    halts = [Halt(n, writes=False) for n in range(4)]
    busy = [asyncio.create_task(store.read(halt)) for halt in halts]
    await asyncio.gather(*(asyncio.to_thread(halt.begun.wait, 10) for halt in halts))
    operations = [
        put(5),
        put(1),
        fails_after(2, KeyError("no")),
        partial(kept, user=1),
        put(3),
        partial(kept, user=3),
    ]
    waiting = [asyncio.create_task(store.read(operation)) for operation in operations]
    await asyncio.sleep(0)
    waiting[0].cancel()
    waiting[4].cancel()
    for halt in halts:
        halt.go.set()
    results = await asyncio.gather(*waiting, return_exceptions=True)
    gone = asyncio.CancelledError
    assert [type(result) for result in results] == [gone, int, KeyError, int, gone, int]
    assert (results[3], results[5]) == (0, 0)
    assert await asyncio.gather(*busy) == list(range(4))


async def test_only_cancelled_readers_leave_no_open_transaction(store):
    cancelled = [asyncio.create_task(store.read(nothing)) for _ in range(8)]
    await asyncio.sleep(0)
    for reading in cancelled:
        reading.cancel()
    assert await asyncio.gather(*(store.read(partial(kept, user=1)) for _ in range(8))) == [0] * 8


async def test_a_reader_whom_no_connection_takes_gets_an_error(store, monkeypatch):
    monkeypatch.setattr(reads, "MAX_WAIT_SECONDS", 0.01)
    halts = [Halt(n, writes=False) for n in range(4)]
    busy = [asyncio.create_task(store.read(halt)) for halt in halts]
    await asyncio.gather(*(asyncio.to_thread(halt.begun.wait, 10) for halt in halts))
    with pytest.raises(SQLAlchemyError, match="in use"):
        await store.read(nothing)
    for halt in halts:
        halt.go.set()
    await asyncio.gather(*busy)
    assert await store.read(partial(kept, user=1)) == 0


async def nothing(conn):
    await conn.execute(select(literal(1)))


async def test_connections_that_never_stop_reading_have_breaks_without_readers(store, monkeypatch):
    monkeypatch.setattr(reads, "MAX_BUSY_SECONDS", 0.0)
    queue, reading = store._reads, []
    pause = asyncio.sleep

    async def watched(seconds):
        reading.append((seconds, queue._running))
        await pause(0)

    async def number(conn, wanted):
        return (await conn.execute(select(literal(wanted)))).scalar()

    monkeypatch.setattr(asyncio, "sleep", watched)
    found = await asyncio.gather(*(store.read(partial(number, wanted=n)) for n in range(60)))
    monkeypatch.setattr(asyncio, "sleep", pause)
    assert found == list(range(60))
    assert reading
    assert set(reading) == {(reads.PAUSE_SECONDS, 0)}
