"""`python -m bot copy FROM_URL TO_URL`: copies a whole database into an empty one, and verifies it.

Both directions between SQLite and PostgreSQL, one transaction: the target is whole or empty. Then every table
is compared row by row, and every game is folded from both logs. Exit codes: 0 copied and alike, 1 not alike,
2 refused.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import sys
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from sqlalchemy import Table, func, insert, select, text, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.core import Games
from bot.store import Store, StoreUnusable, lock_database, open_store, postgres, sqlite_file, tables
from bot.store.addresses import display_url
from bot.store.database import DATABASE_ERRORS, database_error_text
from engine import EngineError

BATCH = 500


class CopyRefused(Exception):
    """Nothing was copied; the text says why."""


@dataclass
class CopyReport:
    """What was copied, and what differs from the source.

    ``rows`` are counts by table name, ``games`` and ``moves`` those that were compared, ``faults`` sentences
    (none if all is alike).
    """

    rows: dict[str, int] = field(default_factory=dict)
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return the report on a copied database as lines for the command line.

        A summary comes first, then the faults or, without any, a line that says that all is verified.
        """
        rows_text = ", ".join(f"{name} {count}" for name, count in self.rows.items() if count)
        summary = [f"Copied {sum(self.rows.values())} rows in {self.seconds:.1f} s ({rows_text or 'none'})."]
        games_text = f"{self.games} games of {self.moves} records are alike by their digests"
        return summary + (self.faults or [f"Verified: every row, and {games_text}."])


async def copy_database(source: Store, target: Store) -> CopyReport:
    """Copy a whole database into an empty one and compare them; return a report, with faults if they differ.

    Raises CopyRefused if they are the same, the target is not empty or a bot runs on one of them (seen only
    on PostgreSQL), and SQLAlchemyError or OSError if a database fails.
    """
    started_at, report = time.monotonic(), CopyReport()
    if source.url == target.url:
        raise CopyRefused("These are the same database.")
    digests: dict[str, str] = {}
    async with source.transaction() as source_connection, target.transaction() as target_connection:
        await _require_no_running_bot(source, source_connection)
        await _require_no_running_bot(target, target_connection)
        for table in tables.metadata.sorted_tables:
            if (await target_connection.execute(select(func.count()).select_from(table))).scalar():
                raise CopyRefused(
                    f"The database {display_url(target.url)} is not empty; copy into a new one."
                )
        for table in tables.metadata.sorted_tables:
            report.rows[table.name], digests[table.name] = await _copy_table(
                source_connection, target_connection, table
            )
        await _copy_id_counters(source_connection, target_connection)
    report.seconds = time.monotonic() - started_at
    await _compare_tables(target, digests, report)
    await _compare_games(source, target, report)
    return report


async def _require_no_running_bot(store: Store, connection: AsyncConnection) -> None:
    """Lock a PostgreSQL database against bots; raise CopyRefused if a bot is connected to it.

    For a SQLite database nothing is checked: its file is locked instead.
    """
    if not await store.try_lock_out_bots(connection):
        raise CopyRefused(f"A bot runs on {display_url(store.url)}: end it first, or moves would be missing.")


async def _copy_table(source: AsyncConnection, target: AsyncConnection, table: Table) -> tuple[int, str]:
    """Copy a database table from ``source`` to ``target`` for `python -m bot copy`.

    Return the number of rows and the digest (SHA-256) of their content.
    """
    count, digest = 0, hashlib.sha256()
    async for rows in _row_batches(source, table):
        for row in rows:
            digest.update(_row_bytes(row))
        for _, group in groupby([_non_null_columns(row) for row in rows], key=list):
            await target.execute(insert(table), list(group))
        count += len(rows)
    return count, digest.hexdigest()


async def _row_batches(connection: AsyncConnection, table: Table) -> AsyncIterator[Sequence[Any]]:
    """Yield all rows of a database table to copy, in batches of at most 500, in the order of its primary key.

    Each row is a mapping by column name.
    """
    key_columns, last_key = list(table.primary_key.columns), None
    while True:
        query = select(table).order_by(*key_columns).limit(BATCH)
        if last_key is not None:
            query = query.where(tuple_(*key_columns) > last_key)
        rows = (await connection.execute(query)).mappings().all()
        if not rows:
            return
        yield rows
        last_key = tuple(rows[-1][column.name] for column in key_columns)


def _row_bytes(row: Any) -> bytes:
    """Return a row of a copied database table as bytes for its digest, equal on SQLite and PostgreSQL."""
    return repr([_comparable_value(value) for value in row.values()]).encode("utf-8", "surrogatepass")


def _comparable_value(value: Any) -> Any:
    """Return a value of a copied row in a form that is equal on SQLite and PostgreSQL."""
    return postgres.to_json(value) if isinstance(value, dict | list) else value


def _non_null_columns(row: Any) -> dict[str, Any]:
    """Return the values of a row that is copied by column name, without those that are NULL.

    A None would be stored in a JSON column as a JSON null; a column that is left out becomes NULL.
    """
    return {name: value for name, value in row.items() if value is not None}


async def _copy_id_counters(source: AsyncConnection, target: AsyncConnection) -> None:
    """Raise the target's id counters to at least the source's, so that no id is used twice."""
    for table in tables.metadata.sorted_tables:
        if _assigns_ids(table):
            highest = int((await target.execute(select(func.max(table.c.id)))).scalar() or 0)
            await _set_id_counter(target, table, max(highest, await _highest_id(source, table)))


def _assigns_ids(table: Table) -> bool:
    """Return True if the database itself assigns the ids of a table's rows."""
    column = table.c.get("id")
    return column is not None and column is table.autoincrement_column


async def _highest_id(connection: AsyncConnection, table: Table) -> int:
    """Return the highest id that a table of the database to copy has ever given to a row; 0 without any."""
    if connection.dialect.name == "sqlite":
        query = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        return int((await connection.execute(query, {"name": table.name})).scalar() or 0)
    name = f"pg_get_serial_sequence('\"{table.name}\"', 'id')::regclass"
    query = text(f"SELECT coalesce(pg_sequence_last_value({name}), 0)")
    return int((await connection.execute(query)).scalar() or 0)


async def _set_id_counter(connection: AsyncConnection, table: Table, last_id: int) -> None:
    """Set the id counter of a copied database table, so that the next row's id is higher than ``last_id``.

    Nothing is done if ``last_id`` is 0, or if a SQLite table has no such counter.
    """
    if last_id and connection.dialect.name == "postgresql":
        query = f"SELECT setval(pg_get_serial_sequence('\"{table.name}\"', 'id'), :number)"
        await connection.execute(text(query), {"number": last_id})
    elif last_id and table.dialect_options["sqlite"]["autoincrement"]:
        values = {"name": table.name, "number": last_id}
        await connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), values)
        await connection.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :number)"), values)


# --- comparing -----------------------------------------------------------------------------------------


async def _compare_tables(target: Store, digests: dict[str, str], report: CopyReport) -> None:
    """Add a fault to the report for each table of the copied database whose digest differs.

    ``digests`` are those of the source by table name.
    """
    target_digests = await target.read(_table_digests)
    report.faults += [
        f"The table {name} is not alike." for name in digests if target_digests[name] != digests[name]
    ]


async def _table_digests(connection: AsyncConnection) -> dict[str, str]:
    """Return the digest (SHA-256) of each database table by its name, to compare a copy with its source."""
    digests = {}
    for table in tables.metadata.sorted_tables:
        digest = hashlib.sha256()
        async for rows in _row_batches(connection, table):
            for row in rows:
                digest.update(_row_bytes(row))
        digests[table.name] = digest.hexdigest()
    return digests


async def _game_ids(connection: AsyncConnection) -> list[int]:
    """Query the ids of all games of a database that is compared with its copy."""
    return list((await connection.execute(select(tables.game.c.id))).scalars())


async def _compare_games(source: Store, target: Store, report: CopyReport) -> None:
    """Build each game from its logs in the operator's database and in its copy, and compare the two.

    The report gets a fault for each game that differs or cannot be read, and counts the games that could be
    read and their records. A game that is in the lobby in only one of the databases is neither counted nor
    reported. Raises SQLAlchemyError or OSError if a database fails.
    """
    source_games, target_games = Games(source, max_games=1), Games(target, max_games=1)
    for game_id in await source.read(_game_ids):
        try:
            old_game, new_game = await source_games.game(game_id), await target_games.game(game_id)
        except EngineError as error:
            report.faults.append(f"Game {game_id} cannot be read: {error}")
            continue
        if old_game is None or new_game is None:
            report.games += old_game is new_game
            continue
        report.games, report.moves = report.games + 1, report.moves + old_game.revision
        if (old_game.revision, old_game.digest()) != (new_game.revision, new_game.digest()):
            report.faults.append(f"Game {game_id} is not alike.")


# --- the command ---------------------------------------------------------------------------------------


def main(argv: Sequence[str]) -> int:
    """Run `python -m bot copy` with its command-line arguments; return the exit code.

    It is 0 if all was copied, 1 if the copy differs, 2 if nothing was copied.
    """
    parser = argparse.ArgumentParser("python -m bot copy", description="Copy all games to another database.")
    parser.add_argument("source", help="where they are: sqlite:////data/stationmaster.db")
    parser.add_argument("target", help="where they are to be: postgresql://bot:secret@db/stationmaster")
    args = parser.parse_args(argv)
    try:
        report = asyncio.run(_copy_between_urls(args.source, args.target))
    except (CopyRefused, StoreUnusable) as error:
        print(error, file=sys.stderr)
        return 2
    except DATABASE_ERRORS as error:
        print(f"Nothing was copied: {database_error_text(error)}.", file=sys.stderr)
        return 2
    print("\n".join(report.lines()))
    return 1 if report.faults else 0


async def _copy_between_urls(source: str, target: str) -> CopyReport:
    """Copy the operator's database at one URL into that at another while both are locked; return the report.

    Raises CopyRefused when the source is missing, when they are the same, when the target is not empty or a
    bot runs on one of them; StoreUnusable when one cannot be locked or opened; SQLAlchemyError or OSError
    when one fails.
    """
    path, target_path = sqlite_file(source), sqlite_file(target)
    if path is not None and path.name and not path.exists():
        raise CopyRefused(f"There is no database {path}.")
    if path is not None and target_path is not None and path.resolve() == target_path.resolve():
        raise CopyRefused("These are the same database.")
    with lock_database(source), lock_database(target):
        source_store = await open_store(source, create=False)
        try:
            target_store = await open_store(target)
            try:
                return await copy_database(source_store, target_store)
            finally:
                await target_store.close()
        finally:
            await source_store.close()
