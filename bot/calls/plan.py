"""Decides which pings and notices of reminders are due, which deadlines have passed, and when to check again.

A member is first pinged after the game's delay of the first ping, then 8 h, 24 h and 48 h after the previous
ping (or the member's last move). 48 h after the last ping all players get a notice. A ping that falls into
quiet hours, a weekend off, a vacation or the member's minimum time between two pings is postponed to their
end. Pings that came due while the bot was offline are merged into one. All times are seconds since 1970.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.calls.model import HOUR, PingTimes, Reminder, ReminderSettings
from bot.calls.zones import first_pingable_time, next_time_at_hour

PING_INTERVALS = (8 * HOUR, 24 * HOUR, 48 * HOUR)
SECONDS_TO_NOTICE = 48 * HOUR
"""Seconds from the last ping until all players are notified."""

MessageKind = Literal["ping", "notice", "expired"]


@dataclass(frozen=True, slots=True)
class DueMessage:
    """A due ping ("ping"), a due notice to all players ("notice") or a deadline that has passed ("expired").

    ``reminder`` is the seat's reminder as updated for this message. ``nudger_id``: the user who nudged, None
    if nobody did.
    """

    kind: MessageKind
    reminder: Reminder
    nudger_id: int | None = None


@dataclass(slots=True)
class DuePlan:
    """The messages that are due, and the reminders changed by them.

    ``reminders`` are the changed reminders by game id and seat, ``pinged_users`` the ids of the users who are
    pinged.
    """

    messages: list[DueMessage] = field(default_factory=list)
    reminders: dict[tuple[int, str], Reminder] = field(default_factory=dict)
    pinged_users: set[int] = field(default_factory=set)

    def set_reminder(self, reminder: Reminder) -> None:
        """Add a changed reminder, which is to be stored, in place of an earlier one of the same seat."""
        self.reminders[reminder.game_id, reminder.seat] = reminder


def next_ping_time(
    reminder: Reminder, ping_times: PingTimes, settings: ReminderSettings, now: int = 0
) -> int | None:
    """Return when the player of a reminder is pinged next, not before ``now``; None if never.

    There is no ping in a live game and in a game that the player has muted, and after the last regular ping
    only one that was snoozed or nudged. Quiet hours, weekends off, vacations and the minimum time between two
    pings postpone it. All times are in seconds since 1970.
    """
    if (
        ping_times.is_live
        or reminder.game_id in settings.muted_games
        or (reminder.ping_count > len(PING_INTERVALS) and reminder.snoozed_until is None)
    ):
        return None
    if reminder.snoozed_until is not None:
        timestamp = reminder.snoozed_until
    elif reminder.ping_count == 0:
        timestamp = reminder.waiting_since + ping_times.first_delay
    else:
        timestamp = max(reminder.last_ping, reminder.last_move) + PING_INTERVALS[reminder.ping_count - 1]
    gap_end = settings.last_ping + settings.min_gap if settings.last_ping else 0
    return first_pingable_time(max(timestamp, gap_end, now), settings)


def unresponsive_notice_time(
    reminder: Reminder, ping_times: PingTimes, settings: ReminderSettings
) -> int | None:
    """Return when all players are notified that a player does not respond to reminders (seconds since 1970).

    It is 48 hours after the last ping, or, in a game that the player has muted, 48 hours after the time at
    which the last ping would have come. Vacations postpone it. None while more pings are to come, if the
    players were notified already, and in a live game.
    """
    if ping_times.is_live or reminder.is_notice_sent:
        return None
    if reminder.game_id in settings.muted_games:
        timestamp = max(reminder.waiting_since, reminder.last_move) + sum(PING_INTERVALS) + SECONDS_TO_NOTICE
    elif reminder.ping_count > len(PING_INTERVALS) and reminder.snoozed_until is None:
        timestamp = max(reminder.last_ping, reminder.last_move) + SECONDS_TO_NOTICE
    else:
        return None
    return _skip_vacation(timestamp, settings)


def free_seat_notice_time(reminder: Reminder, ping_times: PingTimes) -> int | None:
    """Return when all players are notified that the game is waiting for a seat without a player.

    It is in seconds since 1970: 48 hours after the game began to wait for the seat. None if the seat has a
    player, if the players were notified already, and in a live game.
    """
    return (
        None
        if ping_times.is_live or reminder.is_notice_sent or reminder.user_id is not None
        else reminder.waiting_since + SECONDS_TO_NOTICE
    )


def turn_deadline(reminder: Reminder, ping_times: PingTimes, settings: ReminderSettings) -> int | None:
    """Return the deadline of a player who is to act, in seconds since 1970.

    The player's vacations postpone it. None if the game has no time limit, or if a vote about the seat has
    been opened.
    """
    if ping_times.time_limit_seconds is None or reminder.is_vote_opened:
        return None
    return compute_deadline(
        reminder.time_limit_start, ping_times.time_limit_seconds + reminder.deadline_extension, settings
    )


def compute_deadline(start: int, length: int, settings: ReminderSettings) -> int:
    """Return the deadline of a player: ``length`` seconds after ``start``, not counting days of vacation.

    ``settings`` are the player's reminder settings. ``start`` and the result are in seconds since 1970.
    """
    timestamp = start + length
    for vacation_start, vacation_end in sorted(settings.vacations):
        if vacation_start < timestamp and vacation_end > start:
            timestamp += vacation_end - max(vacation_start, start)
    return timestamp


def _skip_vacation(timestamp: int, settings: ReminderSettings) -> int:
    """Return the time of a notice, postponed to the end of the member's vacation if it falls into one.

    Times are seconds since 1970.
    """
    vacation_ends = (end for start, end in settings.vacations if start <= timestamp < end)
    return max([timestamp, *vacation_ends])


def next_check_time(
    reminder: Reminder, ping_times: PingTimes, settings: ReminderSettings | None, now: int = 0
) -> int | None:
    """Return when the scheduler must check a seat's reminder next (seconds since 1970); None if never.

    That is the time of the seat's next ping (not before ``now``), of the notice to all players or of the
    deadline, whichever comes first. ``settings`` is None for a seat without a player.
    """
    if settings is None:
        return free_seat_notice_time(reminder, ping_times)
    times = (
        next_ping_time(reminder, ping_times, settings, now),
        unresponsive_notice_time(reminder, ping_times, settings),
        turn_deadline(reminder, ping_times, settings),
    )
    return min((timestamp for timestamp in times if timestamp is not None), default=None)


def find_due_messages(
    reminders: Iterable[Reminder],
    ping_times_by_game: Mapping[int, PingTimes],
    settings_by_user: Mapping[int, ReminderSettings],
    now: int,
) -> DuePlan:
    """Return the pings, notices and passed deadlines of reminders that are due at ``now``.

    A member gets one ping per game, even with several seats. ``ping_times_by_game`` must contain the game
    (id) of each reminder. ``settings_by_user`` maps user ids to reminder settings; nothing is due for a user
    who is missing there, and only the notice to all players for a seat without a user. ``now`` is in seconds
    since 1970. Nothing is stored.
    """
    plan, current_settings = DuePlan(), dict(settings_by_user)
    pinged_pairs: set[tuple[int, int]] = set()
    for reminder in sorted(
        reminders, key=lambda candidate: (candidate.waiting_since, candidate.game_id, candidate.seat)
    ):
        settings = current_settings.get(reminder.user_id) if reminder.user_id is not None else None
        if settings is not None:
            _add_due_messages_of_reminder(
                plan,
                reminder,
                ping_times_by_game[reminder.game_id],
                current_settings,
                settings,
                pinged_pairs,
                now,
            )
        elif _is_due(free_seat_notice_time(reminder, ping_times_by_game[reminder.game_id]), now):
            _add_message(plan, "notice", replace(reminder, is_notice_sent=True))
    return plan


def _add_due_messages_of_reminder(
    plan: DuePlan, reminder: Reminder, ping_times: PingTimes, settings_by_user: dict[int, ReminderSettings],
    settings: ReminderSettings, pinged_pairs: set[tuple[int, int]], now: int,
) -> None:  # fmt: skip
    """Add to the plan the messages of a reminder that are due: its ping, its notice, its passed deadline.

    ``settings`` are those of the reminder's user. ``pinged_pairs`` contains the (game id, user id) pairs
    pinged in this plan, ``settings_by_user`` all members' settings; a ping updates both. If the pair of this
    reminder is among them, the reminder is only marked as pinged. ``now`` is in seconds since 1970.
    """
    game_and_user = (reminder.game_id, settings.user_id)
    if game_and_user in pinged_pairs and _is_due(
        next_ping_time(reminder, ping_times, replace(settings, last_ping=0), now), now
    ):
        reminder = _reminder_after_ping(reminder, now)
        plan.set_reminder(reminder)
    elif _is_due(next_ping_time(reminder, ping_times, settings, now), now):
        pinged_pairs.add(game_and_user)
        nudger_id, reminder = reminder.nudger_id, _reminder_after_ping(reminder, now)
        settings_by_user[settings.user_id] = replace(settings, last_ping=now)
        plan.pinged_users.add(settings.user_id)
        _add_message(plan, "ping", reminder, nudger_id)
    if _is_due(unresponsive_notice_time(reminder, ping_times, settings), now):
        reminder = replace(reminder, is_notice_sent=True)
        _add_message(plan, "notice", reminder)
    if _is_due(turn_deadline(reminder, ping_times, settings), now):
        _add_message(plan, "expired", replace(reminder, is_vote_opened=True))


def _add_message(plan: DuePlan, kind: MessageKind, reminder: Reminder, nudger_id: int | None = None) -> None:
    """Add a due message to the plan; ``reminder``, already updated for it, replaces the old one in the plan.

    ``kind`` is "ping", "notice" (to all players) or "expired" (the deadline has passed). ``nudger_id`` is the
    id of the user who nudged, None if nobody did.
    """
    plan.set_reminder(reminder)
    plan.messages.append(DueMessage(kind, reminder, nudger_id))


def _reminder_after_ping(reminder: Reminder, now: int) -> Reminder:
    """Return the reminder of a player after a ping at ``now`` (seconds since 1970).

    The ping count grows by one; a snoozed or nudged ping only makes it at least 1. The snooze and the nudge
    are cleared.
    """
    ping_count = reminder.ping_count + 1 if reminder.snoozed_until is None else max(reminder.ping_count, 1)
    return replace(reminder, ping_count=ping_count, last_ping=now, snoozed_until=None, nudger_id=None)


def _is_due(timestamp: int | None, now: int) -> bool:
    """Return True if the time of a message (seconds since 1970) has come; False for None (never)."""
    return timestamp is not None and timestamp <= now


def next_digest_time(settings: ReminderSettings, after: int) -> int | None:
    """Return when the member's next daily digest is due after the time ``after``; None if digests are off.

    Days of a weekend off or a vacation are skipped, and quiet hours postpone it. Times are seconds since
    1970.
    """
    if settings.digest_hour is None:
        return None
    timestamp = next_time_at_hour(after, settings.zone, settings.digest_hour)
    while (end_of_days_off := first_time_without_days_off(timestamp, settings)) > timestamp:
        timestamp = next_time_at_hour(end_of_days_off - 1, settings.zone, settings.digest_hour)
    return first_pingable_time(timestamp, settings)


def first_time_without_days_off(timestamp: int, settings: ReminderSettings) -> int:
    """Return the first time from ``timestamp`` on that is in no weekend off and no vacation of the member.

    The member gets digests only at such times. Both times are in seconds since 1970. Quiet hours are not
    skipped.
    """
    return first_pingable_time(timestamp, replace(settings, quiet_hours=None))
