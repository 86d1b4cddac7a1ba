"""The bot starts on a sound database or not at all."""

import io
import sqlite3
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert, select, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.schema import CreateIndex, CreateTable

import bot.operate.features  # noqa: F401  all tables are declared
import engine
from bot.games import moves
from bot.games.core import Games
from bot.store import StoreUnusable, open_store, tables
from bot.store.compression import decompress
from bot.store.migrations import migrate
from bot.store.migrations.migrate import upgrade
from bot.table import game_master
from bot.votes import rows as votes
from tests import toy
from tests.bot.harness import Harness
from tests.bot.kept import AUDIT, kept

NEWEST = "0014"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.db"


def url(path):
    return f"sqlite:///{path}"


async def refusal(path_or_url):
    with pytest.raises(StoreUnusable) as caught:
        await open_store(path_or_url if "://" in str(path_or_url) else url(path_or_url))
    said = str(caught.value)
    assert "\n" not in said
    return said


async def at_version(path, version):
    """Make a database as an earlier version of the bot left it."""
    made = create_async_engine(f"sqlite+aiosqlite:///{path}")
    async with made.begin() as conn:
        await conn.run_sync(upgrade, version)
    await made.dispose()


def version_of(path):
    with sqlite3.connect(path) as conn:
        (found,) = conn.execute("SELECT version_num FROM alembic_version").fetchone()
    conn.close()
    return found


def names_in(path):
    with sqlite3.connect(path) as conn:
        found = {row[0] for row in conn.execute("SELECT name FROM sqlite_master")}
    conn.close()
    return found


async def test_a_new_file_gets_the_newest_schema(path):
    store = await open_store(url(path))
    await store.ping()
    await store.close()
    assert version_of(path) == NEWEST
    assert set(tables.metadata.tables) <= names_in(path)


async def test_the_migrations_lead_to_the_tables_as_declared(path):
    store = await open_store(url(path))
    async with store.transaction() as conn:
        differences = await conn.run_sync(
            lambda c: compare_metadata(
                MigrationContext.configure(c, opts={"compare_type": True}), tables.metadata
            )
        )
    await store.close()
    assert differences == []


@pytest.mark.parametrize("access", ["write", "read"])
async def test_every_connection_is_safe_against_crashes(path, access):
    store = await open_store(url(path))
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}

    async def unit(conn):
        return {name: (await conn.execute(text(f"PRAGMA {name}"))).scalar() for name in wanted}

    found = await getattr(store, access)(unit)
    await store.close()
    assert found == wanted


async def test_a_failed_block_writes_nothing(path):
    store = await open_store(url(path))
    row = {
        "title": "x",
        "name": "x",
        "owner": 1,
        "status": "lobby",
        "options": {},
        "settings": {},
        "created_at": 0,
    }

    async def one_good_one_bad():
        async with store.transaction() as conn:
            await conn.execute(insert(tables.game).values(row))
            await conn.execute(insert(tables.game).values(row | {"name": None}))

    with pytest.raises(IntegrityError):
        await one_good_one_bad()
    async with store.transaction() as conn:
        assert (await conn.execute(select(tables.game))).all() == []
    with pytest.raises(IntegrityError):
        async with store.transaction() as conn:
            await conn.execute(insert(tables.seat).values(game=77, seat="p1", position=0, name="nobody"))
    await store.close()


async def test_it_refuses_a_file_that_is_no_database(path):
    path.write_bytes(b"this is no database, but long enough to be one" * 100)
    before = path.read_bytes()
    assert "not a database" in await refusal(path)
    assert path.read_bytes() == before


async def test_it_refuses_a_damaged_database(path):
    store = await open_store(url(path))
    async with store.transaction() as conn:
        for i in range(300):
            row = {"title": "x", "name": f"{i}" * 20, "owner": 1, "status": "ended", "created_at": 0}
            await conn.execute(insert(tables.game).values(row | {"options": {}, "settings": {}}))
    await store.close()
    raw = bytearray(path.read_bytes())
    middle = len(raw) // 2
    raw[middle : middle + 8192] = b"\xff" * 8192
    path.write_bytes(raw)
    said = await refusal(path)
    assert "damaged" in said or "malformed" in said


async def test_it_refuses_a_truncated_database(path):
    await (await open_store(url(path))).close()
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2])
    assert str(path) in await refusal(path)


async def test_it_refuses_a_directory(tmp_path):
    assert "is a directory" in await refusal(tmp_path)


async def test_it_refuses_a_missing_directory_and_makes_none(tmp_path):
    assert "does not exist" in await refusal(tmp_path / "volume" / "games.db")
    assert list(tmp_path.iterdir()) == []


async def test_it_refuses_a_database_of_a_newer_version(path):
    await (await open_store(url(path))).close()
    with sqlite3.connect(path) as conn:
        conn.execute("UPDATE alembic_version SET version_num = '9999'")
    conn.close()
    assert "newer version (9999)" in await refusal(path)
    assert version_of(path) == "9999"


async def test_it_refuses_a_database_that_another_process_keeps_locked(path, monkeypatch):
    monkeypatch.setattr("bot.store.database._PRAGMAS", ("journal_mode=WAL", "busy_timeout=100"))
    await (await open_store(url(path))).close()
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    assert "locked" in await refusal(path)
    holder.close()


@pytest.mark.parametrize(
    "memory", ["sqlite://", "sqlite:///:memory:", "sqlite+aiosqlite:///file::memory:?uri=true"]
)
async def test_it_never_keeps_games_in_memory(memory):
    assert "must be a file" in await refusal(memory)


async def test_it_refuses_what_is_no_url_and_other_databases():
    with pytest.raises(StoreUnusable, match="URL cannot be read"):
        await open_store("games.db")
    assert "SQLite or PostgreSQL" in await refusal("mysql://localhost/games")


async def test_a_server_that_does_not_answer_is_refused_without_its_password(monkeypatch):
    monkeypatch.setattr("bot.store.postgres.RETRY_SECONDS", 0.0)
    said = await refusal("postgresql://bot:secret@127.0.0.1:1/games")
    assert "Connect call failed" in said
    assert "secret" not in said


async def test_addresses_are_taken_as_they_are_given_elsewhere(monkeypatch):
    monkeypatch.setattr("bot.store.postgres.RETRY_SECONDS", 0.0)
    assert "Connect call failed" in await refusal("postgres://bot:secret@127.0.0.1:1/games?sslmode=disable")


async def test_a_migration_that_fails_leaves_the_old_schema(path):
    await at_version(path, "0001")
    with sqlite3.connect(path) as conn:
        conn.execute("CREATE INDEX ix_audit_game ON tenure (seat)")  # in the way of the last step of 0002
    conn.close()
    before = names_in(path)
    assert "ix_audit_game" in await refusal(path)
    assert names_in(path) == before
    assert version_of(path) == "0001"


async def test_a_game_of_the_first_schema_is_played_on(path, tmp_path, monkeypatch):
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    new = tmp_path / "new"
    new.mkdir()
    harness = Harness(new)
    games = await harness.open()
    game = await harness.table()
    await moves.make_move(games, game, await harness.on_move(game), "count", {"by": 3}, interaction_id=5)
    digest, info = await harness.digest(game), await games.info(game)
    await harness.store.close()

    await at_version(path, "0001")
    assert "audit" not in names_in(path)
    copy_rows(new / "games.db", path)
    store = await open_store(url(path))
    old = Games(store)
    live = await old.game(game)
    assert live is not None
    assert live.digest() == digest
    assert info is not None
    assert await old.info(game) == replace(info, write_count=0)
    assert (await moves.make_move(old, game, 1, "x", interaction_id=5)).duplicate
    assert (await game_master.post_remark(old, game, 1, "hello")).ok
    assert len(await kept(old, AUDIT, game)) == 1
    await store.close()
    assert version_of(path) == NEWEST


async def test_messages_that_nothing_posts_are_dropped(path):
    await at_version(path, "0003")
    with sqlite3.connect(path) as conn:
        conn.execute("INSERT INTO outbox (game, kind, payload, due) VALUES (1, 'log_line', '{}', 0)")
        conn.execute("INSERT INTO outbox (game, kind, payload, due) VALUES (1, 'turn_card', '{}', 0)")
    conn.close()
    await (await open_store(url(path))).close()
    with sqlite3.connect(path) as conn:
        left = conn.execute("SELECT kind FROM outbox").fetchall()
    conn.close()
    assert left == [("turn_card",)]


async def test_whoever_a_waiting_card_was_to_call_is_still_owed_it(path):
    await at_version(path, "0004")
    cards = [(1, '{"rev":3,"ping":true}'), (2, '{"rev":4,"ping":false}'), (3, '{"rev": 5, "ping": true}')]
    with sqlite3.connect(path) as conn:
        for game, payload in cards:
            conn.execute(
                "INSERT INTO game (id, title, name, owner, status, options, settings, created_at) "
                "VALUES (?, 'x', 'x', 1, 'running', '{}', '{}', 0)", (game,),
            )  # fmt: skip
            conn.execute(
                "INSERT INTO outbox (game, kind, payload, due) VALUES (?, 'turn_card', ?, 70)",
                (game, payload),
            )
    conn.close()
    await (await open_store(url(path))).close()
    with sqlite3.connect(path) as conn:
        owed = conn.execute("SELECT game, since, due, told FROM call ORDER BY game").fetchall()
        rows = conn.execute("SELECT key, lane, since FROM outbox").fetchall()
    conn.close()
    assert owed == [(1, 70, 70, None), (3, 70, 70, None)]
    assert rows == [("turn_card", "", 70)] * 3


def copy_rows(source, target):
    """The rows of all tables that both files have, in the columns of the older one, logs as text."""
    with sqlite3.connect(target) as conn:
        conn.execute("ATTACH ? AS source", (str(source),))
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if name in tables.metadata.tables:
                kept = ", ".join(f'"{column[1]}"' for column in conn.execute(f"PRAGMA table_info({name})"))
                conn.execute(f"INSERT INTO {name} ({kept}) SELECT {kept} FROM source.{name}")
        conn.create_function("as_text", 1, lambda packed: decompress(packed).decode())
        conn.execute("UPDATE game SET genesis = as_text(genesis)")
        conn.execute("UPDATE record SET body = as_text(body)")
    conn.close()


async def test_opening_again_changes_nothing(path):
    await (await open_store(url(path))).close()
    before = names_in(path)
    for _ in range(2):
        await (await open_store(url(path))).close()
    assert names_in(path) == before


async def test_a_closed_channel_frees_its_place_for_the_index(path):
    store = await open_store(url(path))
    row = {
        "title": "x",
        "name": "x",
        "owner": 1,
        "options": {},
        "settings": {},
        "created_at": 0,
        "channel": 5,
    }
    async with store.transaction() as conn:
        await conn.execute(insert(tables.game).values(row | {"status": "ended"}))
        await conn.execute(insert(tables.game).values(row | {"status": "running"}))
    with pytest.raises(IntegrityError):
        async with store.transaction() as conn:
            await conn.execute(insert(tables.game).values(row | {"status": "lobby"}))
    async with store.transaction() as conn:
        assert (await conn.execute(text("SELECT count(*) FROM game"))).scalar() == 2
    await store.close()


@pytest.mark.parametrize("table", tables.metadata.sorted_tables, ids=lambda t: t.name)
def test_the_tables_can_be_made_on_postgresql_too(table):
    made = str(CreateTable(table).compile(dialect=postgresql.dialect()))
    assert f"CREATE TABLE {table.name} (" in made
    for index in table.indexes:
        assert str(CreateIndex(index).compile(dialect=postgresql.dialect())).startswith("CREATE")


def test_the_migrations_can_be_written_for_postgresql_too():
    made = io.StringIO()
    context = MigrationContext.configure(
        dialect_name="postgresql", opts={"as_sql": True, "output_buffer": made}
    )
    scripts = ScriptDirectory(str(Path(migrate.__file__).parent))
    with Operations.context(context):
        for script in reversed(list(scripts.walk_revisions())):
            script.module.upgrade()
    sql = made.getvalue()
    assert "id BIGSERIAL NOT NULL" in sql
    assert "WHERE status IN ('lobby', 'running', 'paused')" in sql
    assert all(f"CREATE TABLE {name} (" in sql for name in tables.metadata.tables)


BEFORE_VOTES = """
    INSERT INTO game (id, title, name, owner, status, options, settings, created_at)
        VALUES (1, 'x', 'x', 1, 'running', '{}', '{}', 0), (2, 'x', 'x', 1, 'running', '{}', '{}', 0);
    INSERT INTO seat (game, seat, position, name, user_id)
        VALUES (1, 'p1', 0, 'Ann', 11), (1, 'p2', 1, 'Ben', 12), (1, 'p3', 2, 'Cy', 13);
    INSERT INTO vote (id, game, seat, kind, rev, opened) VALUES (4, 1, 'p2', 'clock', 7, 1000);
    INSERT INTO ballot VALUES (4, 11, 'wait');
    INSERT INTO undo_vote VALUES (1, 11,
        '{"seat": "p1", "to": 3, "rev": 7, "needed": ["p2", "p3"], "agreed": ["p2"]}', 5000000);
    INSERT INTO card VALUES (1, 'undo', 70, 71, 7), (2, 'undo', 80, 81, 7);
    INSERT INTO outbox (game, kind, payload, due, key) VALUES (1, 'undo_vote', '{"rev": 7}', 0, 'undo_vote');
    INSERT INTO outbox (game, kind, payload, due, key)
        VALUES (2, 'undo_closed', '{"how": "refused", "by": 12}', 0, 'undo_closed');
"""


async def test_open_votes_on_taking_moves_back_go_on_as_votes(path):
    await at_version(path, "0012")
    with sqlite3.connect(path) as file:
        file.executescript(BEFORE_VOTES)
    file.close()
    store = await open_store(url(path))
    clock, undo = await store.read(partial(votes.list_open_votes, game_id=1))
    closed = await store.read(partial(votes.find_vote, vote_id=6))
    async with store.transaction() as conn:
        cards = (await conn.execute(text("SELECT game, kind FROM card ORDER BY game"))).all()
        owed = (await conn.execute(select(tables.outbox.c.kind, tables.outbox.c.payload))).all()
    await store.close()
    assert (clock.id, clock.kind, clock.ends_at, clock.ballots) == (
        4,
        "clock",
        1000 + votes.VOTE_SECONDS,
        ((11, "wait"),),
    )
    assert undo == votes.Vote(
        5, 1, "p1", votes.UNDO_VOTE, 11, "", 7, 5000, None, "", ((12, "yes"),),
        {"to": 3, "needed": ["p2", "p3"]},
    )  # fmt: skip
    assert closed is not None
    assert (closed.kind, closed.result, closed.closed_at) == (votes.UNDO_VOTE, "refused:12", 0)
    assert cards == [(1, "vote:5"), (2, "vote:6")]
    assert owed == [("vote", {"vote": 5}), ("vote", {"vote": 6})]
