"""The UK-France scenario of 18OE says what its fact file says, where that says more than the full game."""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.board.hexmap import Hex
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from tests.conformance.test_facts import FACTS, facts

pytestmark = pytest.mark.skipif(not FACTS.is_dir(), reason="the fact files (../shared/facts) are not here")
PLAYED = TITLE.played({"scenario": "uk_france"})
DATA, MAP = PLAYED.data, PLAYED.rules.board.hexmap
FIGURES = DATA.figures(Figures)
COLOURS = ("yellow", "green", "brown", "gray")


def fact() -> dict[str, Any]:
    return facts("18oe-uk-france")


def by_number(table: dict[str, int]) -> dict[int, int]:
    return {int(number): figure for number, figure in table.items()}


def test_players_money_and_limits():
    stated = fact()
    cash = stated["starting_cash"]
    assert (DATA.min_players, DATA.max_players) == (stated["players"]["min"], stated["players"]["max"])
    assert stated["bank"]["cash"] == DATA.bank
    assert by_number(dict(FIGURES.cash_without_concessions)) == by_number(cash["per_player"])
    assert DATA.starting_cash == by_number(cash["with_concessions_inferred"]["per_player"])
    assert DATA.certificate_limit == by_number(stated["certificate_limit"])
    assert stated["regional_floor"] == FIGURES.regional_floor


def test_companies_and_packet():
    stated = fact()
    for kind in ("private", "minor", "regional"):
        assert {s.id for s in DATA.of_kind(kind)} == {entry["id"] for entry in stated[f"{kind}s"]}
    assert [s.id for s in DATA.of_kind("concession")] == stated["concessions"]["optional"]
    for entry in stated["regionals"]:
        spec = DATA.companies[entry["id"]]
        assert (spec.home, spec.extras["zone"]) == (entry["home"], entry["zone"])
        assert list(spec.tokens[:2]) == entry["regional_tokens"]
        assert MAP.homes[spec.id] == (entry["home"], 0)
    rows = [row["items"] for row in stated["opening_packet"]["rows"]]
    optional = stated["concessions"]["optional"]
    assert list(FIGURES.auction_items) == [item for row in rows for item in row] + optional
    assert list(FIGURES.auction_rows) == [*map(len, rows), len(optional)]


def test_trains_tiles_and_markers():
    stated = fact()
    for entry in stated["trains"]:
        assert DATA.trains[entry["local"]["name"]].count == entry["count"]
    assert DATA.trains["pullman"].count == stated["pullman"]["count"]
    out = set(stated["tiles"]["metropolis_tiles_out"])
    assert set(DATA.tiles) == set(TITLE.data.tiles) - out
    assert set(stated["tiles"]["metropolis_tiles_in_play"]) <= set(DATA.tiles)
    assert stated["level8_available"]["value"] == "after the first level 7 sale"
    assert FIGURES.level_eight_after == 1
    assert stated["port_authorities"]["sister_scenario"].startswith(str(FIGURES.port_authority["markers"]))


def test_land_is_that_of_the_area():
    stated, whole = fact()["hexes"], TITLE.rules.board.hexmap
    red = {entry["hex"] for entry in fact()["red_zones"]}
    tiles = {"P39", "X23", "AA82"}
    land = {coord for coord, spot in MAP.hexes.items() if spot.colour != "blue"}
    assert land == set(stated["land"]) | red | tiles
    assert len(stated["land"]) == stated["land_count"]
    for coord in set(stated["land"]) - tiles:
        assert MAP[coord].face == whole[coord].face
        assert MAP[coord].terrain == whole[coord].terrain
    assert {c for c, s in MAP.hexes.items() if s.colour == "blue"} == {
        c for c, s in whole.hexes.items() if s.colour == "blue"
    }


def test_red_tiles():
    stated = {entry["hex"]: entry for entry in fact()["hexes"]["differences_from_full_map"]}
    for ours, theirs in (("P39", "P39"), ("X23", "X23"), ("AA82", "AA38")):
        entry, (stop,) = stated[theirs], MAP[ours].face.stops
        assert {colour: stop.value(colour) for colour in COLOURS} == entry["revenue"]
        assert (stop.kind, MAP[ours].colour) == ("offboard", "red")
        assert entry["becomes"] == f"red zone tile {MAP[ours].name}"
        if ours == theirs:
            assert list(MAP[ours].face.exits) == [int(edge) for edge in entry["exits"]]
        else:
            assert ours in entry["alternatives"]
    for entry in fact()["red_zones"]:
        (stop,) = MAP[entry["hex"]].face.stops
        assert {c: stop.value(c) for c in COLOURS if stop.value(c)} == entry["revenue"]


def told(spot: Hex, what: str) -> list[dict[str, Any]]:
    return cast(list[dict[str, Any]], spot.extras.get(what, []))


def test_ferries_and_ports():
    stated = fact()
    lines = {
        (coord, str(line["to"]), int(line["distance"]))
        for coord, spot in MAP.hexes.items()
        for line in told(spot, "ferries")
    }
    assert lines == {(*sorted(f["ends"], key=_at), f["distance"]) for f in stated["ferries"]["in_play"]}
    ports = {
        (coord, port["sea_hex"], port["access"])
        for coord, spot in MAP.hexes.items()
        for port in told(spot, "ports")
        if coord != "AA82"
    }
    assert ports == {(p["hex"], p["sea_hex"], p["access"]) for p in stated["ports"]["in_play"]}


def _at(coord: str) -> tuple[int, str, int]:
    letters = coord.rstrip("0123456789")
    return len(letters), letters, int(coord.removeprefix(letters))


def test_orient_express_ends_at_the_tiles():
    named = [text.split()[0] for text in fact()["orient_express"]["western_ends_present"]]
    assert list(FIGURES.orient_express.west) == named
    assert FIGURES.orient_express.terminus == "AA82"
    assert europe().zones["UK"].chits + europe().zones["FR"].chits == fact()["track_rights_chits"]["total"]
