"""`python -m bot restore FILE`: replaces the database by a backup.

The copy is checked as a whole before anything is touched: SQLite's integrity check, a schema that this
version knows (an older one is brought up to date), every game's log. Then it is swapped in by
`store.files.replace`, which keeps the old database beside it. The tables learn of it when the bot starts:
each open one gets its card anew, and cards of moves that are no more say so (`bot.store.lost`).
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.config import BadConfig, load_config
from bot.games.announcements import repost_message
from bot.games.stored_games import OPEN
from bot.operate.review import ALL, Finding, review
from bot.store import (
    Store,
    StoreUnusable,
    files,
    game_rows,
    lock_database,
    lost,
    open_store,
    outbox,
    sqlite_file,
)
from bot.store.backup import copy_file
from bot.store.database import UNREADABLE, reason
from bot.store.game_rows import CardInfo, GameFilter, GameInfo
from bot.store.outbox import OutboxMessage

SPARE = 1000
"""Numbers left free where the old database cannot say which it gave: no lost row's may come again."""


class NotRestored(Exception):
    """Nothing was changed; the text is one line that says why."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """What the database that goes says of itself, as far as it can be read: cards by game, last numbers."""

    cards: Mapping[int, Sequence[CardInfo]] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    revs: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Restored:
    """How it went: each game with the revision that it had before, and where the old database is kept."""

    games: Sequence[tuple[GameInfo, int | None]]
    broken: Sequence[Finding]
    kept: Path | None
    odd: Sequence[Finding] = ()


def main(argv: Sequence[str]) -> int:
    """Restore; prints what was done, or one line that says why not."""
    parser = argparse.ArgumentParser(prog="python -m bot restore", description="Put a copy in its place.")
    parser.add_argument("file", type=Path, help="the copy, for instance one of backups/ in the data folder")
    parser.add_argument("--database", help="URL of the database in use (default: as the bot's settings say)")
    parser.add_argument("--anyway", action="store_true", help="though some games of the copy are damaged")
    args = parser.parse_args(argv)
    try:
        url = args.database or load_config().database
        done = asyncio.run(restore(args.file, url, anyway=args.anyway))
    except (NotRestored, StoreUnusable, BadConfig) as why:
        print(why, file=sys.stderr)
        return 2
    print("\n".join(_report(args.file, done)))
    return 0


def _report(file: Path, done: Restored) -> list[str]:
    """Return the lines about a restored backup: games that lost moves, and damaged games."""
    lines = [f"{file} was restored: {len(done.games)} games."]
    for info, before in done.games:
        if before is not None and before != info.rev:
            lines.append(f"table {info.id}, “{info.name}”: move {before} -> {info.rev}")
    lines += [f"damaged, and closed: {finding.line}" for finding in done.broken]
    lines += [f"restored all the same: {finding.line}" for finding in done.odd]
    lines += [f"The database that was there is kept as {done.kept}."] if done.kept else []
    return [*lines, "Start the bot: it posts the card of every open table anew."]


async def restore(file: Path, url: str, *, anyway: bool = False) -> Restored:
    """Replace the database at a URL by a backup. Raises NotRestored or StoreUnusable."""
    path = sqlite_file(url)
    if path is None:
        raise NotRestored("Only SQLite files are restored so; PostgreSQL has pg_restore for it.")
    await asyncio.to_thread(_presentable, file, path)
    with lock_database(url):
        part = files.companion(path, ".restoring-part")
        try:
            found = await _prepared(file, path, part, anyway)
            kept = await asyncio.to_thread(_swap, path, part)
        except UNREADABLE as fault:
            raise NotRestored(f"{file} was not restored: {reason(fault)}.") from fault
        finally:
            await asyncio.to_thread(files.remove, part)
    return replace(found, kept=kept)


def _presentable(file: Path, path: Path) -> None:
    """The file looks like a SQLite database, and is not the one in use."""
    if not path.parent.is_dir():
        raise NotRestored(f"The directory {path.parent} of the database does not exist.")
    if path.is_dir():
        raise NotRestored(f"The database {path} is a directory, not a file.")
    if not file.is_file():
        raise NotRestored(f"There is no file {file}.")
    if path.exists() and file.samefile(path):
        raise NotRestored(f"{file} is the database in use, not a copy of it.")
    try:
        with file.open("rb") as opened:
            head = opened.read(len(files.MAGIC))
    except OSError as fault:
        raise NotRestored(f"{file} cannot be read: {fault}.") from fault
    if head != files.MAGIC:
        raise NotRestored(f"{file} is no SQLite database." if head else f"{file} is empty.")


async def _prepared(file: Path, path: Path, part: Path, anyway: bool) -> Restored:
    """The copy beside the database, checked, of this schema, and with all that its tables have to learn."""
    await asyncio.to_thread(copy_file, file, part, "integrity_check")
    before = await asyncio.to_thread(_replaced, path)
    await asyncio.to_thread(_number_on, part, before.numbers)
    try:
        store = await open_store(f"sqlite:///{part}")
    except StoreUnusable as why:
        raise NotRestored(f"{file} was not restored: {str(why).replace(str(part), str(file))}") from why
    try:
        looked = [found async for found in review(store)]
        broken = [found for found in looked if found.broken]
        if broken and not anyway:
            raise NotRestored(
                f"{file} was not restored: {broken[0].line}; {len(broken)} of its games are damaged. With "
                "--anyway it is restored, and those stay closed."
            )
        odd = [found for found in looked if found.odd and not found.broken]
        return Restored(await _teach(store, before), broken, None, odd)
    finally:
        await store.close()


async def _teach(store: Store, before: Replaced) -> list[tuple[GameInfo, int | None]]:
    """Queue what the tables have to learn, and keep which moves are no more."""
    moment = game_rows.now()

    async def unit(conn: AsyncConnection) -> list[GameInfo]:
        infos = await game_rows.list_games(conn, GameFilter(statuses=ALL), limit=10**9)
        await lost.store_cuts(conn, [(info.id, info.rev) for info in infos], moment)
        for info in infos:
            known = {card.message for card in (await game_rows.cards(conn, info.id)).values()}
            gone = [card for card in before.cards.get(info.id, ()) if card.message not in known]
            notes = [_gone(card) for card in gone]
            await outbox.queue_messages(
                conn, info.id, [*notes, repost_message(info)] if info.status in OPEN else notes
            )
        return infos

    return [(info, before.revs.get(info.id)) for info in reversed(await store.write(unit))]


def _gone(card: CardInfo) -> OutboxMessage:
    """Return the message that marks a card of lost moves."""
    payload = {"channel": card.channel, "message": card.message, "from": card.rev}
    return OutboxMessage("lost_card", payload, latest_only=True, key=f"lost:{card.message}")


def _replaced(path: Path) -> Replaced:
    """Return what the database says that goes; nothing when it cannot be read."""
    if not path.is_file():
        return Replaced()
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            cards: dict[int, list[CardInfo]] = {}
            for game, *card in db.execute("SELECT game, kind, channel, message, rev FROM card"):
                cards.setdefault(game, []).append(CardInfo(*card))
            numbers = dict(db.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
            revs = dict(db.execute("SELECT id, rev FROM game").fetchall())
    except sqlite3.Error:
        return Replaced()
    return Replaced(cards, numbers, revs)


def _number_on(part: Path, numbers: Mapping[str, int]) -> None:
    """Let new rows have numbers that no lost row had."""
    with closing(sqlite3.connect(part)) as db, db:
        counting = db.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'").fetchall()
        for (name,) in counting:
            row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (name,)).fetchone()
            mine = row[0] if row else 0
            newest = max(mine, numbers.get(name, 0)) if numbers else mine + SPARE
            db.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
            db.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (name, newest))


def _swap(path: Path, part: Path) -> Path | None:
    """Replace the database file by the backup. Return the path under which the old one is kept."""
    with closing(sqlite3.connect(part)) as db:
        (mode,) = db.execute("PRAGMA journal_mode=DELETE").fetchone()
    if mode != "delete" or files.companion(part, files.WAL).exists():
        raise sqlite3.DatabaseError("the copy is still in use")
    return files.replace(path, part)
