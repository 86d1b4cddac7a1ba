"""SQLite without threads: transactions that come together are one commit, and each stands for itself."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import make_url
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.store.direct import Direct

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")


@pytest_asyncio.fixture
async def direct(tmp_path: Path) -> AsyncIterator[Direct]:
    file = tmp_path / "games.db"
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE move (number INTEGER PRIMARY KEY)")
    db.close()
    made = Direct(make_url(f"sqlite:///{file}"), PRAGMAS, str, busy=0.2)
    made.file = file  # type: ignore[attr-defined]
    yield made
    await made.close()


def stored(direct: Direct) -> list[int]:
    """What another process finds in the file."""
    db = sqlite3.connect(direct.file)  # type: ignore[attr-defined]
    found = [row[0] for row in db.execute("SELECT number FROM move ORDER BY number")]
    db.close()
    return found


async def put(direct: Direct, *numbers: int, fail: bool = False) -> None:
    async with direct.writing() as conn:
        for number in numbers:
            await conn.exec_driver_sql(f"INSERT INTO move VALUES ({number})")
        if fail:
            raise ValueError("no such move")


class Commits:
    """Counts the commits; lets one fail, or wait."""

    def __init__(self, direct: Direct, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count, self.fails, self.gate = 0, False, asyncio.Event()
        self.gate.set()
        commit = direct._committed

        async def counted(plain: Any) -> Exception | None:
            self.count += 1
            await self.gate.wait()
            if self.fails:
                plain.say("ROLLBACK")
                return OperationalError("COMMIT", {}, Exception("disk is full"))
            return await commit(plain)

        monkeypatch.setattr(direct, "_committed", counted)


async def test_those_that_come_together_are_one_commit(
    direct: Direct, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits = Commits(direct, monkeypatch)
    await asyncio.gather(*(put(direct, number) for number in range(50)))
    assert stored(direct) == list(range(50))
    assert commits.count == 1
    await put(direct, 50)
    assert commits.count == 2


async def test_who_goes_on_is_on_the_disk(direct: Direct) -> None:
    async def one(number: int) -> bool:
        await put(direct, number)
        return number in stored(direct)

    assert all(await asyncio.gather(*(one(number) for number in range(20))))


async def test_one_that_fails_takes_no_other_with_it(direct: Direct) -> None:
    results = await asyncio.gather(
        put(direct, 1), put(direct, 2, fail=True), put(direct, 3, 3), put(direct, 4), return_exceptions=True
    )
    assert [type(result) for result in results] == [type(None), ValueError, IntegrityError, type(None)]
    assert stored(direct) == [1, 4]


async def test_the_first_and_only_that_fails_leaves_nothing_open(direct: Direct) -> None:
    with pytest.raises(ValueError, match="no such move"):
        await put(direct, 1, fail=True)
    with sqlite3.connect(direct.file, timeout=0.1) as db:  # type: ignore[attr-defined]
        db.execute("INSERT INTO move VALUES (7)")
    db.close()
    assert stored(direct) == [7]


async def test_a_commit_that_fails_fails_for_all_of_it_and_the_next_goes_on(
    direct: Direct, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits = Commits(direct, monkeypatch)
    commits.fails = True
    results = await asyncio.gather(put(direct, 1), put(direct, 2), return_exceptions=True)
    assert [type(result) for result in results] == [OperationalError] * 2
    assert stored(direct) == []
    commits.fails = False
    await put(direct, 3)
    assert stored(direct) == [3]


async def test_who_is_told_to_end_meanwhile_ends_when_the_fate_is_known(
    direct: Direct, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits = Commits(direct, monkeypatch)
    commits.gate.clear()
    task = asyncio.create_task(put(direct, 1))
    for _ in range(50):
        await asyncio.sleep(0)
    assert commits.count == 1
    task.cancel()
    await asyncio.sleep(0.01)
    assert not task.done()
    commits.gate.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert stored(direct) == [1]


async def test_another_process_that_writes_is_waited_for_without_a_standstill(direct: Direct) -> None:
    holder = sqlite3.connect(direct.file, isolation_level=None)  # type: ignore[attr-defined]
    holder.execute("BEGIN IMMEDIATE")
    ticks = 0
    task = asyncio.create_task(put(direct, 1))
    while not task.done():
        ticks += 1
        await asyncio.sleep(0.01)
        if ticks == 5:
            holder.execute("COMMIT")
    await task
    assert stored(direct) == [1]
    assert ticks >= 5
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError, match="locked"):
        await put(direct, 2)
    holder.close()
    await put(direct, 3)
    assert stored(direct) == [1, 3]


async def test_a_full_disk_undoes_all_that_was_not_committed(direct: Direct) -> None:
    async def full() -> None:
        async with direct.writing() as conn:
            plain: Any = conn
            plain.raw.execute("ROLLBACK")  # as SQLite itself does then
            raise OperationalError("INSERT", {}, Exception("disk is full"))

    results = await asyncio.gather(put(direct, 1), full(), put(direct, 2), return_exceptions=True)
    assert [type(result) for result in results] == [OperationalError, OperationalError, type(None)]
    assert stored(direct) == [2]


async def test_what_is_read_is_one_state(direct: Direct) -> None:
    await put(direct, 1)
    async with direct.reading() as conn:
        count = "SELECT count(*) FROM move"
        before = (await conn.exec_driver_sql(count)).scalar()
        await put(direct, 2)
        assert (await conn.exec_driver_sql(count)).scalar() == before == 1
    async with direct.reading() as conn:
        assert (await conn.exec_driver_sql(count)).scalar() == 2
