"""A copy made while four tables play, the bot killed, the copy restored: it is that copy and nothing else.

    python -m tests.drills restore [--short] [--seed N]

Every other restore is itself killed at some moment: then the old database or the copy is there, whole, and
another restore does it. What was there before is kept, as it was.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from random import Random

from bot.operate import restore
from bot.operate.backup import copy_database_file
from tests.drills.books import NURSERY, Books, Writing
from tests.drills.line import options, told

ROUNDS, SHORT = 50, 2


@dataclass
class Told:
    """The figures."""

    rounds: int = 0
    killed: int = 0
    undone: int = 0
    moves: int = 0
    faults: list[str] = field(default_factory=list)

    def line(self, seconds: float) -> str:
        return (
            f"{self.rounds} restores after kill -9, {self.killed} of them killed themselves "
            f"({self.undone} before they changed anything), {self.moves} moves played; "
            f"{len(self.faults)} faults; {seconds:.0f} s"
        )


def command(copy: Path, path: Path) -> None:
    """What the operator runs."""
    with redirect_stdout(StringIO()):
        code = restore.main([str(copy), "--database", f"sqlite:///{path}"])
    raise SystemExit(code)


async def drill(folder: Path, rounds: int, seed: int) -> Told:
    """So many rounds on one database."""
    told, rng, path = Told(), Random(seed), folder / "games.db"
    for number in range(rounds):
        await one_round(path, folder / f"copy-{number}.db", rng, told, kill=bool(number % 2))
        told.rounds += 1
    return told


async def one_round(path: Path, copy: Path, rng: Random, told: Told, *, kill: bool) -> None:
    """Play, copy, play on, die, restore."""
    run, books = Writing(path, seed=rng.getrandbits(30)), Books()
    await run.until_it_plays(6)
    await asyncio.sleep(rng.random() * 0.3)
    await asyncio.to_thread(copy_database_file, path, copy)
    wanted = await digests(copy)
    await asyncio.sleep(rng.random() * 0.3)
    books.hear(run.kill())
    told.moves += len(books.acknowledged)
    old = {path.with_name(f"left-{n}"): beside for n, beside in enumerate(path.parent.glob("games.db*"))}
    left = await kept_as(path, old)
    if kill:
        await killed(path, copy, rng, told, left, wanted)
    process = NURSERY.Process(target=command, args=(copy, path), daemon=True)
    process.start()
    await asyncio.to_thread(process.join, 120)
    if process.exitcode != 0:
        told.faults.append(f"restore ended with {process.exitcode}")
    if await digests(path) != wanted:
        told.faults.append("the restored database is not the copy")
    keeps = sorted(path.parent.glob("games-replaced-*.db"))
    if not any([await digests(keep) == left for keep in keeps]):
        told.faults.append("what was there before is not kept as it was")
    for file in path.parent.glob("games-replaced-*"):
        file.unlink()


async def killed(
    path: Path, copy: Path, rng: Random, told: Told, left: Mapping[int, str], wanted: Mapping[int, str]
) -> None:
    """A restore that is killed at some moment; one of the two is there afterwards."""
    process = NURSERY.Process(target=command, args=(copy, path), daemon=True)
    process.start()
    await asyncio.sleep(rng.random() * 1.2)
    process.kill()
    process.join()
    told.killed += 1
    there = await digests(path)
    told.undone += there == left
    if there not in (left, wanted):
        told.faults.append("a killed restore left neither the old database nor the copy")


async def kept_as(path: Path, old: Mapping[Path, Path]) -> Mapping[int, str]:
    """The digests of what a killed process left, read from a copy: to read it itself would tidy it up."""
    with tempfile.TemporaryDirectory() as folder:
        for beside in old.values():
            (Path(folder) / beside.name).write_bytes(beside.read_bytes())
        return await digests(Path(folder) / path.name)


async def digests(path: Path) -> Mapping[int, str]:
    """The digest of each game in a file."""
    return Books().check(path)


def main(argv: Sequence[str]) -> int:
    """The exit code is 1 when a restore was not that."""
    chosen = options("restore").parse_args(argv)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(drill(Path(folder), SHORT if chosen.short else ROUNDS, chosen.seed))
    print(found.line(time.monotonic() - began))
    return told(found.faults)
