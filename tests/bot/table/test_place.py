"""A game is never out of reach: commands take a table, a table moves, and what it is owed goes with it."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.chat.table_option import COMMANDS_WITHOUT_GAME, GAME_COMMANDS
from bot.operate import features as cogs
from bot.post import pending
from tests.bot.tables import Table

VIEW = discord.Permissions(view_channel=True).value


def elsewhere(table: Table) -> Any:
    """Another channel of the server."""
    return table.places[1]


async def without_channel(table: Table) -> int:
    """Delete the game's channel; returns the game's id."""
    game = (await table.info()).id
    with table.env._bot_scope():
        table.env.backend.delete_channel(table.channel.id)
    await table.env.settle()
    return game


OF_NO_GAME = {"server", "me games", "me prefs", "me stats", "me data what", "me data get", "me data forget"}


def test_every_command_about_a_game_takes_a_table() -> None:
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(
        discord.Client(intents=discord.Intents.none())
    )
    cogs.register_commands(tree)
    taking: set[str] = set()
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command):
            last = command.parameters[-1] if command.parameters else None
            taken = last is not None and (last.name, last.required, last.autocomplete) == (
                "table",
                False,
                True,
            )
            taking |= {command.qualified_name} if taken else set()
    every = {c.qualified_name for c in tree.walk_commands() if isinstance(c, app_commands.Command)}
    of_members = {name for name in every if name.startswith("remind ")}
    assert every - taking - of_members == COMMANDS_WITHOUT_GAME | {"help", *OF_NO_GAME}
    assert {name.split()[0] for name in taking} == GAME_COMMANDS


async def test_a_game_is_looked_at_and_played_from_another_channel(table: Table) -> None:
    ann, there = table.member("Ann"), elsewhere(table)
    refused = await ann.slash("/turn", channel=there)
    assert "There is no game in this channel" in refused.text
    assert "`table`" in refused.text
    [offered] = await ann.autocomplete("/show market", "table", "tues", channel=there)
    assert offered["name"] == "Tuesday · 18EZ · running · #stationmaster"
    assert (await ann.slash("/turn", channel=there, table=offered["value"])).text.startswith("## ")
    assert "Tuesday" in (await ann.slash("/game info", channel=there, table="tuesday")).text
    revision = (await table.game()).revision
    await ann.slash("/act pass", channel=there, table=offered["value"])
    assert (await table.game()).revision == revision + 1
    moves = await ann.autocomplete("/gm undo-to", "move", channel=there, table=offered["value"])
    assert moves


@pytest.mark.parametrize("named", ["999", "Wednesday"])
async def test_a_table_that_is_not_there_is_refused(table: Table, named: str) -> None:
    answer = await table.member("Ann").slash("/game info", table=named)
    assert answer.text == "There is no such table that you may see here; choose one from the list."


async def test_who_does_not_see_a_channel_does_not_see_its_table(table: Table) -> None:
    info = await table.info()
    assert info.guild_id is not None
    with table.env._bot_scope():
        table.env.backend.set_overwrite(
            table.channel.id, Overwrite(info.guild_id, OverwriteType.ROLE, 0, VIEW)
        )
    await table.env.settle()
    seen = {}
    for name in ("Ann", "Ben", "Flo"):
        member = table.member(name)
        seen[name] = len(await member.autocomplete("/turn", "table", channel=elsewhere(table)))
    assert seen == {"Ann": 1, "Ben": 1, "Flo": 0}
    refused = await table.member("Flo").slash("/show map", channel=elsewhere(table), table=str(info.id))
    assert "no such table that you may see" in refused.text


async def test_a_game_whose_channel_is_deleted_is_moved_with_what_it_is_owed(table: Table) -> None:
    game, there = await without_channel(table), elsewhere(table)
    [actor] = [m for m in table.people.values() if m.name == "Ann"]
    [offered] = await actor.autocomplete("/game move", "table", channel=there)
    assert offered["name"].endswith("its channel is gone")
    await actor.slash("/act pass", channel=there, table=offered["value"])
    [row] = await pending.failed_messages(table.bot.games)
    assert row.error == "the channel is gone"
    moved = await table.member("Ann").slash("/game move", channel=there, table=offered["value"])
    assert "its card follows there" in moved.text
    info = await table.bot.games.info(game)
    assert info is not None
    assert info.channel_id == there.id
    cards = [m for m in table.stored(there.id, None) if "Take turn" in m.labels]
    assert [table.pinged(card) for card in cards] == [{"Ben"}]
    assert await pending.failed_messages(table.bot.games) == []
    assert [m.text for m in table.stored(there.id, None) if "moved the table here" in m.text]


async def test_the_card_that_is_left_behind_offers_no_turn(table: Table) -> None:
    old = table.with_button("Take turn")
    await table.member("Ann").slash("/game move", channel=elsewhere(table), table="Tuesday")
    assert old.deleted, "nothing came of it yet"
    [card] = [m for m in table.stored(elsewhere(table).id, None) if "Take turn" in m.labels]
    assert table.pinged(card) == set(), "Ann was called already"


async def test_only_the_owner_or_a_master_moves_a_table_and_not_onto_another(table: Table) -> None:
    there, cy = elsewhere(table), table.member("Cy")
    refused = await cy.slash("/game move", channel=there, table="Tuesday")
    assert "owner" in refused.text
    assert "already" in (await table.member("Ann").slash("/game move")).text
    await cy.slash("/game new", title="18EZ", name="Other", channel=there)
    taken = await table.member("Ann").slash("/game move", channel=there, table="Tuesday")
    assert "channel" in taken.text
    assert (await table.info()).channel_id == table.channel.id


async def test_a_table_that_has_not_begun_moves_too(table: Table) -> None:
    first, second, dee = elsewhere(table), table.places[2], table.member("Dee")
    await dee.slash("/game new", title="18EZ", name="Lobby", channel=first)
    await dee.slash("/game move", channel=second, table="Lobby")
    assert table.stored(first.id, None) == []
    cards = [m for m in table.stored(second.id, None) if "Join" in m.labels]
    assert len(cards) == 1
    await table.member("Eli").click(cards[0], "Join")
    assert table.member("Eli").mention in cards[0].text
