"""A service on a database file, with a table of the toy title: Ann (1, owner), Ben (2) and Cy (3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from bot.games.core import Games
from bot.operate.review import ALL
from bot.post.sender import Postpone, Sender
from bot.store import Store, checksums, game_rows, open_store
from bot.store.game_rows import GameFilter, SeatInfo
from bot.store.messages import outbox
from bot.store.messages.outbox import OutboxRow
from bot.table import service as tables
from bot.table.new_game import store_new_game
from tests.bot.databases import blank

ANN, BEN, CY, DEE, STRANGER = 1, 2, 3, 4, 99
NAMES = {ANN: "Ann", BEN: "Ben", CY: "Cy", DEE: "Dee"}


class Harness:
    """A service that can be stopped and started again on the same database."""

    def __init__(self, database: Path | str) -> None:
        """``database``: the URL of one, or the folder of a file on SQLite."""
        self.folder = None if isinstance(database, str) else database
        self.url = database if isinstance(database, str) else f"sqlite:///{database / 'games.db'}"
        self.games: Games
        self.store: Store

    async def open(self) -> Games:
        if self.folder is not None:
            await blank(self.folder / "games.db")
        self.store = await open_store(self.url)
        self.games = Games(self.store)
        return self.games

    async def restart(self) -> Games:
        """What a crash after the last commit leaves: the file alone."""
        await self.store.close()
        return await self.open()

    async def all_sealed(self) -> None:
        """What stands beside each log is as the writes of the service left it."""
        infos = await self.store.read(
            lambda conn: game_rows.list_games(conn, GameFilter(statuses=ALL), limit=10**6)
        )
        assert [
            info.id for info in infos if info.checksum is None or not checksums.has_valid_checksum(info)
        ] == []

    async def table(self, *users: int, channel: int | None = None, **options: str) -> int:
        """A started game; returns its id."""
        games, members = self.games, users or (ANN, BEN, CY)
        first = members[0]
        values = {
            "owner": first, "title": "TOY", "name": "Tuesday", "guild": 7, "channel": channel,
            "options": options, "settings": {"first_ping": 0},
        }  # fmt: skip
        seats = [SeatInfo(f"p{i}", NAMES[user], user) for i, user in enumerate(members, 1)]
        made = await store_new_game(games, first, None, values, seats)
        assert (await tables.start_game(games, made.game_id, first)).ok
        return made.game_id

    async def on_move(self, game: int) -> int:
        """The user whom the game waits for."""
        live, info = await self.games.game(game), await self.games.info(game)
        assert live is not None
        assert info is not None
        waiting = live.waiting()
        assert waiting is not None
        user = info.holder_id_of(waiting.players[0])
        assert user is not None
        return user

    async def revision(self, game: int) -> int:
        live = await self.games.game(game)
        assert live is not None
        return live.revision

    async def digest(self, game: int) -> str:
        live = await self.games.game(game)
        assert live is not None
        return live.digest()

    async def queued(self) -> list[OutboxRow]:
        return await self.store.read(outbox.due_messages)

    async def empty_outbox(self) -> None:
        await Sender(self.store, Postbox()).send_all_due()


@dataclass
class Postbox:
    """A deliver function that keeps what it gets; ``failures`` are raised first, one a call."""

    got: list[tuple[str, dict]] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)

    async def __call__(self, delivery) -> None:
        if self.failures:
            raise self.failures.pop(0)
        self.got.append((delivery.kind, dict(delivery.payload)))

    def of(self, kind: str) -> list[dict]:
        return [payload for k, payload in self.got if k == kind]


RETRY_NOW = Postpone(0)
