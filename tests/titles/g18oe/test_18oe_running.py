"""Turns in which railroads of 18OE run trains: better routes pointed out, nationals, the Orient Express."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.routes.paths import Route
from engine.routes.policy import RouteSet, legend
from engine.routes.prospects import basis
from engine.routes.suggest import best_earning, best_routes
from engine.titles.g18oe.routes.national_revenue import account
from engine.titles.g18oe.routes.routes import EuropeRoutes
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18oe.cutouts import US
from tests.titles.g18oe.lines import ANDALUSIA, Europe, track
from tests.titles.g18oe.oe_start import values
from tests.titles.g18oe.test_18oe_extras import express


def turn(scene: Europe, cash: int = 500) -> Game:
    """The railroad is about to run; it has a share value."""
    scene.money({US: cash}).par(US, 100, cell=(2, 2)).note("sets", 1).note("rounds_in_set", 2)
    return scene.at("operating", US, "run", number=1, part=1).game()


def andalusia(*trains: str, **data) -> Game:
    return turn(Europe("2", **data).line(*ANDALUSIA).token_at("AC8").card(*trains))


def written(*routes: Route):
    return [route.to_json() for route in routes]


def on(game: Game, *hexes: str):
    """A run over these hexes by the first train."""
    return written(Route(game.view.trains(US)[0].id, track(*hexes)))


# --- between revenue and trains ----------------------------------------------------------------------


@rule("18OE", "11.3.5")
@pytest.mark.parametrize(("cash", "step"), [(64, "trains"), (65, "transfer"), (500, "trains")])
def test_revenue_that_brings_the_price_of_a_port_authority_may_be_spent_on_it_before_trains(cash, step):
    game = turn(Europe("2").line(*ANDALUSIA).token_at("AC8").card("4"), cash)
    act(game, "p1", "run", routes=on(game, *ANDALUSIA))
    act(game, "p1", "dividend", payout="withhold")
    assert game.view.cursor.step == step
    if step == "transfer":
        act(game, "p1", "buy_port_authority", sea="mediterranean")
        assert (game.view.cash(US), game.view.cursor.step) == (0, "trains")


# --- better routes ---------------------------------------------------------------------------------


@rule("18OE", "11.3.9")
def test_a_better_route_that_is_pointed_out_must_be_run():
    game = andalusia("4")
    assert "point_out" in kinds(game, "p2")
    assert "point_out" not in kinds(game, "p1")
    act(game, "p2", "point_out", routes=on(game, *ANDALUSIA[:4]))
    assert refusal(game, "p1", "run", routes=on(game, *ANDALUSIA[:3])) == "better_route"
    assert refusal(game, "p1", "run", routes=[]) == "better_route"
    assert refusal(game, "p1", "skip") == "better_route"
    assert refusal(game, "p3", "point_out", routes=on(game, *ANDALUSIA[:4])) == "not_better"
    act(game, "p3", "point_out", routes=on(game, *ANDALUSIA))
    assert refusal(game, "p1", "run", routes=on(game, *ANDALUSIA[:4])) == "better_route"
    act(game, "p1", "run", routes=game.suggest_routes())
    assert game.view.company(US).last_revenue == 60


@rule("18OE", "11.3.9")
def test_it_is_pointed_out_after_the_run_until_the_revenue_is_distributed():
    game = andalusia("4")
    act(game, "p1", "run", routes=on(game, *ANDALUSIA[:2]))
    assert game.view.company(US).last_revenue == 30
    assert refusal(game, "p2", "point_out", routes=on(game, *ANDALUSIA[:2])) == "not_better"
    assert refusal(game, "p1", "point_out", routes=on(game, *ANDALUSIA)) == "nothing_to_point_out"
    act(game, "p2", "point_out", routes=on(game, *ANDALUSIA))
    assert game.view.company(US).last_revenue == 60
    act(game, "p1", "dividend", payout="withhold")
    assert game.view.cash(US) == 560
    assert "point_out" not in kinds(game, "p2")


@rule("18OE", "11.3.9")
def test_what_is_pointed_out_is_legal():
    game = andalusia("2+2")
    way = (*track(*ANDALUSIA), *track("AC16", "AD17"))
    assert refusal(game, "p2", "point_out", routes=["x"]) == "bad_routes"
    assert refusal(game, "p2", "point_out", routes=written(Route("2+2-1", way))) == "off_the_tile"


@rule("18OE", "12.2")
def test_the_orient_express_may_be_run_though_better_routes_are_pointed_out():
    game = turn(express("8+8", phase="5"))
    best, own = best_routes(game.view, US), best_earning(game.view, US, "Orient Express")
    assert own is not None
    assert best.revenue > own.revenue
    act(game, "p2", "point_out", routes=written(*best.routes))
    act(game, "p1", "run", routes=written(*own.routes))
    assert refusal(game, "p2", "point_out", routes=written(*best.routes)) == "runs_the_express"


# --- the first Orient Express ------------------------------------------------------------------------------


def after_express() -> tuple[Game, int]:
    """The first Orient Express has run, and what its train earned."""
    game = turn(express("8+8", phase="5"))
    found = best_earning(game.view, US, "Orient Express")
    assert found is not None
    act(game, "p1", "run", routes=written(*found.routes))
    return game, found.revenue


@rule("18OE", "12.2")
def test_before_the_first_run_it_is_told_what_bonus_it_brings():
    game = turn(express("8+8", phase="5"))
    found = best_earning(game.view, US, "Orient Express")
    assert found is not None
    told = (
        f"The first Orient Express of GWR brings a bonus, too: £{found.revenue} for its treasury, or "
        "3 moves of its share value to the right."
    )
    assert legend(game.view, US, found.routes) == told
    assert legend(game.view, US, best_routes(game.view, US).routes) == ""
    again = turn(express("8+8", phase="5", orient_express=True))
    assert legend(again.view, US, found.routes) == ""


@rule("18OE", "12.2")
def test_the_first_time_brings_the_marker_and_a_bonus_to_choose():
    game, _ = after_express()
    assert game.view.company(US).data["orient_express"] is True
    assert refusal(game, "p1", "dividend", payout="pay") == "choose_bonus_first"
    assert refusal(game, "p1", "express_bonus", bonus="both") == "bad_express_bonus"
    assert values(game, "p1", "express_bonus", "bonus") == ["cash", "moves"]
    act(game, "p1", "express_bonus", bonus="cash")
    assert refusal(game, "p1", "express_bonus", bonus="moves") == "no_express_bonus"


@rule("18OE", "12.2")
def test_cash_is_the_revenue_of_the_train_after_the_distribution():
    game, earned = after_express()
    act(game, "p1", "express_bonus", bonus="cash")
    act(game, "p1", "dividend", payout="withhold")
    assert game.view.cash(US) == 500 + 2 * earned
    assert game.view.company(US).last_revenue == earned


@rule("18OE", "12.2")
@pytest.mark.parametrize("payout", ["pay", "withhold"])
def test_three_moves_right_come_on_top_of_the_usual_one(payout):
    cells = {}
    for bonus in ("cash", "moves"):
        game, _ = after_express()
        act(game, "p1", "express_bonus", bonus=bonus)
        act(game, "p1", "dividend", payout=payout)
        cells[bonus] = game.view.company(US).cell
    cell = cells["cash"]
    assert cell is not None
    row, column = cell
    assert cells["moves"] == (row, column + 3)


@rule("18OE", "12.2")
def test_who_has_the_marker_gets_no_further_bonus():
    scene = express("8+8", phase="5", orient_express=True)
    game = turn(scene)
    found = best_earning(game.view, US, "Orient Express")
    assert found is not None
    act(game, "p1", "run", routes=written(*found.routes))
    assert "express_bonus" not in kinds(game, "p1")
    assert refusal(game, "p1", "express_bonus", bonus="cash") == "no_express_bonus"
    assert "dividend" in kinds(game, "p1")


# --- nationals ---------------------------------------------------------------------------------------


@rule("18OE", "11.3.10")
def test_a_national_counts_its_zone_by_itself_and_pays_all():
    scene = Europe("4", kind="national", zone="SP").line(*ANDALUSIA).card("2+2", "4")
    earned = account(scene.view, US).total
    # Casablanca by its ferry, two cities, two towns, the Pullman; no ferry leads from the line to Melilla.
    assert earned == 40 + 2 * 20 + 2 * 10 + 40
    game = turn(scene, cash=0)
    assert "run" not in kinds(game, "p1")
    assert refusal(game, "p1", "run", routes=on(game, *ANDALUSIA)) == "national_counts"
    assert "point_out" not in kinds(game, "p2")
    before = game.view.cash("p1")
    act(game, "p1", "skip")
    assert game.view.company(US).last_revenue == earned == 140
    assert game.view.cash("p1") == before + 28


# --- what a best run depends on ----------------------------------------------------------------------


@rule("18OE", "11.3.9")
def test_what_is_known_of_a_best_run_is_forgotten_when_more_may_be_run():
    """A regional that becomes a major may run the Orient Express; Lille opens for good."""
    scenes = [
        Europe("5").card("4"),
        Europe("5", kind="regional").card("4"),
        Europe("5").card("4").note("white_cliffs", "open"),
        Europe("5").card("4").note("white_cliffs", "LNWR"),
    ]
    known = [basis(scene.view, US) for scene in scenes]
    assert len({known[0], known[1], known[3]}) == 3
    assert known[2] == known[0]
    assert known[0] == basis(Europe("5").card("4").view, US)


@rule("18OE", "11.3.9")
def test_a_search_that_is_cut_offers_what_was_pointed_out(monkeypatch):
    """Worse routes would be refused."""
    game = andalusia("4")
    before = basis(game.view, US)
    act(game, "p2", "point_out", routes=on(game, *ANDALUSIA))
    assert basis(game.view, US) != before
    monkeypatch.setattr(EuropeRoutes, "search", lambda *_: (RouteSet((), 0, proven=False, bound=90),))
    found = best_routes(game.view, US)
    assert (written(*found.routes), found.revenue, found.proven) == (on(game, *ANDALUSIA), 60, False)
