"""Repeating tasks keep their interval, whatever becomes of the machine's clock."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace

import discord
import pytest
from discord.ext import tasks

from bot.app import StationBot
from bot.chat.discord_internals import SteadyLoop, loop

INTERVAL = 0.05


class Clock(datetime):
    """The clock of the machine, ``ahead`` of the right time."""

    ahead = timedelta()

    @classmethod
    def now(cls, tz=None):
        return datetime.now(tz) + cls.ahead


class Counted:
    def __init__(self) -> None:
        self.runs = 0

    @loop(seconds=INTERVAL)
    async def count(self) -> None:
        self.runs += 1


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    module = SimpleNamespace(datetime=Clock, timedelta=timedelta, timezone=timezone)
    for user in (discord.utils, tasks):
        monkeypatch.setattr(user, "datetime", module)
    monkeypatch.setattr(Clock, "ahead", timedelta())
    return Clock


@pytest.mark.parametrize("jump", [timedelta(hours=-2), timedelta(days=3)], ids=["back", "ahead"])
async def test_a_loop_runs_once_in_each_interval_when_the_clock_jumps(clock, jump) -> None:
    counted = Counted()
    counted.count.start()
    await until(lambda: counted.runs == 2)
    clock.ahead = jump
    await until(lambda: counted.runs >= 4)  # the one that sleeps, and the one after it
    before, began = counted.runs, asyncio.get_running_loop().time()
    await asyncio.sleep(4 * INTERVAL)
    passed = asyncio.get_running_loop().time() - began
    counted.count.cancel()
    assert counted.runs - before <= passed / INTERVAL + 1


async def until(condition) -> None:
    """Wait until a condition holds, at most 200 intervals."""
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(INTERVAL / 5)
    raise AssertionError("the loop stands still")


def test_all_loops_of_the_bot_are_such() -> None:
    names = (
        "heartbeat",
        "sweep",
        "backup",
        "queue_due_messages",
        "collect_garbage",
        "keep_peers_connected",
    )
    assert {name: type(getattr(StationBot, name)) for name in names} == dict.fromkeys(names, SteadyLoop)


def test_each_bot_has_a_loop_of_its_own() -> None:
    one, other = Counted(), Counted()
    assert one.count is one.count
    assert one.count is not other.count
    assert one.count.seconds == INTERVAL
