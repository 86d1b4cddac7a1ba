"""People on the loopback server who bring a game further, and a look into the bot's database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from random import Random

from bot.store.compression import decompress, parse_stored_json
from engine import Game, Record, Setup, load_game
from engine.api.moves import PAY
from tests.bot.playing import GO_ON, button_name_of, kind_of
from tests.drills.owed import missing_messages
from tests.loopback import BotProcess, LoopbackServer, Message
from tests.loopback.member import Member
from tests.loopback.views import BUTTON, Component, Reply

DONE = "✔ "
NOW = "▶"


def stored(bot: BotProcess) -> Game:
    """The game as its log in the database leads to it."""
    with closing(sqlite3.connect(bot.data / "stationmaster.db")) as db:
        [[setup]] = db.execute("SELECT genesis FROM game").fetchall()
        bodies = db.execute("SELECT body FROM record ORDER BY seq").fetchall()
    records = [Record.from_json(parse_stored_json(decompress(body))) for (body,) in bodies]
    return load_game(Setup.from_json(parse_stored_json(decompress(setup))), records)


def missing(bot: BotProcess) -> list[str]:
    """Which messages of its only game the bot neither posted nor holds ready (see `missing_messages`)."""
    game = stored(bot)
    with closing(sqlite3.connect(bot.data / "stationmaster.db")) as db:
        [[number]] = db.execute("SELECT id FROM game").fetchall()
        return list(missing_messages(db, number, game))


class Crew:
    """Whoever is on turn presses something that brings the game further."""

    def __init__(self, server: LoopbackServer, bot: BotProcess, seed: int = 11) -> None:
        self.server, self.bot, self.rng = server, bot, Random(seed)
        self.member: Member | None = None
        self.page: Message | None = None
        self.acknowledged: list[str] = []

    async def take_turn(self) -> None:
        """Open the page of whom the stored game waits for."""
        waiting, game = stored(self.bot).waiting(), stored(self.bot)
        assert waiting is not None
        self.member = self.server.member(game.view.name(waiting.players[0]))
        self.page = (await self.member.slash("/turn")).message

    async def press(self, wait: bool = True) -> Reply:
        """One press; what its page then says is done counts as acknowledged."""
        if self.page is None or self.rests():
            await self.take_turn()
        assert self.page is not None
        assert self.member is not None
        item = self._pick(self.page)
        reply: Reply = await (
            self.member.click(self.page, custom_id=item.custom_id, wait=wait)
            if item.kind == BUTTON
            else self.member.select(
                self.page, self.rng.choice(item.values), custom_id=item.custom_id, wait=wait
            )
        )
        if wait:
            assert reply.acknowledged
            assert reply.acknowledged_after is not None
            assert reply.acknowledged_after < 3
            self.note()
        return reply

    def note(self) -> None:
        """Remember what the page says was done; its line of steps begins with the same sign."""
        assert self.page is not None
        lines = [line for line in self.page.text.splitlines() if line.startswith(DONE) and NOW not in line]
        self.acknowledged += [line.removeprefix(DONE) for line in lines[:1]]

    def rests(self) -> bool:
        """Whether the member of the page is not on turn any more."""
        assert self.page is not None
        return (
            not [c for c in self.page.components if button_name_of(c) in GO_ON]
            or "not on turn" in self.page.text
        )

    def _pick(self, page: Message) -> Component:
        """A press that makes one move at most: no run that is paid out at once."""
        found = [
            c for c in page.components if button_name_of(c) in GO_ON and kind_of(c) != "declare_bankruptcy"
        ]
        return self.rng.choice([c for c in found if not c.custom_id.endswith(f".{PAY}")])
