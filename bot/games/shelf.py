"""What is kept of tables beside their logs: lists, drafts, plans, cards, and the queue of messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
    """Games by place and seated user, the newest first."""
    return await games.store.ask(lambda conn: game_rows.listing(conn, Wanted(guild, channel, user, statuses)))


async def game_in(games: Games, channel: int) -> GameInfo | None:
    """The open game of a channel or thread, else its newest one, or None."""
    found = await list_games(games, channel=channel, statuses=(*OPEN, "ended"))
    return next((g for g in found if g.status != "ended"), next(iter(found), None))


async def draft(games: Games, game_id: int, user: int) -> DraftInfo | None:
    """What a user had chosen so far, with the revision he saw."""
    return await games.store.ask(lambda conn: game_rows.draft(conn, game_id, user))


async def put_draft(games: Games, game_id: int, user: int, body: Any, rev: int) -> None:
    """Keep what a user has chosen so far; his next stored action forgets it."""
    await games.store.commit(game_id, lambda conn: game_rows.put_draft(conn, game_id, user, body, rev))


async def drop_draft(games: Games, game_id: int, user: int) -> None:
    """Forget what a user has chosen so far."""
    await games.store.commit(game_id, lambda conn: game_rows.drop_draft(conn, game_id, user))


async def plan(games: Games, game_id: int, user: int) -> list[Any]:
    """The parts of what a user plans for himself (see `engine.plans`)."""
    return await games.store.ask(lambda conn: game_rows.plan(conn, game_id, user))


async def put_plan(games: Games, game_id: int, user: int, parts: Sequence[Any]) -> None:
    """Keep what a user plans for himself; no other member sees it."""
    await games.store.commit(game_id, lambda conn: game_rows.put_plan(conn, game_id, user, parts))


async def keep_words(games: Games, game_id: int, user: int, words: str, key: Id) -> None:
    """Keep what a user wrote until he confirms it, under the interaction that brought it."""
    async with games.store.write(game_id) as conn:
        if await game_rows.answer(conn, f"words:{key}") is None:
            await game_rows.remember(conn, f"words:{key}", game_id, user, (0, 0), words)


async def words(games: Games, game_id: int, user: int, key: Id) -> str | None:
    """What a user wrote about a game by that interaction; None when it is too long ago."""
    found = await games.store.ask(lambda conn: game_rows.answer(conn, f"words:{key}", of=(game_id, user)))
    return None if found is None else str(found)


async def cards(games: Games, game_id: int) -> dict[str, CardInfo]:
    """The messages that show a game, by kind."""
    return await games.store.ask(lambda conn: game_rows.cards(conn, game_id))


async def stray(games: Games, game_id: int, card: CardInfo) -> None:
    """A message offers a turn and is not the card on record: let it show what came of its turn."""
    standing = await games.standing(game_id)
    known = standing.cards if standing else {}
    if standing is None or "turn" not in known or card.message in {c.message for c in known.values()}:
        return
    async with games.store.write(game_id) as conn:
        # A card that is being posted this moment is on record in a moment.
        if not await postings.unanswered(conn, game_id, ""):
            await outbox.put(conn, game_id, [closing(card, standing.info.rev)])
    games.after_commit()


async def is_lost(games: Games, game_id: int, rev: int, made: int) -> bool:
    """Whether a message of that revision and moment shows moves that a restored copy does not have."""
    if games.cuts is None:
        async with games.store.read() as conn:
            games.cuts = await lost.cuts(conn)
    return any(cut.hits(rev, made) for cut in games.cuts.get(game_id, ()))


async def owed(games: Games) -> tuple[int, int | None]:
    """How many messages wait to be posted now, and since when (milliseconds) the oldest of them."""
    return await games.store.ask(lambda conn: outbox.owed(conn, game_rows.now()))


async def backlog(games: Games) -> list[Row]:
    """The messages that could not be sent so far, the oldest first."""
    return await games.store.ask(outbox.backlog)


async def retry(games: Games, *, guild: int | None = None) -> None:
    """Something has changed at Discord: try again now what could not be sent, of a guild or of all."""
    wanted = Wanted(guild, statuses=(*OPEN, "ended"))
    async with games.store.write() as conn:
        mine = None if guild is None else [g.id for g in await game_rows.listing(conn, wanted, 10_000)]
        await outbox.retry(conn, game_rows.now(), mine)
    games.after_commit()


async def tell(games: Games, game_id: int, kind: str) -> None:
    """Queue a message that says no more than its kind."""
    await games.store.commit(
        game_id, lambda conn: outbox.put(conn, game_id, [Note(kind, {}, latest_only=True)])
    )
    games.after_commit()


async def sweep(games: Games) -> None:
    """Drop answers to interactions that are too old to come again."""
    async with games.store.write(postgres.NOTHING) as conn:
        if await games.store.mine_alone(conn, "sweep"):
            await game_rows.forget_interactions(conn, game_rows.now() - KEEP_ANSWERS)
