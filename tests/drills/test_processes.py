"""The short form of the drill of two processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.databases import Databases
from tests.drills import processes

pytestmark = pytest.mark.slow(seconds=15)


async def test_the_short_drill_of_two_processes(all_databases: Databases, tmp_path: Path) -> None:
    cluster = all_databases.cluster
    faults = await processes.drill(cluster.url(cluster.database()), tmp_path, seed=1, **processes.SHORT)
    assert faults == []
