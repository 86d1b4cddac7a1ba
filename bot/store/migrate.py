"""Brings a database to the newest schema, inside the transaction of the connection it is given."""

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
    """The database names a schema version that this program does not have."""


def upgrade(connection: Connection, to: str = "head") -> None:
    """Run the migrations that are still missing; raises UnknownSchema for a newer database."""
    current = MigrationContext.configure(connection).get_current_revision()
    if current == _scripts().get_current_head():
        return
    if current is not None and current not in {script.revision for script in _scripts().walk_revisions()}:
        raise UnknownSchema(current)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


@cache
def _scripts() -> ScriptDirectory:
    """The migrations of this program, read once."""
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    return config
