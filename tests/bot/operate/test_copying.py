"""All that is stored, moved from one database into another."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import insert, select, text

import engine
from bot.calls import service as reminders
from bot.games import followers, moves, stored_games
from bot.games.core import Games
from bot.operate import copy as copying
from bot.operate.copy import CopyRefused, copy_database
from bot.orders import service as standing
from bot.store import open_store
from bot.store import tables as schema
from bot.store.peers import PeerConnection
from bot.table import game_master
from bot.table import service as tables
from tests import toy
from tests.bot.databases import KINDS, SQLITE
from tests.bot.harness import ANN, BEN, Harness

ALONE = pytest.param((SQLITE, SQLITE), id="sqlite")
BOTH = [pytest.param(kinds, id="-to-".join(kinds), marks=pytest.mark.slow) for kinds in (KINDS, KINDS[::-1])]
pytestmark = pytest.mark.parametrize("kinds", [ALONE] if len(KINDS) == 1 else BOTH)


@pytest.fixture
def urls(kinds, all_databases, tmp_path):
    return [all_databases.empty(kind, tmp_path / name) for kind, name in zip(kinds, "ab", strict=True)]


@pytest.fixture(autouse=True)
def folders(tmp_path, monkeypatch):
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    for name in "ab":
        (tmp_path / name).mkdir()


async def played(url):
    """A store with two games, one of them in the lobby, and some of everything else."""
    harness = Harness(url)
    games = await harness.open()
    game = await harness.table(channel=5)
    for n in range(1, 5):
        await moves.make_move(games, game, await harness.on_move(game), "pass", interaction_id=n)
    assert (await game_master.post_remark(games, game, ANN, "a „quoted“ remark, \\ and ☃")).ok
    await stored_games.store_draft(games, game, ANN, {"a": [1, None, 2.5]}, 3)
    await reminders.set_reminder_settings(games, BEN, zone="Europe/Vienna", gap=3600)
    await followers.follow(games, game, BEN, "rounds")
    await standing.set_standing_order(games, game, ANN, "pass", {})
    await tables.create_game(games, BEN, title="TOY", name="lobby", channel_id=6, owner_name="Ben")
    return harness, game


async def test_a_copy_is_alike_and_is_played_on(urls):
    harness, game = await played(urls[0])
    target = await open_store(urls[1])
    figures = await copy_database(harness.store, target)
    assert (figures.faults, figures.games, figures.moves) == ([], 2, 5)
    assert figures.rows["game"] == 2
    assert figures.rows["record"] == 5
    assert "Verified" in figures.lines()[-1]
    there = Games(target)
    live = await there.game(game)
    assert live is not None
    assert live.digest() == await harness.digest(game)
    assert await there.info(game) == await harness.games.info(game)
    assert (await moves.make_move(there, game, ANN, "count", {"by": 1}, interaction_id=1)).duplicate
    assert (await moves.make_move(there, game, await harness.on_move(game), "pass", revision=5)).ok
    assert (await tables.create_game(there, ANN, title="TOY", name="next")).game_id == 3
    await target.close()
    await harness.store.close()


ROW = {"key": "x", "lane": "", "row": 1, "channel": 1, "rev": 0, "since": 0}


def given(made):
    assert made.inserted_primary_key is not None
    return made.inserted_primary_key[0]


async def test_a_number_that_was_given_once_is_not_given_again(urls):
    harness, game = await played(urls[0])
    numbers = []
    for _ in range(3):
        async with harness.store.transaction() as conn:
            made = await conn.execute(insert(schema.unconfirmed_message).values(ROW | {"game": game}))
            numbers.append(given(made))
            await conn.execute(text("DELETE FROM posting"))
    target = await open_store(urls[1])
    await copy_database(harness.store, target)
    async with target.transaction() as conn:
        made = await conn.execute(insert(schema.unconfirmed_message).values(ROW | {"game": game}))
    assert given(made) > max(numbers)
    await target.close()
    await harness.store.close()


async def test_nothing_is_copied_into_what_is_not_empty(urls):
    harness, _ = await played(urls[0])
    target = await open_store(urls[1])
    await tables.create_game(Games(target), ANN, title="TOY", name="mine")
    with pytest.raises(CopyRefused, match="not empty"):
        await copy_database(harness.store, target)
    async with target.transaction() as conn:
        assert (await conn.execute(select(schema.game.c.name))).scalars().all() == ["mine"]
    with pytest.raises(CopyRefused, match="the same"):
        await copy_database(harness.store, harness.store)
    await target.close()
    await harness.store.close()


async def test_a_bot_that_runs_is_not_copied_from(urls):
    harness, _ = await played(urls[0])
    target = await open_store(urls[1])
    for store in (harness.store, target):
        if store.is_postgres:
            line = PeerConnection(store, lambda what: None)
            await line.ensure_open()
            with pytest.raises(CopyRefused, match="A bot runs"):
                await copy_database(harness.store, target)
            await line.close()
    assert (await copy_database(harness.store, target)).faults == []
    await target.close()
    await harness.store.close()


async def test_what_is_not_alike_is_named(urls, monkeypatch):
    harness, game = await played(urls[0])
    target = await open_store(urls[1])
    compare = copying._compare_tables

    async def tampered(store, sums, figures):
        async with store.transaction() as conn:
            await conn.execute(text("UPDATE seat SET name = 'Eve' WHERE seat = 'p1'"))
            await conn.execute(text("DELETE FROM record WHERE seq = 5"))
        await compare(store, sums, figures)

    monkeypatch.setattr(copying, "_compare_tables", tampered)
    figures = await copy_database(harness.store, target)
    assert figures.faults[:2] == ["The table record is not alike.", "The table seat is not alike."]
    assert f"ame {game} " in figures.faults[-1]
    assert "Verified" not in " ".join(figures.lines())
    await target.close()
    await harness.store.close()


async def made(url):
    await (await open_store(url)).close()


def test_the_command_says_what_it_did(urls, capsys, tmp_path):
    for missing in (tmp_path / "none" / "x.db", tmp_path / "x.db"):
        assert copying.main([f"sqlite:///{missing}", urls[1]]) == 2
        assert capsys.readouterr().err == f"There is no database {missing}.\n"
        assert not list(tmp_path.glob("x.db*"))
    asyncio.run(made(urls[0]))
    assert copying.main(urls) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("Verified: every row")


def test_a_database_is_not_copied_into_itself(urls, capsys, tmp_path):
    asyncio.run(made(url := f"sqlite:///{tmp_path}/a/x.db"))
    assert copying.main([url, f"sqlite:///{tmp_path}/b/../a/x.db"]) == 2
    assert capsys.readouterr().err == "These are the same database.\n"
