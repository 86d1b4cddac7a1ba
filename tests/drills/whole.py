"""A whole game by thumb: every decision through the pages, to the ranking, each answer timed.

    python -m tests.drills whole [--title 18OE] [--players N] [--seed S] [--pictures] [--options K=V,…]
                                 [--until ROUND] [--save DIR] [--from FILE]

Members press what the pages show, as a seeded chance wants it; the workers are processes, as in a real bot.
An answer is everything that a press brings about, the cards of all included. Broken: a press that is refused,
an error in the log, a message past Discord's limits, no ranking. ``--until "OR 1.2"`` ends before that round,
``--save`` writes the game at each new round and every hundred presses, ``--from`` plays such a file on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import pickle
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.local import MEMBERS
from bot.work.pool import DEADLINE, Pool
from engine import Game, import_game
from tests.bot.playing import NoPictures, Players
from tests.bot.tables import Table, open_table

PATIENCE = 120.0
"""Seconds within which a press must have come to rest."""

SLOW = 2.0
"""Seconds from which on an answer gets a line of its own."""

LONG = 8.0
"""Seconds from which on work of a worker gets one."""

KEPT = 100
"""Presses after which the game is written once more within a round."""

DETOURS = 0.01
"""How often somebody looks elsewhere instead of deciding."""


@dataclass
class Played:
    """The figures of one game."""

    turns: int = 0
    took: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)

    def part(self, share: float) -> int:
        """Milliseconds within which this share of the answers came."""
        ordered = sorted(self.took)
        return round(1000 * ordered[min(int(share * len(ordered)), len(ordered) - 1)]) if ordered else 0

    def line(self) -> str:
        """All of it in a line."""
        return (
            f"{self.turns} turns, {len(self.took)} presses; answers p50 {self.part(0.5)} ms, "
            f"p95 {self.part(0.95)} ms, p99 {self.part(0.99)} ms, max {self.part(1.0)} ms; "
            f"{sum(self.refused.values())} refused, {len(self.errors)} errors"
        )


class Errors(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self, kept: list[str]) -> None:
        super().__init__(logging.ERROR)
        self.kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(f"{record.getMessage()}: {record.exc_info[1] if record.exc_info else ''}")
        print(f"    ERROR: {self.format(record)}", flush=True)


class Watched(Pool):
    """Workers of which one can say what they are at."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.at_work: dict[int, tuple[float, Any]] = {}
        self.count = 0

    async def run(self, work: Any, *args: Any, deadline: float = DEADLINE) -> Any:  # type: ignore[override]
        self.count += 1
        number, began = self.count, time.perf_counter()
        self.at_work[number] = began, (work.__name__, *args)
        try:
            return await super().run(work, *args, deadline=deadline)
        finally:
            del self.at_work[number]
            if (took := time.perf_counter() - began) > LONG:
                print(f"    long: {work.__name__} {took:.1f} s, deadline {deadline:g} s", flush=True)

    def told(self, folder: Path | None) -> None:
        """Print what is unfinished, and write it down."""
        for began, job in self.at_work.values():
            print(f"    UNFINISHED for {time.perf_counter() - began:.0f} s: {job[0]}", flush=True)
            if folder is not None:
                (folder / f"unfinished-{job[0]}.pickle").write_bytes(pickle.dumps(job))


class Whole:
    """One game at one table."""

    def __init__(self, table: Table, args: argparse.Namespace) -> None:
        self.table, self.args, self.played = table, args, Played()
        self.players = Players(table, args.seed, DETOURS)

    async def play(self) -> Game:
        """Press until the game is over, or the round is reached where it shall end."""
        began, here, last = time.perf_counter(), "", ""
        while not (game := await self.players.game()).state.ended:
            if self.args.until and game.round_title().startswith(self.args.until):
                break
            if game.round_title() != here:
                here = game.round_title()
                print(
                    f"  {here}: {game.revision}, {time.perf_counter() - began:.0f} s, {self.played.line()}",
                    flush=True,
                )
                self._save(game)
            if len(self.played.took) % KEPT == 0:
                self._save(game, "latest")
            last = self._count(game, last)
            try:
                await self._press(game)
            except BaseException:
                self._save(game, "stuck")
                raise
        self._save(game)
        return game

    def _count(self, game: Game, last: str) -> str:
        waiting = game.waiting()
        now = f"{waiting.players} {waiting.company}" if waiting else ""
        self.played.turns += now != last
        return now

    async def _press(self, game: Game) -> None:
        page, began = self.players.page, time.perf_counter()
        reply = await self.players.press(game)
        took = time.perf_counter() - began
        self.played.took.append(took)
        if took > SLOW:
            print(
                f"    slow: {took:.1f} s at {game.revision}, {self.players.button_name}, {game.waiting()}",
                flush=True,
            )
        for text in reply:
            print(
                f"    REFUSED at rev {game.revision}: {text} ({page.text[:200] if page else ''})", flush=True
            )
            self.played.refused[text] += 1

    def _save(self, game: Game, name: str = "") -> None:
        if self.args.save:
            self.args.save.mkdir(parents=True, exist_ok=True)
            name = name or game.round_title().replace(" ", ".")
            (self.args.save / f"{name}.json").write_text(json.dumps(game.to_json()), encoding="utf-8")


async def drill(args: argparse.Namespace) -> int:
    """Play, and print the figures; 1 when anything was broken."""
    names = MEMBERS[: args.players]
    with (
        tempfile.TemporaryDirectory() as data,
        patch("bot.table.service.secrets.randbits", lambda _: args.seed),
        # The simulated Discord would wait for the edit that shows a step, and count the wait as an answer's.
        patch("bot.games.announcements.STEP_DELAY_MS", 0),
    ):
        pool = Watched(2)
        async with open_table(Path(data), pool, names, PATIENCE) as table:
            whole = Whole(table, args)
            logging.getLogger().addHandler(Errors(whole.played.errors))
            await seated(table, names, args)
            if not args.pictures:
                table.bot.pictures = NoPictures()  # type: ignore[assignment]
            try:
                return told(whole, await whole.play(), table)
            except BaseException:
                pool.told(args.save)
                for task in asyncio.all_tasks():
                    task.print_stack(limit=4, file=sys.stdout)
                raise


async def seated(table: Table, names: Sequence[str], args: argparse.Namespace) -> None:
    """A table where the game begins, or goes on from a file."""
    if args.file is None:
        await table.started(*names, title=args.title, order="join", options=args.options)
        return
    game = import_game(json.loads(args.file.read_bytes()))
    with patch("bot.table.starting.new_game", lambda *_, **__: game):
        await table.started(*names, title=args.title, order="join")


def told(whole: Whole, game: Game, table: Table) -> int:
    """Print how it went."""
    cards = table.posts("the game is over", r"1\. ")
    whole.played.refused.pop("", None)
    print(f"{game.title.key}, {whole.args.players} players, seed {whole.args.seed}: {whole.played.line()}")
    print(f"  {game.state.ended or game.round_title()}, rev {game.revision}, scores {game.scores()}")
    print("  " + " ".join(f"{k}={n}" for k, n in whole.players.used.most_common()))
    ranked = bool(cards) or bool(whole.args.until)
    return 0 if ranked and not whole.played.errors and not whole.played.refused else 1


def main(argv: Sequence[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.drills whole")
    parser.add_argument("--title", default="18OE")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--options", default="", help="as in /game new: key=value, separated by commas")
    parser.add_argument("--until", default="")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--from", dest="file", type=Path)
    return asyncio.run(drill(parser.parse_args(argv)))
