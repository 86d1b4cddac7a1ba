"""Determines the reminders of a game after a write: which end, which are kept and which begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bot.calls.model import PingTimes, Reminder, ReminderSettings
from bot.calls.zones import is_quiet
from bot.store.game_rows import GameInfo
from bot.store.records import NewRecord
from engine import Game

MAX_MARK = 200
"""The maximum number of characters of `Reminder.round_and_company`."""

ORIGIN_GAME_MASTER = "gm"
NOT_BY_PLAYER = ("auto", ORIGIN_GAME_MASTER, "absence", "computer")
"""Values of `NewRecord.origin` for actions that the player did not take in person."""


@dataclass(frozen=True, slots=True)
class SeatsToAct:
    """The seats that a game is waiting for after a write, with the users who play them (None: nobody).

    ``round_and_company`` names the round and the company to act. ``acted_seats`` are those whose players have
    acted in this write, ``pinged_seats`` those that the turn card pings. A game that is paused, over or not
    begun is waiting for nobody.
    """

    game_id: int
    revision: int
    users_by_seat: Mapping[str, int | None]
    round_and_company: str = ""
    acted_seats: frozenset[str] = frozenset()
    pinged_seats: frozenset[str] = frozenset()


def is_by_player(info: GameInfo, record: NewRecord) -> bool:
    """Return True if the player of a record's seat made the move, also by commands of a game master.

    The player then needs no ping at once.
    """
    return record.origin not in NOT_BY_PLAYER or (
        record.origin == ORIGIN_GAME_MASTER and record.user_id == info.user_id_playing(record.seat)
    )


def find_seats_to_act(info: GameInfo, game: Game | None) -> SeatsToAct:
    """Return the seats whose players are to be reminded to act, with their user ids (None: a free seat).

    Seats that computer players play are left out. There are none unless the game is running. The
    ``round_and_company`` of the result differs if another round or company is to act.
    """
    next_decision = game.waiting() if game is not None and info.status == "running" else None
    if game is None or next_decision is None:
        return SeatsToAct(info.id, info.revision, {})
    seats = {
        seat: info.user_id_playing(seat) for seat in next_decision.players if seat not in info.computer_levels
    }
    return SeatsToAct(
        info.id, info.revision, seats, f"{game.round_title()}|{next_decision.company or ''}"[:MAX_MARK]
    )


def next_reminders(
    old_reminders: Iterable[Reminder],
    seats: SeatsToAct,
    ping_times: PingTimes,
    settings_by_user: Mapping[int, ReminderSettings],
    now: int,
) -> list[Reminder]:
    """Return the reminders of a game after a write, one for each seat in ``seats.users_by_seat``.

    ``old_reminders`` are those from before the write. ``settings_by_user`` maps the ids of the users who play
    these seats to their reminder settings; ``now`` is in seconds since 1970. Nothing is stored.
    """
    by_seat = {reminder.seat: reminder for reminder in old_reminders}
    return [
        _next_reminder(by_seat.get(seat), seat, seats, ping_times, settings_by_user, now)
        for seat in seats.users_by_seat
    ]


def _next_reminder(
    previous: Reminder | None,
    seat: str,
    seats: SeatsToAct,
    ping_times: PingTimes,
    settings_by_user: Mapping[int, ReminderSettings],
    now: int,
) -> Reminder:
    """Return the reminder that a seat to act has from now on; ``previous`` is the one it had so far, or None.

    The previous reminder is kept if the same user is to act in the same round for the same company and the
    turn card does not ping them; if they have just acted, the next ping counts from ``now`` (seconds since
    1970). Otherwise a new reminder begins; for the same user, round and company the time limit runs on. The
    first ping of a new one counts as sent if the card pings the user at once, or if the user has just acted
    and the card does not ping them.
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
            new_reminder, time_limit_start=previous.time_limit_start,
            deadline_extension=previous.deadline_extension, is_vote_opened=previous.is_vote_opened,
        )  # fmt: skip
    elif has_acted and not is_pinged_by_card:
        # The player has just acted for this seat: no first ping, only reminders.
        return _reminder_after_move(new_reminder, now)
    settings = settings_by_user.get(user_id) if user_id is not None else None
    if (
        is_pinged_by_card
        and settings is not None
        and ping_times.first_delay == 0
        and not ping_times.is_live
        and _may_card_ping(settings, seats.game_id, now)
    ):
        return replace(new_reminder, ping_count=1, last_ping=now, is_pinged_by_card=True)
    return new_reminder


def _reminder_after_move(reminder: Reminder, now: int) -> Reminder:
    """Return the reminder of a seat that has acted at ``now`` (seconds since 1970) and is to act again.

    The first ping counts as sent, and the time until the next one begins now; a snooze or nudge is cleared.
    """
    ping_count = max(reminder.ping_count, 1)
    return replace(reminder, last_move=now, ping_count=ping_count, snoozed_until=None, nudger_id=None)


def _may_card_ping(settings: ReminderSettings, game_id: int, now: int) -> bool:
    """Return True if the turn card itself may ping the member at ``now`` (seconds since 1970).

    The card may not ping in the member's quiet hours, on days off, sooner after the last ping than the
    member's minimum time between pings, in a game that the member has muted, or if the member wants direct
    messages.
    """
    is_ping_unwanted = (
        is_quiet(now, settings) or game_id in settings.muted_games or settings.by_direct_message
    )
    return not is_ping_unwanted and now >= settings.last_ping + (
        settings.min_gap if settings.last_ping else 0
    )
