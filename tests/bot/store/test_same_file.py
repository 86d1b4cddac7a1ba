"""A SQLite file, or its -wal, that is moved, replaced, deleted or cut short under the bot takes no writes."""

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import select

from bot.store import open_store
from bot.store.commits import CallingConnection
from bot.store.preferences import MEMBERS


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.db"


@pytest.fixture
async def store(path):
    made = await open_store(f"sqlite:///{path}")
    yield made
    await made.close()


async def write_row(conn):
    """A unit that writes a row."""
    await MEMBERS.replace_preferences(conn, 1, {"language": "de"})


async def read_row(conn):
    """A unit that reads this row; {} if it is missing."""
    return await MEMBERS.query_preferences(conn, 1)


SLOW = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 20000) SELECT max(x) FROM n"
"""A query of some milliseconds, so that reads need several connections."""


def moved(path):
    path.rename(path.with_name("elsewhere.db"))


def replaced(path):
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    copy.replace(path)


@pytest.mark.parametrize("lose", [moved, replaced, lambda path: path.unlink()])
async def test_nothing_is_acknowledged_that_another_file_would_lack(store, path, lose):
    await store.write(write_row)
    lose(path)
    with pytest.raises(OSError, match=r"games\.db"):
        await store.write(write_row)


async def test_a_file_that_is_back_takes_writes_again(store, path):
    moved(path)
    with pytest.raises(OSError, match=r"games\.db"):
        await store.write(write_row)
    path.with_name("elsewhere.db").rename(path)
    await store.write(write_row)


async def test_reads_while_the_file_is_away_lose_nothing_and_find_it_all_later(store, path):
    async def slow_read(conn):
        found = await read_row(conn)
        await conn.exec_driver_sql(SLOW)
        return found

    await store.write(write_row)
    size = path.with_name("games.db-wal").stat().st_size
    moved(path)
    found = await asyncio.gather(*(store.read(slow_read) for _ in range(8)))
    assert found == [{"language": "de"}] * 8
    assert not path.exists()
    path.with_name("elsewhere.db").rename(path)
    assert path.with_name("games.db-wal").stat().st_size == size
    await store.write(write_row)
    assert await store.read(read_row) == {"language": "de"}


def test_no_connection_creates_a_database_where_the_file_is_away(path):
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        CallingConnection(str(path))
    assert not path.exists()


def without_wal(path):
    path.with_name("games.db-wal").unlink()


def with_another_wal(path):
    without_wal(path)
    path.with_name("games.db-wal").touch()


@pytest.mark.parametrize("lose", [without_wal, with_another_wal])
@pytest.mark.parametrize("is_link", [False, True], ids=["file", "link"])
async def test_nothing_is_acknowledged_that_a_lost_wal_would_take_along(path, tmp_path, is_link, lose):
    link = tmp_path / "link.db"
    link.symlink_to(path)
    await (await open_store(f"sqlite:///{path}")).close()
    store = await open_store(f"sqlite:///{link if is_link else path}")
    await store.write(write_row)
    lose(path)
    with pytest.raises(OSError, match="db-wal was deleted or replaced"):
        await store.write(write_row)
    await store.close()
    again = await open_store(f"sqlite:///{path}")
    assert await again.read(stored_rows) == [(1, {"language": "de"})]
    await again.write(write_row)
    await again.close()


async def stored_rows(conn):
    """A unit that reads the rows that `write_row` writes."""
    return [tuple(row)[:2] for row in await conn.execute(select(MEMBERS.table))]


@pytest.mark.parametrize("left", [0, 5000, -1])
async def test_nothing_is_acknowledged_behind_the_end_of_a_wal_that_was_cut_short(path, store, left):
    await store.write(write_row)
    wal = path.with_name("games.db-wal")
    os.truncate(wal, left if left >= 0 else wal.stat().st_size - 1)
    for _ in range(2):
        with pytest.raises(OSError, match="db-wal was cut short"):
            await store.write(write_row)
    with pytest.raises(OSError, match="db-wal was cut short"):
        await store.ping()
    await store.close()
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def test_a_wal_that_another_program_has_emptied_into_the_database_takes_writes(path, store):
    await store.write(write_row)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() == (0, 0, 0)
    assert path.with_name("games.db-wal").stat().st_size == 0
    await store.write(write_row)
    assert await store.read(stored_rows) == [(1, {"language": "de"})]
