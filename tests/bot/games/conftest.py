"""The tests of PostgreSQL alone need a server."""

from tests.bot import databases

collect_ignore = [] if databases.POSTGRESQL in databases.KINDS else ["test_processes.py"]
