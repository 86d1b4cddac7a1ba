"""What the ballots of a table's vote come to: a majority decides at once, those that were cast at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.store.game_rows import GameInfo
from bot.votes.rows import LAPSED, SEAT, Vote

WAIT, SAFE, PROXY, SUBSTITUTE = "wait", "safe", "proxy", "free"
YES, NO = "yes", "no"

LASTS = 3 * 24 * 3600
"""Seconds that a vote stands open; whoever has said nothing by then leaves it to the others."""


def voters(info: GameInfo, seat: str) -> list[int]:
    """The other members at the table, who decide about a seat; nobody whose seat a computer plays."""
    holder = info.user_of(seat)
    there = [s.user for s in info.seats if s.user is not None and not s.computer]
    return list(dict.fromkeys(user for user in there if user != holder))


def is_choice(kind: str, choice: str, others: Sequence[int]) -> bool:
    """Whether a vote of this kind may come to that; a proxy is one of those who are asked."""
    if kind == SEAT:
        return choice in (YES, NO)
    return choice in (WAIT, SAFE, SUBSTITUTE, *(f"{PROXY}:{user}" for user in others))


def majority(ballots: Mapping[int, str], others: Sequence[int]) -> str:
    """The choice for which more than half of them are; empty as long as there is none."""
    cast = [choice for user, choice in ballots.items() if user in others]
    return next((c for c in cast if cast.count(c) * 2 > len(others)), "")


def outvoted(vote: Vote, others: Sequence[int]) -> str:
    """What most of the ballots cast say once the time is over; without such a choice nothing changes."""
    cast = Counter(c for user, c in vote.ballots if user in others and is_choice(vote.kind, c, others))
    (first, most), (_, next_most) = [*cast.most_common(2), ("", 0), ("", 0)][:2]
    if most > next_most:
        return first
    return LAPSED if vote.kind == SEAT else WAIT
