"""The server of the local chat: its members, channels and threads, with the same ids at each start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import simcord

GUILD = "The railway table"
CHANNELS = ("stationmaster", "second-table", "third-table")
THREADS = ("evening game", "weekend game")
"""Threads of the first channel. Only append here and above: the ids follow from the order."""

TOPIC = "/go: other channels"
MEMBERS = ("Ann", "Ben", "Cy", "Dee", "Eli", "Flo", "Gus")
FOUNDER_COUNT = 6
"""Members who are created before the channels; later members have greater ids than the channels."""


@dataclass(frozen=True, slots=True)
class World:
    """The members, and the channels and threads in which games can be played, channels first."""

    members: list[simcord.MemberActor]
    channels: list[simcord.ChannelHandle]

    @property
    def home(self) -> simcord.ChannelHandle:
        """Return the channel that a browser page of the local chat shows first."""
        return self.channels[0]

    @property
    def member_names(self) -> dict[int, str]:
        """Return the display names of the local chat's members by their Discord ids."""
        return {member.id: member.user.global_name or member.user.name for member in self.members}


def create_simulated_server(env: simcord.Env, names: Sequence[str] = MEMBERS) -> World:
    """Create the simulated server of the local chat with the same ids each time; set its clock to now.

    Return its members, channels and threads. ``names`` are those of the members. The ids of later messages
    and interactions follow the clock, so they never repeat those of an earlier run.
    """
    users = [env.create_user(name.lower(), global_name=name) for name in names[:FOUNDER_COUNT]]
    guild = env.create_guild(GUILD, owner=users[0])
    home = guild.create_text_channel(CHANNELS[0], topic=TOPIC)
    members = [guild.add_member(user) for user in users]
    other_channels = [guild.create_text_channel(name, topic=TOPIC) for name in CHANNELS[1:]]
    for thread in THREADS:
        env.backend.create_thread(home.id, thread, users[0].id, broadcast=False)
    members += [
        guild.add_member(env.create_user(name.lower(), global_name=name)) for name in names[FOUNDER_COUNT:]
    ]
    env.backend.advance_clock(seconds_behind(env))
    return World(members, [home, *other_channels, *home.threads])


def seconds_behind(env: simcord.Env) -> float:
    """Return the seconds by which the clock of the local chat is behind the real one; negative if ahead."""
    return (datetime.now(UTC) - env.now()).total_seconds()
