"""What privates, minors and the Orient Express add to routes of 18OE (11.3.9, 12, 14, 15)."""

from __future__ import annotations

import pytest

from engine.routes.paths import Route
from engine.routes.policy import (
    check_routes,
    joinable,
    joined_for,
    joined_reach,
    policy_of,
    revenue,
    stops_of,
)
from engine.routes.suggest import best_earning, best_routes, routes_via
from engine.titles.g18oe import TITLE
from tests.rulemark import rule
from tests.titles.g18oe.cutouts import THEM, US, card
from tests.titles.g18oe.lines import ANDALUSIA, SEA, Europe, best, code, track, worth

TO_MADRID = ("AD17", "AC16", "AB15", "AA14", "Z13", "Y14")
WATER = ("Aegean Sea", "Tyrrhenian Sea", "Sea of Sardinia", "Balearic Sea")


def line(*trains: str, phase: str = "2", **data) -> Europe:
    return Europe(phase, **data).line(*ANDALUSIA).token_at("AC8").card(*trains)


# --- the Pullman, Krasnaya Strela, minor D ------------------------------------------------------------


@rule("18OE", "11.3.9", "11.6.2")
@pytest.mark.parametrize(
    ("train", "adds"), [("3+3", 30), ("3", 30), ("8+8", 80), ("5D", 80), ("4D", 70), ("2+2", 20)]
)
def test_a_pullman_adds_ten_for_each_level(train, adds):
    """A reading: a 4D is of level 7 (11.3.2), though the rulebook's example gives it 80."""
    plain, with_car = (line(train, *car, phase="7") for car in ((), ("pullman",)))
    assert best(with_car) - best(plain) == adds


@rule("18OE", "11.3.9")
def test_the_pullman_goes_with_the_train_that_gains_most_and_runs_by_no_means_itself():
    scene = line("2+2", "4", "pullman").token_at("AC16")
    car = next(t.id for t in scene.view.trains(US) if t.kind == "pullman")
    way = track(*ANDALUSIA[:2])
    found = check_routes(scene.view, US, [Route(car, way)])
    assert found is not None
    assert found.code == "no_train"
    small = next(t.id for t in scene.view.trains(US) if t.kind == "2+2")
    assert revenue(scene.view, US, [Route(small, way)]) == 20 + 10 + 20
    assert car not in {route.train for route in best_routes(scene.view, US).routes}


@rule("18OE", "15.11")
@pytest.mark.parametrize(
    ("train", "hexes", "earned"),
    [("2+2", 6, 2 * 20 + 4 * 10), ("2+2", 5, 20 + 4 * 10), ("3", 5, 20 + 4 * 10), ("4D", 6, 80 + 10)],
)
def test_krasnaya_strela_is_one_city_and_one_town_more(train, hexes, earned):
    """A 2+2 runs as 3+3, a 3 as 4+1; a D counts a town too (a reading), which is not doubled."""
    scene = Europe(powers=["L"]).line(*ANDALUSIA[:hexes]).token_at("AC8").card(train)
    assert best(scene) == earned


@rule("18OE", "15.11")
def test_the_further_city_of_a_d_train_is_not_doubled():
    scene = Europe("7", powers=["L"]).card("4D")
    manner = policy_of(scene.view).manner(scene.view, "7+7-1")
    [marker] = policy_of(scene.view).extras(scene.view, US).markers
    longer = marker.change(manner)
    assert (longer.reach, longer.doubled, longer.factor, longer.towns) == (5, 4, 2, 1)


@rule("18OE", "15.11")
def test_the_marker_does_not_raise_the_level_for_a_pullman():
    plain, with_car = (line("2+2", *car, powers=["L"]) for car in ((), ("pullman",)))
    assert best(with_car) - best(plain) == 20


@rule("18OE", "15.4")
@pytest.mark.parametrize(("phase", "more"), [("2", 20), ("4", 20), ("5", 40), ("8", 40)])
def test_minor_d_has_a_city_worth_more_and_a_d_train_doubles_it(phase, more):
    scene = line("2+2", phase=phase, powers=["D"])
    base = best(scene)
    assert best(scene.mark("D", "AC16")) == base + more
    doubled = line("4D", phase=phase, powers=["D"]).mark("D", "AC16")
    assert best(doubled) == 2 * (20 + 20 + more)
    assert best(line("2+2", phase=phase).mark("D", "AC16")) == base


# --- privates (14) ---------------------------------------------------------------------------------


@rule("18OE", "14.5", "14.6")
@pytest.mark.parametrize("mark", ["SHTC", "CCTC"])
def test_a_city_with_its_token_neither_counts_nor_blocks_nor_pays(mark):
    """Murcia is full of another railroad; a reading: its owner collects nothing there."""
    scene = line("2+2", powers=[mark]).line("AC16", "AD17").lay("AC16", 0, 5)
    scene.token_at("AC16", company=THEM[0])
    way = track(*ANDALUSIA, "AD17")
    assert code(scene, *way) == "through_blocked"
    scene.mark(mark, "AC16")
    assert code(scene, *way) is None
    assert worth(scene, *way) == 20 + 0 + 20 + 2 * 10
    other = line("2+2").line("AC16", "AD17").lay("AC16", 0, 5).token_at("AC16", company=THEM[0])
    assert code(other.mark(mark, "AC16"), *way) == "through_blocked"


@rule("18OE", "14.5")
def test_its_token_alone_makes_no_route():
    scene = Europe(powers=["SHTC"]).line(*ANDALUSIA).card("2+2").mark("SHTC", "AC16")
    assert code(scene, *track(*ANDALUSIA[3:])) == "no_station"


@rule("18OE", "14.5", "11.3.4")
def test_star_harbor_is_a_port_and_reduces_a_zone():
    """Palermo's private ports, for a railroad without a token there."""
    way = ("Z47", 6, 0), ("Tyrrhenian Sea", SEA, SEA), ("AF49", 3, 6)
    scene = Europe("3", powers=["SHTC"]).lay("Z47", 0).lay("AF49", 3).token_at("Z47").card("2+2")
    assert code(scene, *way) == "private_port"
    scene.mark("SHTC", "AF49")
    assert code(scene, *way) is None
    reliefs = policy_of(scene.view).extras(scene.view, US).reliefs
    assert [relief.at for relief in reliefs] == [("Z47", 0), ("AF49", 0)]


@rule("18OE", "14.8")
@pytest.mark.parametrize(
    ("phase", "pays"), [("2", 10), ("3", 20), ("4", 20), ("5", 40), ("6", 40), ("7", 60), ("8", 60)]
)
def test_the_hochberg_token_is_a_town_for_its_owners_railroads(phase, pays):
    """On plain track between Cartagena's neighbour and Madrid; others run past."""
    ours = Europe(phase).line("AC16", "AB15", "AA14").token_at("AC16").card("3+3").own("p1", "HMLC")
    ours.mark("HMLC", "AB15")
    assert best(ours) == 20 + pays
    theirs = Europe(phase).line("AC16", "AB15", "AA14").token_at("AC16").card("3+3").own("p2", "HMLC")
    assert best(theirs.mark("HMLC", "AB15")) == 0


@rule("18OE", "14.8", "11.3.9")
def test_the_hochberg_token_replaces_a_town_and_a_d_train_does_not_count_it():
    """A reading: it counts as a town, and a D train counts no towns."""
    for train, owner, earned in (("3", "p1", 20 + 60 + 10), ("3", "p2", 20 + 2 * 10), ("4D", "p1", 2 * 20)):
        scene = Europe("7").line(*ANDALUSIA[:4]).token_at("AC8").card(train).own(owner, "HMLC")
        assert best(scene.mark("HMLC", "AC10")) == earned


@rule("18OE", "14.9")
def test_track_of_brandt_and_brandau_is_for_its_owners_railroads():
    for owner, expected in (("p1", None), ("p2", "closed_track")):
        scene = line("2+2").own(owner, "BBE").mark("BBE1", "AC10")
        assert code(scene, *track(*ANDALUSIA[:3])) == expected
        assert bool(best(scene)) == (expected is None)


@rule("18OE", "14.9")
def test_tokens_of_engineers_that_left_the_game_bar_the_track_to_all():
    scene = line("2+2").own("out", "BBE").mark("BBE1", "AC10")
    assert code(scene, *track(*ANDALUSIA[:3])) == "closed_track"


@rule("18OE", "15.8", "11.3.7")
def test_minor_h_takes_off_zones_and_ferry_numbers_for_all_trains_together():
    for phase, amount in (("6", 1), ("7", 2)):
        scene = Europe(phase, powers=["H"]).card("3")
        [relief] = policy_of(scene.view).extras(scene.view, US).reliefs
        assert (relief.amount, relief.pooled, relief.abutting) == (amount, True, False)
        assert {"Baltic Sea", "Levantine Sea", "Brindisi - Patra"} <= relief.waters


# --- the Orient Express (12) ------------------------------------------------------------------------


def express(*trains: str, phase: str = "5", **data) -> Europe:
    """Constantinople by sea to Cartagena, and by land to Madrid."""
    scene = Europe(phase, **data).line(*TO_MADRID).lay("AD17", 2, 4).lay("AA82", 0)
    return scene.token_at("AD17").card(*trains)


def run_of(scene: Europe):
    madrid = TITLE.board(scene.state).face("Y14")
    station = next(6 + i for i in (0, 1) if 0 in TITLE.board(scene.state).face("AA82").stop_exits(i))
    sea = tuple((zone, SEA, SEA) for zone in WATER)
    land = track(*TO_MADRID)
    came = land[-1][1]
    end = next(6 + i for i in range(3) if came in madrid.stop_exits(i))
    return (("AA82", station, 0), *sea, ("AD17", 4, 6), *land[:-1], ("Y14", came, end))


@rule("18OE", "12", "12.1")
def test_trains_of_limit_seven_run_the_orient_express_as_one():
    """2+2, 3 and 2+2 are a train of seven cities that counts four towns (12.1)."""
    scene = express("2+2", "3", "2+2")
    trains = [train.id for train in scene.view.trains(US)]
    manner = policy_of(scene.view).joined(scene.view, trains)
    assert (manner.reach, manner.towns, manner.fill) == (7, 4, True)
    route = Route(trains[0], run_of(scene), joined=tuple(trains[1:]))
    assert check_routes(scene.view, US, [route]) is None
    stops = 30 + 20 + 20 + 10 + 30
    assert revenue(scene.view, US, [route]) == stops + 60
    assert route in routes_via(scene.view, US, trains[0], stops_of(scene.view, route), tuple(trains[1:]))
    assert (joinable(scene.view, US), joined_for(scene.view, US)) == (tuple(trains), "Orient Express")
    assert joined_reach(scene.view, trains) == (7, 4)
    apart = check_routes(scene.view, US, [Route(trains[0], run_of(scene))])
    assert apart is not None
    assert apart.code == "too_many_stops"


@rule("18OE", "12")
@pytest.mark.parametrize(
    ("phase", "bonus"), [("2", 30), ("4", 30), ("5", 60), ("6", 60), ("7", 100), ("8", 100)]
)
def test_the_bonus_grows_with_the_phase_and_is_not_doubled(phase, bonus):
    scene = express("8+8", "5D", phase=phase)
    local = next(train.id for train in scene.view.trains(US) if train.kind == "8+8")
    bare = express("8+8", "5D", phase=phase, kind="regional")
    plain = worth(bare, *run_of(bare), train=local)
    assert worth(scene, *run_of(scene), train=local) == plain + bonus
    doubled = express("5D", "5D", phase=phase, port_authorities=["mediterranean"])
    assert worth(doubled, *run_of(doubled), train=doubled.view.trains(US)[0].id) == 2 * 100 + bonus


@rule("18OE", "12")
def test_one_train_earns_the_bonus_and_only_a_majors():
    scene = express("8+8", "8+8", phase="7")
    routes = [Route(train.id, run_of(scene)) for train in scene.view.trains(US)]
    one = revenue(scene.view, US, routes[:1])
    sea_only = policy_of(scene.view).settled(scene.view, US, routes)
    assert sea_only.bonuses == {"Orient Express": 0}
    assert sum(sea_only.earned) == 2 * one - 100


@rule("18OE", "12")
def test_a_run_of_sea_crossings_alone_is_none():
    """London and Constantinople, both with their offshore or own ports, and no land between."""
    scene = Europe("8", powers=["H"], port_authorities=["mediterranean"]).lay("AA82", 0).token_at("M28")
    scene.card("8+8")
    station = next(6 + i for i in (0, 1) if 0 in TITLE.board(scene.state).face("AA82").stop_exits(i))
    sea = (
        *("Aegean Sea", "Tyrrhenian Sea", "Sea of Sardinia", "Balearic Sea", "Strait of Gibraltar"),
        *("North Atlantic (Silver Coast)", "Bay of Biscay", "English Channel"),
    )
    way = ("AA82", station, 0), *((zone, SEA, SEA) for zone in sea), ("M28", SEA, 6)
    assert code(scene, *way) is None
    routes = [Route(scene.view.trains(US)[0].id, way)]
    assert policy_of(scene.view).settled(scene.view, US, routes).bonuses == {}


@rule("18OE", "12.1")
def test_only_trains_that_are_not_permanent_are_combined_and_only_for_this_run():
    scene = express("2+2", "3", "5")
    card(scene, "2+2", swift=True)
    trains = {train.kind: train.id for train in scene.view.trains(US) if not train.data.get("swift")}
    swift = next(train.id for train in scene.view.trains(US) if train.data.get("swift"))
    assert set(joinable(scene.view, US)) == {trains["2+2"], trains["3"]}
    assert joinable(express("2+2", "5").view, US) == ()
    assert joinable(express("2+2", "3", kind="regional").view, US) == ()
    land = track(*TO_MADRID[:2])
    for joined, way, expected in (
        ((trains["3"],), land, "joined_in_vain"),
        ((trains["5"],), land, "not_joinable"),
        ((swift,), land, "not_joinable"),
    ):
        found = check_routes(scene.view, US, [Route(trains["2+2"], way, joined=joined)])
        assert found is not None
        assert found.code == expected


@rule("18OE", "12.1")
def test_a_pullman_enhances_one_of_the_combined_trains():
    """A 2+2 and a 3+3 combined gain 30, not 50; the marker of minor L makes them longer."""
    scene = express("2+2", "3+3", "pullman", powers=["L"], port_authorities=["mediterranean"])
    trains = [train.id for train in scene.view.trains(US) if train.kind != "pullman"]
    route = Route(trains[0], run_of(scene), joined=tuple(trains[1:]))
    found = policy_of(scene.view).settled(scene.view, US, [route])
    assert set(found.markers) == {"Pullman", "Krasnaya Strela"}
    assert sum(found.earned) == 30 + 20 + 20 + 10 + 30 + 60 + 30


@rule("18OE", "12.2")
def test_the_run_may_be_sought_though_it_is_not_the_best():
    scene = express("8+8", phase="5")
    found = best_earning(scene.view, US, "Orient Express")
    assert found is not None
    assert found.proven
    assert found.revenue <= best(scene)
    assert policy_of(scene.view).settled(scene.view, US, found.routes).bonuses == {"Orient Express": 0}


@rule("18OE", "12", "14.5")
def test_a_star_harbor_token_in_constantinople_leaves_the_run_an_orient_express():
    """A reading: the route still includes the city, which neither counts nor pays."""
    scene = express("8+8", powers=["SHTC"])
    station = next(i for i in (0, 1) if 0 in TITLE.board(scene.state).face("AA82").stop_exits(i))
    before = worth(scene, *run_of(scene))
    assert worth(scene.mark("SHTC", "AA82", station), *run_of(scene)) == before - 30
