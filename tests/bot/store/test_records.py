"""Logs are small and say when they are not what was stored: by the first record that is wrong."""

import json
import sqlite3
import zlib
from contextlib import closing

import pytest
import pytest_asyncio

import engine
from bot.games import moves
from bot.people import service as privacy
from bot.store import compression, open_store
from bot.store.chain import Damaged
from bot.store.compression import compress, decompress, parse_stored_json, to_compact_json
from engine import TITLES, BadLog, new_game
from engine.checks.random_play import play
from tests import toy
from tests.bot.harness import ANN, BEN, CY, Harness
from tests.bot.kept import RECORD, kept
from tests.bot.store.test_database import at_version, copy_rows


@pytest_asyncio.fixture
async def harness(tmp_path, monkeypatch):
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    made = Harness(tmp_path)
    await made.open()
    yield made
    await made.store.close()


async def made(harness, game, count):
    for _ in range(count):
        user = await harness.on_move(game)
        counted = await moves.make_move(harness.games, game, user, "count", {"by": 1})
        assert counted.ok or (await moves.make_move(harness.games, game, user, "pass")).ok


async def two_tables(harness):
    sick, well = await harness.table(), await harness.table(BEN, CY, ANN)
    await made(harness, sick, 5)
    await made(harness, well, 3)
    await harness.store.close()
    return sick, well


def edit(harness, statement, *values):
    with closing(sqlite3.connect(harness.url.removeprefix("sqlite:///"))) as db, db:
        assert db.execute(statement, values).rowcount > 0


def column(harness, name, game, record_number):
    with closing(sqlite3.connect(harness.url.removeprefix("sqlite:///"))) as db:
        return db.execute(
            f"SELECT {name} FROM record WHERE game = ? AND seq = ?", (game, record_number)
        ).fetchone()[0]


def flipped(raw, bit):
    changed = bytearray(raw)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


async def closed_at(harness, game):
    """The record from which on a table says that it is damaged; it is closed in every way."""
    await harness.open()
    outcome = await moves.make_move(harness.games, game, ANN, "count", {"by": 1})
    assert outcome.kind == "damaged"
    with pytest.raises(Damaged) as caught:
        await harness.games.game(game)
    revision = caught.value.revision
    assert f"“Tuesday” (table {game}) is damaged where it is stored, from move {revision} on" in outcome.text
    assert harness.games.unreadable_games.keys() == {game}
    return revision


async def goes_on(harness, game):
    await made(harness, game, 2)
    await harness.restart()
    assert (await harness.games.game(game)).revision == await harness.revision(game)


@pytest.mark.parametrize("bit", [0, 9, 17, 40, 77, -30, -1])
async def test_one_flipped_bit_closes_its_table_and_no_other(harness, bit):
    sick, well = await two_tables(harness)
    body = column(harness, "body", sick, 3)
    edit(
        harness,
        "UPDATE record SET body = ? WHERE game = ? AND seq = 3",
        flipped(body, bit % (8 * len(body))),
        sick,
    )
    assert await closed_at(harness, sick) == 3
    await goes_on(harness, well)


@pytest.mark.parametrize(
    "change",
    ["at = at + 1", "seat = 'p2x'", "via = 'botton'", "digest = zeroblob(16)", "body = x''", "body = 'x'"],
)
async def test_every_column_that_tells_of_the_game_is_covered(harness, change):
    sick, well = await two_tables(harness)
    edit(harness, f"UPDATE record SET {change} WHERE game = ? AND seq = 4", sick)
    assert await closed_at(harness, sick) == 4
    await goes_on(harness, well)


@pytest.mark.parametrize(("gone", "seen"), [(6, 6), (3, 3), (1, 1)])
async def test_a_record_that_is_gone_is_missed(harness, gone, seen):
    sick, well = await two_tables(harness)
    edit(harness, "DELETE FROM record WHERE game = ? AND seq = ?", sick, gone)
    assert await closed_at(harness, sick) == seen
    await goes_on(harness, well)


async def test_a_sound_record_of_another_place_is_none_here(harness):
    sick, _ = await two_tables(harness)
    body = column(harness, "body", sick, 4)
    edit(harness, "UPDATE record SET body = ? WHERE game = ? AND seq = 3", body, sick)
    assert await closed_at(harness, sick) == 3


@pytest.mark.parametrize("change", ["rev = rev + 1", "rev = rev - 1"])
async def test_a_game_has_as_many_records_as_it_says(harness, change):
    sick, _ = await two_tables(harness)
    edit(harness, f"UPDATE game SET {change} WHERE id = ?", sick)
    assert await closed_at(harness, sick) in {6, 7}


async def test_how_a_game_began_is_covered_by_its_first_record(harness):
    sick, _ = await two_tables(harness)
    with closing(sqlite3.connect(harness.url.removeprefix("sqlite:///"))) as db:
        (packed,) = db.execute("SELECT genesis FROM game WHERE id = ?", (sick,)).fetchone()
    other = parse_stored_json(decompress(packed)) | {"seed": 5}
    edit(harness, "UPDATE game SET genesis = ? WHERE id = ?", compress(to_compact_json(other)), sick)
    assert await closed_at(harness, sick) == 1


async def test_a_table_from_which_somebody_was_taken_is_whole(harness):
    game, _ = await two_tables(harness)
    await harness.open()
    assert all(o.ok for o in await privacy.forget_user(harness.games, BEN, ["Ben"], 5))
    await harness.restart()
    assert "Ben" not in (await harness.games.game(game)).setup.names
    assert harness.games.unreadable_games == {}


async def test_old_logs_are_packed_and_chained_and_one_that_is_damaged_closes_its_table_only(
    harness, tmp_path
):
    sick, well = await two_tables(harness)
    old = tmp_path / "old.db"
    await at_version(old, "0008")
    copy_rows(tmp_path / "games.db", old)
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("UPDATE record SET body = substr(body, 3) WHERE game = ? AND seq = 2", (sick,))
        before = db.execute("SELECT body FROM record WHERE game = ?", (well,)).fetchall()
    harness.url = f"sqlite:///{old}"
    assert await closed_at(harness, sick) == 2
    assert [json.loads(body) for (body,) in before] == [
        e.body for e in await kept(harness.games, RECORD, well)
    ]
    await goes_on(harness, well)
    assert names_and_indexes(old) == names_and_indexes(tmp_path / "games.db")


def names_and_indexes(path):
    with closing(sqlite3.connect(path)) as db:
        return {tuple(row) for row in db.execute("SELECT type, name, tbl_name FROM sqlite_master")}


def played(title):
    return play(TITLES[title], 3, 5, {}, limit=250).game


async def test_the_space_of_old_logs_is_given_back(tmp_path):
    path, game = tmp_path / "old.db", played("18EZ")
    await at_version(path, "0008")
    with closing(sqlite3.connect(path)) as db, db:
        for number in range(1, 9):
            db.execute(
                "INSERT INTO game (id, title, name, owner, status, options, settings, created_at, genesis, "
                "rev) VALUES (?, '18EZ', 'x', 1, 'running', '{}', '{}', 0, ?, ?)",
                (number, to_compact_json(game.setup.to_json()).decode(), game.revision),
            )  # fmt: skip
            rows = [(number, r.number, to_compact_json(r.to_json()).decode()) for r in game.log]
            db.executemany(
                "INSERT INTO record (game, seq, seat, via, body, at) VALUES (?, ?, 'p1', 'x', ?, 0)", rows
            )
    before = path.stat().st_size
    await (await open_store(f"sqlite:///{path}")).close()
    assert path.stat().st_size < 0.4 * before


def test_a_record_takes_less_than_a_quarter_of_its_text():
    game = played("1889")
    texts = [to_compact_json(record.to_json()) for record in game.log]
    assert sum(len(compress(text)) for text in texts) < sum(map(len, texts)) / 4
    assert [decompress(compress(text)) for text in texts] == texts


def test_the_dictionary_is_never_changed():
    assert set(compression._DICTIONARIES) == {zlib.adler32(compression._NEWEST_DICTIONARY)} == {0x3FE9968B}


@pytest.mark.parametrize("value", [None, [], {"a": "Zürich “x”", "b": [1, 2**70, 0.1]}, "\ud800", new_game])
def test_whatever_is_json_comes_back(value):
    given = value if not callable(value) else value("18EZ", ["a", "b"], seed=1).setup.to_json()
    assert parse_stored_json(decompress(compress(to_compact_json(given)))) == given


def test_what_unpacks_without_end_is_damaged(monkeypatch):
    packed = compress(b"0" * 100_000)
    monkeypatch.setattr(compression, "MAX_DECOMPRESSED_BYTES", 50_000)
    with pytest.raises(BadLog):
        decompress(packed)
