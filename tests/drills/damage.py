"""Damaged databases: each is refused with a sentence, or opens with every game as it was or closed.

    python -m tests.drills database [--short] [--seed N]

A game that loads as another one than was stored would be a lie: that, a traceback, or a damaged game that
takes others with it is a fault. What lies beside the logs (a name, a setting, who sits where) may be another,
if that is told.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

from bot.games.core import Games
from bot.operate.review import ALL
from bot.store import StoreUnusable, checksums, game_rows, open_store
from bot.store.chain import Damaged
from bot.store.game_rows import GameFilter
from tests.drills.books import Books, Writing
from tests.drills.line import options, told

PAGE, FLIPS, SHORT = 4096, 30, 5
"""Bytes of a page; single bits flipped anywhere; every so many-th kind in the short form."""
MOVES = 12

Damage = Callable[[Path, Random], None]


def first(*raw: bytes) -> Damage:
    """Something else altogether."""
    return lambda file, rng: (file.write_bytes(b"".join(raw)), None)[1]


def flip(file: Path, rng: Random, low: int = 0, high: int | None = None) -> None:
    """One bit."""
    raw = bytearray(file.read_bytes())
    raw[rng.randrange(low, high or len(raw))] ^= 1 << rng.randrange(8)
    file.write_bytes(raw)


def cut(file: Path, rng: Random, share: float, more: int = 0) -> None:
    """The end is gone."""
    raw = file.read_bytes()
    file.write_bytes(raw[: int(len(raw) * share) // PAGE * PAGE + more])


def page(file: Path, rng: Random, make: Callable[[bytes, Random], bytes]) -> None:
    """One page, not the first, says something else."""
    raw = file.read_bytes()
    at = rng.randrange(1, len(raw) // PAGE) * PAGE
    file.write_bytes(raw[:at] + make(raw[at : at + PAGE], rng) + raw[at + PAGE :])


def swapped(file: Path, rng: Random) -> None:
    """Two pages changed places."""
    raw = bytearray(file.read_bytes())
    one, two = (n * PAGE for n in rng.sample(range(1, len(raw) // PAGE), 2))
    raw[one : one + PAGE], raw[two : two + PAGE] = raw[two : two + PAGE], raw[one : one + PAGE]
    file.write_bytes(raw)


def sql(file: Path, rng: Random, statement: str) -> None:
    """Somebody helped with SQL."""
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(statement)


def gone(file: Path, rng: Random) -> None:
    """Only what lay beside it is left."""
    file.with_name(f"{file.name}-wal").write_bytes(b"\x37\x7f\x06\x82" + bytes(4092))
    file.unlink()


def a_folder(file: Path, rng: Random) -> None:
    file.unlink()
    file.mkdir()


def body(file: Path, rng: Random) -> None:
    """One bit of one record."""
    with closing(sqlite3.connect(file)) as db, db:
        rows = db.execute("SELECT rowid, body FROM record").fetchall()
        number, raw = rng.choice(rows)
        changed = bytearray(raw)
        changed[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        db.execute("UPDATE record SET body = ? WHERE rowid = ?", (bytes(changed), number))


def schema(file: Path, rng: Random) -> None:
    """One bit of the text that says what the tables are."""
    raw = bytearray(file.read_bytes())
    pages = [at for at in range(0, len(raw), PAGE) if b"CREATE TABLE" in raw[at : at + PAGE]]
    at = rng.choice(pages) + rng.randrange(PAGE)
    raw[max(at, 100)] ^= 1 << rng.randrange(8)
    file.write_bytes(raw)


STATEMENTS = (
    "DELETE FROM record WHERE seq = 2",
    "DELETE FROM record WHERE game = 1 AND seq > 3",
    "UPDATE record SET seq = seq + 100 WHERE seq = 4",
    "UPDATE record SET game = 2, seq = 999 WHERE seq = 3 AND game = 1",
    "UPDATE game SET rev = rev - 1",
    "UPDATE game SET rev = 0",
    "UPDATE game SET genesis = NULL WHERE id = 1",
    "UPDATE game SET genesis = (SELECT genesis FROM game WHERE id = 2)",
    "UPDATE record SET body = 'x'",
    "UPDATE record SET body = (SELECT body FROM record WHERE game = 2 AND seq = 2) WHERE seq = 2",
    "UPDATE record SET digest = x''",
    "UPDATE record SET seat = 'p9'",
    "DROP TABLE record",
    "DROP TABLE outbox",
    "DROP TABLE alembic_version",
    "DELETE FROM alembic_version",
    "UPDATE alembic_version SET version_num = 'x'",
    "UPDATE game SET options = '{' WHERE id = 3",
    "UPDATE game SET settings = 'x' WHERE id = 3",
    "UPDATE seat SET name = CAST(x'80ff' AS TEXT) WHERE game = 3 AND seat = 'p1'",
    "UPDATE game SET name = CAST(x'80ff' AS TEXT) WHERE id = 3",
    "UPDATE game SET title = '1889' WHERE id = 2",
    "UPDATE game SET status = 'paused' WHERE id = 2",
    "UPDATE seat SET user_id = 4711 WHERE game = 2 AND seat = 'p1'",
    "ALTER TABLE outbox RENAME COLUMN lane TO lame",
)

KINDS: Mapping[str, Damage] = {
    "empty": first(),
    "text": first(b"my games\n" * 999),
    "a picture": first(b"\x89PNG\r\n\x1a\n", bytes(9000)),
    "zeros": first(bytes(8 * PAGE)),
    "a folder": a_folder,
    "gone": gone,
    "the header": partial(flip, high=100),
    "the schema": partial(flip, low=100, high=PAGE),
    "half": partial(cut, share=0.5),
    "nearly all": partial(cut, share=0.99),
    "a part of a page": partial(cut, share=0.7, more=99),
    "the first page": partial(cut, share=0.0, more=PAGE),
    "two pages swapped": swapped,
    "a page of zeros": partial(page, make=lambda raw, rng: bytes(PAGE)),
    "a page of noise": partial(page, make=lambda raw, rng: rng.randbytes(PAGE)),
    "a page half written": partial(page, make=lambda raw, rng: raw[:512] + bytes(PAGE - 512)),
    **{f"a bit of a record ({n})": body for n in range(5)},
    **{statement: partial(sql, statement=statement) for statement in STATEMENTS},
    **{f"any bit ({n})": flip for n in range(FLIPS)},
    **{f"a bit of the schema ({n})": schema for n in range(FLIPS)},
}


async def model(folder: Path) -> dict[int, str]:
    """A database of four tables; returns the digest of each."""
    books, path = Books(), folder / "games.db"
    books.hear(await Writing(path, moves=MOVES).ended())
    return books.check(path)


async def beside(path: Path) -> dict[int, bytes]:
    """What stands beside the log of each game, as its checksum."""
    store = await open_store(f"sqlite:///{path}")
    async with store.transaction() as conn:
        infos = await game_rows.list_games(conn, GameFilter(statuses=ALL))
    await store.close()
    return {info.id: checksums.game_info_checksum(info) for info in infos}


async def verdict(path: Path, before: Mapping[int, str], seal: Mapping[int, bytes]) -> tuple[str, str]:
    """What becomes of a damaged database, and what is wrong with that."""
    try:
        store = await open_store(f"sqlite:///{path}")
    except StoreUnusable as why:
        return "refused", "" if "\n" not in str(why) and str(why) else f"refused with {str(why)!r}"
    games, closed = Games(store), 0
    try:
        for game, digest in before.items():
            try:
                live = await games.game(game)
            except Damaged:
                closed += 1
            else:
                if live is None or live.digest() != digest:
                    return "opened", f"game {game} is another one, and nobody says so"
                info = await games.info(game)
                if info is None or (
                    checksums.game_info_checksum(info) != seal[game]
                    and game not in games.ids_of_games_with_wrong_checksum
                ):
                    return "opened", f"what stands beside game {game} is another, and nobody says so"
    finally:
        await store.close()
    return ("closed" if closed else "told" if games.ids_of_games_with_wrong_checksum else "the same"), ""


async def drill(folder: Path, short: bool, seed: int) -> tuple[Counter[str], list[str]]:
    """Each kind of damage to a fresh copy."""
    sound, found, faults = folder / "sound", Counter[str](), []
    sound.mkdir()
    before = await model(sound)
    seal = await beside(sound / "games.db")
    kinds = list(KINDS.items())[:: SHORT if short else 1]
    for number, (name, damage) in enumerate(kinds):
        here = folder / str(number)
        here.mkdir()
        file = Path(shutil.copy(sound / "games.db", here))
        damage(file, Random(f"{seed} {name}"))
        try:
            became, fault = await verdict(file, before, seal)
        except Exception as error:
            became, fault = "a traceback", f"{type(error).__name__}: {error}"
        found[became] += 1
        faults += [f"{name}: {fault}"] if fault else []
    return found, faults


def main(argv: Sequence[str]) -> int:
    """The exit code is 1 when a damaged database lied or broke."""
    chosen = options("database").parse_args(argv)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found, faults = asyncio.run(drill(Path(folder), chosen.short, chosen.seed))
    became = ", ".join(f"{count} {what}" for what, count in sorted(found.items()))
    print(
        f"{found.total()} damaged databases: {became}; {len(faults)} faults; {time.monotonic() - began:.0f} s"
    )
    return told(faults)
