"""Lanes hold one another up no more, the queue wakes by itself, and what is superseded leaves its age."""

import asyncio
import time

from bot.post import pending
from bot.post.sender import Obsolete, Sender
from bot.store import game_rows
from bot.store.messages import outbox, pings
from bot.store.messages.outbox import OutboxMessage
from bot.table import place
from tests.bot.harness import Postbox
from tests.bot.post.queue import count, queue


async def until(condition):
    """Wait as long as a busy machine may need; a hanging queue would never let it come true."""
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


async def test_a_game_that_hangs_holds_up_no_other(harness, game):
    other = await harness.table()
    await harness.empty_outbox()
    got, hang = [], asyncio.Event()

    async def deliver(row):
        if row.game_id == game:
            await hang.wait()
        got.append((row.game_id, row.payload["n"]))

    mail = Sender(harness.store, deliver)
    await queue(harness, game, OutboxMessage("notice", {"n": 1}))
    mail.start_sending()
    for n in range(3):
        await queue(harness, other, OutboxMessage("notice", {"n": n}))
        mail.start_sending()
        await until(lambda n=n: got == [(other, k) for k in range(n + 1)])
    hang.set()
    await mail.wait_until_idle()
    assert got[-1] == (game, 1)
    await mail.close()


async def test_a_direct_message_that_hangs_holds_up_no_card_of_its_game(harness, game):
    got, hang = [], asyncio.Event()

    async def deliver(row):
        if row.queue:
            await hang.wait()
        got.append(row.kind)

    mail = Sender(harness.store, deliver)
    await queue(harness, game, OutboxMessage("reminder", {}, queue="dm:1"), OutboxMessage("turn_card", {}))
    mail.start_sending()
    await until(lambda: got == ["turn_card"])
    hang.set()
    await mail.wait_until_idle()
    assert got == ["turn_card", "reminder"]
    await mail.close()


async def test_thirty_sick_games_hold_up_no_well_one(harness, game):
    got, hang = [], asyncio.Event()
    sick = [await harness.table() for _ in range(30)]
    await harness.empty_outbox()

    async def deliver(row):
        if row.game_id in sick:
            await hang.wait()
        got.append(row.game_id)

    mail = Sender(harness.store, deliver)
    for each in sick:
        await queue(harness, each, OutboxMessage("notice", {}))
    mail.start_sending()
    await asyncio.sleep(0.1)
    await queue(harness, game, OutboxMessage("notice", {}))
    mail.start_sending()
    await until(lambda: got == [game])
    hang.set()
    await mail.wait_until_idle()
    assert sorted(got) == sorted([game, *sick])
    await mail.close()


async def test_the_queue_wakes_when_a_message_falls_due(harness, game):
    box = Postbox()
    mail = Sender(harness.store, box)
    due = game_rows.now_ms() + 400
    async with harness.store.transaction() as conn:
        await outbox.queue_message(conn, game, "reminder", {"n": 1}, due=due)
    mail.start_sending()
    await mail.wait_until_idle()
    assert box.got == []
    while not box.got:
        assert game_rows.now_ms() < due + 20_000
        await asyncio.sleep(0.02)
    assert game_rows.now_ms() >= due
    await mail.wait_until_idle()
    assert await count(harness) == 0
    await mail.close()


async def test_an_earlier_message_is_not_slept_over(harness, game):
    box = Postbox()
    mail = Sender(harness.store, box)
    for seconds in (50, 0.4):
        async with harness.store.transaction() as conn:
            await outbox.queue_message(
                conn, game, "reminder", {"in": seconds}, due=game_rows.now_ms() + int(seconds * 1000)
            )
        mail.start_sending()
        await mail.wait_until_idle()
    began = time.monotonic()
    while not box.got:
        assert time.monotonic() - began < 30
        await asyncio.sleep(0.02)
    assert box.got == [("reminder", {"in": 0.4})]
    await mail.close()


async def test_a_back_off_is_slept_for_and_no_longer(harness, game):
    box = Postbox(failures=[RuntimeError("no network")])
    mail = Sender(harness.store, box)
    await queue(harness, game, OutboxMessage("notice", {"n": 1}))
    began = time.monotonic()
    mail.start_sending()
    while not box.got:
        assert time.monotonic() - began < 30
        await asyncio.sleep(0.02)
    assert time.monotonic() - began >= 2
    await mail.close()


async def test_the_clock_is_that_of_the_caller(harness, game):
    box, moment = Postbox(), game_rows.now_ms()
    clock = [moment]
    mail = Sender(harness.store, box, clock=lambda: clock[0])
    async with harness.store.transaction() as conn:
        await outbox.queue_message(conn, game, "reminder", {}, due=moment + 8 * 3600 * 1000)
    await mail.send_all_due()
    assert box.got == []
    clock[0] += 8 * 3600 * 1000
    await mail.send_all_due()
    assert len(box.got) == 1
    await mail.close()


async def test_a_queue_that_another_process_had_while_the_clock_was_ahead_is_sent(harness, game):
    sent, taken, now = [], [True], game_rows.now_ms()

    class Claims:
        async def acquire(self, queue):
            return not taken[0]

        async def release(self, queue):
            pass

    async def deliver(row):
        sent.append(row.id)

    clock = [now + 24 * 3600 * 1000]
    mail = Sender(harness.store, deliver, clock=lambda: clock[0], claims=Claims())
    await queue(harness, game, OutboxMessage("notice", {"n": 1}))
    await mail.send_all_due()
    clock[0], taken[0] = now + 1000, False
    await mail.send_all_due()
    assert len(sent) == 1
    await mail.close()


async def test_nothing_is_given_up_however_often_it_fails(harness, game):
    box = Postbox(failures=[RuntimeError("down") for _ in range(60)])
    await queue(harness, game, OutboxMessage("turn_card", {"n": 1}, latest_only=True))
    mail = Sender(harness.store, box)
    for _ in range(61):
        async with harness.store.transaction() as conn:
            await outbox.retry_failed_messages(conn, 0)
        await mail.send_all_due()
    assert box.got == [("turn_card", {"n": 1})]
    await mail.close()


async def test_what_has_nothing_to_say_any_more_is_dropped(harness, game):
    async def deliver(_):
        raise Obsolete("the state has moved on")

    await queue(harness, game, OutboxMessage("reminder", {}))
    mail = Sender(harness.store, deliver)
    await mail.send_all_due()
    assert await count(harness) == 0
    await mail.close()


async def test_a_card_that_is_superseded_leaves_its_age_and_its_call(harness, game):
    box = Postbox(failures=[RuntimeError("down")])
    await queue(
        harness,
        game,
        OutboxMessage("turn_card", {"rev": 5, "players": ["p1"], "ping": True}, latest_only=True),
    )
    await Sender(harness.store, box).send_all_due()
    [first] = await pending.failed_messages(harness.games)
    await asyncio.sleep(0.01)
    await queue(
        harness, game, OutboxMessage("turn_card", {"rev": 5, "players": [], "ping": False}, latest_only=True)
    )
    async with harness.store.transaction() as conn:
        [row] = await outbox.due_messages(conn)
        call = await pings.current_ping(conn, game)
    assert (row.owed_since, row.id != first.id) == (first.owed_since, True)
    assert call is not None
    assert (call.revision, call.seats, call.pinged_at) == (5, ("p1",), None)


async def test_what_is_superseded_keeps_its_place(harness, game):
    box, setup = Postbox(), OutboxMessage("setup_card", {}, latest_only=True)
    await queue(harness, game, setup)
    await asyncio.sleep(0.01)
    await queue(harness, game, OutboxMessage("turn_card", {"rev": 1}, latest_only=True), setup)
    await Sender(harness.store, box).send_all_due()
    assert [kind for kind, _ in box.got] == ["setup_card", "turn_card"]


async def test_what_failed_is_tried_again_for_a_guild_or_for_all(harness, game):
    box = Postbox(failures=[RuntimeError("down") for _ in range(3)])
    mail = Sender(harness.store, box)
    await queue(harness, game, OutboxMessage("notice", {"n": 1}))
    await mail.send_all_due()
    await pending.retry_failed_messages(harness.games, guild_id=8)
    await mail.send_all_due()
    assert len(box.failures) == 2
    await pending.retry_failed_messages(harness.games, guild_id=7)
    await mail.send_all_due()
    await pending.retry_failed_messages(harness.games)
    await mail.send_all_due()
    assert box.failures == []
    await mail.close()


async def test_a_table_moves_with_what_it_is_owed(harness, games, game):
    box = Postbox(failures=[RuntimeError("the channel is gone")])
    mail = Sender(harness.store, box)
    await queue(harness, game, OutboxMessage("notice", {"n": 1}))
    await mail.send_all_due()
    assert (await place.move_game(games, game, 2, 99)).code == "not_allowed"
    assert (await place.move_game(games, game, 1, 99)).ok
    assert (await games.info(game)).channel_id == 99
    await mail.send_all_due()
    assert sorted(kind for kind, _ in box.got) == ["notice", "notice", "turn_card"]
    await mail.close()
