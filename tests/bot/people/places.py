"""The server of a table, and its threads by name."""

from __future__ import annotations

from simcord.builders import ChannelHandle, GuildHandle

from tests.bot.tables import Table


def server(table: Table) -> GuildHandle:
    """The server on which the table stands."""
    assert table.channel.guild is not None
    return table.channel.guild


def threads(table: Table, name: str) -> list[ChannelHandle]:
    """The threads of the table's channel whose names hold this."""
    return [thread for thread in table.threads() if name in (thread.name or "")]
