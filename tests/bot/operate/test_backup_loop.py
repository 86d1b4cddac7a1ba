"""The database is copied each hour while the bot runs."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.store import open_store
from tests.bot.tables import open_table


async def test_an_hour_after_the_start_there_is_a_whole_copy(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.member("Ann").slash("/game new", title="18EZ")
        folder = table.bot.config.data / "backups"
        assert not folder.exists()
        await table.later(3700)
        (copy,) = folder.glob("games-*.db")
        store = await open_store(f"sqlite:///{copy}")
        try:
            await store.ping()
        finally:
            await store.close()


async def test_a_start_makes_the_copy_that_is_overdue(tmp_path: Path) -> None:
    old = datetime.now(UTC) - timedelta(hours=2)
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / old.strftime("games-%Y%m%dT%H%M%SZ.db")).touch()
    async with open_table(tmp_path) as table:
        await table.env.settle()
        copies = [file for file in (tmp_path / "backups").glob("games-*.db") if file.stat().st_size]
        assert len(copies) == 1
