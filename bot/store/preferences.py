"""The stored preferences of servers (`/server`) and members (`/me prefs`), cached in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Delete,
    Insert,
    Select,
    Table,
    bindparam,
    delete,
    insert,
    select,
)  # fmt: skip
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

    def settings_of_new_games(self) -> dict[str, Any]:
        """Return the settings that new games of a server get from its preferences, by key; {} for none.

        The keys are "pace" (when players are pinged) and "clock" (the time limit of a turn in hours); those
        that the server has not set are left out.
        """
        return {key: value for key, value in (("pace", self.pace), ("clock", self.clock)) if value}


@dataclass(frozen=True, slots=True)
class MemberPreferences:
    """The preferences of a member (`/me prefs`).

    ``theme`` "" is that of the server, ``language`` "" that of the member's Discord client. ``text_first``:
    descriptions in words before pictures. ``confirm`` says which moves the member must confirm. ``words``
    has, by title, the terms that were explained to the member, each with the game and revision at which.
    ``guide``: steps are explained in the member's first turns; ``guided`` has, by title and step, the turns
    in which that was done.
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

    ``name`` stands in notifications to other processes.
    """

    name: str
    preferences_class: type[AnyPreferences]
    table: Table

    @cached_property
    def _id_column(self) -> Column[Any]:
        """Return the database column that has the Discord id of the server or member."""
        [column] = self.table.primary_key.columns
        return column

    @cached_property
    def _select_statement(self) -> Select[Any]:
        """Return the SELECT statement for the preferences (JSON) of the server or member ``wanted``.

        ``wanted`` is a bound parameter, a Discord id.
        """
        return select(self.table.c.body).where(self._id_column == bindparam("wanted"))

    @cached_property
    def _delete_statement(self) -> Delete:
        """Return the DELETE statement for the preferences of a server or member.

        Its Discord id is the bound parameter ``wanted``.
        """
        return delete(self.table).where(self._id_column == bindparam("wanted"))

    @cached_property
    def _insert_statement(self) -> Insert:
        """Return the INSERT statement for the preferences of a server or member, without values."""
        return insert(self.table)

    async def query_preferences(self, conn: AsyncConnection, discord_id: int) -> Mapping[str, Any]:
        """Query the stored preferences of a server or member (Discord id), by name; {} if there are none."""
        return (await conn.execute(self._select_statement, {"wanted": discord_id})).scalar() or {}

    async def replace_preferences(
        self, conn: AsyncConnection, discord_id: int, preferences: Mapping[str, Any]
    ) -> None:
        """Store the preferences (by name, JSON values) of a server or member in place of the earlier ones."""
        await conn.execute(self._delete_statement, {"wanted": discord_id})
        row = {self._id_column.name: discord_id, "body": dict(preferences), "at": now_ms()}
        await conn.execute(self._insert_statement, row)

    def parse(self, stored: Mapping[str, Any]) -> AnyPreferences:
        """Return the preferences of a server or member from the values that are stored for it, by name.

        Lists become tuples, unknown names are ignored, and missing preferences get their defaults.
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
        """Begin with an empty cache; `notify_others`, which notifies other processes, is set later."""
        self._store = store
        self.notify_others: Callable[[str], None] = lambda _change: None
        self._caches: dict[str, dict[int, Any]] = {SERVERS.name: {}, MEMBERS.name: {}}

    async def server_preferences(self, guild_id: int | None) -> ServerPreferences:
        """Return the stored preferences of a server; the defaults if it has none or ``guild_id`` is None."""
        return ServerPreferences() if guild_id is None else await self._read_preferences(SERVERS, guild_id)

    async def update_server_preferences(self, guild_id: int, **values: Any) -> ServerPreferences:
        """Store the preferences of a server that are given as keyword arguments; return all its preferences.

        The names are the fields of `ServerPreferences`; TypeError is raised for another name. The other
        processes are notified, so that they drop this server from their caches.
        """
        return await self._update_preferences(SERVERS, guild_id, values)

    async def member_preferences(self, user_id: int) -> MemberPreferences:
        """Return the stored preferences of a member; the defaults if none are stored."""
        return await self._read_preferences(MEMBERS, user_id)

    async def update_member_preferences(self, user_id: int, **values: Any) -> MemberPreferences:
        """Store the preferences of a member that are given as keyword arguments; return all of the member's.

        The names are the fields of `MemberPreferences`; TypeError is raised for another name. The other
        processes are notified, so that they drop this member from their caches.
        """
        return await self._update_preferences(MEMBERS, user_id, values)

    async def _read_preferences(
        self, table: PreferenceTable[AnyPreferences], discord_id: int
    ) -> AnyPreferences:
        """Return the preferences of a server or member from the cache, else from the database.

        Beyond `MAX_CACHED` servers or members, those that were cached first are dropped.
        """
        cache: dict[int, AnyPreferences] = self._caches[table.name]
        if discord_id not in cache:
            stored = await self._store.read(partial(table.query_preferences, discord_id=discord_id))
            cache[discord_id] = table.parse(stored)
            while len(cache) > MAX_CACHED:
                del cache[next(iter(cache))]
        return cache[discord_id]

    async def _update_preferences(
        self, table: PreferenceTable[AnyPreferences], discord_id: int, values: Mapping[str, Any]
    ) -> AnyPreferences:
        """Store some preferences of a server or member (``values``, by name), and return all of them.

        TypeError is raised for an unknown name. The cache is updated, and the other processes are notified.
        """
        preferences = replace(await self._read_preferences(table, discord_id), **values)
        await self._store.write(
            partial(table.replace_preferences, discord_id=discord_id, preferences=asdict(preferences))
        )
        self._caches[table.name][discord_id] = preferences
        self.notify_others(f"{table.name} {discord_id}")
        return preferences

    async def store_explained_terms(
        self, user_id: int, title: str, terms: Sequence[str], game_and_revision: Sequence[int]
    ) -> None:
        """Store in a member's preferences which terms of a title (its key) were explained to them, and when.

        ``game_and_revision`` is the id of the game and its revision at that time. Terms that were explained
        before keep theirs.
        """
        terms_by_title = (await self.member_preferences(user_id)).words
        terms_of_title = terms_by_title.get(title, {})
        new_terms = {term: list(game_and_revision) for term in terms if term not in terms_of_title}
        if new_terms:
            await self.update_member_preferences(
                user_id, words={**terms_by_title, title: {**terms_of_title, **new_terms}}
            )

    async def store_explained_step(self, user_id: int, title: str, step: str, turns: Sequence[str]) -> None:
        """Store in a member's preferences the turns in which a step of a title was explained to them.

        ``title`` is its key; ``turns`` are texts that identify these turns; they replace the earlier ones.
        """
        steps_by_title = (await self.member_preferences(user_id)).guided
        turns_by_step = steps_by_title.get(title, {})
        if list(turns_by_step.get(step, ())) != list(turns):
            steps_of_title = {**turns_by_step, step: list(turns)}
            await self.update_member_preferences(user_id, guided={**steps_by_title, title: steps_of_title})

    def drop_member_from_caches(self, user_id: int) -> None:
        """Drop a member's preferences from the caches of all processes; the database is not changed."""
        self._caches[MEMBERS.name].pop(user_id, None)
        self.notify_others(f"{MEMBERS.name} {user_id}")

    def on_remote_change(self, change: str) -> None:
        """Drop from the cache the preferences that another process has changed.

        ``change`` is "server" or "member" and a Discord id, such as "member 7", or "" for everything. Any
        other change is ignored.
        """
        name, _, number = change.partition(" ")
        if name in self._caches:
            self._caches[name].pop(int(number), None)
        elif not change:
            for cache in self._caches.values():
                cache.clear()
