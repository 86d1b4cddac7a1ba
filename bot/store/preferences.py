"""The stored preferences of servers (`/server`) and members (`/me prefs`), cached in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from sqlalchemy import JSON, BigInteger, Column, Select, Table, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Store
from bot.store.game_rows import now_ms
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

MAX_CACHED = 2000
"""Servers and members whose preferences are kept in memory."""

CONFIRM_ALWAYS, CONFIRM_DANGER = "always", "danger"
EVERYBODY, MANAGERS = "all", "masters"


@dataclass(frozen=True, slots=True)
class ServerPreferences:
    """The preferences of a server (`/server`).

    ``language`` "" is that of the server at Discord. Games may be created in ``channels`` (ids; ()
    everywhere) by ``creators``: everybody, game masters, or the members of a role (its id). ``pace``
    ("at once" or "live") says when players of new games are pinged, ``clock`` how many hours a turn may take;
    "" and 0 are the defaults of games.
    """

    language: str = ""
    theme: str = STANDARD
    channels: tuple[int, ...] = ()
    creators: str = EVERYBODY
    pace: str = ""
    clock: int = 0
    log_thread: bool = False
    talk_thread: bool = False

    def for_new_games(self) -> dict[str, Any]:
        """Return the stored settings for new games of the server, by key: "pace" and "clock" (hours).

        Unset ones are left out.
        """
        return {key: value for key, value in (("pace", self.pace), ("clock", self.clock)) if value}


@dataclass(frozen=True, slots=True)
class MemberPreferences:
    """The preferences of a member (`/me prefs`).

    ``theme`` "" is that of the server, ``language`` "" that of his Discord client. ``text_first``:
    descriptions in words before pictures. ``confirm`` says which moves he must confirm. ``words`` has, by
    title, the terms that were explained to him, each with the game and revision at which. ``guide``: steps
    are explained in his first turns; ``guided`` has, by title and step, the turns in which that was done.
    """

    theme: str = ""
    text_first: bool = False
    confirm: str = CONFIRM_DANGER
    language: str = ""
    words: Mapping[str, Mapping[str, Sequence[int]]] = field(default_factory=dict)
    guide: bool = True
    guided: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)


AnyPreferences = TypeVar("AnyPreferences", ServerPreferences, MemberPreferences)


@dataclass(frozen=True, eq=False)
class PreferenceTable(Generic[AnyPreferences]):
    """The database table with the preferences of all servers, or of all members, by Discord id.

    ``name`` stands in notices to other processes.
    """

    name: str
    preferences_class: type[AnyPreferences]
    table: Table

    @cached_property
    def _id_column(self) -> Column[Any]:
        """Return the column of the database table with the Discord id of the server or member."""
        [column] = self.table.primary_key.columns
        return column

    @cached_property
    def _query(self) -> Select[Any]:
        """Return the query for the preferences of the server or member with the bound id ``wanted``."""
        return select(self.table.c.body).where(self._id_column == bindparam("wanted"))

    async def read_json(self, conn: AsyncConnection, key: int) -> Mapping[str, Any]:
        """Query the stored preferences of a server or member (``key``, its Discord id) as JSON; {} for none.

        Their keys are the fields of the preferences that were stored.
        """
        return (await conn.execute(self._query, {"wanted": key})).scalar() or {}

    async def store_json(self, conn: AsyncConnection, key: int, body: Mapping[str, Any]) -> None:
        """Store all preferences of a server or member (``key``) as JSON, in place of the earlier ones."""
        await conn.execute(delete(self.table).where(self._id_column == key))
        await conn.execute(
            insert(self.table).values({self._id_column: key, "body": dict(body), "at": now_ms()})
        )

    def parse(self, stored: Mapping[str, Any]) -> AnyPreferences:
        """Return the preferences that are stored as this JSON.

        Lists become tuples, unknown keys are ignored, and missing ones get their defaults.
        """
        names = {field_info.name for field_info in fields(self.preferences_class)}
        values = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in stored.items()
            if key in names
        }
        constructor: Any = self.preferences_class
        preferences: AnyPreferences = constructor(**values)
        return preferences


SERVERS = PreferenceTable("server", ServerPreferences, server_pref)
MEMBERS = PreferenceTable("member", MemberPreferences, member_pref)


class Preferences:
    """The preferences of all servers and members, stored in the database and cached in memory."""

    def __init__(self, store: Store) -> None:
        """Begin with an empty cache; `notify_others` is set later, to tell other processes of changes."""
        self._store = store
        self.notify_others: Callable[[str], None] = lambda _change: None
        self._caches: dict[str, dict[int, Any]] = {SERVERS.name: {}, MEMBERS.name: {}}

    async def server(self, guild_id: int | None) -> ServerPreferences:
        """Return the stored preferences of a server; the defaults for None and for one without any."""
        return ServerPreferences() if guild_id is None else await self._read(SERVERS, guild_id)

    async def set_server(self, guild_id: int, **values: Any) -> ServerPreferences:
        """Store the preferences of a server that ``values`` gives by name, and return all of them.

        The names are the fields of `ServerPreferences`; TypeError is raised for another. The other processes
        drop theirs from the cache.
        """
        return await self._change(SERVERS, guild_id, values)

    async def member(self, user_id: int) -> MemberPreferences:
        """Return the stored preferences of a member; the defaults if he has chosen none."""
        return await self._read(MEMBERS, user_id)

    async def set_member(self, user_id: int, **values: Any) -> MemberPreferences:
        """Store the preferences of a member that ``values`` gives by name, and return all of them.

        The names are the fields of `MemberPreferences`; TypeError is raised for another. The other processes
        drop theirs from the cache.
        """
        return await self._change(MEMBERS, user_id, values)

    async def _read(self, table: PreferenceTable[AnyPreferences], key: int) -> AnyPreferences:
        """Return the preferences of a server or member from the cache, or else from the database.

        Beyond `MAX_CACHED` entries of a table, those that were cached first are dropped.
        """
        cache: dict[int, AnyPreferences] = self._caches[table.name]
        if key not in cache:
            cache[key] = table.parse(await self._store.read(partial(table.read_json, key=key)))
            while len(cache) > MAX_CACHED:
                del cache[next(iter(cache))]
        return cache[key]

    async def _change(
        self, table: PreferenceTable[AnyPreferences], key: int, values: Mapping[str, Any]
    ) -> AnyPreferences:
        """Store changed preferences of a server or member, and return all of them.

        ``values`` are the changed ones by name; TypeError is raised for an unknown one. The cache is updated,
        and the other processes are told.
        """
        preferences = replace(await self._read(table, key), **values)
        await self._store.write(partial(table.store_json, key=key, body=asdict(preferences)))
        self._caches[table.name][key] = preferences
        self.notify_others(f"{table.name} {key}")
        return preferences

    async def store_explained_words(
        self, user_id: int, title: str, words: Sequence[str], game_and_revision: Sequence[int]
    ) -> None:
        """Store which terms (``words``) of a title were explained to a member.

        Terms that were explained before keep their entries. ``game_and_revision`` is the game's id and the
        revision at which it was.
        """
        explained = (await self.member(user_id)).words
        new_words = {word: list(game_and_revision) for word in words if word not in explained.get(title, {})}
        if new_words:
            await self.set_member(
                user_id, words={**explained, title: {**explained.get(title, {}), **new_words}}
            )

    async def store_explained_step(self, user_id: int, title: str, step: str, turns: Sequence[str]) -> None:
        """Store the turns in which a step of a title was explained to a member.

        Each turn is a text that tells it from others. They replace earlier ones.
        """
        guided = (await self.member(user_id)).guided
        steps = guided.get(title, {})
        if list(steps.get(step, ())) != list(turns):
            await self.set_member(user_id, guided={**guided, title: {**steps, step: list(turns)}})

    def drop_member(self, user_id: int) -> None:
        """Drop a member's preferences from the caches of all processes, after their row was deleted."""
        self._caches[MEMBERS.name].pop(user_id, None)
        self.notify_others(f"{MEMBERS.name} {user_id}")

    def on_remote_change(self, change: str) -> None:
        """Drop from the cache the preferences that another process has changed.

        ``change`` is "server" or "member" with a Discord id, such as "member 7", or "" for all. Other changes
        are ignored.
        """
        name, _, number = change.partition(" ")
        if name in self._caches:
            self._caches[name].pop(int(number), None)
        elif not change:
            for cache in self._caches.values():
                cache.clear()
