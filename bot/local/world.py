"""The server of the local chat: members, channels and threads that keep their ids."""

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
"""Threads of the first channel. Only ever append, here and above: ids follow from the order."""

TOPIC = "/go: other channels"
MEMBERS = ("Ann", "Ben", "Cy", "Dee", "Eli", "Flo", "Gus")
EARLY = 6
"""Members who were there before the channels; whoever came later has an id behind theirs."""


@dataclass(frozen=True, slots=True)
class World:
    """The members, and the places where a table can stand: channels first, then threads."""

    people: list[simcord.MemberActor]
    places: list[simcord.ChannelHandle]

    @property
    def home(self) -> simcord.ChannelHandle:
        """The channel that the page opens on."""
        return self.places[0]

    @property
    def names(self) -> dict[int, str]:
        """The members' names by id."""
        return {person.id: person.user.global_name or person.user.name for person in self.people}


def build_world(env: simcord.Env, members: Sequence[str] = MEMBERS) -> World:
    """Make the guild with all that is in it, with the same ids each time; then set the clock to now.

    The ids of later messages and interactions follow the clock, so they never meet those of an earlier run.
    """
    users = [env.create_user(name.lower(), global_name=name) for name in members[:EARLY]]
    guild = env.create_guild(GUILD, owner=users[0])
    home = guild.create_text_channel(CHANNELS[0], topic=TOPIC)
    people = [guild.add_member(user) for user in users]
    others = [guild.create_text_channel(name, topic=TOPIC) for name in CHANNELS[1:]]
    for name in THREADS:
        env.backend.create_thread(home.id, name, users[0].id, broadcast=False)
    people += [guild.add_member(env.create_user(n.lower(), global_name=n)) for n in members[EARLY:]]
    env.backend.advance_clock(behind(env))
    return World(people, [home, *others, *home.threads])


def behind(env: simcord.Env) -> float:
    """Seconds by which the clock of the chat is behind the real one."""
    return (datetime.now(UTC) - env.now()).total_seconds()
