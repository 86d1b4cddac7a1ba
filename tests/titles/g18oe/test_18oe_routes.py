"""Routes and trains of 18OE on land, on track of their own and past Lille (11.2.2, 11.3)."""

from __future__ import annotations

import pytest

from engine.routes.paths import Route
from engine.routes.policy import check_routes, policy_of
from engine.titles.g18oe import TITLE
from tests.rulemark import rule
from tests.titles.g18oe.cutouts import THEM, US
from tests.titles.g18oe.lines import ANDALUSIA, SEA, Europe, best, code, track, worth, zones

CHANNEL, BIGHT, SKAGERRAK, BALTIC = "English Channel", "German Bight", "Skagerrak", "Baltic Sea"


# --- routes on land (11.3.1) ----------------------------------------------------------------------


@rule("18OE", "11.3.1")
def test_a_route_has_two_places_and_a_token():
    scene = Europe().line(*ANDALUSIA).card("2+2")
    assert best(scene) == 0
    assert code(scene, *track("AC8", "AC10")) == "no_station"
    scene.token_at("AC8")
    assert code(scene, *track("AC8", "AC10")) is None
    assert code(scene, ("AC8", 6, 4)) == "path_broken"
    assert code(scene) == "too_few_stops"


@rule("18OE", "11.3.1")
def test_a_city_full_of_others_ends_a_route_a_reserved_home_does_not():
    """Cartagena is kept for MZA, whose tokens block nobody; a token of another railroad does."""
    scene = Europe().line("AD15", "AD17", "AC16").token_at("AC16").card("3")
    way = track("AD15", "AD17", "AC16")
    assert code(scene, *way) is None
    scene.token_at("AD17", company=THEM[0])
    assert code(scene, *way) == "through_blocked"
    assert code(scene, *track("AD17", "AC16")) is None


@rule("18OE", "11.3.1")
def test_moskva_is_passed_through_the_highlands_are_not():
    scene = Europe("3").line("H87", "G88").line("F87", "G86", "H85").token_at("F87").card("4+4")
    assert code(scene, *track("H87", "G88", "F87", "G86", "H85")) is None
    scene = Europe("3").line("E26", "D25", "E24", "F25").token_at("F25").card("4+4")
    assert code(scene, *track("E26", "D25", "E24", "F25")) == "through_offboard"
    assert code(scene, *track("D25", "E24", "F25")) is None


@rule("18OE", "11.3.1")
def test_one_station_of_a_metropolis_is_visited():
    """London's two stations before the brown tile are one city."""
    scene = Europe("3").lay("M28", 2, 4).lay("M28", 1, 5).token_at("M28").card("4+4")
    stations = [i for i, stop in enumerate(TITLE.board(scene.state).face("M28").stops) if stop.kind == "city"]
    assert len(stations) == 2
    around = ("M28", 6, SEA), *zones(CHANNEL), ("M28", SEA, 7)
    assert code(scene, *around) == "stop_twice"


@rule("18OE", "11.3.1")
def test_a_route_never_ends_on_track_without_a_place():
    scene = Europe().line("AC8", "AC10").lay("AC10", 1, 4).token_at("AC8").card("2+2")
    way = (*track("AC8", "AC10"), ("AC10", 6, 4))
    assert code(scene, *way) == "path_broken"


@rule("18OE", "11.3.1")
def test_a_town_is_passed_again_and_pays_once():
    """A green town with four sides: round a triangle of towns and through the first one again."""
    scene = Europe("3").lay("AC10", 1, 4, 5, colour=1).line("AC12", "AD11").token_at("AC8").card("4+4")
    scene.line("AC8", "AC10").lay("AC10", 1, 4, 5, colour=1).lay("AC12", 0, 1).lay("AD11", 2, 3)
    there = track("AC8", "AC10")
    round_ = *track("AC10", "AC12")[:-1], ("AC12", 1, 6), ("AC12", 6, 0), ("AD11", 3, 2), ("AC10", 5, 6)
    assert code(scene, *there, *round_) is None
    route = Route(scene.view.trains(US)[0].id, (*there, *round_))
    assert policy_of(scene.view).describe(scene.view, US, [route]) == ("Sevilla - Cordoba - Granada (£40)",)


# --- trains and their limits (11.3.2, 11.3.3, 11.3.9) ---------------------------------------------


@rule("18OE", "11.3.9")
@pytest.mark.parametrize(
    ("train", "hexes", "earned"),
    [
        ("2+2", 5, 20 + 3 * 10),
        ("2+2", 6, 2 * 20 + 2 * 10),
        ("4", 5, 20 + 3 * 10),
        ("4", 6, 2 * 20 + 2 * 10),
        ("4+4", 6, 2 * 20 + 4 * 10),
        ("3", 4, 20 + 2 * 10),
        ("3+3", 5, 20 + 4 * 10),
        ("4D", 6, 2 * (20 + 20)),
        ("4D", 5, 2 * 20),
    ],
)
def test_towns_pay_instead_of_cities_and_beyond_them(train, hexes, earned):
    """A 2+2 counts one city and three towns, or two and two; a 4 four places; a 4D no town at all."""
    assert best(Europe().line(*ANDALUSIA[:hexes]).token_at("AC8").card(train)) == earned


@rule("18OE", "11.3.9")
def test_an_eight_place_train_counts_four_towns_at_least_and_one_city():
    scene = Europe("2").line(*ANDALUSIA).token_at("AC8").card("4+4")
    manner = policy_of(scene.view).manner(scene.view, scene.view.trains(US)[0].id)
    assert (manner.reach, manner.towns, manner.fill) == (4, 4, True)


@rule("18OE", "11.3.2", "11.3.3")
@pytest.mark.parametrize(
    ("name", "limit", "towns", "doubled", "level"),
    [("2+2", 2, 2, 1, 2), ("5", 5, 0, 1, 5), ("8+8", 8, 8, 1, 8), ("4D", 4, 0, 2, 7), ("5D", 5, 0, 2, 8)],
)
def test_the_city_limit_is_the_level_but_for_d_trains(name, limit, towns, doubled, level):
    scene = Europe("7").card(name)
    train = scene.view.trains(US)[0]
    manner = policy_of(scene.view).manner(scene.view, train.id)
    assert (manner.reach, manner.towns, manner.factor) == (limit, towns, doubled)
    assert TITLE.data.trains[train.kind].extras["level"] == level


@rule("18OE", "11.3.3")
def test_a_train_may_not_pass_more_cities_than_its_limit_but_any_towns():
    scene = Europe().line(*ANDALUSIA, "AD17").token_at("AC8").card("2+2")
    way = track(*ANDALUSIA, "AD17")
    assert code(scene, *way[:-2]) is None
    assert code(scene, *way) == "too_many_stops"


@rule("18OE", "11.3.9")
def test_a_green_double_town_counts_as_two_towns():
    scene = Europe("3").token_at("AC8").card("3+3")
    scene.line("L25", "M26").lay("M26", 2, 3, colour=1).token_at("L25")
    way = track("L25", "M26")
    assert TITLE.board(scene.state).face("M26").stops[0].size == 2
    assert worth(scene, *way) == 20 + 2 * 10
    assert worth(scene.card("4D"), *way, train="7+7-1") == 2 * 20


# --- several trains (11.3.8) ----------------------------------------------------------------------


@rule("18OE", "11.3.8")
def test_trains_use_track_of_their_own_but_share_ferries_ports_and_zones():
    """Two trains by the ferry from Lille to London; beyond London each needs a line of its own."""
    scene = Europe("3").lay("M28", 5, 1).line("L27", "M28").lay("M28", 1, 5).lay("L27", 5, 1)
    scene.line("N33", "N31").lay("N31", 1, 4).token_at("N31").card("4", "4")
    ferry = ("N31", 6, 1), ("N29", 4, 2)
    station = next(6 + i for i in (0, 1) if 5 in TITLE.board(scene.state).face("M28").stop_exits(i))
    to_london = *ferry, ("M28", 5, station)
    one, two = (train.id for train in scene.view.trains(US))
    assert check_routes(scene.view, US, [Route(one, to_london), Route(two, to_london)]) is None
    to_gent = ("N33", 1, 6)
    inland = ("N31", 6, 4), to_gent
    found = check_routes(scene.view, US, [Route(one, inland), Route(two, inland)])
    assert found is not None
    assert found.code == "track_shared"
    assert check_routes(scene.view, US, [Route(one, to_london), Route(two, inland)]) is None


@rule("18OE", "11.3.8")
def test_trains_of_one_railroad_meet_on_a_junction_and_both_count_its_towns():
    """Each uses track sections of its own."""
    scene = Europe("3").line("L25", "M26").line("L27", "M28").lay("L27", 0, 5).lay("M26", 2, 3, colour=1)
    station = next(6 + i for i in (0, 1) if 2 in TITLE.board(scene.state).face("M28").stop_exits(i))
    scene.token_at("L25").token_at("M28", station - 6).card("3", "3")
    one, two = (train.id for train in scene.view.trains(US))
    from_london = ("M28", station, 2), ("L27", 5, 0), ("M26", 3, 6)
    routes = [Route(one, track("L25", "M26")), Route(two, from_london)]
    assert check_routes(scene.view, US, routes) is None
    assert policy_of(scene.view).earnings(scene.view, US, routes) == (20 + 2 * 10, 30 + 2 * 10)


# --- Lille (11.2.2) -------------------------------------------------------------------------------


def lille(phase: str, held: str = "", ours: bool = False, **data) -> Europe:
    """London, the ferry, a Lille full of another railroad's token, Gent beyond it."""
    scene = Europe(phase, **data).lay("M28", 1, 5).line("N33", "N31").lay("N31", 1, 4).card("5+5")
    station = next(i for i in (0, 1) if 5 in TITLE.board(scene.state).face("M28").stop_exits(i))
    scene.token_at("M28", station)
    scene.token_at("N31", company=US if ours else THEM[0])
    if held:
        scene.note("white_cliffs", held)
    return scene


def through_lille(scene: Europe) -> str | None:
    station = next(6 + i for i in (0, 1) if 5 in TITLE.board(scene.state).face("M28").stop_exits(i))
    return code(scene, ("M28", station, 5), ("N29", 2, 4), ("N31", 1, 6), ("N31", 6, 4), ("N33", 1, 6))


@rule("18OE", "11.2.2")
def test_the_ferry_leads_through_a_full_lille_until_its_position_is_taken():
    assert through_lille(lille("3")) is None
    assert through_lille(lille("5")) is None
    assert through_lille(lille("5", THEM[0])) == "through_barred"
    assert through_lille(lille("5", "open")) is None


@rule("18OE", "11.2.2")
def test_with_a_token_in_lille_or_the_central_circle_token_the_ferry_is_open():
    assert through_lille(lille("5", THEM[1], ours=True)) is None
    scene = lille("5", THEM[0], powers=["CCTC"]).mark("CCTC", "N31")
    assert through_lille(scene) is None


@rule("18OE", "11.2.2")
def test_trains_from_london_may_end_in_lille():
    scene = lille("5", THEM[0])
    station = next(6 + i for i in (0, 1) if 5 in TITLE.board(scene.state).face("M28").stop_exits(i))
    assert code(scene, ("M28", station, 5), ("N29", 2, 4), ("N31", 1, 6)) is None


@rule("18OE", "11.2.2")
def test_other_track_through_lille_obeys_the_usual_rule_until_the_position_opens():
    """From phase 5 on the empty position is an open one (a reading: it blocks nobody)."""
    for phase, expected in (("4", "through_blocked"), ("5", None)):
        scene = Europe(phase).line("P33", "O32", "N31", "N33", "N35").card("5+5").token_at("N35")
        scene.token_at("N31", company=THEM[0])
        assert code(scene, *track("P33", "O32", "N31", "N33", "N35")) == expected
