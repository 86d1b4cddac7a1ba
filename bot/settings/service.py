"""Settings of servers and members, cached in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, TypeVar

from bot.settings import rows
from bot.settings.colours import STANDARD
from bot.store import Store

KEEP = 2000
"""Servers and members whose settings are kept in memory."""

ALWAYS, DANGER = "always", "danger"
ALL, MASTERS = "all", "masters"


@dataclass(frozen=True, slots=True)
class Server:
    """What a server has chosen. ``language`` "": that of the server at Discord; ``channels`` (): everywhere.

    ``creators`` are all, those who may manage the server, or those of a role (its id).
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
        """What a new table begins with."""
        return {k: v for k, v in (("pace", self.pace), ("clock", self.clock)) if v}


@dataclass(frozen=True, slots=True)
class Member:
    """What a member has chosen. ``theme`` "": that of the server; ``confirm``: what asks first.

    ``language`` "": that of his Discord. ``words``: by title which words were explained to him, each with the
    game and revision at which it was. ``guide``: whether steps are explained in his first turns;
    ``guided``: by title and step the turns in which it was explained.
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
    """The settings of all."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.tell_others: Callable[[str], None] = lambda what: None
        self._servers: dict[int, Server] = {}
        self._members: dict[int, Member] = {}

    async def server(self, guild: int | None) -> Server:
        """The settings of a server; the defaults where there is none."""
        if guild is None:
            return Server()
        if guild not in self._servers:
            kept = await self._store.read(lambda conn: rows.server(conn, guild))
            _keep(self._servers, guild, _read(Server, kept))
        return self._servers[guild]

    async def set_server(self, guild: int, **values: Any) -> Server:
        """Change some settings of a server."""
        made = replace(await self.server(guild), **values)
        await self._store.write(lambda conn: rows.put_server(conn, guild, asdict(made)))
        self._servers[guild] = made
        self.tell_others(f"server {guild}")
        return made

    async def member(self, user: int) -> Member:
        """The settings of a member."""
        if user not in self._members:
            kept = await self._store.read(lambda conn: rows.member(conn, user))
            _keep(self._members, user, _read(Member, kept))
        return self._members[user]

    async def set_member(self, user: int, **values: Any) -> Member:
        """Change some settings of a member."""
        made = replace(await self.member(user), **values)
        await self._store.write(lambda conn: rows.put_member(conn, user, asdict(made)))
        self._members[user] = made
        self.tell_others(f"member {user}")
        return made

    async def meet(self, user: int, title: str, words: Sequence[str], mark: Sequence[int]) -> None:
        """Note that words of a title are explained to a member, at a revision of a game."""
        met = (await self.member(user)).words
        fresh = {word: list(mark) for word in words if word not in met.get(title, {})}
        if fresh:
            await self.set_member(user, words={**met, title: {**met.get(title, {}), **fresh}})

    async def keep_guided(self, user: int, title: str, step: str, turns: Sequence[str]) -> None:
        """Note the turns in which a step of a title was explained to a member."""
        guided = (await self.member(user)).guided
        steps = guided.get(title, {})
        if list(steps.get(step, ())) != list(turns):
            await self.set_member(user, guided={**guided, title: {**steps, step: list(turns)}})

    def drop_member(self, user: int) -> None:
        """Forget a member in memory, in all processes."""
        self._members.pop(user, None)
        self.tell_others(f"member {user}")

    def heard(self, what: str) -> None:
        """Another process changed some settings; "": some may have been missed."""
        kind, _, number = what.partition(" ")
        if kind == "server":
            self._servers.pop(int(number), None)
        elif kind == "member":
            self._members.pop(int(number), None)
        elif not what:
            self._servers.clear()
            self._members.clear()


def _keep(kept: dict[int, AnySettings], key: int, value: AnySettings) -> None:
    kept[key] = value
    while len(kept) > KEEP:
        del kept[next(iter(kept))]


def _read(kind: type[AnySettings], raw: Mapping[str, Any]) -> AnySettings:
    """Build settings from stored values; unknown keys are dropped."""
    known = {each.name for each in fields(kind)}
    found = {k: tuple(v) if isinstance(v, list) else v for k, v in raw.items() if k in known}
    make: Any = kind
    made: AnySettings = make(**found)
    return made
