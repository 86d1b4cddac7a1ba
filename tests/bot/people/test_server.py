"""`/server`: a panel, what it changes, and what the self-test names."""

from __future__ import annotations

import discord

from bot.people import permissions
from bot.press import Press
from tests.bot.people.places import server
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
    wishes = await table.bot.people.server(server(table).id)
    assert (wishes.language, wishes.theme, wishes.log_thread) == ("de", "contrast", True)
    assert "Log thread: on" in page.labels
    await ann.slash("/game new", title="TOY", name="Tuesday")
    info = await table.info()
    assert (info.settings["pace"], info.settings["clock"]) == ("live", 48)
    assert "Mitspielen" in table.with_button("Mitspielen").labels


async def test_wishes_are_kept_over_a_restart(table: Table) -> None:
    await table.bot.people.set_server(server(table).id, channels=(1, 2), creators="masters")
    await table.restart()
    wishes = await table.bot.people.server(server(table).id)
    assert (wishes.channels, wishes.creators) == ((1, 2), "masters")


async def test_only_who_manages_the_server_changes_it(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    page = await ann.slash("/server")
    assert "Check permissions" in page.labels
    assert "server" not in ben.actor.available_commands(table.channel)


async def test_games_are_made_where_and_by_whom_the_server_says(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    guild = server(table).id
    await table.bot.people.set_server(guild, channels=(4711,))
    refused = await ann.slash("/game new", title="TOY")
    assert refused.text == "On this server games are made in <#4711>."
    await table.bot.people.set_server(guild, channels=(table.channel.id,), creators="masters")
    assert "only those who manage it" in (await ben.slash("/game new", title="TOY")).text
    await table.bot.people.set_server(guild, creators="4712")
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
    threads = permissions.needed(None, threads=True)
    assert set(threads) == set(permissions.NAMES) == set(permissions.WHY)
    assert all(hasattr(discord.Permissions, name) for name in threads)
