"""The store waits for the disk, as in a bot; the tests of PostgreSQL alone need a server."""

import pytest

from tests.bot import databases

collect_ignore = [] if databases.POSTGRESQL in databases.KINDS else ["test_postgres.py"]


@pytest.fixture(autouse=True)
def disk() -> None:
    """SQLite writes as in a bot."""
