"""What is queued arrives, whatever Discord says, and calls nobody twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.games import stored_games
from bot.post import pending
from bot.post.deliver import OutboxDelivery
from bot.store import game_rows, tables
from bot.store.commits import DatabaseOperation
from bot.store.messages import outbox
from bot.store.messages.outbox import OutboxRow
from tests.bot.tables import Table, toy_table


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    async with toy_table(tmp_path, monkeypatch) as made:
        yield made


async def waiting(table: Table) -> int:
    """How many messages wait in the queue."""
    async with table.bot.store.transaction() as conn:
        return await outbox.count_messages(conn)


async def due_again(table: Table) -> None:
    """Make everything that waits due now, and let the bot look."""
    async with table.bot.store.transaction() as conn:
        ids = [row.id for row in (await conn.execute(tables.outbox.select())).all()]
        for row in ids:
            await outbox.postpone_message(conn, row, -1, "now")
    with table.env._bot_scope():
        table.bot.wake()
    await table.env.settle()


def refuse(table: Table, method: str, status: int, code: int) -> None:
    """Let Discord refuse the next request on messages."""
    table.env.inject_error(method, "/channels/*/messages*", status=status, code=code)


async def until_empty(table: Table) -> None:
    """Wait until nothing waits any more."""
    end = time.monotonic() + 40
    while await waiting(table):
        assert time.monotonic() < end
        await asyncio.sleep(0.05)
        await table.env.settle()


def live_cards(table: Table) -> int:
    """How many public messages offer a turn."""
    return len([m for m in table.channel_messages() if "Take turn" in m.labels])


async def pass_turn(table: Table) -> None:
    [actor] = await table.on_move()
    await table.act(actor, "pass")


async def test_all_that_was_queued_is_gone_once_posted(table: Table) -> None:
    await pass_turn(table)
    assert await waiting(table) == 0
    cards = await stored_games.cards_of_game(table.bot.games, (await table.info()).id)
    assert set(cards) == {"setup", "turn", "past_turn:2"}
    assert str(cards["turn"].message_id) == table.with_button("Take turn").id


async def test_what_is_refused_waits_with_its_call(table: Table) -> None:
    before = [m.id for m in table.channel_messages()]
    for _ in ("with its picture", "without it"):
        refuse(table, "POST", 403, 50013)
    await pass_turn(table)
    assert [m.id for m in table.channel_messages()] == before
    assert await waiting(table) == 1
    await due_again(table)
    assert await waiting(table) == 0
    [actor] = await table.on_move()
    new = table.with_button("Take turn")
    assert new.id not in before
    assert table.pinged(new) == {actor.name}


async def test_a_back_off_of_two_seconds_takes_two_seconds(table: Table) -> None:
    refuse(table, "POST", 500, 0)
    old, began = table.with_button("Take turn"), time.monotonic()
    await pass_turn(table)
    await until_empty(table)
    assert time.monotonic() - began > 2
    [actor] = await table.on_move()
    assert table.with_button("Take turn").id != old.id
    assert table.pinged(table.with_button("Take turn")) == {actor.name}


async def test_what_a_channel_that_is_gone_is_owed_waits(table: Table) -> None:
    refuse(table, "POST", 404, 10003)
    await pass_turn(table)
    [row] = await pending.failed_messages(table.bot.games)
    assert (row.kind, row.error) == ("turn_card", "the channel is gone")
    await due_again(table)
    [actor] = await table.on_move()
    assert table.pinged(table.with_button("Take turn")) == {actor.name}


async def test_an_old_card_that_cannot_be_edited_holds_nothing_up_and_is_closed_later(table: Table) -> None:
    old = table.with_button("Take turn")
    refuse(table, "PATCH", 500, 0)
    refuse(table, "PATCH", 400, 30046)
    await pass_turn(table)
    assert table.with_button("Take turn").id != old.id
    await until_empty(table)
    assert live_cards(table) == 1


async def test_a_card_that_was_deleted_is_posted_anew(table: Table) -> None:
    old = table.with_button("Take turn")
    del table.env.backend.messages[table.channel.id][int(old.id)]
    await table.member("Ann").slash("/gm pause")
    new = table.with_button("Take turn")
    assert new.id != old.id
    assert "paused" in new.text
    assert table.pinged(new) == set()


async def test_the_same_row_again_edits_and_calls_nobody(table: Table) -> None:
    card = table.with_button("Take turn")
    messages = len(table.channel_messages())
    info = await table.info()
    payload, postman = {"rev": info.revision, "players": ["p1"], "ping": False}, OutboxDelivery(table.bot)
    with table.env._bot_scope():
        await postman(OutboxRow(999, info.id, "turn_card", payload, 0, True))
        await postman(OutboxRow(998, info.id, "setup_card", {}, 0, True))
    await table.env.settle()
    assert len(table.channel_messages()) == messages
    assert table.with_button("Take turn").id == card.id


async def test_a_card_is_noted_and_its_row_dropped_in_one_transaction(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    info, store = await table.info(), table.bot.store
    writes: list[int] = []
    payload = {"rev": info.revision, "players": ["p1"], "ping": True}
    async with store.transaction() as conn:
        await outbox.queue_messages(conn, info.id, [outbox.OutboxMessage("turn_card", payload)])
    write = store.write

    def counted(operation: DatabaseOperation[Any], *, game_id: int | None = None) -> Awaitable[Any]:
        writes.append(1)
        return write(operation, game_id=game_id)

    monkeypatch.setattr(store, "write", counted)
    old = table.with_button("Take turn")
    with table.env._bot_scope():
        await table.bot.sender.send_all_due()
    await table.env.settle()
    assert table.with_button("Take turn").id != old.id
    assert (await waiting(table), len(writes)) == (0, 2), "one before the send, one after its answer"


async def test_every_post_has_a_nonce_of_its_row(table: Table) -> None:
    posts = [r.json for r in table.env.http_requests if r.method == "POST" and "/messages" in r.path]
    nonces = [p["nonce"] for p in posts if p and "nonce" in p]
    assert len(nonces) == len(table.channel_messages())
    assert len(set(nonces)) == len(nonces)


async def test_cards_are_posted_anew_on_request_and_at_a_new_local_chat(table: Table) -> None:
    old = table.with_button("Take turn")
    await table.member("Ben").slash("/game card")
    new = table.with_button("Take turn")
    assert new.id != old.id
    assert table.pinged(new) == set()
    assert live_cards(table) == 1
    with table.env._bot_scope():
        await table.bot.repost_open_games()
    await table.env.settle()
    newest = table.with_button("Take turn")
    assert newest.id != new.id
    assert live_cards(table) == 1
    cards = await stored_games.cards_of_game(table.bot.games, (await table.info()).id)
    assert cards["turn"] == game_rows.CardInfo("turn", table.channel.id, int(newest.id), 1)
