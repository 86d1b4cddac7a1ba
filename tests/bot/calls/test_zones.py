"""The clock on a member's wall, across daylight saving in both directions."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest

from bot.calls.hours import parse_quiet_hours
from bot.calls.model import DAY, MINUTE, ReminderSettings
from bot.calls.zones import (
    first_pingable_time,
    is_quiet,
    local_time,
    next_time_at_hour,
    parse_minute_of_day,
    parse_snooze_time,
    tomorrow_morning,
    zone_by_name,
    zone_names,
)
from bot.chat.respond import UserError
from tests.bot.diary import moment
from tests.drills.months import ZONES, rests

BERLIN, SYDNEY, YORK = "Europe/Berlin", "Australia/Sydney", "America/New_York"


def night(zone: str, start: str = "22:00", end: str = "8:00", **more: object) -> ReminderSettings:
    begins, ends = parse_minute_of_day(start), parse_minute_of_day(end)
    assert begins is not None
    assert ends is not None
    return ReminderSettings(1, zone, (begins, ends), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("zone", "at", "until"),
    [
        (BERLIN, "2026-07-01 20:00", "2026-07-02 06:00"),  # summer: 22:00 to 8:00
        (BERLIN, "2026-07-01 19:59", "2026-07-01 19:59"),
        (BERLIN, "2026-10-24 21:00", "2026-10-25 07:00"),  # the night of 25 hours
        (BERLIN, "2026-03-28 22:00", "2026-03-29 06:00"),  # the night of 23 hours
        (SYDNEY, "2026-10-03 12:00", "2026-10-03 21:00"),  # spring there
        (YORK, "2026-11-01 02:00", "2026-11-01 13:00"),
    ],
)
def test_quiet_hours_end_by_the_clock_on_the_wall(zone, at, until):
    assert first_pingable_time(moment(at), night(zone)) == moment(until)


def test_an_hour_that_comes_twice_is_quiet_twice():
    member = night(BERLIN, "2:00", "2:30")
    first, second = moment("2026-10-25 00:10"), moment("2026-10-25 01:10")
    assert [local_time(t, BERLIN).strftime("%H:%M") for t in (first, second)] == ["02:10", "02:10"]
    assert [first_pingable_time(t, member) - t for t in (first, second)] == [20 * MINUTE, 20 * MINUTE]


def test_quiet_hours_in_a_leap_over_them_are_none():
    member = night(BERLIN, "2:00", "3:00")
    for minute in range(0, 180, 10):
        assert not is_quiet(moment("2026-03-29 00:00") + minute * MINUTE, member)


@pytest.mark.parametrize("zone", ZONES)
def test_quiet_hours_agree_with_the_wall_everywhere(zone):
    dice = Random(zone)
    for _ in range(60):
        member = ReminderSettings(1, zone, (dice.randrange(1440), dice.randrange(1440)), dice.random() < 0.5)
        at = moment("2026-01-01 00:00") + dice.randrange(366 * DAY)
        assert is_quiet(at, member) == rests(member, at)
        until = first_pingable_time(at, member)
        assert not rests(member, until)
        steps = range(at, until, 7 * MINUTE)
        assert all(rests(member, t) for t in steps), (zone, member, at)


def test_a_weekend_off_and_a_vacation_join_the_night():
    member = night(
        BERLIN,
        is_free_at_weekends=True,
        vacations=((moment("2026-07-06 06:00"), moment("2026-07-10 20:30")),),
    )
    friday = moment("2026-07-03 21:00")
    assert first_pingable_time(friday, member) == moment("2026-07-13 06:00")
    assert local_time(first_pingable_time(friday, member), BERLIN).strftime("%a %H:%M") == "Mon 08:00"


def test_a_full_hour_comes_each_day_once():
    at, seen = moment("2026-10-20 00:00"), []
    for _ in range(10):
        at = next_time_at_hour(at, BERLIN, 9)
        seen.append(local_time(at, BERLIN).strftime("%d %H"))
    assert seen == [f"{day} 09" for day in range(20, 30)]


def test_tomorrow_is_at_nine_by_the_wall():
    assert tomorrow_morning(moment("2026-10-24 22:30"), BERLIN) == moment("2026-10-26 08:00")


NOON = moment("2026-07-01 10:00")


@pytest.mark.parametrize(
    ("typed", "until"),
    [
        ("3 h", "2026-07-01 13:00"),
        ("in 90 minutes", "2026-07-01 11:30"),
        ("2d", "2026-07-03 10:00"),
        ("18:30", "2026-07-01 16:30"),
        ("9", "2026-07-02 07:00"),
        ("tomorrow 8", "2026-07-02 06:00"),
        ("morgen 8", "2026-07-02 06:00"),
        ("2026-12-24 10:00", "2026-12-24 09:00"),
    ],
)
def test_times_are_read_as_people_write_them(typed, until):
    assert parse_snooze_time(typed, NOON, BERLIN) == moment(until)


@pytest.mark.parametrize(
    "typed", ["", "soon", "0 h", "25:00", "2026-13-01 9", "2025-01-01 9", "12:75", "24:01"]
)
def test_what_is_no_time_in_the_future_is_refused(typed):
    assert parse_snooze_time(typed, NOON, BERLIN) is None


@pytest.mark.parametrize(("typed", "minute"), [("22", 1320), ("7:30", 450), ("0:00", 0), ("24", 0)])
def test_times_of_the_day(typed, minute):
    assert parse_minute_of_day(typed) == minute


@pytest.mark.parametrize("typed", [("22", "22"), ("22", ""), ("x", "8"), ("25", "8")])
def test_bad_quiet_hours_are_refused(typed):
    with pytest.raises(UserError, match="two different times"):
        parse_quiet_hours(*typed)


def test_a_zone_that_is_gone_is_read_as_utc():
    assert zone_by_name("Mars/Olympus") is zone_by_name("UTC")
    assert len(zone_names()) > 300
    assert local_time(0, "Nowhere/Land") == datetime.fromtimestamp(0, UTC)


def test_a_digest_after_a_long_night_is_not_lost():
    member = night(BERLIN, "22:00", "10:00", digest_hour=9)
    assert first_pingable_time(next_time_at_hour(NOON, BERLIN, 9), member) == moment("2026-07-02 08:00")
