"""Every action of a person, answered by a bot in another process."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest

from tests.loopback import DriverError, LoopbackServer, Member, Reply
from tests.loopback.wire import PNG_MAGIC

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]


@pytest.fixture
def ann(server: LoopbackServer) -> Member:
    return server.member("Ann")


@pytest.fixture
def ben(server: LoopbackServer) -> Member:
    return server.member("Ben")


async def open_workspace(member: Member) -> Reply:
    return await member.click(await member.slash("/sample card"), "Open")


async def test_commands_are_recorded(server: LoopbackServer) -> None:
    assert server.command_names() == ["sample"]
    [command] = server.rest.commands[""]
    assert [o["name"] for o in command["options"]] == ["card", "eat", "press", "spread", "slow"]


async def test_a_deferred_card_with_text_gallery_and_one_ping(server: LoopbackServer, ann: Member) -> None:
    reply = await ann.slash("/sample card")
    assert reply.kind == 5
    assert reply.acknowledged_after is not None
    assert reply.acknowledged_after < 3
    assert reply.text.splitlines()[0] == f"## Card of {ann.mention}"
    assert reply.message.labels == ["Press +1", "Open"]
    assert reply.message.mentions == ["Ann"]
    assert not reply.ephemeral
    [(data, alt)] = reply.message.images
    assert (data[:8], alt) == (PNG_MAGIC, "A map")
    assert reply.files == {"map.png": data}
    media = next(a for a in reply.message.raw["attachments"])
    assert (media["width"], media["height"], media["content_type"]) == (64, 48, "image/png")
    async with aiohttp.ClientSession() as web, web.get(media["url"]) as download:
        assert await download.read() == data
    assert server.channel_messages()[-1] == reply.message


async def test_a_click_edits_the_public_card_in_place(ann: Member, ben: Member) -> None:
    card = await ann.slash("/sample card")
    before = int(card.text.splitlines()[1].split()[0])
    [(old, _)] = card.message.images
    pressed = await ben.click(card, custom_id="s:press:1")
    assert pressed.kind == 7
    assert pressed.message.id == card.message.id
    assert card.text.splitlines() == [f"## Card of {ben.mention}", f"{before + 1} presses"]
    [(new, _)] = card.message.images
    assert new != old
    assert card.message.edits == 2


async def test_an_ephemeral_select_is_edited_in_place_and_private(
    server: LoopbackServer, ann: Member, ben: Member
) -> None:
    page = await open_workspace(ann)
    assert page.ephemeral
    chosen = await ann.select(page, "Banana")
    assert chosen.kind == 6
    assert page.text == chosen.text == "Chosen: banana"
    assert page.message in server.channel_messages(viewer=ann)
    assert page.message not in server.channel_messages(viewer=ben)
    with pytest.raises(DriverError, match="Ben cannot see"):
        await ben.select(page, "apple")


async def test_a_modal_with_text_and_select(ann: Member) -> None:
    page = await open_workspace(ann)
    modal = await ann.click(page, "Name it")
    assert (modal.kind, modal.modal_title, list(modal.modal_fields)) == (9, "A name", ["Name", "Size"])
    with pytest.raises(DriverError, match="1 to 10 characters"):
        await ann.submit_modal(modal, {"Name": "far too long a name"})
    done = await ann.submit_modal(modal, {"Name": "Flora", "size": "small"})
    assert done.text == page.text == "Chosen: small Flora"


async def test_autocompletion_options_and_follow_ups(ann: Member, ben: Member) -> None:
    offered = await ann.autocomplete("/sample eat", "fruit", "ap")
    assert offered == [{"name": "Apple", "value": "apple"}, {"name": "Apricot", "value": "apricot"}]
    reply = await ann.slash("/sample eat", fruit="apple", who=ben, count=3)
    assert (reply.text, reply.ephemeral) == ("Ben eats 3 apple", True)
    await reply.server.until(lambda: len(reply.messages) == 2)
    assert reply.messages[1].text == "and is full"


@pytest.mark.parametrize(
    ("command", "options", "words"),
    [
        ("/sample eat", {"fruit": "apple"}, "missing"),
        ("/sample card", {"colour": "red"}, "unknown"),
        ("/sample slow", {"seconds": "two"}, "not accepted"),
        ("/sample no", {}, "no 'no' among"),
        ("/nothing", {}, "not registered"),
    ],
)
async def test_what_no_client_would_send_is_refused(
    ann: Member, command: str, options: dict[str, Any], words: str
) -> None:
    with pytest.raises(DriverError, match=words):
        await ann.slash(command, **options)


async def test_channel_thread_and_direct_messages(server: LoopbackServer, ann: Member) -> None:
    reply = await ann.slash("/sample spread", notes=2)
    assert reply.text == "done after base note, edited"
    assert server.channel_messages()[-1].text == "base note, edited"
    assert server.channel_messages()[-1].edits == 1
    thread = server.threads()[-1]
    assert [m.text for m in server.channel_messages(thread)] == ["line 0", "line 1"]
    assert [m.text for m in server.channel_messages(ann.dm())] == ["hello in private"]
    assert server.rest.typing


async def test_many_people_at_once(server: LoopbackServer) -> None:
    people = [server.member(f"Person {n}") for n in range(20)]
    replies = await asyncio.gather(*(p.slash("/sample card") for p in people))
    assert [r.message.mentions for r in replies] == [[p.name] for p in people]
