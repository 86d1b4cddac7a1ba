"""Plans pings: what is due for some waits, and when to look at them again.

A member is pinged after the first delay of the game. Further pings follow 8 h, 24 h and 48 h after the
previous ping or after his own last move. 48 h after the last ping the whole game is informed. A ping that
is due in quiet hours, on a free weekend, in a vacation or before the member's gap has passed is put off and
not omitted. Pings that became due while the bot was down are sent as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.calls.model import HOUR, Member, Pace, Wait
from bot.calls.zones import awake, next_hour

BACKOFF = (8 * HOUR, 24 * HOUR, 48 * HOUR)
TELL = 48 * HOUR
"""Seconds from the last reminder until the whole game is informed."""

What = Literal["ping", "told", "expired"]


@dataclass(frozen=True, slots=True)
class Act:
    """An action that is due; ``wait`` is the wait after it, ``by`` the member who asked for the ping."""

    what: What
    wait: Wait
    by: int | None = None


@dataclass(slots=True)
class Plan:
    """The due actions; ``waits`` are the changed waits, ``pinged`` the ids of pinged members."""

    acts: list[Act] = field(default_factory=list)
    waits: dict[tuple[int, str], Wait] = field(default_factory=dict)
    pinged: set[int] = field(default_factory=set)

    def change(self, wait: Wait) -> None:
        """Record the new state of a wait."""
        self.waits[wait.game, wait.seat] = wait


def ping_at(wait: Wait, pace: Pace, member: Member, now: int = 0) -> int | None:
    """Return when the member is pinged next for this wait, not before ``now``; None if never."""
    if pace.live or wait.game in member.muted or (wait.stage > len(BACKOFF) and wait.snoozed is None):
        return None
    if wait.snoozed is not None:
        at = wait.snoozed
    elif wait.stage == 0:
        at = wait.since + pace.first
    else:
        at = max(wait.last, wait.touched) + BACKOFF[wait.stage - 1]
    free = member.pinged + member.gap if member.pinged else 0
    return awake(max(at, free, now), member)


def tell_at(wait: Wait, pace: Pace, member: Member) -> int | None:
    """Return when the whole game is informed of a long wait; None if never or already done."""
    if pace.live or wait.told:
        return None
    if wait.game in member.muted:
        at = max(wait.since, wait.touched) + sum(BACKOFF) + TELL
    elif wait.stage > len(BACKOFF) and wait.snoozed is None:
        at = max(wait.last, wait.touched) + TELL
    else:
        return None
    return _after_vacations(at, 0, member)


def free_at(wait: Wait, pace: Pace) -> int | None:
    """Return when the whole game is informed that it waits for a free seat; None if never."""
    return None if pace.live or wait.told or wait.user is not None else wait.since + TELL


def expires_at(wait: Wait, pace: Pace, member: Member) -> int | None:
    """Return when the clock of this wait runs out, without the member's vacations; None without a clock."""
    if pace.clock is None or wait.voted:
        return None
    return deadline(wait.start, pace.clock + wait.extra, member)


def deadline(start: int, length: int, member: Member) -> int:
    """Return the end of a span of ``length`` seconds that is extended by the member's vacations."""
    at = start + length
    for begins, ends in sorted(member.vacations):
        if begins < at and ends > start:
            at += ends - max(begins, start)
    return at


def _after_vacations(at: int, now: int, member: Member) -> int:
    inside = (end for start, end in member.vacations if start <= max(at, now) < end)
    return max([at, now, *inside])


def due(wait: Wait, pace: Pace, member: Member | None, now: int = 0) -> int | None:
    """Return when something is due for this wait next; None if nothing is due before it changes."""
    if member is None:
        return free_at(wait, pace)
    found = (ping_at(wait, pace, member, now), tell_at(wait, pace, member), expires_at(wait, pace, member))
    return min((at for at in found if at is not None), default=None)


def look(waits: Iterable[Wait], paces: Mapping[int, Pace], members: Mapping[int, Member], now: int) -> Plan:
    """Return what is due now; a member gets one ping per game, even if it waits for several of his seats."""
    plan, people = Plan(), dict(members)
    called: set[tuple[int, int]] = set()
    for wait in sorted(waits, key=lambda w: (w.since, w.game, w.seat)):
        member = people.get(wait.user) if wait.user is not None else None
        if member is not None:
            _one(plan, wait, paces[wait.game], people, member, called, now)
        elif _past(free_at(wait, paces[wait.game]), now):
            _act(plan, "told", replace(wait, told=True))
    return plan


def _one(
    plan: Plan, wait: Wait, pace: Pace, people: dict[int, Member], member: Member,
    called: set[tuple[int, int]], now: int,
) -> None:  # fmt: skip
    key = (wait.game, member.user)
    if key in called and _past(ping_at(wait, pace, replace(member, pinged=0), now), now):
        plan.change(_called(wait, now))
    elif _past(ping_at(wait, pace, member, now), now):
        called.add(key)
        by, wait = wait.nudged, _called(wait, now)
        people[member.user] = replace(member, pinged=now)
        plan.pinged.add(member.user)
        _act(plan, "ping", wait, by)
    if _past(tell_at(wait, pace, member), now):
        wait = replace(wait, told=True)
        _act(plan, "told", wait)
    if _past(expires_at(wait, pace, member), now):
        _act(plan, "expired", replace(wait, voted=True))


def _act(plan: Plan, what: What, wait: Wait, by: int | None = None) -> None:
    plan.change(wait)
    plan.acts.append(Act(what, wait, by))


def _called(wait: Wait, now: int) -> Wait:
    """The wait after a ping; a ping that the member snoozed does not count as another reminder."""
    stage = wait.stage + 1 if wait.snoozed is None else max(wait.stage, 1)
    return replace(wait, stage=stage, last=now, snoozed=None, nudged=None)


def _past(at: int | None, now: int) -> bool:
    return at is not None and at <= now


def digest_at(member: Member, after: int) -> int | None:
    """Return when the member's next daily digest is due; None if he wants none.

    Free days have no digest. In quiet hours it is put off to their end.
    """
    if member.digest is None:
        return None
    at = next_hour(after, member.zone, member.digest)
    while (back := rested(at, member)) > at:
        at = next_hour(back - 1, member.zone, member.digest)
    return awake(at, member)


def rested(moment: int, member: Member) -> int:
    """Return the first moment, not before this one, outside the member's free weekends and vacations."""
    return awake(moment, replace(member, quiet=None))
