"""From the making of a game to its first move."""

import asyncio
from unittest.mock import Mock

import pytest

from bot.games import moves, stored_games
from bot.table import game_master, place, starting
from bot.table import service as tables
from bot.table.pages import has_all_expected_players, setup_card
from bot.words import using_language
from engine import new_game
from tests import toy
from tests.bot.harness import ANN, BEN, CY, DEE, NAMES, STRANGER
from tests.bot.kept import TENURE, kept
from tests.bot.limits import text_of
from tests.bot.playing import deal_by

pytestmark = pytest.mark.each_database


@pytest.fixture
async def lobby(games):
    made = await tables.create_game(
        games, ANN, title="TOY", name="Tuesday", guild_id=7, channel_id=70, owner_name="Ann"
    )
    return made.game_id


async def names(games, game):
    return [s.name for s in (await games.info(game)).seats]


async def test_a_new_game_waits_in_the_lobby_with_its_owner_seated(harness, games, lobby):
    info = await games.info(lobby)
    assert (info.status, info.title, info.owner_id, info.revision) == ("lobby", "TOY", ANN, 0)
    assert [(s.id, s.name, s.user_id) for s in info.seats] == [("p1", "Ann", ANN)]
    assert [(r.kind, r.latest_only) for r in await harness.queued()] == [("setup_card", True)]


async def test_the_same_interaction_makes_one_game(games):
    calls = (tables.create_game(games, ANN, title="TOY", name="x", interaction_id=1) for _ in range(4))
    answers = await asyncio.gather(*calls)
    assert len({a.game_id for a in answers}) == 1
    assert len(await stored_games.list_games(games)) == 1


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"title": "CHESS"}, "no_such_title"),
        ({"name": "  "}, "bad_name"),
        ({"name": "x" * 101}, "bad_name"),
        ({"options": {"wind": "north"}}, "bad_option"),
        ({"options": {"length": "endless"}}, "bad_option"),
    ],
)
async def test_a_game_that_cannot_be_is_not_made(games, wrong, code):
    no = await tables.create_game(games, ANN, **{"title": "TOY", "name": "x", **wrong})
    assert (no.kind, no.code) == ("refused", code)
    assert await stored_games.list_games(games) == []


async def test_a_channel_has_one_open_game_at_a_time(games, lobby):
    assert (
        await tables.create_game(games, BEN, title="TOY", name="x", channel_id=70)
    ).code == "channel_taken"
    other = await tables.create_game(games, BEN, title="TOY", name="x", channel_id=71)
    with using_language("de"):
        taken = await place.move_game(games, other.game_id, BEN, 70)
    assert (taken.code, taken.text.split(";")[0]) == (
        "channel_taken",
        "In diesem Kanal läuft schon ein Spiel",
    )
    assert (await place.move_game(games, other.game_id, BEN, 72)).ok
    assert (await games.info(other.game_id)).channel_id == 72
    await game_master.end_game_early(games, lobby, ANN, "wrong channel")
    again = await tables.create_game(games, BEN, title="TOY", name="x", channel_id=70)
    assert again.ok
    found = await stored_games.game_info_of_channel(games, 70)
    assert found is not None
    assert found.id == again.game_id


async def test_players_join_and_leave(games, lobby):
    assert (await tables.join_game(games, lobby, BEN, "Ben")).ok
    assert (await tables.join_game(games, lobby, BEN, "Ben")).code == "already_seated"
    assert (await tables.join_game(games, lobby, CY, "Ann")).ok
    assert await names(games, lobby) == ["Ann", "Ben", "Ann 2"]
    assert (await tables.leave_game(games, lobby, BEN)).ok
    assert (await tables.leave_game(games, lobby, BEN)).kind == "not_seated"
    assert [s.id for s in (await games.info(lobby)).seats] == ["p1", "p2"]


async def test_a_double_click_on_join_takes_one_seat(games, lobby):
    clicks = (tables.join_game(games, lobby, BEN, "Ben", interaction_id=9) for _ in range(3))
    assert all(o.ok for o in await asyncio.gather(*clicks))
    assert await names(games, lobby) == ["Ann", "Ben"]


async def test_no_more_may_join_than_can_play_even_at_once(games, lobby):
    users = range(100, 110)
    answers = await asyncio.gather(*(tables.join_game(games, lobby, u, f"User {u}") for u in users))
    assert [a.code for a in answers].count("full") == 10 - (toy.DATA.max_players - 1)
    assert len(await names(games, lobby)) == toy.DATA.max_players


async def test_only_the_owner_arranges_seats_and_options(games, lobby):
    await tables.join_game(games, lobby, BEN, "Ben")
    assert (await tables.set_seat_order(games, lobby, BEN, [BEN, ANN])).kind == "not_allowed"
    assert (await tables.change_lobby(games, lobby, BEN, {"length": "short"})).kind == "not_allowed"
    assert (await tables.set_seat_order(games, lobby, ANN, [BEN])).code == "bad_order"
    assert (await tables.set_seat_order(games, lobby, ANN, [BEN, ANN])).ok
    assert await names(games, lobby) == ["Ben", "Ann"]
    assert (await tables.change_lobby(games, lobby, ANN, {"length": "no"})).code == "bad_option"
    changed = await tables.change_lobby(
        games, lobby, ANN, {"length": "short"}, {"pace": 24}, name="Wednesday"
    )
    assert changed.ok
    info = await games.info(lobby)
    assert (info.options, info.settings, info.name) == ({"length": "short"}, {"pace": 24}, "Wednesday")


async def test_start_needs_the_owner_and_enough_players(games, lobby):
    assert (await tables.start_game(games, lobby, ANN)).code == "player_count"
    assert (await games.info(lobby)).status == "lobby"
    await tables.join_game(games, lobby, BEN, "Ben")
    assert (await tables.start_game(games, lobby, BEN)).kind == "not_allowed"
    assert (await tables.start_game(games, lobby, BEN, is_game_master=True)).ok


async def test_start_draws_and_records_a_seed_and_opens_the_game(harness, games, lobby):
    await tables.join_game(games, lobby, BEN, "Ben")
    await harness.empty_outbox()
    done = await tables.start_game(games, lobby, ANN, interaction_id=3)
    info, game = await games.info(lobby), await games.game(lobby)
    assert (done.kind, info.status, info.revision) == ("ok", "running", 1)
    assert game.setup.seed == info.seed
    assert info.options == {"length": "long"}
    assert [r.kind for r in await harness.queued()] == ["turn_card", "setup_card"]
    assert sorted((t.seat, t.user_id, t.until) for t in await kept(games, TENURE, lobby)) == [
        ("p1", ANN, None),
        ("p2", BEN, None),
    ]
    assert (await tables.start_game(games, lobby, ANN)).kind == "started"
    assert (await tables.start_game(games, lobby, ANN, interaction_id=3)).duplicate
    assert (await tables.join_game(games, lobby, CY, "Cy")).kind == "started"


async def test_two_starts_at_once_start_one_game(harness, games, lobby):
    await tables.join_game(games, lobby, BEN, "Ben")
    answers = await asyncio.gather(*(tables.start_game(games, lobby, ANN) for _ in range(3)))
    assert sorted(a.kind for a in answers) == ["ok", "started", "started"]
    seed = (await games.info(lobby)).seed
    await harness.restart()
    assert (await harness.games.game(lobby)).setup.seed == seed


async def test_a_random_order_comes_from_the_recorded_seed(games, monkeypatch):
    monkeypatch.setattr("bot.table.service.secrets.randbits", lambda bits: 4)
    orders = []
    for _ in range(2):
        made = await tables.create_game(
            games, ANN, title="TOY", name="x", owner_name="Ann", settings={"order": "random"}
        )
        for user in (BEN, CY, DEE):
            await tables.join_game(games, made.game_id, user, NAMES[user])
        assert (await tables.start_game(games, made.game_id, ANN)).ok
        orders.append(await names(games, made.game_id))
        info = await games.info(made.game_id)
        assert [(await games.game(made.game_id)).view.name(s.id) for s in info.seats] == orders[-1]
    assert orders[0] == orders[1] != ["Ann", "Ben", "Cy", "Dee"]


async def test_players_who_sit_as_they_joined_are_dealt_anew_only_if_another_order_is_drawn(
    games, monkeypatch
):
    deal, times = Mock(side_effect=new_game), set()
    monkeypatch.setattr(starting, "new_game", deal)
    for seed in range(6):
        deal_by(monkeypatch, seed)
        made = await tables.create_game(
            games, ANN, title="TOY", name="x", owner_name="Ann", settings={"order": "join"}
        )
        await tables.join_game(games, made.game_id, BEN, "Ben")
        deal.reset_mock()
        await tables.start_game(games, made.game_id, ANN)
        times.add(deal.call_count)
        view = (await games.game(made.game_id)).view
        assert [view.name(seat) for seat in view.seats] == ["Ann", "Ben"]
    assert times == {1, 2}


async def test_games_are_listed_by_place_and_user(harness, games, lobby):
    played = await harness.table(BEN, CY, channel=80)
    assert [g.id for g in await stored_games.list_games(games, guild_id=7)] == [played, lobby]
    assert [g.id for g in await stored_games.list_games(games, user_id=CY)] == [played]
    assert [g.id for g in await stored_games.list_games(games, channel_id=70)] == [lobby]
    assert await stored_games.list_games(games, user_id=STRANGER) == []
    await game_master.end_game_early(games, played, BEN, "enough")
    assert [g.id for g in await stored_games.list_games(games, guild_id=7)] == [lobby]
    assert [g.id for g in await stored_games.list_games(games, statuses=["ended"])] == [played]
    found = await stored_games.game_info_of_channel(games, 80)
    assert found is not None
    assert found.id == played


async def test_drafts_are_kept_until_the_action_is_stored(harness, games):
    game = await harness.table()
    user = await harness.on_move(game)
    await stored_games.store_draft(games, game, user, {"by": 2}, revision=1)
    await stored_games.store_draft(games, game, user, {"by": 3}, revision=1)
    games = await harness.restart()
    draft = await stored_games.find_draft(games, game, user)
    assert draft is not None
    assert (draft.body, draft.revision) == ({"by": 3}, 1)
    await moves.make_move(games, game, user, "fly")
    assert await stored_games.find_draft(games, game, user) is not None
    await moves.make_move(games, game, user, "count", {"by": 3})
    assert await stored_games.find_draft(games, game, user) is None


FULL, SMALL = {"scenario": "europe"}, {"scenario": "uk_france"}


async def table_of(games, options, count):
    made = await tables.create_game(
        games, ANN, title="18OE", name="Tuesday", owner_name="Ann", options=options
    )
    for user in range(2, count + 1):
        assert (await tables.join_game(games, made.game_id, user, f"User {user}")).ok
    return made.game_id


async def test_no_more_may_join_than_can_play_the_scenario(games):
    game = await table_of(games, SMALL, 3)
    no = await tables.join_game(games, game, DEE, "Dee")
    assert (no.code, no.text) == ("full", "All 3 seats are taken; somebody must leave first.")
    info = await games.info(game)
    assert has_all_expected_players(info)
    card = setup_card(info).view
    assert card is not None
    assert "**Seats** 3 taken · for 2 to 3 players" in text_of(card)
    assert (await tables.change_lobby(games, game, ANN, FULL)).ok
    assert not has_all_expected_players(await games.info(game))
    assert (await tables.join_game(games, game, DEE, "Dee")).ok


async def test_a_scenario_is_not_chosen_by_more_than_can_play_it(games):
    game = await table_of(games, FULL, 4)
    no = await tables.change_lobby(games, game, ANN, SMALL)
    assert no.code == "too_many_players"
    assert "2 to 3 players and 4 have joined; somebody must leave first." in no.text
    assert (await games.info(game)).options == FULL
    assert (await tables.leave_game(games, game, DEE)).ok
    assert (await tables.change_lobby(games, game, ANN, SMALL)).ok
    assert (await tables.start_game(games, game, ANN)).ok
