"""Routes of 18OE over water (11.3.3-11.3.7): ports, sea zones, reductions, ferries; on the real map."""

from __future__ import annotations

from typing import Any

import pytest

from engine.routes.onward import next_stops
from engine.routes.paths import Route
from engine.routes.policy import check_routes, has_route, policy_of
from engine.routes.suggest import routes_via
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.track.seas import waters
from tests.rulemark import rule
from tests.titles.g18oe.cutouts import HEXMAP, US
from tests.titles.g18oe.lines import SEA, Europe, best, code, worth, zones

CHANNEL, BIGHT, SKAGERRAK, BALTIC = "English Channel", "German Bight", "Skagerrak", "Baltic Sea"


# --- over water (11.3.4-11.3.6) -------------------------------------------------------------------


def from_london(*trains: str, phase: str = "5", **data: Any) -> Europe:
    """London with its offshore port, and a green København that opens on two sea zones."""
    return Europe(phase, **data).lay("I50", 1, 3, 5, colour=1).token_at("I50").card(*trains)


@rule("18OE", "11.3.3", "11.3.4")
def test_london_to_kobenhavn_is_three_zones():
    """Two cities and three zones, one of them reduced by the port token in København."""
    way = ("M28", 6, SEA), *zones(CHANNEL, BIGHT, SKAGERRAK), ("I50", 5, 6)
    assert code(from_london("4"), *way) is None
    assert code(from_london("3"), *way) == "too_many_stops"
    assert code(from_london("4", phase="5"), *way[:2], ("I50", 5, 6)) == "path_broken"
    assert code(from_london("3", phase="7"), *way) is None


@rule("18OE", "11.3.4", "11.3.6")
def test_malmo_is_entered_by_land_or_with_a_token_there():
    scene = from_london("5").line("I50", "I52").lay("I50", 1, 4, 5, colour=1).lay("I52", 0, 1)
    assert TITLE.board(scene.state).face("I50").exits >= (1,)
    direct = ("M28", 6, SEA), *zones(CHANNEL, BIGHT, SKAGERRAK, BALTIC), ("I52", 0, 6)
    by_land = ("M28", 6, SEA), *zones(CHANNEL, BIGHT, SKAGERRAK), ("I50", 5, 6), ("I50", 6, 4), ("I52", 1, 6)
    assert code(scene, *direct) == "private_port"
    assert code(scene, *by_land) is None
    assert code(scene.token_at("I52"), *direct) is None


@rule("18OE", "11.3.4")
def test_channel_passages_join_zones_and_some_zones_adjoin_by_rule():
    zone = waters(HEXMAP).zones
    assert BALTIC in zone[SKAGERRAK]
    assert "Black Sea" in zone["Aegean Sea"]
    assert "Strait of Gibraltar" in zone["North Atlantic (Silver Coast)"]
    assert all(one in zone[other] for one in zone for other in zone[one])
    assert {SKAGERRAK, BALTIC} <= waters(HEXMAP).beside("I50")
    assert {"Aegean Sea", "Black Sea"} <= waters(HEXMAP).beside("AA82")
    assert {p.zone for p in waters(HEXMAP).ports_at("AA82", 0)} == {"Aegean Sea", "Black Sea"}


@rule("18OE", "11.3.4")
def test_between_two_crossings_a_land_side_is_crossed():
    """Out of Constantinople by its other port is no way."""
    scene = Europe("7").lay("AA82", 0, 3, colour=2).lay("AD79", 1).token_at("AD79").card("8+8")
    first = ("AD79", 6, 1), *zones("Aegean Sea")
    out = ("AA82", 0, 6), ("AA82", 6, 3), *zones("Black Sea"), ("X79", SEA, 6)
    assert code(scene, *first, *out) == "no_land_between"
    assert code(scene, *first, *zones("Black Sea"), ("X79", SEA, 6)) is None


@rule("18OE", "11.3.6")
def test_an_offshore_port_needs_no_track_and_serves_every_station():
    scene = Europe("3").lay("M28", 1, 5).token_at("M28").card("4")
    for stop in (6, 7):
        way = ("M28", stop, SEA), *zones(CHANNEL, "Bay of Biscay"), ("U24", SEA, 6)
        assert code(scene, *way) == (None if stop == 6 else "no_station")
    assert code(scene, ("M28", 8, SEA), *zones(CHANNEL), ("M28", SEA, 6)) == "off_the_tile"


@rule("18OE", "11.3.6")
def test_edinburgh_has_a_private_offshore_port_and_a_ferry_for_all():
    ferry = (
        ("G32", 1, 4),
        ("G34", 1, 3),
        ("F35", 0, 3),
        ("E36", 0, 3),
        ("D37", 0, 3),
        ("C38", 0, 3),
        ("B39", 0, 4),
    )
    scene = Europe("5").token_at("B41").card("4")
    assert code(scene, ("G26", 6, SEA), *ferry, ("B41", 1, 6)) is None
    assert code(scene, ("G26", 6, SEA), *zones("North Sea", SKAGERRAK), ("B41", 1, 6)) == "private_port"
    scene.token_at("G26")
    assert code(scene, ("G26", 6, SEA), *zones("North Sea", SKAGERRAK), ("B41", 1, 6)) is None
    assert best(scene) > 0


# --- reductions (11.3.4, 11.3.5) ------------------------------------------------------------------


@rule("18OE", "11.3.5")
def test_a_port_authority_takes_off_two_zones_in_its_waters_for_all_trains_together():
    way = ("M28", 6, SEA), *zones(CHANNEL, BIGHT, SKAGERRAK), ("I50", 5, 6)
    with_north: dict[str, Any] = {"port_authorities": ["north_sea"]}
    assert code(from_london("2+2", **with_north), *way) is None
    assert code(from_london("2+2", port_authorities=["mediterranean"]), *way) == "too_many_stops"
    both = from_london("3", "3", **with_north)
    routes = [Route(train.id, way) for train in both.view.trains(US)]
    assert check_routes(both.view, US, routes) is None
    two = from_london("2+2", "2+2", **with_north)
    found = check_routes(two.view, US, [Route(train.id, way) for train in two.view.trains(US)])
    assert found is not None
    assert found.code == "too_many_stops"


@rule("18OE", "11.3.5", "11.3.7")
def test_a_port_authority_takes_nothing_off_a_ferry():
    """A reading: the rule speaks of sea crossings; privates and minors alone reduce ferry numbers too."""
    assert (
        code(sardinia("AC40", train="2+2", port_authorities=["mediterranean"]), *TO_ROMA) == "too_many_stops"
    )
    assert code(sardinia("AC40", train="2+2", powers=["H"]), *TO_ROMA) is None


@rule("18OE", "11.3.4")
@pytest.mark.parametrize(("phase", "amount"), [("3", 1), ("6", 1), ("7", 2), ("8", 2)])
def test_a_port_token_takes_off_one_and_from_phase_seven_two(phase, amount):
    scene = from_london("4", phase=phase)
    [relief] = policy_of(scene.view).extras(scene.view, US).reliefs
    assert (relief.amount, relief.at, relief.abutting, relief.pooled) == (amount, ("I50", 0), True, False)


@rule("18OE", "11.3.4")
def test_tokens_at_both_ends_of_a_crossing_reduce_one_zone_each():
    """A reading: each token that a train runs through reduces."""
    way = ("M28", 6, SEA), *zones(CHANNEL, BIGHT, SKAGERRAK), ("I50", 5, 6)
    assert code(from_london("3").token_at("M28"), *way) is None
    assert code(from_london("2+2").token_at("M28"), *way) == "too_many_stops"


@rule("18OE", "11.3.4")
def test_a_port_token_takes_a_zone_beside_it_off_a_crossing_from_another_port():
    """A reading: the token in Marseille lies on the Sea of Sardinia, on which the train sails from Toulon."""
    way = ("X33", 6, 4), ("X35", 1, 6), ("X35", 6, 0), *zones("Sea of Sardinia"), ("W40", 0, 6)
    scene = Europe("5").lay("X33", 4).lay("X35", 0, 1).lay("W40", 0, 3).card("2+2")
    assert code(scene.token_at("X33"), *way) is None
    further = ("X33", 6, 4), ("X35", 1, 6), ("X35", 6, 0), *zones("Sea of Sardinia", "Tyrrhenian Sea")
    assert code(scene, *further, ("AG40", 3, 6)) == "too_many_stops"


def two_crossings(train: str, **data: Any) -> Europe:
    """Amsterdam, the Channel, London with a token, Bristol by land, the Celtic Sea, Dublin."""
    scene = Europe(**data).lay("L37", 1).lay("M28", 1).lay("M26", 2, 4, colour=1).lay("L25", 5).lay("I20", 5)
    return scene.token_at("M28").card(train)


TO_BRISTOL = ("L37", 6, 1), *zones(CHANNEL), ("M28", SEA, 6), ("M28", 6, 1), ("M26", 4, 6), ("M26", 6, 2)
TO_DUBLIN = *TO_BRISTOL, ("L25", 5, 6), ("L25", 6, SEA), *zones("Celtic Sea"), ("I20", 5, 6)


@rule("18OE", "11.3.4")
@pytest.mark.parametrize(("phase", "found"), [("7", None), ("6", "too_many_stops")])
def test_two_zones_that_abut_may_lie_on_two_crossings(phase, found):
    """A reading: the token in London takes off the Channel behind it and the sea beyond Bristol."""
    assert code(two_crossings("4", phase=phase), *TO_DUBLIN) == found


@rule("18OE", "11.3.3", "15.11")
def test_a_d_train_doubles_as_many_cities_as_its_number():
    """A reading: the further place of Krasnaya Strela is the sea's, and all four cities are doubled."""
    assert code(two_crossings("4D", phase="6"), *TO_DUBLIN) == "too_many_stops"
    assert worth(two_crossings("4D", phase="6", powers=["L"]), *TO_DUBLIN) == 2 * (30 + 30 + 20 + 20) + 10


@rule("18OE", "11.3.4")
def test_a_city_beside_the_port_of_another_has_no_port_token():
    """A reading: Liverpool lies on the sea hex where Preston has its port, and has none of its own."""
    assert waters(HEXMAP).beside("J25") == {"Dublin - Liverpool"}


# --- ferries (11.3.7) -----------------------------------------------------------------------------


def sardinia(*tokens: str, train: str = "5", **data) -> Europe:
    """Cagliari, the ferry to Roma, and Tunis across the water."""
    scene = Europe("5", **data).line("AC40", "AB41").lay("AB41", 0, 3).lay("Z47", 0).card(train)
    for coord in tokens:
        scene.token_at(coord)
    return scene


TO_ROMA = ("AC40", 6, 3), ("AB41", 0, 3), ("AA42", 0, 4), ("AA44", 1, 4), ("AA46", 1, 3), ("Z47", 0, 6)
TO_TUNIS = ("Z47", 6, 0), ("Tyrrhenian Sea", SEA, SEA), ("AG40", 3, 6)


@rule("18OE", "11.3.7")
def test_sardinia_to_roma_by_ferry_and_out_of_its_private_port_to_tunis():
    """No land side lies between; the port, unlike the ferry, needs a token in Roma."""
    assert code(sardinia("AC40"), *TO_ROMA) is None
    assert code(sardinia("AC40"), *TO_ROMA, *TO_TUNIS) == "private_port"
    scene = sardinia("AC40", "Z47")
    assert code(scene, *TO_ROMA, *TO_TUNIS) is None
    assert worth(scene, *TO_ROMA, *TO_TUNIS) == 20 + 30 + 50


@rule("18OE", "11.3.7")
def test_a_ferry_counts_its_number_less_what_a_token_beside_it_takes_off():
    """Two cities and a ferry of one; Cagliari does not lie beside it, Roma does."""
    assert code(sardinia("AC40", train="2+2"), *TO_ROMA) == "too_many_stops"
    assert code(sardinia("AC40", train="3"), *TO_ROMA) is None
    assert code(sardinia("Z47", train="2+2"), *TO_ROMA) is None


@rule("18OE", "11.3.7")
def test_a_token_beside_a_ferry_and_a_port_takes_off_once():
    """Three cities, a ferry of one and a sea zone: the token in Roma takes off one of the two."""
    assert code(sardinia("Z47", train="3"), *TO_ROMA, *TO_TUNIS) == "too_many_stops"
    assert code(sardinia("Z47", train="4"), *TO_ROMA, *TO_TUNIS) is None


@rule("18OE", "11.3.7")
def test_a_town_on_a_ferry_is_reached_for_the_whole_number():
    """Varna: Constantinople and one unit of water, whether or not the train goes on."""
    scene = Europe("3").card("2+2").token_at("AA82")
    assert best(scene) == 20 + 20
    plain = Europe("3").card("2+2").token_at("AD79").lay("AD79", 1)
    ferry = ("AD79", 6, 1), ("AD77", 4, 1), ("AD75", 4, 0), ("AE74", 3, 6)
    assert code(plain, *ferry) is None
    assert waters(HEXMAP).by_side["AE74", 3].number == 1


@rule("18OE", "11.3.7")
def test_lines_that_leave_dublin_on_one_track_count_one_each():
    lie = waters(HEXMAP)
    lines = [ferry for ferry in lie.ferries if ferry.name.startswith("Dublin")]
    assert [ferry.number for ferry in lines] == [1, 1, 1]
    assert {ferry.name for ferry in lines} <= lie.beside("I20")
    scene = Europe("3").token_at("I20").card("3")
    assert code(scene, ("I20", 6, 4), ("I22", 1, 4), ("I24", 1, 5), ("J25", 2, 6)) is None
    assert code(scene, ("I20", 6, 4), ("I22", 1, 4), ("I24", 1, 5)) == "path_broken"


@rule("18OE", "11.3.4")
def test_a_railroad_that_only_the_sea_serves_may_run():
    """Hamburg and the offshore ports beyond the Bight, without any track laid."""
    hamburg = [has_route(Europe("3").token_at("K46").card(name).view, US) for name in ("2+2", "3")]
    assert hamburg == [False, True]
    assert not has_route(Europe("3").lay("AC8", 4).token_at("AC8").card("3").view, US)
    assert not has_route(Europe("3").token_at("K46").view, US)


@rule("18OE", "11.3.4", "11.3.7")
def test_a_route_that_is_put_together_stop_by_stop_goes_to_sea():
    scene = sardinia("AC40", "Z47")
    train = scene.view.trains(US)[0].id
    assert ("AG40", 0) in next_stops(scene.view, US, train, [("AC40", 0), ("Z47", 0)])
    assert ("Z47", 0) in next_stops(scene.view, US, train, [("AC40", 0)])
    assert {("AG40", 0), ("AG88", 0)} <= set(next_stops(scene.view, US, train, []))
    ways = routes_via(scene.view, US, train, [("AC40", 0), ("Z47", 0), ("AG40", 0)])
    assert (*TO_ROMA, *TO_TUNIS) in {route.path for route in ways}
    assert ("G26", 0) in next_stops(Europe("3").token_at("B41").card("3").view, US, "3+3-1", [("B41", 0)])
