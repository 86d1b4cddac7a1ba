"""The people at a SimCord table act like those on the loopback server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from simcord import _runtime, components, gateway
from simcord.http import router

from tests.loopback import DriverError
from tests.loopback.sample_bot import SampleBot
from tests.loopback.wire import PNG_MAGIC
from tests.simspeed import copied
from tests.simtable import SimTable


@pytest_asyncio.fixture
async def table(tmp_path: Path) -> AsyncIterator[SimTable]:
    async with SimTable(lambda: SampleBot(tmp_path)) as table:
        yield table


async def test_card_click_restart(table: SimTable) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    card = await ann.slash("/sample card")
    assert card.labels == ["Press +1", "Open"]
    assert card.message.mentions == ["Ann"]
    [(picture, alt)] = card.message.images
    assert (picture[:8], alt) == (PNG_MAGIC, "A map")
    pressed = await ben.click(card, "Press")
    assert (pressed.message, pressed.text) == (card.message, card.text)
    await table.restart()
    await ann.click(card, custom_id="s:press:1")
    assert card.text.splitlines() == [f"## Card of {ann.mention}", "2 presses"]
    assert table.channel_messages() == [card.message]


async def test_private_select_and_modal(table: SimTable) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    page = await ann.click(await ann.slash("/sample card"), "Open")
    assert page.ephemeral
    assert page.message in table.channel_messages(viewer=ann)
    assert page.message not in table.channel_messages(viewer=ben)
    await ann.select(page, "Banana")
    assert page.text == "Chosen: banana"
    modal = await ann.click(page, "Name it")
    assert (modal.modal_title, list(modal.modal_fields)) == ("A name", ["Name", "Size"])
    await ann.submit_modal(modal, {"Name": "Flora", "Size": "small"})
    assert page.text == "Chosen: small Flora"
    with pytest.raises(DriverError, match="neither a value"):
        await ann.select(page, "Plum")


async def test_autocompletion_thread_and_private_message(table: SimTable) -> None:
    ann = table.member("Ann")
    assert [c["value"] for c in await ann.autocomplete("/sample eat", "fruit", "ap")] == ["apple", "apricot"]
    eaten = await ann.slash("/sample eat", fruit="apple", who=table.member("Ben"), count=3)
    assert [m.text for m in eaten.messages] == ["Ben eats 3 apple", "and is full"]
    await ann.slash("/sample spread", notes=2)
    thread = table.threads()[-1]
    assert [m.text for m in table.channel_messages(thread)] == ["line 0", "line 1"]
    assert [m.text for m in ann.direct_messages()] == ["hello in private"]


def test_json_is_copied_apart_and_all_else_by_its_own_rule() -> None:
    class Kept(list[int]):
        def __deepcopy__(self, memo: dict[int, Any]) -> Kept:
            return self

    kept = Kept([1])
    given: dict[str, Any] = {"a": [1, {"b": [None, True, 2.5, "x"]}], "kept": kept, "set": {1}}
    found = copied(given)
    assert found == given
    assert found["kept"] is kept
    found["a"][1]["b"].append("y")
    found["set"].add(2)
    assert given == {"a": [1, {"b": [None, True, 2.5, "x"]}], "kept": [1], "set": {1}}


def test_simcord_finds_a_callback_by_identity_and_copies_json_so() -> None:
    one, other = (_runtime._CallbackRecord(None, None, "press") for _ in range(2))
    assert one != other
    used = [vars(gateway)["copy"].deepcopy, vars(router)["copy"].deepcopy, vars(components)["deepcopy"]]
    assert used == [copied] * 3
