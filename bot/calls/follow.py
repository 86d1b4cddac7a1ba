"""Determines the reminders of a game after a write: which end, which go on and which begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bot.calls.model import Member, PingTimes, Reminder
from bot.calls.zones import is_quiet


@dataclass(frozen=True, slots=True)
class SeatsToAct:
    """The seats for which a game waits after a write, with the users who play them (None: nobody).

    ``acted_seats`` are those whose players have acted in this write, ``pinged_seats`` those that the turn
    card pings. A game that is paused, over or not begun waits for nobody.
    """

    game_id: int
    revision: int
    users_by_seat: Mapping[str, int | None]
    round_and_company: str = ""
    acted_seats: frozenset[str] = frozenset()
    pinged_seats: frozenset[str] = frozenset()


def next_reminders(
    old_reminders: Iterable[Reminder],
    seats: SeatsToAct,
    ping_times: PingTimes,
    members: Mapping[int, Member],
    now: int,
) -> list[Reminder]:
    """Return the reminders of a game after a write, one for each of the ``seats`` for which it waits now.

    ``old_reminders`` are those from before the write. ``members`` are the reminder settings of the players of
    these seats, by user id; ``now`` is in seconds since 1970. Nothing is stored.
    """
    by_seat = {reminder.seat: reminder for reminder in old_reminders}
    return [
        _next_reminder(by_seat.get(seat), seat, seats, ping_times, members, now)
        for seat in seats.users_by_seat
    ]


def _next_reminder(
    previous: Reminder | None,
    seat: str,
    seats: SeatsToAct,
    ping_times: PingTimes,
    members: Mapping[int, Member],
    now: int,
) -> Reminder:
    """Return the reminder for one seat that is to act; ``previous`` is its reminder before, None for none.

    The previous one stays if the same user is to act in the same round for the same company and the turn card
    does not ping him; if he has just acted, its next ping counts from ``now`` (seconds since 1970). Otherwise
    a new one begins; for the same user, round and company his clock runs on. The first ping of a new one
    counts as sent if the card pings him at once, or if he has just acted and the card does not ping him.
    """
    user_id, is_pinged_by_card = seats.users_by_seat[seat], seat in seats.pinged_seats
    has_acted, round_and_company = seat in seats.acted_seats, seats.round_and_company
    new_reminder = Reminder(seats.game_id, seat, user_id, round_and_company, seats.revision, now, now)
    if previous is not None and (previous.user_id, previous.round_and_company) == (
        user_id,
        round_and_company,
    ):
        if not is_pinged_by_card:
            return _reminder_after_move(previous, now) if has_acted else previous
        new_reminder = replace(
            new_reminder, clock_start=previous.clock_start, clock_extension=previous.clock_extension,
            is_vote_opened=previous.is_vote_opened,
        )  # fmt: skip
    elif has_acted and not is_pinged_by_card:
        # The player has just acted for this seat: no first ping, only reminders.
        return _reminder_after_move(new_reminder, now)
    member = members.get(user_id) if user_id is not None else None
    if (
        is_pinged_by_card
        and member is not None
        and ping_times.first_delay == 0
        and not ping_times.is_live
        and _may_card_ping(member, seats.game_id, now)
    ):
        return replace(new_reminder, ping_count=1, last_ping=now, is_pinged_by_card=True)
    return new_reminder


def _reminder_after_move(reminder: Reminder, now: int) -> Reminder:
    """Return the reminder of a seat that has acted at ``now`` (seconds since 1970) and is to act again.

    Its first ping counts as sent, and the time until the next one begins now; a snooze or nudge is dropped.
    """
    ping_count = max(reminder.ping_count, 1)
    return replace(reminder, last_move=now, ping_count=ping_count, snoozed_to=None, nudger_id=None)


def _may_card_ping(member: Member, game_id: int, now: int) -> bool:
    """Return True if the turn card itself may ping the member at ``now`` (seconds since 1970).

    It may not at his quiet times, within his minimum time since another ping, in a game that he has muted, or
    if reminders ping him by direct message.
    """
    is_ping_unwanted = is_quiet(now, member) or game_id in member.muted_games or member.by_direct_message
    return not is_ping_unwanted and now >= member.last_ping + (member.min_gap if member.last_ping else 0)
