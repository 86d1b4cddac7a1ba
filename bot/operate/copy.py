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
from bot.store.database import UNREADABLE, display_url, reason
from engine import EngineError

BATCH = 500


class Refused(Exception):
    """Nothing was copied; the text says why."""


@dataclass
class Figures:
    """What was copied, and what is not alike."""

    rows: dict[str, int] = field(default_factory=dict)
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """In words, for whoever runs it."""
        kept = ", ".join(f"{name} {count}" for name, count in self.rows.items() if count)
        told = [f"Copied {sum(self.rows.values())} rows in {self.seconds:.1f} s ({kept or 'none'})."]
        alike = f"{self.games} games of {self.moves} records are alike by their digests"
        return told + (self.faults or [f"Verified: every row, and {alike}."])


async def copy(source: Store, target: Store) -> Figures:
    """Copy everything and verify it. Raises Refused."""
    began, figures = time.monotonic(), Figures()
    if source.url == target.url:
        raise Refused("These are the same database.")
    sums: dict[str, str] = {}
    async with source.transaction() as old, target.transaction() as new:
        await _alone(source, old)
        await _alone(target, new)
        for table in tables.metadata.sorted_tables:
            if (await new.execute(select(func.count()).select_from(table))).scalar():
                raise Refused(f"The database {display_url(target.url)} is not empty; copy into a new one.")
        for table in tables.metadata.sorted_tables:
            figures.rows[table.name], sums[table.name] = await _copy_table(old, new, table)
        await _go_on_counting(old, new)
    figures.seconds = time.monotonic() - began
    await _compare(target, sums, figures)
    await _fold(source, target, figures)
    return figures


async def _alone(store: Store, connection: AsyncConnection) -> None:
    if not await store.is_unused(connection):
        raise Refused(f"A bot runs on {display_url(store.url)}: end it first, or moves would be missing.")


async def _copy_table(old: AsyncConnection, new: AsyncConnection, table: Table) -> tuple[int, str]:
    """Copy a table. Return the number of rows and the digest of their content."""
    count, digest = 0, hashlib.sha256()
    async for rows in _batches(old, table):
        for row in rows:
            digest.update(_line(row))
        for _, group in groupby([_given(row) for row in rows], key=list):
            await new.execute(insert(table), list(group))
        count += len(rows)
    return count, digest.hexdigest()


async def _batches(connection: AsyncConnection, table: Table) -> AsyncIterator[Sequence[Any]]:
    """Yield all rows of a table in batches, in the order of its key."""
    key, after = list(table.primary_key.columns), None
    while True:
        query = select(table).order_by(*key).limit(BATCH)
        if after is not None:
            query = query.where(tuple_(*key) > after)
        rows = (await connection.execute(query)).mappings().all()
        if not rows:
            return
        yield rows
        after = tuple(rows[-1][column.name] for column in key)


def _line(row: Any) -> bytes:
    """Return a row as one line of bytes, equal on SQLite and PostgreSQL."""
    return repr([_plain(value) for value in row.values()]).encode("utf-8", "surrogatepass")


def _plain(value: Any) -> Any:
    return postgres.to_json(value) if isinstance(value, dict | list) else value


def _given(row: Any) -> dict[str, Any]:
    """Return what there is of a row: nothing at all is not the same as a JSON null."""
    return {name: value for name, value in row.items() if value is not None}


async def _go_on_counting(old: AsyncConnection, new: AsyncConnection) -> None:
    """Set the counters of ids in the copy, so that no id is used twice."""
    for table in tables.metadata.sorted_tables:
        if _counts(table):
            highest = int((await new.execute(select(func.max(table.c.id)))).scalar() or 0)
            await _count_from(new, table, max(highest, await _counted(old, table)))


def _counts(table: Table) -> bool:
    column = table.c.get("id")
    return column is not None and column is table.autoincrement_column


async def _counted(connection: AsyncConnection, table: Table) -> int:
    """Return the highest id that a table has ever given."""
    if connection.dialect.name == "sqlite":
        query = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        return int((await connection.execute(query, {"name": table.name})).scalar() or 0)
    name = f"pg_get_serial_sequence('\"{table.name}\"', 'id')::regclass"
    query = text(f"SELECT coalesce(pg_sequence_last_value({name}), 0)")
    return int((await connection.execute(query)).scalar() or 0)


async def _count_from(connection: AsyncConnection, table: Table, number: int) -> None:
    """Set the counter of a table's ids, so that the next row gets a higher one."""
    if number and connection.dialect.name == "postgresql":
        query = f"SELECT setval(pg_get_serial_sequence('\"{table.name}\"', 'id'), :number)"
        await connection.execute(text(query), {"number": number})
    elif number and table.dialect_options["sqlite"]["autoincrement"]:
        values = {"name": table.name, "number": number}
        await connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), values)
        await connection.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :number)"), values)


# --- comparing -----------------------------------------------------------------------------------------


async def _compare(target: Store, sums: dict[str, str], figures: Figures) -> None:
    found = await target.read(_sums)
    figures.faults += [f"The table {name} is not alike." for name in sums if found[name] != sums[name]]


async def _sums(connection: AsyncConnection) -> dict[str, str]:
    """Return a digest of each table."""
    found = {}
    for table in tables.metadata.sorted_tables:
        seen = hashlib.sha256()
        async for rows in _batches(connection, table):
            for row in rows:
                seen.update(_line(row))
        found[table.name] = seen.hexdigest()
    return found


async def _numbers(connection: AsyncConnection) -> list[int]:
    """Return the ids of all games."""
    return list((await connection.execute(select(tables.game.c.id))).scalars())


async def _fold(source: Store, target: Store, figures: Figures) -> None:
    """Each game, folded from both logs."""
    old, new = Games(source, max_games=1), Games(target, max_games=1)
    for number in await source.read(_numbers):
        try:
            here, there = await old.game(number), await new.game(number)
        except EngineError as fault:
            figures.faults.append(f"Game {number} cannot be read: {fault}")
            continue
        if here is None or there is None:
            figures.games += here is there
            continue
        figures.games, figures.moves = figures.games + 1, figures.moves + here.rev
        if (here.rev, here.digest()) != (there.rev, there.digest()):
            figures.faults.append(f"Game {number} is not alike.")


# --- the command ---------------------------------------------------------------------------------------


def main(argv: Sequence[str]) -> int:
    """Copy by the command line."""
    parser = argparse.ArgumentParser("python -m bot copy", description="Copy all games to another database.")
    parser.add_argument("source", help="where they are: sqlite:////data/stationmaster.db")
    parser.add_argument("target", help="where they are to be: postgresql://bot:secret@db/stationmaster")
    args = parser.parse_args(argv)
    try:
        figures = asyncio.run(_run(args.source, args.target))
    except (Refused, StoreUnusable) as fault:
        print(fault, file=sys.stderr)
        return 2
    except UNREADABLE as fault:
        print(f"Nothing was copied: {reason(fault)}.", file=sys.stderr)
        return 2
    print("\n".join(figures.lines()))
    return 1 if figures.faults else 0


async def _run(source: str, target: str) -> Figures:
    """Copy one database into another by their URLs. Raises Refused when the source is missing."""
    path = sqlite_file(source)
    if path is not None and path.name and not path.exists():
        raise Refused(f"There is no database {path}.")
    with lock_database(source), lock_database(target):
        old = await open_store(source, new=False)
        try:
            new = await open_store(target)
            try:
                return await copy(old, new)
            finally:
                await new.close()
        finally:
            await old.close()
