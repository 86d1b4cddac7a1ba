"""The people of these tests sit where the toy title can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.bot.tables import Table


@pytest.fixture
def table(toys: Table) -> Table:
    return toys
