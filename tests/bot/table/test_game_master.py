"""Interventions of owners and game masters; seats that change hands."""

import pytest

from bot.games import moves
from bot.table import game_master
from bot.table import service as tables
from bot.votes import undo
from bot.words import translate_stored_text
from tests.bot.harness import ANN, BEN, CY, DEE, STRANGER
from tests.bot.kept import AUDIT, RECORD, TENURE, kept


@pytest.fixture
async def game(harness):
    made = await harness.table()
    await harness.empty_outbox()
    return made


async def seat_of(games, game, user):
    return (await games.info(game)).seats_played_by(user)[0]


CALLS = {
    "act_as": lambda s, g, u, **k: game_master.act_as(s, g, u, "p1", "pass", **k),
    "undo_to": lambda s, g, u, **k: game_master.undo_to(s, g, u, 1, **k),
    "replace": lambda s, g, u, **k: game_master.reassign_seat(s, g, u, "p1", DEE, **k),
    "pause": game_master.pause_game,
    "resume": game_master.resume_game,
    "end": lambda s, g, u, **k: game_master.end_game_early(s, g, u, "why", **k),
    "note": lambda s, g, u, **k: game_master.post_remark(s, g, u, "hello", **k),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
async def test_nobody_else_may_intervene(harness, games, game, call):
    before, info = await harness.digest(game), await games.info(game)
    assert (await call(games, game, BEN)).kind == "not_allowed"
    assert (await call(games, game, STRANGER)).kind == "not_allowed"
    assert await harness.digest(game) == before
    assert await games.info(game) == info
    assert await kept(games, AUDIT, game) == []
    assert await harness.queued() == []


async def test_a_game_master_acts_for_a_seat(harness, games, game):
    seat = await seat_of(games, game, await harness.on_move(game))
    done = await game_master.act_as(
        games, game, STRANGER, seat, "count", {"by": 1}, is_game_master=True, revision=1, interaction_id=2
    )
    assert done.ok
    entry = (await kept(games, RECORD, game))[-1]
    assert (entry.seat, entry.user_id, entry.via) == (seat, STRANGER, "gm")
    assert "notice" in [r.kind for r in await harness.queued()]
    assert (
        await game_master.act_as(games, game, STRANGER, "p9", "pass", is_game_master=True)
    ).code == "unknown_player"


async def test_nobody_plays_while_the_game_is_paused(harness, games, game):
    user = await harness.on_move(game)
    assert (await game_master.pause_game(games, game, ANN)).ok
    assert (await game_master.pause_game(games, game, ANN)).code == "not_running"
    for answer in (
        await moves.make_move(games, game, user, "pass"),
        await undo.undo_or_redo(games, game, user),
        await game_master.act_as(games, game, ANN, "p1", "pass"),
    ):
        assert answer.kind == "paused"
    games = await harness.restart()
    assert (await moves.make_move(games, game, user, "pass")).kind == "paused"
    assert (await game_master.resume_game(games, game, ANN)).ok
    assert (await moves.make_move(games, game, user, "pass")).ok
    assert [a.what for a in await kept(games, AUDIT, game)] == ["paused", "running"]


async def test_a_seat_changes_hands_and_remembers_who_held_it(harness, games, game):
    seat = await seat_of(games, game, BEN)
    revision = await harness.revision(game)
    assert (await game_master.reassign_seat(games, game, ANN, seat, DEE, "Dee")).ok
    held = [
        (t.user_id, t.from_rev, t.until is None) for t in await kept(games, TENURE, game) if t.seat == seat
    ]
    assert held == [(BEN, 1, False), (DEE, revision, True)]
    assert (await games.info(game)).seats_played_by(DEE) == (seat,)
    assert (await games.info(game)).seats_played_by(BEN) == ()
    assert (await game_master.reassign_seat(games, game, ANN, seat, CY)).code == "already_seated"
    assert (await game_master.reassign_seat(games, game, ANN, "p9", BEN)).code == "no_such_seat"
    games = await harness.restart()
    assert (await games.info(game)).holder_id_of(seat) == DEE


async def test_the_new_holder_of_the_seat_on_move_is_called(harness, games, game):
    seat = await seat_of(games, game, await harness.on_move(game))
    await game_master.reassign_seat(games, game, ANN, seat, DEE, "Dee")
    cards = [r.payload for r in await harness.queued() if r.kind == "turn_card"]
    assert [(c["players"], c["ping"]) for c in cards] == [([seat], True)]


async def test_a_player_may_resign_and_his_seat_stays_free(harness, games, game):
    user = await harness.on_move(game)
    seat = await seat_of(games, game, user)
    assert (await game_master.resign_seats(games, game, user)).ok
    assert (await game_master.resign_seats(games, game, user)).kind == "not_seated"
    assert (await games.info(game)).holder_id_of(seat) is None
    assert (await moves.make_move(games, game, user, "pass")).kind == "not_seated"
    assert [t for t in await kept(games, TENURE, game) if t.until is None and t.seat == seat] == []
    assert (await game_master.reassign_seat(games, game, ANN, seat, user, "back")).ok
    assert (await moves.make_move(games, game, user, "pass")).ok


async def test_an_end_by_hand_is_final_and_says_why(harness, games, game):
    user = await harness.on_move(game)
    assert (await game_master.end_game_early(games, game, ANN, "  Ben moved away ")).ok
    info = await games.info(game)
    assert (info.status, info.end_reason) == ("ended", "Ben moved away")
    assert [r.payload["reason"] for r in await harness.queued() if r.kind == "game_over"] == [
        "Ben moved away"
    ]
    for answer in (
        await moves.make_move(games, game, user, "pass"),
        await undo.undo_or_redo(games, game, user),
        await game_master.end_game_early(games, game, ANN, "again"),
        await game_master.resume_game(games, game, ANN),
        await game_master.resign_seats(games, game, BEN),
    ):
        assert answer.kind == "ended"


async def test_an_end_by_hand_cannot_be_undone_by_taking_a_move_back(harness, games, game):
    await moves.make_move(games, game, await harness.on_move(game), "pass")
    await game_master.end_game_early(games, game, ANN, "enough")
    assert (await game_master.undo_to(games, game, ANN, 1)).kind == "ended"
    assert (await games.info(game)).status == "ended"


async def test_a_lobby_can_be_closed_and_knows_no_other_intervention(games):
    made = await tables.create_game(games, ANN, title="TOY", name="x", channel_id=5, owner_name="Ann")
    assert (await game_master.pause_game(games, made.game_id, ANN)).kind == "lobby"
    assert (await game_master.resign_seats(games, made.game_id, ANN)).kind == "lobby"
    assert (await game_master.end_game_early(games, made.game_id, ANN, "nobody came")).ok
    assert (await tables.join_game(games, made.game_id, BEN, "Ben")).kind == "ended"


async def test_a_note_is_posted_and_kept(harness, games, game):
    assert (await game_master.post_remark(games, game, ANN, "Back on Monday.")).ok
    assert [translate_stored_text(r.payload) for r in await harness.queued()] == ["noted: Back on Monday."]
    assert [a.detail for a in await kept(games, AUDIT, game)] == ["noted: Back on Monday."]
