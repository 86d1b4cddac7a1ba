"""1862 7.2, 7.6.5, 7.7: the home marker, the link to London, station markers."""

import pytest

from engine.core.actions import Action
from engine.titles.g1862.companies.companies import unplaced
from engine.titles.g1862.steps.tokens import newest
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, kinds, refusal
from tests.titles.g1862.mania_turns import NE, NW, SE, SW, N, S, Turn, lay, offered, paths, refused


def hexes(game, kind="place_token"):
    return [o.value for o in offered(game, "p1", kind, "hex")]


def step(game):
    return game.state.cursor.step


# --- station markers (7.7) -------------------------------------------------------------------------------


def line():
    """Sudbury with track to Witham (D13) and Bury St. Edmunds (D9)."""
    return Turn().at_home().lay("D13", "57", S, N).lay("D9", "621", S, N).step("token")


@rule("1862", "7.7")
def test_a_marker_goes_free_on_an_empty_circle_of_a_route():
    game = line().game()
    assert hexes(game) == ["D9", "D13"]
    act(game, "p1", "place_token", hex="D9")
    assert game.view.stations("SVR") == [("D11", 0), ("D9", 0)]
    assert game.view.cash("SVR") == 500


@rule("1862", "7.7")
def test_one_marker_a_turn():
    game = line().game()
    act(game, "p1", "place_token", hex="D9")
    assert step(game) != "token"
    assert refusal(game, "p1", "place_token", hex="D13") == "not_now"


@rule("1862", "7.7")
def test_the_markers_that_were_bought_are_all():
    scenario = line()
    scenario.state.companies["SVR"].data["tokens_bought"] = 2
    game = scenario.game()
    assert hexes(game) == ["D9", "D13"]
    none = line()
    none.state.companies["SVR"].data["tokens_bought"] = 1
    game = none.game()
    assert refusal(game, "p1", "place_token", hex="D9") == "no_token_left"
    assert "place_token" not in kinds(game, "p1")


@rule("1862", "7.7")
@pytest.mark.parametrize(
    ("hex_", "code"),
    [
        ("D11", "already_here"),
        ("E12", "not_connected"),
        ("D7", "not_a_city"),  # a village
        ("C12", "not_a_city"),
        ("A6", "not_a_city"),  # off the board
        ("Z1", "not_a_city"),
    ],
)
def test_where_no_marker_goes(hex_, code):
    game = line().game()
    assert refusal(game, "p1", "place_token", hex=hex_, stop=0) == code


@rule("1862", "7.7", "7.4")
def test_a_full_city_takes_no_marker_and_hides_what_lies_beyond():
    scenario = line().lay("D7", "8852", S, N).lay("D5", "57", S, N).other("ECR", "D9")
    game = scenario.game()
    assert refusal(game, "p1", "place_token", hex="D9") == "no_space"
    assert refusal(game, "p1", "place_token", hex="D5") == "not_connected"
    assert hexes(game) == ["D13"]


@rule("1862", "7.7")
def test_an_upgrade_opens_a_second_circle_and_keeps_the_markers():
    scenario = Turn().at_home().lay("D9", "621", S, N).other("I&B", "D9").phase("B")
    game = scenario.game()
    lay(game, "D9", "793", S, N, NE)
    assert game.view.stations("I&B") == [("D9", 0)]
    act(game, "p1", "place_token", hex="D9")
    assert sorted(game.view.board().companies_at("D9", 0)) == ["I&B", "SVR"]


@rule("1862", "7.7")
def test_homes_of_others_are_not_kept():
    scenario = line().company("I&B", 68, cash=300, p2=50)
    game = scenario.game()
    assert game.view.board().hexmap.homes["I&B"] == ("D9", 0)
    act(game, "p1", "place_token", hex="D9")
    assert game.view.stations("SVR") == [("D11", 0), ("D9", 0)]


@rule("1862", "7.7", "7.1")
def test_placing_may_be_declined():
    game = line().game()
    act(game, "p1", "skip")
    assert step(game) != "token"
    assert game.view.stations("SVR") == [("D11", 0)]


@rule("1862", "7.7")
def test_every_offered_place_is_legal_and_every_legal_place_is_offered():
    game = line().lay("E10", "8850", N, NW).lay("E8", "57", S, N).game()
    found = paths(game, "p1", "place_token", ("hex",))
    assert all(game.check(Action("place_token", "p1", args)) is None for args in found)
    board = game.view.board()
    legal = {
        coord
        for coord, spot in board.hexmap.hexes.items()
        for stop in range(len(spot.face.stops))
        if game.check(Action("place_token", "p1", {"hex": coord, "stop": stop})) is None
    }
    assert {args["hex"] for args in found} == legal


@rule("1862", "10.3")
def test_after_the_lner_no_marker_is_placed():
    game = line().note("lner", 10).game()
    assert refusal(game, "p1", "place_token", hex="D9") == "no_token_this_turn"


# --- London (7.6.5) --------------------------------------------------------------------------------------


def to_london():
    """Sudbury with track by Witham to London."""
    return Turn().at_home().lay("D13", "57", S, N)


@rule("1862", "7.6.5", "7.6")
def test_a_link_to_london_instead_of_track_and_of_a_marker():
    game = to_london().game()
    assert hexes(game, "build_to_london") == ["B15", "D15"]
    act(game, "p1", "build_to_london", hex="D15")
    assert ("D15", 1) in game.view.stations("SVR")
    assert game.view.cash("SVR") == 500
    assert step(game) not in ("track", "token")


@rule("1862", "7.6.5")
def test_who_built_nothing_may_still_build_to_london_in_place_of_a_marker():
    game = to_london().game()
    act(game, "p1", "skip")
    assert {"place_token", "build_to_london"} <= kinds(game, "p1")
    act(game, "p1", "build_to_london", hex="B15")
    assert step(game) != "token"


@rule("1862", "7.6.5", "7.6")
def test_no_link_after_track_or_a_small_station():
    game = to_london().game()
    lay(game, "D9", "621", S, N)
    assert refusal(game, "p1", "build_to_london", hex="D15") == "has_built"
    station = to_london().phase("B").tile("D3", "20_1", 0).game()
    act(station, "p1", "small_station", hex="D3", line="1-4")
    assert step(station) == "token"
    assert refusal(station, "p1", "build_to_london", hex="D15") == "has_built"


@rule("1862", "7.6.5")
def test_a_route_must_lead_to_london():
    game = Turn().at_home().game()
    assert refusal(game, "p1", "build_to_london", hex="D15") == "not_connected"
    blocked = to_london().other("ECR", "D13").game()
    assert refusal(blocked, "p1", "build_to_london", hex="D15") == "not_connected"


@rule("1862", "7.6.5")
def test_a_marker_must_be_left():
    scenario = to_london()
    scenario.state.companies["SVR"].data["tokens_bought"] = 1
    assert refusal(scenario.game(), "p1", "build_to_london", hex="D15") == "no_token_left"


def linked(scenario, company, hex_):
    token = next(t for t in scenario.state.tokens.values() if t.company == company and t.place is None)
    token.place = (hex_, 1)
    return scenario


@rule("1862", "7.6.5")
def test_one_link_a_company():
    scenario = linked(to_london(), "SVR", "B15")
    game = scenario.game()
    assert refusal(game, "p1", "build_to_london", hex="D15") == "already_here"


@rule("1862", "7.6.5")
@pytest.mark.parametrize("links", [1, 2, 3, 4])
def test_four_companies_may_be_in_london(links):
    scenario = to_london()
    for company, hex_ in (("ECR", "D15"), ("EUR", "D15"), ("NGC", "B15"), ("N&E", "B15"))[:links]:
        linked(scenario.other(company), company, hex_)
    game = scenario.game()
    if links == 4:
        assert refusal(game, "p1", "build_to_london", hex="B15") == "no_space"
        return
    free = [h for h in ("B15", "D15") if h == "B15" or links < 2]
    assert hexes(game, "build_to_london") == free
    assert refusal(game, "p1", "build_to_london", hex="A14") == "no_space"
    act(game, "p1", "build_to_london", hex="B15")


@rule("1862", "7.6.5", "7.4")
def test_no_route_begins_in_london():
    scenario = linked(Turn().at_home(), "SVR", "D15").lay("E14", "8850", SW, NW)
    game = scenario.game()
    assert refused(game, "D13", "57", SE, NW) == "not_connected"
    assert refusal(game, "p1", "place_token", hex="D13") == "not_now"


# --- the first turn (7.2) --------------------------------------------------------------------------------


def first(company="SVR", band="A", **options):
    """The turn of the ECR is at its end; the company's first turn follows."""
    scenario = (
        Mania(**options).company("ECR", 90, p2=50, cash=300).operated("ECR").train("ECR", band, "local")
    )
    return scenario.company(company, 82, p1=50, cash=500).operating("ECR", "trains")


def begin(scenario, player="p2"):
    """The end of the other turn."""
    game = scenario.game()
    while game.state.cursor.actor == "ECR":
        act(game, player, "skip")
    while game.state.cursor.step == "merge":
        act(game, "p1", "skip")
    return game


@rule("1862", "7.2")
def test_the_home_marker_is_placed_first_and_its_hex_is_built_on():
    game = begin(first())
    assert game.state.cursor.actor == "SVR"
    assert game.view.stations("SVR") == [("D11", 0)]
    assert hexes(game, "lay_tile") == ["D11"]
    assert kinds(game, "p1") == {"lay_tile"}
    assert refusal(game, "p1", "skip") == "must_build"
    assert refused(game, "D13", "57", S, N) == "home_first"
    assert refusal(game, "p1", "build_to_london", hex="D15") == "home_first"
    assert refusal(game, "p1", "small_station", hex="D3", line="0-3") == "home_first"
    lay(game, "D11", "57", S, N)
    assert game.view.stations("SVR") == [("D11", 0)]


@rule("1862", "7.2", "7.6")
def test_after_the_home_tile_a_second_yellow_tile_and_another_marker():
    game = begin(first())
    lay(game, "D11", "57", S, N)
    assert "skip" in kinds(game, "p1")
    lay(game, "D9", "621", S, N)
    act(game, "p1", "place_token", hex="D9")
    assert game.view.stations("SVR") == [("D11", 0), ("D9", 0)]


@rule("1862", "7.2")
def test_a_home_with_a_free_circle_leaves_the_building_free():
    game = begin(first().tile("D11", "57", 0))
    assert game.view.stations("SVR") == [("D11", 0)]
    assert "skip" in kinds(game, "p1")
    lay(game, "D9", "621", S, N)


@rule("1862", "7.6.5", "7.2", "7.7")
def test_the_home_marker_of_a_first_turn_leaves_the_link_to_london_open():
    """It is placed apart from the one marker of a turn, so it is none of the "other stations" of the link."""
    game = begin(first().tile("D11", "57", 0).tile("D13", "57", 0))
    assert game.view.stations("SVR") == [("D11", 0)]
    act(game, "p1", "build_to_london", hex="D15")
    assert game.view.stations("SVR") == [("D11", 0), ("D15", 1)]
    assert step(game) not in ("track", "token")


def full_home(phase="B", tile="57", rotation=0, others=("EUR",), **options):
    """Sudbury is full when the SVR has its first turn."""
    scenario = first(band=max(phase, "B"), **options).phase(phase).tile("D11", tile, rotation)
    scenario.no_trains_left(*"ABCD"[: "ABCD".index(phase)])
    order = []
    for company in others:
        scenario.company(company, 60, p3=50).operated(company).token(company, "D11")
        order.append([f"{company}:0", "D11"])
    return scenario.note("marker_order", order)


@rule("1862", "7.2")
def test_a_full_home_must_be_upgraded():
    game = begin(full_home())
    assert sorted(game.view.board().companies_at("D11", 0)) == ["EUR", "SVR"]
    assert hexes(game, "lay_tile") == ["D11"]
    assert refusal(game, "p1", "skip") == "must_build"
    lay(game, "D11", "14", S, N, SW, NE)
    assert sorted(game.view.board().companies_at("D11", 0)) == ["EUR", "SVR"]
    assert game.view.board().extra_slots == {}


@rule("1862", "7.2")
def test_where_no_upgrade_makes_room_the_last_marker_goes_back():
    """Yellow Sudbury in phase A: nothing can be laid there, the SVR builds elsewhere and stays."""
    game = begin(full_home("A"))
    assert "skip" in kinds(game, "p1")
    lay(game, "D9", "621", S, N)
    if step(game) == "track":
        act(game, "p1", "skip")
    assert list(game.view.board().companies_at("D11", 0)) == ["SVR"]
    assert game.view.stations("EUR") == []


@rule("1862", "7.2")
def test_of_several_markers_the_one_placed_last_goes():
    """A green home with two circles in phase D: russet has two as well, so it is not enough."""
    scenario = full_home("D", "14", 0, ("EUR", "ENR"))
    scenario.note("marker_order", [["ENR:0", "D11"], ["EUR:0", "D11"]])
    game = begin(scenario)
    assert hexes(game, "lay_tile") == ["D11"]
    lay(game, "D11", "611", S, SW, N, NE, NW)
    assert sorted(game.view.board().companies_at("D11", 0)) == ["ENR", "SVR"]
    assert game.view.stations("EUR") == []


@rule("1862", "7.2", "7.7")
def test_a_marker_that_made_room_can_be_placed_again():
    scenario = full_home("A")
    scenario.state.companies["EUR"].data["tokens_bought"] = 2
    game = begin(scenario)
    act(game, "p1", "skip")
    assert unplaced(game.view, "EUR") == 2


@rule("1862", "7.2")
def test_the_order_of_markers_is_kept():
    game = line().other("ECR", "D9").note("marker_order", [["ECR:0", "D9"], ["SVR:0", "D11"]]).game()
    act(game, "p1", "place_token", hex="D13")
    assert game.state.notes["marker_order"] == [["ECR:0", "D9"], ["SVR:0", "D11"], ["SVR:1", "D13"]]
    assert newest(game.view, ("D13", 0)).id == "SVR:1"


@rule("1862", "7.2")
def test_a_marker_that_replaces_another_keeps_its_rank():
    scenario = line().other("ECR").other("EUR", "D9")
    game = scenario.note("marker_order", [["ECR:0", "D9"], ["SVR:0", "D11"]]).game()
    act(game, "p1", "place_token", hex="D13")
    assert game.state.notes["marker_order"] == [["EUR:0", "D9"], ["SVR:0", "D11"], ["SVR:1", "D13"]]


@rule("1862", "7.2")
def test_the_program_that_recorded_games_upgrades_the_home_before_all_else():
    scenario = full_home(readings="recorded")
    game = scenario.game()
    while game.state.cursor.actor == "ECR":
        act(game, "p2", "skip")
    assert (game.state.cursor.actor, step(game)) == ("SVR", "home")
    assert game.view.stations("SVR") == []
    assert kinds(game, "p1") == {"lay_tile"}
    lay(game, "D11", "14", S, N, SW, NE)
    assert game.view.stations("SVR") == [("D11", 0)]
    while step(game) == "merge":
        act(game, "p1", "skip")
    assert step(game) != "track"


@rule("1862", "7.2")
def test_in_recorded_games_a_home_that_cannot_be_upgraded_is_cleared_at_once():
    game = begin(full_home("A", readings="recorded"))
    assert game.view.stations("SVR") == [("D11", 0)]
    assert game.view.stations("EUR") == []
    assert step(game) == "track"
