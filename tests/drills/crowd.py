"""Many tables in one database: some are played by chance, all others are copies of these."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from bot.calls import rows as reminder_rows
from bot.calls import service as reminders
from bot.games.core import Games
from bot.store import checksums, game_rows, open_store, records
from bot.store.game_rows import GameInfo
from bot.store.records import NewRecord
from bot.table import service as tables
from engine import Action, Game, copy_game
from engine.checks.random_play import RandomPlayer

TITLES, SEATS = ("18EZ", "1889"), 3
FAR = 10**7
"""Seconds until anybody at these tables would be called again."""

Place = Callable[[int], tuple[int, int, Sequence[int]]]
"""The guild, the channel and the users of a table by its number, from 1 on."""


def anywhere(table: int) -> tuple[int, int, list[int]]:
    """Places and people that no server knows."""
    return 7, 10**6 + table, [10**7 + 10 * table + seat for seat in range(SEATS)]


async def fill(file: Path, count: int, played: int, moves: tuple[int, int], place: Place = anywhere) -> None:
    """Make ``count`` running tables, the first ``played`` by chance with so many moves (least, most)."""
    store = await open_store(f"sqlite:///{file}")
    games = Games(store)
    try:
        for number in range(1, played + 1):
            await _play(games, number, moves, place)
        await reminders.start_reminders(games, 10**9)
    finally:
        await store.close()
    with closing(sqlite3.connect(file)) as db, db:
        _at_rest(db)
        _copy(db, played, count, place)
        db.execute("UPDATE game SET seal = NULL")
    await _seal(file)


async def _seal(file: Path) -> None:
    """Seal the games anew, whose rows were changed past the service."""
    store = await open_store(f"sqlite:///{file}")
    try:
        async with store.transaction() as conn:
            await checksums.store_missing_checksums(conn)
    finally:
        await store.close()


async def _play(games: Games, number: int, moves: tuple[int, int], place: Place) -> None:
    guild, channel, users = place(number)
    made = await tables.create_game(games,
        users[0], title=TITLES[number % len(TITLES)], name=f"Table {number}",
        guild_id=guild, channel_id=channel,
        owner_name="Ann",
    )  # fmt: skip
    for user, name in zip(users[1:], ("Ben", "Cy"), strict=True):
        assert (await tables.join_game(games, made.game_id, user, name)).ok
    assert (await tables.start_game(games, made.game_id, users[0])).ok
    info, game = await games.info(made.game_id), await games.game(made.game_id)
    assert info is not None
    assert game is not None
    begun, chance = game.revision, Chance(game, number)
    for _ in range(Random(number).randint(*moves)):
        chance.game.submit(chance.action())
    await _store(games, info, chance.game, begun)


async def _store(games: Games, info: GameInfo, game: Game, begun: int) -> None:
    """Put a game that was played elsewhere in the place of a stored one that had just begun."""
    entries = [
        NewRecord(r.number, r.by, r.to_json(), info.holder_id_of(r.by), "button") for r in game.log[begun:]
    ]
    async with games.store.transaction() as conn:
        await records.append_records(conn, info.id, entries)
        assert await game_rows.set_revision(conn, info, game.revision)
        await reminder_rows.delete_reminders(conn, info.id, game.state.seats)
    games.drop_from_memory(info.id)


class Chance:
    """What a chance wants to be done at a table; its game is a mirror of the one at the bot."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.dice = copy_game(game), RandomPlayer(game.title, seed)
        self.game.view.answers = None

    def action(self) -> Action:
        """A legal action of whoever is waited for, no offer and no end of the game."""
        while True:
            action = self.dice.action(self.game)
            waiting = self.game.waiting()
            asked = waiting is not None and action.player in waiting.players
            if asked and not action.kind.startswith("offer") and action.kind != "declare_bankruptcy":
                return action


def _at_rest(db: sqlite3.Connection) -> None:
    """Nothing waits to be posted, and nobody is to be called."""
    for table in ("outbox", "call", "interaction"):
        db.execute(f'DELETE FROM "{table}"')
    db.execute("UPDATE wait SET due = ?", (int(time.time()) + FAR,))


def _copy(db: sqlite3.Connection, played: int, count: int, place: Place) -> None:
    """Copies of the first tables with places and people of their own."""
    ids = [row[0] for row in db.execute("SELECT id FROM game ORDER BY id")]
    for number in range(played + 1, count + 1):
        source, (guild, channel, users) = ids[number % played], place(number)
        made = _insert(db, "game", f"id = {source}", {
            "id": None, "guild": guild, "channel": channel, "name": f"Table {number}", "owner": users[0],
        })  # fmt: skip
        for name in ("seat", "tenure", "record", "wait"):
            own = {"id": None} if "id" in _columns(db, name) else {}
            _insert(db, name, f"game = {source}", {**own, "game": made})
        for seat, user in enumerate(users, 1):
            for name in ("seat", "tenure", "wait"):
                where = f"game = {made} AND seat = 'p{seat}'"
                db.execute(f'UPDATE "{name}" SET user_id = {user} WHERE {where}')


def _insert(db: sqlite3.Connection, table: str, where: str, changed: dict[str, Any]) -> int:
    columns = _columns(db, table)
    taken = ", ".join("?" if c in changed else f'"{c}"' for c in columns)
    values = [changed[c] for c in columns if c in changed]
    names = ", ".join(f'"{c}"' for c in columns)
    cursor = db.execute(
        f'INSERT INTO "{table}" ({names}) SELECT {taken} FROM "{table}" WHERE {where}', values
    )
    return int(cursor.lastrowid or 0)


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in db.execute(f'PRAGMA table_info("{table}")')]
