"""Many tables at once: how long a member waits, what it costs, and how it grows.

`python -m tests.drills load [--short] [--tables N] [--part NAME]` prints the figures of each part as JSON:

| part | what is measured |
| --- | --- |
| service | N tables act in the same moment, by the service alone |
| bot | the same by a bot on the loopback server, with pictures: acknowledged, answered, all cards posted |
| cold | games that are not in memory are opened, one after the other; the size of the database |
| memory | all processes of a bot of 1,000 tables at which people play |

Times are milliseconds. The machine is shared by the bot, its workers and the simulated Discord.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bot.games import moves, stored_games
from bot.games.core import Games
from bot.store import open_store
from bot.store.compression import decompress
from engine import Action, Game, Record, Setup, load_game
from tests.drills.crowd import Chance, fill
from tests.drills.gauges import FILE, Gauges, children, memory, spent, spread
from tests.loopback import BotProcess, LoopbackServer
from tests.loopback.wire import Json

BOT = [sys.executable, "-m", "tests.drills.gauges"]
DONE = "✔"


@dataclass(frozen=True)
class Scale:
    """How much of it. ``rounds`` at each of ``tables``; ``crowd`` tables, ``opened`` of them."""

    tables: int = 50
    rounds: int = 10
    crowd: int = 1000
    opened: int = 150
    seeds: int = 50
    moves: tuple[int, int] = (20, 120)


LONG, SHORT = Scale(), Scale(4, 2, 40, 10, 4, (1, 4))
WAVE = 25
"""Tables of a crowd that act at once."""

SETTLED = 120.0
"""Seconds within which everything that came of a round must be posted."""


# --- by the service alone ----------------------------------------------------------------------------


async def games(scale: Scale, folder: Path) -> dict[str, Any]:
    """All tables act in the same moment, some times; nothing is posted."""
    file = folder / "service.db"
    await fill(file, scale.tables, scale.tables, scale.moves)
    store = await open_store(f"sqlite:///{file}")
    games = Games(store)
    chances = {n: Chance(await _game(games, n), n) for n in range(1, scale.tables + 1)}
    with Gauges() as gauges:
        watch = asyncio.create_task(gauges.watch_loop())
        gauges.take()
        walls, worked = [], 0.0
        for _ in range(scale.rounds):
            moves = {n: chance.action() for n, chance in chances.items()}
            began, cpu = time.perf_counter(), time.process_time()
            await asyncio.gather(*(_act(games, gauges, n, move) for n, move in moves.items()))
            walls.append(time.perf_counter() - began)
            worked += time.process_time() - cpu
            for n, move in moves.items():
                chances[n].game.submit(move)
        watch.cancel()
        found = gauges.take() | {"cpu_s": worked}
    await store.close()
    return _per_act(found, scale.tables * scale.rounds) | {"all_at_once": spread(walls)}


async def _game(games: Games, number: int) -> Game:
    found = await games.game(number)
    assert found is not None
    return found


async def _act(games: Games, gauges: Gauges, number: int, move: Action) -> None:
    info = await games.info(number)
    assert info is not None
    user = info.holder_id_of(move.player)
    with gauges.timed("act"):
        done = await moves.make_move(
            games, number, user or 0, move.kind, move.args, revision=info.revision, interaction_id=_id()
        )
    assert done.ok, done.text


def _id() -> str:
    return os.urandom(8).hex()


def _per_act(found: dict[str, Any], acts: int) -> dict[str, Any]:
    each = {name: round(count / acts, 2) for name, count in sorted(found["counts"].items())}
    return {"acts": acts, "per_act": each, "cpu_ms_per_act": round(1000 * found["cpu_s"] / acts, 1)} | found[
        "times"
    ]


# --- by a bot on the loopback server -----------------------------------------------------------------


class Hall:
    """A bot process on the loopback server, with tables in channels of their own."""

    def __init__(self, folder: Path, scale: Scale, crowd: int) -> None:
        self.scale, self.crowd, self.folder = scale, crowd, folder
        self.server = LoopbackServer()
        self.bot = BotProcess(self.server, folder, BOT, within=180)
        self.channels: dict[int, Json] = {}
        self.chances: dict[int, Chance] = {}
        self.times: dict[str, list[float]] = {"acknowledged": [], "answered": [], "settled": []}
        self.refused: list[str] = []

    async def __aenter__(self) -> Hall:
        self.folder.mkdir(parents=True, exist_ok=True)
        await self.server.start()
        self.server.interactions.deadline = self.server.patience = 60.0
        file = self.folder / "stationmaster.db"
        await fill(file, self.crowd, self.scale.seeds, self.scale.moves, self._place)
        store = await open_store(f"sqlite:///{file}")
        games = Games(store)
        for number in range(1, self.scale.tables + 1):
            self.chances[number] = Chance(await _game(games, number), number)
        await store.close()
        await self.bot.start()
        await self.server.wait_ready(180)
        await self.settle()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.bot.stop()
        await self.server.stop()

    def _place(self, number: int) -> tuple[int, int, list[int]]:
        if number > self.scale.tables:
            return int(self.server.guild["id"]), 10**6 + number, [10**7 + 10 * number + i for i in range(3)]
        self.channels[number] = self.server.channel(f"table-{number}")
        people = [self.server.member(f"{name}{number}") for name in ("Ann", "Ben", "Cy")]
        return int(self.server.guild["id"]), int(self.channels[number]["id"]), [int(p.id) for p in people]

    async def settle(self) -> None:
        """Wait until the bot has nothing more to post."""
        await self.server.until(lambda: not self.owed(), SETTLED)
        await self.server.quiet(0.5, SETTLED)

    def owed(self) -> int:
        """How many messages are due and not posted yet."""
        with closing(sqlite3.connect(self.folder / "stationmaster.db", timeout=10)) as db:
            due = "SELECT count(*) FROM outbox WHERE due <= ? AND kind <> 'tidy'"
            [[count]] = db.execute(due, (int(time.time() * 1000),)).fetchall()
        return int(count)

    async def take(self) -> dict[str, Any]:
        """What the gauges of the bot found since the last time."""
        file = self.folder / FILE
        file.unlink(missing_ok=True)
        os.kill(self.bot.pid, signal.SIGUSR1)
        await self.server.until(file.exists, SETTLED)
        found: dict[str, Any] = json.loads(file.read_text())
        return found

    async def round(self, tables: Sequence[int] | None = None) -> None:
        """All tables (or these) act in the same moment; then everything comes to rest."""
        moves = {number: self.chances[number].action() for number in tables or self.chances}
        began = time.perf_counter()
        await asyncio.gather(*(self.act(number, move) for number, move in moves.items()))
        await self.settle()
        self.times["settled"].append(time.perf_counter() - began - 0.5)

    async def act(self, number: int, move: Action) -> None:
        """One move by a typed command, whose answer is the member's page."""
        game = self.chances[number].game
        name = ("Ann", "Ben", "Cy")[int(move.player[1:]) - 1]
        member = self.server.member(f"{name}{number}")
        began = time.perf_counter()
        reply = await member.slash("/act choose", self.channels[number], move=typed(move))
        self.times["answered"].append(time.perf_counter() - began)
        assert reply.acknowledged, f"table {number} got no answer"
        self.times["acknowledged"].append(reply.acknowledged_after or 0.0)
        if DONE in reply.text:
            game.submit(move)
            return
        stored = self.stored(number)  # some moves have nothing to tell
        if stored.revision == game.revision:
            self.refused.append(f"{number}: {typed(move)[:60]}: {reply.text[:120]}")
        self.chances[number] = Chance(stored, number)

    def stored(self, number: int) -> Game:
        """The game as its log in the database leads to it."""
        with closing(sqlite3.connect(self.folder / "stationmaster.db", timeout=10)) as db:
            [[setup]] = db.execute("SELECT genesis FROM game WHERE id = ?", (number,)).fetchall()
            rows = db.execute("SELECT body FROM record WHERE game = ? ORDER BY seq", (number,)).fetchall()
        records = [Record.from_json(json.loads(decompress(body))) for (body,) in rows]
        return load_game(Setup.from_json(json.loads(decompress(setup))), records)


def typed(move: Action) -> str:
    """A move in the form in which people type it."""
    return " ".join([move.kind, *(f"{name}={_word(value)}" for name, value in move.args.items())])


def _word(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"' if " " in value or not value else value
    return json.dumps(value, separators=(",", ":"))


async def bot(scale: Scale, folder: Path) -> dict[str, Any]:
    """All tables act in the same moment, with pictures."""
    async with Hall(folder / "bot", scale, scale.tables) as hall:
        await hall.round()  # the workers have seen each title, and the bot each table
        for times in hall.times.values():
            times.clear()
        await hall.take()
        before = sum(map(spent, children(hall.bot.pid)))
        for _ in range(scale.rounds):
            await hall.round()
        found = await hall.take()
        acts = scale.tables * scale.rounds
        drawn = sum(map(spent, children(hall.bot.pid))) - before
        told = {name: spread(times) for name, times in hall.times.items()}
        workers = {"workers_cpu_ms_per_act": round(1000 * drawn / acts, 1), "refused": hall.refused[:5]}
        return told | _per_act(found, acts) | workers | {"memory": _memory(hall.bot.pid)}


def _memory(pid: int) -> dict[str, Any]:
    each = {name: memory(p) for name, p in [("main", pid), *((f"worker {c}", c) for c in children(pid))]}
    return each | {"all_pss": round(sum(m["pss"] for m in each.values()), 1)}


async def memory_of(scale: Scale, folder: Path) -> dict[str, Any]:
    """A bot of a whole crowd: people play at some tables and look at many others."""
    wide = Scale(scale.opened, scale.rounds, scale.crowd, scale.opened, scale.seeds, scale.moves)
    async with Hall(folder / "memory", wide, wide.crowd) as hall:
        began = _memory(hall.bot.pid)
        await hall.take()  # the collection at the start is nobody's pause
        for first in range(1, wide.tables + 1, WAVE):
            await hall.round(range(first, min(first + WAVE, wide.tables + 1)))
        found = await hall.take()
        size = (hall.folder / "stationmaster.db").stat().st_size
        told = {"tables": wide.crowd, "database_mb": round(size / 1e6, 1), "at_first": began["all_pss"]}
        pauses = {name: found["times"].get(name) for name in ("collection", "collection_cpu", "lag")}
        return told | {"played": _memory(hall.bot.pid), "refused": hall.refused[:5]} | pauses


# --- games that are not in memory --------------------------------------------------------------------


async def cold(scale: Scale, folder: Path) -> dict[str, Any]:
    """Games are opened that nobody has looked at for long; and what each costs on the disk."""
    file = folder / "cold.db"
    await fill(file, scale.crowd, scale.seeds, scale.moves)
    began = time.perf_counter()
    store = await open_store(f"sqlite:///{file}")
    opened = time.perf_counter() - began
    games, spent_on, lengths = Games(store), [], []
    for number in Random(1).sample(range(1, scale.crowd + 1), min(scale.opened, scale.crowd)):
        began = time.perf_counter()
        game = await _game(games, number)
        spent_on.append(time.perf_counter() - began)
        lengths.append(game.revision)
    began = time.perf_counter()
    await stored_games.list_games(games)
    listed = time.perf_counter() - began
    await store.close()
    size = file.stat().st_size
    return {
        "tables": scale.crowd, "opened": spread(spent_on), "records": sum(lengths) / len(lengths),
        "database_mb": round(size / 1e6, 1), "kb_a_table": round(size / scale.crowd / 1000, 1),
        "open_store_ms": round(1000 * opened), "list_games_ms": round(1000 * listed),
    }  # fmt: skip


# --- the command -------------------------------------------------------------------------------------

PARTS: dict[str, Callable[[Scale, Path], Awaitable[dict[str, Any]]]] = {
    "service": games,
    "bot": bot,
    "cold": cold,
    "memory": memory_of,
}


async def drill(scale: Scale, parts: Sequence[str] = tuple(PARTS)) -> dict[str, Any]:
    """The figures of the parts."""
    found = {}
    for name in parts:
        with tempfile.TemporaryDirectory() as folder, suppress(asyncio.CancelledError):
            found[name] = await PARTS[name](scale, Path(folder))
    return found


def main(argv: Sequence[str]) -> int:
    """The command line of the drill."""
    parser = argparse.ArgumentParser(prog="python -m tests.drills load")
    parser.add_argument("--short", action="store_true", help="the form that ./check runs")
    parser.add_argument("--tables", type=int, help="tables that act at once")
    parser.add_argument("--rounds", type=int, help="how often they act")
    parser.add_argument("--crowd", type=int, help="tables in the database")
    parser.add_argument("--part", action="append", choices=list(PARTS), help="only these parts")
    chosen = parser.parse_args(argv)
    base = SHORT if chosen.short else LONG
    tables = chosen.tables or base.tables
    scale = Scale(
        tables, chosen.rounds or base.rounds, chosen.crowd or base.crowd, base.opened,
        max(tables, base.seeds), base.moves,
    )  # fmt: skip
    print(json.dumps(asyncio.run(drill(scale, chosen.part or tuple(PARTS))), indent=1))
    return 0
