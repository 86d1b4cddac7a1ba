"""The SQLite file: an empty one is no new one, another program's stays as it is, one process has it."""

import multiprocessing
import sqlite3
import time
from contextlib import closing

import pytest

from bot.store import StoreUnusable, files, lock_database, open_store
from bot.store.files import path_with_ending

FORK = multiprocessing.get_context("forkserver")


def url(path):
    return f"sqlite:///{path}"


async def refusal(path):
    with pytest.raises(StoreUnusable) as caught:
        await open_store(url(path))
    assert "\n" not in str(caught.value)
    return str(caught.value)


async def test_an_empty_file_is_refused(tmp_path):
    path = tmp_path / "games.db"
    path.touch()
    assert "is empty (0 bytes)" in await refusal(path)
    assert path.stat().st_size == 0


async def test_a_wal_without_its_file_is_refused(tmp_path):
    path = tmp_path / "games.db"
    path_with_ending(path, "-wal").write_bytes(b"moves")
    assert "is gone, but games.db-wal beside it is not" in await refusal(path)
    assert [p.name for p in tmp_path.iterdir()] == ["games.db-wal"]


async def test_a_new_file_that_was_not_finished_is_begun_anew(tmp_path):
    path = tmp_path / "games.db"
    path_with_ending(path, ".new").write_bytes(b"half")
    await (await open_store(url(path))).close()
    assert [p.name for p in tmp_path.iterdir()] == ["games.db"]


@pytest.mark.parametrize("table", ["game", "alembic_version", "songs"])
async def test_the_database_of_another_program_stays_as_it_is(tmp_path, table):
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"CREATE TABLE {table} (version_num TEXT)")
    assert "is of another program" in await refusal(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [(table,)]


async def test_a_table_that_was_dropped_is_missed(tmp_path):
    path = tmp_path / "games.db"
    await (await open_store(url(path))).close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DROP TABLE outbox")
    assert "it lacks outbox" in await refusal(path)


async def test_a_name_or_setting_that_is_damaged_keeps_no_other_table_up(tmp_path, caplog):
    path = tmp_path / "games.db"
    await (await open_store(url(path))).close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(
            "INSERT INTO game (title, name, owner, status, options, settings, created_at) "
            "VALUES ('x', CAST(x'41ff42' AS TEXT), 1, 'lobby', '{', '{}', 0)"
        )
    store = await open_store(url(path))
    async with store.transaction() as conn:
        row = (await conn.exec_driver_sql("SELECT name, options FROM game")).one()
    await store.close()
    assert tuple(row) == ("A\ufffdB", "{}")
    assert "1 values of game.options were damaged" in caplog.text


def hold(path):
    with files.lock_file(path):
        time.sleep(60)


def test_a_process_that_was_killed_holds_nothing(tmp_path):
    path = tmp_path / "games.db"
    holder = FORK.Process(target=hold, args=(path,), daemon=True)
    holder.start()
    end = time.monotonic() + 60
    while not path_with_ending(path, ".lock").exists() or not path_with_ending(path, ".lock").read_bytes():
        assert time.monotonic() < end
        time.sleep(0.02)
    with pytest.raises(StoreUnusable, match=f"process {holder.pid}"), lock_database(url(path)):
        pass
    holder.kill()
    holder.join()
    with lock_database(url(path)):
        assert path_with_ending(path, ".lock").exists()


def test_a_file_and_the_links_to_it_have_one_lock(tmp_path):
    path, link = tmp_path / "games.db", tmp_path / "link.db"
    link.symlink_to(path)
    with (
        lock_database(url(path)),
        pytest.raises(StoreUnusable, match="end it first"),
        lock_database(url(link)),
    ):
        pass
    with (
        lock_database(url(link)),
        pytest.raises(StoreUnusable, match="end it first"),
        lock_database(url(path)),
    ):
        pass
