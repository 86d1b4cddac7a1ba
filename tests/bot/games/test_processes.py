"""Two services on one PostgreSQL, as two processes have them: nobody is told he is too late unless he is."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from bot.absence import votes as seat_votes
from bot.config import Shards
from bot.games import moves, stored_games
from bot.games import request_cache as looked
from bot.games.core import Games
from bot.games.outcome import Outcome
from bot.post.claims import SharedDatabaseClaims
from bot.post.sender import CLAIM_RETRY_MS, Sender
from bot.store import open_store, postgres
from bot.store.game_rows import now_ms
from bot.store.messages import outbox
from bot.store.peers import PeerConnection
from bot.table import game_master
from bot.table import service as tables
from bot.votes import rows as votes
from bot.votes import service as voting
from tests.bot.databases import POSTGRESQL
from tests.bot.harness import ANN, BEN, CY, DEE, Postbox
from tests.bot.kept import AUDIT, kept

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("database", [POSTGRESQL], indirect=True)]


@pytest.fixture
async def other(harness):
    """The service of another process."""
    store = await open_store(harness.url)
    yield Games(store)
    await store.close()


async def test_a_move_by_another_process_is_seen_at_once(harness, games, other):
    game = await harness.table()
    user = await harness.on_move(game)
    assert (await moves.make_move(other, game, user, "count", {"by": 1}, revision=1)).ok
    assert (await games.game(game)).revision == (await other.game(game)).revision == 2
    assert (await games.snapshot(game)).info.revision == 2
    nobody_looked = await harness.on_move(game)
    assert (await moves.make_move(games, game, nobody_looked, "count", {"by": 1}, revision=2)).ok


async def test_an_interaction_asks_once_for_a_game_and_the_next_one_again(harness, games, other, monkeypatch):
    looked.reset_checked_games()
    game, asked, read = await harness.table(), [], games.store.read

    async def counted(unit):
        asked.append(getattr(unit, "keywords", None))
        return await read(unit)

    monkeypatch.setattr(games.store, "read", counted)
    for _ in range(3):
        assert (await games.info(game)).revision == 1
    assert asked == [], "it has just been written by this one"
    user = await harness.on_move(game)
    looked.reset_checked_games()
    for _ in range(3):
        assert (await games.load(game)).info.revision == 1
    assert asked == [{"game_id": game}]
    assert (await moves.make_move(other, game, user, "count", {"by": 1}, revision=1)).ok
    assert (await moves.make_move(games, game, user, "count", {"by": 1}, revision=1)).kind == "stale"
    assert (await games.info(game)).revision == 2, "the write found it out"
    looked.reset_checked_games()
    assert (await moves.make_move(other, game, await harness.on_move(game), "pass", revision=2)).ok
    assert (await games.info(game)).revision in (2, 3)
    looked.reset_checked_games()
    assert (await games.info(game)).revision == 3


async def test_moves_by_turns_through_both_are_never_stale(harness, games, other):
    game = await harness.table()
    for n in range(12):
        here = (games, other)[n % 2]
        done = await moves.make_move(here, game, await harness.on_move(game), "pass", revision=n + 1)
        assert (done.kind, done.revision) == ("ok", n + 2), done.text


async def test_what_another_wrote_meanwhile_does_not_refuse_what_is_still_right(harness, games, other):
    game = await harness.table()
    user = await harness.on_move(game)
    asked = [moves.make_move(games, game, user, "count", {"by": 1}, revision=1, interaction_id=1)]
    asked += [
        game_master.post_remark((games, other)[n % 2], game, ANN, f"note {n}", interaction_id=f"n{n}")
        for n in range(8)
    ]
    assert [done.kind for done in await asyncio.gather(*asked)] == ["ok"] * 9
    assert len(await kept(games, AUDIT, game)) == 8


async def test_nobody_loses_his_seat_to_another_who_joins_elsewhere(harness, games, other):
    made = await tables.create_game(games, ANN, title="TOY", name="x", guild_id=7, owner_name="Ann")
    await other.info(made.game_id)
    joined = await asyncio.gather(
        tables.join_game(games, made.game_id, BEN, "Ben"),
        tables.join_game(other, made.game_id, CY, "Cy"),
        tables.join_game(games, made.game_id, DEE, "Dee"),
    )
    assert all(done.ok for done in joined)
    assert {s.user_id for s in (await other.info(made.game_id)).seats} == {ANN, BEN, CY, DEE}


async def test_of_two_moves_of_one_player_at_once_one_is_stale(harness, games, other):
    game = await harness.table()
    user = await harness.on_move(game)
    both = [moves.make_move(s, game, user, "count", {"by": 1}, revision=1) for s in (games, other)]
    assert sorted(done.kind for done in await asyncio.gather(*both)) == ["ok", "stale"]


async def test_one_interaction_that_comes_to_both_is_one_move(harness, games, other):
    game = await harness.table()
    user = await harness.on_move(game)
    both = [moves.make_move(s, game, user, "count", {"by": 1}, interaction_id=5) for s in (games, other)]
    done = await asyncio.gather(*both)
    assert [d.kind for d in done] == ["ok", "ok"]
    assert sorted(d.duplicate for d in done) == [False, True]
    assert (await games.game(game)).revision == 2


async def test_one_interaction_that_comes_to_both_makes_one_table(harness, games, other):
    both = [
        tables.create_game(
            s, ANN, title="TOY", name="x", guild_id=7, channel_id=70, owner_name="Ann", interaction_id=5
        )
        for s in (games, other)
    ]
    done = await asyncio.gather(*both)
    assert [d.kind for d in done] == ["ok", "ok"]
    assert len({d.game_id for d in done}) == 1


async def test_ballots_cast_at_once_decide_together(harness, games, other):
    game = await harness.table()
    holder = await harness.on_move(game)
    seat = (await games.info(game)).seats_held_by(holder)[0]
    assert (await seat_votes.start_absence_vote(games, game, 0, seat)).ok
    [vote] = await list_open_votes(games, game)
    cast = zip((games, other), {ANN, BEN, CY} - {holder}, strict=True)
    done = await asyncio.gather(*(voting.cast_vote(s, game, vote.id, user, "wait") for s, user in cast))
    assert all(d.ok for d in done)
    found = await voting.vote_by_id(games, vote.id)
    assert found is not None
    assert found.result == "wait"


async def list_open_votes(games, game):
    async with games.store.transaction() as conn:
        return await votes.list_open_votes(conn, game)


# --- what the database does -----------------------------------------------------------------------------


class Dropped:
    """Lets the connection break once, after a commit or before it."""

    def __init__(self, store, *, after: bool) -> None:
        self.begin, self.after, self.left = store.transaction, after, 1
        store.transaction = self

    @asynccontextmanager
    async def __call__(self, game=None):
        if not self.left:
            async with self.begin(game) as conn:
                yield conn
            return
        self.left -= 1
        lost = OperationalError("COMMIT", {}, ConnectionError("gone"), connection_invalidated=True)
        async with self.begin(game) as conn:
            yield conn
            if not self.after:
                raise lost
        raise lost


async def test_a_commit_whose_answer_is_lost_is_found_by_its_interaction(harness, games):
    game = await harness.table()
    user = await harness.on_move(game)
    Dropped(harness.store, after=True)
    done = await moves.make_move(games, game, user, "count", {"by": 1}, interaction_id=5)
    assert (done.kind, done.revision, done.duplicate) == ("ok", 2, False)
    assert (await games.game(game)).revision == 2
    assert (await moves.make_move(games, game, user, "count", {"by": 1}, interaction_id=5)).duplicate


async def test_what_was_not_committed_is_tried_anew(harness, games):
    game = await harness.table()
    user = await harness.on_move(game)
    Dropped(harness.store, after=False)
    done = await moves.make_move(games, game, user, "count", {"by": 1}, interaction_id=5)
    assert (done.kind, done.revision, done.duplicate) == ("ok", 2, False)
    assert (await games.game(game)).revision == 2


async def test_a_new_table_that_was_not_stored_is_said_not_to_be(harness, games):
    Dropped(harness.store, after=False)
    asked: dict[str, Any] = {
        "title": "TOY", "name": "x", "channel_id": 9, "owner_name": "Ann", "interaction_id": 5,
    }  # fmt: skip
    assert (await tables.create_game(games, ANN, **asked)).kind == "not_saved"
    assert (await tables.create_game(games, ANN, **asked)).ok


async def test_a_new_table_whose_answer_is_lost_is_found_too(harness, games):
    Dropped(harness.store, after=True)
    made = await tables.create_game(
        games, ANN, title="TOY", name="x", channel_id=9, owner_name="Ann", interaction_id=5
    )
    assert made.ok
    found = await stored_games.game_info_of_channel(games, 9)
    assert found is not None
    assert found.id == made.game_id


async def test_a_database_that_cannot_be_asked_leaves_it_open(harness, games, monkeypatch):
    game = await harness.table()
    user = await harness.on_move(game)
    held = harness.store.transaction

    @asynccontextmanager
    async def gone(game=None):
        if game != postgres.LOCK_NOTHING:
            raise OperationalError("BEGIN", {}, ConnectionError("gone"))
        yield

    monkeypatch.setattr(harness.store, "transaction", gone)
    done = await moves.make_move(games, game, user, "count", {"by": 1}, interaction_id=5)
    assert (done.kind, "nobody knows" in done.text) == ("unsure", True)
    monkeypatch.setattr(harness.store, "transaction", held)
    assert (await moves.make_move(games, game, user, "count", {"by": 1}, revision=1, interaction_id=6)).ok


async def test_a_server_that_restarts_is_waited_for(harness, games, all_databases):
    game = await harness.table()
    restarting = asyncio.ensure_future(asyncio.to_thread(all_databases.cluster.restart))
    done: list[Outcome] = []
    while not restarting.done() or len(done) < 3:
        user, revision = await harness.on_move(game), 1 + len(done)
        done.append(
            await moves.make_move(games, game, user, "pass", revision=revision, interaction_id=revision)
        )
    assert {d.kind for d in done} == {"ok"}
    assert (await games.game(game)).revision == 1 + len(done)


async def test_more_requests_than_connections_wait_for_one(harness, games):
    tables = [await harness.table() for _ in range(3 * postgres.WRITER_POOL_SIZE)]
    users = [await harness.on_move(game) for game in tables]
    asked = [moves.make_move(games, g, u, "count", {"by": 1}) for g, u in zip(tables, users, strict=True)]
    assert {done.kind for done in await asyncio.gather(*asked)} == {"ok"}


async def test_a_process_that_hangs_in_a_transaction_holds_up_its_game_alone(
    harness, games, other, monkeypatch
):
    stuck, free = await harness.table(), await harness.table()
    user = await harness.on_move(free)
    async with other.store.transaction(stuck):
        assert (await asyncio.wait_for(moves.make_move(games, free, user, "count", {"by": 1}), 5)).ok
        waiting = asyncio.ensure_future(game_master.post_remark(games, stuck, ANN, "later"))
        done, _ = await asyncio.wait([waiting], timeout=0.3)
        assert not done
    assert (await waiting).ok


# --- messages and times ---------------------------------------------------------------------------------


@asynccontextmanager
async def posting(store, shards=None, late=20_000):
    """The outbox of a process, with what it sent."""
    box, line = Postbox(), PeerConnection(store, lambda what: None)
    await line.ensure_open()
    yield (
        box,
        Sender(store, box, claims=SharedDatabaseClaims(store, line, shards or Shards(), overdue_ms=late)),
    )
    await line.close()


async def test_each_message_is_sent_by_one_process(harness, games, other):
    tables = [await harness.table() for _ in range(6)]
    for game in tables:
        await game_master.post_remark(games, game, ANN, "hello")
    async with posting(harness.store) as (mine, first), posting(other.store) as (theirs, second):
        await asyncio.gather(first.send_all_due(), second.send_all_due())
        await asyncio.gather(first.send_all_due(), second.send_all_due())
    assert len(mine.of("notice")) + len(theirs.of("notice")) == 6
    assert await harness.queued() == []


async def test_a_lane_in_work_is_nobody_elses_until_its_process_is_gone(harness, games, other):
    await harness.table()
    line = PeerConnection(other.store, lambda what: None)
    await line.ensure_open()
    assert await line.acquire("lane 1 ")
    async with posting(harness.store) as (box, here):
        await here.send_all_due()
        assert box.got == []
        await line.close()
        await asyncio.sleep(CLAIM_RETRY_MS / 1000 + 0.1)
        await here.send_all_due()
        assert box.of("turn_card")
        await here.close()


async def test_a_process_sends_for_its_own_guilds_and_for_others_when_they_are_late(harness, games):
    await harness.table()  # in guild 7, which is of the first shard
    async with posting(harness.store, Shards(2, (1,))) as (box, here):
        await here.send_all_due()
        assert box.got == []
        await here.close()
    async with posting(harness.store, Shards(2, (1,)), late=-1000) as (box, here):
        await here.send_all_due()
        assert box.of("turn_card")
        await here.close()


async def test_what_one_process_changed_another_hears(harness, games, other):
    heard, said = list[str](), asyncio.Event()

    def hear(what: str) -> None:
        heard.append(what)
        if what == "game 2":
            said.set()

    here, there = PeerConnection(harness.store, hear), PeerConnection(other.store, lambda what: None)
    await asyncio.gather(here.ensure_open(), there.ensure_open())
    here.notify("game 1")
    there.notify("game 2")
    await asyncio.wait_for(said.wait(), 5)
    assert "game 1" not in heard
    await asyncio.gather(here.close(), there.close())


async def test_a_reminder_that_two_processes_find_due_is_queued_once(harness, games, other):
    from bot.calls.scheduler import Scheduler

    tables = [await harness.table() for _ in range(4)]
    await harness.empty_outbox()
    for each in (games, other):
        each.now = lambda: now_ms() // 1000 + 9 * 3600
    await asyncio.gather(Scheduler(games).queue_due_messages(), Scheduler(other).queue_due_messages())
    async with harness.store.transaction() as conn:
        rows = [row for row in await outbox.due_messages(conn) if row.kind == "reminder"]
    assert sorted(row.game_id for row in rows) == tables
