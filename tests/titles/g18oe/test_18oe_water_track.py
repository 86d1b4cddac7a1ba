"""18OE 11.1.3, 11.1.6, 11.3.4-11.3.7: track beyond ports and ferries, and its fees."""

import pytest

from engine.board.faces import STOP
from engine.rules import track
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.track.seas import waters
from engine.titles.g18oe.track.track import voyage_of, water_fee
from tests.rulemark import rule
from tests.scenario import act
from tests.titles.g18oe.building import (
    arguments,
    code,
    hexes,
    lay,
    lays_on,
    look,
    major,
    national,
    put,
    regional,
    turn,
)

LONDON = ("M28", "OE6", 1, 2, 4, 5)
NORTH, SOUTH = ["north_sea"], ["mediterranean"]


def in_london(phase="3", scenario=None, cash=1000, **data):
    """GWR as a major with a token in London: the ferry to Lille and a public offshore port."""
    return put(scenario or major(phase=phase, cash=cash, **data), LONDON).token("GWR", "M28", 0)


def fees(view, company="GWR"):
    """The least fee over water for each hex that the railroad reaches."""
    found = voyage_of(view, company)
    return {coord: found.ways_to(coord)[0][0] for coord in found.whole.hexes}


# --- 11.1.3 ports ------------------------------------------------------------------------------------


@rule("18OE", "11.1.3", "11.3.4")
def test_kobenhavn_turns_green_by_sea_with_track_to_its_port_arrow():
    """The arrow on the Baltic lies to the south-east (side 5); yellow København has track to 1 and 3."""
    view = look(in_london())
    assert lays_on(view, "GWR", "I50") == {("622", (0, 1, 3, 5)), ("622", (1, 3, 4, 5))}
    assert code(view, "GWR", "I50", "208", 0, 1, 3, 4) == "not_connected"


@rule("18OE", "11.1.3", "11.3.6")
@pytest.mark.parametrize(("own", "refused"), [(False, "not_connected"), (True, None)])
def test_malmo_is_a_private_port_and_needs_a_token_there(own, refused):
    scenario = in_london()
    if own:
        scenario.token("GWR", "I52", 0)
    assert code(look(scenario), "GWR", "I52", "57", 0, 3) == refused


@rule("18OE", "11.3.6")
def test_a_private_port_without_a_token_is_not_reached_over_the_sea():
    """Of Göteborg (private), Stavanger and Kristianssand (public) on the Skagerrak."""
    found = hexes(look(in_london()))
    assert {"D41", "E44"} <= found
    assert "F49" not in found
    assert "B67" not in found


@rule("18OE", "11.3.6")
def test_offshore_ports_join_all_cities_of_the_hex_without_track():
    """Both stations of London are on its port; Hamburg is reached bare, its track need not lead anywhere."""
    for stop in (0, 1):
        scenario = put(major(phase="3"), LONDON).token("GWR", "M28", stop)
        scenario.state.tokens["GWR:0"].place = None
        assert "D41" in hexes(look(scenario))
    view = look(in_london())
    assert lays_on(view, "GWR", "K46") == {
        (tile.id, face.exits)
        for tile in map(view.board().catalogue.__getitem__, ("201", "202", "621"))
        for face in tile.faces
    }


@rule("18OE", "11.3.4")
def test_a_crossing_begins_and_ends_at_ports_with_track_to_the_arrow():
    """Dublin has its port arrow to the south-east: without track there it has the ferries alone."""
    bare = look(regional("GSWR", phase="3"), "GSWR")
    assert {"H21", "F25"}.isdisjoint(hexes(bare, "GSWR"))
    port = look(put(regional("GSWR", phase="3"), ("I20", "57", 4, 1)), "GSWR")
    assert "F25" not in hexes(port, "GSWR")
    open_sea = put(regional("GSWR", phase="3"), ("I20", "6", 4, 0))
    assert "F25" not in hexes(look(open_sea, "GSWR"), "GSWR")
    scenario = put(regional("GSWR", phase="3"), ("I20", "5", 4, 5))
    assert {"H21", "F25", "J23"} <= hexes(look(scenario, "GSWR"), "GSWR")


@rule("18OE", "11.3.4")
def test_channel_passages_and_the_atlantic_join_sea_zones():
    adjacent = waters(TITLE.rules.board.hexmap).zones
    assert "Baltic Sea" in adjacent["Skagerrak"]
    assert "Black Sea" in adjacent["Aegean Sea"]
    assert "Strait of Gibraltar" in adjacent["North Atlantic (Silver Coast)"]
    assert "Baltic Sea" not in adjacent["North Sea"]
    # København and Constantinople lie on both zones.
    ports = waters(TITLE.rules.board.hexmap).ports
    assert {p.zone for p in ports if p.coord == "I50"} == {"Baltic Sea", "Skagerrak"}
    assert {p.zone for p in ports if p.coord == "AA82"} == {"Aegean Sea", "Black Sea"}


@rule("18OE", "11.3.4")
def test_two_crossings_without_land_between_them_lead_nowhere_that_one_does_not():
    """Zones that meet at a port or at the two ends of a ferry adjoin, so a connection need not ask."""
    lie = waters(TITLE.rules.board.hexmap)
    meeting = [{p.zone for p in lie.ports if p.coord == coord} for coord in {p.coord for p in lie.ports}]
    for ferry in (ferry for ferry in lie.ferries if ferry.name != "shared lines"):
        ends = {coord for coord, _ in ferry.sides}
        meeting.append({p.zone for p in lie.ports if p.coord in ends})
    for zones in meeting:
        assert all(one == two or two in lie.zones[one] for one in zones for two in zones)


# --- 11.1.6 fees -------------------------------------------------------------------------------------


@rule("18OE", "11.1.6")
def test_ten_pounds_for_each_sea_zone():
    """From London: the Channel to Cherbourg, then the Bight, then the Skagerrak; three to København."""
    found = fees(look(in_london()))
    assert [found[c] for c in ("O24", "K46", "D41", "I50", "J63")] == [10, 20, 30, 30, 40]


@rule("18OE", "11.1.6", "11.3.7")
@pytest.mark.parametrize(
    ("company", "tiles", "coord", "fee"),
    [
        ("GSWR", [], "J23", 5),  # Dublin - Holyhead, distance 1
        ("GSWR", [], "I26", 5),  # Dublin - Preston: the shared track counts nothing of its own
        ("LNWR", [], "I20", 5),  # Manchester - Liverpool - Dublin
        ("BEL", [], "M28", 0),  # Lille - London, distance 0
    ],
)
def test_five_pounds_for_each_of_a_ferrys_number(company, tiles, coord, fee):
    scenario = put(major(company), *tiles)
    if company == "BEL":
        scenario.token("BEL", "N31")
    found = voyage_of(look(scenario, company), company).ways_to(coord)
    assert found[0][0] == fee


@rule("18OE", "11.1.6", "11.3.6", "11.3.7")
def test_the_ferry_from_bergen_lands_in_edinburgh():
    """Edinburgh's private port is closed; the ferry of distance 2 costs 10 beyond Bergen, 30 by sea."""
    assert fees(look(in_london()))["G26"] == 40


@rule("18OE", "11.1.6")
def test_every_tile_beyond_the_water_pays_and_the_cheapest_way_counts():
    game = turn(regional("GSWR", cash=100), "GSWR")
    act(game, "p1", "lay_tile", **arguments("J23", "58", 2, 4))
    assert game.view.cash("GSWR") == 100 - 45 - 5
    act(game, "p1", "lay_tile", **arguments("I26", "58", 1, 5))
    assert game.view.cash("GSWR") == 50 - 30 - 5


@rule("18OE", "11.1.6")
def test_the_fee_comes_on_top_of_the_terrain():
    """Stranraer (rough 30) from Belfast over the ferry of distance 0; Stavanger (water 45) by sea."""
    game = turn(in_london(cash=300))
    act(game, "p1", "lay_tile", **arguments("D41", "58", 0, 4))
    assert game.view.cash("GWR") == 300 - 45 - 30


@rule("18OE", "11.1.6")
@pytest.mark.parametrize(("cash", "refused"), [(74, "cannot_afford"), (75, None)])
def test_the_treasury_must_have_both(cash, refused):
    view = look(in_london(cash=cash))
    assert code(view, "GWR", "D41", "58", 0, 4) == refused
    assert ("D41" in hexes(view)) is (refused is None)


@rule("18OE", "11.1.6", "11.3.5")
@pytest.mark.parametrize(
    ("held", "fees_"),
    [
        ([], [10, 20, 30, 40, 40, 50]),
        (NORTH, [0, 0, 10, 20, 20, 30]),
        (SOUTH, [10, 20, 30, 40, 40, 30]),
    ],
)
def test_a_port_authority_takes_off_two_units_in_its_waters(held, fees_):
    """Cherbourg, Hamburg, Stavanger, Königsberg; Edinburgh (three zones and a ferry of 2); Barcelona."""
    found = fees(look(in_london(port_authorities=held)))
    assert [found[c] for c in ("O24", "K46", "D41", "J63", "G26", "Z27")] == fees_


@rule("18OE", "11.1.6", "11.3.5")
def test_a_port_authority_takes_off_of_ferries_too():
    view = look(major("GSWR", port_authorities=NORTH), "GSWR")
    assert voyage_of(view, "GSWR").ways_to("J23")[0][0] == 0


@rule("18OE", "11.1.6", "15.8")
def test_port_tokens_and_minor_h_take_nothing_off():
    view = look(in_london(powers=["H"]))
    assert fees(view)["D41"] == 30


@rule("18OE", "11.1.6")
def test_nationals_build_beyond_the_water_for_nothing():
    view = look(put(national(phase="4"), LONDON))
    lay_ = lay("I20", "5", 4, 5)
    assert water_fee(view, "GWR", lay_) == 0
    assert track.check(view, "GWR", lay_) is None


@rule("18OE", "11.1.3")
def test_the_fee_is_that_of_the_way_that_the_tile_is_joined_to():
    """København by land from Malmö, or over its arrow: a tile that meets both ways pays nothing."""
    scenario = put(in_london(), ("I52", "5", 1, 2)).token("GWR", "I52", 0)
    view = look(scenario)
    assert water_fee(view, "GWR", lay("I50", "622", 1, 3, 4, 5)) == 0
    assert water_fee(view, "GWR", lay("I50", "622", 0, 1, 3, 5)) == 30


@rule("18OE", "11.3.7")
def test_ferries_are_public_even_at_private_ports():
    """From Ajaccio's side of the ferry to Roma: its port is private, the ferry is not."""
    scenario = put(major("CHN", phase="3"), ("Z27", "201", 0, 1))
    reached = voyage_of(look(scenario, "CHN"), "CHN").whole
    assert ("AB27", 0) in {(coord, 0) for coord, _ in reached.inbound}
    assert not any(end >= STOP for _, end in reached.inbound)
