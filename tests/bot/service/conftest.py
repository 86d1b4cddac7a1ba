"""A desk with the toy title among the engine's titles; on each database in what is essential."""

import pytest

import engine
from tests import toy
from tests.bot import databases
from tests.bot.service.desk import Desk

ESSENTIAL = {"test_act", "test_lobby", "test_outbox", "test_undo"}


collect_ignore = [] if databases.POSTGRESQL in databases.KINDS else ["test_processes.py"]


def pytest_generate_tests(metafunc):
    if "desk" in metafunc.fixturenames and metafunc.module.__name__.rpartition(".")[2] in ESSENTIAL:
        metafunc.parametrize("database", databases.KINDS, indirect=True)


@pytest.fixture
async def desk(database, monkeypatch):
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    made = Desk(database)
    await made.open()
    yield made
    await made.all_sealed()
    await made.store.close()


@pytest.fixture
def games(desk):
    return desk.games
