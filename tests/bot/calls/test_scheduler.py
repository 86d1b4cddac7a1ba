"""The clerk stands what it finds: old games, broken logs, two looks at once."""

from __future__ import annotations

import asyncio

import pytest

from bot.calls import member_rows
from bot.calls import service as reminders
from bot.table import game_master
from tests.bot.diary import ANN, BEN, CY, Diary, moment


async def test_games_from_before_there_were_waits_get_theirs(diary: Diary) -> None:
    await diary.table("A", ANN, BEN, CY)
    async with diary.games.store.transaction() as conn:
        await conn.exec_driver_sql("DELETE FROM wait")
    await diary.restart()
    [reminder] = await reminders.reminders_of_game(diary.games, diary.tables["A"])
    assert (reminder.user_id, reminder.ping_count) == (ANN, 0)
    await diary.until("2026-10-01 06:02")
    assert diary.lines == ["01 06:02 A ping Ann"]


async def test_a_game_that_cannot_be_read_keeps_nobody_else_waiting(diary: Diary) -> None:
    await diary.table("A", ANN, BEN, CY)
    await diary.table("B", CY, BEN, ANN)
    async with diary.games.store.transaction() as conn:
        await conn.exec_driver_sql("DELETE FROM wait")
        await conn.exec_driver_sql("UPDATE record SET body = '{}' WHERE game = 1")
    await diary.restart()
    await diary.until("2026-10-01 06:02")
    assert diary.lines == ["01 06:02 B ping Cy"]


async def test_two_looks_at_once_are_one_ping(diary: Diary) -> None:
    await diary.table("A", ANN, BEN, CY)
    diary.now = moment("2026-10-01 06:05")
    await asyncio.gather(diary.scheduler.queue_due_messages(), diary.scheduler.queue_due_messages())
    await diary.restart()
    assert diary.lines == ["01 06:05 A ping Ann"]


async def test_a_crash_between_ping_and_commit_loses_nothing(diary: Diary, monkeypatch) -> None:
    await diary.table("A", ANN, BEN, CY)
    diary.now = moment("2026-10-01 06:05")

    async def fails(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr("bot.calls.scheduler.outbox.queue_messages", fails)
        with pytest.raises(OSError, match="disk"):
            await diary.scheduler.queue_due_messages()
    await diary.restart()
    assert diary.lines == ["01 06:05 A ping Ann"]


async def test_overlapping_vacations_are_one(diary: Diary) -> None:
    for begins, ends in ((100, 200), (150, 300), (400, 500), (120, 130)):
        async with diary.games.store.transaction() as conn:
            await member_rows.store_vacation(conn, ANN, begins, ends)
    assert (await reminders.reminder_settings_of_member(diary.games, ANN)).vacations == (
        (100, 300),
        (400, 500),
    )


async def test_what_others_do_for_a_seat_does_not_count_as_being_there(diary: Diary) -> None:
    await diary.table("A", ANN, BEN, CY)
    await diary.until("2026-10-01 06:02")
    await diary.until("2026-10-01 10:00")
    done = await game_master.act_as(
        diary.games, diary.tables["A"], BEN, "p1", "pay", {"to": "p2", "amount": 1}, is_game_master=True
    )
    assert done.ok, done.text
    await diary.until("2026-10-01 14:02")
    assert diary.lines == ["01 06:02 A ping Ann", "01 14:02 A ping Ann"]
    await diary.move("A", "pay", to="p2", amount=1)
    await diary.until("2026-10-02 13:00")
    assert len(diary.lines) == 2


async def test_a_member_back_from_days_off_gets_one_digest(diary: Diary) -> None:
    await reminders.set_reminder_settings(diary.games, BEN, zone="UTC", weekend=True, digest=9)
    await diary.table("A", BEN, CY, ANN, pace="live")
    await diary.until("2026-10-06 08:00")
    assert diary.lines == ["01 09:00 digest Ben", "02 09:00 digest Ben", "05 09:00 digest Ben"]
