"""Moves that share a commit on SQLite: what is in memory is what is stored, also for whoever is cancelled."""

import asyncio
import threading

import pytest
from sqlalchemy.exc import OperationalError

from bot.games import moves
from tests.bot.kept import RECORD, kept


class Slow:
    """Lets a write stay in the driver's thread before its commit."""

    def __init__(self, games):
        self.begun, self.go, self._watch = threading.Event(), threading.Event(), games.run_write_watchers
        games.run_write_watchers = self.watch

    async def watch(self, conn, info, game, work):
        await self._watch(conn, info, game, work)
        self.begun.set()
        assert self.go.wait(10)


async def test_a_move_is_shown_only_when_it_is_stored(harness, games):
    game = await harness.table()
    user, revision = await harness.on_move(game), await harness.revision(game)
    slow = Slow(games)
    moving = asyncio.create_task(
        moves.make_move(games, game, user, "count", {"by": 1}, revision=revision, interaction_id=1)
    )
    await asyncio.to_thread(slow.begun.wait)
    assert (await games.load(game)).game.revision == revision
    assert await games.find_outcome(1) is None
    assert len(await kept(games, RECORD, game)) == revision
    await asyncio.sleep(0.02)
    assert (await games.load(game)).game.revision == revision
    slow.go.set()
    assert (await moving).revision == revision + 1
    assert (await games.load(game)).game.revision == revision + 1


async def test_whoever_is_cancelled_while_his_move_is_stored_leaves_nothing_old_in_memory(harness, games):
    game = await harness.table()
    user, revision = await harness.on_move(game), await harness.revision(game)
    kicked, slow = [], Slow(games)
    games.wake_sender = lambda: kicked.append(True)
    move = {"revision": revision, "interaction_id": 1}
    moving = asyncio.create_task(moves.make_move(games, game, user, "count", {"by": 1}, **move))
    await asyncio.to_thread(slow.begun.wait)
    moving.cancel()
    assert (await games.game(game)).revision == revision
    await asyncio.sleep(0.02)
    slow.go.set()
    with pytest.raises(asyncio.CancelledError):
        await moving
    assert (await games.game(game)).revision == revision + 1
    assert kicked, "its messages are sent"
    again = await moves.make_move(games, game, user, "count", {"by": 1}, **move)
    assert (again.kind, again.revision, again.duplicate) == ("ok", revision + 1, True)
    assert await harness.revision(game) == revision + 1


async def test_a_commit_that_fails_is_told_to_all_tables_in_it_and_shown_by_none(harness, games, monkeypatch):
    tables = [await harness.table(channel=number) for number in range(3)]
    users, before = [await harness.on_move(t) for t in tables], [await harness.revision(t) for t in tables]
    watch = games.run_write_watchers

    async def full(conn, info, game, work):
        await watch(conn, info, game, work)
        if info.id == tables[1]:
            conn._connection.exec_driver_sql("ROLLBACK")
            raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    monkeypatch.setattr(games, "run_write_watchers", full)
    clicks = list(zip(tables, users, before, strict=True))

    async def move(table, user, revision):
        return await moves.make_move(
            games, table, user, "count", {"by": 1}, revision=revision, interaction_id=f"{table}"
        )

    done = await asyncio.gather(*(move(*click) for click in clicks))
    assert [one.kind for one in done] == ["not_saved"] * 3
    assert [await harness.revision(t) for t in tables] == before
    monkeypatch.setattr(games, "run_write_watchers", watch)
    assert all(one.ok for one in await asyncio.gather(*(move(*click) for click in clicks)))
    assert [await harness.revision(t) for t in tables] == [revision + 1 for revision in before]


async def test_a_duplicate_at_a_game_that_has_moved_on_gets_its_first_answer(harness, games):
    game = await harness.table()
    user, revision = await harness.on_move(game), await harness.revision(game)
    first = await moves.make_move(games, game, user, "count", {"by": 1}, interaction_id=1)
    other = await moves.make_move(
        games, game, await harness.on_move(game), "count", {"by": 1}, interaction_id=2
    )
    assert other.revision == revision + 2
    again = await moves.make_move(games, game, user, "count", {"by": 1}, interaction_id=1)
    assert again.to_json() == first.to_json()
    assert again.duplicate
    assert await harness.revision(game) == revision + 2
