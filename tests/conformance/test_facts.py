"""The committed tiles and maps say, field by field, what the fact files say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.faces import STOP, Face, Stop, track_of
from engine.board.hexmap import Hex, HexMap
from engine.board.lays import LayRules, lays
from engine.board.mapfile import load_map, parse_map
from engine.board.network import reach
from engine.board.tiles import standard_catalogue

ROOT = Path(__file__).resolve().parents[2]
FACTS = ROOT.parent / "shared" / "facts"
TILES = standard_catalogue()
EZ_COMPANIES = {"Oneida": "ONE", "Twopelo": "TWO", "Mitsushi": "MIT", "Rockfourd": "ROC"}

pytestmark = pytest.mark.skipif(not FACTS.is_dir(), reason="the fact files (../shared/facts) are not here")


def facts(name: str) -> dict[str, Any]:
    return json.loads((FACTS / f"{name}.json").read_text("utf-8"))


def title_map(title: str) -> HexMap:
    return load_map(ROOT / "engine" / "titles" / f"g{title}" / "data" / "map.toml")


def end(spelt: int | str) -> int:
    if isinstance(spelt, int):
        return spelt
    return STOP + int(spelt[1:]) if spelt[0] == "s" else int(spelt[1:])


def track(fact: dict[str, Any]) -> tuple[tuple[int, int], ...]:
    return track_of((end(a), end(b)) for a, b in fact.get("track", fact.get("tracks", ())))


def colour(fact: dict[str, Any]) -> str:
    return fact.get("colour") or fact["color"]


def revenue(fact: dict[str, Any]) -> Any:
    found = fact.get("revenue_by_phase", fact.get("revenue", 0))
    return found if isinstance(found, int) else dict(found)


def stop_fields(stop: Stop) -> dict[str, Any]:
    money = stop.revenue if isinstance(stop.revenue, int) else dict(stop.revenue)
    slots = stop.slots if stop.kind == "city" else 0
    return {"kind": stop.kind, "revenue": money, "slots": slots, "group": stop.group, "size": stop.size}


def fact_stop(fact: dict[str, Any]) -> dict[str, Any]:
    plain = {"slots": fact.get("slots", 0), "group": fact.get("area"), "size": fact.get("size", 1)}
    return {"kind": fact["kind"], "revenue": revenue(fact), **plain}


def assert_face(face: Face, fact: dict[str, Any], where: str) -> None:
    assert face.colour == colour(fact), where
    assert [stop_fields(stop) for stop in face.stops] == [fact_stop(s) for s in fact.get("stops", ())], where
    assert face.track == track(fact), where
    if "exits" in fact:
        assert list(face.exits) == fact["exits"], where


def test_tiles_of_the_common_catalogue():
    known = facts("tiles")["tiles"]
    for tile_id, fact in known.items():
        tile = TILES[tile_id]
        assert_face(tile.drawing, fact, tile_id)
        # The large map's metropolis tiles spell several letters as one word.
        if "doubtful" not in fact:
            assert "".join(tile.labels) == "".join(fact["labels"]), tile_id
        assert tile.base == fact.get("base_tile", tile_id)
        assert tile.fixed_orientation == fact.get("fixed_orientation", False)
        assert [s.drawn_at for s in tile.stops] == [s.get("drawn_at") for s in fact["stops"]], tile_id
    elsewhere = set(TILES) - set(known) - set(facts("1889")["tiles"]["new_in_catalogue"])
    large = {"716", "717", "718", "OE9", "OE10", "OE11", "OE20", "OE21", "OE22"}
    for_other_titles = {"1", "2", "53", "54", "55", "56", "59", "61", "62", *map(str, range(64, 70))}
    assert elsewhere == large | for_other_titles


@pytest.mark.parametrize("name", ["18ez", "18oe"])
def test_tiles_given_with_a_title(name):
    compared = 0
    for fact in facts(name)["tiles"]:
        assert TILES[fact["id"]].colour == fact["color"]
        if "tracks" in fact:
            compared += 1
            assert_face(TILES[fact["id"]].drawing, fact, fact["id"])
            assert "".join(TILES[fact["id"]].labels) == "".join(fact["labels"]), fact["id"]
    assert compared >= 3


def assert_hex(spot: Hex, fact: dict[str, Any]) -> None:
    where = spot.coord
    assert_face(spot.face, fact, where)
    assert spot.name == fact["name"], where
    assert list(spot.also) == fact.get("name_variants", []), where
    assert list(spot.labels) == fact.get("labels", []), where
    assert list(spot.impassable) == fact.get("impassable_edges", []), where
    stated = [(kind, entry["cost"]) for entry in fact.get("terrain", ()) for kind in entry["kinds"]]
    assert list(spot.terrain) == stated, where


def assert_drawing(spot: Hex, fact: dict[str, Any]) -> None:
    drawing, dividers = spot.drawing, fact.get("dividers", [])
    assert list(drawing.merged) == fact.get("merged_edges", []), spot.coord
    assert list(drawing.divider_edges) == [d["edge"] for d in dividers if "edge" in d], spot.coord
    corners = [tuple(d["between_corners"]) for d in dividers if "between_corners" in d]
    assert list(drawing.divider_corners) == corners, spot.coord
    hidden = [stop["index"] for stop in fact.get("stops", ()) if stop.get("revenue_hidden")]
    assert list(drawing.hidden) == hidden, spot.coord


@pytest.mark.parametrize("title", ["1862", "1826"])
def test_hexes_of_a_map(title):
    hexmap, fact_map = title_map(title), facts(title)["map"]
    assert hexmap.layout.value == fact_map["layout"]
    assert set(hexmap.hexes) == set(fact_map["hexes"])
    for coord, fact in fact_map["hexes"].items():
        spot = hexmap[coord]
        assert_hex(spot, fact)
        assert_drawing(spot, fact)
        around = {str(edge): other for edge, other in enumerate(spot.neighbours) if other}
        assert around == fact["neighbours"], coord
        assert [company for company, _ in spot.homes] == fact.get("home_of", []), coord
        if "upgradable" in fact:
            assert spot.fixed != fact["upgradable"], coord


def test_areas_of_1862():
    hexmap = title_map("1862")
    areas = facts("1862")["map"]["areas"]
    assert set(hexmap.groups) == set(areas)
    for group, fact in areas.items():
        places = hexmap.groups[group]
        assert sorted({coord for coord, _ in places}) == sorted(fact["hexes"])
        entries = {
            (coord, edge, hexmap.neighbour(coord, edge))
            for coord, stop in places
            for edge in hexmap[coord].face.stop_exits(stop)
        }
        assert entries == {(e["area_hex"], e["edge"], e["leads_to"]) for e in fact["entries"]}
    links = {c: spot.face.stops[1].slots for c, spot in hexmap.hexes.items() if "link_stop" in spot.extras}
    assert links == facts("1862")["london"]["link_hexes"]


def test_title_facts_of_1826_hexes():
    hexmap, data = title_map("1826"), facts("1826")
    for coord, fact in data["map"]["hexes"].items():
        extras = hexmap[coord].extras
        assert extras.get("consent_of") == fact.get("consent_of"), coord
        assert extras.get("belgian", False) == fact.get("closed_until_belge_has_operated", False), coord
        assert extras.get("destination_of", []) == fact.get("destination_of", []), coord
    homes = {c["symbol"]: (c["home"]["hex"], c["home"]["stop"]) for c in data["corporations"] if c["home"]}
    assert hexmap.homes == homes


def test_hexes_of_18ez():
    hexmap, data = title_map("18ez"), facts("18ez")
    assert hexmap.layout.value == data["map_orientation"]["layout"]
    assert set(hexmap.hexes) == set(data["hexes"])
    for coord, fact in data["hexes"].items():
        spot = hexmap[coord]
        assert_hex(spot, fact)
        assert not fact["borders"]
        home = fact.get("home_of")
        assert spot.homes == (((EZ_COMPANIES.get(home, home), 0),) if home else ()), coord
    assert sorted(c for c, spot in hexmap.hexes.items() if spot.colour == "gray") == sorted(
        data["grey_hexes"]
    )
    homes = {company["id"]: company["home"] for company in data["majors"] + data["minors"]}
    assert {company: coord for company, (coord, _) in hexmap.homes.items()} == homes


@pytest.mark.parametrize("title", ["18ez", "1862", "1826"])
def test_no_printed_track_meets_a_blank_printed_side(title):
    """A check of the facts themselves: fixed hexes that face each other agree about the side between them."""
    hexmap = title_map(title)
    for spot in hexmap.hexes.values():
        for edge in spot.face.exits:
            other = hexmap[spot.neighbours[edge] or ""]
            if spot.fixed and other.fixed:
                assert opposite(edge) in other.face.exits, (spot.coord, edge)


def large_map() -> HexMap:
    """The largest title's map, turned into our notation (its own map.toml comes with the title)."""
    data = facts("18oe")
    phases = ("yellow", "green", "brown", "gray")

    def stop(fact: dict[str, Any]) -> str:
        money = fact["revenue"]
        figures = "/".join(str(money.get(p, 0)) for p in phases) if isinstance(money, dict) else str(money)
        return f"{fact['kind']}:{figures}" + (f":{fact['slots']}" if fact["kind"] == "city" else "")

    def entry(fact: dict[str, Any]) -> dict[str, Any]:
        tracks = sorted("-".join(sorted(str(e) for e in piece)) for piece in fact["tracks"])
        words = [fact["color"], *map(stop, fact["stops"]), *tracks, *(f"label:{x}" for x in fact["labels"])]
        blocked = [b["edge"] for b in fact["borders"] if b["kind"] == "impassable"]
        terrain = {t["kind"]: t["cost"] for t in fact["terrain"]}
        return {"face": " ".join(words), "impassable": blocked, "terrain": terrain}

    hexes = {coord: entry(fact) for coord, fact in data["hexes"].items()}
    return parse_map({"layout": "pointy", "revenue_steps": [[p] for p in phases], "hexes": hexes})


def test_the_largest_map_fits_the_notation():
    hexmap = large_map()
    assert len(hexmap.hexes) == 1492
    board = Board(hexmap, TILES, {"M28": ("OE6", 0)})
    rules = LayRules(("yellow",))
    found = reach(board, "X", [("M28", 0), ("M28", 1)])
    assert found.stops >= {("M28", 0), ("M28", 1)}
    supply = {tile["id"]: tile["count"] for tile in facts("18oe")["tiles"]}
    first = list(lays(board, found, rules, supply))
    # Three sides on land, and Lille over the printed ferry.
    assert {coord for coord, _, _ in first} == {"L27", "M26", "M30", "N31"}
    assert {TILES[tile].colour for _, tile, _ in first} == {"yellow"}
    city = {tile for _, tile, _ in lays(board, None, LayRules(("green",)), supply, ["M28"])}
    assert city == {"OE15"}
