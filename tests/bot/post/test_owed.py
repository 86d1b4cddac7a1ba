"""Nobody's call is swallowed or told twice, and nothing is said of what was not stored."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games import moves, stored_games
from bot.store import game_rows
from bot.store.commits import DatabaseOperation
from bot.store.messages import outbox, pings, unconfirmed
from bot.store.messages.outbox import PING_AFTER
from tests.bot.playing import IN_ORDER, NoPictures, deal_by
from tests.bot.post.test_deliver import due_again, live_cards, refuse, until_empty, waiting
from tests.bot.tables import Table, open_table

MESSAGES = "/channels/*/messages*"


class Heard:
    """Whom each message called as it was posted, whatever became of it."""

    def __init__(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[set[str]] = []
        backend, people = table.env.backend, table.people.values()
        commit = backend.commit_message

        def heard(message: Any, **named: Any) -> Any:
            self.calls += [{m.name for m in people if int(m.id) in message.ping_user_ids}]
            return commit(message, **named)

        monkeypatch.setattr(backend, "commit_message", heard)

    @property
    def told(self) -> list[set[str]]:
        """The calls, in order."""
        return [called for called in self.calls if called]


@pytest.fixture
def heard(table: Table, monkeypatch: pytest.MonkeyPatch) -> Heard:
    return Heard(table, monkeypatch)


async def test_a_stranger_who_wants_the_card_swallows_no_call(table: Table, heard: Heard) -> None:
    refuse(table, "POST", 403, 50013)
    count = len(table.channel_messages())
    await table.act(table.member("Ann"), "pass")
    assert len(table.channel_messages()) == count
    await table.member("Flo").slash("/game card")
    assert heard.told == [{"Ben"}]
    await table.member("Flo").slash("/game card")
    await due_again(table)
    assert heard.told == [{"Ben"}]
    assert (live_cards(table), await waiting(table)) == (1, 0)


async def test_a_call_waits_as_long_as_the_game_is_paused(table: Table, heard: Heard) -> None:
    refuse(table, "POST", 403, 50013)
    await table.act(table.member("Ann"), "pass")
    await table.member("Ann").slash("/gm pause")
    assert heard.told == []
    await table.member("Ann").slash("/gm resume")
    assert heard.told == [{"Ben"}]


async def ping_after(table: Table, seconds: float) -> None:
    """Let the table wait before it calls."""
    from bot.store import tables

    async with table.bot.store.transaction() as conn:
        await conn.execute(tables.game.update().values(settings={PING_AFTER: seconds, "first_ping": 0}))


async def test_a_table_may_wait_before_it_calls(table: Table, heard: Heard) -> None:
    await ping_after(table, 100)
    await table.act(table.member("Ann"), "pass")
    assert "Take turn" in table.channel_messages()[-1].labels
    assert heard.told == []
    async with table.bot.store.transaction() as conn:
        await conn.exec_driver_sql("UPDATE outbox SET due = 0")
        await conn.exec_driver_sql("UPDATE call SET due = 0")
    with table.env._bot_scope():
        table.bot.wake()
    await table.env.settle()
    assert heard.told == [{"Ben"}]
    assert "The card of this turn" in table.channel_messages()[-1].text
    assert (live_cards(table), table.channel_messages()[-1].labels) == (1, [])
    assert table.pinged(table.channel_messages()[-1]) == {"Ben"}


async def test_who_moves_before_his_call_is_not_called(table: Table, heard: Heard) -> None:
    await ping_after(table, 100)
    await table.act(table.member("Ann"), "pass")
    await table.act(table.member("Ben"), "pass")
    async with table.bot.store.transaction() as conn:
        await conn.exec_driver_sql("UPDATE outbox SET due = 0")
        await conn.exec_driver_sql("UPDATE call SET due = 0")
    with table.env._bot_scope():
        table.bot.wake()
    await table.env.settle()
    assert heard.told == [{"Cy"}]


# --- of one committed revision ---------------------------------------------------------------------


@asynccontextmanager
async def failing_commits(table: Table) -> AsyncIterator[None]:
    """The disk is full: whatever is written is rolled back at its commit."""
    store, write = table.bot.store, table.bot.store.write

    async def fails(operation: DatabaseOperation[Any], *, game_id: int | None = None) -> Any:
        async def full(conn: AsyncConnection) -> None:
            await operation(conn)
            raise OperationalError("COMMIT", {}, Exception("disk is full"))

        await write(full, game_id=game_id)

    store.write = fails  # type: ignore[method-assign]
    try:
        yield
    finally:
        store.write = write  # type: ignore[method-assign]


async def test_a_commit_that_fails_leaves_the_game_as_stored(table: Table) -> None:
    games, info, held = table.bot.games, await table.info(), await table.game()
    digest, revision, messages = held.digest(), held.revision, len(table.channel_messages())
    async with failing_commits(table):
        done = await moves.make_move(games, info.id, int(table.member("Ann").id), "pass")
    assert done.kind == "not_saved"
    assert (held.digest(), held.revision) == (digest, revision)
    assert ((await table.game()).digest(), (await table.info()).revision) == (digest, revision)
    assert len(table.channel_messages()) == messages


async def test_a_game_that_is_read_never_changes(table: Table) -> None:
    held = await table.game()
    digest, revision = held.digest(), held.revision
    await table.act(table.member("Ann"), "pass")
    assert (held.digest(), held.revision) == (digest, revision)
    assert (await table.game()).revision == revision + 1


async def test_a_card_is_of_one_revision_while_the_game_goes_on(table: Table, heard: Heard) -> None:
    """Ben plays on while his card is drawn: the card is not posted, and Cy is called by his own."""
    table.bot.pictures = Slow(table)  # type: ignore[assignment]
    count = len(table.channel_messages())
    await table.act(table.member("Ann"), "pass")
    assert heard.told == [{"Cy"}]
    [card] = [m for m in table.channel_messages()[count:] if m.labels]
    assert card.text.splitlines()[0].endswith(f"{table.member('Cy').mention} to act")
    assert live_cards(table) == 1


class Slow(NoPictures):
    """While it draws for the first time, Ben passes."""

    def __init__(self, table: Table) -> None:
        self.table, self.drawn = table, 0

    async def draw(self, *_: Any, **__: Any) -> None:
        self.drawn += 1
        if self.drawn == 1:
            info, ben = await self.table.info(), self.table.member("Ben")
            assert (await moves.make_move(self.table.bot.games, info.id, int(ben.id), "pass")).ok


# --- what was sent without an answer -----------------------------------------------------------------


async def sent_unanswered(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next message arrive at Discord while its answer is lost."""
    send, lost = type(table.bot.http).send_message, list[int]()

    async def loses(http: Any, *given: Any, **named: Any) -> Any:
        answer = await send(http, *given, **named)
        if not lost:
            lost.append(1)
            raise OSError("the connection was reset")
        return answer

    monkeypatch.setattr(type(table.bot.http), "send_message", loses)


async def test_a_lost_answer_calls_nobody_twice(
    table: Table, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sent_unanswered(table, monkeypatch)
    await table.act(table.member("Ann"), "pass")
    await until_empty(table)
    assert heard.told == [{"Ben"}]
    assert live_cards(table) == 1
    cards = await stored_games.cards_of_game(table.bot.games, (await table.info()).id)
    assert str(cards["turn"].message_id) == table.with_button("Take turn").id


async def test_a_card_whose_answer_was_lost_is_closed_by_the_next(
    table: Table, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sent_unanswered(table, monkeypatch)
    await table.act(table.member("Ann"), "pass")
    await table.act(table.member("Ben"), "pass")
    await until_empty(table)
    assert heard.told == [{"Ben"}, {"Cy"}]
    assert live_cards(table) == 1


async def test_a_notice_whose_answer_was_lost_is_told_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sent_unanswered(table, monkeypatch)
    await table.member("Ann").slash("/gm note", text="tea is ready")
    await until_empty(table)
    assert len(table.posts("tea is ready")) == 1


async def test_a_card_that_turns_up_late_is_put_away(table: Table) -> None:
    """It was sent, not found, and superseded; then Discord posts it after all."""
    info, game = await table.info(), await table.game()
    late = table.with_button("Take turn")
    async with table.bot.store.transaction() as conn:
        sent = await unconfirmed.insert_unconfirmed_message(
            conn, info.id, "turn", "", 1, table.channel.id, game.revision, None, 0
        )
        await unconfirmed.mark_superseded(conn, sent.id)
    box = table.env.backend.get_message(table.channel.id, int(late.id)).components[0]
    box["id"] = 1_000_000 + sent.id
    await table.act(table.member("Ann"), "pass")
    stored = table.env.backend.get_message(table.channel.id, int(late.id))
    stored.components[0]["id"] = 1_000_000 + sent.id
    async with table.bot.store.transaction() as conn:
        await outbox.queue_message(conn, info.id, "tidy", {}, latest_only=True)
    with table.env._bot_scope():
        table.bot.wake()
    await until_empty(table)
    assert live_cards(table) == 1
    async with table.bot.store.transaction() as conn:
        assert await unconfirmed.superseded_messages(conn, info.id) == []


async def test_a_card_that_nobody_knows_of_is_put_away_when_it_is_pressed(table: Table) -> None:
    old, info = table.with_button("Take turn"), await table.info()
    async with table.bot.store.transaction() as conn:
        await game_rows.delete_card_row(conn, info.id, "turn")
    await table.act(table.member("Ann"), "pass")
    assert live_cards(table) == 2
    page = await table.member("Ben").click(old, "Take turn")
    await until_empty(table)
    assert page.text.startswith("## ")
    assert old.labels == []
    assert live_cards(table) == 1
    await table.member("Ben").click(table.with_button("Take turn"), "Take turn")
    assert live_cards(table) == 1


async def test_a_restart_finds_what_was_sent_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between Discord's answer and the note of it: the card is adopted, nobody is called twice."""
    deal_by(monkeypatch, IN_ORDER)
    async with open_table(tmp_path) as table:
        table.bot.pictures = NoPictures()  # type: ignore[assignment]
        await table.started(title="18EZ", order="join")
        info = await table.info()
        async with table.bot.store.transaction() as conn:
            before = await pings.current_ping(conn, info.id)
        assert before is not None
        heard = Heard(table, monkeypatch)
        deliver = table.bot.sender._deliver

        async def dies(row: Any) -> Any:
            await deliver(row)
            table.bot.sender._closed = True
            raise OperationalError("COMMIT", {}, Exception("killed"))

        table.bot.sender._deliver = dies
        await table.act(table.member("Ann"), "pass")
        assert heard.told == [{"Ben"}]
        await table.restart()
        await until_empty(table)
        assert heard.told == [{"Ben"}]
        assert live_cards(table) == 1
        async with table.bot.store.transaction() as conn:
            now = await pings.current_ping(conn, info.id)
        assert now is not None
        assert now.pinged_at is not None
        assert replace(now, pinged_at=None) != replace(before, pinged_at=None)
