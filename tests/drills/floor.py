"""A bot process on the loopback server with tables in channels of their own, where people pass."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from bot.store.compression import decompress, parse_stored_json
from engine import Game, Record, Setup, load_game
from tests.drills.ledger import Account, Figures, Wait, account, turn_of, waits_of
from tests.loopback import BotProcess, LoopbackServer
from tests.loopback.wire import Json

NAMES, STRANGER = ("Ann", "Ben", "Cy"), "Dee"
PROMPT = 2.0
"""Seconds by which a healthy table's call may be later than while nothing ails: drawing takes time."""

TURNED_UP = 75.0
"""Seconds within which a card that turned up late is found and put away."""

LATELY = 20
"""Messages among which the newest call of a table is."""

SETTLED = 90.0
"""Seconds within which everything owed must be posted, once Discord is well again."""


class Table:
    """One game in a channel."""

    def __init__(self, floor: Floor, name: str) -> None:
        self.floor, self.name = floor, name
        self.channel: Json = floor.server.channel(name)
        self.id = self.since = 0

    @property
    def messages(self) -> str:
        """The pattern of requests on the messages of its channel."""
        return rf"/channels/{self.channel['id']}/messages"

    async def begin(self) -> None:
        """Make the table, take the seats, start."""
        ann, *others = (self.floor.server.member(name) for name in NAMES)
        await ann.slash("/game new", self.channel, title="18EZ", name=self.name, order="join", pace="at once")
        await self.floor.server.until(lambda: self.floor.server.channel_messages(self.channel))
        self._call_at_once()
        [card] = self.floor.server.channel_messages(self.channel)
        for person in others:
            await person.click(card, "Join")
        await ann.click(card, "Start")
        self.id = self.floor.rows("SELECT max(id) FROM game")[0][0]

    def _call_at_once(self) -> None:
        """Let no setting of the table delay its calls: here they are measured."""
        with closing(sqlite3.connect(self.floor.data / "stationmaster.db", timeout=10)) as db, db:
            now = "json_set(settings, '$.ping_after', 0, '$.first_ping', 0)"
            db.execute(f"UPDATE game SET settings = {now} WHERE name = ?", (self.name,))

    def game(self) -> Game:
        """The game as its log in the database leads to it."""
        [[setup]] = self.floor.rows("SELECT genesis FROM game WHERE id = ?", self.id)
        bodies = self.floor.rows("SELECT body FROM record WHERE game = ? ORDER BY seq", self.id)
        records = [Record.from_json(parse_stored_json(decompress(body))) for (body,) in bodies]
        return load_game(Setup.from_json(parse_stored_json(decompress(setup))), records)

    def waits(self) -> list[Wait]:
        """Whom the game waited for, and when."""
        game = self.game()
        rows = self.floor.rows(
            "SELECT at FROM record WHERE game = ? ORDER BY seq LIMIT ?", self.id, game.revision
        )
        return waits_of(game, [at / 1000 for (at,) in rows])

    async def act(self, *, wait: bool = True, channel: Json | None = None) -> None:
        """Whoever is waited for passes."""
        game = self.game()
        waiting = game.waiting()
        assert waiting is not None
        member = self.floor.server.member(game.view.name(waiting.players[0]))
        here: Any = {"table": str(self.id)} if channel else {}
        reply = await member.slash("/act pass", channel or self.channel, wait=wait, **here)
        assert not wait or reply.acknowledged, "a move was not acknowledged"

    async def play(self, turns: int, pace: float) -> None:
        """So many turns, one begun every ``pace`` seconds."""
        for _ in range(turns):
            next_at = time.monotonic() + pace
            await self.act()
            await asyncio.sleep(max(0.0, next_at - time.monotonic()))

    async def play_when_called(self, turns: int, pace: float) -> None:
        """So many turns, each taken ``pace`` seconds after its call."""
        for _ in range(turns):
            await self.act()
            revision = self.game().revision
            await self.floor.server.until(partial(self._calls, revision), SETTLED)
            await asyncio.sleep(pace)

    def _calls(self, revision: int) -> bool:
        """Whether a card of this revision has called somebody."""
        posts = reversed(self.floor.server.messages.posts[-LATELY:])
        return any(post.called and turn_of(post.buttons, self.id) == revision for post in posts)

    def live(self) -> int:
        """How many messages offer a turn of this game, in any channel."""
        server = self.floor.server
        every = [m for channel in server.guild["channels"] for m in server.channel_messages(channel)]
        return sum(turn_of([c.custom_id for c in m.components], self.id) is not None for m in every)

    def account(self) -> Account:
        """Its waits and calls since the scene began."""
        return account(self.id, self.waits(), self.floor.server.messages.posts, self.since)


class Floor:
    """Use as ``async with Floor(path) as floor``: a sick table and a well one."""

    def __init__(self, data: Path) -> None:
        self.server = LoopbackServer()
        self.data = data
        self.bot = BotProcess(self.server, data, env={"STATIONMASTER_WORKERS": "2"}, within=120)
        self.sick, self.well = Table(self, "sick"), Table(self, "well")
        self.spare = self.server.channel("spare")
        self.usual: float | None = None

    async def __aenter__(self) -> Floor:
        await self.server.start()
        self.server.interactions.deadline = self.server.patience = 30.0
        for name in (*NAMES, STRANGER):
            self.server.member(name)
        await self.bot.start()
        await self.server.wait_ready(120)
        for table in (self.sick, self.well):
            await table.begin()
        await self.settle()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.server.faults.clear()
        await self.bot.stop()
        await self.server.stop()

    def rows(self, query: str, *values: Any) -> list[Any]:
        """What a query finds in the bot's database."""
        with closing(sqlite3.connect(self.data / "stationmaster.db", timeout=10)) as db:
            return db.execute(query, values).fetchall()

    def owed(self) -> int:
        """Messages that wait, and messages whose fate is not known."""
        [[rows]] = self.rows("SELECT count(*) FROM outbox WHERE kind <> 'tidy'")
        return int(rows)

    async def settle(self) -> None:
        """Wait until nothing is owed any more."""
        await self.server.until(lambda: self.owed() == 0, SETTLED)
        with suppress(AssertionError):  # a request that hangs is never done
            await self.server.quiet(0.5, 5)

    def begin_scene(self) -> float:
        """From here on it counts."""
        for table in (self.sick, self.well):
            table.since = table.game().revision
        return time.monotonic()

    async def figures(self, scene: str, began: float, *, each: bool = False) -> Figures:
        """Let everything come to rest and draw up the account; ``each``: no turn may go without its call."""
        owed = self.owed()
        faults: list[str] = []
        try:
            await self.settle()
        except AssertionError:
            faults.append(f"{self.owed()} messages are still owed after {SETTLED:.0f} s")
        with suppress(AssertionError):
            await self.server.until(lambda: [t.live() for t in (self.sick, self.well)] == [1, 1], TURNED_UP)
        sick, well = self.sick.account(), self.well.account()
        live = [table.live() for table in (self.sick, self.well)]
        faults += [f"{n} live cards" for n in live if n != 1] + sick.faults + well.faults
        faults += [
            f"nobody was called at move {w.revision}" for a in (sick, well) if each for w in a.uncalled(0)
        ]
        longest = await self._longest(well)
        faults += [f"the healthy table waited {delay:.1f} s" for delay in well.delays if delay > longest]
        faults += [f"the healthy table called nobody at move {w.revision}" for w in well.uncalled(longest)]
        return Figures(scene, sick, well, live, owed, time.monotonic() - began, faults)

    async def _longest(self, well: Account) -> float:
        """How long a healthy table's call may take; measured anew when one was late: machines get slow."""
        slowest = max(well.delays, default=0.0)
        if self.usual is None:
            self.usual = slowest
        elif slowest > self.usual + PROMPT or well.uncalled(self.usual + PROMPT):
            self.well.since = self.well.game().revision
            await self.well.play(3, 1.5)
            await self.settle()
            self.usual = max(self.usual, *self.well.account().delays)
        return self.usual + PROMPT
