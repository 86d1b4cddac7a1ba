"""Updates the reminders of a game after a write: which end, which go on and which begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bot.calls.model import Member, PingTimes, Reminder
from bot.calls.zones import is_quiet


@dataclass(frozen=True, slots=True)
class SeatsToAct:
    """The seats for which a game waits after a write, with the users who play them.

    A game that is paused, over or not begun waits for nobody.
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
    """Return the present reminders of a game, one for each seat for which it waits now.

    ``old_reminders`` are those from before the game was changed. ``members`` are the players of these seats
    by user id; `now` is in seconds since 1970.
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
    """Return the reminder for one seat that is to act; ``previous`` is its reminder until now, if any.

    The previous one stays if the same user is to act in the same round and company and the turn card does not
    ping him; if he has just acted, its pings count from ``now`` (seconds since 1970). Otherwise a new one
    begins; if the card pings him in the same round and company, his clock runs on. The first ping of a new
    one counts as made if the card pings him at once, or if he has just acted and the card does not ping him.
    """
    user_id, is_pinged_by_card = seats.users_by_seat[seat], seat in seats.pinged_seats
    has_acted, round_and_company = seat in seats.acted_seats, seats.round_and_company
    new_reminder = Reminder(seats.game_id, seat, user_id, round_and_company, seats.revision, now, now)
    if previous is not None and (previous.user_id, previous.round_and_company) == (
        user_id,
        round_and_company,
    ):
        if not is_pinged_by_card:
            return _after_move(previous, now) if has_acted else previous
        new_reminder = replace(
            new_reminder, clock_start=previous.clock_start, clock_extension=previous.clock_extension,
            is_vote_opened=previous.is_vote_opened,
        )  # fmt: skip
    elif has_acted and not is_pinged_by_card:
        # The player has just acted for this seat: no first ping, only reminders.
        return _after_move(new_reminder, now)
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


def _after_move(reminder: Reminder, now: int) -> Reminder:
    """Return the reminder of a seat that has acted at ``now`` (seconds since 1970) and is to act again.

    Its first ping counts as made, and the time to the next one begins now; a snooze and a nudge are dropped.
    """
    ping_count = max(reminder.ping_count, 1)
    return replace(reminder, last_move=now, ping_count=ping_count, snoozed_to=None, nudger_id=None)


def _may_card_ping(member: Member, game_id: int, now: int) -> bool:
    """Return True if the turn card itself may ping the member at ``now``, without a reminder.

    It may not in quiet hours, soon after another ping, in a muted game or for a member pinged by direct
    message. ``now`` is in seconds since 1970.
    """
    is_resting = is_quiet(now, member) or game_id in member.muted_games or member.by_direct_message
    return not is_resting and now >= member.last_ping + (member.min_gap if member.last_ping else 0)
