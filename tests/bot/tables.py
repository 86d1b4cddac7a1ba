"""A real bot on a simulated Discord, on a database file: what the end-to-end tests sit at."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands
from sqlalchemy import update

import engine
from bot.app import StationBot
from bot.config import Config
from bot.games import moves, stored_games
from bot.local import MEMBERS
from bot.operate import features
from bot.store import open_store
from bot.store.game_rows import GameInfo, SeatInfo
from bot.store.preferences import CONFIRM_ALWAYS
from bot.store.tables import record
from bot.table.new_game import store_new_game
from bot.table.service import start_game
from bot.table.titles import require_title
from bot.work.pool import Pool
from engine import Game
from tests import toy
from tests.bot.databases import blank
from tests.loopback import Message
from tests.simtable import SimAnswer, SimMember, SimTable


class Table(SimTable):
    """A SimTable with our bot; `restart` opens the database anew as a new process would."""

    def __init__(
        self, path: Path, bot: StationBot, members: Sequence[str] = MEMBERS, settle_timeout: float = 20.0
    ) -> None:
        self.path, self.bots = path, [bot]
        super().__init__(lambda: self.bots[-1], members, settle_timeout)

    @property
    def bot(self) -> StationBot:
        """The bot that is running."""
        return self.bots[-1]

    async def restart(self) -> None:
        self.bots.append(await make_bot(self.path))
        await super().restart()
        await self.bots[-2].close()

    async def info(self) -> GameInfo:
        """What is stored of the game in the channel."""
        info = await stored_games.game_info_of_channel(self.bot.games, self.channel.id)
        assert info is not None
        return info

    async def game(self) -> Game:
        """The running game."""
        game = await self.bot.games.game((await self.info()).id)
        assert game is not None
        return game

    async def on_move(self) -> list[SimMember]:
        """Whom the game waits for."""
        waiting, info = (await self.game()).waiting(), await self.info()
        assert waiting is not None
        users = {str(info.holder_id_of(seat)) for seat in waiting.players}
        return [m for m in self.people.values() if m.id in users]

    def posts(self, *words: str) -> list[Message]:
        """The public messages that hold all these words, oldest first."""
        return [m for m in self.channel_messages() if all(w in m.text for w in words)]

    def with_button(self, label: str) -> Message:
        """The newest public message with a button of that label."""
        found = next((m for m in reversed(self.channel_messages()) if label in m.labels), None)
        assert found, [m.text for m in self.channel_messages()]
        return found

    def pinged(self, message: Message) -> set[str]:
        """Whom a message called, whatever it mentions."""
        stored = self.env.backend.get_message(int(message.channel_id), int(message.id))
        return {m.name for m in self.people.values() if int(m.id) in stored.ping_user_ids}

    async def seat_of(self, member: SimMember) -> str:
        """The seat that a member holds."""
        return (await self.info()).seats_played_by(int(member.id))[0]

    async def act(self, member: SimMember, kind: str, **args: Any) -> None:
        """An action past the workspace, as the bot's own service takes it; its messages are sent."""
        with self.env._bot_scope():
            done = await moves.make_move(self.bot.games, (await self.info()).id, int(member.id), kind, args)
        assert done.ok, done.text
        await self.env.settle()

    async def damage(self, game: int) -> None:
        """Change the stored log of a game, so that it cannot be read any more."""
        changed = update(record).where(record.c.game == game).values(at=record.c.at + 1)
        await self.bot.store.write(lambda conn: conn.execute(changed))
        self.bot.games.drop_from_memory(game)

    async def import_file(self, member: SimMember, data: bytes) -> SimAnswer:
        """`/game import` with a file of these bytes."""
        return await member.slash("/game import", file=("game.json", data))

    async def be_careful(self, member: SimMember) -> None:
        """Let a member be asked before every move."""
        with self.env._bot_scope():
            await self.bot.preferences.update_member_preferences(int(member.id), confirm=CONFIRM_ALWAYS)

    async def started(
        self,
        *names: str,
        title: str = "TOY",
        careful: bool = True,
        order: str = "random",
        pace: str = "at once",
        options: str = "",
        **settings: Any,
    ) -> None:
        """A game of these members, in this order, that the first of them has made and started.

        ``careful``: they are asked before every move, so that a test reads what it would do.
        """
        people = [self.member(n) for n in names or ("Ann", "Ben", "Cy")]
        seats = [SeatInfo(f"p{i}", person.name, int(person.id)) for i, person in enumerate(people, 1)]
        owner, games = int(people[0].id), self.bot.games
        values = {
            "owner": owner, "title": require_title(title), "name": "Tuesday", "channel": self.channel.id,
            "guild": None if self.channel.guild is None else self.channel.guild.id,
            "options": dict(option.split("=") for option in options.split(",") if option),
            "settings": {"order": order, "pace": pace, **settings},
        }  # fmt: skip
        with self.env._bot_scope():
            await asyncio.gather(*(self.be_careful(person) for person in people if careful))
            made = await store_new_game(games, owner, None, values, seats)
            done = await start_game(games, made.game_id, owner)
        assert done.ok, done.text
        await self.env.settle()


async def confirmed(member: SimMember, command: str, **options: Any) -> SimAnswer:
    """A command that asks once more, and the press on its Confirm."""
    page = await member.slash(command, **options)
    [confirm, cancel] = page.labels
    assert confirm.startswith("Confirm: ")
    assert cancel == "Cancel"
    await member.click(page, confirm)
    return page


async def make_bot(path: Path, pool: Pool | None = None) -> StationBot:
    """A bot on the database in a directory, its workers threads of this process if no others are given."""
    config = Config(path, await blank(path / "games.db"))
    store = await open_store(config.database)
    bot = StationBot(config, store, pool=pool or Pool(1, processes=False), always_sync=True)
    bot.tree.sync = partial(_sync, bot, bot.tree.sync)  # type: ignore[method-assign]
    return bot


_registered: dict[tuple[int, ...], tuple[tuple[object, ...], list[Any]]] = {}
"""The slash commands by the identities of the titles, both kept: the same for each table (15 ms to make)."""


def _registers_once(register: Callable[[app_commands.CommandTree[Any]], None]) -> Callable[..., None]:
    """Return a function that registers for each tree the same commands, made by ``register``."""

    def registers(tree: app_commands.CommandTree[Any]) -> None:
        titles = tuple(engine.TITLES.values())
        key = tuple(map(id, titles))
        if key not in _registered:
            before = tree.get_commands()
            register(tree)
            _registered[key] = titles, [one for one in tree.get_commands() if one not in before]
            return
        for command in _registered[key][1]:
            tree.add_command(command)

    return registers


features.register_commands = _registers_once(features.register_commands)

_translated: dict[tuple[int, ...], bytes] = {}
"""The pickled translations of commands by their identities: to translate them takes 0.1 s."""


class Unchanged(list[Any]):
    """A payload that nobody changes, so the log of the simulated Discord need not copy it (5 ms a table)."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Unchanged:
        return self


async def _sync(
    bot: StationBot, sync: Callable[..., Awaitable[list[Any]]], *, guild: Any = None
) -> list[Any]:
    """Do as `CommandTree.sync`, but translate the same commands once in a process."""
    translator = bot.tree.translator
    if guild is not None or translator is None:
        return await sync(guild=guild)
    commands = bot.tree.get_commands()
    key = tuple(map(id, commands))
    if key not in _translated:
        made = [await c.get_translated_payload(bot.tree, translator) for c in commands]
        _translated[key] = pickle.dumps(made)
    payload = Unchanged(pickle.loads(_translated[key]))
    assert bot.application_id is not None
    await bot.http.bulk_upsert_global_commands(bot.application_id, payload=payload)
    return payload


@asynccontextmanager
async def open_table(
    path: Path, pool: Pool | None = None, members: Sequence[str] = MEMBERS, settle_timeout: float = 20.0
) -> AsyncIterator[Table]:
    """The table, closed with everything it opened."""
    table = Table(path, await make_bot(path, pool), members, settle_timeout)
    try:
        async with table:
            yield table
    finally:
        for bot in table.bots:
            await bot.close()


@asynccontextmanager
async def toy_table(path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A game of the toy title that Ann and Ben have begun."""
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    async with open_table(path) as made:
        await made.started("Ann", "Ben")
        yield made
