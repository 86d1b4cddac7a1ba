"""A diary with the toy title among the engine's titles, its seats in the order of joining."""

from __future__ import annotations

import pytest

import engine
from tests import toy
from tests.bot.playing import deal_by
from tests.bot.reminders.diary import Diary, moment
from tests.bot.reminders.sitting import sitting

TOY_IN_ORDER = 27
"""A seed by which members of the toy title begin in the order in which they joined."""


@pytest.fixture
async def diary(tmp_path, monkeypatch):
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    deal_by(monkeypatch, TOY_IN_ORDER)
    made = Diary(tmp_path, moment("2026-10-01 06:00"))
    yield await made.open()
    await made.close()


@pytest.fixture
async def sit(tmp_path, monkeypatch):
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    async with sitting(tmp_path) as made:
        yield made
