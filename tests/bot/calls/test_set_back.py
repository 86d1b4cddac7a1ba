"""The clock was ahead and is set right: what was stored meanwhile waits no longer than it was to wait."""

from __future__ import annotations

import logging
from functools import partial

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.calls import member_rows
from bot.calls import service as reminders
from bot.store import Store, game_rows
from bot.store.messages import outbox, pings
from bot.store.messages.outbox import OutboxMessage
from bot.votes import rows as vote_rows
from bot.votes.rows import Question
from tests.bot.diary import ANN, BEN, CY, Diary, moment

DAY_MS = 24 * 3600 * 1000


async def play_ahead(diary: Diary, until: str, back: str) -> None:
    """At a table somebody moves while the clock is a day ahead; it is set back after a while."""
    await diary.table("A", ANN, BEN, CY)
    diary.now = moment("2026-10-02 06:00")
    await diary.move("A")
    await diary.until(until)
    diary.lines.clear()
    diary.now = moment(back)


@pytest.fixture
async def ahead(diary: Diary) -> Diary:
    """At a table somebody has moved while the clock was a day ahead, and the bot has looked."""
    await play_ahead(diary, "2026-10-02 06:01", "2026-10-01 06:10")
    return diary


@pytest.mark.parametrize("restarts", [False, True])
async def test_pings_do_not_wait_until_the_clock_is_again_where_it_was(
    ahead: Diary, caplog: pytest.LogCaptureFixture, restarts: bool
) -> None:
    with caplog.at_level(logging.WARNING):
        if restarts:
            await ahead.restart()
        await ahead.until("2026-10-01 14:13")
    assert ahead.lines == ["01 06:12 A ping Ben", "01 14:12 A ping Ben"]
    assert [record.getMessage() for record in caplog.records] == ["the clock was set back by about 85860 s"]


async def test_the_gap_between_pings_and_the_digest_are_right_again(diary: Diary) -> None:
    await reminders.set_reminder_settings(diary.games, BEN, gap=1800, digest=9)
    await play_ahead(diary, "2026-10-02 10:00", "2026-10-01 07:00")
    await diary.until("2026-10-01 09:00")
    member = (await diary.games.store.read(partial(member_rows.reminder_settings_by_user, user_ids=[BEN])))[
        BEN
    ]
    assert member.last_ping <= diary.now
    assert diary.lines[-1] == "01 09:00 digest Ben"


async def test_votes_and_nudges_do_not_wait_either(ahead: Diary) -> None:
    store, game, now = ahead.games.store, ahead.tables["A"], ahead.now
    question = Question(vote_rows.SEAT_VOTE, "p1", 1, CY, "Cy", duration=600)
    later = now + 24 * 3600

    async def store_while_ahead(conn: AsyncConnection) -> None:
        await vote_rows.open_vote(conn, game, question, later)
        await member_rows.store_nudge(conn, ANN, game, later)

    await store.write(store_while_ahead)
    await ahead.scheduler.queue_due_messages()
    [vote] = await store.read(lambda conn: vote_rows.list_open_votes(conn, game))
    assert (vote.opened_at, vote.ends_at) == (now, now + 600)
    assert await store.read(lambda conn: member_rows.last_nudge_time(conn, ANN, game)) == now


async def test_a_clock_that_is_behind_by_a_moment_changes_nothing(diary: Diary) -> None:
    await diary.table("A", ANN, BEN, CY)
    await diary.until("2026-10-01 06:01")
    diary.now -= 59
    before = await reminders.reminders_of_game(diary.games, diary.tables["A"])
    await diary.scheduler.queue_due_messages()
    assert await reminders.reminders_of_game(diary.games, diary.tables["A"]) == before


async def kinds_due(store: Store, at: int) -> set[str]:
    return {row.kind for row in await store.read(lambda conn: outbox.due_messages(conn, at))}


async def test_messages_do_not_wait_either(ahead: Diary, monkeypatch: pytest.MonkeyPatch) -> None:
    store, game, now = ahead.games.store, ahead.tables["A"], game_rows.now_ms()
    week = now + 7 * DAY_MS
    await store.write(lambda conn: outbox.queue_message(conn, game, "failed", {}, key="k", due=now))
    [failed] = await store.read(lambda conn: outbox.due_messages(conn, now))
    with monkeypatch.context() as clock:
        clock.setattr(outbox, "now_ms", lambda: now + DAY_MS)
        await store.write(lambda conn: outbox.postpone_message(conn, failed.id, 60, "no"))
        messages = [
            OutboxMessage("at_once", {}),
            OutboxMessage("renewed", {}, latest_only=True),
            OutboxMessage("delayed", {}, due=now + DAY_MS + 60_000),
            OutboxMessage("at_a_date", {}, due=week),
        ]
        await store.write(lambda conn: outbox.queue_messages(conn, game, messages))
        await store.write(
            lambda conn: pings.store_ping(conn, game, 1, ["p1"], now + DAY_MS, now + DAY_MS + 9)
        )
    assert await kinds_due(store, now) == set()
    await ahead.scheduler.queue_due_messages()
    now = game_rows.now_ms()
    assert await kinds_due(store, now) >= {"at_once", "renewed", "failed"}
    assert await kinds_due(store, now) & {"delayed", "at_a_date"} == set()
    assert "delayed" in await kinds_due(store, now + 60_000)
    assert "at_a_date" not in await kinds_due(store, week - 1)
    ping = await store.read(lambda conn: pings.current_ping(conn, game))
    assert ping is not None
    assert ping.waiting_since <= now
    assert ping.due_at == ping.waiting_since + 9
