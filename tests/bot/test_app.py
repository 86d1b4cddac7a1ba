"""The bot starts or says in one line why not, sends its commands when they changed, and ends cleanly."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import logging
import sys
from pathlib import Path
from typing import Any

import pytest

from bot import __main__ as start
from bot.app import HEARTBEAT, StationBot
from bot.chat.tree import commands_fingerprint
from bot.config import Config
from bot.operate import health
from bot.store import open_store
from bot.work.logs import JsonLines
from bot.work.pool import Pool
from tests.bot.tables import Table, make_bot, open_table


def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *args: str, **environ: str) -> int:
    """`python -m bot` in this process, with this environment and no `.env`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(start, "configure_logging", lambda level: None)
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "STATIONMASTER_WORKERS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"STATIONMASTER_DATA": str(tmp_path / "data"), **environ}.items():
        monkeypatch.setenv(name, value)
    return start.main(list(args))


@pytest.mark.parametrize(
    ("environ", "told"),
    [
        ({"STATIONMASTER_WORKERS": "none"}, "STATIONMASTER_WORKERS must be a whole number"),
        (
            {"DATABASE_URL": "sqlite:////nowhere/x.db"},
            "The directory /nowhere of the database does not exist",
        ),
        ({"DATABASE_URL": "sqlite:///:memory:"}, "games are never kept in memory only"),
        ({"STATIONMASTER_DISCORD_API": "http://x"}, "set all three addresses"),
        ({"STATIONMASTER_DATA": "/proc/nothing/here"}, "/proc/nothing"),
    ],
)
def test_it_refuses_to_start_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    environ: dict[str, str], told: str,
) -> None:  # fmt: skip
    assert run(monkeypatch, tmp_path, DISCORD_TOKEN="a.b.c", **environ) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1


def test_a_damaged_database_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "stationmaster.db").write_bytes(b"no database at all" * 100)
    assert run(monkeypatch, tmp_path) == 2
    assert "cannot be used" in capsys.readouterr().err


def test_without_the_chat_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda n, *a: None if n == "simcord" else found(n, *a))
    assert run(monkeypatch, tmp_path) == 2
    assert "pip install '.[local]'" in capsys.readouterr().err


async def test_commands_are_sent_only_when_they_changed(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        assert len(sent(table)) == 1
        with table.env._bot_scope():
            assert await table.bot.sync_commands()
            table.bot._always_sync = False
            assert await table.bot.sync_commands()
            made = (tmp_path / "commands.sha256").read_text("utf-8")
            assert made == await commands_fingerprint(table.bot.tree, table.bot.application_id)
            assert not await table.bot.sync_commands()
            table.bot.tree.remove_command("gm")
            assert await table.bot.sync_commands()
        assert len(sent(table)) == 4


async def test_a_damaged_fingerprint_of_the_commands_does_not_keep_the_bot_from_starting(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path) as table:
        (tmp_path / "commands.sha256").write_bytes(b"\xff\xfe")
        with table.env._bot_scope():
            table.bot._always_sync = False
            assert await table.bot.sync_commands()
            assert not await table.bot.sync_commands()


async def test_commands_are_sent_though_their_fingerprint_cannot_be_kept(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        (tmp_path / "commands.sha256").mkdir()
        with table.env._bot_scope():
            table.bot._always_sync = False
            assert await table.bot.sync_commands()


def sent(table: Table) -> list[Any]:
    return [r for r in table.env.http_requests if r.method == "PUT" and r.path.endswith("/commands")]


async def test_it_beats_while_the_database_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_table(tmp_path) as table:
        await table.env.settle()
        beat = tmp_path / health.HEARTBEAT
        assert beat.exists()
        beat.unlink()
        await table.later(HEARTBEAT + 1)
        assert beat.exists()
        beat.unlink()

        async def broken() -> None:
            raise OSError("the disk is gone")

        monkeypatch.setattr(table.bot.store, "ping", broken)
        await table.later(HEARTBEAT + 1)
        assert not beat.exists()


async def test_it_ends_once_after_the_work_at_hand(tmp_path: Path) -> None:
    bot = await make_bot(tmp_path)
    done = []

    async def work() -> None:
        async with bot.hold_shutdown():
            await asyncio.sleep(0.1)
            done.append(True)

    working = asyncio.create_task(work())
    await asyncio.sleep(0)
    await asyncio.gather(bot.close(), bot.close())
    assert done == [True]
    await working


async def test_a_card_goes_out_as_soon_as_nobody_is_being_answered(tmp_path: Path) -> None:
    bot = await make_bot(tmp_path)
    async with bot.hold_shutdown():
        async with bot.hold_shutdown():
            waiting = asyncio.create_task(bot.wait_for_pending_responses())
            await turns_of_the_loop()
        await turns_of_the_loop()
        assert not waiting.done()
    await turns_of_the_loop()
    assert waiting.done()
    await bot.close()


async def turns_of_the_loop() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_nothing_privileged_is_asked_for_and_nobody_is_called_by_default(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'games.db'}")
    bot = StationBot(Config(tmp_path, ""), store, pool=Pool(1, processes=False))
    assert [name for name, on in bot.intents if on] == ["guilds"]
    by_default: Any = bot.allowed_mentions
    assert by_default.to_dict() == {"parse": []}
    await bot.close()


def test_a_line_of_the_log_is_json() -> None:
    try:
        raise ValueError("x\ny")
    except ValueError:
        record = logging.LogRecord("bot", logging.ERROR, "f", 1, "error %s", ("ab",), sys.exc_info())
    line = JsonLines().format(record)
    assert "\n" not in line
    read = json.loads(line)
    assert (read["message"], read["level"]) == ("error ab", "ERROR")
    assert "ValueError: x" in read["exception"]
