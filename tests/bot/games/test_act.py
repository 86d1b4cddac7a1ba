"""The write path: each property on its own."""

import asyncio

import pytest
from sqlalchemy.exc import OperationalError

from bot.games import moves
from bot.store import records
from bot.table import game_master
from bot.table import service as tables
from bot.work.recent import LruCache
from tests.bot.harness import ANN, BEN, CY, STRANGER
from tests.bot.kept import RECORD, kept

pytestmark = pytest.mark.each_database


async def test_an_action_is_stored_with_its_lines_and_messages(harness, games):
    game = await harness.table()
    await harness.empty_outbox()
    user, revision = await harness.on_move(game), await harness.revision(game)
    done = await moves.make_move(
        games, game, user, "count", {"by": 2}, revision=revision, interaction_id=1, origin="slash"
    )
    assert (done.kind, done.revision, done.record_numbers) == ("ok", revision + 1, (revision + 1,))
    assert done.lines[0].endswith("counts to 2.")
    stored = (await kept(games, RECORD, game))[-1]
    assert (stored.seq, stored.user_id, stored.via) == (revision + 1, user, "slash")
    assert stored.body["action"]["kind"] == "count"
    assert [row.kind for row in await harness.queued()] == ["turn_card"]


async def test_a_double_click_is_done_once_and_answered_twice_alike(harness, games):
    game = await harness.table()
    user, revision = await harness.on_move(game), await harness.revision(game)
    await harness.empty_outbox()
    click = {"revision": revision, "interaction_id": 5}
    first = await moves.make_move(games, game, user, "count", {"by": 1}, **click)
    again = await moves.make_move(games, game, user, "count", {"by": 1}, **click)
    assert first.ok
    assert not first.duplicate
    assert again.duplicate
    assert again.to_json() == first.to_json()
    assert await harness.revision(game) == revision + 1
    assert len(await harness.queued()) == 1


async def test_two_deliveries_of_one_click_at_once_are_done_once(harness, games):
    game = await harness.table()
    user, revision = await harness.on_move(game), await harness.revision(game)
    clicks = (moves.make_move(games, game, user, "count", {"by": 1}, interaction_id=5) for _ in range(5))
    answers = await asyncio.gather(*clicks)
    assert [a.duplicate for a in answers].count(False) == 1
    assert all(a.ok for a in answers)
    assert await harness.revision(game) == revision + 1


async def test_a_repeated_click_is_answered_after_a_restart_too(harness, games):
    game = await harness.table()
    user = await harness.on_move(game)
    first = await moves.make_move(games, game, user, "count", {"by": 1}, interaction_id=5)
    games = await harness.restart()
    again = await moves.make_move(games, game, user, "count", {"by": 1}, interaction_id=5)
    assert again.duplicate
    assert again.to_json() == first.to_json()


async def test_a_stale_click_changes_nothing(harness, games):
    game = await harness.table()
    user, revision = await harness.on_move(game), await harness.revision(game)
    await moves.make_move(
        games,
        game,
        user,
        "pay",
        {"to": other_seat(await games.info(game), user), "amount": 1},
        revision=revision,
    )
    before, waiting = await harness.digest(game), len(await harness.queued())
    late = await moves.make_move(games, game, user, "count", {"by": 1}, revision=revision, interaction_id=8)
    assert (late.kind, late.revision) == ("stale", revision + 1)
    assert "moved on" in late.text
    assert (await harness.digest(game), len(await harness.queued())) == (before, waiting)
    assert (
        await moves.make_move(games, game, user, "count", {"by": 1}, revision=revision + 1, interaction_id=8)
    ).ok


def other_seat(info, user):
    return next(s.id for s in info.seats if s.user_id != user)


@pytest.mark.parametrize(
    ("kind", "args", "code"),
    [
        ("count", {"by": 9}, "bad_count"),
        ("fly", {}, "not_now"),
        ("count", {"by": "two"}, "bad_action"),
        ("pass", {"why": "x"}, "bad_action"),
    ],
)
async def test_a_refused_action_changes_nothing(harness, games, kind, args, code):
    game = await harness.table()
    user, before = await harness.on_move(game), await harness.digest(game)
    await harness.empty_outbox()
    no = await moves.make_move(games, game, user, kind, args, interaction_id=3)
    assert (no.kind, no.code, no.revision) == ("refused", code, 1)
    assert no.text
    assert await harness.digest(game) == before
    assert await harness.queued() == []
    assert len(await kept(games, RECORD, game)) == 1
    games = await harness.restart()
    assert await harness.digest(game) == before


async def test_only_the_seat_on_move_may_act(harness, games):
    game = await harness.table()
    user = await harness.on_move(game)
    other = next(u for u in (ANN, BEN, CY) if u != user)
    assert (await moves.make_move(games, game, other, "count", {"by": 1})).code == "not_your_turn"
    assert (await moves.make_move(games, game, STRANGER, "count", {"by": 1})).kind == "not_seated"
    assert (await moves.make_move(games, game, user, "count", {"by": 1}, seat="p9")).kind == "not_seated"
    assert await harness.revision(game) == 1


async def test_a_removed_player_may_not_act_and_his_follower_may(harness, games):
    game = await harness.table()
    user = await harness.on_move(game)
    seat = (await games.info(game)).seats_played_by(user)[0]
    owner = ANN
    assert (await game_master.reassign_seat(games, game, owner, seat, STRANGER, "Zoe")).ok
    assert (await moves.make_move(games, game, user, "count", {"by": 1})).kind == "not_seated"
    assert (await moves.make_move(games, game, STRANGER, "count", {"by": 1})).ok


async def test_several_actions_at_once_are_all_done_or_none(harness, games):
    game = await harness.table()
    user, before = await harness.on_move(game), await harness.digest(game)
    to = other_seat(await games.info(game), user)
    bad = [("pay", {"to": to, "amount": 3}), ("count", {"by": 7})]
    assert (await moves.make_moves(games, game, user, bad)).code == "bad_count"
    assert await harness.digest(game) == before
    good = [("pay", {"to": to, "amount": 3}), ("count", {"by": 2})]
    done = await moves.make_moves(games, game, user, good, interaction_id=4)
    assert done.record_numbers == (2, 3)
    assert await harness.revision(game) == 3


async def test_an_unknown_game_is_said_to_be_unknown(games):
    assert (await moves.make_move(games, 404, ANN, "pass")).kind == "unknown"
    assert await games.info(404) is None


async def test_a_game_in_the_lobby_cannot_be_played(games):
    made = await tables.create_game(games, ANN, title="TOY", name="x", owner_name="Ann")
    assert (await moves.make_move(games, made.game_id, ANN, "pass")).kind == "lobby"


async def test_a_move_after_the_end_is_refused(harness, games):
    game = await harness.table()
    await game_master.end_game_early(games, game, ANN, "no time")
    assert (await moves.make_move(games, game, ANN, "pass")).kind == "ended"


async def test_when_the_transaction_fails_nothing_is_done_and_the_game_goes_on(harness, games, monkeypatch):
    game = await harness.table()
    user, before = await harness.on_move(game), await harness.digest(game)

    async def broken(*args, **kwargs):
        raise OperationalError("INSERT", {}, Exception("disk full"))

    with monkeypatch.context() as patch:
        patch.setattr(records, "append_records", broken)
        failed = await moves.make_move(games, game, user, "count", {"by": 1}, interaction_id=6)
    assert failed.kind == "not_saved"
    assert failed.error
    assert await harness.digest(game) == before
    assert (await moves.make_move(games, game, user, "count", {"by": 1}, interaction_id=6)).ok


async def test_a_bug_in_the_rules_is_a_fault_and_leaves_the_game_as_it_was(harness, games, monkeypatch):
    game = await harness.table()
    user, before = await harness.on_move(game), await harness.digest(game)

    def crash(*args):
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("tests.toy.Count.perform", crash)
        failed = await moves.make_move(games, game, user, "count", {"by": 1})
    assert failed.kind == "fault"
    assert failed.error
    assert await harness.digest(game) == before
    assert (await moves.make_move(games, game, user, "count", {"by": 1})).ok


async def test_a_cancelled_write_is_done_or_not_done_but_never_half(harness, games):
    game = await harness.table(ANN, BEN)
    for moment in range(12):
        user, revision = await harness.on_move(game), await harness.revision(game)
        task = asyncio.create_task(moves.make_move(games, game, user, "pass", revision=revision))
        for _ in range(moment * 5):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        after = await harness.revision(game)
        assert after in (revision, revision + 1)
        assert len(await kept(games, RECORD, game)) == after


async def test_concurrent_moves_on_one_game_are_done_one_after_the_other(harness, games):
    game = await harness.table()
    user = await harness.on_move(game)
    to = other_seat(await games.info(game), user)
    pays = (
        moves.make_move(games, game, user, "pay", {"to": to, "amount": 1}, interaction_id=i)
        for i in range(15)
    )
    answers = await asyncio.gather(*pays)
    assert sorted(a.record_numbers[0] for a in answers) == list(range(2, 17))
    before = await harness.digest(game)
    await harness.restart()
    assert await harness.digest(game) == before


async def test_of_two_clicks_on_the_same_card_one_is_stale(harness, games):
    game = await harness.table()
    user, revision = await harness.on_move(game), await harness.revision(game)
    clicks = (
        moves.make_move(games, game, user, "count", {"by": i}, revision=revision, interaction_id=i)
        for i in (1, 2, 3)
    )
    assert sorted(a.kind for a in await asyncio.gather(*clicks)) == ["ok", "stale", "stale"]


async def test_many_games_are_played_at_once(harness, games):
    tables = [await harness.table() for _ in range(8)]

    async def turn(game):
        return await moves.make_move(games, game, await harness.on_move(game), "count", {"by": 1})

    for _ in range(3):
        assert all(o.ok for o in await asyncio.gather(*(turn(g) for g in tables)))
    assert [await harness.revision(g) for g in tables] == [4] * 8


async def test_games_that_leave_memory_come_back_as_they_were(harness, games):
    games._loaded_games = LruCache(2)
    tables = [await harness.table() for _ in range(5)]
    for game in tables * 3:
        assert (await moves.make_move(games, game, await harness.on_move(game), "count", {"by": 1})).ok
    assert len(games._loaded_games) == 2
    assert [await harness.revision(g) for g in tables] == [4] * 5


async def test_another_process_on_the_same_database_cannot_fork_a_game(harness, games):
    game = await harness.table()
    user, revision = await harness.on_move(game), await harness.revision(game)
    first = harness.store
    other = await harness.open()
    assert (await moves.make_move(other, game, user, "count", {"by": 1}, revision=revision)).ok
    late = await moves.make_move(games, game, user, "count", {"by": 2}, revision=revision)
    assert late.kind == "stale"
    assert (await games.game(game)).digest() == (await other.game(game)).digest()
    await first.close()


async def test_restart_keeps_everything_that_was_acknowledged(harness, games):
    game = await harness.table()
    for by in (1, 2, 3, 1):
        await moves.make_move(games, game, await harness.on_move(game), "count", {"by": by})
    before, info = await harness.digest(game), await games.info(game)
    games = await harness.restart()
    assert await harness.digest(game) == before
    assert await games.info(game) == info


async def test_a_whole_game_can_be_played_to_its_end(harness, games):
    game = await harness.table(length="short")
    await harness.empty_outbox()
    while (await games.info(game)).status == "running":
        assert (await moves.make_move(games, game, await harness.on_move(game), "pass")).ok
    info = await games.info(game)
    assert (info.status, info.end_reason) == ("ended", "last_round")
    assert info.ended_at is not None
    assert [r.payload["reason"] for r in await harness.queued() if r.kind == "game_over"] == ["last_round"]


async def test_a_game_that_is_dropped_while_it_is_looked_up_is_still_there(harness, games, monkeypatch):
    game = await harness.table()
    known = await games.info(game)

    async def dropped(held):
        games.drop_from_memory(held.info.id)
        return True

    monkeypatch.setattr(games, "_is_current", dropped)
    assert await games.info(game) == known
