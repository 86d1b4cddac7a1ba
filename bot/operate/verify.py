"""`python -m bot verify`: replays all games on this version, before an update.

Of a SQLite database it replays a copy, so the bot may run meanwhile on the older version. A game fails when
it is damaged, cannot be folded or leaves nobody anything to do. What today's rules would judge otherwise is
told, and is no failure: a stored game is never judged again.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.config import BadConfig, load_config
from bot.games.stored_games import OPEN_STATUSES
from bot.operate.backup import copy_database_file
from bot.operate.review import ALL, review_games
from bot.store import Store, StoreUnusable, open_store, sqlite_file
from bot.store.database import DATABASE_ERRORS, database_error_text
from bot.work.titles import load_external_titles


def main(argv: Sequence[str]) -> int:
    """Run `python -m bot verify` with its command-line arguments: print a line for each game with a fault.

    Return the exit code: 0 if all games are valid, 1 if not, 2 if the database cannot be read. With --strict
    the code is also 1 if the current rules would judge a move of a valid game in another way.
    """
    parser = argparse.ArgumentParser(prog="python -m bot verify", description="Replay all games.")
    parser.add_argument("--database", help="URL of the database (default: as the bot's settings say)")
    parser.add_argument("--all", action="store_true", help="games that are over, too")
    parser.add_argument("--strict", action="store_true", help="fail also when one would be judged otherwise")
    parser.add_argument("--gently", action="store_true", help="let all other processes go first")
    args = parser.parse_args(argv)
    if args.gently and hasattr(os, "nice"):
        os.nice(15)
    try:
        config = load_config()
        load_external_titles(config.titles)
        url = args.database or config.database
        failed, differing = asyncio.run(_verify(url, args.all))
    except (StoreUnusable, BadConfig) as error:
        print(error, file=sys.stderr)
        return 2
    except DATABASE_ERRORS as error:
        print(f"The database could not be verified: {database_error_text(error)}.", file=sys.stderr)
        return 2
    return 1 if failed or (args.strict and differing) else 0


async def _verify(url: str, with_ended: bool) -> tuple[int, int]:
    """Replay the games of the database at a URL for `python -m bot verify`, and print what was found.

    Return how many games failed (damaged, or with a wrong checksum), and in how many the current rules judge
    a move in another way. ``with_ended`` includes games that are over. Raises StoreUnusable, and other errors
    of the database.
    """
    reviewed = failed = differing = 0
    async with _open_for_verification(url) as store:
        async for finding in review_games(
            store, check_rules=True, statuses=ALL if with_ended else OPEN_STATUSES
        ):
            is_failure = bool(finding.damage) or finding.has_wrong_checksum
            reviewed, failed, differing = (
                reviewed + 1,
                failed + is_failure,
                differing + bool(finding.replay_difference),
            )
            if is_failure or finding.replay_difference:
                print(("FAILED " if is_failure else "") + finding.report_line, flush=True)
    print(f"games: {reviewed}, failed: {failed}, would be judged otherwise: {differing}")
    return failed, differing


@asynccontextmanager
async def _open_for_verification(url: str) -> AsyncIterator[Store]:
    """Open the database that is to be verified, and yield it as a store while the block runs.

    A SQLite file is first copied to a temporary file; a PostgreSQL database is opened in place, and migrated
    if it is older. Raises StoreUnusable if it is missing or unusable, and OSError or sqlite3.Error if the
    copy fails.
    """
    path = sqlite_file(url)
    with tempfile.TemporaryDirectory() as folder:
        if path is not None:
            url = f"sqlite:///{await asyncio.to_thread(_copy_database, path, Path(folder) / 'games.db')}"
        store = await open_store(url)
        try:
            yield store
        finally:
            await store.close()


def _copy_database(path: Path, target: Path) -> Path:
    """Copy the database file to verify, and return the copy's path; raises StoreUnusable without a file.

    Raises OSError or sqlite3.Error if it cannot be copied.
    """
    if not path.is_file():
        raise StoreUnusable(f"There is no database {path}.")
    copy_database_file(path, target)
    return target
