"""`python -m bot restore FILE`: replaces the database by a backup.

The copy is checked as a whole before anything is touched: SQLite's integrity check, a schema that this
version knows (an older one is brought up to date), every game's log. Then it is swapped in by
`store.files.replace_database_file`, which keeps the old database beside it. The tables learn of it when the
bot starts: each open one gets its card anew, and cards of moves that are no more say so
(`bot.store.messages.restore_points`).
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
from bot.games.announcements import build_repost_message
from bot.games.stored_games import OPEN_STATUSES
from bot.operate.backup import copy_database_file
from bot.operate.review import ALL, Finding, review_games
from bot.store import Store, StoreUnusable, files, game_rows, lock_database, open_store, sqlite_file
from bot.store.database import DATABASE_ERRORS, database_error_text
from bot.store.game_rows import CardInfo, GameFilter, GameInfo
from bot.store.messages import outbox, restore_points
from bot.store.messages.outbox import OutboxMessage
from bot.store.open_files import read_highest_ids
from bot.work.titles import load_external_titles

SPARE_IDS = 1000
"""Numbers left free where the old database cannot say which it gave: no lost row's may come again."""


class NotRestored(Exception):
    """Nothing was changed; the text is one line that says why."""


@dataclass(frozen=True, slots=True)
class ReplacedDatabase:
    """What the database that a backup replaces says of itself, as far as it can be read.

    ``cards`` and ``revisions`` are by game id, ``id_counters`` (the highest id that each table
    has given) by table name.
    """

    cards: Mapping[int, Sequence[CardInfo]] = field(default_factory=dict)
    id_counters: Mapping[str, int] = field(default_factory=dict)
    revisions: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RestoreResult:
    """How it went: each game with the revision that it had before, and where the old database is kept.

    A revision is None if the old database did not say it, and ``old_path`` if there was none. ``damaged``
    games stay closed; ``mismatched`` ones are played on, though their row or seats fail the checksum.
    """

    games: Sequence[tuple[GameInfo, int | None]]
    damaged: Sequence[Finding]
    old_path: Path | None
    mismatched: Sequence[Finding] = ()


def main(argv: Sequence[str]) -> int:
    """Run `python -m bot restore` with its command-line arguments.

    Return the exit code: 0 if the backup was restored, 2 if not.
    """
    parser = argparse.ArgumentParser(prog="python -m bot restore", description="Put a copy in its place.")
    parser.add_argument("file", type=Path, help="the copy, for instance one of backups/ in the data folder")
    parser.add_argument("--database", help="URL of the database in use (default: as the bot's settings say)")
    parser.add_argument("--anyway", action="store_true", help="though some games of the copy are damaged")
    args = parser.parse_args(argv)
    try:
        config = load_config()
        load_external_titles(config.titles)
        url = args.database or config.database
        restored = asyncio.run(restore(args.file, url, allow_damaged=args.anyway))
    except (NotRestored, StoreUnusable, BadConfig) as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(_report_lines(args.file, restored)))
    return 0


def _report_lines(backup: Path, restored: RestoreResult) -> list[str]:
    """Return the lines about a restored backup for the command line.

    They name the games whose latest move is not that of the old database, the damaged games, and the path at
    which the old database is kept.
    """
    lines = [f"{backup} was restored: {len(restored.games)} games."]
    for info, old_revision in restored.games:
        if old_revision is not None and old_revision != info.revision:
            lines.append(f"table {info.id}, “{info.name}”: move {old_revision} -> {info.revision}")
    lines += [f"damaged, and closed: {finding.report_line}" for finding in restored.damaged]
    lines += [f"restored all the same: {finding.report_line}" for finding in restored.mismatched]
    lines += [f"The database that was there is kept as {restored.old_path}."] if restored.old_path else []
    return [*lines, "Start the bot: it posts the card of every open table anew."]


async def restore(backup: Path, url: str, *, allow_damaged: bool = False) -> RestoreResult:
    """Replace the operator's SQLite database at a URL by a backup file; return what was done.

    Unless ``allow_damaged``, a backup with damaged games is refused. The old database file is kept in the
    same directory. Raises NotRestored or StoreUnusable, and nothing has changed then.
    """
    database_path = sqlite_file(url)
    if database_path is None:
        raise NotRestored("Only SQLite files are restored so; PostgreSQL has pg_restore for it.")
    await asyncio.to_thread(_require_restorable, backup, database_path)
    with lock_database(url):
        partial_file = files.path_with_ending(database_path, ".restoring-part")
        try:
            prepared = await _prepare_restored_database(backup, database_path, partial_file, allow_damaged)
            old_path = await asyncio.to_thread(_swap_database_file, database_path, partial_file)
        except DATABASE_ERRORS as error:
            raise NotRestored(f"{backup} was not restored: {database_error_text(error)}.") from error
        finally:
            await asyncio.to_thread(files.delete_database_file, partial_file)
    return replace(prepared, old_path=old_path)


def _require_restorable(backup: Path, database_path: Path) -> None:
    """Raise NotRestored unless ``backup`` is a SQLite file that can replace the database.

    ``database_path``, the path of the database in use, must be another file or a place for one: its directory
    must exist, and it must not be a directory itself.
    """
    if not database_path.parent.is_dir():
        raise NotRestored(f"The directory {database_path.parent} of the database does not exist.")
    if database_path.is_dir():
        raise NotRestored(f"The database {database_path} is a directory, not a file.")
    if not backup.is_file():
        raise NotRestored(f"There is no file {backup}.")
    if database_path.exists() and backup.samefile(database_path):
        raise NotRestored(f"{backup} is the database in use, not a copy of it.")
    try:
        with backup.open("rb") as stream:
            first_bytes = stream.read(len(files.SQLITE_MAGIC))
    except OSError as error:
        raise NotRestored(f"{backup} cannot be read: {error}.") from error
    if first_bytes != files.SQLITE_MAGIC:
        raise NotRestored(f"{backup} is no SQLite database." if first_bytes else f"{backup} is empty.")


async def _prepare_restored_database(
    backup: Path, database_path: Path, partial_file: Path, allow_damaged: bool
) -> RestoreResult:
    """Copy a backup to ``partial_file``, check and migrate the copy, and queue messages to its games.

    ``database_path`` is the database that the copy will replace. Raises NotRestored if games are damaged,
    unless ``allow_damaged``, and other errors of the database. The `old_path` of the result is None.
    """
    await asyncio.to_thread(files.delete_database_file, partial_file)
    await asyncio.to_thread(copy_database_file, backup, partial_file, "integrity_check")
    old_database = await asyncio.to_thread(_read_replaced_database, database_path)
    try:
        store = await open_store(f"sqlite:///{partial_file}")
    except StoreUnusable as error:
        raise NotRestored(
            f"{backup} was not restored: {str(error).replace(str(partial_file), str(backup))}"
        ) from error
    try:
        await asyncio.to_thread(_raise_id_counters, partial_file, old_database.id_counters)
        findings = [finding async for finding in review_games(store)]
        damaged = [finding for finding in findings if finding.damage]
        if damaged and not allow_damaged:
            raise NotRestored(
                f"{backup} was not restored: {damaged[0].report_line}; {len(damaged)} of its games are "
                "damaged. With --anyway it is restored, and those stay closed."
            )
        mismatched = [finding for finding in findings if finding.has_wrong_checksum and not finding.damage]
        return RestoreResult(
            await _store_restore_points_and_messages(store, old_database), damaged, None, mismatched
        )
    finally:
        await store.close()


async def _store_restore_points_and_messages(
    store: Store, old_database: ReplacedDatabase
) -> list[tuple[GameInfo, int | None]]:
    """Store for each game of a restored backup after which revision its moves are lost, and queue messages.

    ``store`` is the restored backup. A message marks each card that only the old database knows; another one
    posts the card of each open game anew. Return the games of the backup, the oldest first, each with its
    revision in the old database (None if unknown).
    """
    now = game_rows.now_ms()

    async def store_points_and_messages(conn: AsyncConnection) -> list[GameInfo]:
        """Store each game's revision in the backup (later moves are lost), and queue the messages.

        Cards that are in the old database but not in the backup get a message that marks them as lost, and
        open games one that posts their card anew. Return the games of the backup, newest first.
        """
        infos = await game_rows.list_games(conn, GameFilter(statuses=ALL), limit=10**9)
        await restore_points.store_restore_points(conn, [(info.id, info.revision) for info in infos], now)
        for info in infos:
            known_messages = {
                card.message_id for card in (await game_rows.cards_of_game(conn, info.id)).values()
            }
            lost_cards = [
                card for card in old_database.cards.get(info.id, ()) if card.message_id not in known_messages
            ]
            messages = [_mark_lost_card_message(card) for card in lost_cards]
            await outbox.queue_messages(
                conn,
                info.id,
                [*messages, build_repost_message(info)] if info.status in OPEN_STATUSES else messages,
            )
        return infos

    return [
        (info, old_database.revisions.get(info.id))
        for info in reversed(await store.write(store_points_and_messages))
    ]


def _mark_lost_card_message(card: CardInfo) -> OutboxMessage:
    """Return the outbox message that marks a card as showing moves that a restored backup has lost.

    Its payload has "channel", "message" (ids) and "from" (the card's revision).
    """
    payload = {"channel": card.channel_id, "message": card.message_id, "from": card.revision}
    return OutboxMessage("lost_card", payload, latest_only=True, key=f"lost:{card.message_id}")


def _read_replaced_database(database_path: Path) -> ReplacedDatabase:
    """Return the cards, highest ids and revisions of the database that a backup replaces.

    The highest ids are a dict by name of a database table; an id in the file `.ids` beside the database
    replaces a lower one. If there is no readable database, the ids are those of the file `.ids`, and the rest
    is empty.
    """
    known_ids = read_highest_ids(database_path)
    if not database_path.is_file():
        return ReplacedDatabase(id_counters=known_ids)
    try:
        with closing(sqlite3.connect(f"{database_path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            cards: dict[int, list[CardInfo]] = {}
            for game, *card in database.execute("SELECT game, kind, channel, message, rev FROM card"):
                cards.setdefault(game, []).append(CardInfo(*card))
            id_counters = dict(database.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
            revisions = dict(database.execute("SELECT id, rev FROM game").fetchall())
    except sqlite3.Error:
        return ReplacedDatabase(id_counters=known_ids)
    for table, highest in known_ids.items():
        id_counters[table] = max(highest, id_counters.get(table, 0))
    return ReplacedDatabase(cards, id_counters, revisions)


def _raise_id_counters(partial_file: Path, highest_ids: Mapping[str, int]) -> None:
    """Raise the id counters of the migrated backup, so that new rows have ids that no lost row had.

    ``highest_ids`` are those that the old database assigned, by database table. If it is empty, each counter
    is raised by `SPARE_IDS`.
    """
    with closing(sqlite3.connect(partial_file)) as database, database:
        numbered_tables = database.execute(
            "SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'"
        ).fetchall()
        for (name,) in numbered_tables:
            row = database.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (name,)).fetchone()
            own_highest = row[0] if row else 0
            newest = max(own_highest, highest_ids.get(name, 0)) if highest_ids else own_highest + SPARE_IDS
            database.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
            database.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (name, newest))


def _swap_database_file(database_path: Path, partial_file: Path) -> Path | None:
    """Replace the database file by the prepared copy of the backup; return where the old one is kept.

    None if there was none. Raises sqlite3.DatabaseError if the copy is in use, and OSError if a file cannot
    be moved.
    """
    with closing(sqlite3.connect(partial_file)) as database:
        (mode,) = database.execute("PRAGMA journal_mode=DELETE").fetchone()
    if mode != "delete" or files.path_with_ending(partial_file, files.WAL).exists():
        raise sqlite3.DatabaseError("the copy is still in use")
    return files.replace_database_file(database_path, partial_file)
