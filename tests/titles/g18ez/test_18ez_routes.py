"""18EZ 2.6: legal routes and what they earn, one case for each sentence of the rule."""

from itertools import pairwise

import pytest

from engine.routes.policy import Route, check_routes, descriptions, has_route, revenue
from engine.routes.suggest import best_routes
from tests.rulemark import rule
from tests.scenario import act, refusal
from tests.titles.g18ez.ez_turns import NE, NW, SE, SW, E, Turn, W

US = "PS&W"


def along(view, *coords):
    """The track from stop to stop over these hexes, through the city or junction of each that has one."""
    spots, ends = view.board().hexmap, []
    for here, there in pairwise(coords):
        out = spots[here].neighbours.index(there)
        ends += [(here, out), (there, (out + 3) % 6)]
    ends = [(coords[0], 6), *ends, (coords[-1], 6)]
    path = []
    for (coord, a), (_, b) in zip(ends[::2], ends[1::2], strict=True):
        direct = 6 in (a, b) or not view.board().face(coord).stops
        path += [(coord, a, b)] if direct else [(coord, a, 6), (coord, 6, b)]
    return tuple(path)


def judge(view, *runs):
    """The income of runs (train and hexes), or the code with which they are refused."""
    return judge_paths(view, *((train, along(view, *coords.split())) for train, coords in runs))


def judge_paths(view, *runs):
    """The same for runs given as a train and a path."""
    routes = [Route(train, path) for train, path in runs]
    refused = check_routes(view, US, routes)
    return refused.code if refused else revenue(view, US, routes)


def west(*kinds, phase="2"):
    """West - Purple Springs - Obsidian on yellow tiles, with a station at home."""
    scene = Turn().major(US).lay("F2", "8", NW, E).lay("F4", "57", W, E).lay("F6", "57", W, E)
    return scene.token(US, "F4").trains(US, *kinds).phase(phase).turn(US, "run")


def crossing(tile, *kinds):
    """Mitsushi - (the tile) - Rockfourd - (the tile again) - Obsidian, with stations in the first two."""
    scene = Turn().major(US).lay("D8", tile, SW, W, NE, E).lay("D10", "7", W, NW).lay("E7", "9", SW, NE)
    scene.lay("D6", "57", W, E).lay("C9", "5", SW, SE).lay("F6", "57", SW, NE)
    return scene.token(US, "D6").token(US, "C9").trains(US, *kinds).turn(US, "run").game().view


# --- a legal route ---------------------------------------------------------------------------------


@rule("18EZ", "2.6")
def test_the_example_of_purple_springs():
    """A type 4 train in the green phase; the figures of the book are in its lost picture, these are ours."""
    scene = Turn().major(US).token(US, "F4").trains(US, "4").phase("4").turn(US, "run")
    scene.lay("F2", "8", NW, E).lay("F4", "14", SW, W, NE, E).lay("E5", "8", SW, E).lay("E7", "9", W, E)
    game = scene.game()
    (route,) = best_routes(game.view, US).routes
    assert route.path == along(game.view, "E1", "F2", "F4", "E5", "E7", "E9")
    assert descriptions(game.view, US, [route]) == ("West - Purple Springs - Metropolis ($110)",)
    act(game, "p1", "run", routes=[route.to_json()])
    assert game.view.company(US).last_revenue == 40 + 30 + 40


@rule("18EZ", "2.6")
def test_a_route_needs_a_station_of_the_railroad_anywhere_on_it():
    view = west("2").game().view
    assert judge(view, ("2-1", "E1 F2 F4")) == 30 + 20
    assert judge(view, ("2-1", "F4 F6")) == 20 + 20
    assert judge(west("3").game().view, ("3-1", "E1 F2 F4 F6")) == 30 + 20 + 20
    alone = west("2").lay("F8", "8", W, NE).game().view
    assert judge(alone, ("2-1", "F6 F8 E9")) == "no_station"


@rule("18EZ", "2.6")
def test_a_station_of_another_railroad_does_not_serve():
    view = west("2").lay("F8", "8", W, NE).token("GV&E", "E9").game().view
    assert judge(view, ("2-1", "F6 F8 E9")) == "no_station"


@rule("18EZ", "2.6")
def test_a_route_has_two_cities_at_least():
    view = west("2").game().view
    assert has_route(view, US)
    assert judge_paths(view, ("2-1", ())) == "too_few_stops"
    assert judge_paths(view, ("2-1", (("F4", 6, W), ("F2", E, NW)))) == "path_broken"
    lonely = Turn().major(US).lay("F4", "57", W, E).token(US, "F4").trains(US, "2").game().view
    assert not has_route(lonely, US)
    assert best_routes(lonely, US).routes == ()


@rule("18EZ", "2.6")
@pytest.mark.parametrize(("kind", "verdict"), [("2", "too_many_stops"), ("3", 30 + 20 + 20), ("4", 70)])
def test_the_type_of_a_train_is_the_most_cities_it_runs_to(kind, verdict):
    assert judge(west(kind).game().view, (f"{kind}-1", "E1 F2 F4 F6")) == verdict


@rule("18EZ", "2.6")
def test_the_distance_between_cities_does_not_count():
    scene = Turn().major(US).token(US, "F4").trains(US, "2").lay("F4", "5", NE, E)
    view = scene.lay("E5", "8", SW, E).lay("E7", "9", W, E).game().view
    assert judge(view, ("2-1", "F4 E5 E7 E9")) == 20 + 40


@rule("18EZ", "2.6")
def test_each_of_the_railroads_own_trains_runs_once():
    game = west("2").trains("GV&E", "2").game()
    run = {"train": "2-1", "path": along(game.view, "F4", "F6")}
    assert refusal(game, "p1", "run", routes=[run, run]) == "train_twice"
    assert refusal(game, "p1", "run", routes=[{**run, "train": "2-2"}]) == "not_your_train"


# --- the bullets -----------------------------------------------------------------------------------


@rule("18EZ", "2.6")
def test_cities_on_a_route_are_connected_by_track():
    view = west("3").game().view
    assert judge(view, ("3-1", "F4 E5 E7 E9")) == "off_the_tile"
    jump = (*along(view, "E1", "F2", "F4"), *along(view, "F6", "F4")[:1])
    assert judge_paths(view, ("3-1", jump)) == "path_broken"
    blind = west("3").lay("F8", "9", W, E).game().view
    assert judge(blind, ("3-1", "F4 F6 F8 E9")) == "off_the_tile"


@rule("18EZ", "2.6")
def test_a_train_does_not_reverse_or_use_track_again():
    view = west("4").game().view
    there_and_back = along(view, "E1", "F2", "F4") + along(view, "F4", "F2", "E1")
    assert judge_paths(view, ("4-1", there_and_back)) == "track_twice"
    within = (*along(view, "E1", "F2", "F4")[:-1], ("F4", W, 6), ("F4", 6, W))
    assert judge_paths(view, ("4-1", within)) == "track_twice"


@rule("18EZ", "2.6")
def test_one_train_may_use_several_sections_of_track_on_a_tile():
    assert judge(crossing("20", "3"), ("3-1", "D6 D8 D10 C9 D8 E7 F6")) == 20 + 20 + 20


@rule("18EZ", "2.6")
def test_trains_may_share_a_tile_but_no_track():
    view = crossing("20", "2", "2", "3")
    assert judge(view, ("2-1", "D6 D8 D10 C9"), ("2-2", "C9 D8 E7 F6")) == 40 + 40
    assert judge(view, ("2-1", "D6 D8 D10 C9"), ("3-1", "D6 D8 D10 C9 D8 E7 F6")) == "track_shared"


@rule("18EZ", "2.6")
def test_trains_may_share_a_city_but_no_track():
    view = west("2", "2").game().view
    assert judge(view, ("2-1", "E1 F2 F4"), ("2-2", "F4 F6")) == 50 + 40
    assert judge(view, ("2-1", "E1 F2 F4"), ("2-2", "E1 F2 F4")) == "track_shared"


@rule("18EZ", "2.3", "2.6")
def test_a_junction_may_be_used_by_several_trains():
    """The box beside 2.3: the junction in the center may be used by multiple trains."""
    view = crossing("544", "2", "2")
    assert judge(view, ("2-1", "D6 D8 D10 C9"), ("2-2", "C9 D8 E7 F6")) == 40 + 40
    assert judge(view, ("2-1", "D6 D8 D10 C9"), ("2-2", "D6 D8 E7 F6")) == "track_shared"


@rule("18EZ", "2.6")
def test_one_train_may_pass_a_junction_again_on_other_track():
    assert judge(crossing("544", "3"), ("3-1", "D6 D8 D10 C9 D8 E7 F6")) == 60


@rule("18EZ", "2.6")
def test_no_city_on_the_way_is_skipped():
    """Large and small cities count alike: Kestrel takes one of the train's calls and pays."""
    scene = Turn().major(US).token(US, "D6").trains(US, "2", "3").lay("D6", "57", SW, NE)
    scene.lay("C7", "9", SW, NE).lay("B8", "58", SW, E).lay("B10", "57", W, E)
    view = scene.game().view
    assert judge(view, ("2-1", "D6 C7 B8 B10")) == "too_many_stops"
    assert judge(view, ("3-1", "D6 C7 B8 B10")) == 20 + 10 + 20
    assert judge(view, ("2-1", "D6 C7 B8")) == 20 + 10


@rule("18EZ", "2.6")
def test_a_route_may_begin_and_end_off_the_board_but_not_run_through():
    scene = Turn().major(US).token(US, "C3").token(US, "F4").trains(US, "3").lay("D2", "9", SW, NE)
    view = scene.lay("B4", "9", SW, NE).lay("F2", "8", NW, E).lay("F4", "57", W, E).game().view
    assert judge(view, ("3-1", "E1 D2 C3 B4 A5")) == 30 + 20 + 30
    assert judge(view, ("3-1", "C3 D2 E1")) == 20 + 30
    assert judge(view, ("3-1", "C3 D2 E1 F2 F4")) == "through_offboard"


@rule("18EZ", "2.6")
def test_a_train_runs_to_each_city_once():
    scene = Turn().major(US).token(US, "C9").trains(US, "3").lay("C9", "5", SW, SE)
    view = scene.lay("D8", "7", NE, E).lay("D10", "7", W, NW).game().view
    assert judge(view, ("3-1", "C9 D8 D10 C9")) == "stop_twice"


@rule("18EZ", "2.6")
def test_a_city_full_of_other_stations_is_an_end_only():
    scene = west("2", "3", "4").lay("F8", "8", W, NE).token("GV&E", "F6")
    view = scene.game().view
    assert judge(view, ("3-1", "E1 F2 F4 F6")) == 70
    assert judge(view, ("2-1", "F6 F4")) == 40
    assert judge(view, ("4-1", "E1 F2 F4 F6 F8 E9")) == "through_blocked"


@rule("18EZ", "2.5", "2.6")
def test_an_own_station_or_a_free_circle_opens_a_city():
    def with_green_obsidian():
        scene = Turn().major(US).lay("F2", "8", NW, E).lay("F4", "57", W, E).lay("F6", "15", W, NW, NE, E)
        return scene.lay("F8", "8", W, NE).token(US, "F4").token("GV&E", "F6").trains(US, "3").phase("3")

    route = ("3-1", "F4 F6 F8 E9")
    assert judge(with_green_obsidian().game().view, route) == 20 + 30 + 40
    assert judge(with_green_obsidian().token("M&R", "F6").game().view, route) == "through_blocked"
    assert judge(with_green_obsidian().token(US, "F6").game().view, route) == 90


@rule("18EZ", "2.5", "2.6")
def test_a_home_without_its_marker_does_not_block():
    scene = Turn().major(US).token(US, "F4").trains(US, "3").lay("F4", "57", SW, NE).lay("E5", "9", SW, NE)
    view = scene.lay("D6", "57", SW, NE).lay("C7", "9", SW, NE).lay("B8", "4", SW, NE).game().view
    assert judge(view, ("3-1", "F4 E5 D6 C7 B8")) == 20 + 20 + 10
    view = scene.minor("MIT").token("MIT", "D6").game().view
    assert judge(view, ("3-1", "F4 E5 D6 C7 B8")) == "through_blocked"


@rule("18EZ", "2.6")
def test_routes_may_change_from_turn_to_turn():
    scene = west("2")
    scene.state.companies[US].data["last_routes"] = [{"train": "2-1", "path": [["F4", 6, 4], ["F6", 1, 6]]}]
    game = scene.game()
    act(game, "p1", "run", routes=[{"train": "2-1", "path": along(game.view, "E1", "F2", "F4")}])
    assert game.view.company(US).last_revenue == 50


# --- what a run earns ------------------------------------------------------------------------------


@rule("18EZ", "2.6")
@pytest.mark.parametrize(
    ("phase", "value"), [("2", 30), ("3", 40), ("4", 40), ("5", 50), ("6", 50), ("8", 60)]
)
def test_off_board_values_follow_the_colours_of_the_phase(phase, value):
    assert judge(west("2", phase=phase).game().view, ("2-1", "E1 F2 F4")) == value + 20


@rule("18EZ", "2.6")
@pytest.mark.parametrize(("tile", "value"), [(None, 40), ("716", 60), ("717", 80), ("718", 100)])
def test_metropolis_is_worth_what_its_tile_says(tile, value):
    scene = Turn().major(US).token(US, "F6").trains(US, "2").phase("8").lay("F6", "57", W, E)
    scene.lay("F8", "8", W, NE)
    view = (scene.tile("E9", tile) if tile else scene).game().view
    assert judge(view, ("2-1", "F6 F8 E9")) == 20 + value


@rule("18EZ", "2.6")
def test_the_income_is_the_sum_of_all_runs():
    game = west("2", "2").game()
    best = best_routes(game.view, US)
    assert (best.revenue, best.proven, best.bound) == (90, True, 90)
    act(game, "p1", "run", routes=[route.to_json() for route in best.routes])
    assert game.view.company(US).last_revenue == 50 + 40
