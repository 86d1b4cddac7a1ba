"""A process that plays (`run`), killed whenever a drill likes.

It holds the database as the bot does and plays random moves at four tables at once by the service, each under
an id of its own. It tells a line before each move and one after its answer:

    ["try", id, table, user, kind, args, rev]      ["done", id, kind of the answer, rev, duplicate]

First it repeats the moves that it is given, as Discord repeats what was not answered. With ``room`` its files
may grow by so many bytes only, until `REFUSED` moves at each table were refused.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import resource
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from bot.games import moves, stored_games
from bot.games.core import Games
from bot.operate import features
from bot.store import lock_database, open_store
from bot.table import service as tables
from bot.work.registry import registered_names_by_purpose
from engine.checks.random_play import RandomPlayer

FEATURES = features
"""The list of all features, with which the bot starts, too: importing it registers what follows a move."""
TITLE, TABLES, PLAYERS = "1889", 4, 3
REFUSED = 5
"""Moves at each table that a full disk refuses, before there is room again."""


@dataclass(frozen=True)
class Orders:
    """What a writer is to do; ``out`` is where it tells of it."""

    path: Path
    out: Path
    again: Sequence[Any] = ()
    seed: int = 1
    moves: int = 10**6
    room: int | None = None


class Writer:
    def __init__(self, games: Games, orders: Orders) -> None:
        self.games, self.orders, self.rng = games, orders, Random(orders.seed)
        self.told = os.open(orders.out, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self.refused = 0

    def say(self, *words: Any) -> None:
        os.write(self.told, json.dumps(words).encode() + b"\n")

    async def play(self) -> None:
        """All that it was told to do."""
        self.say("open")
        for move in self.orders.again:
            await self.carry_out(*move)
        if self.orders.room is not None:
            for number in range(1, TABLES + 1):
                await self.open_game(number)
            self.fill(self.orders.room)
        await asyncio.gather(*(self.table(n, self.orders.moves) for n in range(1, TABLES + 1)))

    async def table(self, number: int, moves: int) -> None:
        """Play at one table, and at the next one when it is over."""
        for _ in range(moves):
            game = await self.open_game(number)
            if game is not None:
                await self.move(game)

    async def open_game(self, number: int) -> int | None:
        info = await stored_games.game_info_of_channel(self.games, number)
        if info is not None and info.status == "running":
            return info.id
        made = await tables.create_game(
            self.games, 1, title=TITLE, name="x", channel_id=number, owner_name="1"
        )
        game = info.id if info is not None and info.status == "lobby" else made.game_id
        for user in range(2, PLAYERS + 1):
            await tables.join_game(self.games, game, user, str(user))
        return game if (await tables.start_game(self.games, game, 1)).ok else None

    async def move(self, game: int) -> None:
        live = await self.games.load(game)
        if live is None or live.game is None:
            return
        action = RandomPlayer(live.game.title, self.rng.getrandbits(30)).action(live.game)
        user = live.info.holder_id_of(action.player)
        assert user is not None
        key, revision = os.urandom(6).hex(), live.game.revision
        await self.carry_out(key, game, user, action.kind, dict(action.args), revision)

    async def carry_out(self, key: str, game: int, user: int, kind: str, args: Any, revision: int) -> None:
        self.say("try", key, game, user, kind, args, revision)
        done = await moves.make_move(
            self.games, game, user, kind, args, revision=revision, interaction_id=key
        )
        self.say("done", key, done.kind, done.revision, done.duplicate)
        if done.kind == "not_saved":
            self.refused += 1
            if self.refused == REFUSED * TABLES:
                limit_files(None)

    def fill(self, room: int) -> None:
        """Nothing of the database may grow by more than that."""
        path = self.orders.path
        sizes = [p.stat().st_size for p in path.parent.glob(f"{path.name}*")]
        limit_files(max(sizes) + room)


def limit_files(size: int | None) -> None:
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (most if size is None else size, most))


def run(orders: Orders) -> None:
    """The whole life of a writer, unless it is killed."""
    logging.disable()
    asyncio.run(_run(orders))


async def _run(orders: Orders) -> None:
    url = f"sqlite:///{orders.path}"
    with lock_database(url):
        store = await open_store(url)
        await Writer(Games(store), orders).play()
        await store.close()


def tell_registered(pipe: Connection) -> None:
    """Send what is registered in this process, and what is once it has imported the bot."""
    registered = registered_names_by_purpose()
    import_module("bot.app")
    pipe.send((registered, registered_names_by_purpose()))
