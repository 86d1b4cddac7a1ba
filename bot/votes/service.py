"""Open votes of a game: casting ballots, and closing a vote by majority or when its time is over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.changes import Changes, LoadedGame
from bot.games.core import WRITE_WATCHERS, Games
from bot.games.outcome import InteractionId, Outcome, refused_outcome
from bot.store.game_rows import GameInfo
from bot.votes import rows
from bot.votes.kinds import DecidedVote, vote_kind_of
from bot.votes.rows import GAME_MOVED_ON, Vote
from bot.words import t
from engine import Game


async def vote_by_id(games: Games, vote_id: int) -> Vote | None:
    """Return a vote with its ballots; None if no vote has this id."""
    return await games.store.read(lambda conn: rows.find_vote(conn, vote_id))


async def list_open_votes(games: Games, game_id: int) -> list[Vote]:
    """Return the open votes of a game with their ballots, the oldest first; [] if there are none."""
    return await games.store.read(lambda conn: rows.list_open_votes(conn, game_id))


def make_vote_reader(games: Games, vote_id: int) -> tuple[list[Vote], Callable[[], Awaitable[None]]]:
    """Return an empty list, and an async function that reads the stored vote into this list.

    The list stays empty if no vote has this id. `Games.write` awaits the function before each attempt
    (``prepare``), so that the write sees the current vote.
    """
    votes_read: list[Vote] = []

    async def read_vote() -> None:
        """Read the vote from the database into ``votes_read``, which stays empty if there is no such vote."""
        vote = await vote_by_id(games, vote_id)
        votes_read[:] = [vote] if vote is not None else []

    return votes_read, read_vote


async def cast_vote(
    games: Games, game_id: int, vote_id: int, user_id: int, ballot: str, *, is_game_master: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Cast a user's ballot in a vote of the game and return the outcome.

    ``ballot`` is the name of a vote option, or "name:user id" if the option names a member. If the ballot
    decides the vote (`VoteKind.result_after_ballot`), the vote is closed and its result carried out in the
    same write; the outcome is then that of the option, otherwise it has the code "cast". The outcome is not
    ok if the vote is gone or closed, the option is unknown, nobody may vote now, or this user may not.
    """
    votes_read, read_vote = make_vote_reader(games, vote_id)

    def cast_ballot(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Cast the ballot; return a refused Outcome if the vote is gone or belongs to another game."""
        if not votes_read or votes_read[0].game_id != game_id:
            return refused_outcome("no_vote", t("This vote is no longer there."))
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
    """Cast a user's ballot in a vote, or return an Outcome that refuses the ballot.

    The ballot is refused if nobody may vote now (`VoteKind.voting_refusal`), if the vote is closed, if the
    option is unknown, or if the user is neither a voter nor allowed to decide alone. ``ballot`` is the name
    of a vote option, or "name:user id" if the option names a member. A ballot that decides the vote closes it
    and carries out the option, whose outcome is returned; any other ballot queues an update of the vote's
    card. ``is_owner_or_game_master``: the user owns the game or is a game master. Raises Refused or
    SearchNeeded as the option does (`VoteKind.carry_out`).
    """
    vote_kind, info = vote_kind_of(vote), loaded.info
    refusal = vote_kind.voting_refusal(loaded)
    if refusal is not None:
        return refusal
    if vote.closed_at is not None:
        return refused_outcome("vote_over", t("This vote is over; nothing is asked any more."))
    if not vote_kind.is_valid_ballot(info, vote, ballot):
        return refused_outcome("no_such_choice", t("This vote has no such choice; press one of its buttons."))
    if user_id not in vote_kind.voter_ids(info, vote) and not vote_kind.may_decide_alone(
        info, vote, user_id, ballot, is_owner_or_game_master
    ):
        return refused_outcome("not_asked", vote_kind.refusal_text(loaded, vote))
    changes.other_statements.append(
        partial(rows.store_ballot, vote_id=vote.id, user_id=user_id, option=ballot)
    )
    result = vote_kind.result_after_ballot(info, vote, user_id, ballot)
    if result:
        return _close_and_carry_out(DecidedVote(games, loaded, changes, vote, result, user_id))
    changes.messages.append(rows.vote_card_message(vote.id))
    return Outcome("ok", code="cast")


def _close_and_carry_out(decided: DecidedVote) -> Outcome:
    """Close a decided vote, carry out the option that has won, and return the outcome of the option.

    Raises Refused or SearchNeeded as the option does (`VoteKind.carry_out`).
    """
    _close_vote(decided.games, decided.changes, decided.vote, decided.result)
    return vote_kind_of(decided.vote).carry_out(decided)


def _close_vote(games: Games, changes: Changes, vote: Vote, result: str) -> None:
    """Add the statement that closes a vote with a result to ``changes``, before all other statements.

    The statements that follow find the vote closed.
    """
    changes.game_info_statements.insert(
        0, partial(rows.close_vote, closed_vote=vote, result=result, closed_at=games.now())
    )


async def end_expired_votes(games: Games) -> None:
    """Close every vote, of any game, whose time is over, and carry out what its ballots decide."""
    for vote in await games.store.read(lambda conn: rows.expired_votes(conn, games.now())):
        await games.write(vote.game_id, 0, None, *_vote_end_functions(games, vote.id))


def _vote_end_functions(
    games: Games, vote_id: int
) -> tuple[Callable[[LoadedGame, Changes], Outcome], Callable[[], Awaitable[None]]]:
    """Return the arguments ``apply`` and ``prepare`` of `Games.write` that end a vote whose time is over.

    The first function closes the vote and carries out the option that has won; if that is refused, the vote
    is closed without effect. The second function reads the vote from the database.
    """
    votes_read, read_vote = make_vote_reader(games, vote_id)

    def end_vote(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Close the vote and carry out the option that has won; if that is refused, only close the vote.

        Returns a refused Outcome if the vote is gone or was closed meanwhile. Refused and SearchNeeded of
        `VoteKind.carry_out` propagate.
        """
        if not votes_read or votes_read[0].closed_at is not None:
            return refused_outcome("nothing_due", "")
        [vote] = votes_read
        result = vote_kind_of(vote).result_at_deadline(loaded.info, vote)
        if not _close_and_carry_out(DecidedVote(games, loaded, changes, vote, result, 0)).ok:
            for statements in (changes.game_info_statements, changes.other_statements, changes.messages):
                statements.clear()
            _close_vote(games, changes, vote, GAME_MOVED_ON)
        return Outcome("ok")

    return end_vote, read_vote


@WRITE_WATCHERS.add("votes")
async def _close_settled_votes(
    games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, changes: Changes
) -> None:
    """After a write of a game, close its open votes that have nothing left to decide.

    Votes are checked only if records were added to the log or the game has ended.
    """
    if not changes.new_records and info.status != "ended":
        return
    for vote in await rows.list_open_votes(conn, info.id):
        if vote_kind_of(vote).is_settled(info, vote):
            await rows.close_vote(conn, vote, GAME_MOVED_ON, games.now())
