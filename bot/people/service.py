"""Forgets a member: their seats stay in the games under a number, all other data is deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.core import Games
from bot.games.outcome import Id, Outcome
from bot.games.work import Live, Work
from bot.people import rows
from bot.people.rows import Held
from bot.store import game_rows
from bot.store.outbox import Note
from bot.table.master import hand_over

TABLE = Note("setup_card", {"edit": True}, latest_only=True)


async def traces(games: Games, user: int) -> dict[str, int]:
    """Return how many rows each database table has of a user."""
    return await games.store.read(lambda conn: rows.counts(conn, user))


async def data_of(games: Games, user: int) -> dict[str, Any]:
    """Return all data of a user."""
    return await games.store.read(lambda conn: rows.rows(conn, user))


async def forget(games: Games, user: int, names: Sequence[str], interaction_id: Id) -> list[Outcome]:
    """Forget a user known by these names. Return the outcome for each of the user's games."""

    async def unit(conn: AsyncConnection) -> tuple[Sequence[Held], Sequence[int]]:
        return await rows.seats_ever(conn, user), await rows.owned(conn, user)

    seats, mine = await games.store.read(unit)
    done = []
    for game in sorted({held.game for held in seats} | set(mine)):
        held = [held for held in seats if held.game == game]
        judge = partial(_part, user=user, seats=held, names=names)
        done.append(await games.write(game, 0, f"{interaction_id}:forget:{game}", judge))
        games.drop(game)
    if all(outcome.ok for outcome in done):
        await _erase(games, user)
    return done


async def _erase(games: Games, user: int) -> None:
    """Delete the data outside games; games in which the user was a proxy wait for the holder again."""

    async def unit(conn: AsyncConnection) -> Sequence[int]:
        near = await rows.games_near(conn, user)
        await rows.erase(conn, user)
        return near

    for game in await games.store.write(unit):
        games.drop(game)
        await games.write(game, 0, None, _look_again)


def _part(live: Live, work: Work, *, user: int, seats: Sequence[Held], names: Sequence[str]) -> Outcome:
    """Remove a user from a game, which goes on."""
    info = live.info
    if info.status == "lobby":
        left = [s for s in info.seats if s.user != user]
        placed = [replace(s, seat=f"p{i}") for i, s in enumerate(left, 1)]
        work.statements.append(partial(game_rows.put_seats, game=info.id, chairs=placed))
    for held in seats if live.game is not None else ():
        _leave(live, work, held, names)
    if info.owner == user:
        others = [s.user for s in info.seats if s.user not in (None, user)]
        work.values["owner"] = next(iter(others), 0)
    work.notes.append(TABLE)
    return Outcome("ok")


def _look_again(live: Live, work: Work) -> Outcome:
    """Change nothing, so that the waits of the game are updated."""
    return Outcome("ok")


def _leave(live: Live, work: Work, held: Held, names: Sequence[str]) -> None:
    """Free a seat and replace the player's names by a number."""
    number = int(held.seat.removeprefix("p"))
    new, old = f"Player {number}", set(names)
    assert live.game is not None
    if held.first:
        old.add(live.game.setup.names[number - 1])
    if held.last:
        old |= {s.name for s in live.info.seats if s.seat == held.seat}
        hand_over(live, work, held.seat, None, new)
        if live.info.status != "ended":
            work.notes.append(Note("seat_free", {"seat": held.seat}))
    for name in sorted(old - {new, ""}):
        work.statements.append(partial(rows.rename, game=live.info.id, old=name, new=new))
