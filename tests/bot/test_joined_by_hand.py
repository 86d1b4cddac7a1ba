"""Trains that run as one, put together stop by stop or typed (18OE 12.1)."""

from __future__ import annotations

import pytest

from bot.pool import Pool
from bot.press import Press
from bot.searches import as_one, by_names
from bot.ui.pages.desk import Desk
from bot.ui.presses import runs
from bot.ui.runs import best, byhand
from bot.ui.runs.routes import line_of, revenue, route_lines
from engine import Action
from engine.face.runs import parse_routes, stops_of
from engine.routes.suggest import best_earning
from tests.bot.limits import labels_of, text_of
from tests.bot.test_bonus_run import AIM, NAME, pool, running, shown
from tests.titles.g18oe.cutouts import US
from tests.titles.g18oe.test_18oe_extras import express
from tests.titles.g18oe.test_18oe_running import turn

__all__ = ["pool"]
THREE = "2+2", "3", "2+2"


def combined(pool: Pool, *trains: str) -> Desk:
    return running(turn(express(*trains)), pool)


async def pressed(desk: Desk, *parts: str, chosen: tuple[str, ...] = ()) -> None:
    hand = byhand.hand_of(desk.chosen)
    await runs._hand(desk, Press(1, 1, "w_hand", ".".join(["x", hand.mark if hand else "", *parts]), chosen))


def hand_of(desk: Desk) -> byhand.Hand:
    hand = byhand.hand_of(desk.chosen)
    assert hand is not None
    return hand


async def test_a_joined_run_that_is_shown_is_taken_over_as_it_is(pool: Pool) -> None:
    desk = combined(pool, *THREE)
    await runs._aim(desk, AIM)
    routes = best.shown_routes(desk.chosen, await best.sets_of(desk))
    [route] = routes
    await pressed(desk, "begin")
    assert hand_of(desk).heads == dict.fromkeys(route["joined"], route["train"])
    assert text_of(await shown(desk)).count("runs as one with 2+2 train") == 2
    await pressed(desk, "show")
    assert not desk.notice
    assert revenue(desk.game, US, best.shown_routes(desk.chosen, await best.sets_of(desk))) == revenue(
        desk.game, US, routes
    )


async def test_trains_are_joined_and_parted_by_a_press(pool: Pool) -> None:
    desk = combined(pool, *THREE)
    aimed = best_earning(desk.view, US, NAME)
    assert aimed is not None
    await pressed(desk, "begin")
    first, second, third = hand_of(desk).stops
    assert labels_of(await shown(desk)).count("As one with 2+2 train") == 1
    await pressed(desk, "clear")
    await pressed(desk, "join", second)
    await pressed(desk, "join", third)
    assert hand_of(desk).heads == {second: first, third: first}
    assert "3 train runs apart" in labels_of(await shown(desk))
    [route] = aimed.routes
    for coord, _ in stops_of(desk.view, route):
        await pressed(desk, "stop", chosen=(coord,))
    await pressed(desk, "show")
    routes = best.shown_routes(desk.chosen, await best.sets_of(desk))
    assert revenue(desk.game, US, routes) == aimed.revenue
    assert desk.game.check(Action("run", "p1", {"routes": routes})) is None
    assert [line.split("** ")[1] for line in route_lines(desk.game, US, routes)][1:] == [
        "runs as one with 2+2 train"
    ] * 2
    await pressed(desk, "begin")
    await pressed(desk, "join", third)
    assert hand_of(desk).heads == {second: first}


async def test_a_permanent_train_joins_none(pool: Pool) -> None:
    desk = combined(pool, "8+8", "3")
    await pressed(desk, "begin")
    assert not [label for label in labels_of(await shown(desk)) if "as one" in label.lower()]
    permanent, three = hand_of(desk).stops
    await pressed(desk, "join", three)
    assert not hand_of(desk).heads
    routes, fault = await by_names(pool, desk.game, US, {permanent: "AD17, AA82", three: as_one(permanent)})
    assert not routes
    assert "may run as one: 3" in fault


async def test_what_is_typed_for_a_joined_train_is_the_train_it_goes_with(pool: Pool) -> None:
    desk = combined(pool, *THREE)
    aimed = best_earning(desk.view, US, NAME)
    assert aimed is not None
    routes = [route.to_json() for route in aimed.routes]
    lines = {train.id: line_of(desk.game, US, routes, train.id) for train in desk.view.trains(US)}
    head = aimed.routes[0].train
    assert sorted(lines.values())[:2] == [f"= {head}"] * 2
    found, fault = await by_names(pool, desk.game, US, lines)
    assert not fault
    assert parse_routes(found) == aimed.routes


@pytest.mark.parametrize("line", ["= none", "= {self}"])
async def test_a_train_joins_one_whose_stops_are_given(pool: Pool, line: str) -> None:
    desk = combined(pool, *THREE)
    first, second, third = (train.id for train in desk.view.trains(US))
    lines = {first: "AD17, AA82", second: line.format(self=second), third: ""}
    found, fault = await by_names(pool, desk.game, US, lines)
    assert not found
    assert fault == f"2+2 train: after = comes the train with which it runs as one: {first}, {third}."


async def test_it_stands_still_with_the_train_it_goes_with(pool: Pool) -> None:
    desk = combined(pool, *THREE)
    first, second, third = (train.id for train in desk.view.trains(US))
    assert await by_names(pool, desk.game, US, {first: "", second: f"= {first}", third: ""}) == ([], "")
