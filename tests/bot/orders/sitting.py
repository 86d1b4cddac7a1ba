"""Members 1, 2, 3... at the seats p1, p2, p3... of a constructed position, with the service alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.games import moves
from bot.games.outcome import Outcome
from bot.orders import service as standing
from bot.orders.order import StandingOrder
from bot.table import service as tables
from engine import Game
from tests.bot.harness import Harness


class Sitting(Harness):
    """A table in a position."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(path)
        self.path, self.monkeypatch = path, monkeypatch
        self.id = 0

    async def at(self, game: Game) -> None:
        """Begin with this position; the outbox is empty afterwards."""
        self.monkeypatch.setattr("bot.table.starting.new_game", lambda *_, **__: game)
        games, names = self.games, [game.view.name(seat) for seat in game.state.seats]
        made = await tables.create_game(games,
            1, title=game.title.key, name="Tuesday", channel_id=5, owner_name=names[0],
            settings={"pace": "at once"},
        )  # fmt: skip
        for user, name in enumerate(names[1:], 2):
            assert (await tables.join_game(games, made.game_id, user, name)).ok
        assert (await tables.start_game(games, made.game_id, 1)).ok
        self.id = made.game_id
        await self.empty_outbox()

    async def do(self, user: int, kind: str, **args: object) -> Outcome:
        """An action of a member."""
        done = await moves.make_move(self.games, self.id, user, kind, args)
        assert done.ok, done.text
        return done

    async def give(self, user: int, kind: str, lasts: bool = False, **args: object) -> Outcome:
        """A standing order of a member."""
        done = await standing.set_standing_order(self.games, self.id, user, kind, args, is_permanent=lasts)
        assert done.ok, done.text
        return done

    async def order(self, user: int) -> StandingOrder:
        """The only standing order of a member."""
        [order] = await standing.orders_of_user(self.games, self.id, user)
        return order

    async def live(self) -> Game:
        """The game."""
        game = await self.games.game(self.id)
        assert game is not None
        return game

    async def asked(self) -> list[int]:
        """Whom the game waits for."""
        waiting = (await self.live()).waiting()
        return [int(seat[1:]) for seat in waiting.players] if waiting else []

    async def called(self) -> list[int]:
        """Who is called by what is queued, and nothing is queued afterwards."""
        rows = await self.queued()
        await self.empty_outbox()
        seats = [seat for row in rows if row.payload.get("ping") for seat in row.payload["players"]]
        return [int(seat[1:]) for seat in seats]

    def logged(self) -> list[tuple[str, str]]:
        """The stored log after its opening: who, and by which path."""
        with closing(sqlite3.connect(self.path / "games.db")) as db:
            return db.execute("SELECT seat, via FROM record WHERE seq > 1 ORDER BY seq").fetchall()
