"""The process killed in the middle of a vote: what was cast and answered counts, and a seat is given once."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.bot.whole.test_kill9 import begin
from tests.loopback import BotProcess, LoopbackServer, Message

pytestmark = pytest.mark.slow(seconds=8)


def rows(data: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(data / "stationmaster.db", timeout=10)) as db:
        return db.execute(query).fetchall()


async def post(server: LoopbackServer, words: str) -> Message:
    """The newest public message with these words, once it is there."""
    await server.until(lambda: any(words in m.text for m in server.channel_messages()), 60)
    return next(m for m in reversed(server.channel_messages()) if words in m.text)


async def test_a_vote_on_a_seat_outlives_kills(tmp_path: Path) -> None:
    async with LoopbackServer() as server:
        ann, ben, cy, dee = (server.member(name) for name in ("Ann", "Ben", "Cy", "Dee"))
        bot = BotProcess(server, tmp_path, env={"STATIONMASTER_WORKERS": "1"})
        await bot.start()
        try:
            await server.wait_ready()
            await begin(server)
            [(seat,)] = rows(tmp_path, f"SELECT seat FROM seat WHERE user_id = {cy.id}")
            page = await cy.slash("/game resign")
            await cy.click(page, page.labels[0])
            await dee.click(await post(server, "is to be had"), "Take the seat")
            await ann.click(await post(server, "would like the seat"), "Agree")
            await bot.restart()
            await server.wait_ready()
            assert len(rows(tmp_path, "SELECT * FROM ballot")) == 1
            await ben.click(await post(server, "would like the seat"), "Agree", wait=False)
            await server.until(lambda: rows(tmp_path, "SELECT result FROM vote") == [("yes",)])
            await bot.restart()
            await server.wait_ready()
            await server.quiet()
            held = rows(tmp_path, f"SELECT user_id FROM seat WHERE seat = '{seat}'")
            assert [str(user) for (user,) in held] == [str(dee.id)]
            assert len(rows(tmp_path, f"SELECT * FROM tenure WHERE seat = '{seat}'")) == 2
            await post(server, "The table agreed.")
            await post(server, "is to be had no more.")
            assert not [m for m in server.channel_messages() if "2 of you decide" in m.text]
        finally:
            await bot.stop()
