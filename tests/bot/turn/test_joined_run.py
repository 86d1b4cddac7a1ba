"""Trains that run as one, put together by hand: stop by stop, and typed (12.1 of 18OE)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.chat.press import Press
from bot.turn.pages import best_runs
from bot.turn.pages.runs_by_hand import manual_run_from_routes, manual_run_of
from bot.turn.presses import run_buttons as runs
from bot.turn.session.routes import parse_json_routes, revenue, route_text_of_train
from bot.turn.session.session import TurnSession
from bot.work.pool import Pool
from bot.work.typed_routes import find_typed_routes
from engine import Game
from engine.api.runs import Route, bonuses_won, stops_of
from tests.bot.limits import text_of
from tests.bot.turn.test_bonus_run import NAME, pool, running, shown
from tests.loopback.wire import walk
from tests.titles.g18oe.cutouts import US
from tests.titles.g18oe.test_18oe_extras import express, run_of
from tests.titles.g18oe.test_18oe_running import turn

__all__ = ["pool"]
SEVEN = "2+2", "2+2", "3"
"""Trains that reach Madrid from Constantinople together only."""


def way(game: Game) -> list[str]:
    """The hexes with the stops of that run."""
    route = Route(ids(game)[0], run_of(express()), joined=tuple(ids(game)[1:3]))
    return [coord for coord, _ in stops_of(game.view, route)]


def ids(game: Game) -> list[str]:
    return [train.id for train in game.view.trains(US)]


async def press(session: TurnSession, what: str, *values: str) -> None:
    """A press on the page on which the stops are chosen."""
    hand = manual_run_of(session.current_draft)
    mark = hand.checksum if hand else ""
    await runs._edit_manual_run(session, Press(1, 1, "w_hand", f"x.{mark}.{what}", values))


async def joins(session: TurnSession) -> list[str]:
    """The trains of the menu for joining."""
    parts = walk((await shown(session)).to_components())
    menus = [p for p in parts if str(p.get("custom_id", "")).endswith(".join")]
    return [option["value"] for menu in menus for option in menu["options"]]


async def by_hand(game: Game, pool: Pool) -> TurnSession:
    session = running(game, pool)
    session.set_draft(best_runs.with_chosen_routes(session.current_draft, []))
    await press(session, "begin")
    return session


async def test_trains_of_limit_seven_are_joined_and_run_stop_by_stop(pool: Pool) -> None:
    """12.1: a 2+2, a 3 and another 2+2 run as a train of 7 that counts 4 towns."""
    game = turn(express(*SEVEN))
    trains = ids(game)
    session = await by_hand(game, pool)
    assert "joined" not in text_of(await shown(session))
    await press(session, "join", *trains)
    page = text_of(await shown(session))
    assert "2+2 train + 2+2 train + 3 train, joined: 7 stops and 4 towns** stands still" in page
    for stop in way(game):
        await press(session, "stop", stop)
    await press(session, "show")
    assert not session.notice
    routes = best_runs.shown_routes(session.current_draft, await best_runs.find_route_sets(session))
    assert [route.trains for route in parse_json_routes(routes)] == [tuple(trains)]
    assert bonuses_won(game.view, US, parse_json_routes(routes)) == (NAME,)
    assert revenue(game, US, routes) == 30 + 20 + 20 + 10 + 30 + 60
    assert route_text_of_train(game, US, routes, trains[1]) == f"= {trains[0]}"
    assert manual_run_from_routes(session, routes).joined == tuple(trains)


async def test_trains_come_apart_again_and_keep_their_stops(pool: Pool) -> None:
    game = turn(express(*SEVEN))
    _, second, third = ids(game)
    session = await by_hand(game, pool)
    await press(session, "train", second)
    await press(session, "stop", "AD17")
    await press(session, "join", second, third)
    hand = manual_run_of(session.current_draft)
    assert hand is not None
    assert (hand.train, hand.joined, hand.current_stops) == (second, (second, third), (("AD17", 0),))
    await press(session, "train", third)
    assert (kept := manual_run_of(session.current_draft)) is not None
    assert kept.train == second
    assert kept.separate_trains == ids(game)[:2]
    await press(session, "join", second)
    assert manual_run_of(session.current_draft) == replace(hand, joined=())


async def test_only_trains_that_may_are_offered_and_joined(pool: Pool) -> None:
    """12.1: permanent trains may not be part of it; without such a bonus, or with one train, none may."""
    game = turn(express("2+2", "3", "5"))
    two, three, permanent = ids(game)
    session = await by_hand(game, pool)
    offered = await joins(session)
    assert offered == [two, three]
    assert await joins(await by_hand(turn(express("2+2", "5")), pool)) == []
    await press(session, "join", two, permanent)
    assert (hand := manual_run_of(session.current_draft)) is not None
    assert hand.joined == ()


FAR = (
    "2+2 train: This train visits at most 4 stops (sea zones and ferries count), and none on its way "
    "may be left out."
)
IN_VAIN = "Trains run as one only to earn this bonus: Orient Express."
NOT_THESE = "2+2 train: Of the trains of {us} these may run as one: {0}, {1}, {2}."
NO_LEAD = "2+2 train: after “=” stands the train with which it runs as one: {0}, {2}, {3}."


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("{way}", "= {0}", "= {0}", ""), ""),
        (("{way}", "= 2+2", "=2+2", ""), ""),
        (("", "= {0}", "", ""), ""),
        (("{way}", "= {0}", "", ""), FAR),
        (("AD17, AC16", "= {0}", "", ""), IN_VAIN),
        (("AD17, AC16", "", "", "= {0}"), NOT_THESE),
        (("AD17, AC16", "= 8", "", ""), NO_LEAD),
    ],
)  # fmt: skip
async def test_a_joined_run_is_typed(pool: Pool, lines: tuple[str, ...], said: str) -> None:
    game = turn(express(*SEVEN, "5"))
    trains, stops = ids(game), ", ".join(way(game))
    named = {t: line.format(*trains, way=stops) for t, line in zip(trains, lines, strict=True)}
    routes, fault = await find_typed_routes(pool, game, US, named)
    assert fault == said.format(*trains, us=US)
    wanted = [tuple(trains[:3])] if lines[0] and not said else []
    assert [route.trains for route in parse_json_routes(routes)] == wanted


async def test_a_company_without_such_a_bonus_joins_none(pool: Pool) -> None:
    session = await by_hand(turn(express("2+2", "3", kind="regional")), pool)
    trains = ids(session.game)
    await press(session, "join", *trains)
    assert (hand := manual_run_of(session.current_draft)) is not None
    assert hand.joined == ()
