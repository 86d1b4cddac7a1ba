"""What the drills of several processes need: a PostgreSQL server."""

from tests.bot import databases
from tests.bot.conftest import all_databases

__all__ = ["all_databases"]

collect_ignore = [] if databases.POSTGRESQL in databases.KINDS else ["test_processes.py"]
