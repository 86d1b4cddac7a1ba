"""The stored preferences of servers (`/server`) and members (`/me prefs`), cached in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, TypeVar

from sqlalchemy import JSON, BigInteger, Column, Table, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Store
from bot.store.game_rows import now
from bot.store.tables import metadata
from bot.words.colours import STANDARD

server_pref = Table(
    "server_pref",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("body", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
)

member_pref = Table(
    "member_pref",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("body", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
)

KEEP = 2000
"""Servers and members whose settings are kept in memory."""

ALWAYS, DANGER = "always", "danger"
ALL, MASTERS = "all", "masters"


@dataclass(frozen=True, slots=True)
class Server:
    """The stored preferences of a server.

    ``language`` "": that of the server at Discord; ``channels`` (): everywhere. ``creators`` are all, those
    who may manage the server, or those of a role (its id).
    """

    language: str = ""
    theme: str = STANDARD
    channels: tuple[int, ...] = ()
    creators: str = ALL
    pace: str = ""
    clock: int = 0
    log_thread: bool = False
    talk_thread: bool = False

    def of_tables(self) -> dict[str, Any]:
        """Return the settings (pace, clock) that the server gives to a new game.

        Those that are not chosen are left out.
        """
        return {key: value for key, value in (("pace", self.pace), ("clock", self.clock)) if value}


@dataclass(frozen=True, slots=True)
class Member:
    """The stored preferences of a member.

    ``theme`` "": that of the server; ``confirm``: what asks first. ``language`` "": that of his Discord.
    ``words``: by title which words were explained to him, each with the game and revision at which it was.
    ``guide``: whether steps are explained in his first turns; ``guided``: by title and step the turns in
    which it was explained.
    """

    theme: str = ""
    text_first: bool = False
    confirm: str = DANGER
    language: str = ""
    words: Mapping[str, Mapping[str, Sequence[int]]] = field(default_factory=dict)
    guide: bool = True
    guided: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)


AnySettings = TypeVar("AnySettings", Server, Member)


class Settings:
    """The preferences of all servers and members, stored in the database and cached in memory."""

    def __init__(self, store: Store) -> None:
        """Begin with an empty cache of preferences; `notify_others` tells other processes of changes."""
        self._store = store
        self.notify_others: Callable[[str], None] = lambda _change: None
        self._servers: dict[int, Server] = {}
        self._members: dict[int, Member] = {}

    async def server(self, guild: int | None) -> Server:
        """Return the preferences of a server (Discord guild id).

        The defaults come for None and for a server that has chosen none.
        """
        if guild is None:
            return Server()
        if guild not in self._servers:
            stored = await self._store.read(lambda conn: stored_server(conn, guild))
            _keep(self._servers, guild, _read(Server, stored))
        return self._servers[guild]

    async def set_server(self, guild: int, **values: Any) -> Server:
        """Store the preferences of a server that are given in ``values``, and return all of them.

        The other processes are told to drop theirs from the cache.
        """
        settings = replace(await self.server(guild), **values)
        await self._store.write(lambda conn: put_server(conn, guild, asdict(settings)))
        self._servers[guild] = settings
        self.notify_others(f"server {guild}")
        return settings

    async def member(self, user: int) -> Member:
        """Return the preferences of a member (Discord user id); the defaults if he has chosen none."""
        if user not in self._members:
            stored = await self._store.read(lambda conn: stored_member(conn, user))
            _keep(self._members, user, _read(Member, stored))
        return self._members[user]

    async def set_member(self, user: int, **values: Any) -> Member:
        """Store the preferences of a member that are given in ``values``, and return all of them.

        The other processes are told to drop theirs from the cache.
        """
        settings = replace(await self.member(user), **values)
        await self._store.write(lambda conn: put_member(conn, user, asdict(settings)))
        self._members[user] = settings
        self.notify_others(f"member {user}")
        return settings

    async def store_explained_words(
        self, user: int, title: str, words: Sequence[str], game_and_rev: Sequence[int]
    ) -> None:
        """Store which terms of a title were explained to a member; earlier explanations stay as they are.

        ``game_and_rev`` is the game's id and the revision at which it was.
        """
        explained = (await self.member(user)).words
        new_words = {word: list(game_and_rev) for word in words if word not in explained.get(title, {})}
        if new_words:
            await self.set_member(user, words={**explained, title: {**explained.get(title, {}), **new_words}})

    async def keep_guided(self, user: int, title: str, step: str, turns: Sequence[str]) -> None:
        """Store the turns in which a step of a title was explained to a member, in place of earlier ones.

        Unchanged turns are not stored again.
        """
        guided = (await self.member(user)).guided
        steps = guided.get(title, {})
        if list(steps.get(step, ())) != list(turns):
            await self.set_member(user, guided={**guided, title: {**steps, step: list(turns)}})

    def drop_member(self, user: int) -> None:
        """Drop a member's preferences from the caches of all processes, after they were deleted."""
        self._members.pop(user, None)
        self.notify_others(f"member {user}")

    def on_remote_change(self, change: str) -> None:
        """Drop cached preferences that another process changed:

        "server 5", "member 7" or "" for all. Other changes are ignored.
        """
        kind, _, number = change.partition(" ")
        if kind == "server":
            self._servers.pop(int(number), None)
        elif kind == "member":
            self._members.pop(int(number), None)
        elif not change:
            self._servers.clear()
            self._members.clear()


def _keep(cache: dict[int, AnySettings], key: int, value: AnySettings) -> None:
    """Put preferences into a cache, and drop the entries that were cached first beyond `KEEP`."""
    cache[key] = value
    while len(cache) > KEEP:
        del cache[next(iter(cache))]


def _read(settings_class: type[AnySettings], stored: Mapping[str, Any]) -> AnySettings:
    """Build preferences of a server or member from stored JSON values.

    Lists become tuples, unknown keys are dropped, and missing ones get their defaults.
    """
    names = {field_info.name for field_info in fields(settings_class)}
    values = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in stored.items()
        if key in names
    }
    constructor: Any = settings_class
    settings: AnySettings = constructor(**values)
    return settings


_SERVER = select(server_pref.c.body).where(server_pref.c.guild == bindparam("guild"))


async def stored_server(conn: AsyncConnection, guild: int) -> Mapping[str, Any]:
    """Return the stored preferences of a server as JSON values; empty if it has chosen none."""
    return (await conn.execute(_SERVER, {"guild": guild})).scalar() or {}


async def put_server(conn: AsyncConnection, guild: int, body: Mapping[str, Any]) -> None:
    """Store the preferences of a server as JSON, in place of the earlier ones."""
    await conn.execute(delete(server_pref).where(server_pref.c.guild == guild))
    await conn.execute(insert(server_pref).values(guild=guild, body=dict(body), at=now()))


async def stored_member(conn: AsyncConnection, user: int) -> Mapping[str, Any]:
    """Return the stored preferences of a member as JSON values; empty if he has chosen none."""
    query = select(member_pref.c.body).where(member_pref.c.user_id == user)
    return (await conn.execute(query)).scalar() or {}


async def put_member(conn: AsyncConnection, user: int, body: Mapping[str, Any]) -> None:
    """Store the preferences of a member as JSON, in place of the earlier ones."""
    await conn.execute(delete(member_pref).where(member_pref.c.user_id == user))
    await conn.execute(insert(member_pref).values(user_id=user, body=dict(body), at=now()))
