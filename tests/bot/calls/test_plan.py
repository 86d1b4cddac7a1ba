"""The plan of pings, a rule at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.calls.follow import SeatsToAct, next_reminders
from bot.calls.model import DAY, HOUR, MINUTE, PingTimes, Reminder, ReminderSettings
from bot.calls.plan import (
    compute_deadline,
    find_due_messages,
    next_check_time,
    next_digest_time,
    next_ping_time,
    turn_deadline,
    unresponsive_notice_time,
)
from tests.bot.diary import moment

SLOW, LIVE, NOW = PingTimes(), PingTimes(is_live=True), 1_000_000
ANN = ReminderSettings(1)


def reminder(**values: object) -> Reminder:
    return replace(Reminder(7, "p1", 1, "OR 1|", 3, NOW, NOW), **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("stage", "later"), [(0, 2 * MINUTE), (1, 8 * HOUR), (2, 24 * HOUR), (3, 48 * HOUR), (4, None)]
)
def test_pings_come_after_longer_and_longer_spans(stage, later):
    at = next_ping_time(reminder(ping_count=stage, last_ping=NOW if stage else 0), SLOW, ANN)
    assert at == (None if later is None else NOW + later)


def test_the_members_own_move_begins_the_span_anew():
    assert (
        next_ping_time(reminder(ping_count=2, last_ping=NOW, last_move=NOW + HOUR), SLOW, ANN)
        == NOW + 25 * HOUR
    )


def test_a_snooze_replaces_the_span_and_counts_for_nothing():
    snoozed = reminder(ping_count=4, last_ping=NOW, snoozed_until=NOW + HOUR)
    assert next_ping_time(snoozed, SLOW, ANN) == NOW + HOUR
    [act] = find_due_messages([snoozed], {7: SLOW}, {1: ANN}, NOW + HOUR).messages
    assert (act.reminder.ping_count, act.reminder.snoozed_until, act.reminder.last_ping) == (
        4,
        None,
        NOW + HOUR,
    )


def test_the_gap_between_two_pings_is_kept_over_all_tables():
    open_reminders = [reminder(), replace(reminder(), game_id=8), replace(reminder(), game_id=9)]
    paces = {7: SLOW, 8: SLOW, 9: SLOW}
    spaced = find_due_messages(open_reminders, paces, {1: replace(ANN, min_gap=HOUR)}, NOW + DAY)
    assert [a.reminder.game_id for a in spaced.messages] == [7]
    at_once = find_due_messages(open_reminders, paces, {1: ANN}, NOW + DAY)
    assert [a.reminder.game_id for a in at_once.messages] == [7, 8, 9]


def test_two_seats_of_one_member_at_a_table_are_one_ping():
    plan = find_due_messages([reminder(), reminder(seat="p2")], {7: SLOW}, {1: ANN}, NOW + DAY)
    assert [a.kind for a in plan.messages] == ["ping"]
    assert {w.ping_count for w in plan.reminders.values()} == {1}


def test_the_second_seat_of_one_member_is_pinged_only_once_even_at_its_deadline():
    limited, now = replace(SLOW, time_limit_seconds=HOUR), NOW + DAY
    plan = find_due_messages([reminder(), reminder(seat="p2")], {7: limited}, {1: ANN}, now)
    assert [a.kind for a in plan.messages] == ["ping", "expired", "expired"]
    later = replace(ANN, last_ping=now)
    pings = {w.seat: next_ping_time(w, limited, later, now) for w in plan.reminders.values()}
    assert {w.ping_count for w in plan.reminders.values()} == {1}
    assert pings["p2"] == pings["p1"] == now + 8 * HOUR


@pytest.mark.parametrize("member", [replace(ANN, muted_games=frozenset({7}))])
def test_a_muted_table_is_told_when_all_reminders_would_be_over(member):
    assert next_ping_time(reminder(), SLOW, member) is None
    assert unresponsive_notice_time(reminder(), SLOW, member) == NOW + 128 * HOUR


def test_nothing_at_a_live_table_is_ever_due():
    assert next_check_time(reminder(), LIVE, ANN) is None
    assert next_check_time(reminder(), replace(LIVE, time_limit_seconds=DAY), ANN) == NOW + DAY


def test_the_table_is_told_once_that_a_free_seat_holds_it_up():
    assert next_check_time(reminder(user_id=None), SLOW, None) == NOW + 2 * DAY
    [act] = find_due_messages([reminder(user_id=None)], {7: SLOW}, {}, NOW + 2 * DAY).messages
    assert (act.kind, next_check_time(act.reminder, SLOW, None)) == ("notice", None)
    assert next_check_time(reminder(user_id=None), LIVE, None) is None


def test_the_clock_stands_still_on_vacation_and_while_the_bot_is_away():
    assert compute_deadline(100, 50, ANN) == 150
    assert compute_deadline(100, 50, replace(ANN, vacations=((120, 130), (140, 160), (500, 600)))) == 180
    assert compute_deadline(100, 50, replace(ANN, vacations=((0, 110),))) == 160
    assert (
        turn_deadline(reminder(deadline_extension=5), replace(SLOW, time_limit_seconds=DAY), ANN)
        == NOW + DAY + 5
    )
    assert turn_deadline(reminder(is_vote_opened=True), replace(SLOW, time_limit_seconds=DAY), ANN) is None


def scene(**values: object) -> SeatsToAct:
    made: dict[str, object] = {"users_by_seat": {"p1": 1}, "round_and_company": "OR 1|", **values}
    return SeatsToAct(7, 9, **made)  # type: ignore[arg-type]


def followed(
    before: list[Reminder], after: SeatsToAct, pace: PingTimes = SLOW, member: ReminderSettings = ANN
) -> list[Reminder]:
    return next_reminders(before, after, pace, {1: member}, NOW + 10)


def test_a_wait_goes_on_while_the_game_waits_for_the_same():
    assert followed([reminder()], scene()) == [reminder()]
    assert followed([reminder()], SeatsToAct(7, 9, {})) == []


@pytest.mark.parametrize(
    "change", [{"round_and_company": "OR 2|"}, {"users_by_seat": {"p1": 2}}, {"users_by_seat": {"p2": 1}}]
)
def test_another_round_player_or_seat_is_another_wait(change):
    [new] = followed([reminder(ping_count=3, last_ping=NOW)], scene(**change))
    assert (new.waiting_since, new.time_limit_start, new.ping_count, new.last_ping) == (
        NOW + 10,
        NOW + 10,
        0,
        0,
    )


def test_ones_own_steps_count_as_being_there():
    [same] = followed([reminder(snoozed_until=NOW + 5)], scene(acted_seats=frozenset({"p1"})))
    assert (same.ping_count, same.last_move, same.snoozed_until) == (1, NOW + 10, None)
    [next_company] = followed([reminder()], scene(round_and_company="OR 1|B", acted_seats=frozenset({"p1"})))
    assert (next_company.ping_count, next_company.last_ping, next_company.waiting_since) == (1, 0, NOW + 10)


def test_who_is_to_hear_an_answer_is_called_again():
    [again] = followed(
        [reminder(ping_count=2, last_ping=NOW, time_limit_start=NOW - 9)],
        scene(pinged_seats=frozenset({"p1"})),
    )
    assert (again.ping_count, again.waiting_since, again.time_limit_start) == (0, NOW + 10, NOW - 9)


@pytest.mark.parametrize(
    ("member", "by_card"),
    [
        (ANN, True),
        (replace(ANN, by_direct_message=True), False),
        (replace(ANN, muted_games=frozenset({7})), False),
        (replace(ANN, vacations=((0, 2 * NOW),)), False),
        (replace(ANN, last_ping=NOW, min_gap=HOUR), False),
        (replace(ANN, last_ping=NOW), True),
    ],
)
def test_the_card_calls_at_once_only_whom_it_may(member, by_card):
    [new] = followed([], scene(pinged_seats=frozenset({"p1"})), PingTimes(first_delay=0), member)
    assert (new.is_pinged_by_card, new.ping_count) == (by_card, int(by_card))
    assert not new.is_sent


@pytest.mark.parametrize(
    ("settings", "first"),
    [
        ({}, 120),
        ({"ping_after": 30}, 120),
        ({"ping_after": 300}, 300),
        ({"first_ping": 1, "ping_after": 90}, 90),
        ({"pace": "at once", "ping_after": 90}, 0),
    ],
)
def test_the_first_ping_comes_when_the_hold_is_over(settings: dict[str, Any], first: int):
    assert PingTimes.from_settings(settings).first_delay == first


def test_days_off_have_no_digest_and_the_first_day_back_has_one():
    friday, monday = moment("2026-10-02 09:00"), moment("2026-10-05 09:00")
    assert next_digest_time(replace(ANN, digest_hour=9, is_free_at_weekends=True), friday) == monday
    vacation = (moment("2026-10-02 10:00"), moment("2026-10-05 08:30"))
    assert next_digest_time(replace(ANN, digest_hour=9, vacations=(vacation,)), friday) == monday
    late = (vacation[0], moment("2026-10-05 09:30"))
    assert next_digest_time(replace(ANN, digest_hour=9, vacations=(late,)), friday) == moment(
        "2026-10-06 09:00"
    )


def test_a_digest_in_quiet_hours_comes_at_their_end_once_a_day():
    member = replace(ANN, digest_hour=23, quiet_hours=(22 * 60, 7 * 60), is_free_at_weekends=True)
    at, found = moment("2026-10-01 12:00"), []
    for _ in range(3):
        at = next_digest_time(member, at) or 0
        found.append(at)
    assert found == [moment("2026-10-02 07:00"), moment("2026-10-05 07:00"), moment("2026-10-06 07:00")]
