"""Taking moves back: free over one's own; over those of others by their consent, or by a game master."""

import pytest

from bot.games import moves
from bot.table import game_master
from bot.table import service as tables
from bot.votes import service as voting
from bot.votes import undo
from tests.bot.games.test_act import other_seat
from tests.bot.harness import ANN, BEN, CY, STRANGER
from tests.bot.kept import AUDIT, RECORD, kept

pytestmark = pytest.mark.each_database


@pytest.fixture
async def game(harness):
    return await harness.table()


@pytest.fixture
def pay(harness, games, game):
    async def pay_one():
        user = await harness.on_move(game)
        args = {"to": other_seat(await games.info(game), user), "amount": 1}
        return await moves.make_move(games, game, user, "pay", args)

    return pay_one


def not_owner(user):
    return next(u for u in (BEN, CY) if u != user)


async def test_ones_own_last_move_is_taken_back_and_put_back(harness, games, game, pay):
    user, start = await harness.on_move(game), await harness.digest(game)
    assert (await pay()).ok
    paid = await harness.digest(game)
    back = await undo.undo_or_redo(games, game, user, revision=2, interaction_id=1)
    assert (back.kind, back.revision) == ("ok", 3)
    assert "took back" in back.lines[0]
    assert await harness.digest(game) == start
    assert (await undo.undo_or_redo(games, game, user, "redo")).ok
    assert await harness.digest(game) == paid
    await harness.restart()
    assert await harness.digest(game) == paid
    assert len(await kept(harness.games, RECORD, game)) == 4


async def test_an_ended_turn_may_be_taken_back_until_somebody_else_acts(harness, games, game):
    user = await harness.on_move(game)
    await moves.make_move(games, game, user, "count", {"by": 1})
    assert await harness.on_move(game) != user
    assert (await undo.undo_or_redo(games, game, user)).ok
    assert await harness.on_move(game) == user
    await moves.make_move(games, game, user, "count", {"by": 1})
    follower = await harness.on_move(game)
    await moves.make_move(games, game, follower, "count", {"by": 1})
    before = await harness.digest(game)
    asked = await undo.undo_or_redo(games, game, user)
    assert (asked.kind, asked.code) == ("ok", "asked")
    assert (await undo.undo_or_redo(games, game, user, target_record=1)).code == "vote_open"
    assert await harness.digest(game) == before
    assert (await undo.undo_or_redo(games, game, follower)).ok


async def test_the_opening_is_never_taken_back(harness, games, game):
    for user in (ANN, BEN, CY):
        assert (await undo.undo_or_redo(games, game, user)).code == "nothing_to_undo"
    assert (await game_master.undo_to(games, game, ANN, 0)).code == "nothing_to_undo"


async def test_restart_takes_back_the_whole_turn_and_no_more(harness, games, game, pay):
    first = await harness.on_move(game)
    await moves.make_move(games, game, first, "count", {"by": 1})
    before, user = await harness.digest(game), await harness.on_move(game)
    assert (await undo.undo_or_redo(games, game, user, "undo_turn")).code == "nothing_to_undo"
    for _ in range(3):
        assert (await pay()).ok
    assert (await undo.undo_or_redo(games, game, user, "undo_turn")).ok
    assert await harness.digest(game) == before


async def test_an_offer_by_another_player_ends_free_undo(harness, games, game, pay):
    first = await harness.on_move(game)
    await moves.make_move(games, game, first, "count", {"by": 2})
    user = await harness.on_move(game)
    await pay()
    seat = (await games.info(game)).seats_played_by(user)[0]
    assert (await moves.make_move(games, game, first, "offer_counts", {"to": seat, "price": 1})).ok
    assert (await undo.undo_or_redo(games, game, user)).code == "asked"
    [vote] = await voting.list_open_votes(games, game)
    assert (await voting.cast_vote(games, game, vote.id, user, "no")).ok
    assert (await undo.undo_or_redo(games, game, user, "undo_turn")).code == "asked"


async def test_only_who_took_a_move_back_puts_it_back(harness, games, game):
    user = await harness.on_move(game)
    await moves.make_move(games, game, user, "count", {"by": 1})
    await game_master.undo_to(games, game, STRANGER, 1, is_game_master=True)
    assert (await undo.undo_or_redo(games, game, user, "redo")).code == "not_yours"
    assert (await undo.undo_or_redo(games, game, STRANGER, "redo")).kind == "not_seated"


async def test_redo_is_closed_after_a_new_move(harness, games, game, pay):
    user = await harness.on_move(game)
    await pay()
    await undo.undo_or_redo(games, game, user)
    await moves.make_move(games, game, user, "count", {"by": 1})
    assert (await undo.undo_or_redo(games, game, user, "redo")).code == "nothing_to_redo"


async def test_a_stale_undo_takes_nothing_back(harness, games, game, pay):
    user = await harness.on_move(game)
    await pay()
    await pay()
    assert (await undo.undo_or_redo(games, game, user, revision=2)).kind == "stale"
    assert await harness.revision(game) == 3


async def test_a_double_click_on_undo_takes_one_move_back(harness, games, game, pay):
    user = await harness.on_move(game)
    await pay()
    await pay()
    await undo.undo_or_redo(games, game, user, interaction_id=4)
    assert (await undo.undo_or_redo(games, game, user, interaction_id=4)).duplicate
    assert await harness.revision(game) == 4


async def test_the_last_move_of_a_game_may_be_taken_back_by_its_player(harness, games):
    game = await harness.table(ANN, BEN, length="short")
    while (await games.info(game)).status == "running":
        user = await harness.on_move(game)
        await moves.make_move(games, game, user, "pass")
    await harness.empty_outbox()
    assert (await undo.undo_or_redo(games, game, next(u for u in (ANN, BEN) if u != user))).code == "asked"
    assert (await undo.undo_or_redo(games, game, user)).ok
    info = await games.info(game)
    assert (info.status, info.ended_at) == ("running", None)
    assert await harness.on_move(game) == user
    assert "turn_card" in [r.kind for r in await harness.queued()]


async def test_an_end_is_not_undone_when_the_channel_has_a_new_game(harness, games):
    game = await harness.table(ANN, BEN, channel=70, length="short")
    while (await games.info(game)).status == "running":
        user = await harness.on_move(game)
        await moves.make_move(games, game, user, "pass")
    assert (await tables.create_game(games, CY, title="TOY", name="next", channel_id=70)).ok
    before = await harness.digest(game)
    assert (await undo.undo_or_redo(games, game, user)).code == "channel_taken"
    assert await harness.digest(game) == before
    assert (await games.info(game)).status == "ended"


async def test_the_owner_takes_back_moves_of_others_for_all_to_see(harness, games, game):
    before = await harness.digest(game)
    for _ in range(4):
        await moves.make_move(games, game, await harness.on_move(game), "count", {"by": 1})
    assert (await game_master.undo_to(games, game, BEN, 1)).kind == "not_allowed"
    await harness.empty_outbox()
    assert (await game_master.undo_to(games, game, ANN, 1)).ok
    assert await harness.digest(game) == before
    assert "notice" in [r.kind for r in await harness.queued()]
    assert [(a.user_id, a.what) for a in await kept(games, AUDIT, game)] == [(ANN, "undo_to")]
    assert (await game_master.undo_to(games, game, ANN, 77)).code == "nothing_to_undo"
