"""Two bot processes on one PostgreSQL: the same tables played through both, and one of them killed.

Each interaction goes to one of the two in turn, so nearly every move comes to a process that does not hold
the game as it is now. After all scenes: every acknowledged move is stored once, none was refused as stale,
every turn was called once, each table has one live card and nothing is owed.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import func, select

from bot.games import stored_games
from bot.games.core import Games
from bot.store import Store, open_store
from bot.store import tables as t
from bot.table import service as tables
from engine import Game
from tests.bot import databases
from tests.drills.ledger import Account, account, turn_of, waits_of
from tests.drills.line import options
from tests.loopback import BotProcess, LoopbackServer
from tests.loopback.views import Message, Reply
from tests.loopback.wire import Json
from tests.postgres import Cluster, why_not

NAMES = ("Ann", "Ben", "Cy")
SETTLED = 60.0
STALE = "moved on"
AT_ONCE = {"first_ping": 0, "ping_after": 0}


@dataclass
class Tally:
    """What came of the moves of all tables."""

    sent: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    stale: int = 0
    odd: list[str] = field(default_factory=list)
    slowest: float = 0.0


class Table:
    """A game in a channel of its own."""

    def __init__(self, hall: Hall, name: str) -> None:
        self.hall, self.name, self.tally = hall, name, Tally()
        self.channel: Json = hall.server.channel(name)
        self.id = self.before = 0

    async def begin(self) -> None:
        """Make the table, take the seats, start."""
        server = self.hall.server
        ann, *others = (server.member(name) for name in NAMES)
        await ann.slash("/game new", self.channel, title="18EZ", name=self.name, order="join", pace="at once")
        await server.until(lambda: server.channel_messages(self.channel))
        info = await stored_games.game_info_of_channel(self.hall.games, int(self.channel["id"]))
        assert info is not None
        self.id = info.id
        assert (await tables.change_lobby(self.hall.games, info.id, int(ann.id), settings=AT_ONCE)).ok
        [card] = server.channel_messages(self.channel)
        await asyncio.gather(*(person.click(card, "Join") for person in others))
        await server.until(lambda: not self._card().find("Start").disabled, 60)
        await ann.click(self._card(), "Start")
        await self.called()
        self.before = self.moves(await self.game())

    def _card(self) -> Message:
        [card] = self.hall.server.channel_messages(self.channel)
        return card

    async def game(self) -> Game:
        """The game as it is stored."""
        game = await self.hall.games.game(self.id)
        assert game is not None, f"{self.name} has not started"
        return game

    async def called(self) -> None:
        """Wait until everything is posted that this table is owed: whoever is to act was called."""
        query = select(func.count()).select_from(t.outbox)
        end = time.monotonic() + SETTLED
        while await self.hall.games.game(self.id) is None or await databases.value(
            self.hall.store, query.where(t.outbox.c.game == self.id)
        ):
            assert time.monotonic() < end, f"{self.name}: not posted within {SETTLED} s"
            await asyncio.sleep(0.05)

    @staticmethod
    def moves(game: Game) -> int:
        return sum(record.kind == "action" for record in game.log)

    async def act(self, deliveries: int = 1) -> None:
        """Whoever is waited for passes; ``deliveries``: both processes get it."""
        game = await self.game()
        waiting = game.waiting()
        assert waiting is not None
        member = self.hall.server.member(game.view.name(waiting.players[0]))
        self.tally.sent += 1
        self._note(await member.slash("/act pass", self.channel, deliveries=deliveries))

    async def remark(self) -> None:
        """The owner writes something down meanwhile, through the other process."""
        reply = await self.hall.server.member("Ann").slash("/gm note", self.channel, text="meanwhile")
        if reply.acknowledged and STALE in reply.text:
            self.tally.stale += 1

    def _note(self, reply: Reply) -> None:
        tally = self.tally
        if reply.interaction.id in self.hall.forgiven or not reply.acknowledged:
            tally.unanswered += 1
        elif STALE in reply.text:
            tally.stale += 1
        elif "✔" in reply.text or "pass" in reply.text.lower():
            tally.acknowledged += 1
        else:
            tally.odd.append(reply.text)
        tally.slowest = max(tally.slowest, reply.acknowledged_after or 0.0)

    async def account(self) -> Account:
        """Its waits and calls."""
        game = await self.game()
        async with self.hall.store.transaction() as conn:
            query = select(t.record.c.at).where(t.record.c.game == self.id).order_by(t.record.c.seq)
            times = [at / 1000 for at in (await conn.execute(query)).scalars()][: game.revision]
        return account(self.id, waits_of(game, times), self.hall.server.messages.posts, 0)

    def live(self) -> int:
        """How many messages offer a turn."""
        shown = self.hall.server.channel_messages(self.channel)
        return sum(turn_of([c.custom_id for c in m.components], self.id) is not None for m in shown)


class Hall:
    """A Discord, two bot processes, one database."""

    def __init__(self, url: str, folder: Path, tables: int) -> None:
        self.url, self.server = url, LoopbackServer()
        self.server.interactions.deadline = self.server.patience = 30.0
        self.server.gateway.one_by_one = True
        for name in NAMES:
            self.server.member(name)
        env = {"DATABASE_URL": url, "STATIONMASTER_WORKERS": "1"}
        self.bots = [BotProcess(self.server, folder / f"bot{i}", env=env, within=120) for i in (1, 2)]
        self.tables = [Table(self, f"table-{i}") for i in range(1, tables + 1)]
        self.forgiven: set[str] = set()
        self.comes_back = True
        self.store: Store
        self.games: Games

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Hall]:
        """Everything started, the tables begun; everything ended."""
        await self.server.start()
        try:
            await asyncio.gather(*(bot.start() for bot in self.bots))
            await self.server.until(lambda: self.server.gateway.connected == len(self.bots), 120)
            self.store = await open_store(self.url)
            self.games = Games(self.store)
            await asyncio.gather(*(table.begin() for table in self.tables))
            yield self
        finally:
            for bot in self.bots:
                await bot.stop()
            await self.server.stop()
            if hasattr(self, "store"):
                await self.store.close()

    def forgive(self) -> None:
        """Nobody waits for answers that a dead process had to give."""
        for interaction in self.server.interactions.by_id.values():
            if not interaction.answered.is_set() and self.server.gateway.is_lost(interaction.id):
                self.forgiven.add(interaction.id)
                interaction.acknowledged.set()
                interaction.answered.set()

    async def owed(self) -> int:
        """Messages that wait."""
        query = select(func.count()).select_from(t.outbox).where(t.outbox.c.kind != "tidy")
        return int(await databases.value(self.store, query))

    async def settle(self) -> bool:
        """Wait until nothing is owed; False when that takes too long."""
        end = time.monotonic() + SETTLED
        while await self.owed():
            if time.monotonic() > end:
                return False
            await asyncio.sleep(0.1)
        await self.server.quiet(0.5)
        return True


# --- scenes ------------------------------------------------------------------------------------------


async def in_turn(hall: Hall, turns: int, rng: Random) -> None:
    """One move after another, each through the other process once its player was called.

    Every fifth comes to both processes.
    """
    for n in range(turns):
        table = hall.tables[n % len(hall.tables)]
        await table.act(2 if n % 5 == 4 else 1)
        await table.called()


async def at_once(hall: Hall, turns: int, rng: Random) -> None:
    """All tables move at once, and each is written to by the other process meanwhile."""
    for n in range(max(turns // len(hall.tables), 1)):
        moves = [table.act() for table in hall.tables]
        remarks = [table.remark() for table in hall.tables] if n % 3 == 0 else []
        await asyncio.gather(*moves, *remarks)


async def killed(hall: Hall, turns: int, rng: Random) -> None:
    """One process is killed while all tables move; the other goes on alone, until the first comes back."""
    victim = rng.choice(hall.bots)
    moving = asyncio.ensure_future(at_once(hall, turns, rng))
    await asyncio.sleep(0.05 + rng.random() * 0.3)
    await victim.kill9()
    hall.forgive()
    await moving
    await in_turn(hall, len(hall.tables), rng)
    if hall.comes_back:
        await victim.start()
        await in_turn(hall, len(hall.tables), rng)


SeatsToAct = Callable[[Hall, int, Random], Awaitable[None]]
SCENES: dict[str, SeatsToAct] = {"in turn": in_turn, "at once": at_once, "one killed": killed}

HEAD = (
    f"{'scene':<12}{'moves':>6}{'stored':>7}{'lost':>5}{'twice':>6}{'stale':>6}"
    f"{'turns':>6}{'called':>7}{'over':>5}{'s':>7}"
)


async def drill(url: str, folder: Path, *, turns: int, tables: int, kills: int, seed: int) -> list[str]:
    """All scenes; prints a line for each and returns what was broken."""
    rng, faults = Random(seed), list[str]()
    async with Hall(url, folder, tables).open() as hall:
        print(HEAD, flush=True)
        hall.comes_back = kills > 1
        for name, scene in SCENES.items():
            for _ in range(kills if scene is killed else 1):
                began = time.monotonic()
                await scene(hall, turns, rng)
                found = await judged(hall, name, time.monotonic() - began)
                faults += found
        slowest = max(table.tally.slowest for table in hall.tables)
        print(f"slowest acknowledgement {slowest * 1000:.0f} ms", flush=True)
        for bot in hall.bots:
            faults += [f"a traceback in {bot.data.name}"] if "Traceback" in bot.log else []
    return faults


async def judged(hall: Hall, name: str, took: float) -> list[str]:
    """Hold what is stored and posted against what was acknowledged, so far."""
    faults = [] if await hall.settle() else [f"{await hall.owed()} messages are still owed"]
    sums = [0] * 8
    for table in hall.tables:
        tally, stored = table.tally, table.moves(await table.game()) - table.before
        told = await table.account()
        lost = max(tally.acknowledged - stored, 0)
        twice = max(stored - tally.acknowledged - tally.unanswered, 0)
        now = (tally.sent, stored, lost, twice, tally.stale, len(told.waits), told.called, told.over)
        sums = [a + b for a, b in zip(sums, now, strict=True)]
        faults += [f"{table.name}: {fault}" for fault in told.faults]
        faults += [f"{table.name}: {tally.odd[0]}"] if tally.odd else []
        faults += [f"{table.name}: {table.live()} live cards"] if table.live() != 1 else []
        faults += [f"{table.name}: {told.uncalled(30.0)} were not called"] if told.uncalled(30.0) else []
    faults += [f"{sums[2]} lost, {sums[3]} doubled, {sums[4]} stale"] if any(sums[2:5]) else []
    widths = (6, 7, 5, 6, 6, 6, 7, 5)
    print(
        f"{name:<12}{''.join(f'{s:>{w}}' for s, w in zip(sums, widths, strict=True))}{took:>7.1f}", flush=True
    )
    for fault in faults:
        print(f"    BROKEN: {fault}", flush=True)
    return faults


def main(argv: Sequence[str]) -> int:
    """The command line; the exit code is 1 when anything was broken, 2 where no server can be started."""
    parser = options("two-processes")
    parser.add_argument("--turns", type=int, default=90, help="moves of each scene")
    parser.add_argument("--kills", type=int, default=5)
    args = parser.parse_args(argv)
    if why_not():
        print(why_not(), file=sys.stderr)
        return 2
    how = SHORT if args.short else {"turns": args.turns, "tables": 6, "kills": args.kills}
    with Cluster(careful=True) as cluster, tempfile.TemporaryDirectory() as folder:
        url = cluster.url(cluster.database())
        return min(len(asyncio.run(drill(url, Path(folder), seed=args.seed, **how))), 1)


SHORT: Any = {"turns": 6, "tables": 2, "kills": 1}
