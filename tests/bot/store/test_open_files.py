"""A database that lacks what was stored in it is noticed at the next start, by the ids beside it."""

import json
import os
import shutil

import pytest
from sqlalchemy import text

from bot.operate.restore import restore
from bot.store import StoreUnusable, open_files, open_store
from tests.bot import databases

GAME = text(
    "INSERT INTO game (title, name, owner, status, options, settings, created_at)"
    " VALUES ('toy', 'x', 1, 'lobby', '{}', '{}', 0)"
)


async def make_game(conn):
    """A unit that stores a game, which gets an id."""
    await conn.execute(GAME)


async def count(conn):
    """A unit that counts the games."""
    return (await conn.execute(text("SELECT count(*) FROM game"))).scalar()


@pytest.fixture
async def killed(tmp_path):
    """The files of a bot that was killed after three games."""
    path = tmp_path / "running" / "games.db"
    path.parent.mkdir()
    store = await open_store(await databases.blank(path))
    for _ in range(3):
        await store.write(make_game)
    folder = tmp_path / "killed"
    shutil.copytree(path.parent, folder)
    await store.close()
    return folder / "games.db"


async def games_of(path):
    """How many games a database has when it is opened."""
    store = await open_store(f"sqlite:///{path}")
    try:
        return await store.read(count)
    finally:
        await store.close()


def wal_of(path):
    return path.with_name("games.db-wal")


async def test_after_a_kill_all_is_there(killed):
    assert json.loads(open_files.highest_ids_path(killed).read_text())["game"] == 3
    assert await games_of(killed) == 3


@pytest.mark.parametrize("left", [None, 0, 0.9], ids=["removed", "emptied", "cut short"])
async def test_a_wal_that_is_lost_while_the_bot_is_down_is_missed(killed, left):
    wal = wal_of(killed)
    lost = wal.read_bytes()
    wal.unlink() if left is None else os.truncate(wal, int(left * len(lost)))
    with pytest.raises(StoreUnusable, match=r"lacks the newest changes .*games\.db-wal was lost") as refused:
        await open_store(f"sqlite:///{killed}")
    assert "\n" not in str(refused.value)
    wal.write_bytes(lost)
    assert await games_of(killed) == 3


@pytest.mark.parametrize("ids", [None, b"", b"[1]", b'{"game": "x"}', b"\xff"])
async def test_without_ids_that_can_be_read_the_database_is_opened_as_it_is(killed, ids):
    wal_of(killed).unlink()
    beside = open_files.highest_ids_path(killed)
    beside.unlink() if ids is None else beside.write_bytes(ids)
    assert await games_of(killed) == 0


async def test_a_copy_of_such_a_database_can_be_restored_and_gives_no_lost_id_again(killed, tmp_path):
    wal_of(killed).unlink()
    copy = tmp_path / "copy.db"
    shutil.copy(killed, copy)
    await restore(copy, f"sqlite:///{killed}")
    assert await games_of(killed) == 0
    store = await open_store(f"sqlite:///{killed}")
    await store.write(make_game)
    await store.close()
    assert json.loads(open_files.highest_ids_path(killed).read_text())["game"] == 4


async def test_a_new_database_knows_nothing_of_the_one_before(killed):
    killed.unlink()
    wal_of(killed).unlink()
    assert await games_of(killed) == 0


async def test_a_migration_may_lower_the_ids(killed, monkeypatch):
    async def rebuild(store):
        await store.write(lambda conn: conn.execute(text("UPDATE sqlite_sequence SET seq = 1")))

    with monkeypatch.context() as patch:
        patch.setattr("bot.store.database._migrate", rebuild)
        await (await open_store(f"sqlite:///{killed}")).close()
    store = await open_store(f"sqlite:///{killed}")
    assert await store.read(count) == 3
    await store.close()
