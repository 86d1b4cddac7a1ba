"""1826 O116: a station token costs 20 for each hex on the way from the nearest one."""

import pytest

from engine.choices import Range
from tests.rulemark import rule
from tests.titles.france import act, cash, refusal
from tests.titles.french_turns import NE, NW, SE, SW, E, Turn, W


def nord(cash: int = 500, way: str = "short") -> Turn:
    """Nord has track from Paris to Reims (F12): past F10, or round by E11."""
    scenario = Turn().corporation("Nord", 100, cash=cash, p1=60).turn("Nord", "token")
    if way == "short":
        return scenario.lay("F10", "8", SW, E).lay("F12", "57", W, E)
    return scenario.lay("F10", "9", SW, NE).lay("E11", "7", SW, SE).lay("F12", "6", NW, E)


@rule("1826", "O116")
@pytest.mark.parametrize(("way", "cost"), [("short", 40), ("round", 60)])
def test_a_token_costs_20_for_each_hex_of_the_way(way, cost):
    game = nord(way=way).game()
    bank = cash(game, "bank")
    act(game, "p1", "place_token", hex="F12")
    assert cash(game, "Nord") == 500 - cost
    assert cash(game, "bank") == bank + cost
    assert ("F12", 0) in game.view.stations("Nord")


@rule("1826", "O116")
def test_the_distance_from_the_second_token():
    """The recorded Midi placed its token in Saint-Etienne for 20, beside its token in Lyon."""
    scenario = Turn().corporation("Midi", 100, cash=100, p1=60).token("Midi", "L14")
    scenario.lay("M13", "6", NE, W).turn("Midi", "token").phase("4H")
    game = scenario.game()
    act(game, "p1", "place_token", hex="M13")
    assert cash(game, "Midi") == 80


@rule("1826", "O116")
@pytest.mark.parametrize(("money", "code"), [(39, "cannot_afford"), (40, None)])
def test_the_treasury_must_have_the_price(money, code):
    game = nord(cash=money).game()
    if code is None:
        act(game, "p1", "place_token", hex="F12")
        assert cash(game, "Nord") == 0
    else:
        assert refusal(game, "p1", "place_token", hex="F12") == code


@rule("1826", "O116")
def test_the_price_is_shown_with_the_city():
    game = nord().game()
    options = game.options("p1", "place_token", "hex", {})
    assert not isinstance(options, Range)
    (option,) = options
    assert (option.value, option.note) == ("F12", "F40")


@rule("1826", "O116")
def test_of_the_stations_of_paris_the_only_open_one_need_not_be_named():
    scenario = Turn().close("Nord").lay("F10", "8", SW, E).lay("F12", "57", W, E)
    scenario.corporation("Als", 100, cash=500, p1=60).token("Als", "F12")
    game = scenario.turn("Als", "token").game()
    choice = next(c for c in game.choices("p1") if c.kind == "place_token")
    assert [field.name for field in choice.fields] == ["hex"]
    act(game, "p1", "place_token", hex="G9")
    assert ("G9", 3) in game.view.stations("Als")
    assert cash(game, "Als") == 500 - 40
