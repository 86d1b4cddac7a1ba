"""What the tests of the outbox share."""

import pytest


@pytest.fixture
async def game(harness):
    made = await harness.table()
    await harness.empty_outbox()
    return made
