"""Brings a database to the newest schema, inside the transaction of the connection it is given."""

from __future__ import annotations

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
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in known:
        raise UnknownSchema(current)
    command.upgrade(config, to)
