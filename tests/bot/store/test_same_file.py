"""A SQLite file that is moved, replaced or deleted under the bot takes no more writes."""

import shutil

import pytest

from bot.store import open_store, preferences


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
