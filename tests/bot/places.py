"""The server of a table, its threads by name, and how its members speak."""

from __future__ import annotations

from collections.abc import Callable

from simcord.builders import ChannelHandle, GuildHandle

from tests.bot.tables import Table
from tests.simtable import SimMember

Speaks = Callable[[SimMember, str], None]
"""Lets a member's Discord speak a language."""


def server(table: Table) -> GuildHandle:
    """The server on which the table stands."""
    assert table.channel.guild is not None
    return table.channel.guild


def threads(table: Table, name: str) -> list[ChannelHandle]:
    """The threads of the table's channel whose names hold this."""
    return [thread for thread in table.threads() if name in (thread.name or "")]
