"""PostgreSQL alone: first starts at once, words of any length, reads of one moment, what a writer locks."""

from __future__ import annotations

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import DBAPIError

from bot.store import StoreUnusable, game_rows, open_store, postgres, tables
from bot.store.game_rows import CardInfo
from tests.bot import databases

pytestmark = pytest.mark.slow

ROW = {
    "title": "x",
    "name": "x",
    "owner": 1,
    "status": "ended",
    "options": {},
    "settings": {},
    "created_at": 0,
}


@pytest.fixture
async def store(all_databases):
    made = await open_store(await asyncio.to_thread(all_databases.emptied))
    yield made
    await made.close()


async def test_three_first_starts_at_once_make_the_tables_as_declared(all_databases):
    cluster = all_databases.cluster
    url = cluster.url(await asyncio.to_thread(cluster.database))
    stores = await asyncio.gather(*(open_store(url) for _ in range(3)))
    async with stores[0].transaction() as conn:
        differences = await conn.run_sync(
            lambda c: compare_metadata(
                MigrationContext.configure(c, opts={"compare_type": True}), tables.metadata
            )
        )
    assert differences == []
    for each in stores:
        await each.close()


async def test_no_word_is_too_long(store):
    async with store.transaction() as conn:
        row = {c.name: "w" * 500 for c in tables.game.columns if c.name in ("title", "name", "end_reason")}
        game = await game_rows.create_game(conn, **{**ROW, **row})
        await game_rows.store_card(conn, game, CardInfo("offer:" + "x" * 500, 1, 2, 3))
    async with store.transaction() as conn:
        query = text(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' "
            "AND character_maximum_length IS NOT NULL AND table_name <> 'alembic_version'"
        )
        assert (await conn.execute(query)).all() == []
        found = await game_rows.find_game(conn, game)
    assert found is not None
    assert found.name == "w" * 500


async def test_what_is_read_is_one_moment(store):
    count = select(func.count()).select_from(tables.game)

    async def twice(conn):
        found = [(await conn.execute(count)).scalar()]
        async with store.transaction() as other:
            await other.execute(insert(tables.game).values(ROW))
        return [*found, (await conn.execute(count)).scalar()]

    assert await store.read(twice) == [0, 0]
    assert await databases.value(store, count) == 1


async def test_what_reads_cannot_write(store):
    with pytest.raises(DBAPIError, match="read-only"):
        await store.read(lambda conn: conn.execute(insert(tables.game).values(ROW)))


async def test_whoever_writes_everything_waits_for_all_and_all_for_him(store):
    async with store.transaction() as conn:
        game = await game_rows.create_game(conn, **ROW)
    order = []

    async def one(name, about):
        async with store.transaction(about):
            order.append(name)

    async with store.transaction(game):
        waiting = asyncio.ensure_future(one("everything", None))
        await asyncio.sleep(0.1)
        later = asyncio.ensure_future(one("nothing", postgres.LOCK_NOTHING))
        await asyncio.sleep(0.1)
        assert order == []
    await asyncio.gather(waiting, later)
    assert order == ["everything", "nothing"]


async def test_a_database_that_is_not_there_is_refused_in_one_line(all_databases):
    with pytest.raises(StoreUnusable, match="does not exist") as caught:
        await open_store(all_databases.cluster.url("nowhere"))
    assert "\n" not in str(caught.value)


async def test_connections_that_the_server_broke_are_replaced(store, all_databases):
    await asyncio.gather(*(store.ping() for _ in range(4)))
    await asyncio.to_thread(
        all_databases.cluster.sql,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'stationmaster'",
    )
    async with store.transaction(postgres.LOCK_NOTHING) as conn:
        await game_rows.create_game(conn, **ROW)
    async with store.transaction() as conn:
        assert (await conn.execute(select(func.count()).select_from(tables.game))).scalar() == 1
    await store.ping()


async def test_a_server_that_is_full_is_asked_again(store, all_databases, monkeypatch):
    monkeypatch.setattr(postgres, "RETRY_SECONDS", 0.3)
    crowd = [postgres.create_unpooled_engine(store.url) for _ in range(110)]
    held = await asyncio.gather(*(e.connect() for e in crowd), return_exceptions=True)
    open_ones = [c for c in held if not isinstance(c, BaseException)]
    assert len(open_ones) < len(held)
    with pytest.raises(StoreUnusable, match=r"too many|connection slots"):
        await open_store(store.url.render_as_string(hide_password=False))
    monkeypatch.setattr(postgres, "RETRY_SECONDS", 10.0)
    asked = asyncio.ensure_future(store.ping())
    await asyncio.sleep(0.2)
    await asyncio.gather(*(c.close() for c in open_ones))
    await asked
