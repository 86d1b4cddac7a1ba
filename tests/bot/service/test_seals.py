"""What stands beside a log has a checksum: a row that was changed from outside is told, the game goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.operate import verify
from bot.people import service as privacy
from bot.store import seals
from bot.table import master
from tests.bot.service.desk import ANN, BEN, DEE

FLIPS = (
    "UPDATE game SET title = 'TOZ'",
    "UPDATE game SET status = 'paused'",
    "UPDATE game SET name = 'Wednesday'",
    "UPDATE game SET owner = 3",
    "UPDATE game SET channel = 91",
    "UPDATE game SET settings = '{}'",
    "UPDATE game SET seal = x'00'",
    "UPDATE seat SET user_id = 4 WHERE seat = 'p1'",
    "UPDATE seat SET name = 'Anm' WHERE seat = 'p1'",
    "UPDATE seat SET position = 2 - position",
)


def file_of(desk):
    return desk.url.removeprefix("sqlite:///")


def sql(desk, statement):
    with closing(sqlite3.connect(file_of(desk))) as db, db:
        db.execute(statement)


async def verified(desk):
    return await asyncio.to_thread(verify.main, ["--database", desk.url])


@pytest.mark.parametrize("flip", FLIPS)
async def test_a_row_that_was_flipped_is_told_and_the_moves_are_as_they_were(desk, capsys, flip):
    game = await desk.table(channel=90)
    before = await desk.digest(game)
    assert await verified(desk) == 0
    sql(desk, flip)
    await desk.restart()
    assert await desk.digest(game) == before
    assert desk.games.odd == {game}
    assert await verified(desk) == 1
    assert (
        "title, name, place, status, settings or seats are not as they were stored" in capsys.readouterr().out
    )
    sql(desk, "UPDATE game SET seal = NULL")
    await desk.restart()


async def test_whoever_puts_it_right_has_it_sealed_anew(desk):
    game = await desk.table()
    sql(desk, "UPDATE seat SET user_id = 4 WHERE seat = 'p1'")
    await desk.restart()
    assert await desk.games.info(game) is not None
    assert desk.games.odd == {game}
    assert (await master.reseat(desk.games, game, ANN, "p1", ANN, "Ann")).ok
    assert desk.games.odd == set()
    await desk.restart()
    assert await desk.games.info(game) is not None
    assert desk.games.odd == set()


async def test_a_game_from_before_there_were_seals_gets_one(desk):
    game = await desk.table()
    sql(desk, "UPDATE game SET seal = NULL")
    await desk.restart()
    info = await desk.games.info(game)
    assert info.seal == seals.seal(info)
    assert desk.games.odd == set()


async def test_whoever_is_forgotten_leaves_sealed_games(desk):
    await desk.table(ANN, BEN, DEE)
    await privacy.forget(desk.games, ANN, ["Ann"], 5)
    await desk.restart()
    await desk.all_sealed()
