"""What nationals of 18OE earn (11.3.10): linked places, unlinked ones, and the capacity that is left."""

from __future__ import annotations

from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.routes import links, national_revenue
from engine.titles.g18oe.routes.national_revenue import Capacity, account, capacity, places
from engine.titles.g18oe.track.seas import waters
from tests.rulemark import rule
from tests.titles.g18oe.cutouts import US
from tests.titles.g18oe.lines import ANDALUSIA, Europe


def national(*trains: str, zone: str = "SP", phase: str = "4", **data) -> Europe:
    return Europe(phase, kind="national", zone=zone, **data).card(*trains)


@rule("18OE", "11.3.10")
def test_the_capacity_is_thirteen_cities_four_of_them_doubled_and_four_towns():
    """A 4+4, a 5 and a 4D."""
    scene = national("4+4", "5", "4D", phase="7")
    assert capacity(scene.view, US) == Capacity(13, 4, 4)


@rule("18OE", "11.3.10")
def test_linked_places_pay_the_best_doubled_by_d_trains():
    """Sevilla, four towns and Murcia."""
    scene = national("2+2").line(*ANDALUSIA)
    found = places(scene.view, US)
    assert found.cities["AC8"] == found.cities["AC16"] == 20
    assert sorted(found.towns)[:4] == [10] * 4
    lisboa = scene.line("Z1", "Y2")
    assert account(lisboa.view, US).linked >= 2 * 20 + 2 * 10
    doubled = national("4D", phase="7").line(*ANDALUSIA)
    values = sorted(places(doubled.view, US).cities.values(), reverse=True)[:4]
    assert account(doubled.view, US).linked == 2 * sum(values)


@rule("18OE", "11.3.10")
def test_a_place_is_linked_to_any_other_inside_or_outside_the_zone_by_ferry_too():
    assert ("AE6", 0) in links.linked(national().view, US)
    assert ("AF5", 0) in links.linked(national().view, US)
    alone = national().lay("AC8", 4)
    assert ("AC8", 0) not in links.linked(alone.view, US)
    assert ("AC8", 0) in links.linked(alone.line("AC8", "AC10").view, US)


@rule("18OE", "11.3.10")
def test_stations_of_a_metropolis_are_one_city_and_do_not_link_each_other():
    scene = national(zone="UK", phase="4").lay("M28", 1, 5)
    found = places(scene.view, US)
    assert found.cities["M28"] == 30
    assert ("M28", 0) in links.linked(scene.view, US) or ("M28", 1) in links.linked(scene.view, US)
    assert len([coord for coord in found.cities if coord == "M28"]) == 1


@rule("18OE", "11.3.10", "14.9")
def test_track_of_brandt_and_brandau_links_nothing():
    scene = national().line("AC16", "AB15", "AA14", "Z13")
    assert ("AC16", 0) in links.linked(scene.view, US)
    scene.own("p1", "BBE").mark("BBE1", "AB15")
    assert ("AC16", 0) not in links.linked(scene.view, US)


@rule("18OE", "11.3.10")
def test_tokens_of_others_block_no_link():
    scene = national().line("AD15", "AD17", "AC16").token_at("AD17", company="LNWR")
    assert {("AC16", 0), ("AD15", 0)} <= links.linked(scene.view, US)


@rule("18OE", "11.3.10")
def test_a_red_zone_over_sea_is_linked_by_a_port_with_track_on_its_sea_zone():
    """Alger belongs to France: Marseille's printed track leads to a port on the same sea; Bergen has land."""
    assert "AF25" in places(national(zone="FR").view, US).cities
    scene = national(zone="FR")
    ports = frozenset({("X33", 0)})
    assert links.over_sea(scene.view, US, "AF25", ports)
    assert not links.over_sea(scene.view, US, "AF25", frozenset({("W40", 0)}))
    assert not links.over_sea(scene.view, US, "B41", frozenset({("C48", 0)}))


@rule("18OE", "11.3.10")
def test_tunis_is_linked_over_sea_though_it_has_a_ferry():
    scene = national(zone="IT")
    assert ("AG40", 0) not in links.linked(scene.view, US)
    assert links.over_sea(scene.view, US, "AG40", frozenset({("AB51", 0)}))


@rule("18OE", "11.3.10", "11.3.4")
def test_a_red_zone_without_a_port_is_linked_by_its_ferry_alone():
    """Cartagena's port is on the sea at Melilla, which has no port: track at Almeria links it."""
    port = national().lay("AD17", 3, 4)
    assert not links.over_sea(port.view, US, "AF11", frozenset({("AD17", 0)}))
    assert not links.over_sea(port.view, US, "AF5", frozenset({("AC6", 0)}))
    assert "AF11" not in places(port.view, US).cities
    assert "AF11" in places(national().lay("AD13", 0, 3).view, US).cities


@rule("18OE", "11.3.6")
def test_lisboa_can_be_left_by_its_port():
    port = next(p for p in waters(national().view.board().hexmap).ports if p.coord == "Z1")
    assert port.edge in national().view.board().face("Z1").exits


@rule("18OE", "11.3.10")
def test_a_place_counts_in_the_zone_in_which_it_lies():
    """Of a hex on a border the zone of the stop decides."""
    both = {c: europe().zones_of[c] for c in europe().splits if europe().splits[c].stop}
    assert both
    for coord, zones in both.items():
        own = europe().zone_of_stop(coord)
        for zone in zones:
            assert (coord in national_revenue._hexes(zone)) == (zone == own)


@rule("18OE", "11.3.10")
def test_unlinked_places_use_capacity_for_nothing_and_what_is_left_earns_60_and_10():
    scene = national("5", "5", "5", "5", zone="UK", phase="5")
    found, paid = places(scene.view, US), account(scene.view, US)
    left = 20 - len(found.cities) - found.unlinked_cities
    assert left > 0
    assert (paid.cities_left, paid.towns_left) == (left, 0)
    assert paid.filled == 60 * left
    assert paid.linked == sum(found.cities.values())
    towns = national("8+8", "8+8", "8+8", zone="UK", phase="8")
    more, most = places(towns.view, US), account(towns.view, US)
    spare = 24 - len(more.towns) - more.unlinked_towns
    assert spare > 0
    assert most.towns_left == spare
    assert most.filled == 60 * most.cities_left + 10 * spare


@rule("18OE", "11.3.10")
def test_its_pullman_goes_with_the_train_of_the_highest_level():
    assert account(national("2+2", "4D", "4", phase="7").view, US).pullman == 70
    assert account(national().view, US).total == 0


@rule("18OE", "11.3.10")
def test_a_double_town_is_two_towns():
    scene = national(zone="UK", phase="3")
    bare = places(scene.view, US)
    green = places(scene.line("L25", "M26").lay("M26", 2, 3, colour=1).view, US)
    assert len(green.towns) == len(bare.towns) + 2
    assert green.unlinked_towns == bare.unlinked_towns - 2
