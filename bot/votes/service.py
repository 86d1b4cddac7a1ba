"""Open votes of a table: casting ballots, and closing a vote by majority or by time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.changes import Changes, LoadedGame
from bot.games.core import WATCHES, Games
from bot.games.outcome import Id, Outcome, refused
from bot.store.game_rows import GameInfo
from bot.votes import rows
from bot.votes.kinds import Passing, kind_of
from bot.votes.rows import MOVED, Vote
from bot.words import t
from engine import Game


async def vote_of(games: Games, number: int) -> Vote | None:
    """Return a vote with its ballots; None if there is none."""
    return await games.store.read(lambda conn: rows.find_vote(conn, number))


async def open_votes(games: Games, game: int) -> list[Vote]:
    """Return the open votes of a table."""
    return await games.store.read(lambda conn: rows.open_votes(conn, game))


def looks_at(games: Games, number: int) -> tuple[list[Vote], Callable[[], Awaitable[None]]]:
    """Return a vote as it stands when a write is judged, and what reads it before."""
    found: list[Vote] = []

    async def look() -> None:
        vote = await vote_of(games, number)
        found[:] = [vote] if vote is not None else []

    return found, look


async def cast(
    games: Games, game_id: int, number: int, user: int, choice: str, *, gm: bool = False,
    interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Cast a ballot; the kind of the vote says whether it decides the vote."""
    found, look = looks_at(games, number)

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        if not found or found[0].game != game_id:
            return refused("no_vote", t("This vote is no longer there."))
        return _cast(games, loaded, changes, found[0], user, choice, gm or user == loaded.info.owner)

    return await games.write(game_id, user, interaction_id, judge, look)


def _cast(
    games: Games, loaded: LoadedGame, changes: Changes, vote: Vote, user: int, choice: str, master: bool
) -> Outcome:
    """Cast a ballot, or refuse it: the vote is closed, the choice unknown, or the user may not vote.

    A ballot that decides the vote closes it and carries out its choice.
    """
    kind, info = kind_of(vote), loaded.info
    refusal = kind.why_not(loaded)
    if refusal is not None:
        return refusal
    if vote.closed is not None:
        return refused("vote_over", t("This vote is over; nothing is asked any more."))
    if not kind.has(info, vote, choice):
        return refused("no_such_choice", t("This vote has no such choice; press one of its buttons."))
    if user not in kind.voters(info, vote) and not kind.decides(info, vote, user, choice, master):
        return refused("not_asked", kind.not_asked(loaded, vote))
    changes.side_statements.append(partial(rows.cast, number=vote.id, user=user, choice=choice))
    winner = kind.verdict(info, vote, user, choice)
    if winner:
        return _decide(Passing(games, loaded, changes, vote, winner, user))
    changes.messages.append(rows.card(vote.id))
    return Outcome("ok", code="cast")


def _decide(passing: Passing) -> Outcome:
    _close(passing.games, passing.changes, passing.vote, passing.won)
    return kind_of(passing.vote).passes(passing)


def _close(games: Games, changes: Changes, vote: Vote, result: str) -> None:
    """Close a vote in this write, before what follows from it sees the vote."""
    changes.statements.insert(0, partial(rows.close_vote, v=vote, result=result, at=games.clock()))


async def end_votes(games: Games) -> None:
    """Close the votes whose time is over, by the ballots cast."""
    for vote in await games.store.read(lambda conn: rows.old_votes(conn, games.clock())):
        await games.write(vote.game, 0, None, *_ending(games, vote.id))


def _ending(
    games: Games, number: int
) -> tuple[Callable[[LoadedGame, Changes], Outcome], Callable[[], Awaitable[None]]]:
    """Return the judge that closes a vote whose time is over, and the function that reads the vote before.

    If its choice cannot be carried out, the vote closes without effect.
    """
    found, look = looks_at(games, number)

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        if not found or found[0].closed is not None:
            return refused("nothing_due", "")
        [vote] = found
        winner = kind_of(vote).at_end(loaded.info, vote)
        if not _decide(Passing(games, loaded, changes, vote, winner, 0)).ok:
            for planned in (changes.statements, changes.side_statements, changes.messages):
                planned.clear()
            _close(games, changes, vote, MOVED)
        return Outcome("ok")

    return judge, look


@WATCHES.add("votes")
async def _end_with_moves(
    games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, changes: Changes
) -> None:
    """Close the votes that a write has made pointless."""
    if not changes.entries and info.status != "ended":
        return
    for vote in await rows.open_votes(conn, info.id):
        if kind_of(vote).is_over(info, vote):
            await rows.close_vote(conn, vote, MOVED, games.clock())
