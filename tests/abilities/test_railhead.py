"""A granted lay that counts as the company's own, free or not, and the token that may follow it."""

from dataclasses import replace

import pytest

from engine import TITLES
from engine.abilities.granted_lay import GrantedLay, PrivatesOnTokens
from engine.core.flow import current_round
from engine.rules.tokens import check as check_token
from tests.abilities.privates import data_with
from tests.scenario import Scenario, act, kinds, refusal

PRIVATE, CITY, MOUNTAIN, HOME = "DR", "A10", "A8", "K8"
RAILHEAD = GrantedLay(hexes=(CITY,), counts=True, first=True, token=True)


def turn(power=RAILHEAD, *, cash=500, reach=True, step="track"):
    """1889 in the turn of AR, which owns a private with the power; p1 presides over it."""
    model = TITLES["1889"]
    rules = replace(model.rules, tokens=PrivatesOnTokens())
    title = replace(model, data=data_with(model.data, PRIVATE, power), rules=rules, moves_at_any_time=())
    scenario = Scenario(title).shares("AR", p1=60).par("AR", 75).money({"AR": cash}).own("AR", PRIVATE)
    scenario.tile(HOME, "6", 0)
    if reach:
        scenario.token("AR", HOME)
    return scenario.at("operating", "AR", step, number=1, part=1)


def a_lay(game, coord=CITY):
    """The first lay that the power offers on a hex."""
    tile = game.options("p1", "lay_granted", "tile", {"hex": coord})[0].value
    way = game.options("p1", "lay_granted", "rotation", {"hex": coord, "tile": tile})[0].value
    return {"hex": coord, "tile": tile, "rotation": way}


def an_own_lay(game):
    coord = game.options("p1", "lay_tile", "hex", {})[0].value
    tile = game.options("p1", "lay_tile", "tile", {"hex": coord})[0].value
    way = game.options("p1", "lay_tile", "rotation", {"hex": coord, "tile": tile})[0].value
    return {"hex": coord, "tile": tile, "rotation": way}


def is_open(game):
    step = current_round(game.view).step(game.view)
    assert step is not None
    return step.is_open(game.view)


def test_it_is_the_lay_of_the_turn():
    game = turn().game()
    own = an_own_lay(game)
    act(game, "p1", "lay_granted", **a_lay(game))
    assert "lay_tile" not in kinds(game, "p1")
    assert refusal(game, "p1", "lay_tile", **own) in ("not_now", "no_lay_left")
    assert not game.view.company(PRIVATE).closed


def test_after_the_lay_of_the_turn_it_is_refused():
    game = turn().game()
    granted = a_lay(game)
    act(game, "p1", "lay_tile", **an_own_lay(game))
    assert "lay_granted" not in kinds(game, "p1")
    assert refusal(game, "p1", "lay_granted", **granted) == "no_lay_left"


def test_one_more_lay_is_left_after_it_unless_it_counts():
    game = turn(replace(RAILHEAD, counts=False)).game()
    act(game, "p1", "lay_granted", **a_lay(game))
    assert "lay_tile" in kinds(game, "p1")


def test_it_keeps_the_step_of_track_open_where_no_route_leads_anywhere():
    game = turn(reach=False).game()
    assert "lay_tile" not in kinds(game, "p1")
    assert is_open(game)
    assert not is_open(turn(replace(RAILHEAD, counts=False), reach=False).game())
    act(game, "p1", "lay_granted", **a_lay(game))
    assert (CITY, 0) not in game.view.stations("AR")


def test_a_first_tile_is_not_laid_on_track():
    laid = turn().tile(CITY, "6", 0).phase("3")
    assert refusal(laid.game(), "p1", "lay_granted", hex=CITY, tile="12", rotation=0) == "not_granted"
    assert "lay_granted" not in kinds(laid.game(), "p1")
    assert "lay_granted" in kinds(
        turn(replace(RAILHEAD, first=False)).tile(CITY, "6", 0).phase("3").game(), "p1"
    )


def test_the_token_of_the_turn_follows_free_of_charge_and_without_a_route():
    game = turn(cash=0).game()
    act(game, "p1", "lay_granted", **a_lay(game))
    assert game.waiting().step == "token"
    act(game, "p1", "place_token", hex=CITY, stop=0)
    assert (CITY, 0) in game.view.stations("AR")
    assert game.view.cash("AR") == 0


def test_without_that_parameter_the_token_needs_a_route():
    game = turn(replace(RAILHEAD, token=False)).game()
    act(game, "p1", "lay_granted", **a_lay(game))
    refused = check_token(game.view, "AR", (CITY, 0))
    assert refused is not None
    assert refused.code == "not_connected"


def test_in_a_later_turn_the_token_needs_a_route():
    game = turn().game()
    act(game, "p1", "lay_granted", **a_lay(game))
    game._writer.forget("turn:")
    assert (CITY, 0) not in PrivatesOnTokens().reached(game.view, "AR")


@pytest.mark.parametrize("free", [False, True])
def test_terrain_is_paid_unless_it_is_free(free):
    power = replace(RAILHEAD, hexes=(MOUNTAIN,), free=free, token=False)
    game = turn(power).game()
    cost = 0 if free else game.view.board().hexmap[MOUNTAIN].terrain_cost
    act(game, "p1", "lay_granted", **a_lay(game, MOUNTAIN))
    assert game.view.cash("AR") == 500 - cost
    poor = turn(power, cash=79).game()
    assert ("lay_granted" in kinds(poor, "p1")) is free


def test_its_text_says_each_of_its_parameters():
    view = turn().game().view
    said = [
        replace(RAILHEAD, counts=counts, free=free, first=first, token=token).text(view, PRIVATE)
        for counts in (True, False)
        for free in (True, False)
        for first in (True, False)
        for token in (True, False)
    ]
    assert len(set(said)) == len(said)
