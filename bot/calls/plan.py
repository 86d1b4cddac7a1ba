"""Decides which pings, notices and expiries of reminders are due, and when to look again.

A member is pinged after the table's first delay, then 8 h, 24 h and 48 h after the previous ping (or the
member's last move). 48 h after the last ping all players get a notice. A ping that falls into quiet hours, a
weekend off, a vacation or the member's minimum time between two pings is postponed to their end. Pings that
came due while the bot was offline become one. All times are seconds since 1970.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.calls.model import HOUR, Member, PingTimes, Reminder
from bot.calls.zones import next_full_hour, skip_quiet_time

PING_INTERVALS = (8 * HOUR, 24 * HOUR, 48 * HOUR)
SECONDS_TO_NOTICE = 48 * HOUR
"""Seconds from the last reminder until the whole game is informed."""

MessageKind = Literal["ping", "notice", "expired"]


@dataclass(frozen=True, slots=True)
class DueMessage:
    """A ping ("ping"), notice to all players ("notice") or end of a clock ("expired") that is due.

    ``reminder`` is the seat's reminder after it. ``nudger_id``: the user who nudged, None without a nudge.
    """

    kind: MessageKind
    reminder: Reminder
    nudger_id: int | None = None


@dataclass(slots=True)
class DuePlan:
    """The pings and notices that are due.

    ``reminders`` are the changed reminders by game id and seat, ``pinged_users`` the ids of pinged members.
    """

    messages: list[DueMessage] = field(default_factory=list)
    reminders: dict[tuple[int, str], Reminder] = field(default_factory=dict)
    pinged_users: set[int] = field(default_factory=set)

    def set_reminder(self, reminder: Reminder) -> None:
        """Add a changed reminder, which is to be stored, in place of an earlier one of its seat."""
        self.reminders[reminder.game_id, reminder.seat] = reminder


def ping_at(reminder: Reminder, ping_times: PingTimes, member: Member, now: int = 0) -> int | None:
    """Return when the player for whom a game waits is pinged next, not before ``now``; None if never.

    Never in a live game and in a game that he has muted; after the last reminder only if it was snoozed.
    Quiet hours, weekends off, vacations and the minimum time between two pings postpone it. All times are in
    seconds since 1970.
    """
    if (
        ping_times.is_live
        or reminder.game_id in member.muted_games
        or (reminder.ping_count > len(PING_INTERVALS) and reminder.snoozed_to is None)
    ):
        return None
    if reminder.snoozed_to is not None:
        timestamp = reminder.snoozed_to
    elif reminder.ping_count == 0:
        timestamp = reminder.waiting_since + ping_times.first_delay
    else:
        timestamp = max(reminder.last_ping, reminder.last_move) + PING_INTERVALS[reminder.ping_count - 1]
    gap_end = member.last_ping + member.min_gap if member.last_ping else 0
    return skip_quiet_time(max(timestamp, gap_end, now), member)


def notice_at(reminder: Reminder, ping_times: PingTimes, member: Member) -> int | None:
    """Return when all players are informed that a player does not respond to reminders (seconds since 1970).

    It is 48 hours after the last reminder, or, in a game that he has muted, after the time at which that
    would have come. Vacations postpone it. None while more reminders are to come, if the players were
    informed already, and in a live game.
    """
    if ping_times.is_live or reminder.is_notice_sent:
        return None
    if reminder.game_id in member.muted_games:
        timestamp = max(reminder.waiting_since, reminder.last_move) + sum(PING_INTERVALS) + SECONDS_TO_NOTICE
    elif reminder.ping_count > len(PING_INTERVALS) and reminder.snoozed_to is None:
        timestamp = max(reminder.last_ping, reminder.last_move) + SECONDS_TO_NOTICE
    else:
        return None
    return _skip_vacation(timestamp, member)


def free_seat_notice_at(reminder: Reminder, ping_times: PingTimes) -> int | None:
    """Return when all players are informed that the game waits for a seat without a player.

    It is in seconds since 1970, 48 hours after the game began to wait. None if the reminder is of a seat with
    a player, if the players were informed already, and in a live game.
    """
    return (
        None
        if ping_times.is_live or reminder.is_notice_sent or reminder.user_id is not None
        else reminder.waiting_since + SECONDS_TO_NOTICE
    )


def clock_ends_at(reminder: Reminder, ping_times: PingTimes, member: Member) -> int | None:
    """Return when the clock of the player to act, whom reminders ping, runs out (seconds since 1970).

    It stands still during his vacations. None if the game has no clock, and if a vote about him was opened.
    """
    if ping_times.clock_seconds is None or reminder.is_vote_opened:
        return None
    return deadline(reminder.clock_start, ping_times.clock_seconds + reminder.clock_extension, member)


def deadline(start: int, length: int, member: Member) -> int:
    """Return when the clock of a player whom reminders ping runs out: ``length`` seconds after ``start``.

    It stands still during the member's vacations. ``start`` and the result are in seconds since 1970.
    """
    timestamp = start + length
    for begins, ends in sorted(member.vacations):
        if begins < timestamp and ends > start:
            timestamp += ends - max(begins, start)
    return timestamp


def _skip_vacation(timestamp: int, member: Member) -> int:
    """Return the time of a notice, postponed to the end of the member's vacation if it falls into one.

    Times are seconds since 1970.
    """
    vacation_ends = (end for start, end in member.vacations if start <= timestamp < end)
    return max([timestamp, *vacation_ends])


def next_check_at(
    reminder: Reminder, ping_times: PingTimes, member: Member | None, now: int = 0
) -> int | None:
    """Return when the scheduler must check a seat's reminder next (seconds since 1970); None if never.

    That is the time of its next ping (not before ``now``), of the notice to all players or of the end of the
    clock, whichever comes first. ``member`` is None for a seat without a player.
    """
    if member is None:
        return free_seat_notice_at(reminder, ping_times)
    times = (
        ping_at(reminder, ping_times, member, now),
        notice_at(reminder, ping_times, member),
        clock_ends_at(reminder, ping_times, member),
    )
    return min((timestamp for timestamp in times if timestamp is not None), default=None)


def find_due_messages(
    reminders: Iterable[Reminder],
    ping_times_by_game: Mapping[int, PingTimes],
    members: Mapping[int, Member],
    now: int,
) -> DuePlan:
    """Return the pings and notices of reminders that are due at ``now`` (seconds since 1970).

    A clock that has run out counts as a message, too. A member gets one ping per game, even with several
    seats. ``ping_times_by_game`` must have each game of the reminders, by id; ``members`` are by user id, and
    nothing is due of a reminder whose user is not among them. Nothing is stored.
    """
    plan, pinged_members = DuePlan(), dict(members)
    pinged_pairs: set[tuple[int, int]] = set()
    for reminder in sorted(
        reminders, key=lambda candidate: (candidate.waiting_since, candidate.game_id, candidate.seat)
    ):
        member = pinged_members.get(reminder.user_id) if reminder.user_id is not None else None
        if member is not None:
            _add_due_messages_of(
                plan,
                reminder,
                ping_times_by_game[reminder.game_id],
                pinged_members,
                member,
                pinged_pairs,
                now,
            )
        elif _is_due(free_seat_notice_at(reminder, ping_times_by_game[reminder.game_id]), now):
            _add_message(plan, "notice", replace(reminder, is_notice_sent=True))
    return plan


def _add_due_messages_of(
    plan: DuePlan, reminder: Reminder, ping_times: PingTimes, members: dict[int, Member], member: Member,
    pinged_pairs: set[tuple[int, int]], now: int,
) -> None:  # fmt: skip
    """Add the ping, the notice and the end of the clock of one reminder to the plan, as far as they are due.

    ``member`` is its player. ``pinged_pairs`` are the game and user ids pinged in this plan, ``members`` all
    members by user id; a ping updates both. For such a pair a second ping only counts as sent. ``now`` is in
    seconds since 1970.
    """
    game_and_user = (reminder.game_id, member.user_id)
    if game_and_user in pinged_pairs and _is_due(
        ping_at(reminder, ping_times, replace(member, last_ping=0), now), now
    ):
        plan.set_reminder(_reminder_after_ping(reminder, now))
    elif _is_due(ping_at(reminder, ping_times, member, now), now):
        pinged_pairs.add(game_and_user)
        nudger_id, reminder = reminder.nudger_id, _reminder_after_ping(reminder, now)
        members[member.user_id] = replace(member, last_ping=now)
        plan.pinged_users.add(member.user_id)
        _add_message(plan, "ping", reminder, nudger_id)
    if _is_due(notice_at(reminder, ping_times, member), now):
        reminder = replace(reminder, is_notice_sent=True)
        _add_message(plan, "notice", reminder)
    if _is_due(clock_ends_at(reminder, ping_times, member), now):
        _add_message(plan, "expired", replace(reminder, is_vote_opened=True))


def _add_message(plan: DuePlan, kind: MessageKind, reminder: Reminder, nudger_id: int | None = None) -> None:
    """Add a due message to the plan; ``reminder`` is its reminder as it is afterwards.

    ``kind`` is "ping", "notice" (to all players) or "expired" (a clock has run out). ``nudger_id`` is the id
    of the user who nudged, None without one.
    """
    plan.set_reminder(reminder)
    plan.messages.append(DueMessage(kind, reminder, nudger_id))


def _reminder_after_ping(reminder: Reminder, now: int) -> Reminder:
    """Return the reminder of a player after it has pinged him at ``now`` (seconds since 1970).

    A ping that was snoozed or nudged does not count as another one. The snooze and the nudge are dropped.
    """
    ping_count = reminder.ping_count + 1 if reminder.snoozed_to is None else max(reminder.ping_count, 1)
    return replace(reminder, ping_count=ping_count, last_ping=now, snoozed_to=None, nudger_id=None)


def _is_due(timestamp: int | None, now: int) -> bool:
    """Return True if the time of a ping or notice (seconds since 1970) has come; False for None (never)."""
    return timestamp is not None and timestamp <= now


def digest_at(member: Member, after: int) -> int | None:
    """Return when the member's next daily digest is due after the time ``after``; None if he wants none.

    Days of a weekend off or a vacation are skipped, and quiet hours postpone it. Times are seconds since
    1970.
    """
    if member.digest_hour is None:
        return None
    timestamp = next_full_hour(after, member.zone, member.digest_hour)
    while (end_of_days_off := skip_days_off(timestamp, member)) > timestamp:
        timestamp = next_full_hour(end_of_days_off - 1, member.zone, member.digest_hour)
    return skip_quiet_time(timestamp, member)


def skip_days_off(timestamp: int, member: Member) -> int:
    """Return the first time from ``timestamp`` on that is in no weekend off and no vacation of the member.

    His digest comes only then. Both times are in seconds since 1970. Quiet hours are not skipped.
    """
    return skip_quiet_time(timestamp, replace(member, quiet_hours=None))
