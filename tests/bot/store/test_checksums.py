"""What stands beside a log has a checksum: a row that was changed from outside is told, the game goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.operate import verify
from bot.people import service as privacy
from bot.store import checksums
from bot.table import game_master
from tests.bot.harness import ANN, BEN, DEE

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


def file_of(harness):
    return harness.url.removeprefix("sqlite:///")


def sql(harness, statement):
    with closing(sqlite3.connect(file_of(harness))) as db, db:
        db.execute(statement)


async def verified(harness):
    return await asyncio.to_thread(verify.main, ["--database", harness.url])


@pytest.mark.parametrize("flip", FLIPS)
async def test_a_row_that_was_flipped_is_told_and_the_moves_are_as_they_were(harness, capsys, flip):
    game = await harness.table(channel=90)
    before = await harness.digest(game)
    assert await verified(harness) == 0
    sql(harness, flip)
    await harness.restart()
    assert await harness.digest(game) == before
    assert harness.games.ids_of_games_with_wrong_checksum == {game}
    assert await verified(harness) == 1
    assert (
        "title, name, place, status, settings or seats are not as they were stored" in capsys.readouterr().out
    )
    sql(harness, "UPDATE game SET seal = NULL")
    await harness.restart()


async def test_whoever_puts_it_right_has_it_sealed_anew(harness):
    game = await harness.table()
    sql(harness, "UPDATE seat SET user_id = 4 WHERE seat = 'p1'")
    await harness.restart()
    assert await harness.games.info(game) is not None
    assert harness.games.ids_of_games_with_wrong_checksum == {game}
    assert (await game_master.reassign_seat(harness.games, game, ANN, "p1", ANN, "Ann")).ok
    assert harness.games.ids_of_games_with_wrong_checksum == set()
    await harness.restart()
    assert await harness.games.info(game) is not None
    assert harness.games.ids_of_games_with_wrong_checksum == set()


async def test_a_game_from_before_there_were_seals_gets_one(harness):
    game = await harness.table()
    sql(harness, "UPDATE game SET seal = NULL")
    await harness.restart()
    info = await harness.games.info(game)
    assert info.checksum == checksums.game_info_checksum(info)
    assert harness.games.ids_of_games_with_wrong_checksum == set()


async def test_whoever_is_forgotten_leaves_sealed_games(harness):
    await harness.table(ANN, BEN, DEE)
    await privacy.forget_user(harness.games, ANN, ["Ann"], 5)
    await harness.restart()
    await harness.all_sealed()
