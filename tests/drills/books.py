"""What a writer told, kept by whoever kills it, and held against what its database says afterwards."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import sqlite3
import time
from collections import namedtuple
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.games.loading import build_game
from bot.store import records
from engine import BadLog
from tests.drills import writer
from tests.drills.owed import missing_messages

PATIENCE = 120
RECORDS = "SELECT seq, seat, via, at, digest, body FROM record WHERE game = ? ORDER BY seq"

NURSERY = multiprocessing.get_context("forkserver")
NURSERY.set_forkserver_preload(["tests.drills.writer", "bot.operate.restore"])


@dataclass
class Books:
    """All moves that were tried, and those that were acknowledged, by id."""

    tried: dict[str, list[Any]] = field(default_factory=dict)
    acknowledged: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    kills: int = 0
    faults: list[str] = field(default_factory=list)

    def hear(self, said: bytes) -> list[str]:
        """Take down what a process told; returns the ids that were left without an answer."""
        open_ones: list[str] = []
        for line in said.decode().splitlines():
            if not line.endswith("]"):
                continue  # killed in the middle of a line
            word, *rest = json.loads(line)
            if word == "try":
                self.tried[rest[0]] = rest
                open_ones.append(rest[0])
            elif word == "done":
                open_ones.remove(rest[0])
                self._answered(rest[0], rest[1], rest[3])
        return open_ones

    def _answered(self, key: str, kind: str, duplicate: bool) -> None:
        if key in self.acknowledged and not (kind == "ok" and duplicate):
            self.faults.append(f"the move {key} was acknowledged and then answered with {kind}")
        if kind == "ok":
            self.acknowledged.add(key)
        elif kind == "not_saved":
            self.refused.add(key)

    def check(self, path: Path) -> dict[int, str]:
        """Hold them against a database, read without the bot's own store; returns the digest of each game."""
        digests: dict[int, str] = {}
        if not path.is_file():
            return digests
        actions = 0
        with closing(sqlite3.connect(path)) as db:
            db.row_factory = _row
            stored = {key for (key,) in db.execute("SELECT id FROM interaction")}
            for game, setup, revision in db.execute("SELECT id, genesis, rev FROM game").fetchall():
                rows = db.execute(RECORDS, (game,)).fetchall()
                if setup is not None:
                    try:
                        made = build_game(records.verify_log(game, setup, rows, revision))
                    except BadLog as fault:
                        self.faults.append(str(fault))
                        continue
                    digests[game] = made.digest()
                    self.faults += missing_messages(db, game, made)
                    actions += sum(record.kind == "action" for record in made.log)
        self._compare(stored & self.tried.keys(), actions)
        return digests

    def line(self) -> str:
        """The figures."""
        return (
            f"{self.kills} kills, {len(self.tried)} moves tried, {len(self.acknowledged)} acknowledged, "
            f"{len(self.faults)} faults"
        )

    def _compare(self, stored: set[str], actions: int) -> None:
        lost = self.acknowledged - stored
        doubled = actions - len(stored)
        said = {"acknowledged moves are lost": len(lost), "moves were made that nobody asked for": doubled}
        said["moves were stored though they were refused"] = len(self.refused & stored)
        self.faults += [f"{number} {what}" for what, number in said.items() if number]


def _row(cursor: sqlite3.Cursor, values: tuple[Any, ...]) -> Any:
    return namedtuple("Row", [column[0] for column in cursor.description])(*values)


class Writing:
    """One run of a writer, a process forked from one that has loaded everything."""

    def __init__(self, path: Path, again: Sequence[Any] = (), seed: int = 1, **more: Any) -> None:
        self.heard = path.with_name("heard.txt")
        self.heard.unlink(missing_ok=True)
        orders = writer.Orders(path, self.heard, again, seed, **more)
        self.process = NURSERY.Process(target=writer.run, args=(orders,), daemon=True)
        self.process.start()

    async def until_it_plays(self, lines: int = 1) -> None:
        """Wait until it has told so much."""
        end = time.monotonic() + PATIENCE
        while self._read().count(b"\n") < lines:
            assert self.process.is_alive(), "the writer ended before it played"
            assert time.monotonic() < end, "the writer does not play"
            await asyncio.sleep(0.005)

    async def ended(self) -> bytes:
        """Wait for its end; returns what it told."""
        await asyncio.to_thread(self.process.join, PATIENCE)
        assert self.process.exitcode == 0, f"the writer ended with {self.process.exitcode}"
        return self._read()

    def kill(self) -> bytes:
        """SIGKILL; returns what it told."""
        self.process.kill()
        self.process.join()
        return self._read()

    def _read(self) -> bytes:
        return self.heard.read_bytes() if self.heard.exists() else b""
