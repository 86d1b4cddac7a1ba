"""SIGKILL in the middle of computers' turns: no move is lost, none is made twice, and the game goes on.

    python -m tests.drills computers [--short] [--seed N] [--kills N]

The process holds the database as the bot does, with a table of three computers that choose in a worker. It
tells a line after each write that was stored. It is killed at any moment, and now and then its worker is;
then what it told is held against the database, and the next one goes on with the same game.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from bot.computers.driver import ComputerPlayerDriver
from bot.computers.service import ORIGIN
from bot.games import stored_games
from bot.games.core import Games
from bot.games.loading import build_game
from bot.games.outcome import Outcome
from bot.store import open_store, records
from bot.table import service as tables
from bot.work.pool import Pool
from engine import BadLog
from tests.drills.books import NURSERY, PATIENCE, RECORDS, _row
from tests.drills.line import options, told
from tests.drills.owed import missing_messages

TITLE, LEVEL, SEATS = "1889", "easy", 3
FULL, SHORT = 40, 3
LONGEST = 1.0
"""Seconds from the first move until the kill, at most."""
WORKER = 0.05
"""How often a move is followed by the end of the worker."""

MADE = "SELECT rev_from, rev_to FROM interaction WHERE game = ? AND id LIKE ? ORDER BY rev_from"


# --- the process that is killed --------------------------------------------------------------------


def run(path: Path, out: Path, seed: int) -> None:
    """Let computers play, until it is killed."""
    logging.disable()
    asyncio.run(_run(path, out, Random(seed)))


async def _run(path: Path, out: Path, rng: Random) -> None:
    line = os.open(out, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    games, pool = Games(await open_store(f"sqlite:///{path}")), Pool(1)
    driver, write = ComputerPlayerDriver(games, pool), games.write

    async def telling(*args: Any, **more: Any) -> Outcome:
        outcome = await write(*args, **more)
        if outcome.ok:
            os.write(line, json.dumps([outcome.game_id, outcome.revision]).encode() + b"\n")
        if rng.random() < WORKER:
            for worker in pool.pids:
                os.kill(worker, signal.SIGKILL)
        return outcome

    games.write = telling  # type: ignore[method-assign]
    games.wake_sender = driver.start_due_tasks
    while True:
        await _game(games)
        await driver.resume()
        await asyncio.sleep(0.05)


async def _game(games: Games) -> None:
    """The running game, or a new one."""
    info = await stored_games.game_info_of_channel(games, 1)
    if info is None:
        levels = [LEVEL] * SEATS
        made = await tables.create_game(games, 1, title=TITLE, name="x", channel_id=1, computer_levels=levels)
        info = await games.info(made.game_id)
    if info is not None and info.status == "lobby":
        await tables.start_game(games, info.id, 1)


# --- whoever kills it ------------------------------------------------------------------------------


class Kills:
    """What was told, and what is wrong with the database."""

    def __init__(self, folder: Path) -> None:
        self.path, self.out = folder / "games.db", folder / "told"
        self.told: dict[int, int] = {}
        self.faults: list[str] = []
        self.moves = 0

    def once(self, rng: Random) -> None:
        """Let it play for a while, kill it, and look."""
        before = self.moves
        process = NURSERY.Process(target=run, args=(self.path, self.out, rng.getrandbits(30)))
        process.start()
        end = time.monotonic() + PATIENCE
        while self.hear() <= before and time.monotonic() < end:
            time.sleep(0.02)
        time.sleep(rng.random() * LONGEST)
        process.kill()
        process.join()
        if self.hear() <= before:
            self.faults.append("the game does not go on")
        self.check()

    def hear(self) -> int:
        """How much it has told by now."""
        lines = self.out.read_bytes().splitlines() if self.out.is_file() else []
        whole = [json.loads(line) for line in lines if line.endswith(b"]")]
        for game, revision in whole:
            self.told[game] = max(revision, self.told.get(game, 0))
        self.moves = len(whole)
        return self.moves

    def check(self) -> None:
        """Hold what it told against the database."""
        with closing(sqlite3.connect(self.path)) as db:
            db.row_factory = _row
            for game, setup, revision in db.execute("SELECT id, genesis, rev FROM game").fetchall():
                rows = db.execute(RECORDS, (game,)).fetchall()
                if revision < self.told.get(game, 0):
                    self.faults.append(f"game {game}: told of {self.told[game]}, stored are {revision}")
                if setup is not None:
                    self._fold(db, game, setup, rows, revision)
                made = (
                    "SELECT rev_from, rev_to FROM interaction WHERE game = ? AND id LIKE ? ORDER BY rev_from"
                )
                self._once_each(game, rows, db.execute(made, (game, f"{ORIGIN}:%")).fetchall())

    def _fold(
        self, db: sqlite3.Connection, game: int, setup: Any, rows: Sequence[Any], revision: int
    ) -> None:
        try:
            made = build_game(records.verify_log(game, setup, rows, revision))
            self.faults += missing_messages(db, game, made)
        except BadLog as fault:
            self.faults.append(f"game {game}: {fault}")

    def _once_each(self, game: int, rows: Sequence[Any], decisions: Sequence[Any]) -> None:
        """Each decision made the records from its revision on, and no two made the same."""
        made = [record_number for first, last in decisions for record_number in range(first + 1, last + 1)]
        stored = [row.seq for row in rows if row.via == ORIGIN]
        if made != stored:
            self.faults.append(f"game {game}: the decisions {made} made the moves {stored}")


def drill(folder: Path, kills: int, seed: int) -> Kills:
    """Kill so often; returns what came of it."""
    found, rng = Kills(folder), Random(seed)
    for _ in range(kills):
        found.once(rng)
        if found.faults:
            break
    return found


def main(argv: Sequence[str]) -> int:
    """The exit code is 1 when anything was lost or doubled, or the game stood still."""
    parser = options("computers")
    parser.add_argument("--kills", type=int)
    chosen = parser.parse_args(argv)
    kills, began = chosen.kills or (SHORT if chosen.short else FULL), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = drill(Path(folder), kills, chosen.seed)
    seconds = time.monotonic() - began
    print(f"{kills} kills, {found.moves} writes in {len(found.told)} games; {seconds:.0f} s")
    return told(found.faults)
