"""Updates the waits of a game after a move: some end, some continue, some begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bot.calls.model import Member, Pace, Wait
from bot.calls.zones import is_quiet


@dataclass(frozen=True, slots=True)
class Scene:
    """The seats for which a game waits after a write, with the users who play them.

    A game that is paused, over or not begun waits for nobody.
    """

    game: int
    rev: int
    seats: Mapping[str, int | None]
    mark: str = ""
    acted: frozenset[str] = frozenset()
    called: frozenset[str] = frozenset()


def follow(
    before: Iterable[Wait], scene: Scene, pace: Pace, members: Mapping[int, Member], now: int
) -> list[Wait]:
    """Return the waits of a game after a write."""
    old = {wait.seat: wait for wait in before}
    return [_wait(old.get(seat), seat, scene, pace, members, now) for seat in scene.seats]


def _wait(
    was: Wait | None, seat: str, scene: Scene, pace: Pace, members: Mapping[int, Member], now: int
) -> Wait:
    user, called, acted = scene.seats[seat], seat in scene.called, seat in scene.acted
    new = Wait(scene.game, seat, user, scene.mark, scene.rev, now, now)
    if was is not None and (was.user, was.mark) == (user, scene.mark):
        if not called:
            return (
                replace(was, touched=now, stage=max(was.stage, 1), snoozed=None, nudged=None)
                if acted
                else was
            )
        new = replace(new, start=was.start, extra=was.extra, voted=was.voted)
    elif acted and not called:
        # He has just acted for this seat himself, so he need not be called: only reminded later on.
        return replace(new, stage=1, touched=now)
    member = members.get(user) if user is not None else None
    if (
        called
        and member is not None
        and pace.first == 0
        and not pace.live
        and _reachable(member, scene.game, now)
    ):
        return replace(new, stage=1, last=now, by_card=True)
    return new


def _reachable(member: Member, game: int, now: int) -> bool:
    """Return True if the turn card itself may ping the member now."""
    rests = is_quiet(now, member) or game in member.muted or member.direct
    return not rests and now >= member.pinged + (member.gap if member.pinged else 0)
