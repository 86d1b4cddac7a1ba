"""A member is forgotten: his seats stay in their games under a number, everything else of him goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from bot.games.core import Core
from bot.games.outcome import (
    Id,
    Outcome,
)
from bot.games.work import (
    Live,
    Work,
)
from bot.people import rows as traces
from bot.people.rows import Held
from bot.store import game_rows
from bot.store.outbox import Note
from bot.table.master import hand_over

TABLE = Note("setup_card", {"edit": True}, latest_only=True)


class Forgetting(Core):
    """What is stored of a member, and taking it away."""

    async def traces(self, user: int) -> dict[str, int]:
        """How many rows each table keeps of a user."""
        return await self.store.ask(lambda conn: traces.counts(conn, user))

    async def data_of(self, user: int) -> dict[str, Any]:
        """All that is kept of a user."""
        return await self.store.ask(lambda conn: traces.rows(conn, user))

    async def forget(self, user: int, names: Sequence[str], interaction_id: Id) -> list[Outcome]:
        """Forget a user who shows himself by these names; the outcome of each game that he was part of."""
        async with self.store.read() as conn:
            seats = await traces.seats_ever(conn, user)
            mine = await traces.owned(conn, user)
        done = []
        for game in sorted({held.game for held in seats} | set(mine)):
            held = [held for held in seats if held.game == game]
            judge = partial(_part, user=user, seats=held, names=names)
            done.append(await self.write(game, 0, f"{interaction_id}:forget:{game}", judge))
            self.drop(game)
        if all(outcome.ok for outcome in done):
            await self._erase(user)
        return done

    async def _erase(self, user: int) -> None:
        """What else is kept of him; games for which he played as a proxy wait for the holder again."""
        async with self.store.write() as conn:
            near = await traces.games_near(conn, user)
            await traces.erase(conn, user)
        for game in near:
            self.drop(game)
            await self.write(game, 0, None, _look_again)


def _part(live: Live, work: Work, *, user: int, seats: Sequence[Held], names: Sequence[str]) -> Outcome:
    """Take a user out of a game, which goes on without him."""
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
    """Nothing is done; the game is followed as it is now."""
    return Outcome("ok")


def _leave(live: Live, work: Work, held: Held, names: Sequence[str]) -> None:
    """The seat is free under a number; he is called so wherever his name stood."""
    number = int(held.seat.removeprefix("p"))
    new, old = f"Player {number}", set(names)
    assert live.game is not None
    if held.first:
        old.add(live.game.genesis.names[number - 1])
    if held.last:
        old |= {s.name for s in live.info.seats if s.seat == held.seat}
        hand_over(live, work, held.seat, None, new)
        if live.info.status != "ended":
            work.notes.append(Note("seat_free", {"seat": held.seat}))
    for name in sorted(old - {new, ""}):
        work.statements.append(partial(traces.rename, game=live.info.id, old=name, new=new))
