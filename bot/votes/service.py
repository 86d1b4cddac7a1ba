"""Votes of a table: opened, answered, closed by their ballots or by time. What they do is their kind's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.core import WATCHES, Games
from bot.games.outcome import Id, Outcome, refused
from bot.games.work import Live, Work
from bot.store.game_rows import GameInfo
from bot.votes import rows
from bot.votes.kinds import Passing, kind_of
from bot.votes.rows import MOVED, Vote
from bot.words import t
from engine import Game


async def vote_of(games: Games, number: int) -> Vote | None:
    """A vote with its ballots."""
    return await games.store.read(lambda conn: rows.find_vote(conn, number))


async def open_votes(games: Games, game: int) -> list[Vote]:
    """The votes that stand open at a table."""
    return await games.store.read(lambda conn: rows.open_votes(conn, game))


def looks_at(games: Games, number: int) -> tuple[list[Vote], Callable[[], Awaitable[None]]]:
    """A vote as it stands when a write is judged, and what reads it before."""
    found: list[Vote] = []

    async def look() -> None:
        vote = await vote_of(games, number)
        found[:] = [vote] if vote is not None else []

    return found, look


async def cast(
    games: Games, game_id: int, number: int, user: int, choice: str, *, gm: bool = False,
    interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Cast a ballot; its kind says whether that decides the vote."""
    found, look = looks_at(games, number)

    def judge(live: Live, work: Work) -> Outcome:
        if not found or found[0].game != game_id:
            return refused("no_vote", t("This vote is no longer there."))
        return _cast(games, live, work, found[0], user, choice, gm or user == live.info.owner)

    return await games.write(game_id, user, interaction_id, judge, look)


def _cast(games: Games, live: Live, work: Work, vote: Vote, user: int, choice: str, master: bool) -> Outcome:
    kind, info = kind_of(vote), live.info
    closed = kind.why_not(live)
    if closed is not None:
        return closed
    if vote.closed is not None:
        return refused("vote_over", t("This vote is over; nothing is asked any more."))
    if not kind.has(info, vote, choice):
        return refused("no_such_choice", t("This vote has no such choice; press one of its buttons."))
    if user not in kind.voters(info, vote) and not kind.decides(info, vote, user, choice, master):
        return refused("not_asked", kind.not_asked(live, vote))
    work.aside.append(partial(rows.cast, number=vote.id, user=user, choice=choice))
    won = kind.verdict(info, vote, user, choice)
    if won:
        return _decide(Passing(games, live, work, vote, won, user))
    work.notes.append(rows.card(vote.id))
    return Outcome("ok", code="cast")


def _decide(passing: Passing) -> Outcome:
    _close(passing.games, passing.work, passing.vote, passing.won)
    return kind_of(passing.vote).passes(passing)


def _close(games: Games, work: Work, vote: Vote, result: str) -> None:
    """What follows finds it closed: a seat that changes hands ends the votes about it."""
    work.statements.insert(0, partial(rows.close_vote, v=vote, result=result, at=games.clock()))


async def end_votes(games: Games) -> None:
    """End the votes whose time is over: the ballots that were cast decide."""
    for vote in await games.store.read(lambda conn: rows.old_votes(conn, games.clock())):
        await games.write(vote.game, 0, None, *_ending(games, vote.id))


def _ending(
    games: Games, number: int
) -> tuple[Callable[[Live, Work], Outcome], Callable[[], Awaitable[None]]]:
    found, look = looks_at(games, number)

    def judge(live: Live, work: Work) -> Outcome:
        if not found or found[0].closed is not None:
            return refused("nothing_due", "")
        [vote] = found
        won = kind_of(vote).at_end(live.info, vote)
        if not _decide(Passing(games, live, work, vote, won, 0)).ok:
            for planned in (work.statements, work.aside, work.notes):
                planned.clear()
            _close(games, work, vote, MOVED)
        return Outcome("ok")

    return judge, look


@WATCHES.add("votes")
async def _end_with_moves(
    games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, work: Work
) -> None:
    """Votes that have nothing left to decide are over with the write that made it so."""
    if not work.entries and info.status != "ended":
        return
    for vote in await rows.open_votes(conn, info.id):
        if kind_of(vote).is_over(info, vote):
            await rows.close_vote(conn, vote, MOVED, games.clock())
