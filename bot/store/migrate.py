"""Migrates a database to the newest schema, in the transaction of the connection it is given."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

_SCRIPTS = Path(__file__).parent / "migrations"


class UnknownSchema(Exception):
    """The database has a schema version that this program does not know."""


def upgrade(connection: Connection, target: str = "head") -> None:
    """Run the missing database migrations up to the schema version ``target`` ("head": the newest).

    Nothing is done if the database is up to date. Raises UnknownSchema if its version is not known here.
    """
    current = MigrationContext.configure(connection).get_current_revision()
    if current == _scripts().get_current_head():
        return
    if current is not None and current not in {script.revision for script in _scripts().walk_revisions()}:
        raise UnknownSchema(current)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, target)


@cache
def _scripts() -> ScriptDirectory:
    """Return the database migrations of this program; they are read only once."""
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    """Return the Alembic configuration for the database, with the folder of the migrations."""
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    return config
