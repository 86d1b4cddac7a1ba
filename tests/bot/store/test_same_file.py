"""A SQLite file, or its -wal, that is moved, replaced or deleted under the bot takes no more writes."""

import shutil

import pytest
from sqlalchemy import select

from bot.store import open_store, preferences
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
    await preferences.MEMBERS.store_json(conn, 1, {})


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
    assert await again.read(stored_rows) == [(1, {})]
    await again.write(write_row)
    await again.close()


async def stored_rows(conn):
    """A unit that reads the rows that `write_row` writes."""
    return [tuple(row)[:2] for row in await conn.execute(select(MEMBERS.table))]
