"""Migrates a database to the newest schema, in the transaction of the connection it is given.

Alembic is imported only where there is something to migrate: it takes a tenth of the start of a bot.
"""

# ruff: noqa: PLC0415

from __future__ import annotations

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, inspect, text

_SCRIPTS = Path(__file__).parent
_VERSION_TABLE = "alembic_version"


class UnknownSchema(Exception):
    """The database has a schema version that this program does not know."""


class MigrationFailed(Exception):
    """Alembic refuses to migrate the database."""


def upgrade(connection: Connection, target: str = "head") -> None:
    """Run the missing migrations of the database up to the schema version ``target`` ("head": the newest).

    Raises UnknownSchema if the version of the database is not known here, MigrationFailed if Alembic refuses,
    and SQLAlchemyError if the database fails. ``connection`` must be in a transaction; this does not commit
    it.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        current_version = MigrationContext.configure(connection).get_current_revision()
        known_versions = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        if current_version is not None and current_version not in known_versions:
            raise UnknownSchema(current_version)
        command.upgrade(config, target)
    except CommandError as error:
        raise MigrationFailed(str(error)) from error


@cache
def newest_schema_version() -> str:
    """Return the newest schema version of the database: the digits in the newest migration's file name."""
    return max(path.stem[1:5] for path in (_SCRIPTS / "versions").glob("v*.py"))


def is_up_to_date(connection: Connection) -> bool:
    """Return True if the database has the newest schema, so that `upgrade` has nothing to do.

    False also for an empty database and for one that is newer than this program.
    """
    if not inspect(connection).has_table(_VERSION_TABLE):
        return False
    stored = connection.execute(text(f"SELECT version_num FROM {_VERSION_TABLE}")).scalars()
    return list(stored) == [newest_schema_version()]
