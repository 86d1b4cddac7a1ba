"""After a restore: messages of moves that are no more do nothing, lead to the turn, and say so themselves."""

from __future__ import annotations

import pytest

from bot.chat.press import Press
from bot.store import game_rows
from bot.store.messages import outbox, restore_points
from tests.bot.tables import Table
from tests.loopback import Message

HOUR = 3_600_000


async def cut(table: Table, revision: int, at: int) -> None:
    """The game went back to a revision at a moment."""
    async with table.bot.store.transaction() as conn:
        await restore_points.store_restore_points(conn, [((await table.info()).id, revision)], at)
    table.bot.games.restore_points = None  # a restore is never made while the bot runs


def other_button(table: Table) -> tuple[Message, str]:
    """The newest card of a turn, and a button on it that is not the way to the turn."""
    card = table.with_button("Take turn")
    presses = [Press.parse(c.custom_id) for c in card.components]
    [first, *_] = [p for p in presses if p is not None and p.button_name != "turn"]
    return card, first.custom_id


async def test_a_press_on_what_is_no_more_does_nothing_and_leads_to_the_turn(table: Table) -> None:
    await cut(table, 0, game_rows.now_ms() + HOUR)
    before = (await table.game()).revision
    ann, (card, custom_id) = table.member("Ann"), other_button(table)
    said = await ann.click(card, custom_id=custom_id)
    assert said.text.startswith("An earlier copy of the games was restored, and what this shows is no more")
    assert (await table.game()).revision == before
    page = await ann.click(said, "To the turn")
    assert page.text.startswith("## ")


@pytest.mark.parametrize(("revision", "since"), [(0, -HOUR), (99, HOUR)])
async def test_what_came_after_the_restore_or_is_of_before_the_copy_is_as_ever(
    table: Table, revision: int, since: int
) -> None:
    await cut(table, revision, game_rows.now_ms() + since)
    card, custom_id = other_button(table)
    said = await table.member("Ann").click(card, custom_id=custom_id)
    assert "was restored" not in said.text


async def test_the_card_itself_says_that_its_moves_are_no_more(table: Table) -> None:
    card, info = table.with_button("Take turn"), await table.info()
    payload = {"channel": int(card.channel_id), "message": int(card.id), "from": 9}
    async with table.bot.store.transaction() as conn:
        await game_rows.delete_card_row(conn, info.id, "turn")
        await outbox.queue_message(conn, info.id, "lost_card", payload)
    with table.env._bot_scope():
        table.bot.wake()
    await table.env.settle()
    [told] = table.posts("An earlier copy of the games was restored: what stood here is no more")
    assert (told.id, told.labels) == (card.id, [])
