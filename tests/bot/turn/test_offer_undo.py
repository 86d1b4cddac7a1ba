"""The messages of offers while moves are taken back and made again."""

from __future__ import annotations

from tests.bot.post.test_deliver import due_again
from tests.bot.tables import Table
from tests.bot.turn.test_offers import private_of
from tests.loopback import Message
from tests.simtable import SimMember


async def offered(table: Table, price: int) -> Message:
    """Ann offers Cy a private for a price; the newest message with an offer."""
    ann, cy = table.member("Ann"), table.member("Cy")
    await table.act(ann, "offer_private", private="SLR", to=await table.seat_of(cy), price=price)
    return table.with_button("Accept")


def send_nothing(table: Table) -> None:
    """Let Discord refuse all messages, after which the bot waits for longer than a test does."""
    table.env.inject_error("*", "/channels/*/messages*", status=403, code=50013, times=None)


def open_cards(table: Table) -> list[str]:
    """The deals of the public messages that can be accepted."""
    return [m.text.splitlines()[1] for m in table.channel_messages() if "Accept" in m.labels]


async def cash(table: Table, member: SimMember) -> int:
    return (await table.game()).state.players[await table.seat_of(member)].cash


async def test_an_offer_made_after_an_undo_has_a_message_of_its_own(table: Table) -> None:
    ann, cy = await private_of(table)
    first = await offered(table, 5)
    await ann.slash("/act undo")
    second = await offered(table, 200)
    assert first.id != second.id
    assert table.pinged(second) == {"Cy"}
    assert open_cards(table) == ["Ann sells Short Line Railroad to Cy for $200"]
    assert first.text.splitlines()[0] == "-# Offer of Ann to Cy: withdrawn."
    await cy.click(second, "Accept")
    assert await cash(table, cy) == 400


async def test_the_button_of_an_undone_offer_accepts_no_later_one(table: Table) -> None:
    ann, cy = await private_of(table)
    first = await offered(table, 5)
    await ann.slash("/act undo")
    send_nothing(table)
    await table.act(ann, "offer_private", private="SLR", to=await table.seat_of(cy), price=200)
    before = (await table.game()).revision
    assert "no longer open" in (await cy.click(first, "Accept")).text
    assert ((await table.game()).revision, await cash(table, cy)) == (before, 600)
    table.env.backend.faults.clear()
    await due_again(table)
    assert open_cards(table) == ["Ann sells Short Line Railroad to Cy for $200"]


async def test_an_offer_whose_answer_is_undone_is_posted_again(table: Table) -> None:
    _, cy = await private_of(table)
    first = await offered(table, 5)
    await cy.click(first, "Accept")
    await cy.slash("/act undo")
    second = table.with_button("Accept")
    assert second.id != first.id
    assert table.pinged(second) == set()
    await cy.slash("/act redo")
    assert open_cards(table) == []
    assert "accepted" in second.text
    assert await cash(table, cy) == 595


async def test_an_answer_that_was_undone_before_it_was_shown_leaves_the_message(table: Table) -> None:
    _, cy = await private_of(table)
    first = await offered(table, 5)
    send_nothing(table)
    await cy.click(first, "Decline")
    await cy.slash("/act undo")
    table.env.backend.faults.clear()
    await due_again(table)
    assert open_cards(table) == ["Ann sells Short Line Railroad to Cy for $5"]
    assert table.with_button("Accept").id == first.id
    await cy.click(first, "Accept")
    assert await cash(table, cy) == 595


async def test_a_redo_posts_no_second_message_of_an_offer(table: Table) -> None:
    ann, _ = await private_of(table)
    first = await offered(table, 5)
    await ann.slash("/act undo")
    await ann.slash("/act redo")
    assert open_cards(table) == ["Ann sells Short Line Railroad to Cy for $5"]
    assert table.with_button("Accept").id == first.id
