"""Open votes of a table: casting ballots, and closing a vote by majority or by time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.changes import Changes, LoadedGame
from bot.games.core import WRITE_WATCHERS, Games
from bot.games.outcome import InteractionId, Outcome, refused
from bot.store.game_rows import GameInfo
from bot.votes import rows
from bot.votes.kinds import DecidedVote, vote_kind_of
from bot.votes.rows import GAME_MOVED_ON, Vote
from bot.words import t
from engine import Game


async def vote_of(games: Games, vote_id: int) -> Vote | None:
    """Return a vote with its ballots; None if no vote has this id."""
    return await games.store.read(lambda conn: rows.find_vote(conn, vote_id))


async def open_votes(games: Games, game_id: int) -> list[Vote]:
    """Return the open votes of a game with their ballots, the oldest first; [] if there are none."""
    return await games.store.read(lambda conn: rows.open_votes(conn, game_id))


def vote_reader(games: Games, vote_id: int) -> tuple[list[Vote], Callable[[], Awaitable[None]]]:
    """Return a list, and a function that reads the vote into it, as it is stored then.

    The list is empty until then, and if the vote does not exist. A write of the game calls the function
    before each attempt, so that it sees the current vote.
    """
    votes_read: list[Vote] = []

    async def read_vote() -> None:
        """Read the vote from the database into ``votes_read``; it is empty if the vote does not exist."""
        vote = await vote_of(games, vote_id)
        votes_read[:] = [vote] if vote is not None else []

    return votes_read, read_vote


async def cast_vote(
    games: Games, game_id: int, vote_id: int, user_id: int, ballot: str, *, is_game_master: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Cast a user's ballot in a vote of the game and return the outcome.

    If the ballot decides the vote (`VoteKind.deciding_ballot`), the vote is closed and its result carried out
    in the same write; the outcome is then that of the choice, otherwise it has the code "cast". Returns a
    refused Outcome if the vote is gone or closed, the choice unknown, nobody may vote now, or this user may
    not.
    """
    votes_read, read_vote = vote_reader(games, vote_id)

    def cast_ballot(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Return a refused Outcome if the vote is gone or of another game, else cast the ballot."""
        if not votes_read or votes_read[0].game_id != game_id:
            return refused("no_vote", t("This vote is no longer there."))
        return _cast_ballot(
            games,
            loaded,
            changes,
            votes_read[0],
            user_id,
            ballot,
            is_game_master or user_id == loaded.info.owner_id,
        )

    return await games.write(game_id, user_id, interaction_id, cast_ballot, read_vote)


def _cast_ballot(
    games: Games,
    loaded: LoadedGame,
    changes: Changes,
    vote: Vote,
    user_id: int,
    ballot: str,
    is_owner_or_game_master: bool,
) -> Outcome:
    """Cast a ballot, or return a refused Outcome.

    It is refused if the kind of vote allows no votes now (`VoteKind.voting_refusal`), if the vote is closed,
    if the choice is unknown, or if the user may not vote. ``ballot`` is the name of a choice, or "name:user
    id" for a choice that names a voter. A ballot that decides the vote closes it and carries out its choice,
    whose outcome is returned; another one queues the vote's card. ``is_owner_or_game_master``: the user is
    the owner or a game master.
    """
    vote_kind, info = vote_kind_of(vote), loaded.info
    refusal = vote_kind.voting_refusal(loaded)
    if refusal is not None:
        return refusal
    if vote.closed_at is not None:
        return refused("vote_over", t("This vote is over; nothing is asked any more."))
    if not vote_kind.is_valid_ballot(info, vote, ballot):
        return refused("no_such_choice", t("This vote has no such choice; press one of its buttons."))
    if user_id not in vote_kind.voters(info, vote) and not vote_kind.may_decide_alone(
        info, vote, user_id, ballot, is_owner_or_game_master
    ):
        return refused("not_asked", vote_kind.refusal_text(loaded, vote))
    changes.other_statements.append(
        partial(rows.store_ballot, vote_id=vote.id, user_id=user_id, choice=ballot)
    )
    winner = vote_kind.deciding_ballot(info, vote, user_id, ballot)
    if winner:
        return _close_and_carry_out(DecidedVote(games, loaded, changes, vote, winner, user_id))
    changes.messages.append(rows.vote_card_message(vote.id))
    return Outcome("ok", code="cast")


def _close_and_carry_out(decided: DecidedVote) -> Outcome:
    """Close a decided vote, carry out the choice that has won, and return the outcome of this choice."""
    _close_vote(decided.games, decided.changes, decided.vote, decided.winner)
    return vote_kind_of(decided.vote).carry_out(decided)


def _close_vote(games: Games, changes: Changes, vote: Vote, result: str) -> None:
    """Close a vote with a result, by a statement added to ``changes`` before all its others.

    So the statements that follow see the vote closed.
    """
    changes.game_info_statements.insert(
        0, partial(rows.close_vote, closing=vote, result=result, closed_at=games.now())
    )


async def end_expired_votes(games: Games) -> None:
    """Close the votes whose time is over, and carry out what the ballots cast decide."""
    for vote in await games.store.read(lambda conn: rows.expired_votes(conn, games.now())):
        await games.write(vote.game_id, 0, None, *_vote_end_functions(games, vote.id))


def _vote_end_functions(
    games: Games, vote_id: int
) -> tuple[Callable[[LoadedGame, Changes], Outcome], Callable[[], Awaitable[None]]]:
    """Return the functions by which `Games.write` ends a vote whose time is over: to apply and to prepare.

    The first closes the vote and carries out the choice that has won; if that is impossible, the vote closes
    without effect. The second reads the vote and is called before each attempt of the write.
    """
    votes_read, read_vote = vote_reader(games, vote_id)

    def end_vote(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Close the vote and carry out the choice that has won; if that fails, store only the close.

        Returns a refused Outcome if the vote is gone or was closed meanwhile.
        """
        if not votes_read or votes_read[0].closed_at is not None:
            return refused("nothing_due", "")
        [vote] = votes_read
        winner = vote_kind_of(vote).winner_at_end(loaded.info, vote)
        if not _close_and_carry_out(DecidedVote(games, loaded, changes, vote, winner, 0)).ok:
            for statements in (changes.game_info_statements, changes.other_statements, changes.messages):
                statements.clear()
            _close_vote(games, changes, vote, GAME_MOVED_ON)
        return Outcome("ok")

    return end_vote, read_vote


@WRITE_WATCHERS.add("votes")
async def _close_settled_votes(
    games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, changes: Changes
) -> None:
    """After a write that added records or whose game has ended, close votes with nothing left to decide."""
    if not changes.new_records and info.status != "ended":
        return
    for vote in await rows.open_votes(conn, info.id):
        if vote_kind_of(vote).is_settled(info, vote):
            await rows.close_vote(conn, vote, GAME_MOVED_ON, games.now())
