"""Votes about members who are away and about seats: asked, answered, decided by a majority or by time."""

from __future__ import annotations

from functools import partial
from typing import Any

from bot.absence.safely import VIA, play_safely
from bot.absence.service import give_seat, let_play, no_seat, proxy_left, why_closed
from bot.calls import rows as reminders
from bot.calls import service as waits
from bot.calls.clerk import EXPIRES
from bot.calls.model import Wait
from bot.calls.post import LEFT
from bot.games.core import Games
from bot.games.outcome import Id, Outcome, answer, refused
from bot.games.work import Live, Work
from bot.store import outbox
from bot.store.game_rows import GameInfo
from bot.store.outbox import Note
from bot.table.master import hand_over, turn_card
from bot.votes import rows as votes
from bot.votes.ballots import LASTS, PROXY, SAFE, SUBSTITUTE, YES, is_choice, majority, outvoted, voters
from bot.votes.rows import Vote
from bot.words import t

PROXY_DAYS, MOST_DAYS = 7, 60


async def vote_of(games: Games, number: int) -> Vote | None:
    """A vote with its ballots."""
    return await games.store.read(lambda conn: votes.find_vote(conn, number))


async def cast(
    games: Games,
    game_id: int,
    number: int,
    user: int,
    choice: str,
    *,
    gm: bool = False,
    interaction_id: Id = None,
) -> Outcome:
    """Cast a ballot. A majority of the others decides, or a game master who has no seat."""
    async with games.lock(("vote", number)):
        vote = await vote_of(games, number)
        if vote is None or vote.game != game_id:
            return refused("no_vote", t("This vote is no longer there."))
        return await _cast(games, vote, user, choice, gm, interaction_id)


async def _cast(games: Games, vote: Vote, user: int, choice: str, gm: bool, interaction_id: Id) -> Outcome:
    async def look() -> None:
        nonlocal vote
        vote = await vote_of(games, vote.id) or vote

    def judge(live: Live, work: Work) -> Outcome:
        if vote.closed is not None:
            return refused("closed", t("This vote is over."))
        others = voters(live.info, vote.seat)
        if not is_choice(vote.kind, choice, others):
            return refused("no_such_choice", t("This vote has no such choice; press one of its buttons."))
        master = gm or user == live.info.owner
        if user not in others and not (master and user not in (vote.user, live.info.user_of(vote.seat))):
            return refused("not_asked", t("The other players of this table decide this."))
        ballots = {**dict(vote.ballots), user: choice}
        won = choice if user not in others else majority(ballots, others)
        work.statements.append(partial(votes.cast, number=vote.id, user=user, choice=choice))
        work.notes.append(Note("vote", {"vote": vote.id}))
        return _decide(games, live, work, vote, won, user) if won else Outcome("ok", code="cast")

    return await games.write(vote.game, user, interaction_id, judge, look)


def _decide(games: Games, live: Live, work: Work, vote: Vote, won: str, user: int) -> Outcome:
    _close(games, work, vote, won)
    if vote.kind == votes.SEAT:
        if won == YES and vote.user is not None and not live.info.held_by(vote.user):
            return give_seat(live, work, vote.seat, vote.user, vote.name)
        return Outcome("ok", code="refused_seat")
    return _absent(games, live, work, vote, won, user)


@EXPIRES.add("votes", rank=1)
async def end_votes(games: Games) -> None:
    """End the votes whose time is over: the ballots that were cast decide."""
    for vote in await games.store.read(lambda conn: votes.old_votes(conn, games.clock() - LASTS)):
        async with games.lock(("vote", vote.id)):
            found = await vote_of(games, vote.id)
            if found is not None and found.closed is None:
                await games.write(vote.game, 0, None, partial(_end_vote, games, vote=found))


def _end_vote(games: Games, live: Live, work: Work, *, vote: Vote) -> Outcome:
    won = outvoted(vote, voters(live.info, vote.seat))
    if not _decide(games, live, work, vote, won, 0).ok:
        work.statements.clear()
        work.notes.clear()
        _close(games, work, vote, votes.MOVED)
    work.notes.append(Note("vote", {"vote": vote.id}))
    return Outcome("ok")


def _close(games: Games, work: Work, vote: Vote, result: str) -> None:
    close = partial(votes.close_vote, number=vote.id, result=result, at=games.clock())
    work.statements.insert(0, close)


def _absent(games: Games, live: Live, work: Work, vote: Vote, won: str, user: int) -> Outcome:
    """What becomes of a seat whose clock ran out."""
    seat, game = vote.seat, live.info.id
    if won == SAFE:
        return play_safely(live, work, seat, user, VIA)
    if won == SUBSTITUTE:
        hand_over(live, work, seat, None)
        work.notes.append(Note("seat_free", {"seat": seat}))
    elif won.startswith(PROXY):
        let_play(games, live, work, seat, int(won.removeprefix(f"{PROXY}:")), PROXY_DAYS)
    else:
        work.statements.append(partial(reminders.begin_clock, game=game, seat=seat, at=games.clock()))
        work.notes.append(turn_card(live, ping=False))
    return Outcome("ok", code="decided")


async def ask_about(
    games: Games, game_id: int, user: int, seat: str, *, rev: int | None = None, left: bool = False,
    interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Let the table vote about a seat for which the game waits, or whose holder has left the server."""
    asked: dict[str, Wait] = {}

    async def look() -> None:
        asked.clear()
        asked.update({w.seat: w for w in await waits.waits_in(games, game_id)})

    def judge(live: Live, work: Work) -> Outcome:
        fault = why_closed(live) or no_seat(live, seat)
        if fault is not None:
            return fault
        if not left and (seat not in asked or rev not in (None, asked[seat].rev)):
            return answer("stale", live.info.id, live.info.rev)
        if left:
            work.notes.append(Note("told", {"seat": seat, "left": True}))
        work.statements.append(partial(_ask_about, games, live=live, seat=seat))
        return Outcome("ok", code="voting")

    return await games.write(game_id, user, interaction_id, judge, look)


async def _ask_about(games: Games, conn: Any, live: Live, seat: str) -> None:
    game = live.info.id
    if await votes.asked_about(conn, game, seat):
        return
    await reminders.mark_voted(conn, game, seat)
    number = await votes.open_vote(conn, game, seat, votes.ABSENT, rev=live.info.rev, at=games.clock())
    await outbox.put(conn, game, [Note("vote", {"vote": number})])


@LEFT.add("absence")
async def _left(games: Games, info: GameInfo, wait: Wait) -> None:
    """A proxy who has left plays no more; about a holder the table votes."""
    if wait.user == info.proxies.get(wait.seat):
        await proxy_left(games, info.id, wait.seat)
    else:
        await ask_about(games, info.id, 0, wait.seat, left=True)
