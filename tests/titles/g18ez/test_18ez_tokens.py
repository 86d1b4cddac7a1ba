"""18EZ 2.5: station markers."""

import pytest

from engine.core.actions import Action
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18ez.ez_turns import NE, SW, E, Turn, W, offered, turned


def on_the_line(cash=500, step="token") -> Turn:
    """M&R from Redwood west over Milton towards Metropolis, with a station at home."""
    scenario = Turn().major("M&R", cash=cash).token("M&R", "D14")
    return scenario.lay("D14", "57", W, E).lay("D12", "6", E, SW).lay("E11", "9", NE, SW).turn("M&R", step)


def to_metropolis(**more) -> Turn:
    return on_the_line(**more).lay("D10", "8", E, SW).tile("D12", "57", turned("57", W, E))


def places(game):
    return [o.value for o in offered(game, "p1", "place_token", "hex")]


@rule("18EZ", "2.5")
def test_the_first_is_free_the_second_costs_40_the_third_100():
    game = on_the_line().game()
    assert game.choices("p1")[0].note == "$40"
    act(game, "p1", "place_token", hex="D12")
    assert game.view.cash("M&R") == 460
    third = on_the_line().token("M&R", "F6").game()
    assert third.choices("p1")[0].note == "$100"
    act(third, "p1", "place_token", hex="D12", stop="0")
    assert third.view.cash("M&R") == 400
    assert third.view.stations("M&R") == [("D14", 0), ("F6", 0), ("D12", 0)]
    home = Turn().major("M&R").turn("M&R").game()
    act(home, "p1", "lay_tile", hex="D14", tile="57", rotation=turned("57", W, E))
    assert (home.view.cash("M&R"), home.view.stations("M&R")) == (500, [("D14", 0)])


@rule("18EZ", "2.5")
def test_three_tokens_are_all():
    game = on_the_line().token("M&R", "F6").token("M&R", "D6").game()
    assert "place_token" not in kinds(game, "p1")
    assert refusal(game, "p1", "place_token", hex="D12") == "no_token_left"


@rule("18EZ", "2.5")
def test_the_treasury_must_pay():
    assert refusal(on_the_line(cash=39).game(), "p1", "place_token", hex="D12") == "cannot_afford"
    game = on_the_line(cash=40).game()
    act(game, "p1", "place_token", hex="D12")
    assert game.view.cash("M&R") == 0


@rule("18EZ", "2.5")
def test_a_route_from_home_is_needed():
    game = on_the_line().lay("F6", "57", W, E).game()
    assert places(game) == ["D12"]
    assert refusal(game, "p1", "place_token", hex="F6") == "not_connected"


@rule("18EZ", "2.5")
def test_a_route_from_another_station_than_home_is_not_enough():
    scenario = (
        on_the_line().token("M&R", "F6").lay("F6", "57", W, E).lay("F8", "9", W, E).lay("F10", "9", W, E)
    )
    game = scenario.lay("F12", "57", W, E).minor("ONE", "p2").token("ONE", "G9").game()
    assert refusal(game, "p1", "place_token", hex="F12") == "not_connected"


@rule("18EZ", "2.5")
def test_stations_of_others_interrupt_the_route():
    scenario = on_the_line().major("BCRR", "p2").token("BCRR", "C5").token("BCRR", "D12")
    game = scenario.lay("F10", "9", NE, SW).game()
    assert refusal(game, "p1", "place_token", hex="E9") == "not_connected"


@rule("18EZ", "2.5")
def test_a_full_city_has_no_space_until_it_is_upgraded():
    scenario = on_the_line().major("BCRR", "p2").token("BCRR", "C5").token("BCRR", "D12")
    assert refusal(scenario.game(), "p1", "place_token", hex="D12") == "no_space"
    larger = scenario.tile("D12", "14", turned("14", E, SW, W, NE)).phase("3").game()
    act(larger, "p1", "place_token", hex="D12")
    assert larger.view.board().companies_at("D12", 0) == ["M&R", "BCRR"]


@rule("18EZ", "2.5")
def test_one_marker_of_a_railroad_on_a_tile():
    scenario = on_the_line().tile("D14", "14", turned("14", W, E, SW, NE)).phase("3")
    assert refusal(scenario.game(), "p1", "place_token", hex="D14") == "already_here"


def next_to_a_home(tile, *edges) -> Turn:
    """GV&E with a route to Rockfourd, the home of a minor that has no station yet."""
    scenario = Turn().major("GV&E").token("GV&E", "B10").lay("B10", "57", SW, NE)
    return scenario.lay("C9", tile, *edges).phase("3").turn("GV&E", "token")


@rule("18EZ", "2.5")
def test_a_home_is_kept_for_a_railroad_that_has_not_placed_its_station():
    """The only circle of a yellow home is kept; of the two of a green one, one is free."""
    game = next_to_a_home("57", SW, NE).game()
    assert "place_token" not in kinds(game, "p1")
    assert refusal(game, "p1", "place_token", hex="C9") == "kept_for_home"
    green = next_to_a_home("14", SW, NE, W, E).game()
    act(green, "p1", "place_token", hex="C9")
    assert green.view.board().companies_at("C9", 0) == ["GV&E"]
    assert green.view.board().open_slots("C9", 0, "ROC") == 1


@rule("18EZ", "2.5")
def test_the_last_circle_of_a_home_is_kept_too():
    scenario = next_to_a_home("14", SW, NE, W, E).major("M&R", "p2").token("M&R", "C9")
    assert refusal(scenario.game(), "p1", "place_token", hex="C9") == "kept_for_home"
    placed = next_to_a_home("14", SW, NE, W, E).minor("ROC", "p2").token("ROC", "C9").game()
    act(placed, "p1", "place_token", hex="C9")
    assert placed.view.board().companies_at("C9", 0) == ["ROC", "GV&E"]


@rule("18EZ", "2.5")
def test_a_kept_space_does_not_block_a_route():
    scenario = Turn().major("GV&E").token("GV&E", "B10").lay("B10", "57", SW, NE).lay("C9", "57", SW, NE)
    game = scenario.lay("D8", "9", SW, NE).turn("GV&E").game()
    act(game, "p1", "lay_tile", hex="E7", tile="9", rotation=turned("9", SW, NE))
    blocked = scenario.minor("ROC", "p2").token("ROC", "C9").game()
    rotation = turned("9", SW, NE)
    assert refusal(blocked, "p1", "lay_tile", hex="E7", tile="9", rotation=rotation) == "not_connected"


@rule("18EZ", "2.5")
@pytest.mark.parametrize("hex_", ["C13", "E17", "D10", "Z99"])
def test_only_large_cities_take_markers(hex_):
    assert refusal(on_the_line().game(), "p1", "place_token", hex=hex_) == "not_a_city"


@rule("18EZ", "2.5")
def test_one_additional_marker_a_turn():
    scenario = to_metropolis().own("M&R", "MRTA").phase("3")
    game = scenario.game()
    assert places(game) == ["D12", "E9"]
    act(game, "p1", "place_token", hex="D12")
    assert game.state.cursor.step == "token"  # the Transit Authority has a marker to place yet
    assert refusal(game, "p1", "place_token", hex="E9") == "no_token_this_turn"


@rule("18EZ", "2.5")
@pytest.mark.parametrize("company", ["ONE", "BL"])
def test_minors_and_the_black_line_have_no_further_markers(company):
    scenario = Turn().phase("5")
    if company == "ONE":
        scenario.minor("ONE").token("ONE", "F12").lay("F12", "57", W, E)
    else:
        scenario.shares("BL", p1=20).par("BL", 150, (0, 9)).money({"BL": 750})
        for home in ("F12", "G9", "D6", "C9"):
            scenario.token("BL", home).lay(home, "57", W, E)
    game = (
        scenario.lay("F10", "9", W, E)
        .lay("F8", "9", W, E)
        .lay("F6", "57", W, E)
        .turn(company, "token")
        .game()
    )
    assert "place_token" not in kinds(game, "p1")
    assert refusal(game, "p1", "place_token", hex="F6") == "no_token_left"


@rule("18EZ", "2.2", "2.5")
def test_the_step_may_be_declined():
    game = on_the_line().game()
    act(game, "p1", "skip")
    assert game.view.stations("M&R") == [("D14", 0)]
    assert game.state.cursor.step == "trains"


@rule("18EZ", "2.5")
def test_before_the_home_station_there_is_no_other():
    game = Turn().major("M&R").turn("M&R", "token").game()
    assert refusal(game, "p1", "place_token", hex="D12") == "home_first"


@rule("18EZ", "2.5")
def test_every_offered_place_is_legal_and_every_legal_place_is_offered():
    game = to_metropolis().lay("E13", "8", NE, W).game()
    board = game.view.board()
    legal = [h for h in board.hexmap.hexes if game.check(Action("place_token", "p1", {"hex": h})) is None]
    assert places(game) == legal == ["D12", "E9"]
    assert [o.label for o in offered(game, "p1", "place_token", "hex")] == ["Milton (D12)", "Metropolis (E9)"]
