"""Taking moves back: free over one's own; over those of others by their consent, or by a game master."""

import pytest

from tests.bot.kept import AUDIT, RECORD, kept
from tests.bot.service.desk import ANN, BEN, CY, STRANGER
from tests.bot.service.test_act import other_seat


@pytest.fixture
async def game(desk):
    return await desk.table()


@pytest.fixture
def pay(desk, service, game):
    async def pay_one():
        user = await desk.on_move(game)
        args = {"to": other_seat(await service.info(game), user), "amount": 1}
        return await service.act(game, user, "pay", args)

    return pay_one


def not_owner(user):
    return next(u for u in (BEN, CY) if u != user)


async def test_ones_own_last_move_is_taken_back_and_put_back(desk, service, game, pay):
    user, start = await desk.on_move(game), await desk.digest(game)
    assert (await pay()).ok
    paid = await desk.digest(game)
    back = await service.take_back(game, user, rev=2, interaction_id=1)
    assert (back.kind, back.rev) == ("ok", 3)
    assert "took back" in back.lines[0]
    assert await desk.digest(game) == start
    assert (await service.take_back(game, user, "redo")).ok
    assert await desk.digest(game) == paid
    await desk.restart()
    assert await desk.digest(game) == paid
    assert len(await kept(desk.service, RECORD, game)) == 4


async def test_an_ended_turn_may_be_taken_back_until_somebody_else_acts(desk, service, game):
    user = await desk.on_move(game)
    await service.act(game, user, "count", {"by": 1})
    assert await desk.on_move(game) != user
    assert (await service.take_back(game, user)).ok
    assert await desk.on_move(game) == user
    await service.act(game, user, "count", {"by": 1})
    follower = await desk.on_move(game)
    await service.act(game, follower, "count", {"by": 1})
    before = await desk.digest(game)
    asked = await service.take_back(game, user)
    assert (asked.kind, asked.code) == ("ok", "asked")
    assert (await service.take_back(game, user, to=1)).code == "vote_open"
    assert await desk.digest(game) == before
    assert (await service.take_back(game, follower)).ok


async def test_the_opening_is_never_taken_back(desk, service, game):
    for user in (ANN, BEN, CY):
        assert (await service.take_back(game, user)).code == "nothing_to_undo"
    assert (await service.undo_to(game, ANN, 0)).code == "nothing_to_undo"


async def test_restart_takes_back_the_whole_turn_and_no_more(desk, service, game, pay):
    first = await desk.on_move(game)
    await service.act(game, first, "count", {"by": 1})
    before, user = await desk.digest(game), await desk.on_move(game)
    assert (await service.take_back(game, user, "restart")).code == "nothing_to_undo"
    for _ in range(3):
        assert (await pay()).ok
    assert (await service.take_back(game, user, "restart")).ok
    assert await desk.digest(game) == before


async def test_an_offer_by_another_player_ends_free_undo(desk, service, game, pay):
    first = await desk.on_move(game)
    await service.act(game, first, "count", {"by": 2})
    user = await desk.on_move(game)
    await pay()
    seat = (await service.info(game)).seats_of(user)[0]
    assert (await service.act(game, first, "offer_counts", {"to": seat, "price": 1})).ok
    assert (await service.take_back(game, user)).code == "asked"
    assert (await service.vote_undo(game, user, False)).ok
    assert (await service.take_back(game, user, "restart")).code == "asked"


async def test_only_who_took_a_move_back_puts_it_back(desk, service, game):
    user = await desk.on_move(game)
    await service.act(game, user, "count", {"by": 1})
    await service.undo_to(game, STRANGER, 1, gm=True)
    assert (await service.take_back(game, user, "redo")).code == "not_yours"
    assert (await service.take_back(game, STRANGER, "redo")).kind == "not_seated"


async def test_redo_is_closed_after_a_new_move(desk, service, game, pay):
    user = await desk.on_move(game)
    await pay()
    await service.take_back(game, user)
    await service.act(game, user, "count", {"by": 1})
    assert (await service.take_back(game, user, "redo")).code == "nothing_to_redo"


async def test_a_stale_undo_takes_nothing_back(desk, service, game, pay):
    user = await desk.on_move(game)
    await pay()
    await pay()
    assert (await service.take_back(game, user, rev=2)).kind == "stale"
    assert await desk.rev(game) == 3


async def test_a_double_click_on_undo_takes_one_move_back(desk, service, game, pay):
    user = await desk.on_move(game)
    await pay()
    await pay()
    await service.take_back(game, user, interaction_id=4)
    assert (await service.take_back(game, user, interaction_id=4)).duplicate
    assert await desk.rev(game) == 4


async def test_the_last_move_of_a_game_may_be_taken_back_by_its_player(desk, service):
    game = await desk.table(ANN, BEN, length="short")
    while (await service.info(game)).status == "running":
        user = await desk.on_move(game)
        await service.act(game, user, "pass")
    await desk.empty_outbox()
    assert (await service.take_back(game, next(u for u in (ANN, BEN) if u != user))).code == "asked"
    assert (await service.take_back(game, user)).ok
    info = await service.info(game)
    assert (info.status, info.ended_at) == ("running", None)
    assert await desk.on_move(game) == user
    assert "turn_card" in [r.kind for r in await desk.queued()]


async def test_an_end_is_not_undone_when_the_channel_has_a_new_game(desk, service):
    game = await desk.table(ANN, BEN, channel=70, length="short")
    while (await service.info(game)).status == "running":
        user = await desk.on_move(game)
        await service.act(game, user, "pass")
    assert (await service.create(CY, title="TOY", name="next", channel=70)).ok
    before = await desk.digest(game)
    assert (await service.take_back(game, user)).code == "channel_taken"
    assert await desk.digest(game) == before
    assert (await service.info(game)).status == "ended"


async def test_the_owner_takes_back_moves_of_others_for_all_to_see(desk, service, game):
    before = await desk.digest(game)
    for _ in range(4):
        await service.act(game, await desk.on_move(game), "count", {"by": 1})
    assert (await service.undo_to(game, BEN, 1)).kind == "not_allowed"
    await desk.empty_outbox()
    assert (await service.undo_to(game, ANN, 1)).ok
    assert await desk.digest(game) == before
    assert "notice" in [r.kind for r in await desk.queued()]
    assert [(a.user_id, a.what) for a in await kept(service, AUDIT, game)] == [(ANN, "undo_to")]
    assert (await service.undo_to(game, ANN, 77)).code == "nothing_to_undo"
