"""From the making of a game to its first move."""

import asyncio

import pytest

from bot.table.pages import (
    is_full,
    setup_card,
)
from tests import toy
from tests.bot.kept import TENURE, kept
from tests.bot.limits import text_of
from tests.bot.service.desk import ANN, BEN, CY, DEE, NAMES, STRANGER


@pytest.fixture
async def lobby(service):
    made = await service.create(ANN, title="TOY", name="Tuesday", guild=7, channel=70, owner_name="Ann")
    return made.game


async def names(service, game):
    return [s.name for s in (await service.info(game)).seats]


async def test_a_new_game_waits_in_the_lobby_with_its_owner_seated(desk, service, lobby):
    info = await service.info(lobby)
    assert (info.status, info.title, info.owner, info.rev) == ("lobby", "TOY", ANN, 0)
    assert [(s.seat, s.name, s.user) for s in info.seats] == [("p1", "Ann", ANN)]
    assert [(r.kind, r.latest_only) for r in await desk.queued()] == [("setup_card", True)]


async def test_the_same_interaction_makes_one_game(service):
    calls = (service.create(ANN, title="TOY", name="x", interaction_id=1) for _ in range(4))
    answers = await asyncio.gather(*calls)
    assert len({a.game for a in answers}) == 1
    assert len(await service.list_games()) == 1


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
async def test_a_game_that_cannot_be_is_not_made(service, wrong, code):
    no = await service.create(ANN, **{"title": "TOY", "name": "x", **wrong})
    assert (no.kind, no.code) == ("refused", code)
    assert await service.list_games() == []


async def test_a_channel_has_one_open_game_at_a_time(service, lobby):
    assert (await service.create(BEN, title="TOY", name="x", channel=70)).code == "channel_taken"
    other = await service.create(BEN, title="TOY", name="x", channel=71)
    assert (await service.move(other.game, BEN, 70)).code == "channel_taken"
    assert (await service.move(other.game, BEN, 72)).ok
    assert (await service.info(other.game)).channel == 72
    await service.end(lobby, ANN, "wrong channel")
    again = await service.create(BEN, title="TOY", name="x", channel=70)
    assert again.ok
    assert (await service.game_in(70)).id == again.game


async def test_players_join_and_leave(service, lobby):
    assert (await service.join(lobby, BEN, "Ben")).ok
    assert (await service.join(lobby, BEN, "Ben")).code == "already_seated"
    assert (await service.join(lobby, CY, "Ann")).ok
    assert await names(service, lobby) == ["Ann", "Ben", "Ann 2"]
    assert (await service.leave(lobby, BEN)).ok
    assert (await service.leave(lobby, BEN)).kind == "not_seated"
    assert [s.seat for s in (await service.info(lobby)).seats] == ["p1", "p2"]


async def test_a_double_click_on_join_takes_one_seat(service, lobby):
    clicks = (service.join(lobby, BEN, "Ben", interaction_id=9) for _ in range(3))
    assert all(o.ok for o in await asyncio.gather(*clicks))
    assert await names(service, lobby) == ["Ann", "Ben"]


async def test_no_more_may_join_than_can_play_even_at_once(service, lobby):
    users = range(100, 110)
    answers = await asyncio.gather(*(service.join(lobby, u, f"User {u}") for u in users))
    assert [a.code for a in answers].count("full") == 10 - (toy.DATA.max_players - 1)
    assert len(await names(service, lobby)) == toy.DATA.max_players


async def test_only_the_owner_arranges_seats_and_options(service, lobby):
    await service.join(lobby, BEN, "Ben")
    assert (await service.set_seats(lobby, BEN, [BEN, ANN])).kind == "not_allowed"
    assert (await service.set_options(lobby, BEN, {"length": "short"})).kind == "not_allowed"
    assert (await service.set_seats(lobby, ANN, [BEN])).code == "bad_order"
    assert (await service.set_seats(lobby, ANN, [BEN, ANN])).ok
    assert await names(service, lobby) == ["Ben", "Ann"]
    assert (await service.set_options(lobby, ANN, {"length": "no"})).code == "bad_option"
    changed = await service.set_options(lobby, ANN, {"length": "short"}, {"pace": 24}, name="Wednesday")
    assert changed.ok
    info = await service.info(lobby)
    assert (info.options, info.settings, info.name) == ({"length": "short"}, {"pace": 24}, "Wednesday")


async def test_start_needs_the_owner_and_enough_players(service, lobby):
    assert (await service.start(lobby, ANN)).code == "player_count"
    assert (await service.info(lobby)).status == "lobby"
    await service.join(lobby, BEN, "Ben")
    assert (await service.start(lobby, BEN)).kind == "not_allowed"
    assert (await service.start(lobby, BEN, gm=True)).ok


async def test_start_draws_and_records_a_seed_and_opens_the_game(desk, service, lobby):
    await service.join(lobby, BEN, "Ben")
    await desk.empty_outbox()
    done = await service.start(lobby, ANN, interaction_id=3)
    info, game = await service.info(lobby), await service.game(lobby)
    assert (done.kind, info.status, info.rev) == ("ok", "running", 1)
    assert game.genesis.seed == info.seed
    assert info.options == {"length": "long"}
    assert [r.kind for r in await desk.queued()] == ["turn_card", "setup_card"]
    assert sorted((t.seat, t.user_id, t.until) for t in await kept(service, TENURE, lobby)) == [
        ("p1", ANN, None),
        ("p2", BEN, None),
    ]
    assert (await service.start(lobby, ANN)).kind == "started"
    assert (await service.start(lobby, ANN, interaction_id=3)).duplicate
    assert (await service.join(lobby, CY, "Cy")).kind == "started"


async def test_two_starts_at_once_start_one_game(desk, service, lobby):
    await service.join(lobby, BEN, "Ben")
    answers = await asyncio.gather(*(service.start(lobby, ANN) for _ in range(3)))
    assert sorted(a.kind for a in answers) == ["ok", "started", "started"]
    seed = (await service.info(lobby)).seed
    await desk.restart()
    assert (await desk.service.game(lobby)).genesis.seed == seed


async def test_a_random_order_comes_from_the_recorded_seed(service, monkeypatch):
    monkeypatch.setattr("bot.table.service.secrets.randbits", lambda bits: 4)
    orders = []
    for _ in range(2):
        made = await service.create(
            ANN, title="TOY", name="x", owner_name="Ann", settings={"order": "random"}
        )
        for user in (BEN, CY, DEE):
            await service.join(made.game, user, NAMES[user])
        assert (await service.start(made.game, ANN)).ok
        orders.append(await names(service, made.game))
        info = await service.info(made.game)
        assert [(await service.game(made.game)).view.name(s.seat) for s in info.seats] == orders[-1]
    assert orders[0] == orders[1] != ["Ann", "Ben", "Cy", "Dee"]


async def test_games_are_listed_by_place_and_user(desk, service, lobby):
    played = await desk.table(BEN, CY, channel=80)
    assert [g.id for g in await service.list_games(guild=7)] == [played, lobby]
    assert [g.id for g in await service.list_games(user=CY)] == [played]
    assert [g.id for g in await service.list_games(channel=70)] == [lobby]
    assert await service.list_games(user=STRANGER) == []
    await service.end(played, BEN, "enough")
    assert [g.id for g in await service.list_games(guild=7)] == [lobby]
    assert [g.id for g in await service.list_games(statuses=["ended"])] == [played]
    assert (await service.game_in(80)).id == played


async def test_drafts_are_kept_until_the_action_is_stored(desk, service):
    game = await desk.table()
    user = await desk.on_move(game)
    await service.put_draft(game, user, {"by": 2}, rev=1)
    await service.put_draft(game, user, {"by": 3}, rev=1)
    service = await desk.restart()
    draft = await service.draft(game, user)
    assert (draft.body, draft.rev) == ({"by": 3}, 1)
    await service.act(game, user, "fly")
    assert await service.draft(game, user) is not None
    await service.act(game, user, "count", {"by": 3})
    assert await service.draft(game, user) is None


FULL, SMALL = {"scenario": "europe"}, {"scenario": "uk_france"}


async def table_of(service, options, count):
    made = await service.create(ANN, title="18OE", name="Tuesday", owner_name="Ann", options=options)
    for user in range(2, count + 1):
        assert (await service.join(made.game, user, f"User {user}")).ok
    return made.game


async def test_no_more_may_join_than_can_play_the_scenario(service):
    game = await table_of(service, SMALL, 3)
    no = await service.join(game, DEE, "Dee")
    assert (no.code, no.text) == ("full", "All 3 seats are taken; somebody must leave first.")
    info = await service.info(game)
    assert is_full(info)
    card = setup_card(info).view
    assert card is not None
    assert "**Seats** 3 of 2 to 3" in text_of(card)
    assert (await service.set_options(game, ANN, FULL)).ok
    assert not is_full(await service.info(game))
    assert (await service.join(game, DEE, "Dee")).ok


async def test_a_scenario_is_not_chosen_by_more_than_can_play_it(service):
    game = await table_of(service, FULL, 4)
    no = await service.set_options(game, ANN, SMALL)
    assert no.code == "too_many_players"
    assert "2 to 3 players and 4 have joined; somebody must leave first." in no.text
    assert (await service.info(game)).options == FULL
    assert (await service.leave(game, DEE)).ok
    assert (await service.set_options(game, ANN, SMALL)).ok
    assert (await service.start(game, ANN)).ok
