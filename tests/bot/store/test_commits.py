"""Shared commits on SQLite: whatever fails, crashes or is cancelled, nobody hears of what is not stored."""

import asyncio
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from functools import partial

import aiosqlite
import pytest
from sqlalchemy import Engine, Integer, event, inspect, literal, select, text
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.sql.compiler import SQLCompiler

from bot.store import commits, open_store, preferences
from bot.store.tables import metadata
from tests.bot import databases
from tests.bot.store.units import ORPHAN, Halt, fails_after, kept, put, unstorable


async def test_a_unit_reads_the_tables_and_says_what_the_driver_is_told(store):
    async def unit(conn):
        names = await conn.run_sync(lambda connection: inspect(connection).get_table_names())
        rows = await conn.exec_driver_sql('PRAGMA table_info("seat")')
        return names, [row.name for row in rows]

    for use in (store.read, store.write):
        names, columns = await use(unit)
        assert set(metadata.tables) <= set(names)
        assert set(metadata.tables["seat"].columns.keys()) == set(columns)


async def test_opening_a_database_waits_for_the_drivers_thread_a_few_times(tmp_path, monkeypatch):
    url, asked, plain = await databases.blank(tmp_path / "games.db"), [], aiosqlite.Cursor.execute

    def noted(cursor, *said):
        asked.append(said)
        return plain(cursor, *said)

    monkeypatch.setattr(aiosqlite.Cursor, "execute", noted)
    await (await open_store(url)).close()
    assert 0 < len(asked) < len(metadata.tables), "no statement for each table, but a unit for all"


async def test_a_read_waits_for_the_drivers_thread_once(store, monkeypatch):
    async def unit(conn):
        return (await conn.execute(select(literal(1)))).scalar()

    asked, plain = [], aiosqlite.Connection._execute
    await store.read(unit)

    def noted(connection, function, *said):
        asked.append(function)
        return plain(connection, function, *said)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", noted)
    assert await store.read(unit) == 1
    assert len(asked) == 1


async def test_what_is_left_open_on_a_connection_is_rolled_back_before_it_is_lent_again(store):
    async with store._writer.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        await driver.execute("BEGIN IMMEDIATE")
        await driver.execute("INSERT INTO member_pref (user_id, body, at) VALUES (7, '{}', 0)")
        assert driver.in_transaction
    assert not driver.in_transaction
    assert list(stored(store)) == []
    assert await store.write(put(8)) == 8


def stored(store):
    """The rows that another connection sees: what is committed."""
    with closing(sqlite3.connect(store.url.database)) as db:
        return {user for (user,) in db.execute("SELECT user_id FROM member_pref")}


@contextmanager
def told(what, on):
    """Note each commit, where it happens."""

    def heard(_):
        on.append(what)

    event.listen(Engine, "commit", heard)
    try:
        yield
    finally:
        event.remove(Engine, "commit", heard)


async def at_once(store, *units):
    """These units, which come in the same moment; their results or faults."""
    return await asyncio.gather(*(store.write(unit) for unit in units), return_exceptions=True)


async def test_those_who_come_together_share_a_commit_and_hear_of_it_afterwards(store):
    order: list[object] = []

    async def writer(user):
        order.append(await store.write(put(user)))

    with told("commit", order):
        await asyncio.gather(*map(writer, range(commits.MAX_WRITES_PER_COMMIT)))
    assert order == ["commit", *range(commits.MAX_WRITES_PER_COMMIT)]
    assert stored(store) == set(range(commits.MAX_WRITES_PER_COMMIT))


async def test_no_more_than_so_many_wait_for_each_other(store):
    order: list[object] = []
    with told("commit", order):
        await at_once(store, *map(put, range(2 * commits.MAX_WRITES_PER_COMMIT + 1)))
    assert len(order) == 3
    assert len(stored(store)) == 2 * commits.MAX_WRITES_PER_COMMIT + 1


async def test_a_unit_that_fails_takes_back_its_own_statements_only(store):
    found = await at_once(store, put(1), fails_after(2, KeyError("no")), put(3))
    assert (found[0], repr(found[1]), found[2]) == (1, "KeyError('no')", 3)
    assert stored(store) == {1, 3}


async def test_a_statement_that_fails_takes_back_what_its_unit_did_before(store):
    async def orphan(conn):
        await preferences.MEMBERS.replace_preferences(conn, 2, {})
        await conn.execute(ORPHAN)

    found = await at_once(store, put(1), orphan, put(3))
    assert isinstance(found[1], IntegrityError)
    assert stored(store) == {1, 3}


async def test_when_the_commit_fails_nothing_is_stored_and_all_are_told(store):
    found = await at_once(store, put(1), unstorable, put(3))
    assert all(isinstance(fault, SQLAlchemyError) for fault in found)
    assert stored(store) == set()
    assert await at_once(store, put(4)) == [4], "the connection is as new"
    assert stored(store) == {4}


async def test_a_refusal_by_what_another_wrote_is_not_told_when_that_is_not_stored(store):
    async def taken(conn):
        raise KeyError("the row of the first one is there already")

    found = await at_once(store, put(1), taken, unstorable)
    assert all(isinstance(fault, SQLAlchemyError) for fault in found), "not the refusal"


@pytest.mark.parametrize("heard", [True, False])
async def test_a_transaction_that_the_database_gives_up_is_lost_for_all_of_it(store, heard):
    """As a full disk may do in the middle; whether the unit hears of it or goes on after it."""

    async def gave_up(conn):
        await conn.execute(text("ROLLBACK"))
        if heard:
            raise OperationalError("INSERT", {}, Exception("disk full"))

    found = await at_once(store, put(1), gave_up, put(3))
    assert all(isinstance(fault, SQLAlchemyError) for fault in found)
    assert stored(store) == set()
    assert await at_once(store, put(4)) == [4]


async def test_nobody_sees_what_is_not_committed(store):
    halt = Halt(1)
    writing = asyncio.create_task(store.write(halt))
    await asyncio.to_thread(halt.begun.wait)
    assert await store.read(lambda conn: preferences.MEMBERS.query_preferences(conn, 1)) == {}
    assert stored(store) == set()
    assert not writing.done()
    halt.go.set()
    assert await writing == 1
    assert stored(store) == {1}


async def test_whoever_is_cancelled_before_his_turn_has_stored_nothing(store):
    halt = Halt(1)
    first = asyncio.create_task(store.write(halt))
    await asyncio.to_thread(halt.begun.wait)
    late = asyncio.create_task(store.write(put(2)))
    await asyncio.sleep(0)
    late.cancel()
    with pytest.raises(asyncio.CancelledError):
        await late
    halt.go.set()
    await first
    assert await store.write(put(3)) == 3
    assert stored(store) == {1, 3}


@pytest.mark.parametrize(("fault", "rows"), [(None, {1}), (KeyError("no"), set())])
async def test_whoever_is_cancelled_in_the_middle_hears_so_when_it_is_settled(store, fault, rows):
    halt = Halt(1, fault)
    writing = asyncio.create_task(store.write(halt))
    await asyncio.to_thread(halt.begun.wait)
    for _ in range(3):
        writing.cancel()
        await asyncio.sleep(0.01)
    assert not writing.done(), "its fate is open"
    halt.go.set()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert stored(store) == rows
    assert await store.write(put(2)) == 2


async def test_a_timeout_in_the_middle_ends_after_the_commit(store):
    halt, loop = Halt(1), asyncio.get_running_loop()

    async def too_late(limit):
        await asyncio.to_thread(halt.begun.wait)
        limit.reschedule(loop.time())
        loop.call_later(0.05, halt.go.set)

    async def bounded():
        async with asyncio.timeout(60) as limit:
            await asyncio.gather(store.write(halt), too_late(limit))

    with pytest.raises(TimeoutError):
        await bounded()
    assert stored(store) == {1}


async def test_a_unit_waits_for_its_connection_only(store):
    async def sleeper(conn):
        await preferences.MEMBERS.replace_preferences(conn, 2, {})
        await asyncio.sleep(0)

    found = await at_once(store, put(1), sleeper)
    assert isinstance(found[1], RuntimeError)
    assert stored(store) == {1}


async def test_a_transaction_of_its_own_and_shared_ones_do_not_mix(store):
    async with store.transaction() as conn:
        await preferences.MEMBERS.replace_preferences(conn, 1, {})
        shared = [asyncio.create_task(store.write(put(user))) for user in (2, 3)]
        await asyncio.sleep(0.02)
        assert stored(store) == set()
        await conn.rollback()
    assert await asyncio.gather(*shared) == [2, 3]
    assert stored(store) == {2, 3}


async def test_closing_waits_for_what_is_being_written(store):
    writing = [asyncio.create_task(store.write(put(user))) for user in range(3)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*writing) == [0, 1, 2]
    assert stored(store) == {0, 1, 2}


async def test_a_commit_still_waits_for_the_disk(store):
    async def asked(conn):
        return [
            (await conn.execute(text(f"PRAGMA {name}"))).scalar() for name in ("synchronous", "foreign_keys")
        ]

    assert await store.write(asked) == [2, 1]


async def test_a_statement_is_compiled_once_for_all_databases(store, tmp_path, monkeypatch):
    other, compiled = await open_store(f"sqlite:///{tmp_path / 'other.db'}"), list[str]()
    plain = SQLCompiler.__init__

    def counted(self, *args, **kwargs):
        plain(self, *args, **kwargs)
        compiled.append(self.string)

    async def unit(conn):
        return (await conn.execute(select(literal(1, Integer).label("found_once")))).scalar()

    monkeypatch.setattr(SQLCompiler, "__init__", counted)
    for where in (store, other):
        assert [await where.read(unit), await where.write(unit)] == [1, 1]
    await other.close()
    assert len([sql for sql in compiled if "found_once" in sql]) == 1


async def test_statements_run_in_the_thread_of_the_driver(store):
    async def where(conn):
        return threading.current_thread()

    writes, reads = await store.write(where), await store.read(where)
    assert threading.main_thread() not in (writes, reads)
    assert writes is not reads


async def test_aiosqlite_calls_the_connection_in_its_thread_as_a_carrier_expects(tmp_path):
    """Of the driver only this is relied on: `execute` passes on what it gets."""
    (tmp_path / "a.db").touch()
    async with aiosqlite.connect(tmp_path / "a.db", factory=commits.CallingConnection) as driver:
        found: list[object] = []
        await driver.execute(lambda raw: found.extend((type(raw), threading.current_thread())))
    assert found[0] is commits.CallingConnection
    assert found[1] is not threading.main_thread()


async def test_a_unit_that_only_reads_changes_nothing(store):
    async def sly(conn):
        await preferences.MEMBERS.replace_preferences(conn, 1, {})

    await store.read(sly)
    assert stored(store) == set()


KILLED = """
import asyncio, os, sys
from sqlalchemy import Engine, event
from bot.store import preferences
from bot.store import open_store

async def main():
    store = await open_store(sys.argv[1])
    await store.write(lambda conn: preferences.MEMBERS.replace_preferences(conn, 1, {}))
    print("told 1", flush=True)
    event.listen(Engine, "commit", lambda _: os._exit(9))
    put = preferences.MEMBERS.replace_preferences
    await asyncio.gather(*(store.write(lambda conn: put(conn, n, {})) for n in (2, 3)))
    print("told all", flush=True)

asyncio.run(main())
"""


def test_a_process_that_dies_before_the_commit_has_told_nobody(tmp_path):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    made = [sys.executable, "-c", KILLED, url]
    ended = subprocess.run(made, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (9, "told 1\n"), ended.stderr
    with closing(sqlite3.connect(tmp_path / "games.db")) as db:
        assert db.execute("SELECT user_id FROM member_pref").fetchall() == [(1,)]


@pytest.mark.parametrize("database", databases.EACH, indirect=True)
async def test_on_each_database_a_unit_is_stored_whole_or_not_at_all(database):
    made = await open_store(database)
    found = await at_once(made, put(1), fails_after(2, KeyError("no")), put(3))
    assert [type(one) for one in found] == [int, KeyError, int]
    held = [user for user in (1, 2, 3) if await made.read(partial(kept, user=user))]
    assert held == [1, 3]
    await made.close()
