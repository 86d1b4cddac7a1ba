"""A desk with the toy title among the engine's titles."""

import pytest

import engine
from tests import toy
from tests.bot.service.desk import Desk


@pytest.fixture
async def desk(tmp_path, monkeypatch):
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    made = Desk(tmp_path)
    await made.open()
    yield made
    await made.store.close()


@pytest.fixture
def service(desk):
    return desk.service
