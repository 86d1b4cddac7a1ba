"""Calls that are held back: by the table, or by who has put them off."""

from __future__ import annotations

from sqlalchemy import update

from bot.calls import service as reminders
from bot.store.tables import outbox, turn_ping
from tests.bot.calls.test_calls import quiet, start
from tests.bot.sitting import DAY, HOUR, MINUTE, Sitting


async def test_a_call_that_a_table_holds_back_waits_for_the_end_of_quiet_hours(sit: Sitting) -> None:
    await start(sit, pace="at once")
    actor = await sit.actor()
    other = sit.table.member(next(n for n in ("Ann", "Ben") if n != actor.name))
    await sit.table.member("Ann").slash("/gm table", hold=30)
    wall = sit.now % DAY // MINUTE
    hours = [f"{m // 60}:{m % 60:02}" for m in ((wall - 30) % 1440, (wall + 60) % 1440)]
    await sit.table.act(actor, "pass")
    await quiet(other, hours[0], hours[1])
    async with sit.table.bot.store.transaction() as conn:
        await conn.execute(update(turn_ping).values(due=0))
    await retry(sit, "call")
    await sit.later(MINUTE)
    assert {other.name} not in sit.pinged()
    await sit.later(HOUR)
    assert sit.pinged().count({other.name}) == 1
    await sit.later(HOUR)
    assert sit.pinged().count({other.name}) == 1


async def test_a_call_that_waits_for_its_member_holds_up_nobody_elses(sit: Sitting) -> None:
    await start(sit, "Ann", "Ben", "Cy")
    actor = await sit.actor()
    sit.table.env.inject_error("POST", "/channels/*/messages", status=403, times=None)
    await sit.later(2 * MINUTE)
    wall = sit.now % DAY // MINUTE
    hours = [f"{m // 60}:{m % 60:02}" for m in ((wall - 30) % 1440, (wall + 600) % 1440)]
    await quiet(actor, hours[0], hours[1])
    sit.table.env.backend.faults.clear()
    await retry(sit, "reminder")
    assert sit.pinged() == []
    await sit.table.act(actor, "pass")
    other = await sit.actor()
    await sit.later(3 * MINUTE)
    assert sit.pinged() == [{other.name}]


async def retry(sit: Sitting, kind: str) -> None:
    """Send what failed, as if its time had come."""
    async with sit.table.bot.store.transaction() as conn:
        assert (await conn.execute(update(outbox).where(outbox.c.kind == kind).values(due=0))).rowcount == 1
    with sit.table.env._bot_scope():
        await sit.table.bot.sender.send_all_due()


async def test_a_nudge_says_when_it_comes_to_who_has_put_pings_off(sit: Sitting) -> None:
    await start(sit, "Ann", "Ben", "Cy")
    actor = await sit.actor()
    other = next(sit.table.member(n) for n in ("Ann", "Ben", "Cy") if n != actor.name)
    await sit.later(3 * MINUTE)
    await actor.click(sit.table.with_button("In 4 h"), "In 4 h")
    [reminder] = await reminders.reminders_of_game(sit.table.bot.games, (await sit.table.info()).id)
    said = (await other.slash("/remind nudge")).text
    assert f"is called in your name <t:{reminder.snoozed_until}:R>" in said
    await sit.later(4 * HOUR - MINUTE)
    assert len(sit.pings()) == 1
    await sit.later(2 * MINUTE)
    assert f"{other.mention} nudges you" in sit.pings()[-1][1].text
