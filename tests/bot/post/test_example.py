"""The example of `bot/README.md`, a message that follows a move, works as it stands there."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.games.announcements import RECORD_MESSAGES
from bot.post import deliver
from engine import Game
from tests.bot.post.test_deliver import due_again
from tests.bot.scenes import FIVE, staged
from tests.bot.tables import Table
from tests.titles.g1889.shikoku import Shikoku

README = Path(__file__).parents[3] / "bot/README.md"


OWN_NAMES = {
    '"floats"': '"floats of the example"',
    '"floated"': '"example_floated"',
    'f"floated:': 'f"example_floated:',
    "{company} floats.": "{company} floats, as the example says.",
}
"""Texts of the example, and others in their place, so that a real message of a float is not in its way."""


@pytest.fixture(autouse=True)
def example() -> Iterator[None]:
    """The code of the example is registered, and removed after the test."""
    blocks = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    [code] = [block for block in blocks if "RECORD_MESSAGES.add" in block]
    for text, own in OWN_NAMES.items():
        assert text in code
        code = code.replace(text, own)
    exec(compile(code, str(README), "exec"), {"__name__": "example"})
    yield
    RECORD_MESSAGES.remove("floats of the example")
    deliver.MESSAGE_HANDLERS.remove("example_floated")


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """Ann is to buy, and one more share floats the Awa Railroad."""
    game: Game = Shikoku(*FIVE[:3]).stock_round().started("AR", 90, p1=20, p2=20).money({"p1": 500}).game()
    async with staged(tmp_path, monkeypatch, game) as scene:
        yield scene.table


async def buy(table: Table) -> None:
    """Ann buys a share of the Awa Railroad."""
    await table.act(table.member("Ann"), "buy_share", company="AR", source="ipo")


def float_messages(table: Table) -> list[str]:
    """The messages of the example in the channel."""
    return [message.text for message in table.channel_messages() if message.text.endswith("example says.")]


async def test_a_float_is_posted_once(table: Table) -> None:
    await buy(table)
    assert float_messages(table) == ["AR floats, as the example says."]
    await due_again(table)
    assert len(float_messages(table)) == 1


async def test_nothing_is_posted_of_a_move_that_was_undone(table: Table) -> None:
    table.env.inject_error("POST", "/channels/*/messages*", status=403, code=50013, times=None)
    await buy(table)
    assert float_messages(table) == []
    await table.member("Ann").slash("/act undo", to="1")
    assert not (await table.game()).view.company("AR").floated
    table.env.backend.faults.clear()
    await due_again(table)
    assert float_messages(table) == []


async def test_a_message_that_was_dropped_is_posted_when_the_move_is_redone(table: Table) -> None:
    table.env.inject_error("POST", "/channels/*/messages*", status=403, code=50013, times=None)
    await buy(table)
    await table.member("Ann").slash("/act undo", to="1")
    table.env.backend.faults.clear()
    await due_again(table)
    await table.member("Ann").slash("/act redo")
    await due_again(table)
    assert float_messages(table) == ["AR floats, as the example says."]


async def test_a_redo_does_not_post_again_what_was_posted(table: Table) -> None:
    await buy(table)
    await table.member("Ann").slash("/act undo", to="1")
    await table.member("Ann").slash("/act redo")
    await due_again(table)
    assert len(float_messages(table)) == 1
