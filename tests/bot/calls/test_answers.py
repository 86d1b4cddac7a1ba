"""What a member is told in private when he says how he wants to be called."""

from __future__ import annotations

from typing import Any

from bot.calls.buttons import reminder_settings_page
from bot.calls.model import ReminderSettings
from bot.calls.pings import ping_delay_text, timing_settings_texts
from bot.table.pages import time_settings_line
from tests.bot.absence.test_absence import start
from tests.bot.calls.test_calls import SLOW
from tests.bot.limits import text_of
from tests.bot.sitting import DAY, HOUR, MINUTE, Sitting
from tests.simtable import SimAnswer, SimMember

ZONE = "`/remind timezone` sets yours"
RUNS_OUT = "clock of the table runs out before"


async def snooze(member: SimMember, span: str) -> SimAnswer:
    until: dict[str, Any] = {"for": span}
    return await member.slash("/remind snooze", **until)


async def test_a_snooze_to_an_hour_of_the_day_names_the_zone_of_who_has_set_none(sit: Sitting) -> None:
    actor, _, _ = await start(sit, pace=SLOW)
    await sit.later(2 * MINUTE)
    [(_, ping)] = sit.pings()
    assert ZONE in (await actor.click(ping, "Tomorrow 9:00")).text
    assert ZONE in (await snooze(actor, "18:30")).text
    assert ZONE not in (await actor.click(ping, "In 4 h")).text
    assert ZONE not in (await snooze(actor, "3 h")).text
    await actor.slash("/remind timezone", zone="Europe/Berlin")
    assert ZONE not in (await actor.click(ping, "Tomorrow 9:00")).text


async def test_a_snooze_beyond_the_clock_says_so(sit: Sitting) -> None:
    actor, _, _ = await start(sit, clock=24, pace=SLOW)
    await sit.later(2 * MINUTE)
    [(_, ping)] = sit.pings()
    assert RUNS_OUT not in (await actor.click(ping, "In 4 h")).text
    assert RUNS_OUT in (await snooze(actor, "30 h")).text


def test_the_panel_shows_the_days_away_that_are_to_come() -> None:
    away = ReminderSettings(1, vacations=((DAY, 2 * DAY), (5 * DAY, 9 * DAY)))
    shown = reminder_settings_page(away, 3 * DAY)
    assert shown.view is not None
    assert f"**Away** <t:{5 * DAY}:d> to <t:{9 * DAY - 1}:d> (" in text_of(shown.view)
    shown = reminder_settings_page(away, 9 * DAY)
    assert shown.view is not None
    assert "**Away** no" in text_of(shown.view)


async def test_one_of_anything_is_not_told_as_many(sit: Sitting) -> None:
    assert [str(told) for told in timing_settings_texts({"clock": 1, "first_ping": 1})] == [
        "set the clock to an hour a turn", "set the first ping to a minute after the turn begins",
    ]  # fmt: skip
    assert [str(told) for told in timing_settings_texts({"clock": 2})] == ["set the clock to 2 hours a turn"]
    assert str(ping_delay_text(1)).endswith("to a second")
    actor, other, _ = await start(sit, clock=1, pace=SLOW)
    await sit.table.member("Ann").slash("/gm clock", first_ping=1)
    assert "first ping after 1 minute · 1 hour a turn" in time_settings_line(await sit.table.info())
    seat = await sit.table.seat_of(actor)
    await actor.slash("/gm proxy", seat=seat, user=other, days=1)
    assert sit.table.posts(f"lets {other.name} play for {actor.name} for a day")


async def test_a_local_chat_that_begins_anew_calls_nobody_twice(sit: Sitting) -> None:
    actor, _, _ = await start(sit, pace=SLOW)
    await sit.later(2 * MINUTE)
    assert sit.pinged() == [{actor.name}]
    [(_, first)] = sit.pings()
    sit.moved += 9 * HOUR
    with sit.table.env._bot_scope():
        await sit.table.bot.repost_open_games()
    await sit.look()
    assert [names for names, message in sit.pings() if message.id != first.id] == [{actor.name}]
