"""Messages go out at least once, in order, and survive a crash."""

import asyncio
import sys
from pathlib import Path

import pytest

from bot.games import moves, stored_games
from bot.post import sender as boxes
from bot.post.sender import Obsolete, Postpone, Sender
from bot.store import game_rows
from bot.store.messages.outbox import OutboxMessage
from bot.table import game_master
from tests.bot.harness import ANN, Postbox
from tests.bot.kept import RECORD, kept
from tests.bot.post.queue import count, queue

pytestmark = pytest.mark.each_database


@pytest.fixture
def box():
    return Postbox()


def line(n):
    return OutboxMessage("notice", {"seq": n})


async def make_due(harness):
    """As if the back-off were over."""
    async with harness.store.transaction() as conn:
        await conn.exec_driver_sql("UPDATE outbox SET due = 0")


async def test_a_move_is_told_after_its_commit(harness, games, game, box):
    mail = Sender(harness.store, box)
    games.wake_sender = mail.start_sending
    user = await harness.on_move(game)
    await moves.make_move(games, game, user, "count", {"by": 2})
    await mail.wait_until_idle()
    assert [kind for kind, _ in box.got] == ["turn_card"]
    card = box.of("turn_card")[0]
    assert (card["players"], card["ping"], card["rev"]) == (
        list((await games.game(game)).waiting().players), True, 2,
    )  # fmt: skip
    assert await count(harness) == 0


async def test_no_new_card_while_the_same_seat_acts(harness, games, game, box):
    user = await harness.on_move(game)
    to = next(s.id for s in (await games.info(game)).seats if s.user_id != user)
    assert (await moves.make_move(games, game, user, "pay", {"to": to, "amount": 1})).ok
    await Sender(harness.store, box).send_all_due()
    assert box.got == []


async def test_offers_are_told_when_made_and_when_settled(harness, games, game, box):
    user = await harness.on_move(game)
    info = await games.info(game)
    other = next(s for s in info.seats if s.user_id != user)
    await moves.make_move(games, game, user, "count", {"by": 1})
    await moves.make_move(games, game, user, "offer_counts", {"to": other.id, "price": 4})
    await moves.make_move(games, game, other.user_id, "decline_offer", {"offer": "o1"})
    await Sender(harness.store, box).send_all_due()
    assert [(o["to"], o["price"]) for o in box.of("offer")] == [(other.id, 4)]
    assert [o["how"] for o in box.of("offer_closed")] == ["declined"]


async def test_messages_of_a_kind_go_out_one_by_one_in_order(harness, game, box):
    await queue(harness, game, *(line(n) for n in range(25)))
    await Sender(harness.store, box).send_all_due()
    assert [notice["seq"] for notice in box.of("notice")] == list(range(25))


async def test_only_the_newest_card_of_a_game_waits(harness, game, box):
    other = await harness.table()
    await harness.empty_outbox()
    for n in range(4):
        await queue(harness, game, OutboxMessage("turn_card", {"rev": n}, latest_only=True))
    await queue(harness, other, OutboxMessage("turn_card", {"rev": 9}, latest_only=True))
    await queue(harness, game, OutboxMessage("setup_card", {}, latest_only=True))
    await Sender(harness.store, box).send_all_due()
    assert sorted(c["rev"] for c in box.of("turn_card")) == [3, 9]
    assert len(box.of("setup_card")) == 1


async def test_what_failed_is_kept_and_sent_later(harness, game, box):
    box.failures = [RuntimeError("no network")]
    await queue(harness, game, line(1))
    mail = Sender(harness.store, box)
    await mail.send_all_due()
    assert box.got == []
    assert await count(harness) == 1
    await mail.send_all_due()
    assert box.got == []
    await make_due(harness)
    await mail.send_all_due()
    assert box.of("notice") == [{"seq": 1}]
    assert await count(harness) == 0


async def test_the_wait_grows_with_each_failure(harness, game, box):
    box.failures = [RuntimeError("down") for _ in range(14)]
    await queue(harness, game, line(1))
    waits = []
    for _ in range(14):
        began = game_rows.now_ms()
        await Sender(harness.store, box).send_all_due()
        async with harness.store.transaction() as conn:
            row = (await conn.exec_driver_sql("SELECT due, attempts, error FROM outbox")).one()
        waits.append(round((row.due - began) / 1000))
        await make_due(harness)
    assert waits[:4] == [2, 4, 8, 16]
    assert waits[-1] == boxes.MAX_BACKOFF
    assert (row.attempts, row.error) == (14, "RuntimeError('down')")


async def test_a_failed_line_holds_back_later_lines_but_no_cards(harness, game, box):
    box.failures = [RuntimeError("no such thread")]
    mail = Sender(harness.store, box)
    await queue(harness, game, line(1))
    await mail.send_all_due()
    await queue(harness, game, line(2), OutboxMessage("turn_card", {"rev": 1}, latest_only=True))
    await mail.send_all_due()
    assert [kind for kind, _ in box.got] == ["turn_card"]
    await make_due(harness)
    await mail.send_all_due()
    assert [p["seq"] for p in box.of("notice")] == [1, 2]


async def test_one_games_trouble_is_not_anothers(harness, game):
    other = await harness.table()
    await harness.empty_outbox()
    got = []

    async def deliver(delivery):
        if delivery.game_id == game:
            raise RuntimeError("kicked from the channel")
        got.append(delivery.game_id)

    await queue(harness, game, line(1))
    await queue(harness, other, line(1))
    await Sender(harness.store, deliver).send_all_due()
    assert got == [other]
    assert await count(harness) == 1


async def test_what_never_can_be_sent_is_dropped(harness, game, box):
    box.failures = [Obsolete("the channel is gone")]
    await queue(harness, game, line(1))
    await Sender(harness.store, box).send_all_due()
    assert (box.got, await count(harness)) == ([], 0)


async def test_a_message_may_be_put_off(harness, game, box):
    box.failures = [Postpone(3600)]
    await queue(harness, game, line(1))
    await Sender(harness.store, box).send_all_due()
    assert (box.got, await count(harness)) == ([], 1)
    await make_due(harness)
    await Sender(harness.store, box).send_all_due()
    assert box.of("notice") == [{"seq": 1}]


async def test_the_message_is_noted_in_the_transaction_that_drops_the_row(harness, games, game):
    card = game_rows.CardInfo("turn", 70, 700, 1)

    async def deliver(delivery):
        return lambda conn: game_rows.store_card(conn, delivery.game_id, card)

    await queue(harness, game, OutboxMessage("turn_card", {"rev": 1}))
    await Sender(harness.store, deliver).send_all_due()
    assert await stored_games.cards_of_game(games, game) == {"turn": card}
    assert await count(harness) == 0


async def test_what_is_queued_during_a_drain_is_sent_by_it(harness, games, game):
    got = []

    async def deliver(delivery):
        got.append(delivery.payload["seq"])
        if len(got) < 4:
            await queue(harness, game, line(len(got)))
            mail.start_sending()

    mail = Sender(harness.store, deliver)
    await queue(harness, game, line(0))
    mail.start_sending()
    await mail.wait_until_idle()
    assert got == [0, 1, 2, 3]


async def test_a_drain_with_nothing_to_do_ends_at_once(harness, game, box):
    mail = Sender(harness.store, box)
    mail.start_sending()
    await asyncio.wait_for(mail.wait_until_idle(), 5)
    await mail.close()


async def test_close_waits_for_what_is_being_sent_but_not_for_ever(harness, game):
    sent = []

    async def deliver(delivery):
        await asyncio.sleep(delivery.payload["seq"])
        sent.append(delivery.kind)

    mail = Sender(harness.store, deliver)
    await queue(harness, game, OutboxMessage("notice", {"seq": 0.1}))
    mail.start_sending()
    await asyncio.sleep(0.05)
    await mail.close()
    assert sent == ["notice"]
    await queue(harness, game, OutboxMessage("notice", {"seq": 60}))
    mail.start_sending()
    await mail.close(grace=0.1)
    assert (sent, await count(harness)) == (["notice"], 1)


async def test_a_crash_after_the_commit_loses_no_message(harness, games, game, box):
    """The service dies before the outbox woke up; a new one on the same file tells everything."""
    await moves.make_move(games, game, await harness.on_move(game), "count", {"by": 3})
    await harness.restart()
    await Sender(harness.store, box).send_all_due()
    assert [kind for kind, _ in box.got] == ["turn_card"]


async def test_a_crash_during_delivery_sends_again_under_the_same_id(harness, games, game):
    ids = []

    async def dies(delivery):
        ids.append(delivery.id)
        raise asyncio.CancelledError

    await queue(harness, game, line(1))
    with pytest.raises(asyncio.CancelledError):
        await Sender(harness.store, dies).send_all_due()
    await harness.restart()

    async def works(delivery):
        ids.append(delivery.id)

    await Sender(harness.store, works).send_all_due()
    assert len(ids) == 2
    assert ids[0] == ids[1]


PLAYER = """
import asyncio, sys
import engine
from tests import toy
from bot.games import moves
from tests.bot.post.queue import count, queue
from tests.bot.harness import Harness

async def main(url, game):
    engine.TITLES["TOY"] = toy.TITLE
    harness = Harness(url)
    games = await harness.open()
    n = 0
    while True:
        user = await harness.on_move(game)
        info = await games.info(game)
        to = next(s.id for s in info.seats if s.user_id != user)
        done = await moves.make_move(games, game, user, "pay", {"to": to, "amount": 1}, interaction_id=n)
        if not done.ok:
            done = await moves.make_move(games, game, user, "count", {"by": 1}, interaction_id=f"c{n}")
        print(done.revision, (await games.game(game)).digest(), flush=True)
        n += 1

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""


@pytest.mark.slow
async def test_what_was_acknowledged_survives_kill_9(harness, games, root: Path, box):
    game = await harness.table()
    await harness.empty_outbox()
    await harness.store.close()
    player = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PLAYER, harness.url, str(game), cwd=root, stdout=asyncio.subprocess.PIPE
    )
    assert player.stdout is not None
    acknowledged = [await player.stdout.readline() for _ in range(9)]
    player.kill()
    rest, _ = await player.communicate()
    revision, digest = (acknowledged + rest.splitlines(keepends=True))[-1].decode().split()
    games = await harness.open()
    stored = await games.game(game)
    assert stored.revision - int(revision) in (0, 1)  # a move may be stored before its answer is out
    assert stored.revision >= 10
    if stored.revision == int(revision):
        assert stored.digest() == digest
    assert len(await kept(games, RECORD, game)) == stored.revision
    await Sender(harness.store, box).send_all_due()
    turns = [r.number for r in stored.log if r.action and r.action.kind == "count"]
    assert [card["rev"] for card in box.of("turn_card")] == turns[-1:]
    assert (await game_master.pause_game(games, game, ANN)).ok
