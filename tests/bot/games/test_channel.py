"""The game of a channel is found in memory, but only if it is there as it is stored."""

import pytest
from sqlalchemy import text

from bot.games import stored_games
from bot.store import game_rows
from bot.table import game_master, place
from bot.table import service as tables
from tests.bot.harness import ANN


@pytest.fixture
async def lobby(games):
    made = await tables.create_game(
        games, ANN, title="TOY", name="Tuesday", guild_id=7, channel_id=70, owner_name="Ann"
    )
    assert await games.info(made.game_id)
    return made.game_id


async def test_game_in_memory_is_not_read_again(games, lobby):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_rows, "list_games", None)
        assert await stored_games.game_info_of_channel(games, 70) is await games.info(lobby)


async def test_game_that_was_written_past_the_memory_is_read(games, lobby):
    before = (await games.info(lobby)).write_count

    async def write(conn):
        await conn.execute(text("UPDATE game SET writes = writes + 1"))

    await games.store.write(write)
    found = await stored_games.game_info_of_channel(games, 70)
    assert found is not None
    assert (found.id, found.write_count) == (lobby, before + 1)


async def test_game_that_left_the_channel_or_ended_is_found_where_it_is(games, lobby):
    assert (await place.move_game(games, lobby, ANN, 71)).ok
    assert await stored_games.game_info_of_channel(games, 70) is None
    moved = await stored_games.game_info_of_channel(games, 71)
    assert moved is not None
    assert moved.channel_id == 71
    assert (await game_master.end_game_early(games, lobby, ANN, "wrong channel")).ok
    found = await stored_games.game_info_of_channel(games, 71)
    assert found is not None
    assert (found.id, found.status) == (lobby, "ended")
