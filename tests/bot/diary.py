"""Tables on a moved clock: a service on a database file, its clerk, and a diary of who was called when."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from bot.calls.scheduler import Scheduler
from bot.games import moves
from bot.games.core import Games
from bot.store import open_store
from bot.store.messages import outbox
from bot.store.messages.outbox import OutboxRow
from bot.table import service as tables
from bot.votes import service as voting
from tests.bot.databases import blank

ANN, BEN, CY, DEE, EVE = 1, 2, 3, 4, 5
NAMES = {ANN: "Ann", BEN: "Ben", CY: "Cy", DEE: "Dee", EVE: "Eve"}
CALLS = ("reminder", "turn_card", "told", "vote", "digest")


def moment(text: str) -> int:
    """Seconds since 1970 of "2026-10-01 09:00" in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@dataclass
class Diary:
    """Tables by letter; ``lines`` tells each call: its time (UTC), the table, whom and how."""

    path: Path
    now: int = 0
    lines: list[str] = field(default_factory=list)
    tables: dict[str, int] = field(default_factory=dict)
    votes: set[tuple[int, str]] = field(default_factory=set)
    games: Games = field(init=False)

    async def open(self) -> Diary:
        """A new process on the same file."""
        self.games = Games(await open_store(await blank(self.path / "games.db")))
        self.games.now = lambda: self.now
        self.scheduler = Scheduler(self.games)
        return self

    async def close(self) -> None:
        await self.games.store.close()

    async def restart(self) -> None:
        await self.close()
        await self.open()
        await self._look()

    async def table(self, letter: str, *users: int, **settings: object) -> None:
        """A game that has begun."""
        made = await tables.create_game(
            self.games, users[0], title="TOY", name=letter, owner_name=NAMES[users[0]], settings=settings
        )
        for user in users[1:]:
            assert (await tables.join_game(self.games, made.game_id, user, NAMES[user])).ok
        assert (await tables.start_game(self.games, made.game_id, users[0])).ok
        self.tables[letter] = made.game_id
        await self._read()

    async def until(self, when: str) -> None:
        """Time passes; the clerk looks whenever something falls due."""
        end = moment(when)
        following = await self._look()
        while following is not None and following <= end:
            assert following > self.now, "it looks again and again"
            self.now = following
            following = await self._look()
        self.now = end
        await self._look()

    @property
    def text_now(self) -> str:
        return datetime.fromtimestamp(self.now, UTC).strftime("%Y-%m-%d %H:%M:%S")

    async def away_until(self, when: str) -> None:
        """Nothing runs until then."""
        await self.close()
        self.now = moment(when)
        await self.open()
        await self._look()

    async def on_move(self, letter: str) -> int:
        """Whoever is to act."""
        info = await self.games.info(self.tables[letter])
        game = await self.games.game(self.tables[letter])
        assert info is not None
        assert game is not None
        waiting = game.waiting()
        assert waiting is not None
        return info.user_id_playing(waiting.players[0]) or 0

    async def move(self, letter: str, kind: str = "pass", **args: object) -> str:
        """Whoever is to act does so; returns his name."""
        user = await self.on_move(letter)
        done = await moves.make_move(self.games, self.tables[letter], user, kind, args)
        assert done.ok, done.text
        await self._read()
        return NAMES[user]

    async def _look(self) -> int | None:
        following = await self.scheduler.queue_due_messages()
        await self._read()
        return following

    async def _read(self) -> None:
        """Write down what is queued, as if it were sent at once."""
        async with self.games.store.transaction() as conn:
            for row in await outbox.due_messages(conn, now=2**53):
                told = await self._told(row)
                self.lines += [told] if told else []
                await outbox.delete_queued_message(conn, row.id)

    async def _told(self, row: OutboxRow) -> str:
        said, letter = row.payload, next((k for k, v in self.tables.items() if v == row.game_id), "?")
        at = datetime.fromtimestamp(self.now, UTC).strftime("%d %H:%M")
        info = await self.games.info(row.game_id)
        assert info is not None
        if row.kind not in CALLS or (row.kind == "turn_card" and not said["ping"]):
            return ""
        if row.kind == "turn_card":
            called = [NAMES[info.user_id_playing(seat) or 0] for seat in said["players"]]
            return f"{at} {letter} card {', '.join(called)}"
        if row.kind == "digest":
            return f"{at} digest {NAMES[said['user']]}"
        if row.kind == "vote":
            vote = await voting.vote_by_id(self.games, said["vote"])
            assert vote is not None
            if (vote.id, vote.result) in self.votes:
                return ""
            self.votes.add((vote.id, vote.result))
            about = NAMES.get(info.holder_id_of(vote.seat) or 0, "nobody")
            return f"{at} {letter} vote {vote.result or 'open'} about {about}"
        by = f" by {NAMES[said['by']]}" if said.get("by") else ""
        word = "ping" if row.kind == "reminder" else row.kind
        return f"{at} {letter} {word} {NAMES[info.user_id_playing(said['seat']) or 0]}{by}"
