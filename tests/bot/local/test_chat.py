"""The local chat serves its page, keeps the clock going and ends when it is told to."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import simcord
from discord.ext import tasks

from bot import local
from bot.config import BadConfig
from bot.games import stored_games
from bot.local import chat
from tests.bot.browser import open_chat
from tests.loopback.sample_bot import SampleBot


class Reminding(SampleBot):
    """Posts a card when it comes up, and a reminder every minute."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.reminded = asyncio.Event()
        self.posted: list[discord.Message] = []

    async def repost_open_games(self) -> None:
        channel = self.guilds[0].text_channels[0]
        self.posted.append(await channel.send("an open game"))
        self.remind.start()

    @tasks.loop(minutes=1)
    async def remind(self) -> None:
        if self.remind.current_loop == 2:
            self.reminded.set()


async def test_the_page_is_served_and_time_passes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "TICK_SECONDS", 0.01)
    monkeypatch.setattr(simcord.Env, "advance_time", _by_leaps(simcord.Env.advance_time))
    bot = Reminding(tmp_path)
    running = asyncio.create_task(local.run_local(lambda: bot, port=0))
    await asyncio.wait_for(bot.reminded.wait(), 10)
    found = re.search(r"open at (http://127\.0\.0\.1:\d+/)#\S+\n", capsys.readouterr().out)
    assert found
    async with aiohttp.ClientSession() as web, web.get(found[1]) as page:
        assert page.status == 200
        assert "preview" in await page.text()
    [message] = bot.posted
    assert (message.channel.name, message.author.name) == ("stationmaster", "Stationmaster")  # type: ignore[union-attr]
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


class Busy(Reminding):
    """A bot that is at work for longer than the chat waits when it starts and opens."""

    async def setup_hook(self) -> None:
        self.early = asyncio.create_task(asyncio.to_thread(time.sleep, 0.6))

    async def repost_open_games(self) -> None:
        self.late = asyncio.create_task(self._late())

    async def _late(self) -> None:
        await asyncio.to_thread(time.sleep, 1.0)
        await super().repost_open_games()


async def test_the_chat_opens_while_the_bot_is_still_at_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "ACTION_TIMEOUT", 0.3)
    bot = Busy(tmp_path)
    running = asyncio.create_task(local.run_local(lambda: bot, port=0))
    for _ in range(100):
        if "open at" in capsys.readouterr().out:
            break
        await asyncio.sleep(0.1)
    assert not running.done()
    await bot.late
    assert bot.posted
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


def _by_leaps(advance):
    async def faster(env: simcord.Env, seconds: float) -> None:
        assert 0 <= seconds < 60
        await advance(env, 10)

    return faster


async def test_ids_of_the_world_stay_and_those_of_messages_do_not(tmp_path: Path) -> None:
    seen = []
    for _ in range(2):
        env = simcord.Env(SampleBot(tmp_path))
        world = local.create_simulated_server(env, local.MEMBERS)
        await env.start()
        reply = await world.members[1].slash(world.home, "sample press")
        assert reply.response is not None
        assert abs((reply.response.message.created_at - discord.utils.utcnow()).total_seconds()) < 60
        kept = [*(c.id for c in world.channels), *(m.id for m in world.members)]
        assert len(set(kept)) == len(local.CHANNELS) + len(local.THREADS) + len(local.MEMBERS)
        seen.append((kept, reply.response))
        assert reply.response.content.startswith("new")
        await env.shutdown()
    (first, old), (second, new) = seen
    assert first == second
    assert old.id < new.id


async def test_it_is_for_this_machine_only(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"127\.0\.0\.1"):
        await local.run_local(lambda: SampleBot(tmp_path), host="0.0.0.0")


async def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        with pytest.raises(BadConfig, match=rf"Port {taken} is taken.*--port {taken + 1}"):
            await local.run_local(lambda: SampleBot(tmp_path), port=taken)


BODIES: tuple[bytes, ...] = (
    b"[]", b"[[]]", b"1", b"null", b'"x"', b"{", b"\\xff", b"[" * 100_000, b"[" * 900 + b"]" * 900,
    b'{"protocol_version": 3, "options": ' + b"[" * 950 + b"]" * 950 + b"}",
    b'{"a":' * 50_000, b"[{}]" * 9,
)  # fmt: skip


async def test_what_is_no_action_is_refused_without_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async with open_chat(tmp_path, capsys) as page:
        for path in ("/api/action", "/api/pages"):
            for body in BODIES:
                assert await page.status(path, body) == 400, (path, body[:60])
        assert await page.status("/api/action", b"{}") == 200
        odds: tuple[Any, ...] = ({}, [], True, None, "x", 9**99, "\ud800")
        for odd in odds:
            for place in ("path", "options", "values", "control_key", "target_id", "sequence", "kind"):
                whole = page.envelope("click") | {place: odd}
                assert await page.status("/api/action", json.dumps(whole).encode()) in (200, 400)
        await page.open()
        await page.write("/help")
        assert page.receipt["settlement"] == "settled"
    assert "Traceback" not in caplog.text


async def test_another_viewer_does_not_wait_for_what_takes_long(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, may_end, listing = asyncio.Event(), asyncio.Event(), stored_games.list_games

    async def slowly(*given: Any, **named: Any) -> Any:
        asked.set()
        await may_end.wait()
        return await listing(*given, **named)

    async with open_chat(tmp_path, capsys) as ann:
        ben = await ann.another("Ben")
        monkeypatch.setattr(stored_games, "list_games", slowly)
        waiting = asyncio.create_task(ann.write("/game list"))
        await asyncio.wait_for(asked.wait(), 60)
        await asyncio.wait_for(ben.write("/help"), 60)
        assert ben.receipt["acknowledgement"] != "pending"
        await asyncio.wait_for(waiting, 60)
        assert "There are no games" not in ann.texts()[-1]
        may_end.set()
        async with asyncio.timeout(60):
            while "game new" not in ann.texts()[-1]:
                await asyncio.sleep(0.02)
                await ann.look()


async def test_a_press_on_what_has_not_changed_counts_though_the_page_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_chat(tmp_path, capsys) as ann:
        ben = await ann.another("Ben")
        seen = ben.state["publishedRevision"]
        await ann.write("Hello")
        await ben.look()
        assert ben.texts()[-1] == "Hello"
        ben.state["publishedRevision"] = seen
        assert not (await ben.once("send_message", content="Hi", target_id=ben.state["targetId"]))["rejected"]
