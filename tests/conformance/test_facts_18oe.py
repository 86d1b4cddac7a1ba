"""The committed board of the large map says, field by field, what the fact file says."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from engine.board.hexmap import FIXED_COLOURS
from tests.conformance.test_facts import FACTS, assert_face, facts, title_map

COLOURS = ("yellow", "green", "brown", "gray")
with_facts = pytest.mark.skipif(not FACTS.is_dir(), reason="the fact files (../shared/facts) are not here")


def as_list(value: object) -> list[Any]:
    assert isinstance(value, list)
    return value


def every_colour(stop):
    """A fact of a stop with a value for each colour; a red zone is worth nothing before its first figure."""
    value = stop["revenue"]
    if isinstance(value, dict):
        value = {colour: value.get(colour, 0) for colour in COLOURS}
    return {**stop, "revenue": value}


def test_hexes_and_stops_are_all_there():
    hexmap = title_map("18oe")
    assert len(hexmap.hexes) == 1492
    assert sum(spot.colour not in FIXED_COLOURS for spot in hexmap.hexes.values()) == 825
    stops = Counter((s.kind, spot.colour) for spot in hexmap.hexes.values() for s in spot.face.stops)
    assert stops == {
        ("town", "white"): 153,
        ("city", "white"): 94,
        ("city", "yellow"): 5,
        ("city", "red"): 7,
        ("offboard", "red"): 10,
        ("town", "blue"): 3,
    }


@with_facts
def test_hexes():
    hexmap, fact = title_map("18oe"), facts("18oe")
    assert set(hexmap.hexes) == set(fact["hexes"])
    for coord, entry in fact["hexes"].items():
        spot = hexmap[coord]
        assert_face(spot.face, {**entry, "stops": [every_colour(s) for s in entry["stops"]]}, coord)
        assert spot.name == entry["name"], coord
        assert list(spot.labels) == entry["labels"], coord
        assert list(spot.terrain) == [(t["kind"], t["cost"]) for t in entry["terrain"]], coord
        blocked = [b["edge"] for b in entry["borders"] if b["kind"] == "impassable"]
        assert list(spot.impassable) == sorted(blocked), coord
        assert spot.extras.get("sea_zone") == entry.get("sea_zone"), coord
        ports = [
            (p["access"], p["edge"], p["sea_hex"], [p["sea_zone"], *p.get("also_zones", ())])
            for p in entry["ports"]
        ]
        stated = as_list(spot.extras.get("ports", []))
        assert [(p["access"], p.get("edge"), p["sea_hex"], p["zones"]) for p in stated] == ports, coord


@with_facts
def test_homes():
    stated = {entry["id"]: (entry["home"], 0) for entry in facts("18oe")["regionals"]}
    assert title_map("18oe").homes == stated


@with_facts
def test_ferries_run_over_adjoining_sea():
    hexmap = title_map("18oe")
    stated = [
        (coord, ferry["to"], ferry["distance"], ferry["over"])
        for coord, spot in hexmap.hexes.items()
        for ferry in as_list(spot.extras.get("ferries", []))
    ]
    for start, _, _, over in stated:
        for here, there in pairwise([start, *over]):
            assert there in hexmap[here].neighbours
            assert hexmap[there].colour == "blue"
    listed = [(*f["ends"], f["distance"], f["sea_hexes"]) for f in facts("18oe")["ferries"]]
    assert sorted(stated) == sorted(listed)
