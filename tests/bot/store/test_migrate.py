"""A database that has the newest schema is opened without Alembic."""

import sys
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from bot.store import open_store
from bot.store.migrations import migrate
from tests.bot import databases


def test_the_newest_version_is_that_of_the_last_migration():
    scripts = ScriptDirectory(str(Path(migrate.__file__).parent))
    assert migrate.newest_schema_version() == scripts.get_current_head()


async def test_a_database_of_the_newest_schema_is_opened_without_alembic(tmp_path, monkeypatch):
    path = tmp_path / "games.db"
    url = await databases.blank(path)
    monkeypatch.setitem(sys.modules, "alembic", None)
    await (await open_store(url)).close()
    path.unlink()
    with pytest.raises(ImportError):
        await open_store(url)
