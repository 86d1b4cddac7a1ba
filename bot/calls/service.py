"""The waits of each game (whom it reminds), stored in the transaction of each write: a crash loses none.

The clock is in seconds since 1970; tests and the local chat set another one.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.calls import rows as reminders
from bot.calls.follow import Scene, follow
from bot.calls.model import HOUR, Member, Pace, Wait
from bot.calls.plan import deadline, digest_at, due, ping_at
from bot.games.changes import Changes
from bot.games.core import WATCHES, Games
from bot.store import game_rows, outbox
from bot.store.game_rows import GameInfo
from bot.store.outbox import OutboxMessage
from bot.store.records import Entry
from bot.votes import rows as votes
from engine import EngineError, Game

log = logging.getLogger(__name__)

MARK = 200
MASTER = "gm"
NOT_THERE = ("auto", MASTER, "absence", "computer")
"""Values of `Entry.via` for actions that the player did not take himself."""

NUDGES = 6 * HOUR
"""Seconds between two nudges by one member in a game."""


def seconds() -> int:
    """Return the time in seconds since 1970."""
    return game_rows.now() // 1000


@WATCHES.add("waits")
async def watch(
    games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, changes: Changes
) -> None:
    """Update the waits of a game after a write. Its card pings nobody who gets a reminder later."""
    cards = [note.payload for note in changes.messages if note.kind == "turn_card" and note.payload["ping"]]
    acted = frozenset(entry.seat for entry in changes.entries if _is_by_player(info, entry))
    called = frozenset(seat for card in cards for seat in card["players"])
    waits = await keep_step(games, conn, info, game, acted, called)
    by_card = any(wait.by_card for wait in waits)
    changes.messages[:] = [
        replace(note, payload={**note.payload, "ping": note.payload["ping"] and by_card})
        if note.kind == "turn_card"
        else note
        for note in changes.messages
    ]


async def keep_step(
    games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None,
    acted: frozenset[str] = frozenset(), called: frozenset[str] = frozenset(),
) -> list[Wait]:  # fmt: skip
    """Update the waits of a game to its present state, and return them."""
    now, scene = games.clock(), replace(scene_of(info, game), acted=acted, called=called)
    before = await reminders.waits_of_game(conn, info.id)
    people = await reminders.members(conn, [u for u in scene.seats.values() if u is not None])
    pace = Pace.of(info.settings)
    after = follow(before, scene, pace, people, now)
    await _end_waits(conn, info, before, after, now)
    pairs = [(wait, people.get(wait.user) if wait.user is not None else None) for wait in after]
    if before or after:
        dues = [(wait, due(wait, pace, member, now)) for wait, member in pairs]
        await reminders.put_waits(conn, info.id, dues)
    # Members by their numbers: so no two writers wait for each other.
    for wait, member in sorted(pairs, key=lambda pair: pair[0].user or 0):
        if member is not None and wait.by_card and wait.since == now == wait.last:
            await reminders.pinged(conn, member.user, now)
    return after


async def watch_all(games: Games, away: int) -> None:
    """Catch up after `away` seconds or more offline: extend clocks, and start waits of games without any."""
    for game in await games.store.write(partial(_catch_up, now=games.clock(), away=away)):
        await _watch(games, game)


async def _catch_up(conn: AsyncConnection, now: int, away: int) -> list[int]:
    """Extend votes and clocks by the time offline. Return the ids of running games without waits."""
    before = await reminders.beat(conn, now)
    offline = now - before if before is not None else 0
    if offline > away:
        await votes.extend_votes(conn, offline)
        for game in await reminders.put_off_clocks(conn, offline):
            await _redraw(conn, game)
    await reminders.look_again(conn, now)
    return await reminders.unwatched(conn)


async def _watch(games: Games, game: int) -> None:
    """Start the waits of a game. One that cannot be read is logged and skipped."""
    try:
        loaded = await games.load(game)
    except EngineError:
        log.exception("game %s cannot be read, so nobody is called there", game)
        return
    if loaded is not None:
        await games.store.write(lambda conn: keep_step(games, conn, loaded.info, loaded.game), game=game)


# --- what members want ---------------------------------------------------------------------


async def member(games: Games, user: int) -> Member:
    """Return how a user wants to be pinged."""
    return (await games.store.read(lambda conn: reminders.members(conn, [user])))[user]


async def waits_of(games: Games, user: int) -> list[Wait]:
    """Return the waits of a user in all games."""
    return await games.store.read(lambda conn: reminders.waits_of_user(conn, user))


async def waits_in(games: Games, game: int) -> list[Wait]:
    """Return the waits of a game."""
    return await games.store.read(lambda conn: reminders.waits_of_game(conn, game))


async def set_hours(games: Games, user: int, **values: Any) -> Member:
    """Change when and how a user is pinged (`values` are columns of `member_hours`); return the result."""

    async def unit(conn: AsyncConnection) -> Member:
        await reminders.change_member(conn, user, **values)
        changed = (await reminders.members(conn, [user]))[user]
        await reminders.change_member(conn, user, digest_due=digest_at(changed, games.clock()))
        await reminders.look_again(conn, games.clock(), user=user)
        return changed

    changed = await games.store.write(unit)
    games.after_commit()
    return changed


async def go_away(games: Games, user: int, begins: int, ends: int) -> None:
    """Start a vacation of a user. Tables with a clock show the new deadline."""

    async def unit(conn: AsyncConnection) -> None:
        await reminders.put_vacation(conn, user, begins, ends)
        await _reschedule(games, conn, user)

    await games.store.write(unit)
    games.after_commit()


async def come_back(games: Games, user: int) -> None:
    """End the user's vacation. Tables with a clock show the new deadline."""

    async def unit(conn: AsyncConnection) -> None:
        await reminders.end_vacations(conn, user, games.clock())
        await _reschedule(games, conn, user)

    await games.store.write(unit)
    games.after_commit()


async def _reschedule(games: Games, conn: AsyncConnection, user: int) -> None:
    """Recompute the digest, deadlines and reminders of a user after a vacation changed."""
    changed = (await reminders.members(conn, [user]))[user]
    await reminders.change_member(conn, user, digest_due=digest_at(changed, games.clock()))
    for wait in await reminders.waits_of_user(conn, user):
        await _redraw(conn, wait.game)
    await reminders.look_again(conn, games.clock(), user=user)


async def mute(games: Games, user: int, game: int, on: bool) -> None:
    """Turn pings of a game off or on for a user."""

    async def unit(conn: AsyncConnection) -> None:
        await reminders.mute(conn, user, game, on)
        await reminders.look_again(conn, games.clock(), user=user)

    await games.store.write(unit)


async def snooze(games: Games, user: int, game: int, until: int) -> bool:
    """Snooze the user's next ping of a game. Return False when the game does not wait for this user."""

    async def unit(conn: AsyncConnection) -> bool:
        mine = [w for w in await reminders.waits_of_game(conn, game) if w.user == user]
        for wait in mine:
            await reminders.snooze(conn, wait, until)
        await reminders.look_again(conn, games.clock(), user=user)
        return bool(mine)

    return await games.store.write(unit)


async def call_later(games: Games, user: int, game: int) -> None:
    """Schedule a reminder for a user whom the card could not ping."""

    async def unit(conn: AsyncConnection) -> None:
        for wait in await reminders.waits_of_game(conn, game):
            if wait.user == user and wait.by_card and wait.stage == 1:
                late = replace(wait, stage=0, last=0, by_card=False)
                await reminders.put_wait(conn, late, games.clock())

    await games.store.write(unit, game=game)


async def nudge(games: Games, user: int, game: int, seat: str) -> int | None:
    """Ping the player of a seat. Return None, or when this user may nudge there again."""
    now = games.clock()

    async def unit(conn: AsyncConnection) -> int | None:
        previous = await reminders.nudged(conn, user, game)
        if previous is not None and now < previous + NUDGES:
            return previous + NUDGES
        for wait in await reminders.waits_of_game(conn, game):
            if wait.seat == seat:
                await reminders.put_nudge(conn, user, game, now)
                await reminders.snooze(conn, wait, max(now, wait.snoozed or 0), user)
        await reminders.look_again(conn, now, game=game)
        return None

    return await games.store.write(unit, game=game)


async def next_ping(games: Games, game: int, seat: str) -> int | None:
    """Return when the player of a seat is pinged next, now at the earliest; None if never."""

    async def unit(conn: AsyncConnection) -> int | None:
        pace = Pace.of((await reminders.settings_of(conn, [game])).get(game, {}))
        waits = [w for w in await reminders.waits_of_game(conn, game) if w.seat == seat and w.user]
        people = await reminders.members(conn, [w.user for w in waits if w.user is not None])
        times = [ping_at(w, pace, people[w.user], games.clock()) for w in waits if w.user is not None]
        return next(iter(times), None)

    return await games.store.read(unit)


async def deadlines(games: Games, game: int) -> dict[str, int]:
    """Return when the clock of each seat that a game waits for runs out; empty without a clock."""
    return await games.store.read(lambda conn: deadlines_of(conn, game))


async def deadlines_of(conn: AsyncConnection, game: int) -> dict[str, int]:
    """Return when the clock of each seat that a game waits for runs out; empty without a clock."""
    clock = Pace.of((await reminders.settings_of(conn, [game])).get(game, {})).clock
    waits = [w for w in await reminders.waits_of_game(conn, game) if w.user is not None]
    if clock is None or not waits:
        return {}
    people = await reminders.members(conn, [w.user for w in waits if w.user is not None])
    return {w.seat: deadline(w.start, clock + w.extra, people[w.user]) for w in waits if w.user is not None}


def _is_by_player(info: GameInfo, entry: Entry) -> bool:
    """Return True if the player of the seat acted, and not a game master or a computer instead."""
    return entry.via not in NOT_THERE or (entry.via == MASTER and entry.user == info.player_of(entry.seat))


def scene_of(info: GameInfo, game: Game | None) -> Scene:
    """Return the seats for which a game waits; none unless it is running."""
    waiting = game.waiting() if game is not None and info.status == "running" else None
    if game is None or waiting is None:
        return Scene(info.id, info.rev, {})
    seats = {seat: info.player_of(seat) for seat in waiting.players if seat not in info.computers}
    return Scene(info.id, info.rev, seats, f"{game.round_title()}|{waiting.company or ''}"[:MARK])


async def _end_waits(
    conn: AsyncConnection, info: GameInfo, before: Iterable[Wait], after: Iterable[Wait], now: int
) -> None:
    """Drop the reminders of waits that are over, and close the votes about their seats."""
    current = {(w.seat, w.rev, w.user) for w in after}
    over = [w for w in before if (w.seat, w.rev, w.user) not in current]
    await outbox.queue_messages(
        conn, info.id, [OutboxMessage("reminder_over", {"seat": w.seat}) for w in over if w.posted]
    )
    for vote in await votes.open_votes(conn, info.id) if over else ():
        if vote.about_holder and vote.seat in {w.seat for w in over}:
            await votes.close_vote(conn, vote, votes.MOVED, now)


async def _redraw(conn: AsyncConnection, game: int) -> None:
    """Redraw the card of the turn if the table has a clock."""
    if await deadlines_of(conn, game):
        await outbox.queue_messages(
            conn, game, [OutboxMessage("turn_card", {"rev": 0, "players": [], "ping": False}, True)]
        )
