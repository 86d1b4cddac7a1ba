"""Members who are away: clocks that ran out, proxies, seats given away and taken. A majority decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.absence import rows as absence
from bot.absence.safely import VIA, play_safely
from bot.calls import rows as reminders
from bot.calls import service as waits
from bot.calls.clerk import EXPIRES
from bot.calls.model import DAY, Wait
from bot.calls.pings import bad_pace, pace_told
from bot.calls.post import LEFT
from bot.games.core import Games
from bot.games.outcome import Id, Outcome, answer, refused
from bot.games.work import Live, Work
from bot.store import outbox, proxies
from bot.store.game_rows import GameInfo, now
from bot.store.outbox import Note
from bot.table import master
from bot.table.master import SEAT_CHANGES, hand_over, seat_name, turn_card
from bot.votes import rows as votes
from bot.votes.ballots import LASTS, PROXY, SAFE, SUBSTITUTE, YES, is_choice, majority, outvoted, voters
from bot.votes.rows import Vote
from bot.words import Later, later, t

PROXY_DAYS, MOST_DAYS = 7, 60


async def set_pace(
    games: Games, game_id: int, user: int, values: Mapping[str, Any], *, gm: bool = False,
    interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Set the clock (hours, 0 none), the first ping (minutes) or the pace of a table, at any time."""

    def judge(live: Live, work: Work) -> Outcome:
        fault = bad_pace(values)
        if fault is not None:
            return fault
        work.values["settings"] = {**live.info.settings, **values}
        if values.get("clock") not in (None, live.info.settings.get("clock", 0)):
            work.statements.append(partial(_new_clock, games, live=live, hours=values["clock"]))
        work.statements.append(lambda conn: reminders.look_again(conn, games.clock(), game=live.info.id))
        if live.game is not None:
            work.notes.append(turn_card(live, ping=False))
        for told in pace_told(values):
            master._told(live, work, Outcome("ok"), user, "pace", told)
        return Outcome("ok")

    return await master._master(games, game_id, user, gm, interaction_id, judge, lobby=True)


async def _new_clock(games: Games, conn: AsyncConnection, live: Live, hours: int) -> None:
    """Nobody's time is over by a clock that was not there yet; what the table votes on already stays so.

    Without a clock there is nothing to decide about one that ran out.
    """
    game, waiting = live.info.id, live.game.waiting() if live.game else None
    for vote in await votes.open_votes(conn, game) if not hours else ():
        if vote.kind == votes.CLOCK:
            await votes.close_vote(conn, vote.id, votes.NO_CLOCK, games.clock())
            await outbox.put(conn, game, [Note("vote", {"vote": vote.id})])
    for seat in waiting.players if waiting else ():
        if not await votes.asked_about(conn, game, seat):
            await reminders.begin_clock(conn, game, seat, games.clock())


async def play_safe(
    games: Games, game_id: int, user: int, *, gm: bool = False, interaction_id: Id = None
) -> Outcome:
    """Take the safe default for whom the game waits, until others are to act."""

    def judge(live: Live, work: Work) -> Outcome:
        waiting = live.game.waiting() if live.game else None
        if waiting is None or live.info.status == "paused":
            return answer("paused")
        seat = waiting.players[0]
        done = play_safely(live, work, seat, user, "gm")
        text = later("took the safe default for {name}", name=seat_name(live, seat))
        return master._told(live, work, done, user, "skip", text)

    return await master._master(games, game_id, user, gm, interaction_id, judge)


# --- proxies -------------------------------------------------------------------------------


async def set_proxy(
    games: Games, game_id: int, user: int, seat: str, proxy: int | None, days: int = PROXY_DAYS, *,
    gm: bool = False, interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Let somebody play for a seat for some days, or no more; its holder may do so himself."""

    def judge(live: Live, work: Work) -> Outcome:
        fault = _closed(live) or _no_seat(live, seat)
        if fault is not None:
            return fault
        mine = seat in live.info.held_by(user)
        if not (gm or mine or user == live.info.owner):
            return answer("not_allowed")
        _let_play(games, live, work, seat, proxy, days)
        text = _proxy_told(live, seat, proxy, days)
        return master._told(live, work, Outcome("ok"), user, "own_proxy" if mine else "proxy", text)

    return await games.write(game_id, user, interaction_id, judge)


def _let_play(games: Games, live: Live, work: Work, seat: str, proxy: int | None, days: int) -> None:
    until = games.clock() + max(1, min(days, MOST_DAYS)) * DAY
    if proxy is None or proxy == live.info.user_of(seat):
        work.statements.append(partial(proxies.drop_proxy, game=live.info.id, seat=seat))
    else:
        give = partial(proxies.put_proxy, game=live.info.id, seat=seat, user=proxy, until=until)
        work.statements.append(give)
    work.notes.append(turn_card(live, ping=False))


async def end_proxies(games: Games, over: Sequence[tuple[int, str]]) -> None:
    """The time of these proxies is over."""
    for game_id, seat in over:

        def judge(live: Live, work: Work, seat: str = seat) -> Outcome:
            if seat not in live.info.proxies:
                return refused("nothing_due", "")
            _let_play(games, live, work, seat, None, 0)
            return Outcome("ok")

        await games.write(game_id, 0, None, judge)


@EXPIRES.add("proxies")
async def _proxies_over(games: Games) -> None:
    async with games.store.read() as conn:
        over = await proxies.ended_proxies(conn, games.clock())
    await end_proxies(games, over)


@EXPIRES.add("votes", rank=1)
async def _votes_over(games: Games) -> None:
    async with games.store.read() as conn:
        over = await votes.old_votes(conn, games.clock() - LASTS)
    await end_votes(games, over)


async def proxy_left(games: Games, game_id: int, seat: str) -> None:
    """Who plays for a seat has left the server: its holder plays again."""

    def judge(live: Live, work: Work) -> Outcome:
        _let_play(games, live, work, seat, None, 0)
        work.notes.append(Note("told", {"seat": seat, "left": "proxy"}))
        return Outcome("ok")

    await games.write(game_id, 0, None, judge)


# --- seats ---------------------------------------------------------------------------------


async def offer_seat(
    games: Games, game_id: int, user: int, seat: str, *, gm: bool = False, interaction_id: Id = None
) -> Outcome:
    """Say that a seat is to be had; its holder plays on until somebody takes it."""

    def judge(live: Live, work: Work) -> Outcome:
        fault = _closed(live) or _no_seat(live, seat)
        if fault is not None:
            return fault
        free = live.info.user_of(seat) is None
        known = bool(live.info.held_by(user)) or gm or user == live.info.owner
        if not (seat in live.info.held_by(user) or (free and known)):
            return refused("not_yours", t("Offer your own seat, or one that is free."))
        if not free:
            give = partial(absence.offer_seat, game=live.info.id, seat=seat, at=games.clock())
            work.statements.append(give)
        work.notes.append(Note("seat_free", {"seat": seat}))
        return Outcome("ok", code="free" if free else "offered")

    return await games.write(game_id, user, interaction_id, judge)


async def keep_seat(
    games: Games, game_id: int, user: int, seat: str, *, interaction_id: Id = None
) -> Outcome:
    """Whoever has offered his seat keeps it; nobody is asked about it any more."""

    def judge(live: Live, work: Work) -> Outcome:
        if seat not in live.info.held_by(user):
            return refused("not_yours", t("Only who holds the seat may keep it."))
        work.statements.append(partial(keep_holder, game=live.info.id, seat=seat))
        work.notes.append(Note("seat_taken", {"seat": seat}))
        return Outcome("ok", code="kept")

    return await games.write(game_id, user, interaction_id, judge)


async def take_seat(
    games: Games, game_id: int, user: int, name: str, seat: str, *, interaction_id: Id = None
) -> Outcome:
    """Ask for a seat that is to be had; the table decides. Without a table it is taken at once."""
    had: list[str] = []

    async def look() -> None:
        async with games.store.read() as conn:
            had[:] = await absence.offered_seats(conn, game_id)

    def judge(live: Live, work: Work) -> Outcome:
        fault = _closed(live) or _no_seat(live, seat)
        if fault is not None:
            return fault
        if live.info.held_by(user):
            return refused("already_seated", t("You have a seat in this game already."))
        if seat not in had and live.info.user_of(seat) is not None:
            return refused("not_free", t("That seat is not to be had; `/game offer-seat` offers one."))
        if not voters(live.info, seat):
            return _give_seat(live, work, seat, user, name)
        work.statements.append(partial(_ask_table, games, live=live, seat=seat, user=user, name=name))
        return Outcome("ok", code="asked")

    return await games.write(game_id, user, interaction_id, judge, look)


async def _ask_table(games: Games, conn: Any, live: Live, seat: str, user: int, name: str) -> None:
    game, rev = live.info.id, live.info.rev
    for open_one in await votes.open_votes(conn, game):
        if (open_one.kind, open_one.seat, open_one.user) == (votes.SEAT, seat, user):
            return
    number = await votes.open_vote(
        conn, game, seat, votes.SEAT, rev=rev, at=games.clock(), user=user, name=name
    )
    await outbox.put(conn, game, [Note("vote", {"vote": number})])


def _give_seat(live: Live, work: Work, seat: str, user: int, name: str) -> Outcome:
    was = seat_name(live, seat)
    hand_over(live, work, seat, user, name)
    payload = {**later("takes the seat of {was}", was=was).to_json(), "user": user, "master": False}
    work.notes.append(Note("notice", payload))
    return Outcome("ok", code="taken")


async def seats_to_be_had(games: Games, game_id: int) -> list[str]:
    """The seats that are free or offered."""
    info = await games.info(game_id)
    offered = await games.store.ask(lambda conn: absence.offered_seats(conn, game_id))
    free = [s.seat for s in info.seats if s.user is None] if info else []
    return list(dict.fromkeys([*free, *offered]))


# --- votes ---------------------------------------------------------------------------------


async def vote_of(games: Games, number: int) -> Vote | None:
    """A vote with its ballots."""
    return await games.store.ask(lambda conn: votes.find_vote(conn, number))


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
            return _give_seat(live, work, vote.seat, vote.user, vote.name)
        return Outcome("ok", code="refused_seat")
    return _absent(games, live, work, vote, won, user)


async def end_votes(games: Games, over: Sequence[Vote]) -> None:
    """The time of these votes is over: the ballots that were cast decide."""
    for vote in over:
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
        _let_play(games, live, work, seat, int(won.removeprefix(f"{PROXY}:")), PROXY_DAYS)
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
        fault = _closed(live) or _no_seat(live, seat)
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


def _proxy_told(live: Live, seat: str, proxy: int | None, days: int) -> Later:
    name = seat_name(live, seat)
    if proxy is None or proxy == live.info.user_of(seat):
        return later("lets {name} play alone again", name=name)
    shown = next((s.name for s in live.info.seats if s.user == proxy), "")
    if days == 1:
        if not shown:
            return later("lets another member play for {name} for a day", name=name)
        return later("lets {shown} play for {name} for a day", shown=shown, name=name)
    if not shown:
        return later("lets another member play for {name} for {days} days", name=name, days=days)
    return later("lets {shown} play for {name} for {days} days", shown=shown, name=name, days=days)


def _closed(live: Live) -> Outcome | None:
    if live.game is None:
        return answer("ended" if live.info.status == "ended" else "lobby")
    return answer("ended") if live.info.status == "ended" else None


def _no_seat(live: Live, seat: str) -> Outcome | None:
    if seat in {s.seat for s in live.info.seats}:
        return None
    seats = ", ".join(s.name for s in live.info.seats)
    return refused("no_such_seat", t("The seats of this game are: {seats}.", seats=seats))


async def keep_holder(conn: Any, game: int, seat: str, kinds: Sequence[str] = (votes.SEAT,)) -> None:
    """A seat is offered no more, and the votes about it are over."""
    await absence.withdraw_seat(conn, game, seat)
    for vote in await votes.open_votes(conn, game):
        if vote.seat == seat and vote.kind in kinds:
            await votes.close_vote(conn, vote.id, votes.MOVED, now() // 1000)
            await outbox.put(conn, game, [Note("vote", {"vote": vote.id})])


@SEAT_CHANGES.add("absence")
async def _seat_changed(conn: Any, game: int, seat: str) -> None:
    """Proxies, offers and votes were about the holder of before."""
    await proxies.drop_proxy(conn, game, seat)
    await keep_holder(conn, game, seat, (votes.SEAT, votes.CLOCK, votes.ABSENT))


@LEFT.add("absence")
async def _left(games: Games, info: GameInfo, wait: Wait) -> None:
    """A proxy who has left plays no more; about a holder the table votes."""
    if wait.user == info.proxies.get(wait.seat):
        await proxy_left(games, info.id, wait.seat)
    else:
        await ask_about(games, info.id, 0, wait.seat, left=True)
