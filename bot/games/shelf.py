"""Data of games beside their logs: lists, drafts, plans, cards and the outbox."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.announcements import closing
from bot.games.core import Games
from bot.games.outcome import Id
from bot.store import game_rows, lost, outbox, postgres, postings
from bot.store.game_rows import CardInfo, DraftInfo, GameInfo, Status, Wanted
from bot.store.outbox import Note, Row

OPEN: tuple[Status, ...] = ("lobby", "running", "paused")
KEEP_ANSWERS = 7 * 24 * 3600 * 1000


async def list_games(
    games: Games, *, guild: int | None = None, channel: int | None = None, user: int | None = None,
    statuses: Sequence[Status] = OPEN,
) -> list[GameInfo]:  # fmt: skip
    """Return games by channel or guild and seated user, the newest first."""
    return await games.store.read(
        lambda conn: game_rows.listing(conn, Wanted(guild, channel, user, statuses))
    )


async def game_in(games: Games, channel: int) -> GameInfo | None:
    """Return the open game of a channel or thread, or else its newest game, or None."""
    found = await list_games(games, channel=channel, statuses=(*OPEN, "ended"))
    return next((g for g in found if g.status != "ended"), next(iter(found), None))


async def draft(games: Games, game_id: int, user: int) -> DraftInfo | None:
    """Return a user's unfinished choices with the revision that he saw, or None."""
    return await games.store.read(lambda conn: game_rows.draft(conn, game_id, user))


async def put_draft(games: Games, game_id: int, user: int, body: Any, rev: int) -> None:
    """Store a user's unfinished choices; his next stored action deletes them."""
    await games.store.write(lambda conn: game_rows.put_draft(conn, game_id, user, body, rev), game=game_id)


async def drop_draft(games: Games, game_id: int, user: int) -> None:
    """Delete a user's unfinished choices."""
    await games.store.write(lambda conn: game_rows.drop_draft(conn, game_id, user), game=game_id)


async def plan(games: Games, game_id: int, user: int) -> list[Any]:
    """Return the parts of a user's private plan (see `engine.plans`)."""
    return await games.store.read(lambda conn: game_rows.plan(conn, game_id, user))


async def put_plan(games: Games, game_id: int, user: int, parts: Sequence[Any]) -> None:
    """Store a user's private plan."""
    await games.store.write(lambda conn: game_rows.put_plan(conn, game_id, user, parts), game=game_id)


async def keep_words(games: Games, game_id: int, user: int, words: str, key: Id) -> None:
    """Store a text that a user wrote until he confirms it, under the id of its interaction."""

    async def unit(conn: AsyncConnection) -> None:
        if await game_rows.answer(conn, f"words:{key}") is None:
            await game_rows.remember(conn, f"words:{key}", game_id, user, (0, 0), words)

    await games.store.write(unit, game=game_id)


async def words(games: Games, game_id: int, user: int, key: Id) -> str | None:
    """Return the text that a user wrote in an interaction; None if it has expired."""
    found = await games.store.read(lambda conn: game_rows.answer(conn, f"words:{key}", of=(game_id, user)))
    return None if found is None else str(found)


async def cards(games: Games, game_id: int) -> dict[str, CardInfo]:
    """Return the cards of a game by kind."""
    return await games.store.read(lambda conn: game_rows.cards(conn, game_id))


async def stray(games: Games, game_id: int, card: CardInfo) -> None:
    """Queue the closing of a turn card that is not the stored card of the game."""
    standing = await games.standing(game_id)
    known = standing.cards if standing else {}
    if standing is None or "turn" not in known or card.message in {c.message for c in known.values()}:
        return
    rev = standing.info.rev

    async def unit(conn: AsyncConnection) -> None:
        # A card that is being posted this moment is on record in a moment.
        if not await postings.unanswered(conn, game_id, ""):
            await outbox.put(conn, game_id, [closing(card, rev)])

    await games.store.write(unit, game=game_id)
    games.after_commit()


async def is_lost(games: Games, game_id: int, rev: int, made: int) -> bool:
    """Return True if a message of this revision and time shows moves that a restore has removed."""
    if games.cuts is None:
        games.cuts = await games.store.read(lost.cuts)
    return any(cut.hits(rev, made) for cut in games.cuts.get(game_id, ()))


async def owed(games: Games) -> tuple[int, int | None]:
    """Return the number of due messages and the due time of the oldest (milliseconds since 1970)."""
    return await games.store.read(lambda conn: outbox.owed(conn, game_rows.now()))


async def backlog(games: Games) -> list[Row]:
    """Return the messages whose sending has failed, the oldest first."""
    return await games.store.read(outbox.backlog)


async def retry(games: Games, *, guild: int | None = None) -> None:
    """Try failed messages again now, of one guild or of all."""
    wanted = Wanted(guild, statuses=(*OPEN, "ended"))

    async def unit(conn: AsyncConnection) -> None:
        mine = None if guild is None else [g.id for g in await game_rows.listing(conn, wanted, 10_000)]
        await outbox.retry(conn, game_rows.now(), mine)

    await games.store.write(unit)
    games.after_commit()


async def tell(games: Games, game_id: int, kind: str) -> None:
    """Queue a message without a payload."""
    await games.store.write(
        lambda conn: outbox.put(conn, game_id, [Note(kind, {}, latest_only=True)]), game=game_id
    )
    games.after_commit()


async def sweep(games: Games) -> None:
    """Delete stored answers to interactions that are too old to be repeated."""

    async def unit(conn: AsyncConnection) -> None:
        if await games.store.mine_alone(conn, "sweep"):
            await game_rows.forget_interactions(conn, game_rows.now() - KEEP_ANSWERS)

    await games.store.write(unit, game=postgres.NOTHING)
