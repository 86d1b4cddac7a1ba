"""Fixtures of the bot's tests; whatever is heavy to import is imported by the fixture that needs it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.bot import databases

if TYPE_CHECKING:
    from bot.games.core import Games
    from tests.bot.databases import Databases
    from tests.bot.diary import Diary
    from tests.bot.harness import Harness
    from tests.bot.places import Speaks
    from tests.bot.sitting import Sitting
    from tests.bot.tables import Table
    from tests.simtable import SimMember

TOY_IN_ORDER = 27
"""A seed by which members of the toy title begin in the order in which they joined."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run on each kind of database what is marked so."""
    if "database" in metafunc.fixturenames and metafunc.definition.get_closest_marker("each_database"):
        metafunc.parametrize("database", databases.EACH, indirect=True)


@pytest.fixture(autouse=True)
def disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite in this process does not wait for the disk."""
    monkeypatch.setattr("bot.store.database._PRAGMAS", databases.CARELESS)


@pytest.fixture
def toy_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy title among the engine's titles."""
    import engine
    from tests import toy

    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)


@pytest.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A game of 18EZ that has just begun, without pictures."""
    from tests.bot.playing import IN_ORDER, NoPictures, deal_by
    from tests.bot.tables import open_table

    deal_by(monkeypatch, IN_ORDER)
    async with open_table(tmp_path) as made:
        made.bot.pictures = NoPictures()  # type: ignore[assignment]
        await made.started(title="18EZ", order="join")
        yield made


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Table]:
    """A table without a game and without pictures."""
    from tests.bot.playing import NoPictures
    from tests.bot.tables import open_table

    async with open_table(tmp_path) as made:
        made.bot.pictures = NoPictures()  # type: ignore[assignment]
        yield made


@pytest.fixture
async def solo(room: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Ann plays 1889 with two mild computers, and is first to act."""
    from tests.bot.decided import decide_once
    from tests.bot.playing import IN_ORDER, deal_by

    deal_by(monkeypatch, IN_ORDER)
    decide_once(monkeypatch)
    await room.member("Ann").slash("/game solo", title="1889", level="easy")
    return room


@pytest.fixture
async def toys(tmp_path: Path, toy_title: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A table where the toy title can be played, without a game yet; spectators hear of moves at once."""
    from tests.bot.tables import open_table

    monkeypatch.setattr("bot.look.following.COALESCE_MS", 0)
    async with open_table(tmp_path) as made:
        yield made


@pytest.fixture
async def sit(tmp_path: Path, toy_title: None) -> AsyncIterator[Sitting]:
    """The same table, its clock moved by hand."""
    from tests.bot.sitting import sitting

    async with sitting(tmp_path) as made:
        yield made


@pytest.fixture
async def diary(tmp_path: Path, toy_title: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Diary]:
    """A service without Discord, its clock moved by hand; seats in the order of joining."""
    from tests.bot.diary import Diary, moment
    from tests.bot.playing import deal_by

    deal_by(monkeypatch, TOY_IN_ORDER)
    made = Diary(tmp_path, moment("2026-10-01 06:00"))
    yield await made.open()
    await made.close()


@pytest.fixture
async def harness(database: str, toy_title: None) -> AsyncIterator[Harness]:
    """A service without Discord, on an empty database; at its end all that is stored is sealed."""
    from tests.bot.harness import Harness

    made = Harness(database)
    await made.open()
    yield made
    await made.all_sealed()
    await made.store.close()


@pytest.fixture
def games(harness: Harness) -> Games:
    """The games of the harness."""
    return harness.games


@pytest.fixture
def speaks(monkeypatch: pytest.MonkeyPatch) -> Speaks:
    """Lets a member's Discord speak a language."""
    from simcord import interactions

    tongues: dict[int, str] = {}
    plain = interactions.base_payload

    def base_payload(*args: Any, **kwargs: Any) -> Any:
        record, payload = plain(*args, **kwargs)
        payload["locale"] = tongues.get(kwargs["user_id"], payload["locale"])
        return record, payload

    monkeypatch.setattr(interactions, "base_payload", base_payload)

    def speak(member: SimMember, locale: str) -> None:
        tongues[int(member.id)] = locale

    return speak


@pytest.fixture
def pages_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after 15 minutes: the bot cannot take away a private page."""
    monkeypatch.setattr("discord.Interaction.is_expired", lambda _: True)


@pytest.fixture(scope="session")
def all_databases() -> Iterator[Databases]:
    """The databases of this session."""
    with databases.opened() as found:
        yield found


@pytest.fixture
def database(request: pytest.FixtureRequest, all_databases: Databases, tmp_path: Path) -> str:
    """The URL of an empty database of a kind (a parameter; SQLite by default)."""
    return all_databases.empty(getattr(request, "param", databases.SQLITE), tmp_path)
