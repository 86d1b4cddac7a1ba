"""`/server`: a panel, what it changes, and what the self-test names."""

from __future__ import annotations

import discord
import pytest

from bot.chat import permissions
from bot.chat.press import Press
from tests.bot.places import server
from tests.bot.tables import Table


def setting(key: str) -> str:
    return Press(0, 0, "srv", key).custom_id


async def test_the_panel_changes_what_new_tables_and_cards_are_like(table: Table) -> None:
    ann = table.member("Ann")
    page = await ann.slash("/server")
    assert page.ephemeral
    await ann.select(page, "de", custom_id=setting("language"))
    await ann.select(page, "contrast", custom_id=setting("theme"))
    await ann.select(page, "live", custom_id=setting("pace"))
    await ann.select(page, "48", custom_id=setting("clock"))
    await ann.click(page, "Log thread: off")
    wishes = await table.bot.preferences.server_preferences(server(table).id)
    assert (wishes.language, wishes.theme, wishes.log_thread) == ("de", "contrast", True)
    assert "Log thread: on" in page.labels
    await ann.slash("/game new", title="TOY", name="Tuesday")
    info = await table.info()
    assert (info.settings["pace"], info.settings["clock"]) == ("live", 48)
    assert "Mitspielen" in table.with_button("Mitspielen").labels


async def test_wishes_are_kept_over_a_restart(table: Table) -> None:
    await table.bot.preferences.update_server_preferences(
        server(table).id, channels=(1, 2), creators="masters"
    )
    await table.restart()
    wishes = await table.bot.preferences.server_preferences(server(table).id)
    assert (wishes.channels, wishes.creators) == ((1, 2), "masters")


async def test_only_who_manages_the_server_changes_it(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    page = await ann.slash("/server")
    assert "Check permissions" in page.labels
    assert "server" not in ben.actor.available_commands(table.channel)


async def test_games_are_made_where_and_by_whom_the_server_says(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    guild = server(table).id
    await table.bot.preferences.update_server_preferences(guild, channels=(4711,))
    refused = await ann.slash("/game new", title="TOY")
    assert refused.text == "On this server games are made in <#4711>."
    await table.bot.preferences.update_server_preferences(
        guild, channels=(table.channel.id,), creators="masters"
    )
    assert "only those who manage it" in (await ben.slash("/game new", title="TOY")).text
    await table.bot.preferences.update_server_preferences(guild, creators="4712")
    assert "<@&4712>" in (await ben.slash("/game new", title="TOY")).text
    assert "table is made" in (await ann.slash("/game new", title="TOY")).text


async def test_the_self_test_names_a_missing_permission(table: Table) -> None:
    ann = table.member("Ann")
    guild = server(table)
    everyone = guild.default_role
    denied = discord.PermissionOverwrite(attach_files=False, read_message_history=False)
    locked = guild.create_text_channel("locked", overwrites={everyone: denied})
    await table.env.settle()
    page = await ann.slash("/server")
    await ann.actor.select(table.handle(page.message), [locked], custom_id=setting("channels"))
    await ann.click(page, "Check permissions")
    assert f"✔ <#{table.channel.id}>: nothing is missing" in page.text
    assert f"✘ <#{locked.id}> lacks:" in page.text
    assert "**Attach Files**: without it cards go out in words" in page.text
    assert "**Read Message History**" in page.text
    assert "Embed Links" not in page.text
    refused = await ann.slash("/game new", locked, title="TOY")
    assert refused.text.startswith(
        "The bot lacks permissions in this channel: Attach Files, Read Message History;"
    )


def test_each_permission_has_a_name_and_a_reason() -> None:
    threads = permissions.needed_permissions(None, needs_threads=True)
    assert set(threads) == set(permissions.NAMES) == set(permissions.WHY)
    assert all(hasattr(discord.Permissions, name) for name in threads)


async def lock(table: Table, **denied: bool) -> None:
    """Everybody, the bot with them, lacks this in the table's channel from now on."""
    await table.env.settle()
    channel = table.bot.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    overwrite = discord.PermissionOverwrite(**denied)
    with table.env._bot_scope():
        await channel.set_permissions(channel.guild.default_role, overwrite=overwrite)
    await table.env.settle()


async def test_who_starts_a_game_hears_what_its_channel_lacks(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    await ann.slash("/game new", title="TOY", name="Tuesday")
    await ben.click(table.with_button("Join"), "Join")
    await table.bot.preferences.update_server_preferences(server(table).id, log_thread=True)
    await lock(table, attach_files=False, create_public_threads=False)
    said = (await ann.click(table.with_button("Start"), "Start")).messages[-1]
    assert said.ephemeral
    assert "The game has started, but the bot lacks permissions." in said.text
    assert "**Attach Files**: without it cards go out in words" in said.text
    assert "**Create Public Threads**" in said.text
    assert (await table.info()).status == "running"


async def test_a_changed_setting_is_tested_at_once(table: Table) -> None:
    ann = table.member("Ann")
    await ann.slash("/game new", title="TOY", name="Tuesday")
    await lock(table, create_public_threads=False)
    page = await ann.slash("/server")
    await ann.select(page, "de", custom_id=setting("language"))
    assert "The bot lacks permissions" not in page.text
    await ann.click(page, "Log thread: off")
    assert "### The bot lacks permissions" in page.text
    assert f"✘ <#{table.channel.id}> lacks:\n- **Create Public Threads**" in page.text


async def test_asked_onto_a_server_the_bot_says_how_to_begin(table: Table) -> None:
    guild = table.bot.get_guild(server(table).id)
    assert guild is not None
    with table.env._bot_scope():
        await table.bot.on_guild_join(guild)
    await table.env.settle()
    [hello] = table.posts("Stationmaster is here")
    assert "`/game new`" in hello.text
    assert table.pinged(hello) == set()


async def test_asked_onto_a_server_where_it_may_not_write_it_tells_the_owner(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(permissions, "missing_permissions", lambda channel, given, **_: [permissions.ATTACH])
    await table.env.settle()
    guild = table.bot.get_guild(server(table).id)
    assert guild is not None
    before = {m.id for m in table.channel_messages()}
    with table.env._bot_scope():
        await table.bot.on_guild_join(guild)
    await table.env.settle()
    assert {m.id for m in table.channel_messages()} == before
    assert guild.owner_id is not None
    told = " ".join(m.text for m in table.stored(table.env.backend.get_dm_channel(guild.owner_id).id, None))
    assert "The bot lacks permissions" in told
    assert "**Attach Files**" in told
