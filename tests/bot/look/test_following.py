"""Spectators who follow, and the threads for the log and for talk."""

from __future__ import annotations

import pytest

from bot.table import game_master
from tests.bot.places import server, threads
from tests.bot.tables import Table


@pytest.fixture
def table(toys: Table) -> Table:
    return toys


async def turns(table: Table, count: int) -> None:
    for _ in range(count):
        [actor] = await table.on_move()
        await table.act(actor, "pass")


async def test_a_follower_is_called_when_a_round_ends(table: Table) -> None:
    dee, eli = table.member("Dee"), table.member("Eli")
    await table.started("Ann", "Ben")
    assert "when a round of “Tuesday” ends" in (await dee.slash("/game follow")).text
    await eli.slash("/game follow", level="end")
    before = (await table.game()).round_title()
    await turns(table, 1)
    assert table.posts("For those who follow") == []
    while (await table.game()).round_title() == before:
        await turns(table, 1)
    [told] = table.posts("For those who follow")
    assert f"### Tuesday: {(await table.game()).round_title()} begins" in told.text
    assert table.pinged(told) == {"Dee"}


async def test_the_end_is_told_to_all_who_follow(table: Table) -> None:
    dee, eli = table.member("Dee"), table.member("Eli")
    await table.started("Ann", "Ben")
    await dee.slash("/game follow", level="end")
    await eli.slash("/game follow", level="everything")
    await eli.slash("/game unfollow")
    await table.member("Ann").slash("/gm pause")
    with table.env._bot_scope():
        await game_master.end_game_early(
            table.bot.games, (await table.info()).id, int(table.member("Ann").id), "enough"
        )
    await table.env.settle()
    [told] = table.posts("For those who follow", "the game is over")
    assert table.pinged(told) == {"Dee"}


async def test_whoever_follows_everything_is_called_at_each_turn(table: Table) -> None:
    dee = table.member("Dee")
    await table.started("Ann", "Ben")
    await dee.slash("/game follow", level="everything")
    await turns(table, 1)
    [told] = table.posts("For those who follow")
    assert table.pinged(told) == {"Dee"}
    assert "to act" in told.text


async def test_nobody_is_called_who_follows_no_more(table: Table) -> None:
    dee = table.member("Dee")
    await table.started("Ann", "Ben")
    assert "did not follow" in (await dee.slash("/game unfollow")).text
    await dee.slash("/game follow", level="everything")
    assert "told of it no more" in (await dee.slash("/game unfollow")).text
    await turns(table, 3)
    assert table.posts("For those who follow") == []


async def test_the_log_has_a_thread_with_a_line_for_each_action(table: Table) -> None:
    await table.bot.preferences.update_server_preferences(server(table).id, log_thread=True)
    await table.started("Ann", "Ben", order="join")
    [actor] = await table.on_move()
    await table.act(actor, "count", by=2)
    [thread] = threads(table, "Tuesday · log")
    lines = [line for m in table.channel_messages(thread) for line in m.text.splitlines()]
    assert any(line.startswith("`2` ") and "counts" in line for line in lines)
    seqs = [line.split("`")[1] for line in lines]
    await turns(table, 2)
    lines = [line for m in table.channel_messages(thread) for line in m.text.splitlines()]
    seqs = [line.split("`")[1] for line in lines]
    assert seqs == sorted(set(seqs), key=int), "each action once, in order"
    assert int(seqs[-1]) == (await table.game()).revision
    assert [found.id for found in threads(table, "Tuesday · log")] == [thread.id]


async def test_a_log_thread_that_was_deleted_is_made_anew(table: Table) -> None:
    await table.bot.preferences.update_server_preferences(server(table).id, log_thread=True)
    await table.started("Ann", "Ben")
    [old] = threads(table, "Tuesday · log")
    table.env.backend.delete_channel(old.id)
    await table.env.settle()
    await turns(table, 1)
    [new] = threads(table, "Tuesday · log")
    assert new.id != old.id
    assert f"`{(await table.game()).revision}`" in table.channel_messages(new)[-1].text


async def test_there_is_a_thread_for_talk(table: Table) -> None:
    await table.bot.preferences.update_server_preferences(server(table).id, talk_thread=True)
    await table.started("Ann", "Ben")
    [thread] = threads(table, "Tuesday · talk")
    [message] = table.channel_messages(thread)
    assert f"its cards stay in <#{table.channel.id}>" in message.text
    await turns(table, 3)
    assert len(threads(table, "talk")) == 1
