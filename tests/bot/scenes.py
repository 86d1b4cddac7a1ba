"""A table at which a game stands in a constructed position, for scenes that are played by the pages alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine import Game
from tests.bot.playing import NoPictures
from tests.bot.tables import Table, open_table

FIVE = ("Ann", "Ben", "Cy", "Dee", "Eli")
"""Members in the order of their seats: Ann is p1."""


@asynccontextmanager
async def staged(path: Path, monkeypatch: pytest.MonkeyPatch, game: Game) -> AsyncIterator[Table]:
    """A table whose members, by the names of its seats, play this game; its first card is posted."""
    monkeypatch.setattr("bot.service.lobby.new_game", lambda *_, **__: game)
    async with open_table(path) as table:
        table.bot.pictures = NoPictures()  # type: ignore[assignment]
        names = [game.view.name(seat) for seat in game.state.seats]
        await table.started(*names, title=game.title.key, order="join")
        yield table
