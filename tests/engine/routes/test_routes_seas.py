"""Routes over water, by the text of 18OE (11.2.2, 11.3.3-11.3.8, 14.5, 15.8), on coasts made up for each.

A coast is a row of hexes A1, A3, A5... with sea below; ports are on the sides to the sea.
"""

from __future__ import annotations

import pytest

from engine.board.hexmap import HexMap
from engine.board.mapfile import parse_map
from engine.board.waters import Ferry, Port, Waters
from engine.core.errors import Violation
from engine.routes.manners import NOTHING, Extras, Manner, Relief
from engine.routes.paths import Route
from engine.routes.policy import check_route, check_routes, revenue
from engine.routes.suggest import best_routes, routes_via
from engine.routes.terms import Terms
from tests.seas import EVERY, TOWNS, US, coast, ferry_over, position

NORTH, SKAG, BALTIC = "North Sea", "Skagerrak", "Baltic Sea"
CHAIN = {NORTH: frozenset({SKAG}), SKAG: frozenset({NORTH, BALTIC}), BALTIC: frozenset({SKAG})}
TWO = "gray city:40:1 5-s0", "gray city:50:1 0-s0"
SW, W, E, SE = 0, 1, 4, 5


def express(reach: int) -> Manner:
    return Manner(reach, EVERY, small=TOWNS, fill=True)


def shore(faces, waters, *reaches, tokens=(("A1", 0),), rivals=(), extras=NOTHING, **lie):
    """A position on a coast with express trains of these reaches."""
    kinds = ["2", "3", "4"][: len(reaches)]
    manners = {kind: express(reach) for kind, reach in zip(kinds, reaches, strict=True)}
    terms = Terms(waters, again=TOWNS, **lie)
    return position(coast(*faces), kinds, tokens, rivals, manners=manners, lie=terms, more=extras)


def best(view) -> int:
    found = best_routes(view, US)
    assert found.proven
    assert check_routes(view, US, found.routes) is None
    assert revenue(view, US, found.routes) == found.revenue == found.bound
    return found.revenue


def code(view, *path, train="2-1") -> str | None:
    found = check_route(view, US, Route(train, path))
    return found.code if isinstance(found, Violation) else None


def ferry(name: str, number: int, faces, *coords: str) -> Ferry:
    return ferry_over(_map(faces), name, number, coords)


def _map(faces) -> HexMap:
    return parse_map({"layout": "pointy", "hexes": coast(*faces)})


# --- sea zones (11.3.4) ------------------------------------------------------------------------------------

OVER = Waters(CHAIN, (Port("A1", NORTH, SE), Port("A3", SKAG, SW)))


@pytest.mark.parametrize(("reach", "earned"), [(3, 0), (4, 90)])
def test_each_sea_zone_counts_as_a_city_and_pays_nothing(reach, earned):
    """11.3.3, 11.3.4: two cities and two zones are four; a train of reach three does not get across."""
    view = shore(TWO, OVER, reach)
    assert best(view) == earned
    crossing = ("A1", 6, SE), (NORTH, -1, -1), (SKAG, -1, -1), ("A3", SW, 6)
    assert code(view, *crossing) == (None if earned else "too_many_stops")


def test_a_crossing_leads_over_zones_that_adjoin_and_begins_and_ends_at_ports():
    """11.3.4."""
    view = shore(TWO, OVER, 4)
    assert code(view, ("A1", 6, SE), (SKAG, -1, -1), ("A3", SW, 6)) == "path_broken"
    assert code(view, ("A1", 6, SE), (NORTH, -1, -1), ("A3", SW, 6)) == "path_broken"
    assert code(view, ("A1", 6, SE), ("Dead Sea", -1, -1), ("A3", SW, 6)) == "off_the_tile"
    assert code(view, ("A1", 6, SE), (NORTH, -1, -1)) == "path_broken"
    around = [(zone, -1, -1) for zone in (NORTH, SKAG, BALTIC, SKAG)]
    assert code(view, ("A1", 6, SE), *around, ("A3", SW, 6)) == "zone_twice"
    assert [r.path for r in routes_via(view, US, "2-1", [("A1", 0), ("A3", 0)])] == [
        (("A1", 6, SE), (NORTH, -1, -1), (SKAG, -1, -1), ("A3", SW, 6))
    ]


def test_london_to_malmo_by_way_of_kobenhavn():
    """11.2.1: three zones from London to København; Malmö has a private port, so it is entered by land."""
    faces = "gray city:60:1 5-s0", "blue", "gray city:50:1 04-s0", "gray city:20:1 01-s0"
    channel, bight = "English Channel", "German Bight"
    zones = {channel: {bight}, bight: {channel, SKAG}, SKAG: {bight, BALTIC}, BALTIC: {SKAG}}
    waters = Waters(
        {zone: frozenset(near) for zone, near in zones.items()},
        (Port("A1", channel, SE), Port("A5", SKAG, SW), Port("A7", SKAG, SW, private=True)),
    )
    assert best(shore(faces, waters, 6)) == 130
    assert best(shore(faces, waters, 5)) == 110
    sea = tuple((zone, -1, -1) for zone in (channel, bight, SKAG))
    direct = ("A1", 6, SE), *sea, ("A7", SW, 6)
    assert code(shore(faces, waters, 6), *direct) == "private_port"
    assert code(shore(faces, waters, 6, tokens=(("A1", 0), ("A7", 0))), *direct) is None


def test_a_land_side_lies_between_two_crossings():
    """11.3.4: out by another port of the same city is no way to sail on."""
    faces = *TWO[:1], "gray city:50:1 05-s0", "gray city:20:1 04-s0", "gray city:10:1 1-s0"
    ports = Port("A1", NORTH, SE), Port("A3", NORTH, SW), Port("A3", SKAG, SE), Port("A5", SKAG, SW)
    view = shore(faces, Waters(CHAIN, ports), 9)
    path = ("A1", 6, SE), (NORTH, -1, -1), ("A3", SW, 6), ("A3", 6, SE), (SKAG, -1, -1), ("A5", SW, 6)
    assert code(view, *path) == "no_land_between"
    assert best(view) == 40 + 50
    assert best(shore(faces, Waters(CHAIN, ports), 9, tokens=(("A3", 0),))) == 50 + 40
    assert best(shore(faces, Waters(CHAIN, ports[2:]), 9, tokens=(("A3", 0),))) == 50 + 20 + 10


def test_after_a_land_side_a_train_crosses_again():
    """11.3.4: a train may make several crossings."""
    faces = TWO[0], "gray city:50:1 04-s0", "gray city:20:1 15-s0", "gray city:10:1 0-s0"
    ports = Port("A1", NORTH, SE), Port("A3", NORTH, SW), Port("A5", NORTH, SE), Port("A7", NORTH, SW)
    assert best(shore(faces, Waters(CHAIN, ports), 6)) == 120
    assert best(shore(faces, Waters(CHAIN, ports), 5)) == 110


def test_a_private_port_is_for_those_with_a_station_there():
    """11.3.6; 14.5: a company may be allowed in without a station."""
    waters = Waters(CHAIN, (Port("A1", NORTH, SE), Port("A3", NORTH, SW, private=True)))
    assert best(shore(TWO, waters, 4)) == 0
    assert best(shore(TWO, waters, 4, tokens=(("A1", 0), ("A3", 0)))) == 90
    assert best(shore(TWO, waters, 4, harbours=frozenset({"A3"}))) == 90


def test_both_stations_of_london_are_joined_to_its_offshore_port():
    """11.3.6: no track section is used, and what lies between does not matter; one station is visited."""
    faces = TWO[0], "gray city:60:1 city:70:1 1-s0 4-s1", "gray city:20:1 1-s0"
    waters = Waters(CHAIN, (Port("A1", NORTH, SE), Port("A3", NORTH)))
    view = shore(faces, waters, 4)
    assert best(view) == 40 + 70 + 20
    for stop in (6, 7):
        assert code(view, ("A1", 6, SE), (NORTH, -1, -1), ("A3", -1, stop)) is None
    assert code(view, ("A1", 6, SE), (NORTH, -1, -1), ("A3", -1, 8)) == "off_the_tile"


# --- reductions (11.3.4, 11.3.5, 15.8) -----------------------------------------------------------------


def token(amount: int, place=("A1", 0), waters=OVER) -> Relief:
    return Relief(amount, waters.beside(place[0]), at=place, abutting=True)


@pytest.mark.parametrize(("amount", "needs"), [(1, 3), (2, 2)])
def test_a_port_token_reduces_zones_that_abut_from_the_token_on(amount, needs):
    """11.3.4: one zone in phases 2 to 6, two in 7 and 8."""
    extras = Extras((token(amount),))
    assert best(shore(TWO, OVER, needs, extras=extras)) == 90
    assert best(shore(TWO, OVER, needs - 1, extras=extras)) == 0


def test_the_reduction_of_a_token_needs_a_zone_at_the_token():
    """11.3.4: the route runs through the token, and one of the zones is adjacent to it."""
    faces = *TWO, "gray city:30:1 4-s0", "gray city:20:1 1-s0"
    far = Relief(2, frozenset({BALTIC}), at=("A1", 0), abutting=True)
    assert best(shore(faces, OVER, 3, extras=Extras((far,)))) == 0
    elsewhere = Relief(2, frozenset({NORTH}), at=("A5", 0), abutting=True)
    tokens = ("A1", 0), ("A5", 0)
    assert best(shore(faces, OVER, 3, tokens=tokens, extras=Extras((elsewhere,)))) == 50


def test_a_port_token_serves_each_train_and_a_port_authority_the_company_once():
    """11.3.4, 11.3.5, 15.8: two trains cross for one zone less each; two units in all are split."""
    each = Extras((token(1),))
    assert best(shore(TWO, OVER, 3, 3, extras=each)) == 180
    authority = Relief(2, frozenset({NORTH, SKAG}), pooled=True)
    assert best(shore(TWO, OVER, 3, 3, extras=Extras((authority,)))) == 180
    assert best(shore(TWO, OVER, 3, 3, 3, extras=Extras((authority,)))) == 180
    assert best(shore(TWO, OVER, 2, 3, extras=Extras((authority,)))) == 90
    steamships = Relief(1, frozenset(CHAIN), pooled=True)
    assert best(shore(TWO, OVER, 3, 3, extras=Extras((steamships,)))) == 90
    assert best(shore(TWO, OVER, 2, 3, extras=Extras((authority, steamships)))) == 180


def test_more_than_is_there_once_is_refused():
    """11.3.5: three trains cannot all have one of the two units."""
    view = shore(TWO, OVER, 3, 3, 3, extras=Extras((Relief(2, frozenset({NORTH, SKAG}), pooled=True),)))
    path = ("A1", 6, SE), (NORTH, -1, -1), (SKAG, -1, -1), ("A3", SW, 6)
    routes = [Route(train.id, path) for train in view.trains(US)]
    assert check_routes(view, US, routes[:2]) is None
    found = check_routes(view, US, routes)
    assert found
    assert found.code == "too_many_stops"


def test_an_authority_reduces_only_in_its_water():
    """11.3.5: the North Sea authority does nothing in the Baltic Sea of another colour."""
    elsewhere = Relief(2, frozenset({BALTIC}), pooled=True)
    assert best(shore(TWO, OVER, 3, extras=Extras((elsewhere,)))) == 0


def test_a_city_with_the_star_harbor_token_does_not_count_and_does_not_block():
    """14.5: it is free passage, may be full of others, and counts against no reach."""
    faces = "gray city:40:1 4-s0", "gray city:50:1 14-s0", "gray city:30:1 1-s0"
    manners = {"2": express(2)}
    full = position(coast(*faces), ["2"], [("A1", 0)], [("A3", 0)], manners=manners)
    assert best(full) == 90
    through = position(
        coast(*faces), ["2"], [("A1", 0)], [("A3", 0)], manners=manners,
        lie=Terms(unblocked=frozenset({("A3", 0)})), uncosted=frozenset({("A3", 0)}),
    )  # fmt: skip
    assert best(through) == 120


# --- ferries (11.3.7, 11.3.8, 11.2.2) ------------------------------------------------------------------

STRAIT = "gray city:40:1 4-s0", "blue 1-4", "gray city:50:1 1-s0"


@pytest.mark.parametrize(("number", "needs"), [(0, 2), (1, 3), (2, 4)])
def test_the_number_of_a_ferry_counts_against_the_reach(number, needs):
    """11.3.7: a ferry of number 0 counts nothing."""
    waters = Waters(ferries=(ferry("ferry", number, STRAIT, "A1", "A3", "A5"),))
    assert best(shore(STRAIT, waters, needs)) == 90
    assert best(shore(STRAIT, waters, needs - 1)) == 0


def test_a_token_beside_a_ferry_reduces_its_number():
    """11.3.7: as a port token does for a crossing."""
    waters = Waters(ferries=(ferry("ferry", 2, STRAIT, "A1", "A3", "A5"),))
    for amount, needs in ((1, 3), (2, 2)):
        extras = Extras((token(amount, waters=waters),))
        assert best(shore(STRAIT, waters, needs, extras=extras)) == 90
        assert best(shore(STRAIT, waters, needs - 1, extras=extras)) == 0


def test_a_town_on_a_ferry_is_visited_and_the_whole_number_counts_once():
    """11.3.7: a train may ride to the town only; all of the number counts, whichever part it rides."""
    faces = "gray city:40:1 4-s0", "blue town:10 14-s0", "gray city:50:1 1-s0"
    waters = Waters(ferries=(ferry("ferry", 1, faces, "A1", "A3", "A5"),))
    assert best(shore(faces, waters, 4)) == 100
    assert best(shore(faces, waters, 3)) == 90
    to_town = ("A1", 6, E), ("A3", W, 6)
    assert code(shore(faces, waters, 2), *to_town) is None
    assert code(shore(faces, waters, 1), *to_town) == "too_many_stops"


def test_sardinia_to_roma_by_ferry_and_back_out_the_private_port_to_tunis():
    """11.3.7: over one hex side, without land between; the port, not the ferry, needs a station in Roma."""
    faces = "gray city:20:1 4-s0", "blue 1-4", "gray city:60:1 1-s0", "blue", "gray city:30:1 0-s0"
    sea = "Tyrrhenian Sea"
    waters = Waters(
        {sea: frozenset()},
        (Port("A5", sea, W, private=True), Port("A9", sea, SW)),
        (ferry("ferry", 0, faces, "A1", "A3", "A5"),),
    )
    by_ferry = ("A1", 6, E), ("A3", W, E), ("A5", W, 6)
    on = ("A5", 6, W), (sea, -1, -1), ("A9", SW, 6)
    with_station = shore(faces, waters, 4, tokens=(("A1", 0), ("A5", 0)))
    assert code(with_station, *by_ferry, *on) is None
    assert best(with_station) == 110
    without = shore(faces, waters, 4)
    assert code(without, *by_ferry) is None
    assert code(without, *by_ferry, *on) == "private_port"
    assert best(without) == 80


CHANNEL = "gray city:40:2 4-s0", "blue 1-4", "gray city:60:2 14-s0", "gray city:30:1 1-s0"


def test_two_trains_ride_the_white_cliffs_ferry_and_part_in_london():
    """11.3.8: both use the ferry, on land each needs track of its own."""
    waters = Waters(ferries=(ferry("White Cliffs", 0, CHANNEL, "A1", "A3", "A5"),))
    view = shore(CHANNEL, waters, 3, 3)
    assert best(view) == 130 + 100
    land = tuple(face.replace("blue", "gray") for face in CHANNEL)
    assert best(shore(land, Waters(), 3, 3)) == 130
    path = ("A1", 6, E), ("A3", W, E), ("A5", W, 6), ("A5", 6, E), ("A7", W, 6)
    found = check_routes(view, US, [Route("2-1", path), Route("3-1", path)])
    assert found
    assert found.code == "track_shared"
    assert check_routes(view, US, [Route("2-1", path), Route("3-1", path[:3])]) is None


def test_lille_is_open_to_the_ferry_though_it_is_full():
    """11.2.2: until the White Cliffs position is taken; then only those with a token there pass."""
    lille = "gray city:30:1 4-s0", "gray city:40:1 14-s0", "blue 1-4", "gray city:60:1 1-s0"
    waters = Waters(ferries=(ferry("White Cliffs", 0, lille, "A3", "A5", "A7"),))
    full = {"tokens": (("A1", 0),), "rivals": (("A3", 0),)}
    assert best(shore(lille, waters, 3, **full)) == 70
    assert best(shore(lille, waters, 3, **full, gates=frozenset({("A3", E)}))) == 130
    taken = shore(lille, waters, 3, bars=frozenset({("A3", E)}))
    assert best(taken) == 70
    passing = ("A1", 6, E), ("A3", W, 6), ("A3", 6, E), ("A5", W, E), ("A7", W, 6)
    assert code(taken, *passing) == "through_barred"
    from_london = shore(lille, waters, 3, tokens=(("A7", 0),), bars=frozenset({("A3", E)}))
    assert best(from_london) == 100


def test_two_ferries_do_not_cross_one_hex_side():
    """A fault of the data, said at once."""
    one = ferry("one", 1, STRAIT, "A1", "A3", "A5")
    with pytest.raises(ValueError, match="two ferries"):
        Waters(ferries=(one, ferry("two", 0, STRAIT, "A1", "A3")))
