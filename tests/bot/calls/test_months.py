"""Random months in their short form, and proof that each of their invariants can break."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from bot.calls import plan
from tests.drills import months
from tests.drills.months import Broken, Month

SEEDS = range(5001, 5031)


def test_random_months_break_nothing():
    total: Counter[str] = sum((Month(seed).run().counts for seed in SEEDS), start=Counter())
    assert min(total[what] for what in ("ping", "notice", "expired", "snooze", "downtime", "vacation")) > 5


def breach(seeds=range(1, 40)):
    """What is told of the first month that breaks."""
    for seed in seeds:
        try:
            Month(seed).run()
        except Broken as fault:
            return str(fault)
    return "nothing broken"


def test_a_ping_in_quiet_hours_is_found(monkeypatch):
    monkeypatch.setattr("bot.calls.plan.first_pingable_time", lambda at, member: at)
    assert breach().startswith("pinged in quiet hours")


def test_a_second_ping_within_the_gap_is_found(monkeypatch):
    plain = plan.find_due_messages

    def hasty(open_reminders, paces, people, now):
        return plain(open_reminders, paces, {u: replace(m, min_gap=0) for u, m in people.items()}, now)

    monkeypatch.setattr(months, "find_due_messages", hasty)
    assert breach().startswith("pinged twice within the gap")


def test_a_second_ping_for_one_wait_is_found(monkeypatch):
    monkeypatch.setattr("bot.calls.plan.PING_INTERVALS", (60, 60, 60))
    assert breach().startswith("pinged twice for one wait")


def test_a_ping_after_the_state_moved_on_is_found(monkeypatch):
    plain = Month.write

    def forgetful(month, table, *, acted=False, called=False):
        kept = dict(month.reminders), dict(month.stored)
        plain(month, table, acted=acted, called=called)
        month.reminders, month.stored = kept[0] | month.reminders, kept[1] | month.stored

    monkeypatch.setattr(Month, "write", forgetful)
    assert breach().startswith("pinged after the state moved on")


def test_a_lost_ping_is_found(monkeypatch):
    plain = plan.next_check_time
    monkeypatch.setattr(
        months,
        "next_check_time",
        lambda reminder, *rest: None if reminder.ping_count == 2 else plain(reminder, *rest),
    )
    assert breach().startswith("a ping is lost")


def test_the_drill_tells_what_it_lived_through(capsys):
    assert months.live_through(3, 7) == 0
    assert capsys.readouterr().out.startswith("3 months: nothing broken (")
