"""`python -m bot restore`: the copy is played on, nothing of the old comes back, nothing is half done."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import engine
from bot.__main__ import main
from bot.games import moves, stored_games
from bot.games.core import Games
from bot.operate.backup import back_up, copy_database_file
from bot.operate.restore import NotRestored, restore
from bot.store import StoreUnusable, files, lock_database, open_store
from bot.store.game_rows import CardInfo, store_card
from bot.store.messages import restore_points
from tests import toy
from tests.bot.harness import ANN, Harness
from tests.bot.store.test_database import at_version, copy_rows


class Played:
    """A table that is copied at one move and played on to another; then the process died."""

    def __init__(self, path: Path) -> None:
        self.path, self.file, self.copy = path, path / "games.db", path / "copy.db"
        self.harness = Harness(path)
        self.game, self.copied, self.newest = 0, "", ""

    async def play(self) -> None:
        await self.harness.open()
        self.game = await self.harness.table()
        await self.move()
        self.copied = await self.harness.digest(self.game)
        copy_database_file(self.file, self.copy)
        await self.move()
        async with self.harness.store.transaction() as conn:
            await store_card(conn, self.game, CardInfo("turn", 5, 777, 3))
        self.newest = await self.harness.digest(self.game)
        self.crash()
        await self.harness.store.close()

    def again(self, path: Path) -> Played:
        """The same elsewhere."""
        shutil.copytree(self.left, path)
        shutil.copy(self.copy, path)
        made = Played(path)
        made.game, made.copied, made.newest = self.game, self.copied, self.newest
        assert files.path_with_ending(made.file, "-wal").stat().st_size > 0
        return made

    async def move(self) -> None:
        user = await self.harness.on_move(self.game)
        assert (await moves.make_move(self.harness.games, self.game, user, "count", {"by": 1})).ok

    def crash(self) -> None:
        """Leave what kill -9 leaves: a file and its `-wal`, not yet one."""
        left = self.path / "left"
        left.mkdir()
        for file in self.path.glob("games.db*"):
            shutil.copy(file, left / file.name)
        self.left = left

    async def digest(self, path: Path | None = None) -> str:
        """Of the game in a file."""
        store = await open_store(f"sqlite:///{path or self.file}")
        try:
            found = await Games(store).game(self.game)
            assert found is not None
            return found.digest()
        finally:
            await store.close()


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(engine.TITLES, "TOY", toy.TITLE)
        made = Played(tmp_path_factory.mktemp("model"))
        asyncio.run(made.play())
        yield made


@pytest.fixture
def played(model: Played, tmp_path: Path) -> Played:
    return model.again(tmp_path / "here")


def kept(played: Played) -> Path:
    [found] = list(played.path.glob("games-replaced-*.db"))
    return found


async def test_the_copy_is_restored_and_what_was_there_is_kept(played: Played) -> None:
    done = await restore(played.copy, played.harness.url)
    assert done.old_path == kept(played)
    assert await played.digest() == played.copied
    assert await played.digest(kept(played)) == played.newest
    assert not list(played.path.glob("*.restoring*"))
    await played.harness.open()
    await played.move()
    await played.harness.store.close()


async def test_each_open_table_gets_its_card_anew_and_old_cards_say_that_their_moves_are_gone(
    played: Played,
) -> None:
    await restore(played.copy, played.harness.url)
    await played.harness.open()
    rows = {row.kind: row for row in await played.harness.queued()}
    assert rows["turn_card"].payload == {"rev": 2, "players": [], "ping": True, "anew": True}
    assert rows["lost_card"].payload == {"channel": 5, "message": 777, "from": 3}
    async with played.harness.store.transaction() as conn:
        [cut] = (await restore_points.read_restore_points(conn))[played.game]
    assert (
        cut.revision,
        cut.outdates_message(3, cut.at - 1),
        cut.outdates_message(3, cut.at),
        cut.outdates_message(2, 0),
    ) == (
        2,
        True,
        False,
        False,
    )
    assert await stored_games.shows_lost_moves(played.harness.games, played.game, 3, cut.at - 1)
    await played.harness.store.close()


async def test_numbers_of_lost_games_do_not_come_again(played: Played) -> None:
    await played.harness.open()
    gone = await played.harness.table()
    await played.harness.store.close()
    await restore(played.copy, played.harness.url)
    await played.harness.open()
    assert await played.harness.games.info(gone) is None
    assert await played.harness.table() == gone + 1
    await played.harness.store.close()


async def test_a_damaged_or_missing_database_is_replaced_all_the_same(played: Played) -> None:
    played.file.write_bytes(b"no database" * 999)
    done = await restore(played.copy, played.harness.url)
    assert await played.digest() == played.copied
    assert done.old_path is not None
    assert done.old_path.read_bytes() == b"no database" * 999
    played.file.unlink()
    done = await restore(played.copy, played.harness.url)
    assert (await played.digest(), done.old_path) == (played.copied, None)


async def test_an_older_copy_is_brought_up_to_date(played: Played) -> None:
    old = played.path / "old.db"
    await at_version(old, "0001")
    copy_rows(played.copy, old)
    await restore(old, played.harness.url)
    assert await played.digest() == played.copied


def empty(path: Path) -> None:
    path.write_bytes(b"")


def text(path: Path) -> None:
    path.write_text("these are my games")


def picture(path: Path) -> None:
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(5000))


def folder(path: Path) -> None:
    path.mkdir()


def other_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE game (name TEXT)")


def cut_off(path: Path) -> None:
    raw = (path.parent / "copy.db").read_bytes()
    path.write_bytes(raw[: len(raw) // 2])


def newer(path: Path) -> None:
    shutil.copy(path.parent / "copy.db", path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")


def flipped(path: Path) -> None:
    shutil.copy(path.parent / "copy.db", path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE record SET at = at + 1 WHERE seq = 2")


def nothing(path: Path) -> None:
    assert not path.exists()


def contents(path: Path) -> dict[str, bytes]:
    """The database and its newest commits; what readers and locks leave aside."""
    return {p.name: p.read_bytes() for p in path.glob("games*") if not p.name.endswith(("-shm", ".lock"))}


WRONG = {
    empty: "is empty", text: "no SQLite database", picture: "no SQLite database", folder: "There is no file",
    other_program: "another program", cut_off: "malformed", newer: "newer version (9999)",
    flipped: "is damaged from move 2 on", nothing: "There is no file",
}  # fmt: skip


@pytest.mark.parametrize(("spoil", "why"), WRONG.items(), ids=lambda v: getattr(v, "__name__", ""))
async def test_what_is_no_sound_copy_changes_nothing(
    played: Played, spoil: Callable[[Path], None], why: str
) -> None:
    spoilt = played.path / "spoilt.db"
    spoil(spoilt)
    before = contents(played.path)
    with pytest.raises(NotRestored) as caught:
        await restore(spoilt, played.harness.url)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(spoilt) in str(caught.value)
    assert contents(played.path) == before
    assert await played.digest() == played.newest


async def test_damaged_tables_are_restored_closed_when_it_is_asked_for(played: Played) -> None:
    spoilt = played.path / "spoilt.db"
    flipped(spoilt)
    done = await restore(spoilt, played.harness.url, allow_damaged=True)
    assert [found.info.id for found in done.damaged] == [played.game]
    await played.harness.open()
    assert (await moves.make_move(played.harness.games, played.game, ANN, "pass")).kind == "damaged"
    await played.harness.store.close()


async def test_it_is_no_copy_of_itself_and_not_while_the_bot_runs(played: Played) -> None:
    with pytest.raises(NotRestored, match="is the database in use"):
        await restore(played.file, played.harness.url)
    with (
        lock_database(played.harness.url),
        pytest.raises(StoreUnusable, match=r"Another process .* uses the database"),
    ):
        await restore(played.copy, played.harness.url)
    assert await played.digest() == played.newest


@pytest.mark.parametrize("steps", range(7))
async def test_whenever_it_is_killed_one_of_the_two_is_there_whole(
    played: Played, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    """Each step of the swap is a rename or an unlink: killed before the n-th of them."""
    left = steps

    class Killed(BaseException):
        pass

    def counted(work: Callable[..., object]) -> Callable[..., object]:
        def run(*args: object, **kwargs: object) -> object:
            nonlocal left
            left -= 1
            if left < 0:
                raise Killed
            return work(*args, **kwargs)

        return run

    ready = files.path_with_ending(played.file, ".restoring-part")
    with monkeypatch.context() as patch:
        patch.setattr("bot.operate.restore.files.delete_database_file", lambda path: None)
        swap = files.replace_database_file

        def replace(path: Path, made: Path) -> Path | None:
            assert made == ready
            patch.setattr(Path, "replace", counted(Path.replace))
            patch.setattr(Path, "unlink", counted(Path.unlink))
            return swap(path, made)

        patch.setattr("bot.operate.restore.files.replace_database_file", replace)
        killed = False
        try:
            await restore(played.copy, played.harness.url)
        except Killed:
            killed = True
    assert killed == (steps < 5)
    assert await played.digest() == (played.newest if steps == 0 else played.copied)
    if steps:
        assert await played.digest(kept(played)) == played.newest


async def test_the_command_says_what_it_did(
    played: Played, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await back_up(f"sqlite:///{played.copy}", played.path / "backups")
    assert made is not None
    command = ["restore", str(made), "--database", played.harness.url]
    assert await asyncio.to_thread(main, command) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{made} was restored: 1 games."
    assert told[1] == f"table {played.game}, “Tuesday”: move 3 -> 2"
    assert "is kept as" in told[2]
    assert await asyncio.to_thread(main, ["restore", "nowhere.db", "--database", played.harness.url]) == 2
    assert capsys.readouterr().err == "There is no file nowhere.db.\n"
    assert await asyncio.to_thread(main, ["restore", str(made), "--database", "postgresql://x/y"]) == 2
