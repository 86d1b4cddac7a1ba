"""Copies of a running database, and a restore from one."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import engine
from bot.games import moves
from bot.operate import backup
from bot.operate.backup import BackupFailed, back_up, expired_backups, is_backup_overdue
from bot.store import open_store
from tests import toy
from tests.bot import databases
from tests.bot.harness import Harness

NOON = datetime(2026, 3, 31, 12, tzinfo=UTC)


def copy_at(moment):
    return Path(moment.strftime("games-%Y%m%dT%H%M%SZ.db"))


async def test_a_game_is_played_on_from_a_copy_made_while_it_ran(tmp_path, monkeypatch):
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    harness = Harness(tmp_path)
    games = await harness.open()
    game = await harness.table()
    await moves.make_move(games, game, await harness.on_move(game), "count", {"by": 2})
    copied = await harness.digest(game)
    copy = await back_up(harness.url, tmp_path / "backups", NOON)
    await moves.make_move(games, game, await harness.on_move(game), "count", {"by": 3})
    await harness.store.close()
    assert copy is not None
    assert copy == tmp_path / "backups" / copy_at(NOON)
    assert [p.name for p in copy.parent.iterdir()] == [copy.name]

    for file in tmp_path.glob("games.db*"):
        file.unlink()
    copy.rename(tmp_path / "games.db")
    games = await harness.open()
    assert await harness.digest(game) == copied
    assert (await moves.make_move(games, game, await harness.on_move(game), "count", {"by": 1})).ok
    await harness.store.close()


async def test_old_copies_make_room_and_other_files_stay(tmp_path):
    await (await open_store(f"sqlite:///{tmp_path / 'games.db'}")).close()
    folder = tmp_path / "backups"
    for days in (1, 29, 40):
        await back_up(f"sqlite:///{tmp_path / 'games.db'}", folder, NOON - timedelta(days=days))
    (folder / "games-mine.db").touch()
    (folder / "games-20260331T110000Z.part").touch()
    (folder / "games-20260331T110000Z.part-journal").touch()
    await back_up(f"sqlite:///{tmp_path / 'games.db'}", folder, NOON)
    kept = {copy_at(NOON - timedelta(days=d)).name for d in (0, 1, 29)}
    assert {p.name for p in folder.iterdir()} == kept | {"games-mine.db"}


async def test_a_copy_stays_though_the_clock_was_set_back_within_its_hour(tmp_path):
    url, folder = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "backups"
    await (await open_store(url)).close()
    await back_up(url, folder, NOON + timedelta(minutes=50))
    newest = await back_up(url, folder, NOON + timedelta(minutes=20))
    assert newest is not None
    assert newest.is_file()


async def test_a_clock_that_is_far_ahead_for_a_moment_does_not_delete_all_copies(tmp_path):
    url, folder = await databases.blank(tmp_path / "games.db"), tmp_path / "backups"
    folder.mkdir()
    for hours in range(40):
        (folder / copy_at(NOON - timedelta(hours=hours))).touch()
    await back_up(url, folder, NOON + timedelta(days=365))
    left = sorted(path.name for path in folder.iterdir())
    assert len(left) == 1 + 40 - backup.MAX_DELETED
    assert left[0] == copy_at(NOON - timedelta(hours=39 - backup.MAX_DELETED)).name


@pytest.mark.parametrize(
    ("minutes", "overdue"), [((), False), ((61,), True), ((30,), False), ((30, 90), False), ((-90,), True)]
)
def test_a_copy_is_overdue_an_hour_after_the_last(tmp_path, minutes, overdue):
    (tmp_path / "games-mine.db").touch()
    for number in minutes:
        (tmp_path / copy_at(NOON - timedelta(minutes=number))).touch()
    assert is_backup_overdue(tmp_path, NOON) is overdue


def test_two_days_of_hours_and_a_month_of_days_are_kept():
    copies = [copy_at(NOON - timedelta(minutes=30 * n)) for n in range(2 * 24 * 60)]
    kept = set(copies) - set(expired_backups(copies, NOON))
    # 49 hours begin within the last 48, 31 days within the last 30, and the newest three share both.
    assert copies[0] in kept
    hours = [c for c in kept if c >= copy_at(NOON - timedelta(hours=48))]
    days = {c.name[6:14] for c in kept}
    assert len(hours) == 49
    assert len(days) == 31
    assert len(kept) == 49 + 31 - len({c.name[6:14] for c in hours})


async def test_a_copy_that_fails_leaves_nothing_half_done(tmp_path):
    (tmp_path / "games.db").write_bytes(b"no database" * 500)
    with pytest.raises(BackupFailed) as caught:
        await back_up(f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "backups")
    assert "\n" not in str(caught.value)
    assert not list((tmp_path / "backups").glob("*.db"))
    with pytest.raises(BackupFailed):
        await back_up(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "backups")


async def test_other_databases_have_their_own_tools(tmp_path):
    assert await back_up("postgresql://db/games", tmp_path) is None


@pytest.mark.parametrize("seconds", [0, 1], ids=["in one second", "in two"])
async def test_backups_at_the_same_time_do_not_disturb_each_other(tmp_path, seconds):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    await (await open_store(url)).close()
    moments = [NOON + timedelta(seconds=seconds * number) for number in range(4)]
    copies = await asyncio.gather(*(back_up(url, tmp_path / "backups", at) for at in moments))
    assert copies == [tmp_path / "backups" / copy_at(at) for at in moments]
    kept = set((tmp_path / "backups").iterdir())
    assert copies[-1] in kept, "the newest of the hour stays"
    assert len(kept) <= 1 + seconds, "and the one that was made last, for the threads come in any order"
    for copy in kept:
        assert copy in copies
        await (await open_store(f"sqlite:///{copy}", create=False)).close()
