"""A table of the toy title, and members whose Discord speaks another language."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from simcord import interactions

import engine
from tests import toy
from tests.bot.tables import Table, open_table
from tests.simtable import SimMember

Speaks = Callable[[SimMember, str], None]


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    monkeypatch.setattr("bot.look.following.COALESCE", 0)
    async with open_table(tmp_path) as made:
        yield made


@pytest.fixture
def speaks(monkeypatch: pytest.MonkeyPatch) -> Speaks:
    """Lets a member's Discord speak a language."""
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
